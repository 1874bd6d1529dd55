"""Proofs of horizons by hand, family by family, as strict as the strictest checker asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import islice, pairwise

import pytest
from hypothesis import assume, given, settings

from puzzleproof.models.errors import CertificateRejected, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, HasStrips
from puzzleproof.models.strips import Action, Goal, Strips
from puzzleproof.provers.lrat.horizon_proof import horizon_proof
from puzzleproof.provers.lrat.writer import as_binary, as_text
from puzzleproof.verify.bfs import bfs, layers
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.lrat import Line, binary_lines, check_lines, text_lines
from tests.support import boards, tile_boards
from tests.support.every_family import ANY
from tests.support.frog_boards import SMALL as FROGS

Claim = tuple[HorizonFormula, list[list[int]]]
"""A horizon and the layers for its proof."""


def claim(puzzle: AnyPuzzle, length: int) -> Claim:
    assert isinstance(puzzle, HasStrips)
    masks = [
        [puzzle.state_facts(view) for state in sorted(layer) for view in puzzle.preimages(state)]
        for layer in islice(layers(puzzle), length + 1)
    ]
    return HorizonFormula(puzzle.strips(), puzzle.state_facts(puzzle.start), length), masks


def before(puzzle: AnyPuzzle, most: int) -> int:
    """One move less than the minimum; ``most`` where that is more, or there is no plan."""
    for depth, layer in enumerate(islice(layers(puzzle), most + 1)):
        if any(map(puzzle.is_goal, layer)):
            return depth - 1
    return most


def proof_lines(horizon: HorizonFormula, masks: Sequence[Sequence[int]]) -> list[Line]:
    text = as_text(horizon_proof(horizon, masks), len(list(horizon.clauses())))
    return list(text_lines(BytesIO(b"".join(text)).read))


def check(horizon: HorizonFormula, masks: Sequence[Sequence[int]]) -> int:
    """Check a proof by the checker of the project, and that it is strict; the lemmas.

    Strict is what the verified checker of the ACL2 books asks: literals by their variables, no
    hint that is true already.
    """
    clauses = list(horizon.clauses())
    lines = proof_lines(horizon, masks)
    assert check_lines(clauses, horizon.variables, lines) == sum(
        len(hints) for number, _, hints in lines if number
    )
    known: dict[int, Sequence[int]] = dict(enumerate(clauses, 1))
    for number, literals, hints in lines:
        if not number:
            for one in hints:
                del known[one]
            continue
        assert all(abs(a) < abs(b) for a, b in pairwise(literals))
        false = set(literals)
        for hint in hints[:-1]:
            (left,) = (one for one in known[hint] if one not in false)
            assert -left not in false
            false.add(-left)
        assert false.issuperset(known[hints[-1]])
        known[number] = literals
    return sum(1 for number, _, _ in lines if number)


# --- every family -------------------------------------------------------------------------

IN_LIBRARY = (
    "triangle-4 move, triangle-4 jump, instant-insanity cube, tiles-2x3 single, tiles-2x3 multi, "
    "frogs-2-2 move, frogs-3-3 move, hughes piece, simplicity piece"
)


@pytest.mark.parametrize(("name", "metric"), [row.split() for row in IN_LIBRARY.split(", ")])
def test_no_shorter_plan_in_the_library(name: str, metric: str) -> None:
    puzzle = load(name)
    assert metric in puzzle.metrics
    puzzle = puzzle.with_metric(metric)
    assert check(*claim(puzzle, before(puzzle, 8))) > 1


@pytest.mark.parametrize("metric", boards.METRICS)
def test_no_shorter_plan_on_small_boards(metric: str) -> None:
    for puzzle in boards.small(metric):
        if not puzzle.tour and not puzzle.is_goal(puzzle.start):
            check(*claim(puzzle, before(puzzle, 2)))


@pytest.mark.parametrize("name", FROGS)
def test_no_shorter_plan_on_small_rows(name: str) -> None:
    if not FROGS[name].is_goal(FROGS[name].start):
        check(*claim(FROGS[name], before(FROGS[name], 5)))


@pytest.mark.parametrize("name", tile_boards.SMALL)
@pytest.mark.parametrize("metric", tile_boards.METRICS)
def test_no_shorter_plan_on_small_tables(name: str, metric: str) -> None:
    puzzle = tile_boards.SMALL[name].with_metric(metric)
    if not puzzle.is_goal(puzzle.start):
        check(*claim(puzzle, before(puzzle, 4)))


def test_cells_that_no_piece_can_cover() -> None:
    """They are empty by a group of one, which is no news to a strict checker."""
    puzzle = boards.sliding("AAA./.#../....", goal="..../.#../AAA.")
    assert check(*claim(puzzle, before(puzzle, 2))) > 1


@settings(max_examples=25)
@given(ANY)
def test_no_shorter_plan_on_random_boards(puzzle: AnyPuzzle) -> None:
    assume(not puzzle.is_goal(puzzle.start))
    try:
        horizon, masks = claim(puzzle, before(puzzle, 2))
    except Unsupported:
        return
    assume(len(horizon.strips.actions) < 2000)
    assert check(horizon, masks) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "metric", "length"),
    [
        ("pennant", "piece", 58),
        ("quuzzle", "piece", 83),
        ("tiles-2x3", "single", 20),
        ("triangle-5", "jump", 12),
        ("frogs-3-3", "move", 14),
        ("four-cubes", "cube", 3),
    ],
)
def test_no_shorter_plan_of_headline_instances(name: str, metric: str, length: int) -> None:
    check(*claim(load(name).with_metric(metric), length))


# --- facts made by hand -------------------------------------------------------------------


def hops(count: int, goals: tuple[Goal, ...], movers: int) -> Strips:
    """Pegs on a line, each to the next hole if it is empty: no groups."""
    actions = (
        Action(f"{k}>{k + 1}", positive=1 << k, negative=2 << k, toggles=3 << k)
        for k in range(count - 1)
    )
    return Strips(tuple(f"peg@{k}" for k in range(count)), (), movers, tuple(actions), goals)


def reached(strips: Strips, start: int, length: int) -> list[list[int]]:
    found, seen = [[start]], {start}
    for _ in range(length):
        after = {
            facts ^ action.toggles
            for facts in found[-1]
            for action in strips.actions
            if action.applies(facts)
        }
        found.append(sorted(after - seen))
        seen |= after
    return found


def test_what_is_in_no_group_stays_false() -> None:
    """Two pegs by two holes each take four moves; of two goals neither is nearer."""
    goals = (Goal((0b0100, 0b1000), 0b0011), Goal((0b1000, 0b0100)))
    strips = hops(4, goals, 0b1111)
    assert check(HorizonFormula(strips, 0b0011, 3), reached(strips, 0b0011, 3)) > 1
    with pytest.raises(CertificateRejected, match="goal"):
        check(HorizonFormula(strips, 0b0011, 4), reached(strips, 0b0011, 4))


def test_facts_that_no_group_tells_of() -> None:
    strips = hops(4, (Goal((0b1000,)),), 0b0111)
    with pytest.raises(Unsupported, match="no group"):
        check(HorizonFormula(strips, 0b0001, 2), reached(strips, 0b0001, 2))


# --- layers need not be trusted -----------------------------------------------------------

PUZZLE = load("hughes")
LENGTH = 8


def test_wherever_a_plan_is_there_is_no_proof() -> None:
    puzzle = load("frogs-2-2")
    optimum = bfs(puzzle).optimum
    assert optimum == 8  # n (n + 2) moves: E. Lucas, Récréations mathématiques II (1883)
    with pytest.raises(CertificateRejected, match="goal"):
        check(*claim(puzzle, optimum))


def dropped(masks: list[list[int]]) -> None:
    del masks[3][0]


def delayed(masks: list[list[int]]) -> None:
    masks[5].append(masks[3].pop())


def doubled(masks: list[list[int]]) -> None:
    masks[5].append(masks[3][0])


def without_start(masks: list[list[int]]) -> None:
    masks[0].clear()


def none(masks: list[list[int]]) -> None:
    masks.clear()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (dropped, "layer 2: the action '.*' leads elsewhere"),
        (delayed, "layer 2: the action '.*' leads elsewhere"),
        (doubled, "twice"),
        (without_start, "layer 0"),
        (none, "layer 0"),
    ],
)
def test_wrong_layers(change: Callable[[list[list[int]]], None], words: str) -> None:
    horizon, masks = claim(PUZZLE, LENGTH)
    change(masks)
    with pytest.raises(CertificateRejected, match=words):
        check(horizon, masks)


def test_distances_may_be_too_small() -> None:
    horizon, masks = claim(PUZZLE, LENGTH)
    _, more = claim(PUZZLE, LENGTH + 1)
    nearer = [more[0], more[1] + more[2], *more[3:]]
    assert check(horizon, nearer) > check(horizon, masks)


def test_proof_of_another_horizon() -> None:
    horizon, masks = claim(PUZZLE, LENGTH)
    shorter = HorizonFormula(horizon.strips, horizon.start, LENGTH - 1)
    with pytest.raises(CertificateRejected):
        check_lines(shorter.clauses(), shorter.variables, proof_lines(horizon, masks))


def test_each_hint_is_needed() -> None:
    """Of the last lemmas of a step, which need all others: with any hint left out they fail."""
    horizon, masks = claim(PUZZLE, 1)
    clauses, lines = list(horizon.clauses()), proof_lines(horizon, masks)
    some = [k for k, (number, _, _) in enumerate(lines) if number][-12:]
    for k in some:
        number, literals, hints = lines[k]
        for left_out in range(len(hints)):
            fewer = (number, literals, hints[:left_out] + hints[left_out + 1 :])
            with pytest.raises(CertificateRejected, match=f"clause {number}"):
                check_lines(clauses, horizon.variables, [*lines[:k], fewer, *lines[k + 1 :]])


def test_text_and_binary_hold_the_same_lines() -> None:
    for length in (0, 1, 8):
        horizon, masks = claim(PUZZLE, length)
        binary = b"".join(as_binary(horizon_proof(horizon, masks)))
        assert list(binary_lines(BytesIO(binary).read)) == proof_lines(horizon, masks)
