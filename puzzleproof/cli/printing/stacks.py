"""``puzzleproof solve`` for cubes: the stacks, their factors, and how the counts were checked."""

from __future__ import annotations

import argparse
import json
from typing import Any

from puzzleproof.cli.exits import Exit
from puzzleproof.cli.progress import listen
from puzzleproof.models.cubes.rules import COLUMNS, PLACEMENTS, CubesPuzzle
from puzzleproof.provers.cubes.stacks import Checked, Question, Solution, Stacks, solve_stacks
from puzzleproof.provers.process import Limits
from puzzleproof.version import versions

VIEWS = ("front-back", "right-left")
SYMMETRIC = "up to the symmetries of a stack"


def run(options: argparse.Namespace, name: str, puzzle: CubesPuzzle) -> int:
    """Find the solutions of a set of cubes and print them; returns the exit code."""
    model: str = getattr(options, "model", None) or "both"
    question = Question(options.engine, model, options.all, options.limit)
    limits = Limits(options.time_limit, options.memory_limit)
    with listen(options, puzzle.metric) as on_event:
        stacks = solve_stacks(puzzle, question, on_event, limits)
    if options.json or options.json_stream:
        head = {"event": "stacks"} if options.json_stream else {}
        document = {**head, **_document(name, puzzle, stacks)}
        print(json.dumps(document, ensure_ascii=False), flush=True)
    else:
        print("\n".join(stacks_lines(name, puzzle, stacks, remarks=not options.quiet)))
    return int(exit_of_stacks(stacks, question))


def exit_of_stacks(stacks: Stacks, question: Question) -> Exit:
    """The code of an answer: each solution is proven by the rules, 'all of them' by agreement."""
    if stacks.status == "unsolvable":
        return Exit.UNSOLVABLE
    if not stacks.solutions:
        return Exit.LIMIT
    if question.wanted is None and (stacks.stopped or not stacks.checks):
        return Exit.PLAN_ONLY
    return Exit.PROVEN


# --- JSON ---------------------------------------------------------------------------------


def _document(name: str, puzzle: CubesPuzzle, stacks: Stacks) -> dict[str, Any]:
    return {
        "puzzle": name,
        "family": puzzle.family,
        "metric": puzzle.metric,
        "status": stacks.status,
        "grade": stacks.grade,
        "raw": stacks.raw,
        "factorizations": stacks.factorizations,
        "pairs": stacks.pairs,
        "solutions": [_solution(puzzle, solution) for solution in stacks.solutions],
        "checks": [_check(check) for check in stacks.checks],
        "seconds": round(stacks.seconds, 3),
        "versions": versions(),
        "notes": list(stacks.notes),
    }


def _solution(puzzle: CubesPuzzle, solution: Solution) -> dict[str, Any]:
    rows = _shown(puzzle, solution)
    return {
        "pair": solution.name,
        "plan": list(solution.plan),
        "columns": {column: "".join(row[j] for row in rows) for j, column in enumerate(COLUMNS)},
        "factors": [
            {
                "sides": view,
                "pairs": digits,
                "components": [
                    [{"cube": k, "from": one, "to": other} for k, one, other in part]
                    for part in factor
                ],
            }
            for view, digits, factor in zip(
                VIEWS, solution.name.split("-"), solution.factors, strict=True
            )
        ],
    }


def _check(check: Checked) -> dict[str, Any]:
    document = check.to_json()
    del document["event"]
    return {**document, "seconds": round(check.seconds, 3)}


# --- text ---------------------------------------------------------------------------------


def stacks_lines(name: str, puzzle: CubesPuzzle, stacks: Stacks, remarks: bool = True) -> list[str]:
    """The headline, each solution drawn, how it was counted, and remarks."""
    lines = [f"{puzzle.info.name or name}: {_headline(puzzle, stacks)}"]
    for number, solution in enumerate(stacks.solutions, 1):
        lines += ["", f"solution {number}: opposite pairs {solution.name}"]
        lines += _stack_lines(puzzle, solution)
    lines += [""] if stacks.solutions and stacks.checks else []
    lines += [f"counted by {_counted(check)}" for check in stacks.checks]
    if remarks:
        lines += [f"note: {note}" for note in stacks.notes]
        lines.append(f"time: {stacks.seconds:.2f} s")
    return lines


def _headline(puzzle: CubesPuzzle, stacks: Stacks) -> str:
    metric = f"metric {puzzle.metric}"
    if stacks.status == "unsolvable":
        return f"no solution, unsolvable ({metric}), {stacks.grade}"
    if not stacks.solutions:
        told = "no solution found by one search" if stacks.checks else "no solution found yet"
        return f"{told}, nothing is proven ({metric})"
    count = _counting(len(stacks.solutions), "solution")
    if stacks.raw is None:
        return f"{count} {SYMMETRIC}, put together by the rules"
    known = [f"{stacks.raw} raw"]
    if stacks.factorizations is not None:
        known.append(_counting(stacks.factorizations, "factorization"))
    return f"{count} {SYMMETRIC} ({', '.join(known)}), {stacks.grade}"


def _counting(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _stack_lines(puzzle: CubesPuzzle, solution: Solution) -> list[str]:
    """The stack from the top, a line a cube, then the edges of both factors, cycle by cycle."""
    lines = ["           " + " ".join(f"{column:^5}" for column in COLUMNS) + "  hidden"]
    for k, row in enumerate(_shown(puzzle, solution)):
        sides = " ".join(f"{colour:^5}" for colour in row[:4])
        lines.append(f"  cube {k:<3} {sides}   {row[4]} {row[5]}".rstrip())
    for view, factor in zip(VIEWS, solution.factors, strict=True):
        parts = (
            "(" + " ".join(f"{k}:{one}-{other}" for k, one, other in part) + ")" for part in factor
        )
        lines.append(f"  {view} {' '.join(parts)}")
    lines.append(f"  plan {' '.join(solution.plan)}")
    return lines


def _shown(puzzle: CubesPuzzle, solution: Solution) -> list[list[str]]:
    """For each cube the colours in front, right, behind, left, below and above."""
    moves = map(puzzle.parse_move, solution.plan)
    return [[puzzle.cubes[m.cube][f] for f in PLACEMENTS[m.placement]] for m in moves]


def _counted(check: Checked) -> str:
    if check.engine == "brute force":
        who = "brute force by the rules"
    else:
        who = f"{check.model} ({check.engine})"
    numbers = [f"{check.raw} raw", _counting(check.pairs, "pair")]
    if check.factorizations is not None:
        numbers.append(_counting(check.factorizations, "factorization"))
    return f"{who}: {', '.join(numbers)}; {check.seconds:.2f} s"
