"""``puzzleproof solve --all``: how many shortest plans there are, and the first of them."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import ClassVar

from puzzleproof.cli.exits import Exit
from puzzleproof.cli.progress import listen
from puzzleproof.models.errors import InternalError, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Event, Layer
from puzzleproof.provers.memory import half_of_spare_memory
from puzzleproof.provers.process import run as supervise
from puzzleproof.provers.solve import impossible
from puzzleproof.verify.count import count_shortest, shortest_plans
from puzzleproof.verify.replay import replay_to_goal

SHOWN = 10
"""Plans that are printed where no --limit is given; all are counted."""


@dataclass(frozen=True, slots=True)
class Plans(Event):
    """The minimum (None: no goal can be reached), the number of shortest plans, some of them."""

    event: ClassVar[str] = "plans"
    optimum: int | None
    number: int
    plans: tuple[tuple[str, ...], ...]


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
        _print(options, name, puzzle, Plans(None, 0, ()), "certified")
        return Exit.UNSOLVABLE
    found: list[Plans] = []
    with listen(options, puzzle.metric) as on_event:

        def receive(event: Event) -> None:
            if isinstance(event, Plans):
                found.append(event)
            else:
                on_event(event)

        memory = options.memory_limit or half_of_spare_memory()
        supervise(_work, (puzzle, limit), receive, options.time_limit, memory)
    (plans,) = found
    for plan in plans.plans:
        if replay_to_goal(puzzle, plan) != plans.optimum:
            raise InternalError(f"a plan of {len(plan)} moves was counted among the shortest")
    _print(options, name, puzzle, plans, "claimed")
    return Exit.LIMIT if plans.optimum is None else Exit.PLAN_ONLY


def _work(puzzle: AnyPuzzle, limit: int, emit: Emit) -> None:
    """Count, in the child process."""

    def on_layer(depth: int, states: int) -> None:
        emit(Layer("verify.count", "models", depth, states))

    count = count_shortest(puzzle, on_layer)
    plans = tuple(map(tuple, shortest_plans(puzzle, limit)))
    emit(Plans(count.optimum, count.plans, plans))


def _print(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle, plans: Plans, grade: str
) -> None:
    if options.json or options.json_stream:
        head = {"event": "plans"} if options.json_stream else {}
        document = {
            **head, "puzzle": name, "family": puzzle.family, "metric": puzzle.metric,
            "moves": plans.optimum, "grade": grade, "shortest_plans": plans.number,
            "told_apart_by": "positions", "plans": list(map(list, plans.plans)),
        }  # fmt: skip
        print(json.dumps(document, ensure_ascii=False), flush=True)
        return
    title, metric = puzzle.info.name or name, f"metric {puzzle.metric}"
    if plans.optimum is None:
        say = "certified by an invariant" if grade == "certified" else "claimed by one search"
        print(f"{title}: no plan ({metric}), {say}; 'prove' brings the evidence")
        return
    plural = "" if plans.number == 1 else "s"
    moves = "1 move" if plans.optimum == 1 else f"{plans.optimum} moves"
    print(f"{title}: {plans.number:,} shortest plan{plural}, of {moves} ({metric}), told apart by "
          "the positions on the way; claimed by one search")  # fmt: skip
    for plan in plans.plans:
        print("plan: " + " ".join(plan))
    if len(plans.plans) < plans.number:
        print(f"note: {len(plans.plans)} shown, see --limit")
