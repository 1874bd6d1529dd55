"""``puzzleproof solve --all``: how many shortest plans there are, and the first of them."""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import (
    count,
    heading,
    is_terminal,
    listen,
    print_answer,
    wants_json,
)
from puzzleproof.cli.printing.verdict import plan_lines
from puzzleproof.models.errors import InternalError, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Layer, searching
from puzzleproof.provers.process import Limits, call, half_of_spare_memory
from puzzleproof.provers.solve import impossible
from puzzleproof.verify.count import count_shortest, shortest_plans
from puzzleproof.verify.replay import replay_to_goal

SHOWN = 10
"""Plans that are printed where no --limit is given; all are counted."""


class ShortestPlans(NamedTuple):
    """The minimum (None: no goal can be reached), the number of shortest plans, some of them."""

    optimum: int | None
    number: int
    plans: list[list[str]]


def run(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Count by the simple search over the rules; raises LimitReached where it is stopped."""
    if options.engine in ("sat", "cpsat"):
        raise Unsupported(f"--all with --engine {options.engine}: plans are counted by a search")
    if options.states:
        raise Unsupported("--states draws one plan, --all may have many")
    limit = SHOWN if options.limit is None else options.limit
    if limit < 0:
        raise NotationError(f"--limit {limit}: expected 0 or more")
    if impossible(puzzle) is not None:
        _print(options, name, puzzle, ShortestPlans(None, 0, []), "certified")
        return Exit.UNSOLVABLE
    limits = Limits(options.time_limit, options.memory_limit or half_of_spare_memory())
    with listen(options, puzzle.metric) as on_event:
        found: ShortestPlans = call(_count, (puzzle, limit), on_event, limits)
    for plan in found.plans:
        if replay_to_goal(puzzle, plan) != found.optimum:
            raise InternalError(f"a plan of {len(plan)} moves was counted among the shortest")
    _print(options, name, puzzle, found, "claimed")
    return Exit.LIMIT if found.optimum is None else Exit.PLAN_ONLY


def _count(puzzle: AnyPuzzle, limit: int, emit: Emit) -> ShortestPlans:
    """Count, in the child process."""

    def on_layer(depth: int, states: int) -> None:
        emit(Layer("verify.count", "models", depth, states))

    emit(searching(puzzle, "counting shortest plans"))
    counted = count_shortest(puzzle, on_layer)
    plans = [list(plan) for plan in shortest_plans(puzzle, limit)]
    return ShortestPlans(counted.optimum, counted.plans, plans)


def _print(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle, found: ShortestPlans, grade: str
) -> None:
    if wants_json(options):
        document = {
            **heading(name, puzzle),
            "moves": found.optimum,
            "grade": grade,
            "shortest_plans": found.number,
            "told_apart_by": "positions",
            "plans": found.plans,
        }
        print_answer(options, "plans", document)
        return
    title, metric = puzzle.info.name or name, f"metric {puzzle.metric}"
    if found.optimum is None:
        by = "certified by an invariant" if grade == "certified" else "claimed by one search"
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
