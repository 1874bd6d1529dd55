"""``puzzleproof audit``: check claimed minima and claimed statistics of state graphs.

Each claim is confirmed, refuted or open.  The results come as text, as a table (CSV), or as a page
with pictures (HTML) that needs no other file.
"""

import argparse
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from puzzleproof.cli import Exit, worst
from puzzleproof.cli.context import Context
from puzzleproof.cli.ledger_page import article
from puzzleproof.cli.many import means_of, ready, say, way_on
from puzzleproof.cli.printing import count, plan_width, print_fault, print_json, wrapped
from puzzleproof.cli.printing.verdict import bounds_words
from puzzleproof.cli.questions import say_remarks
from puzzleproof.cli.several import note_files
from puzzleproof.cli.targets import (
    check_folder,
    csv_text,
    html_page,
    target,
    write_certificates,
)
from puzzleproof.cli.verbs import add_format, add_limits
from puzzleproof.models.errors import InstanceError, LimitReached
from puzzleproof.options import Workers, add_options
from puzzleproof.provers.batch.audit import (
    Audit,
    Claim,
    Finding,
    Reading,
    claims_of,
    counting_exit,
    offset_words,
    with_offsets,
)
from puzzleproof.provers.batch.ledger import run_batch
from puzzleproof.provers.batch.row import Outcome
from puzzleproof.provers.events import Working
from puzzleproof.provers.process import Limits
from puzzleproof.provers.verdict import INTERRUPTED
from puzzleproof.release import __version__
from puzzleproof.requests import AuditOptions
from puzzleproof.written import write_file

SUFFIXES = (".html", ".csv")
SECONDS = 60.0
CODES = {"confirmed": Exit.PROVEN, "open": Exit.LIMIT, "refuted": Exit.REFUTED_CLAIM}
WIDEST = 32
INDENT = "    "
COLUMNS = (
    *("claim", "puzzle", "title", "figure", "metric", "metric_named", "claimed"),
    *("verdict", "proven", "counts_exit", "offset"),
    *("lower", "upper", "grade", "because", "source", "certificate_sha256", "plan"),
)
LEDGER = "results.db"
"""The ledger in the commands that ``--open`` lists, if no ledger is named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for the claims, the files of results, the workers and the limits."""
    add = parser.add_argument
    add(
        "instances",
        nargs="*",
        metavar="FILE",
        help="files of puzzles with published minima, folders, tables of claims (CSV: puzzle, "
        "claimed, metric, source, figure), names in the library (default: all of it)",
    )
    add_format(parser)
    add("--open", action="store_true", help="list only commands for further work on open claims")
    add("--output", metavar="FILE", help=f"also write a report: {' or '.join(SUFFIXES)}")
    add("--certificates", metavar="FOLDER", help="write the certificates into this folder")
    add_options(parser, AuditOptions)
    add_options(parser, Workers)
    add_limits(parser, f"each answer (default: {SECONDS:.0f})")


def run(options: Context) -> int:
    """Read the claims, prove the minima, and print each finding."""
    report = None if options.output is None else target(options, options.output, SUFFIXES)
    folder = options.certificates and check_folder("--certificates", options.certificates)
    claims, faults, silent, skipped = claims_of(options.instances, options.reading)
    for fault in faults:
        print_fault(fault)
    note_files(options, "no claim in", silent)
    note_files(options, "no puzzle, and no table of claims, in", skipped)
    if not claims and not faults:
        raise InstanceError("no claim to audit: expected [[known]] rows, or a table of claims")
    claims = counting_exit(claims) if options.counts_exit else claims
    given = options.limits
    audit = Audit(claims, Limits(given.seconds or SECONDS, given.memory))
    for name, puzzle in {claim.name: claim.puzzle for claim in claims}.items():
        say_remarks(options, name, puzzle)
    found = _audited(options, audit) if claims else []
    codes = [CODES[finding.verdict] for finding in found]
    codes += [Exit.BAD_INPUT] * len(faults) + [Exit.LIMIT] * (len(found) < len(claims))
    if options.open:
        found = [finding for finding in found if finding.verdict == "open"]
        lines = () if options.wants_json else work_lines(options, found)
        print("".join(lines), end="")
    if folder is not None:
        answers = ((finding.claim, one) for finding in found for one in finding.answers)
        named = (
            (claim.name, claim.puzzle.with_metric(one.metric), claim.figure, one.certificate)
            for claim, one in answers
        )
        write_certificates(folder, named, force=options.force)
    if report is not None and not claims:
        print_fault(f"--output {str(report)!r}: not written, as no claim could be read")
    elif report is not None:
        is_table = report.suffix.lower() == ".csv"
        text = csv_text(COLUMNS, csv_rows(found)) if is_table else html_report(found, len(claims))
        write_file("--output", report, text)
    if options.wants_json:
        print_json([*(one.to_json() for one in found), *({"error": one} for one in faults)])
    return worst(codes)


