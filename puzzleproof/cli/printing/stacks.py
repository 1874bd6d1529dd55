"""``puzzleproof solve`` for cubes: stacks, each with its factors (docs/boards.md), and counts."""

from dataclasses import asdict
from typing import Any

from puzzleproof.cli import Exit
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import count, heading, print_either, remark_lines
from puzzleproof.models.cubes.rules import COLUMNS, PLACEMENTS, CubesPuzzle
from puzzleproof.provers.cubes import (
    MethodFinished,
    StacksAnswer,
    StackSolution,
    solve_stacks,
)
from puzzleproof.provers.verdict import PROVEN
from puzzleproof.release import versions

VIEWS = ("front-back", "right-left")
SYMMETRIC = "up to the symmetries of a stack"


def run(options: Context, name: str, puzzle: CubesPuzzle, every: bool) -> int:
    """Find the solutions of a set of cubes and print them; returns the exit code."""
    wanted = options.plans if isinstance(options.plans, int) else None
    with listen(options, puzzle.metric) as on_event:
        about = puzzle, options.engine, on_event, options.limits
        answer = solve_stacks(*about, every=every, limit=wanted)
    lines = stacks_lines(name, puzzle, answer, remarks=not options.quiet)
    print_either(options, "stacks", _document(name, puzzle, answer), lines)
    # The rules prove each solution; only methods that agree prove that no solution is missing.
    if answer.status == "unsolvable":
        return Exit.UNSOLVABLE
    if not answer.solutions:
        return Exit.LIMIT
    if every and wanted is None and (answer.stopped or answer.grade not in PROVEN):
        return Exit.PLAN_ONLY
    return Exit.PROVEN


def _document(name: str, puzzle: CubesPuzzle, answer: StacksAnswer) -> dict[str, Any]:
    simple = ("status", "grade", "raw", "factorizations", "pairs")
    return {
        **heading(name, puzzle),
        **{key: getattr(answer, key) for key in simple},
        "solutions": [_solution(puzzle, solution) for solution in answer.solutions],
        "checks": [{**asdict(one), "seconds": round(one.seconds, 3)} for one in answer.checks],
        "seconds": round(answer.seconds, 3),
        "versions": versions(),
        "notes": list(answer.notes),
    }


def _solution(puzzle: CubesPuzzle, solution: StackSolution) -> dict[str, Any]:
    rows, pairs = _shown(puzzle, solution), solution.name.split("-")
    edge = ("cube", "from", "to")
    components = (
        [[dict(zip(edge, one, strict=True)) for one in part] for part in factor]
        for factor in solution.factors
    )
    factors = zip(VIEWS, pairs, components, strict=True)
    return {
        "pair": solution.name,
        "plan": list(solution.plan),
        "columns": {column: "".join(row[j] for row in rows) for j, column in enumerate(COLUMNS)},
        "factors": [{"sides": s, "pairs": digits, "components": c} for s, digits, c in factors],
    }


def stacks_lines(
    name: str, puzzle: CubesPuzzle, answer: StacksAnswer, remarks: bool = True
) -> list[str]:
    """Return the headline, a drawing of each solution, the counts by each method, and notes."""
    lines = [f"{puzzle.info.name or name}: {_headline(puzzle, answer)}"]
    for number, solution in enumerate(answer.solutions, 1):
        lines += ["", f"solution {number}: opposite pairs {solution.name}"]
        lines += _stack_lines(puzzle, solution)
    lines += [""] if answer.solutions and answer.checks else []
    lines += [f"counted by {_counted(check)}" for check in answer.checks]
    return lines + remark_lines(answer, remarks)


def _headline(puzzle: CubesPuzzle, answer: StacksAnswer) -> str:
    metric = f"metric {puzzle.metric}"
    if answer.status == "unsolvable":
        return f"no solution, unsolvable ({metric}), {answer.grade}"
    if not answer.solutions:
        found = "no solution found by one search" if answer.checks else "no solution found yet"
        return f"{found}, nothing is proven ({metric})"
    solutions = count(len(answer.solutions), "solution")
    if answer.raw is None:
        return f"{solutions} {SYMMETRIC}, replayed by the rules"
    known = [f"{answer.raw} raw"]
    if answer.factorizations is not None:
        known.append(count(answer.factorizations, "factorization"))
    return f"{solutions} {SYMMETRIC} ({', '.join(known)}), {answer.grade}"


def _stack_lines(puzzle: CubesPuzzle, solution: StackSolution) -> list[str]:
    """Draw the stack, a line for each cube, then both factors as lists of cycles."""
    lines = ["           " + " ".join(f"{column:^5}" for column in COLUMNS) + "  hidden"]
    for k, row in enumerate(_shown(puzzle, solution)):
        sides = " ".join(f"{colour:^5}" for colour in row[:4])
        lines.append(f"  cube {k:<3} {sides}   {row[4]} {row[5]}".rstrip())
    for view, factor in zip(VIEWS, solution.factors, strict=True):
        parts = (" ".join(f"{k}:{one}-{other}" for k, one, other in part) for part in factor)
        lines.append(f"  {view} {' '.join(f'({part})' for part in parts)}")
    lines.append(f"  plan {' '.join(solution.plan)}")
    return lines


def _shown(puzzle: CubesPuzzle, solution: StackSolution) -> list[list[str]]:
    """List for each cube the colours in front, right, behind, left, below and above."""
    moves = map(puzzle.parse_move, solution.plan)
    return [[puzzle.cubes[m.cube][f] for f in PLACEMENTS[m.placement]] for m in moves]


def _counted(check: MethodFinished) -> str:
    forced = check.engine == "brute force"
    who = "brute force by the rules" if forced else f"{check.model} ({check.engine})"
    numbers = [f"{check.raw} raw", count(check.pairs, "pair")]
    if check.factorizations is not None:
        numbers.append(count(check.factorizations, "factorization"))
    return f"{who}: {', '.join(numbers)}; {check.seconds:.2f} s"
