"""Sliding blocks as single steps: their chains are the whole moves of each metric."""

from __future__ import annotations

import pytest

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.task import Grounding
from puzzleproof.models.puzzle import State
from tests.support.boards import METRICS, SMALL
from tests.support.formulations import Facts, reachable, successors

NAMES = ("two labelled", "walls", "rush hour", "half-way", "half-way goal")


def moved(grounding: Grounding, facts: Facts) -> set[State]:
    """The other states that a chain of steps leads to, where it may rest."""
    task = grounding.task
    chain = [(o.landing, o.rests, o.apply(facts)) for o in task.operators if o.requires <= facts]
    for landing, _, here in chain:
        for o in task.operators:
            then = (o.landing, o.rests, o.apply(here))
            follows = task.chains and o.origin == landing and o.requires <= here
            if follows and then not in chain:
                chain.append(then)
    return {grounding.state(then) for _, rests, then in chain if rests} - {grounding.state(facts)}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", NAMES)
def test_chains_of_steps_are_the_whole_moves(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    whole, steps = ground(puzzle), ground_single_steps(puzzle)
    for facts in reachable(whole.task)[:40]:
        (same,) = steps.facts_of(whole.state(facts))
        after = {whole.state(then) for _, then in successors(whole.task, facts)}
        assert moved(steps, same) == after


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", NAMES)
def test_moves_are_chains_unless_a_step_is_a_move(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    single = metric == "unit" and puzzle.cell == 1
    assert ground_single_steps(puzzle).task.chains == (not single)