def _audited(options: Context, audit: Audit) -> list[Finding]:
    """Return the findings in the order of the claims; prints each as soon as it is `ready`."""
    found, left = dict[int, Finding](), list(range(len(audit.claims)))
    row, is_told = _row_of(audit.claims), not (options.wants_json or options.open)

    def progress() -> tuple[Working, list[str]]:
        names = [one.name for one in audit.jobs]
        return Working("auditing", len(audit.answers), len(names), "answers"), names

    def take(outcome: Outcome) -> None:
        for reason in outcome.known.reasons if outcome.recorded else ():
            say(options, f"{outcome.name} (metric {outcome.metric}): {reason}")
        found.update((k, one) for k in left if (one := audit.finding(k)) is not None)

    def show(findings: Iterable[Finding]) -> None:
        for finding in findings if is_told else ():
            print("\n".join(finding_lines(finding, row)), flush=True)

    if is_told:
        print(row.format("puzzle", "metric", "claimed", "verdict"))
    try:
        with means_of(options, progress) as (means, refresh):
            refresh()
            for number, outcome in run_batch(audit.jobs, means):
                audit.answers[number] = outcome
                refresh()
                take(outcome)
                show(ready(options, left, found))
    except (KeyboardInterrupt, LimitReached) as error:
        why = str(error) or INTERRUPTED
        print_fault(f"{why}: the other claims stay open; {way_on(options)}")
        show(found[number] for number in left if number in found)
    ordered = with_offsets([found[number] for number in sorted(found)])
    if is_told:
        print("\n".join([*offset_words(ordered), summary(ordered, len(audit.claims))]))
    return ordered


# --- text ----------------------------------------------------------------------------------


def claimed_words(claim: Claim) -> str:
    """Return a claim in words.

    >>> from puzzleproof.models.instances import load
    >>> claimed_words(Claim("pennant", load("pennant"), "line", None))
    'unsolvable'
    """
    claimed = "unsolvable" if claim.claimed is None else str(claim.claimed)
    return f"{claim.figure} {claimed}".lstrip()


def _row_of(claims: Sequence[Claim]) -> str:
    """Return the format of rows with a name, a metric, a claim and a verdict."""
    name = min(WIDEST, max(len(claim.name) for claim in claims))
    metric = max(6, *(len(one) for claim in claims for one in claim.metrics))
    claimed = max(10, *(len(claimed_words(claim)) for claim in claims))
    return f"{{:{name}}}  {{:{metric}}}  {{:>{claimed}}}  {{}}"


def finding_lines(finding: Finding, row: str) -> list[str]:
    """Return the lines for a claim; if it is refuted, with a shorter plan or a certificate."""
    claim, refuted = finding.claim, finding.verdict == "refuted"
    name = claim.name if len(claim.name) <= WIDEST else f"…{claim.name[1 - WIDEST :]}"
    because = f": {finding.because}" if finding.because else ""
    source = f" (claim from: {claim.source})" if claim.source and refuted else ""
    verdict = f"{finding.verdict}{because}{source}"
    lines = [row.format(name, finding.metric or "any", claimed_words(claim), verdict)]
    for reading in finding.shown if refuted else ():
        metric = f"metric {reading.metric}"
        if plan := reading.shorter_plan:
            head = f"{INDENT}plan of {count(len(plan), 'move')} ({metric}): "
            lines += wrapped(" ".join(plan), head, INDENT * 2, plan_width())
        if (digest := reading.answer.certificate_hash) is not None:
            lines.append(f"{INDENT}certificate ({metric}): SHA-256 {digest}")
    return lines


