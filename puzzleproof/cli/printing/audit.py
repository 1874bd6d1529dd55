"""An audit as text, as a table (CSV), or as a page with pictures (HTML) that needs nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from puzzleproof.cli.printing import count, csv_text, plan_width, wrapped
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.audit import Claim, Finding, Reading
from puzzleproof.provers.verdict import Verdict
from puzzleproof.release import __version__

WIDEST = 32
"""The most columns of a name."""
INDENT = "    "
"""The indent of the lines that refute a claim, below its line."""
COLUMNS = (
    *("claim", "puzzle", "title", "figure", "metric", "metric_named", "claimed"),
    *("verdict", "proven"),
    *("lower", "upper", "grade", "because", "source", "certificate_sha256", "plan"),
)
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color-scheme: light dark; }
article { border-top: 1px solid #8888; display: grid; gap: 0 1.5rem; padding: 1rem 0;
  grid-template-columns: 14rem 1fr; }
article svg { height: auto; max-width: 14rem; }
h2 { font-size: 1.1rem; margin: 0; }
.verdict { border-radius: .3rem; font-weight: 600; padding: .1rem .5rem; }
.confirmed { background: #0a7a4d; color: #fff; }
.refuted { background: #a3262a; color: #fff; }
.open { background: #6b6b6b; color: #fff; }
code { overflow-wrap: anywhere; }
@media (max-width: 40rem) { article { grid-template-columns: 1fr; } }
"""
PICTURE_CELLS = 1_200
"""The largest drawing, in characters, that a report shows."""


def claimed_words(claim: Claim) -> str:
    """What is claimed, as printed.

    >>> from puzzleproof.models.instances import load
    >>> claimed_words(Claim("pennant", load("pennant"), "line", None))
    'unsolvable'
    """
    claimed = "unsolvable" if claim.claimed is None else str(claim.claimed)
    return f"{claim.figure} {claimed}".lstrip()


def bounds_words(answer: Verdict) -> str:
    """What is proven of a board in a metric: the minimum, or the bounds."""
    if answer.status in ("optimal", "unsolvable"):
        return answer.found
    if answer.upper is None and not answer.proven:
        return "nothing"
    most = "" if answer.upper is None else f", at most {answer.upper}"
    return f"at least {answer.proven}{most} moves"


def reasons(finding: Finding) -> list[str]:
    """Lines with what refutes a claim: in each metric the shorter plan, and the certificate."""
    if finding.verdict != "refuted":
        return []
    return [line for reading in finding.shown for line in _reasons(reading)]


def _reasons(reading: Reading) -> list[str]:
    lines, metric = list[str](), f"metric {reading.metric}"
    if plan := reading.shorter_plan:
        head = f"{INDENT}plan of {count(len(plan), 'move')} ({metric}): "
        lines += wrapped(" ".join(plan), head, INDENT * 2, plan_width())
    if (digest := reading.answer.certificate_hash) is not None:
        lines.append(f"{INDENT}certificate ({metric}): SHA-256 {digest}")
    return lines


def print_findings(claims: Sequence[Claim]) -> Callable[[Finding], None]:
    """Return the function that prints a claim and what refutes it; first comes the table's head."""
    name = min(WIDEST, max(len(claim.name) for claim in claims))
    metric = max(6, *(len(m) for claim in claims for m in claim.metrics))
    wide = max(10, *(len(claimed_words(claim)) for claim in claims))
    heads = [f"{'puzzle':{name}}  {'metric':{metric}}  {'claimed':>{wide}}  verdict"]

    def show(finding: Finding) -> None:
        while heads:
            print(heads.pop())
        claim = finding.claim
        short = claim.name if len(claim.name) <= name else f"…{claim.name[1 - name :]}"
        about = finding.metric or "any"
        because = f": {finding.because}" if finding.because else ""
        source = (
            f" (claim from: {claim.source})"
            if claim.source and finding.verdict == "refuted"
            else ""
        )
        head = f"{short:{name}}  {about:{metric}}  {claimed_words(claim):>{wide}}  "
        line = f"{head}{finding.verdict}{because}{source}"
        print("\n".join([line, *reasons(finding)]), flush=True)

    return show


