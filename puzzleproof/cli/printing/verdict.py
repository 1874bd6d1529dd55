"""Verdicts in words; each number of moves has its metric, and each minimum its grade."""

import math
from collections.abc import Iterable, Sequence

from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import (
    count,
    plan_width,
    print_either,
    print_fault,
    remark_lines,
    wrapped,
)
from puzzleproof.provers.verdict import Evidence, Verdict


def print_verdict(verdict: Verdict, options: Context) -> None:
    """Print a verdict as JSON or as text, which is brief if there are many boards."""
    if options.brief:
        lines = ["\n    ".join(_brief_lines(verdict, options))]
    else:
        lines = verdict_lines(verdict, remarks=not options.quiet)
        lines += _question_lines(verdict, options) if options.quiet else []
    print_either(options, "verdict", verdict.to_json(), lines)
    if verdict.fault:
        print_fault(verdict.fault)


def _brief_lines(verdict: Verdict, options: Context) -> list[str]:
    """Return a line that begins with the instance's name, then lines with necessary notes."""
    said = [answer_words(verdict), *_claim_lines(verdict)]
    said += [row.words for row in verdict.published if row.verdict == "refuted"]
    lines = [f"{options.instance}: {'; '.join(said)}", *assumed_lines(verdict.assumed)]
    lines += _question_lines(verdict, options)
    if verdict.grade != "certified" or not verdict.certificate:
        lines += _certificate_lines(verdict)
    return lines + remark_lines(verdict, remarks=False)


def _question_lines(verdict: Verdict, options: Context) -> list[str]:
    """Return the notes about the instance itself, not about its answer."""
    return [f"note: {note}" for note in options.remarks if note in verdict.notes]


def print_solution(verdict: Verdict, options: Context) -> None:
    """Print the plan of a verdict, and its proof if the plan is proven to be shortest."""
    if options.wants_json or not verdict.plan or verdict.status == "optimal":
        print_verdict(verdict, options)
        return
    moves = _moves(len(verdict.plan))
    how = "not shown to be shortest" if options.any_plan else "minimum not proven"
    lines = [f"{verdict.title}: a plan of {moves} (metric {verdict.metric}), {how}"]
    lines += assumed_lines(verdict.assumed)
    lines += [row.words for row in verdict.published if row.verdict == "refuted"]
    lines += [*plan_lines(verdict.plan), *(f"note: {text}" for text in verdict.reasons)]
    print("\n".join(lines))


def verdict_lines(verdict: Verdict, remarks: bool = True) -> list[str]:
    """Return the verdict, the claims, the plan, the evidence and the notes as lines."""
    lines = [f"{verdict.title}: {answer_words(verdict)}", *assumed_lines(verdict.assumed)]
    lines += _claim_lines(verdict)
    lines += [row.words for row in verdict.published if remarks or row.verdict == "refuted"]
    lines += plan_lines(verdict.plan) if verdict.plan else []
    lines += [f"evidence: {_evidence(row, verdict)}" for row in verdict.evidence]
    if (fewer := verdict.fewer) is not None:
        lines += [f"{fewer.puzzle}: {_evidence(row, fewer)}" for row in fewer.evidence]
    return lines + _certificate_lines(verdict) + remark_lines(verdict, remarks)


def _certificate_lines(verdict: Verdict) -> list[str]:
    """Name the certificate's file and what it proves; or say that only an older file exists."""
    if verdict.certificate and verdict.fewer is not None:
        return [f"certificate: {verdict.certificate} ({verdict.fewer.puzzle}: unsolvable)"]
    if verdict.certificate:
        certified = max(0.0, verdict.strength[1])
        less = f" (proves only 'at least {_moves(int(certified))}')" if certified < math.inf else ""
        return [f"certificate: {verdict.certificate}{'' if verdict.grade == 'certified' else less}"]
    how = f"certificate: none; {verdict.older} is an older file, left as it was"
    return [how] if verdict.older else []