def work_lines(options: Context, found: Iterable[Finding]) -> Iterator[str]:
    """Yield, for each metric that an open claim may mean, a command that continues the proof."""
    ledger = ["--ledger", str(options.ledger or LEDGER)]
    given = [("--from", options.from_format), ("--goal", options.goal_of)]
    how = [word for flag, value in given if value for word in (flag, value)]
    for finding in found:
        claim = finding.claim
        verb, kept = ("explore", []) if claim.figure else ("prove", ledger)
        for one in (reading for reading in finding.shown if reading.verdict == "open"):
            words = ["puzzleproof", verb, claim.name, *how, "--metric", one.metric, *kept]
            claimed = f"claimed {claimed_words(claim)}: {one.because}"
            yield f"{shlex.join(words)}  # {claimed}\n"


def summary(found: Sequence[Finding], claims: int) -> str:
    """Say how many of the claims are confirmed, refuted and open."""
    numbers = Counter(finding.verdict for finding in found)
    parts = [f"{numbers[one]} {one}" for one in ("confirmed", "refuted", "open")]
    left = f", {claims - len(found)} not examined" if len(found) < claims else ""
    return f"{count(claims, 'claim')}: {', '.join(parts)}{left}"


# --- files ---------------------------------------------------------------------------------


def csv_rows(found: Sequence[Finding]) -> Iterator[dict[str, Any]]:
    """Yield a row for each claim.

    If a claim names no metric and is right in none, it has a row for each metric that it may mean,
    all with the same number in the column ``claim``, so that each bound has its metric.
    """
    for number, finding in enumerate(found, 1):
        claimed = claimed_words(finding.claim)
        named = "yes" if finding.claim.metric is not None else "no"
        head = {**finding.to_json(), "claim": number, "claimed": claimed, "metric_named": named}
        head["counts_exit"] = "yes" if finding.claim.counts_exit else "no"
        for reading in finding.shown:
            because = finding.because if finding.metric is not None else reading.because
            plan = list(reading.shorter_plan or ())
            said = {"verdict": finding.verdict, "because": because, "plan": plan}
            yield {**head, **reading.to_json(), **said}


def html_report(found: Sequence[Finding], claims: int) -> str:
    """Return a page of all findings with their pictures, refuted claims first."""
    order = {"refuted": 0, "open": 1, "confirmed": 2}
    articles = "".join(map(_article, sorted(found, key=lambda one: order[one.verdict])))
    return html_page(
        "Audit of published minima",
        f"<p>{escape(summary(found, claims))}. "
        f"Made by puzzleproof {__version__}. A minimum counts as proven only where "
        "a certificate was checked by the rules, or two independent searches agree; a "
        "certificate is named by the SHA-256 of its file.</p>"
        f"{''.join(f'<p>{escape(text)}.</p>' for text in offset_words(found))}"
        f"{articles}",
    )


def _article(finding: Finding) -> str:
    claim, because = finding.claim, finding.because
    about = "no metric named" if claim.metric is None else f"metric {claim.metric}"
    facts = [f"<p>Claimed: {escape(claimed_words(claim))} ({escape(about)})."]
    facts.append(f" {escape(because[0].upper() + because[1:])}." if because else "")
    facts.append(f" Source: {escape(claim.source)}.</p>" if claim.source else "</p>")
    facts += [_fact(reading, claim.figure) for reading in finding.shown]
    verdict = finding.verdict
    return article(claim.puzzle, claim.name, verdict, verdict, "".join(facts))


def _fact(reading: Reading, figure: str) -> str:
    """Return as HTML what is proven in a metric: bounds, a refuting plan, the certificate."""
    answer, metric = reading.answer, f"metric {escape(reading.metric)}"
    said = f"the {figure.replace('_', ' ')} is {answer.proven}" if figure else None
    words = escape(said or bounds_words(answer.known))
    facts = [] if answer.reason else [f"<p>Proven ({metric}): {words}.</p>"]
    if plan := reading.shorter_plan:
        words = f"A plan of {count(len(plan), 'move')} ({metric})"
        facts.append(f"<p>{words}: <code>{escape(' '.join(plan))}</code></p>")
    if digest := answer.certificate_hash:
        facts.append(f"<p>Certificate ({metric}): <code>{digest}</code></p>")
    return "".join(facts)
