"""``puzzleproof solve --all``: how many shortest plans there are, and the first of them."""

from __future__ import annotations

import argparse
import sys

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import (
    count,
    heading,
    is_terminal,
    print_answer,
    wants_json,
)
from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.printing.verdict import plan_lines
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.process import Limits
from puzzleproof.provers.solve import SHOWN, ShortestPlans, shortest_plans_of


def run(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Count by the simple search over the rules; raises LimitReached where it is stopped."""
    if options.engine in ("sat", "cpsat"):
        raise Unsupported(f"--all with --engine {options.engine}: plans are counted by a search")
    if options.states:
        raise Unsupported("--states draws one plan, --all may have many")
    limit = SHOWN if options.limit is None else options.limit
    limits = Limits(options.time_limit, options.memory_limit)
    with listen(options, puzzle.metric) as on_event:
        found = shortest_plans_of(puzzle, limit, on_event, limits)
    _print(options, name, puzzle, found)
    if found.optimum is not None:
        return Exit.PLAN_ONLY
    return Exit.UNSOLVABLE if found.grade == "certified" else Exit.LIMIT


def _print(options: argparse.Namespace, name: str, puzzle: AnyPuzzle, found: ShortestPlans) -> None:
    if wants_json(options):
        document = {
            **heading(name, puzzle),
            "moves": found.optimum,
            "grade": found.grade,
            "shortest_plans": found.number,
            "told_apart_by": "positions",
            "plans": found.plans,
        }
        print_answer(options, "plans", document)
        return
    title, metric = puzzle.info.name or name, f"metric {puzzle.metric}"
    if found.optimum is None:
        by = "certified by an invariant" if found.grade == "certified" else "claimed by one search"
        print(f"{title}: no plan ({metric}), {by}; 'prove' brings the evidence")
        return
    plans, moves = count(found.number, "shortest plan"), count(found.optimum, "move")
    apart = "distinguished by the positions on the way"
    print(f"{title}: {plans}, of {moves} ({metric}), {apart}; claimed by one search")
    for plan in found.plans:
        lines = plan_lines(plan) if is_terminal(sys.stdout) else [f"plan: {' '.join(plan)}"]
        print("\n".join(lines))
    if len(found.plans) < found.number:
        print(f"note: {len(found.plans)} shown, see --limit")
