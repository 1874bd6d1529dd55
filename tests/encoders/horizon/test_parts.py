"""Parts of a horizon: rows that leave no place out, so that they are refuted where the whole is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.horizon import parts
from puzzleproof.encoders.horizon.parts import Part, rows_half_way, symmetries_of
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, groundable, library, puzzles, sliding
from tests.support.minimum import by_search
from tests.support.questions import minimum_of, task_of


def named(task: Task, part: Part) -> list[str]:
    return [task.facts[fact] for fact in part]


def test_a_wall_divides_a_row() -> None:
    task = task_of(sliding("A.#./....", goal="..../...A"))
    assert [named(task, row) for row in rows_half_way(task)] == [
        ["A@0,0", "A@0,1"],
        ["A@0,3"],
        [f"A@1,{c}" for c in range(4)],
    ]


def test_every_place_of_the_piece_or_its_image_is_in_one_part() -> None:
    for name in ("ane-rouge", "simplicity", "century", "rush-49"):
        task = task_of(library(name))
        rows = rows_half_way(task)
        facts = sorted(fact for row in rows for fact in row)
        (whole,) = (count for count in task.counts if set(count.facts) & set(facts))
        assert whole.number == 1
        images = {image[fact] for fact in facts for image in task.symmetries}
        assert images | set(facts) == set(whole.facts)
        assert len(facts) == len(set(facts))


def test_without_such_a_piece_there_are_no_parts() -> None:
    alike = sliding("AB../....", goal="..../..AB")
    for puzzle in (alike, SMALL["tour in sequence"], alike.with_metric("unit")):
        assert rows_half_way(task_of(puzzle)) == []


@pytest.mark.parametrize("name", ["walls", "two labelled", "half-way", "mirror"])
@pytest.mark.parametrize("metric", ["piece", "line", "unit"])
def test_a_horizon_has_a_plan_where_a_part_has(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    task, minimum = task_of(puzzle), minimum_of(puzzle)
    rows = rows_half_way(task)
    for backend in (SatHorizons(task, "glucose4"), CpsatHorizons(task)):
        assert all(backend.refute(minimum - 1, row) is None for row in rows)
        assert any(backend.refute(minimum, row) is not None for row in rows)


# --- symmetries that exchange pieces ------------------------------------------------------

EXCHANGED = sliding("A..B/....", goal="B..A/....", labelled="AB")
"""Left and right are alike if A is B."""


def renumbered(task: Task, new: Sequence[int]) -> Task:
    """The same task with other numbers of its facts; ``new`` has that of each."""
    old = sorted(range(len(new)), key=new.__getitem__)

    def many(facts: Iterable[int]) -> tuple[int, ...]:
        return tuple(new[f] for f in facts)

    def set_of(facts: Iterable[int]) -> frozenset[int]:
        return frozenset(many(facts))

    assert task.slides is not None
    slides = task.slides._replace(
        rests=tuple(-1 if f < 0 else new[f] for f in task.slides.rests),
        free=tuple(map(many, task.slides.free)),
    )
    operators = (
        o._replace(requires=set_of(o.requires), deletes=set_of(o.deletes), adds=set_of(o.adds))
        for o in task.operators
    )
    return replace(
        task,
        facts=tuple(task.facts[f] for f in old),
        groups=tuple(map(many, task.groups)),
        counts=tuple(c._replace(facts=many(c.facts)) for c in task.counts),
        movers=set_of(task.movers),
        start=set_of(task.start),
        operators=tuple(operators),
        goals=tuple(tuple(map(many, goal)) for goal in task.goals),
        symmetries=tuple(tuple(new[one[f]] for f in old) for one in task.symmetries),
        slides=slides,
    )


def has_plan(task: Task, length: int) -> bool:
    backend, rows = SatHorizons(task, "glucose4"), rows_half_way(task)
    assert rows
    return any(backend.refute(length, row) is not None for row in rows)


def whatever_they_exchange(task: Task, _places: object) -> list[tuple[int, ...]]:
    return list(task.symmetries)


def test_a_symmetry_that_exchanges_pieces_leaves_no_place_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The numbers are such that each place where A may be half-way has a lesser image, of B."""
    task, minimum = task_of(EXCHANGED), minimum_of(EXCHANGED)
    (exchange,) = symmetries_of(task, range(len(task.facts)))
    (of_a,) = (c.facts for c in task.counts if c.name == "A")
    assert symmetries_of(task, of_a) == []
    backend = SatHorizons(task, "glucose4")
    used = [f for f in of_a if backend.refute(minimum, (f,)) is not None]
    assert 0 < len(used) < len(of_a)
    new = list(range(len(task.facts)))
    for fact in used:
        new[fact], new[exchange[fact]] = exchange[fact], fact
    other = renumbered(task, new)
    assert is_symmetry(other, other.symmetries[0])
    assert not has_plan(other, minimum - 1)
    assert has_plan(other, minimum)
    monkeypatch.setattr(parts, "symmetries_of", whatever_they_exchange)
    assert has_plan(task, minimum)  # kind by kind, no place is left out even so
    assert not has_plan(other, minimum)  # which is wrong


@settings(max_examples=settings().max_examples // 2)
@given(puzzles(tours=False))
def test_parts_of_random_boards(puzzle: SlidingPuzzle) -> None:
    found = by_search(puzzle, 6, 1500)
    assume(found is not None and groundable(puzzle))
    assert found is not None
    assert found.optimum is not None
    task = task_of(puzzle)
    rows, backend = rows_half_way(task), SatHorizons(task, "glucose4")
    assume(rows and found.optimum)
    for length in (found.optimum - 1, found.optimum, found.optimum + 1):
        plans = [backend.refute(length, row) for row in rows]
        assert any(plan is not None for plan in plans) == (length >= found.optimum)
