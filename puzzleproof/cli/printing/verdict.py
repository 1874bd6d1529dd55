"""Verdicts in words.  No count is printed without its metric, no claim without its grade."""

from __future__ import annotations

import argparse
import json
import math
import textwrap

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.verdict import Evidence, Verdict
from puzzleproof.verify.replay import replay

WIDTH = 88


def print_verdict(verdict: Verdict, options: argparse.Namespace) -> None:
    """Print as JSON or as text."""
    if options.json_stream:
        document = {"event": "verdict", **verdict.to_json()}
        print(json.dumps(document, ensure_ascii=False), flush=True)
    elif options.json:
        print(json.dumps(verdict.to_json(), ensure_ascii=False))
    else:
        print("\n".join(verdict_lines(verdict, remarks=not options.quiet)))


def print_solution(verdict: Verdict, options: argparse.Namespace) -> None:
    """Print the plan of a verdict that claims no minimum."""
    if options.json or options.json_stream or not verdict.plan:
        print_verdict(verdict, options)
        return
    count = _moves(len(verdict.plan))
    print(f"{verdict.title}: a plan of {count} (metric {verdict.metric}), minimum not proven")
    print("\n".join(_plan_lines(verdict.plan)))


def print_states(puzzle: AnyPuzzle, plan: tuple[str, ...]) -> None:
    """Draw the board at the start and after each move, the move beside it."""
    for move, state in zip(("start", *plan), replay(puzzle, plan), strict=True):
        drawing = puzzle.draw(state)
        print(f"{drawing}  {move}" if "\n" not in drawing else f"{move}:\n{drawing}")


def verdict_lines(verdict: Verdict, remarks: bool = True) -> list[str]:
    """The verdict, the plan, the evidence, and remarks."""
    lines = [f"{verdict.title}: {_headline(verdict)}"]
    if verdict.plan:
        lines += _plan_lines(verdict.plan)
    lines += [f"evidence: {_evidence(row, verdict.metric)}" for row in verdict.evidence]
    if verdict.certificate:
        lines.append(f"certificate: {verdict.certificate}{_less(verdict)}")
    if remarks:
        lines += [f"note: {note}" for note in verdict.notes]
        lines.append(f"time: {verdict.seconds:.2f} s")
    return lines


def _less(verdict: Verdict) -> str:
    """What a certificate proves, where that is less than the verdict says."""
    certified = max((row.bound for row in verdict.evidence if row.checked), default=0.0)
    if verdict.grade == "certified" or math.isinf(certified):
        return ""
    return f" (of {_moves(int(certified))} at least, no more)"


def _headline(verdict: Verdict) -> str:
    metric = f"metric {verdict.metric}"
    if verdict.status == "optimal":
        return f"{_moves(verdict.optimum or 0)} ({metric}), {verdict.grade}"
    if verdict.denied:
        return (
            f"a plan of {_moves(verdict.upper or 0)} ({metric}), denied by evidence: nothing holds"
        )
    if verdict.status == "unsolvable":
        return f"unsolvable ({metric}), {verdict.grade}"
    if verdict.lower is None:
        return f"no plan exists ({metric}), {verdict.grade} only: not proven"
    if verdict.status == "unknown":
        return f"unknown ({metric})"
    if verdict.upper is None:
        return f"at least {_moves(verdict.lower)} ({metric}), {_lower(verdict)}; no plan known"
    if verdict.lower == verdict.upper:
        return (
            f"at most {_moves(verdict.upper)} ({metric}); that none is shorter is {verdict.grade} "
            f"by one search, not proven"
        )
    return f"between {verdict.lower} ({_lower(verdict)}) and {_moves(verdict.upper)} ({metric})"


def _lower(verdict: Verdict) -> str:
    """The grade of the lower bound, and the best one that is more than claimed."""
    if verdict.grade == "claimed" and 0 < verdict.proven < (verdict.lower or 0):
        return f"claimed, {verdict.proven} proven"
    return verdict.grade


def _moves(count: int) -> str:
    return f"{count} move" if count == 1 else f"{count} moves"


def _plan_lines(plan: tuple[str, ...]) -> list[str]:
    return textwrap.wrap(
        " ".join(plan), WIDTH, initial_indent="plan: ", subsequent_indent="      ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _evidence(row: Evidence, metric: str) -> str:
    if math.isinf(row.bound):
        claim = "there is no plan"
    else:
        claim = f"every plan has at least {_moves(int(row.bound))}"
    detail = [f"{row.states:,} states"] if row.states is not None else []
    detail += [f"accepted by {row.checker}"] if row.checked else []
    detail += [f"by {row.checker}"] if not row.checked and row.checker != "none" else []
    detail += [row.note] if row.note else []
    detail += ["no certificate"] if not row.checked else []
    return f"{row.kind}: {claim} (metric {metric}); {', '.join(detail)}; {row.seconds:.2f} s"
