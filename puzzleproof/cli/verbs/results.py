"""``puzzleproof results``: what a ledger holds, listed, filtered, exported and checked again."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import count, print_json, wants_json
from puzzleproof.cli.printing.verdict import bounds_words
from puzzleproof.cli.targets import (
    check_folder,
    csv_text,
    output_target,
    write_certificates,
    write_file,
)
from puzzleproof.cli.verbs import add_force
from puzzleproof.models import FAMILIES, family_class
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.jobs import SURVEY
from puzzleproof.provers.batch.ledger import FIGURES, Ledger, open_ledger
from puzzleproof.provers.batch.pool import DamagedRow
from puzzleproof.provers.batch.row import Row

FAILED = "failed"
STATES = ("optimal", "unsolvable", "bounded", "unknown", FAILED)
COLUMNS = (
    *("puzzle", "title", "family", "metric", "state", "status", "grade", "lower", "proven"),
    *("upper", "optimum", "seconds", "machine", "finished", "reason", "instance_hash"),
    *("certificate_sha256", "plan"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the ledger, the filters, and what to do with the results."""
    add = parser.add_argument
    add("ledger", help="a file that --ledger wrote")
    add("--family", choices=FAMILIES, help="only results of this family")
    metrics = sorted({name for family in FAMILIES for name in family_class(family).metrics})
    add("--metric", choices=metrics, metavar="M", help="only results in this metric")
    add("--status", choices=STATES, help="only results of this status")
    add("--puzzle", metavar="TEXT", help="only puzzles whose name or title contains this")
    check = "check again all certificates, plans and claims of minima"
    add("--check", action="store_true", help=check)
    add("--certificates", metavar="FOLDER", help="copy the certificates into this folder")
    add("--output", metavar="FILE", help="write the results to this file (.csv)")
    add_force(parser, "--output and --certificates")


def run(options: argparse.Namespace) -> int:
    """List the results, and copy, check or export them as asked."""
    folder = check_folder("--certificates", options.certificates)
    table = output_target(options, (".csv",))
    with open_ledger(options.ledger, new=False) as ledger:
        rows = [row for row in ledger.rows() if _is_wanted(row, options)]
        faults = [ledger.doubt_about(row) if options.check else "" for row in rows]
        if folder is not None:
            _copy(ledger, rows, folder, faults, force=options.force)
        surveys, figures = ledger.number_of(SURVEY), ledger.number_of(FIGURES)
    if table is not None:
        write_file("--output", table, csv_text(COLUMNS, (row.to_json() for row in rows)))
    if wants_json(options):
        checked = [{"rejected": fault or None} if options.check else {} for fault in faults]
        print_json([{**row.to_json(), **more} for row, more in zip(rows, checked, strict=True)])
    else:
        width = max((len(row.puzzle) for row in rows), default=0)
        for row, fault in zip(rows, faults, strict=True):
            judged = f", {_judged(row, fault)}" if options.check else ""
            print(f"{row.puzzle:{width}}  {_words(row)}{judged}")
        unchecked = "" if options.check or not rows else ", as recorded: --check checks them"
        print(f"{count(len(rows), 'result')}{unchecked}")
        if surveys:
            print(f"{count(surveys, 'survey')} of piece sets (puzzleproof atlas)")
        if figures:
            of_graphs = f"{count(figures, 'figure')} of state graphs"
            print(f"{of_graphs}, not checked here: 'audit --ledger' checks them")
    for row, fault in zip(rows, faults, strict=True):
        if fault:
            print(f"puzzleproof: {row.puzzle}: rejected: {fault}", file=sys.stderr)
    return Exit.REJECTED if any(faults) else Exit.PROVEN


def _is_wanted(row: Row, options: argparse.Namespace) -> bool:
    wanted = {"family": row.family, "metric": row.metric, "status": row.status or FAILED}
    text = options.puzzle
    return all(getattr(options, name) in (None, value) for name, value in wanted.items()) and (
        text is None or text.lower() in f"{row.puzzle}\n{row.title}".lower()
    )


def _copy(
    ledger: Ledger, rows: Sequence[Row], folder: Path, faults: list[str], *, force: bool
) -> None:
    """Copy the sound certificates; those of damaged files become faults."""
    sound = list[tuple[str, AnyPuzzle, str, bytes | None]]()
    for number, row in enumerate(rows):
        try:
            sound.append((row.puzzle, row.load(), "", ledger.certificate(row)))
        except (DamagedRow, InstanceError) as error:
            faults[number] = faults[number] or f"{error}: not copied"
    write_certificates(folder, sound, force=force)


def _judged(row: Row, fault: str) -> str:
    """What a check has shown of a row: rejected, accepted, or nothing to check."""
    if fault:
        return "rejected"
    if row.status is None:
        return "nothing to check"
    if row.certificate_sha256 is None:
        return "no certificate: recorded, not checked"
    if row.grade == "certified":
        return "certificate accepted"
    least = max((one.bound for one in row.evidence if one.checked), default=0)
    return f"certificate accepted (proves only 'at least {count(int(least), 'move')}')"


def _words(row: Row) -> str:
    about = f"(metric {row.metric})"
    if row.status is None:
        return f"failed {about}: {row.reason}"
    grade = row.grade if row.status in ("optimal", "unsolvable") else "open"
    return f"{bounds_words(row.known)} {about}, {grade}"