def summary(found: Sequence[Finding], claims: int) -> str:
    """How many claims are confirmed, refuted and open."""
    numbers = Counter(finding.verdict for finding in found)
    left = claims - len(found)
    parts = [f"{numbers[one]} {one}" for one in ("confirmed", "refuted", "open")]
    return f"{count(claims, 'claim')}: {', '.join(parts)}" + (
        f", {left} not looked at" if left else ""
    )


# --- files ---------------------------------------------------------------------------------


def csv_report(found: Sequence[Finding]) -> str:
    """A line a claim, under a header.

    A claim may name no metric and be right in none.  It then has a line for each metric that it may
    mean, with one number in the column ``claim``: no bound stands without its metric.
    """
    return csv_text(COLUMNS, _csv_rows(found))


def _csv_rows(found: Sequence[Finding]) -> Iterator[dict[str, Any]]:
    for number, finding in enumerate(found, 1):
        claimed = claimed_words(finding.claim)
        named = "yes" if finding.claim.metric is not None else "no"
        head = {**finding.to_json(), "claim": number, "claimed": claimed, "metric_named": named}
        for reading in finding.shown:
            because = finding.because if finding.metric is not None else reading.because
            plan = list(reading.shorter_plan or ())
            said = {"verdict": finding.verdict, "because": because, "plan": plan}
            yield {**head, **reading.to_json(), **said}


def html_report(found: Sequence[Finding], claims: int) -> str:
    """A page: what was found of each claim, refuted ones first, with the board's picture.

    ``claims`` is the number of all claims, those not looked at included.
    """
    order = {"refuted": 0, "open": 1, "confirmed": 2}
    articles = "".join(map(_article, sorted(found, key=lambda one: order[one.verdict])))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Audit of published minima</title><style>{STYLE}</style></head><body>"
        f"<h1>Audit of published minima</h1><p>{escape(summary(found, claims))}. "
        f"Made by puzzleproof {__version__}. A minimum counts as proven only where "
        "a certificate was checked by the rules, or two independent searches agree; a "
        "certificate is named by the SHA-256 of its file.</p>"
        f"{articles}</body></html>\n"
    )


def _article(finding: Finding) -> str:
    claim = finding.claim
    title = claim.puzzle.info.name or claim.name
    about = "no metric named" if claim.metric is None else f"metric {claim.metric}"
    facts = [f"<p>Claimed: {escape(claimed_words(claim))} ({escape(about)})."]
    because = finding.because
    facts.append(f" {escape(because[0].upper() + because[1:])}." if because else "")
    facts.append(f" Source: {escape(claim.source)}." if claim.source else "")
    facts.append("</p>")
    facts += [_fact(reading, claim.figure) for reading in finding.shown]
    return (
        f"<article><div>{picture(claim.puzzle, claim.name)}</div><div>"
        f"<h2>{escape(title)}</h2><p>{escape(claim.name)} "
        f'<span class="verdict {finding.verdict}">{finding.verdict}</span></p>'
        f"{''.join(facts)}</div></article>\n"
    )


def _fact(reading: Reading, figure: str) -> str:
    """What is proven in a metric: the bounds, a plan that refutes the claim, the certificate."""
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


def picture(puzzle: AnyPuzzle, name: str) -> str:
    """The board as SVG; nothing where it cannot be drawn, or is too large to look at."""
    from puzzleproof.render.draw import instance
    from puzzleproof.render.svg import svg

    board = str(puzzle.document().get("board", ""))
    if len(board) > PICTURE_CELLS:
        return ""
    try:
        return svg(instance(puzzle, name))
    except Unsupported:
        return ""
