"""``puzzleproof results``: what a ledger holds, listed, filtered, exported and checked again."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from puzzleproof.cli import METRICS, Exit
from puzzleproof.cli.printing import count, print_json, wants_json
from puzzleproof.cli.targets import check_folder, check_target
from puzzleproof.cli.verbs import add_force
from puzzleproof.models.errors import CertificateRejected, NotationError
from puzzleproof.models.files import written_whole
from puzzleproof.models.texts import expected_one_of
from puzzleproof.provers.batch.ledger import Ledger, open_ledger
from puzzleproof.provers.batch.row import Row

STATES = ("optimal", "unsolvable", "bounded", "unknown", "failed")
COLUMNS = (
    *("puzzle", "title", "family", "metric", "state", "status", "grade", "lower", "proven"),
    *("upper", "optimum", "seconds", "machine", "finished", "reason", "instance_hash"),
    *("certificate_sha256", "plan"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the ledger, what of it is wanted, and what is done with that."""
    parser.add_argument("ledger", help="a file that --ledger wrote")
    parser.add_argument("--family", choices=METRICS, help="only results of this family")
    parser.add_argument("--metric", metavar="M", help="only results in this metric")
    parser.add_argument("--status", choices=STATES, help="only results of this status")
    parser.add_argument("--puzzle", metavar="TEXT", help="only puzzles with this in name or title")
    parser.add_argument(
        "--check", action="store_true", help="check again certificates, plans and what rows say"
    )
    parser.add_argument(
        "--certificates", metavar="FOLDER", help="copy the certificates into this folder"
    )
    parser.add_argument("--output", metavar="FILE", help="write the results to this file (.csv)")
    add_force(parser, "--output", "table")


def run(options: argparse.Namespace) -> int:
    """List, and do what is asked."""
    folder, table = _targets(options)
    with open_ledger(options.ledger, new=False) as ledger:
        rows = [row for row in ledger.rows(**_wanted(options)) if _named(row, options.puzzle)]
        faults = _checked(ledger, rows) if options.check else [""] * len(rows)
        if folder is not None:
            faults = _copied(ledger, rows, folder, faults)
        surveys = ledger.number_of_surveys()
    if table is not None:
        with written_whole(table, f"--output {str(table)!r}") as part:
            part.write_text(_csv(rows), encoding="utf-8", newline="")
    if wants_json(options):
        checked = [{"rejected": fault or None} if options.check else {} for fault in faults]
        print_json([{**row.to_json(), **more} for row, more in zip(rows, checked, strict=True)])
    else:
        _print(rows, faults if options.check else None)
        if surveys:
            print(f"{count(surveys, 'survey')} of piece sets (puzzleproof atlas)")
    for row, fault in zip(rows, faults, strict=True):
        if fault:
            print(f"puzzleproof: {row.puzzle}: rejected: {fault}", file=sys.stderr)
    return Exit.REJECTED if any(faults) else Exit.PROVEN


def _targets(options: argparse.Namespace) -> tuple[Path | None, Path | None]:
    folder = check_folder("--certificates", options.certificates)
    table = None if options.output is None else Path(options.output)
    if table is not None:
        if table.suffix.lower() != ".csv":
            raise NotationError(f"--output {str(table)!r}: expected a name that ends in .csv")
        check_target("--output", table, options.ledger, ".csv", force=options.force)
    return folder, table


def _wanted(options: argparse.Namespace) -> dict[str, str | None]:
    known = sorted({metric for metrics in METRICS.values() for metric in metrics})
    if options.metric is not None and options.metric not in known:
        expected = expected_one_of(options.metric, known)
        raise NotationError(f"--metric {options.metric!r}: {expected}")
    wanted: dict[str, str | None] = {"family": options.family, "metric": options.metric}
    if options.status == "failed":
        return {**wanted, "state": "failed"}
    return {**wanted, "status": options.status}


def _named(row: Row, text: str | None) -> bool:
    return text is None or text.lower() in f"{row.puzzle}\n{row.title}".lower()


def _checked(ledger: Ledger, rows: Sequence[Row]) -> list[str]:
    """Of each row, why its certificate and its plan do not show what it says; empty: they do."""
    return [ledger.doubt_about(row) for row in rows]


def _copied(ledger: Ledger, rows: Sequence[Row], folder: Path, faults: list[str]) -> list[str]:
    """Copy the certificates that are whole; the faults, with those of files that are not."""
    from puzzleproof.cli.targets import CertificateFile, write_certificates

    whole, found = list[CertificateFile](), list[str]()
    for row, fault in zip(rows, faults, strict=True):
        torn, digest, path = "", row.certificate_sha256, ledger.certificate_path(row)
        try:
            if ledger.certificate(row) is not None and digest is not None and path is not None:
                whole.append(CertificateFile(row.puzzle, row.metric, digest, path.read_bytes))
        except CertificateRejected as error:
            torn = f"its certificate is not copied: {error}"
        found.append(fault or torn)
    write_certificates(folder, whole)
    return found


def _csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, extrasaction="ignore")
    table.writeheader()
    for row in rows:
        table.writerow({**row.to_json(), "plan": " ".join(row.plan or ())})
    return text.getvalue()


def _print(rows: Sequence[Row], faults: Sequence[str] | None) -> None:
    """A line each; without ``faults`` nothing was checked, and that is said."""
    width = max((len(row.puzzle) for row in rows), default=0)
    for k, row in enumerate(rows):
        checked = "" if faults is None else f", {_judged(row, faults[k])}"
        print(f"{row.puzzle:{width}}  {_words(row)}{checked}")
    unchecked = ", as recorded: --check checks them" if faults is None and rows else ""
    print(f"{count(len(rows), 'result')}{unchecked}")


def _judged(row: Row, fault: str) -> str:
    """What a check has shown of a row that nothing was found against, or that it was rejected."""
    if fault:
        return "rejected"
    if row.certificate is None:
        return (
            "no certificate: recorded, not checked" if row.state == "done" else "nothing to check"
        )
    if row.grade == "certified":
        return "certificate accepted"
    least = max((one.bound for one in row.evidence if one.checked), default=0)
    return f"certificate accepted (proves only 'at least {count(int(least), 'move')}')"


def _words(row: Row) -> str:
    """The answer of a row in words, with its metric and grade."""
    about = f"(metric {row.metric})"
    if row.state == "failed":
        return f"failed {about}: {row.reason}"
    if row.status == "unsolvable":
        return f"no plan {about}, {row.grade}"
    if row.optimum is not None:
        return f"{count(row.optimum, 'move')} {about}, {row.grade}"
    bounds = [f"at least {row.proven or 0}"]
    bounds += [] if row.upper is None else [f"at most {row.upper}"]
    return f"{', '.join(bounds)} moves {about}, open"
