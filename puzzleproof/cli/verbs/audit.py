"""``puzzleproof audit``: claimed minima and figures of state graphs, confirmed, refuted or open."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from puzzleproof.cli import Exit
from puzzleproof.cli.many import means_of, say
from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.cli.printing.audit import csv_report, html_report, print_findings, summary
from puzzleproof.cli.questions import say_remarks
from puzzleproof.cli.several import note_files
from puzzleproof.cli.targets import (
    check_folder,
    output_target,
    write_certificates,
    write_text,
)
from puzzleproof.cli.verbs import add_force, add_format, add_limits, limits_of
from puzzleproof.models.errors import InstanceError, LimitReached
from puzzleproof.options import Workers, add_options
from puzzleproof.provers.batch.audit import Audit, Finding, claims_of
from puzzleproof.provers.batch.ledger import run_batch
from puzzleproof.provers.events import Working
from puzzleproof.provers.process import Limits
from puzzleproof.provers.verdict import INTERRUPTED

SUFFIXES = (".html", ".csv")
SECONDS = 60.0
"""The time limit of an answer, if none is given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is audited, where the results go, the workers and the limits."""
    parser.add_argument(
        "instances",
        nargs="*",
        metavar="FILE",
        help="files of puzzles with published minima, folders, tables of claims (CSV: puzzle, "
        "claimed, metric, source, figure), names of the library (default: all of it)",
    )
    add_format(parser)
    parser.add_argument(
        "--output", metavar="FILE", help=f"also write a report: {' or '.join(SUFFIXES)}"
    )
    parser.add_argument(
        "--certificates", metavar="FOLDER", help="write the certificates into this folder"
    )
    add_force(parser, "--output", "report of its kind")
    add_options(parser, Workers)
    add_limits(parser, f"each answer (default: {SECONDS:.0f})")


def run(options: argparse.Namespace) -> int:
    """Read the claims, prove the minima, print each finding."""
    report = output_target(options, SUFFIXES)
    folder = check_folder("--certificates", options.certificates)
    claims, faults, silent, skipped = claims_of(options.instances, options.from_format)
    for fault in faults:
        print(f"puzzleproof: {fault}", file=sys.stderr)
    notes = {"no claim in": silent, "no puzzle, and no table of claims, in": skipped}
    for what, files in notes.items():
        if files and not options.quiet:
            note_files(what, files)
    if faults and not claims:
        return Exit.BAD_INPUT
    if not claims:
        raise InstanceError("no claim to audit: expected [[known]] rows, or a table of claims")
    given = limits_of(options)
    audit = Audit(claims, Limits(given.seconds or SECONDS, given.memory))
    for name, puzzle in {claim.name: claim.puzzle for claim in claims}.items():
        say_remarks(options, name, puzzle)
    found = _audited(options, audit)
    if folder is not None:
        _write_certificates(folder, found)
    if report is not None:
        _write_report(report, found, len(claims))
    if wants_json(options):
        print_json([*(one.to_json() for one in found), *({"error": one} for one in faults)])
    return _exit_code(found, len(claims), faults)


def _audited(options: argparse.Namespace, audit: Audit) -> list[Finding]:
    """Every finding; as text, each is printed as soon as all before it are."""
    found, left = list[Finding](), list(range(len(audit.claims)))
    show = None if wants_json(options) else print_findings(audit.claims)

    def progress() -> Working:
        return Working("auditing", len(audit.answers), len(audit.jobs), "answers")

    def take(finding: Finding) -> None:
        found.append(finding)
        if show is not None:
            show(finding)

    try:
        with means_of(options, progress) as (means, refresh):
            refresh()
            for number, outcome in run_batch(audit.jobs, *means):
                audit.answers[number] = outcome
                refresh()
                for reason in outcome.known.reasons if outcome.recorded else ():
                    say(options, f"{outcome.name} (metric {outcome.metric}): {reason}")
                while left and (finding := audit.finding(left[0])) is not None:
                    left.pop(0)
                    take(finding)
    except (KeyboardInterrupt, LimitReached) as error:
        why = str(error) or INTERRUPTED
        print(f"puzzleproof: {why}: the other claims stay open", file=sys.stderr)
        for finding in filter(None, map(audit.finding, left)):
            take(finding)
    if not wants_json(options):
        print(summary(found, len(audit.claims)))
    return found


# --- what is written ----------------------------------------------------------------------


def _write_certificates(folder: Path, found: list[Finding]) -> None:
    """Write them; a figure stands behind the metric in the name of its certificate."""
    answers = ((finding.claim, one) for finding in found for one in finding.answers)
    write_certificates(
        folder,
        (
            (claim.name, f"{one.metric}-{claim.figure}".rstrip("-"), one.certificate)
            for claim, one in answers
            if one.certificate is not None
        ),
    )


def _write_report(report: Path, found: list[Finding], claims: int) -> None:
    is_table = report.suffix.lower() == ".csv"
    write_text("--output", report, csv_report(found) if is_table else html_report(found, claims))


def _exit_code(found: list[Finding], claims: int, faults: list[str]) -> int:
    """A refuted claim counts most; then files that could not be read; then open claims."""
    verdicts = {finding.verdict for finding in found}
    if "refuted" in verdicts:
        return Exit.REFUTED_CLAIM
    if faults:
        return Exit.BAD_INPUT
    return Exit.LIMIT if "open" in verdicts or len(found) < claims else Exit.PROVEN
