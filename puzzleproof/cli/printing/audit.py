"""An audit as text, and as a table (CSV)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from puzzleproof.cli.printing import count, csv_text, plan_width, wrapped
from puzzleproof.provers.batch.audit import Claim, Finding, Reading
from puzzleproof.provers.verdict import Verdict

WIDEST = 32
"""The most columns of a name."""
INDENT = "    "
"""The indent of the lines that refute a claim, below its line."""
COLUMNS = (
    *("claim", "puzzle", "title", "figure", "metric", "metric_named", "claimed"),
    *("verdict", "proven"),
    *("lower", "upper", "grade", "because", "source", "certificate_sha256", "plan"),
)


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
