"""Every strengthening may be switched on and off: the minimum stays the same."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.strengthen import DEFAULT, STRENGTHENINGS, strengthenings
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.boards import METRICS, groundable, puzzles
from tests.support.minimum import by_horizons, by_search
from tests.support.questions import CASES, has_plan, task_of

CHOICES: dict[str, Collection[str]] = {
    "none": (),
    "default": DEFAULT,
    "all": STRENGTHENINGS,
    **{f"only {name}": (name,) for name in STRENGTHENINGS},
    **{f"all but {name}": [x for x in STRENGTHENINGS if x != name] for name in STRENGTHENINGS},
}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("case", CASES)
def test_every_choice_gives_the_same_minimum(case: str, metric: str) -> None:
    puzzle = CASES[case].with_metric(metric)
    minimum = bfs(puzzle).optimum
    assert minimum is not None
    if minimum > 12:
        pytest.skip("a horizon too long for the bare encoding")
    task = task_of(puzzle)
    for choice, names in CHOICES.items():
        assert minimum == 0 or not has_plan(task, minimum - 1, names), choice
        backend = SatHorizons(task, solver="glucose4", strengthen=names)
        assert by_horizons(puzzle, backend, minimum, stride=minimum) == minimum, choice


@settings(max_examples=settings().max_examples // 2)
@given(puzzles(), st.sets(st.sampled_from(STRENGTHENINGS)))
def test_any_choice_gives_the_minimum_of_random_boards(
    puzzle: SlidingPuzzle, names: set[str]
) -> None:
    found = by_search(puzzle, 7, 2000)
    assume(found is not None and groundable(puzzle))
    assert found is not None
    assert found.optimum is not None
    backend = SatHorizons(task_of(puzzle), solver="glucose4", strengthen=sorted(names))
    assert by_horizons(puzzle, backend, found.optimum) == found.optimum


@pytest.mark.parametrize("case", CASES)
def test_a_plan_longer_than_the_minimum_is_within_the_horizon_too(case: str) -> None:
    """The horizon may idle at its end, whatever is switched on."""
    puzzle = CASES[case]
    minimum = bfs(puzzle).optimum or 0
    for names in ((), DEFAULT, STRENGTHENINGS):
        assert has_plan(task_of(puzzle), minimum + 3, names)


def test_the_modules_come_in_a_fixed_order() -> None:
    assert strengthenings(("mirror", "no_undo")) == strengthenings(("no_undo", "mirror"))
    assert len(strengthenings(STRENGTHENINGS)) == len(STRENGTHENINGS)
    assert set(DEFAULT) <= set(STRENGTHENINGS)


def test_an_unknown_strengthening_is_refused() -> None:
    with pytest.raises(Unsupported, match="'magic'"):
        strengthenings(("magic",))
