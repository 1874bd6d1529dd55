"""The files that commands write.  One rule holds for all: none is lost that is not the same.

Without ``--force`` a file is replaced if it is empty, or if this program wrote it about the same
board and question and nobody has changed it: certificates say so themselves, instances and pictures
bear a mark (`puzzleproof.models.marks`).  A file of any other format is not replaced.
"""

import argparse
import csv
import hashlib
import io
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from puzzleproof.models.errors import InstanceError, NotationError
from puzzleproof.models.files import written_whole
from puzzleproof.models.instances import file_stem
from puzzleproof.models.marks import bears, marked
from puzzleproof.models.puzzle import AnyPuzzle

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would run."""
UNSAFE = re.compile(r"[^\w.+-]+")
NAME_LENGTH = 180
"""Characters of the name of a file at most; file systems take 255 bytes."""
NOT_OURS = "exists, and is not this command's file about this board, unchanged"


def check_target(
    option: str,
    path: Path,
    instance: str,
    about: str | AnyPuzzle | None = None,
    *,
    kind: str = "",
    force: bool = False,
) -> None:
    """Raise InstanceError, before the work, for a file that may not be written; touch nothing.

    A file that exists is replaced without ``force`` only if it is about the same: ``about`` is a
    fingerprint (`puzzleproof.models.marks`), or the puzzle of a certificate of this ``kind``.
    ``option`` names the option, or the argument of a function.
    """
    where = f"{option} {str(path)!r}"
    try:
        if path.exists():
            if not path.is_file():
                raise InstanceError(f"{where}: exists and is no ordinary file")
            if Path(instance).exists() and path.samefile(instance):
                raise InstanceError(f"{where}: is a file that this command reads")
            if not os.access(path, os.W_OK):
                raise InstanceError(f"{where}: cannot be written")
            if not force and not _is_ours(path, about, kind):
                how = "--force" if option.startswith("--") else "force=True"
                raise InstanceError(f"{where}: {NOT_OURS}; {how} replaces it")
        _check_folder(where, path.resolve().parent)
    except OSError as error:  # a name that is too long
        raise InstanceError(f"{where}: {error.strerror or error}") from None


def _is_ours(path: Path, about: str | AnyPuzzle | None, kind: str) -> bool:
    """Whether the file is empty, or one of this program's about the same board and question."""
    if path.stat().st_size == 0:
        return True
    if about is None or isinstance(about, str):
        return about is not None and bears(path.read_bytes(), about)
    from puzzleproof.verify.certificate import is_about

    return is_about(path, about, survey=kind == "survey")


def output_target(
    options: argparse.Namespace,
    suffixes: Sequence[str],
    reads: str = "",
    about: str | None = None,
) -> Path | None:
    """The file of ``--output``, checked before the work; None if not given.

    ``reads`` is the file that the work reads, ``about`` as in `check_target`.  Raises NotationError
    for a name with another suffix, InstanceError for a file that may not be written.
    """
    if options.output is None:
        return None
    path = Path(options.output)
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        wanted = " or ".join(suffixes)
        raise NotationError(f"--output {str(path)!r}: expected a name that ends in {wanted}")
    check_target("--output", path, reads, about, force=options.force)
    _check_no_ledger(options, "--output", path)
    return path


def write_file(option: str, path: Path, content: str | bytes, about: str | None = None) -> None:
    """Write the file that an option names, whole or not at all; raises OutputError.

    With ``about`` it gets a mark, if its format has comments.
    """
    data = content.encode() if isinstance(content, str) else content
    with written_whole(path, f"{option} {str(path)!r}") as part:
        part.write_bytes(data if about is None else marked(data, path.suffix, about))


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows under a header, with the line ends of RFC 4180; a cell holds a list as words."""
    text = io.StringIO()
    table = csv.DictWriter(text, columns, extrasaction="ignore")
    table.writeheader()
    table.writerows({name: _cell(row[name]) for name in columns if name in row} for row in rows)
    return text.getvalue()


def html_page(title: str, body: str) -> str:
    """A page that needs no other file; ``body`` is HTML."""
    style = Path(__file__).parents[1].joinpath("audit.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>\n{style}</style></head><body>"
        f"<h1>{title}</h1>{body}</body></html>\n"
    )


def _cell(value: Any) -> Any:
    """A list as words; a text that a spreadsheet would take for a formula behind an apostrophe."""
    text = " ".join(cast("Sequence[str]", value)) if isinstance(value, (list, tuple)) else value
    return f"'{text}" if isinstance(text, str) and text.startswith(FORMULA) else text


def check_certificate(
    options: argparse.Namespace, puzzle: AnyPuzzle, kind: str = "certificate"
) -> None:
    """Check the file of ``--certificate``, if there is one."""
    if options.certificate:
        path, force = Path(options.certificate), options.force
        check_target("--certificate", path, options.instance, puzzle, kind=kind, force=force)
        _check_no_ledger(options, "--certificate", path)


def _check_no_ledger(options: argparse.Namespace, option: str, path: Path) -> None:
    """Raise InstanceError for the file of ``--ledger``, which may not be there yet."""
    ledger = getattr(options, "ledger", None)
    if ledger is not None and path.resolve() == Path(ledger).resolve():
        raise InstanceError(f"{option} {str(path)!r}: is the ledger too")


def check_folder(option: str, given: str | None) -> Path | None:
    """The folder that an option names, if it can be made and written to; raises InstanceError."""
    if given is None:
        return None
    where = f"{option} {given!r}"
    try:
        _check_folder(where, Path(given))
    except OSError as error:
        raise InstanceError(f"{where}: {error.strerror or error}") from None
    return Path(given)


def _check_folder(where: str, folder: Path) -> None:
    there = folder.resolve()
    while not there.exists():
        there = there.parent
    if not there.is_dir():
        raise InstanceError(f"{where}: {str(there)!r} is no folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise InstanceError(f"{where}: the folder {str(there)!r} cannot be written to")


def file_in(folder: Path, name: str, suffix: str) -> Path:
    """A file of this name in a folder; characters that could lead elsewhere become ``_``."""
    safe = UNSAFE.sub("_", name).lstrip(".") or "_"
    path = folder / f"{safe[:NAME_LENGTH]}{suffix}"
    if path.resolve().parent != folder.resolve():
        raise InstanceError(f"{str(path)!r}: leads out of the folder {str(folder)!r}")
    return path


def write_certificates(
    folder: Path, found: Iterable[tuple[str, AnyPuzzle, str, bytes | None]], *, force: bool
) -> None:
    """Write each certificate once, as ``BOARD-METRIC.cert``; ``found`` has bytes if there is one.

    Behind the metric stands the figure, if the certificate is about one.  If several have the same
    name, the first digits of its hash are put into each.  Raises OutputError, and InstanceError for
    the file of another board.
    """
    named = defaultdict[str, dict[str, tuple[bytes, AnyPuzzle, str]]](dict)
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