def assumed_lines(assumed: Iterable[str]) -> list[str]:
    """List the assumptions about the instance, as lines below the headline."""
    return [f"assumed: {text}" for text in assumed]


def _claim_lines(verdict: Verdict) -> list[str]:
    """Say whether the requested lower bound is confirmed, refuted or open."""
    if verdict.claim is None or verdict.at_least is None:
        return []
    because = (
        "" if verdict.claim != "refuted" else f", there is a plan of {_moves(verdict.upper or 0)}"
    )
    claim = f"'at least {_moves(verdict.at_least)}' (metric {verdict.metric})"
    return [f"claim: {claim}: {verdict.claim}{because}"]


def answer_words(verdict: Verdict) -> str:
    """Return the answer in words: the requested number of pegs, if any, and the moves."""
    return "; ".join(filter(None, (verdict.aim, _headline(verdict))))


def _headline(verdict: Verdict) -> str:
    metric = f"metric {verdict.metric}"
    if verdict.status == "unknown" and verdict.at_least == 0:
        return f"at least 0 moves ({metric}), which holds for every plan"
    if verdict.status == "optimal":
        return f"{_moves(verdict.optimum or 0)} ({metric}), {verdict.grade}"
    if verdict.denied:
        plan = f"a plan of {_moves(verdict.upper or 0)} ({metric})"
        return f"{plan}, contradicted by evidence: a bug, nothing is claimed"
    if verdict.status == "unsolvable":
        return f"unsolvable ({metric}), {verdict.grade}"
    if verdict.lower is None:
        return f"no plan exists ({metric}), {verdict.grade} only: not proven"
    if verdict.status == "unknown":
        return f"unknown ({metric})"
    if verdict.upper is None:
        return f"at least {_moves(verdict.lower)} ({metric}), {_lower(verdict)}; no plan known"
    if verdict.lower == verdict.upper:
        shorter = f"that no plan is shorter is {verdict.grade} by one search, not proven"
        return f"at most {_moves(verdict.upper)} ({metric}); {shorter}"
    if verdict.lower == 0:
        return f"at most {_moves(verdict.upper)} ({metric}); no lower bound"
    return f"between {verdict.lower} ({_lower(verdict)}) and {_moves(verdict.upper)} ({metric})"


def _lower(verdict: Verdict) -> str:
    """Return the grade of the lower bound and, if it is only claimed, the best proven bound."""
    if verdict.grade == "claimed" and 0 < (verdict.proven or 0) < (verdict.lower or 0):
        return f"claimed, {verdict.proven} proven"
    return verdict.grade


def bounds_words(answer: Verdict) -> str:
    """Return in words what is proven about a board in a metric: the minimum or bounds."""
    if answer.status in ("optimal", "unsolvable"):
        return answer.found
    if answer.upper is None and not answer.proven:
        return "nothing"
    most = "" if answer.upper is None else f", at most {answer.upper}"
    return f"at least {answer.proven}{most} moves"


def _moves(number: int) -> str:
    return count(number, "move")


def plan_lines(plan: Sequence[str]) -> list[str]:
    """Return a plan in lines as wide as the terminal."""
    return wrapped(" ".join(plan), "plan: ", "      ", plan_width())


def _evidence(row: Evidence, verdict: Verdict) -> str:
    if math.isinf(row.bound):
        claim = "there is no plan"
    else:
        claim = f"every plan has at least {_moves(int(row.bound))}"
    by = "" if row.checker == "none" else f"by {row.checker}"
    alone = "not part of the certificate" if verdict.grade == "certified" else "no certificate"
    detail = [
        "" if row.states is None else count(row.states, "state"),
        f"accepted {by}" if row.checked else by,
        row.note,
        "" if row.checked else alone,
    ]
    said = ", ".join(filter(None, detail))
    return f"{row.kind}: {claim} (metric {verdict.metric}); {said}; {row.seconds:.2f} s"
