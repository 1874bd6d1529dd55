"""Plans that commands read, and files, folders and certificates that they write."""

import csv
import hashlib
import io
import re
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from puzzleproof.cli.context import Context
from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError
from puzzleproof.models.files import text_or_file
from puzzleproof.models.instances import file_stem
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.plans import moves_in
from puzzleproof.written import check_folder_of, check_target, file_in, write_file

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of texts that a spreadsheet would run as formulas."""
FILE_NAME = re.compile(r"\S+\.[A-Za-z]\w*")
"""A text with a full stop is taken for a file name, as no move has a full stop."""


@contextmanager
def naming(where: str) -> Generator[None]:
    """Make errors about a plan begin with ``where``, its origin."""
    try:
        yield
    except (IllegalMove, NotationError) as error:
        raise type(error)(f"{where}: {error}") from None


def plan_from(puzzle: AnyPuzzle, given: str, where: str) -> list[str]:
    """Read moves from a file or a text, without replaying them; errors begin with ``where``."""
    text = text_or_file(given, "a plan")
    if text is given and FILE_NAME.fullmatch(given):
        raise InstanceError(f"{where}: {given!r}: there is no such file")
    with naming(where):
        return moves_in(puzzle, text)


def target(
    options: Context, name: str, suffixes: Sequence[str], reads: str = "", about: str | None = None
) -> Path:
    """Check the file of ``--output`` before the work; returns its path.

    ``reads`` is the file that the work reads; ``about`` is as in `check_target`.  Raises
    NotationError for a name with another suffix, InstanceError for a file that may not be written.
    """
    path = Path(name)
    if path.suffix.lower() not in suffixes:
        wanted = " or ".join(suffixes)
        raise NotationError(f"--output {str(path)!r}: expected a name that ends in {wanted}")
    check_target("--output", path, reads, about, force=options.force)
    _check_no_ledger(options, "--output", path)
    return path


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Write rows below a header as CSV (RFC 4180); the items of a list become words in a cell."""
    text = io.StringIO()
    table = csv.DictWriter(text, columns, extrasaction="ignore")
    table.writeheader()
    table.writerows({name: _cell(row[name]) for name in columns if name in row} for row in rows)
    return text.getvalue()


def html_page(title: str, body: str) -> str:
    """Return a page that needs no other file; ``body`` is HTML."""
    style = Path(__file__).parents[1].joinpath("audit.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>\n{style}</style></head><body>"
        f"<h1>{title}</h1>{body}</body></html>\n"
    )


def _cell(value: Any) -> Any:
    """Join a list into words; put an apostrophe before a text that looks like a formula."""
    text = " ".join(cast("Sequence[str]", value)) if isinstance(value, (list, tuple)) else value
    return f"'{text}" if isinstance(text, str) and text.startswith(FORMULA) else text


def check_certificate(options: Context, puzzle: AnyPuzzle, kind: str = "certificate") -> None:
    """Check that the file of ``--certificate``, if given, may be written."""
    if options.certificate:
        path, force = Path(options.certificate), options.force
        check_target("--certificate", path, options.instance, puzzle, kind=kind, force=force)
        _check_no_ledger(options, "--certificate", path)


def _check_no_ledger(options: Context, option: str, path: Path) -> None:
    """Raise InstanceError if the path is the file of ``--ledger``, which need not exist yet."""
    ledger = options.ledger
    if ledger is not None and path.resolve() == Path(ledger).resolve():
        raise InstanceError(f"{option} {str(path)!r}: is also the ledger")


def check_folder(option: str, given: str) -> Path:
    """Return an option's folder; raises InstanceError if it cannot be created or written to."""
    where = f"{option} {given!r}"
    try:
        check_folder_of(where, Path(given))
    except OSError as error:
        raise InstanceError(f"{where}: {error.strerror or error}") from None
    return Path(given)


def write_certificates(
    folder: Path, found: Iterable[tuple[str, AnyPuzzle, str, bytes | None]], *, force: bool
) -> dict[str, Path]:
    """Write each certificate once, as ``BOARD-METRIC.cert``; entries without bytes are left out.

    In the name of a survey's certificate the statistic follows the metric.  If several certificates
    have the same name, each name gets the first digits of the certificate's hash.  Returns hash
    (SHA-256) -> file.  Raises OutputError, and InstanceError for a file about another board.
    """
    named = defaultdict[str, dict[str, tuple[bytes, AnyPuzzle, str]]](dict)
    files = dict[str, Path]()
    for name, puzzle, figure, data in found:
        if data is not None:
            stem = "-".join(filter(None, (file_stem(name), puzzle.metric, figure)))
            named[stem][hashlib.sha256(data).hexdigest()] = data, puzzle, figure
    for stem, alike in named.items():
        for digest, (data, puzzle, figure) in alike.items():
            more = f"-{digest[:8]}" if len(alike) > 1 else ""
            path = file_in(folder, f"{stem}{more}", ".cert")
            kind = "survey" if figure else "certificate"
            check_target("--certificates", path, "", puzzle, kind=kind, force=force)
            write_file("--certificates", path, data)
            files[digest] = path
    return files
