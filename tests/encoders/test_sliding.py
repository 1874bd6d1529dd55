"""Sliding blocks as tasks: numbered facts, whole moves by routes, and single steps in chains."""

from __future__ import annotations

from string import ascii_uppercase

import pytest

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.sliding import BlockFacts
from puzzleproof.encoders.sliding import task as whole_moves
from puzzleproof.encoders.sliding.task import ground_sliding
from puzzleproof.encoders.task import Grounding
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.formulations import Facts, reachable, successors

BOARD = sliding("AB./..#", goal="BA./..#", labelled="AB")


def test_places_and_empty_cells_have_names() -> None:
    task = BlockFacts(BOARD, single_steps=False).task(())
    cells = ["0,0", "0,1", "0,2", "1,0", "1,1"]
    assert list(task.facts) == [f"{kind}@{cell}" for kind in ("A", "B", "empty") for cell in cells]
    assert {task.facts[f] for f in task.start} == {
        *("A@0,0", "B@0,1"),
        *("empty@0,2", "empty@1,0", "empty@1,1"),
    }
    assert [[task.facts[f] for f in clause] for clause in task.goals[0]] == [["B@0,0"], ["A@0,1"]]
    assert [(count.name, count.number) for count in task.counts] == [
        ("A", 1),
        ("B", 1),
        ("empty", 3),
    ]


def test_for_single_steps_the_empty_cells_come_first() -> None:
    first, last = (BlockFacts(BOARD, single_steps=steps) for steps in (True, False))
    assert sorted(first.empty.values()) == list(range(5))
    assert sorted(last.empty.values()) == list(range(10, 15))
    assert set(first.task(()).facts) == set(last.task(()).facts)


def test_pieces_of_one_shape_are_a_kind_unless_they_are_labelled() -> None:
    def kinds(labelled: str) -> dict[str, int]:
        facts = BlockFacts(sliding("AB./CC.", labelled=labelled), single_steps=False)
        return {kind.name: kind.number for kind in facts.kinds}

    assert kinds("") == {"AB": 2, "C": 1}
    assert kinds("A") == {"A": 1, "B": 1, "C": 1}


def test_a_goal_without_a_label_is_any_piece_of_the_shape() -> None:
    facts = BlockFacts(sliding("AB./CC.", goal=".B./...", labelled="A"), single_steps=False)
    task = facts.task(())
    assert [[task.facts[f] for f in clause] for clause in task.goals[0]] == [["A@0,1", "B@0,1"]]


def test_half_way_places_are_for_single_steps_or_drawn() -> None:
    drawn, between = SMALL["half-way"], SMALL["half-way goal"]
    for puzzle in (drawn, between):
        resting, all_of_them = (BlockFacts(puzzle, single_steps=steps) for steps in (False, True))
        assert set(resting.places) < set(all_of_them.places)
        assert all(resting.rests(*place) for place in resting.places)
        assert not all(resting.rests(*place) for place in all_of_them.places)


@pytest.mark.parametrize(("board", "letters"), [("AA.", "EW"), ("A/A/.", "NS"), ("AA/AA", "NESW")])
def test_where_axes_are_locked_a_piece_goes_along_its_length(board: str, letters: str) -> None:
    def directions(locked: bool) -> str:
        puzzle = sliding(board, axis_locked=locked)
        return BlockFacts(puzzle, single_steps=True).kinds[0].directions

    assert directions(locked=True) == letters
    assert directions(locked=False) == "NESW"


@pytest.mark.parametrize("single_steps", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_a_state_has_one_set_of_facts(name: str, single_steps: bool) -> None:
    puzzle = SMALL[name]
    facts, width = BlockFacts(puzzle, single_steps=single_steps), len(puzzle.names)
    for layer in layers(puzzle):
        for state in layer:
            (found,) = facts.inverse(state[:width])
            assert facts.state(found) == state[:width]
            assert all(len(found & set(group)) == 1 for group in facts.task(()).groups)


# --- routes --------------------------------------------------------------------------------

RING = sliding(".../.#./A..", goal="..A/.#./...")


def routes(puzzle: SlidingPuzzle) -> dict[str, list[list[str]]]:
    """From where to where -> the cells that must be empty, route by route."""
    task, found = ground_sliding(puzzle).task, dict[str, list[list[str]]]()
    for operator in task.operators:
        needs = sorted(task.facts[f] for f in operator.requires - task.movers)
        found.setdefault(operator.name, []).append([name.removeprefix("empty@") for name in needs])
    return found


def test_a_piece_goes_round_a_wall_on_either_side() -> None:
    found = routes(RING)["A:2,0>0,2"]
    assert found == [["0,0", "0,1", "0,2", "1,0"], ["0,2", "1,2", "2,1", "2,2"]]


def test_a_line_ends_at_the_corner_and_a_unit_at_the_next_cell() -> None:
    def reached(metric: str) -> set[str]:
        names = routes(RING.with_metric(metric))
        return {name.partition(">")[2] for name in names if name.startswith("A:2,0>")}

    assert reached("unit") == {"1,0", "2,1"}
    assert reached("line") == {"1,0", "0,0", "2,1", "2,2"}
    assert reached("piece") == {"1,0", "0,0", "0,1", "0,2", "1,2", "2,1", "2,2"}


def test_routes_that_need_more_than_the_empty_cells_are_dropped() -> None:
    crowded = sliding("BCD/E#./A..", goal="..A/.#./...", labelled="A")
    assert routes(crowded)["A:2,0>1,2"] == [["1,2", "2,1", "2,2"]]
    assert "A:2,0>0,2" not in routes(crowded)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_no_route_needs_another_one_s_cells_and_more(name: str, metric: str) -> None:
    for sets in ground_sliding(SMALL[name].with_metric(metric)).task.displacements.values():
        assert not any(one < other for one in sets for other in sets)


def test_too_many_routes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_moves, "OPERATOR_LIMIT", 10)
    with pytest.raises(Unsupported, match="more than 10 routes"):
        ground_sliding(RING)


@pytest.mark.parametrize("free", [1, 4, 7, 8, 9, 12, 15])
def test_a_board_of_sixteen_cells_has_few_routes(free: int) -> None:
    """Unit squares, all distinguished: no other pieces have as many places."""
    letters = ascii_uppercase[: 16 - free]
    rows = "/".join(f"{letters:.<16}"[r : r + 4] for r in range(0, 16, 4))
    assert len(ground_sliding(sliding(rows, labelled=letters)).task.operators) <= 13_248


# --- single steps --------------------------------------------------------------------------

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
    assert steps.task.chains == (metric != "unit" or puzzle.cell > 1)
    for facts in reachable(whole.task)[:40]:
        (same,) = steps.facts_of(whole.state(facts))
        after = {whole.state(then) for _, then in successors(whole.task, facts)}
        assert moved(steps, same) == after
