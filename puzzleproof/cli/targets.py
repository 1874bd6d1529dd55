"""A command may overwrite an earlier file of the kind that it writes, and no other file.

The kind is recognised by the first bytes, not by the name.  An empty file may be overwritten too.
"""

import argparse
import csv
import hashlib
import io
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from puzzleproof.models.errors import InstanceError, NotationError
from puzzleproof.models.files import read_text, written_whole
from puzzleproof.models.instances import file_stem

PEEK = 4096
"""How many bytes of a file are read to recognise its kind."""


CERTIFICATE = rb'\{"format": "puzzleproof-certificate", "version": \d+, "kind": "'
KINDS = {
    "certificate": ("proof certificate", CERTIFICATE + rb'(?!survey")'),
    "survey": ("survey certificate", CERTIFICATE + rb'survey"'),
    "instance": ("instance", rb"(?s)(\xef\xbb\xbf)?(.*\n)?\s*family\s*="),
    ".graph": ("graph", rb'\{"format": "puzzleproof-graph"'),
    ".graphml": ("GraphML", rb"(?s)\s*(<\?xml.*)?<graphml\b"),
    ".dot": ("DOT", rb"(?s)(.*\n)?\s*(strict\s+)?(di)?graph\b[^\n]*\{"),
    ".svg": ("SVG picture", rb"(?s)\s*(<\?xml.*)?<svg\b"),
    ".png": ("PNG picture", rb"\x89PNG\r\n"),
    ".gif": ("GIF picture", rb"GIF8"),
    ".html": ("HTML page", rb"(?i)\s*<!doctype html"),
    ".csv": ("table", rb"(\xef\xbb\xbf)?(claim,)?puzzle,"),
    ".cnf": ("formula", rb"c puzzleproof-formula "),
    ".lrat": ("LRAT proof", rb"(\d+ (d )?-?\d[-\d ]*\n)+"),
    ".pddl": ("PDDL", rb"(\s*;[^\n]*\n)*\s*\(define\b"),
    ".mzn": ("MiniZinc", rb"% puzzleproof-minizinc"),
    ".v": ("theorem for Coq", rb"\(\* puzzleproof-coq "),
    ".proven": ("text for the proven checker", rb"family\n \w+\nmetric\n "),
    ".clrat": ("CLRAT proof", rb"(?s)[ad][^\0]*\0"),
}
"""What a command writes, or the suffix -> the kind of file in words, and how it begins."""


def check_target(
    option: str, path: Path, instance: str, kind: str | None = None, *, force: bool = False
) -> None:
    """Raise InstanceError, before the work, for a file that cannot be written; touch nothing.

    With a ``kind`` (of `KINDS`, or a format of boards), a file of another kind is overwritten only
    with ``force``.  ``option`` names the option, or the argument of a function.
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
        _check_folder(where, path.resolve().parent)
        if kind is not None and not force and path.exists() and not _is_kind(path, kind):
            how = "; --force overwrites it" if option.startswith("--") else ""
            words = KINDS[kind][0] if kind in KINDS else kind
            raise InstanceError(f"{where}: exists and is no {words} file{how}")
    except OSError as error:  # a name that is too long
        raise InstanceError(f"{where}: {error.strerror or error}") from None


def output_target(
    options: argparse.Namespace, suffixes: Sequence[str], about: str = ""
) -> Path | None:
    """The file of ``--output``, checked before the work; None if not given.

    ``about`` is the file that the work reads.  Raises NotationError for a name with another suffix,
    InstanceError for a file that cannot be written.
    """
    if options.output is None:
        return None
    path = Path(options.output)
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        wanted = " or ".join(suffixes)
        raise NotationError(f"--output {str(path)!r}: expected a name that ends in {wanted}")
    check_target("--output", path, about, suffix, force=options.force)
    _check_no_ledger(options, "--output", path)
    return path


def write_text(option: str, path: Path, text: str) -> None:
    """Write the file that an option names, whole or not at all; raises OutputError."""
    with written_whole(path, f"{option} {str(path)!r}") as part:
        part.write_text(text, encoding="utf-8", newline="")


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows under a header, with the line ends of RFC 4180; a cell holds a list as words."""
    text = io.StringIO()
    table = csv.DictWriter(text, columns, extrasaction="ignore")
    table.writeheader()
    table.writerows({name: _cell(row[name]) for name in columns if name in row} for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    return " ".join(cast("Sequence[str]", value)) if isinstance(value, (list, tuple)) else value


def check_certificate(options: argparse.Namespace, kind: str = "certificate") -> None:
    """Check the file of ``--certificate``, if there is one; ``kind``: of `KINDS`."""
    if options.certificate:
        path = Path(options.certificate)
        check_target("--certificate", path, options.instance, kind, force=options.force)
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


def _is_kind(path: Path, kind: str) -> bool:
    """Whether the file is empty, or begins as those of a kind."""
    with path.open("rb") as file:
        first = file.read(PEEK)
    if kind in KINDS or not first:
        return not first or re.match(KINDS[kind][1], first) is not None
    from puzzleproof.models.formats import FORMATS

    with suppress(InstanceError):
        return FORMATS[kind].load().likeness(read_text(path, "a file of boards")).share == 1
    return False


def write_certificates(folder: Path, found: Iterable[tuple[str, str, bytes | None]]) -> None:
    """Write each certificate (puzzle, metric, bytes if any) once, as ``BOARD-METRIC.cert``.

    If several have the same name, the first digits of its hash are put into each.  Raises
    OutputError.
    """
    named = defaultdict[str, dict[str, bytes]](dict)
    for puzzle, metric, data in found:
        if data is not None:
            named[f"{file_stem(puzzle)}-{metric}"][hashlib.sha256(data).hexdigest()] = data
    for stem, alike in named.items():
        for digest, data in alike.items():
            more = f"-{digest[:8]}" if len(alike) > 1 else ""
            with written_whole(folder / f"{stem}{more}.cert") as part:
                part.write_bytes(data)
