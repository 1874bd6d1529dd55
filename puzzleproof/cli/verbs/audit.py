"""``puzzleproof audit``: claimed minima, confirmed, refuted or open."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from puzzleproof import versions
from puzzleproof.cli import Exit
from puzzleproof.cli.interruptions import end_if, interruptions
from puzzleproof.cli.printing import count, listen, print_json, wants_json
from puzzleproof.cli.printing.audit import print_findings, summary
from puzzleproof.cli.targets import check_folder, check_target
from puzzleproof.cli.verbs import (
    add_force,
    add_format,
    add_limits,
    add_workers,
    limits_of,
    say_remarks,
)
from puzzleproof.cli.workers import ledger_of, runner_of, tell, workers_of
from puzzleproof.models.errors import InstanceError, LimitReached, NotationError
from puzzleproof.models.files import written_whole
from puzzleproof.provers.batch.audit import (
    Answer,
    Claim,
    Finding,
    Question,
    QuestionKey,
    findings,
    questions_of,
)
from puzzleproof.provers.batch.batch import run_batch
from puzzleproof.provers.batch.claims import claims_of
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import Ledger
from puzzleproof.provers.events import Working
from puzzleproof.provers.process import Limits
from puzzleproof.provers.verdict import INTERRUPTED

SUFFIXES = (".html", ".csv")
SHOWN = 10
"""Files, at most, that a note names."""
SECONDS = 60.0
"""Of an answer, where no time limit is given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is audited, where the results go, the workers and the limits."""
    parser.add_argument(
        "instances",
        nargs="*",
        metavar="FILE",
        help="files of puzzles with published minima, folders, tables of claims (CSV with the "
        "columns puzzle, claimed, metric, source), names of the library (default: all of it)",
    )
    add_format(parser)
    parser.add_argument(
        "--output", metavar="FILE", help=f"a report as well: {' or '.join(SUFFIXES)}"
    )
    parser.add_argument(
        "--certificates", metavar="FOLDER", help="write the certificates into this folder"
    )
    add_force(parser, "--output", "report of its kind")
    add_workers(parser)
    add_limits(parser, f"each answer (default: {SECONDS:.0f})")


def run(options: argparse.Namespace) -> int:
    """Read the claims, prove what they are about, print what became of them."""
    report, folder = _targets(options)
    claims, faults, silent, skipped = claims_of(options.instances, options.from_format)
    for fault in faults:
        print(f"puzzleproof: {fault}", file=sys.stderr)
    if not options.quiet:
        _note("no claim in", silent)
        _note("no puzzle, and no table of claims, in", skipped)
    if not claims:
        raise InstanceError("no claim to audit: expected [[known]] rows, or a table of claims")
    questions = questions_of(claims)
    for name, puzzle in {name: puzzle for _, name, puzzle in questions}.items():
        say_remarks(options, name, puzzle)
    with ExitStack() as stack:
        ledger = stack.enter_context(ledger_of(options))
        answers = _answers(options, questions, ledger)
        found = _audited(options, claims, answers)
    if folder is not None:
        _write_certificates(folder, found)
    if report is not None:
        _write_report(report, found, len(claims))
    if wants_json(options):
        print_json([finding.to_json() for finding in found])
    return _exit_code(found, len(claims), faults)


def _note(what: str, files: list[str]) -> None:
    if files:
        named = ", ".join(files[:SHOWN]) + (", …" if len(files) > SHOWN else "")
        print(f"note: {what} {count(len(files), 'file')} ({named})", file=sys.stderr)


def _audited(
    options: argparse.Namespace,
    claims: list[Claim],
    answers: Iterator[tuple[QuestionKey, Answer]],
) -> list[Finding]:
    """Every finding; as text each is printed as soon as it and those before it are there."""
    known = dict[QuestionKey, Answer]()
    waiting, found = list(claims), list[Finding]()
    shown = None if wants_json(options) else print_findings(claims)
    try:
        for key, answer in answers:
            known[key] = answer
            ready = 0
            for claim in waiting:
                here = list(findings([claim], known))
                if not here:
                    break
                found += here
                ready += 1
                if shown is not None:
                    shown(here[0])
            del waiting[:ready]
    except (KeyboardInterrupt, LimitReached) as error:
        why = str(error) or INTERRUPTED
        print(f"puzzleproof: {why}: the other claims stay open", file=sys.stderr)
        late = [one for claim in waiting for one in findings([claim], known)]
        found += late
        if shown is not None:
            for finding in late:
                shown(finding)
    if shown is not None:
        print(summary(found, len(claims)))
    return found


def _answers(
    options: argparse.Namespace, questions: list[Question], ledger: Ledger | None
) -> Iterator[tuple[QuestionKey, Answer]]:
    """Yield the answer of each question as it comes."""
    given = limits_of(options)
    limits = Limits(given.seconds or SECONDS, given.memory)
    jobs = [Job.of(name, puzzle, None, limits, versions()) for _, name, puzzle in questions]
    done = 0
    with listen(options, "") as on_event, interruptions(at_once=False) as interrupted:
        on_event(Working("auditing", 0, len(jobs), "answers"))

        def hear(number: int | None, event: object) -> None:
            if number is None:
                end_if(interrupted)
                tell(options, event)
            if number is None and not options.json_stream:
                on_event(Working("auditing", done, len(jobs), "answers"))

        for number, result in run_batch(
            jobs, workers_of(options), ledger, hear, runner_of(options)
        ):
            done += 1
            on_event(Working("auditing", done, len(jobs), "answers"))
            question = questions[number]
            if result.recorded and result.verdict is not None:
                for reason in result.verdict.reasons:
                    tell(options, f"{question.name} (metric {question.puzzle.metric}): {reason}")
            yield question.key, Answer.of(result, question.puzzle.metric)


# --- what is written ----------------------------------------------------------------------


def _targets(options: argparse.Namespace) -> tuple[Path | None, Path | None]:
    """The report and the folder of certificates, checked before the work."""
    report = None if options.output is None else Path(options.output)
    if report is not None:
        if report.suffix.lower() not in SUFFIXES:
            wanted = " or ".join(SUFFIXES)
            raise NotationError(f"--output {str(report)!r}: expected a name that ends in {wanted}")
        check_target("--output", report, "", report.suffix.lower(), force=options.force)
    folder = check_folder("--certificates", options.certificates)
    return report, folder


def _write_certificates(folder: Path, found: list[Finding]) -> None:
    from puzzleproof.cli.certificate_files import CertificateFile, write_certificates

    write_certificates(
        folder,
        (
            CertificateFile(
                finding.claim.name, one.metric, one.certificate_sha256, partial(bytes, data)
            )
            for finding in found
            for one in finding.answers
            if (data := one.certificate) is not None and one.certificate_sha256 is not None
        ),
    )


def _write_report(report: Path, found: list[Finding], claims: int) -> None:
    from puzzleproof.cli.printing.report import csv_report, html_report

    is_table = report.suffix.lower() == ".csv"
    text = csv_report(found) if is_table else html_report(found, claims)
    with written_whole(report, f"--output {str(report)!r}") as part:
        part.write_text(text, encoding="utf-8", newline="")


def _exit_code(found: list[Finding], claims: int, faults: list[str]) -> int:
    """A refuted claim counts most; then files that could not be read; then open claims."""
    verdicts = {finding.verdict for finding in found}
    if "refuted" in verdicts:
        return Exit.REFUTED_CLAIM
    if faults:
        return Exit.BAD_INPUT
    return Exit.LIMIT if "open" in verdicts or len(found) < claims else Exit.PROVEN
