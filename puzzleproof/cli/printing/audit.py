"""An audit as text: a line a claim, and how many are confirmed, refuted and open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from puzzleproof.cli.printing import count, plan_width, wrapped
from puzzleproof.provers.batch.audit import Claim, Finding, Reading
from puzzleproof.provers.verdict import Verdict

WIDEST = 32
"""Columns of a name, at most."""
INDENT = "    "
"""Of what refutes a claim, below its line."""


def claimed_words(claim: Claim) -> str:
    """What is claimed, as printed.

    >>> from puzzleproof.models.instances import load
    >>> claimed_words(Claim("pennant", load("pennant"), "line", None))
    'unsolvable'
    """
    return "unsolvable" if claim.claimed is None else str(claim.claimed)


def bounds_words(answer: Verdict) -> str:
    """What is proven of a board in a metric: the minimum, or the bounds."""
    if answer.status == "unsolvable":
        return "there is no plan"
    if answer.optimum is not None:
        return f"the minimum is {count(answer.optimum, 'move')}"
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
    """What prints a claim: a line, and what refutes it; before the first one the table's head."""
    name = min(WIDEST, max(len(claim.name) for claim in claims))
    metric = max(6, *(len(m) for claim in claims for m in claim.metrics))
    heads = [f"{'puzzle':{name}}  {'metric':{metric}}  {'claimed':>10}  verdict"]

    def show(finding: Finding) -> None:
        while heads:
            print(heads.pop())
        claim = finding.claim
        short = claim.name if len(claim.name) <= name else f"…{claim.name[1 - name :]}"
        about = finding.metric or "any"
        because = f": {finding.because}" if finding.because else ""
        source = f" ({claim.source})" if claim.source and finding.verdict == "refuted" else ""
        head = f"{short:{name}}  {about:{metric}}  {claimed_words(claim):>10}  "
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
