"""The comparison of actions and clauses with legal moves: what it counts, and that it can fail."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any
from unittest import mock

import pytest

from puzzleproof.models.capabilities import state_facts, strips_of
from puzzleproof.models.errors import CertificateRejected, Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.models.puzzle import AnyPuzzle, Info
from puzzleproof.models.strips import Action, Goal, Strips
from puzzleproof.models.texts import count
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.formula import transitions
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.steps import Clause, check_strips
from puzzleproof.verify.formula.transitions import Compared, compare_moves
from puzzleproof.verify.formula.unrolled import UnrolledFormula
from puzzleproof.verify.refutation import formula_of, horizon_of
from tests.support import boards, tile_boards
from tests.support.frog_boards import SMALL as FROGS

EXAMPLES: dict[str, AnyPuzzle] = {
    "sliding": boards.SMALL["two labelled"].with_metric("line"),
    "rush hour": boards.SMALL["locked squares"].with_metric("unit"),
    "half-way": boards.SMALL["half-way goal"].with_metric("unit"),
    "pegs": load("triangle-4").with_metric("jump"),
    "moves": load("triangle-4"),
    "frogs": FROGS["row"],
    "tiles": tile_boards.SMALL["2 x 2"],
    "runs": tile_boards.SMALL["a row out of order"].with_metric("multi"),
    "cubes": load("one-colour-cubes"),
}
"""All their states are compared."""


def strips(puzzle: AnyPuzzle) -> Strips:
    return strips_of(puzzle)


def horizon(puzzle: AnyPuzzle, told: Strips | None = None) -> HorizonFormula:
    return HorizonFormula(
        told or strips_of(puzzle), state_facts(puzzle, puzzle.canonical(puzzle.start)), 1
    )


ACTION = strips(EXAMPLES["sliding"]).actions[3]
ClauseBend = tuple[Clause, Clause]


def moves_of(puzzle: AnyPuzzle) -> list[tuple[int, int]]:
    """All moves of the rules as facts before and after, from canonical states."""
    return [
        (state_facts(puzzle, state), state_facts(puzzle, puzzle.play(state, move)))
        for layer in layers(puzzle)
        for state in layer
        for move in puzzle.moves(state)
    ]


@pytest.mark.parametrize("name", EXAMPLES)
def test_all_moves_are_compared_and_counted(name: str) -> None:
    puzzle = EXAMPLES[name]
    found = compare_moves(puzzle, horizon(puzzle))
    states = sum(map(len, layers(puzzle)))
    assert found == Compared(len(set(moves_of(puzzle))), states, True)
    words = f"{count(found.moves, 'move')} of {states:,} states (all of them)"
    assert found.words().endswith(words)


def test_of_many_states_it_says_that_it_has_seen_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compare_moves(load("ane-rouge"), horizon(load("ane-rouge")))
    assert not found.complete
    assert found.states == transitions.STATES + transitions.WALK + transitions.PLACED
    assert found.words().endswith("(some breadth-first, some at random)")
    monkeypatch.setattr(transitions, "STATES", 10)
    assert compare_moves(EXAMPLES["frogs"], horizon(EXAMPLES["frogs"])).states > 10


def compare(puzzle: AnyPuzzle, told: Strips) -> None:
    """As the checker does: the actions alone, then the moves."""
    check_strips(told)
    compare_moves(puzzle, horizon(puzzle, told))


def weakened(action: Action) -> Iterator[Action]:
    """A condition forgotten that is not changed."""
    for k in range((action.positive | action.negative).bit_length()):
        if (action.positive | action.negative) & ~action.toggles & 1 << k:
            yield action._replace(
                positive=action.positive & ~(1 << k), negative=action.negative & ~(1 << k)
            )


def image_under(action: Action) -> Iterator[Action]:
    """A change forgotten, and a condition changed that stays."""
    for k in range((action.positive | action.negative).bit_length()):
        if (action.positive | action.negative) >> k & 1:
            yield action._replace(toggles=action.toggles ^ 1 << k)


def bent(actions: Sequence[Action], place: int) -> Iterator[tuple[Action, ...]]:
    """An action left out; less demanded of it or another change, in its place and beside it."""
    before, after = actions[:place], actions[place + 1 :]
    yield (*before, *after)
    for other in (*weakened(actions[place]), *image_under(actions[place])):
        yield (*before, other, *after)
        yield (*actions, other._replace(name="more"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_actions_that_are_not_the_moves_are_noticed(name: str) -> None:
    """Wherever it matters: some move of some state becomes another, is lost or is new."""
    puzzle = EXAMPLES[name]
    told, befores = strips(puzzle), {before for before, _ in moves_of(puzzle)}
    noticed = 0
    for place in range(0, len(told.actions), 1 + len(told.actions) // 8):
        for actions in bent(told.actions, place):
            if any(
                {b ^ a.toggles for a in told.actions if a.applies(b)}
                != {b ^ a.toggles for a in actions if a.applies(b)}
                for b in befores
            ):
                noticed += 1
                with pytest.raises(CertificateRejected):
                    compare(puzzle, replace(told, actions=actions))
    assert noticed > 5


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"negative": ACTION.negative | ACTION.positive}, "needs a fact and its opposite"),
        ({"positive": 0, "negative": 0}, "changes a fact that is no precondition"),
        ({"toggles": ACTION.toggles & ACTION.positive}, "does not keep a group of facts"),
    ],
)
def test_actions_that_cannot_be_are_rejected_by_name(change: dict[str, Any], words: str) -> None:
    told, bent = strips(EXAMPLES["sliding"]), ACTION._replace(**change)
    with pytest.raises(CertificateRejected, match=f"action {bent.name!r} {words}"):
        check_strips(replace(told, actions=(*told.actions[:3], bent, *told.actions[4:])))


def test_an_action_that_takes_two_facts_of_a_group_is_rejected() -> None:
    """All groups have one fact that holds, so none has two to take."""
    told = strips(EXAMPLES["tiles"])
    group = next(group for group in told.groups if group.bit_count() > 3)
    one, other, third, fourth = (1 << k for k in range(group.bit_length()) if group >> k & 1)
    bent = Action("bent", one | other, third | fourth, one | other | third | fourth)
    with pytest.raises(CertificateRejected, match="'bent' takes two facts from one group"):
        check_strips(replace(told, groups=(group,), actions=(bent,)))


def test_an_action_twice_is_rejected() -> None:
    told = strips(EXAMPLES["tiles"])
    twice = replace(told, actions=(*told.actions, told.actions[0]))
    with pytest.raises(CertificateRejected, match="an action twice"):
        check_strips(twice)


def test_a_puzzle_without_facts_and_actions_is_rejected() -> None:
    class Other(TilesPuzzle):
        family = "other"

        @cached_property
        def strips(self) -> Strips:
            raise Unsupported("family 'other' has no facts and actions")

    other = Other(Info(), "single", 1, 2, (1, 0), (0, 1))
    with pytest.raises(CertificateRejected, match=r"no formula .* family 'other' has no facts"):
        horizon_of(other, 1)


# --- clauses ------------------------------------------------------------------------------


FORMED: dict[str, tuple[str, AnyPuzzle]] = {
    **{
        name: ("horizon", EXAMPLES[name])
        for name in ("sliding", "pegs", "frogs", "tiles", "runs", "cubes")
    },
    "paths, line": ("paths", EXAMPLES["sliding"]),
    "paths, piece": ("paths", boards.SMALL["two labelled"]),
    "shifts": ("shifts", EXAMPLES["tiles"]),
}
SATISFIED = {"some action", "idle", "count", "no fork", "colour"}
"""Families that a bent clause of need not break: no move is idle, and all keep the numbers; no
piece that goes straight passes a place with three neighbours in a row."""


def true_of_moves(puzzle: AnyPuzzle, one: UnrolledFormula[Any]) -> list[set[int]]:
    """For each move the variables that it makes true; a horizon's are compared below."""
    facts = (state_facts(puzzle, state) for layer in layers(puzzle) for state in layer)
    return [set(one.witness(f, via, a)) for f in facts for a, via in one.moves_from(f).items()]


def refused(puzzle: AnyPuzzle, one: UnrolledFormula[Any], family: str, bend: ClauseBend) -> bool:
    """Whether a clause of one family that is another is noticed, by the family's name."""
    old, new = bend
    bent = [
        (name, [new if name == family and c == old else c for c in clauses])
        for name, clauses in one.of_step()
    ]
    try:
        with mock.patch.object(one, "of_step", return_value=bent):
            compare_moves(puzzle, one)
    except CertificateRejected as error:
        return f"does not satisfy a clause of {family!r}" in str(error)
    return False


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name == "cubes" else ()) for name in FORMED],
)
def test_a_clause_with_a_literal_negated_or_left_out_is_noticed(name: str) -> None:
    """Just where some move does not satisfy it, as worked out here; in every family some are."""
    form, puzzle = FORMED[name]
    one = formula_of(puzzle, 1, form)
    true, noticed = true_of_moves(puzzle, one), set[str]()
    families = {family: some for family, clauses in one.of_step() if (some := list(clauses))}
    for family, clauses in families.items():
        for clause in clauses[:: 1 + len(clauses) // 4]:
            for place, literal in enumerate(clause[:3]):
                for less in ((), (-literal,)):
                    new = (*clause[:place], *less, *clause[place + 1 :])
                    wrong = not all(any((abs(x) in t) == (x > 0) for x in new) for t in true)
                    assert refused(puzzle, one, family, (clause, new)) == wrong
                    noticed |= {family} if wrong else set()
    assert families.keys() - noticed <= SATISFIED


@pytest.mark.parametrize("name", ["sliding", "moves", "frogs", "tiles", "runs"])
def test_goals_left_out_or_too_wide_are_noticed(name: str) -> None:
    puzzle = EXAMPLES[name]
    told = strips(puzzle)
    for goals in ((), (*told.goals, Goal((), 0))):
        with pytest.raises(CertificateRejected, match="goals are not those of the rules"):
            compare_moves(puzzle, horizon(puzzle, replace(told, goals=goals)))


FAR = {
    "ane-rouge": "B:3,1>3,0",
    "english-centre": "2-4",
    "taquin-t1": "15:0,1>0,0",
}
"""An action of a corner, or of a piece, that the first states do not get to."""


@pytest.mark.parametrize("name", FAR)
def test_an_action_missing_far_from_the_start_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pieces are laid by chance; the search and the walk alone have not seen it."""
    monkeypatch.setattr(transitions, "STATES", 5)
    monkeypatch.setattr(transitions, "WALK", 5)
    puzzle = load(name)
    told = strips(puzzle)
    rest = tuple(action for action in told.actions if action.name != FAR[name])
    assert len(rest) == len(told.actions) - 1
    with pytest.raises(CertificateRejected, match="moves and actions differ, no action, in "):
        compare_moves(puzzle, horizon(puzzle, replace(told, actions=rest)))
    monkeypatch.setattr(transitions, "PLACED", 0)
    assert not compare_moves(puzzle, horizon(puzzle, replace(told, actions=rest))).complete


STUCK = loads(
    """
family = "sliding"
metric = "unit"
board = '''
ABC
DEC
FGC
FHI
..I
'''
goal = '''
...
...
.E.
...
...
'''
"""
)
"""The bar C never leaves its column, as only two cells are ever empty."""


def test_pieces_too_large_for_the_empty_cells_are_laid_where_they_can_get() -> None:
    found = compare_moves(STUCK, horizon(STUCK))
    assert not found.complete
    assert found.states > transitions.STATES + transitions.WALK


@pytest.mark.parametrize("left_out", ["ABDEGH:0,0>1,0", "0,0>", ">0,0"])
def test_a_far_corner_cut_off_is_noticed_where_pieces_may_be_stuck(
    left_out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One action of the corner, or all of them that leave or enter it, in one or both ways."""
    monkeypatch.setattr(transitions, "STATES", 5)
    monkeypatch.setattr(transitions, "WALK", 0)
    told = strips(STUCK)
    rest = tuple(action for action in told.actions if left_out not in action.name)
    for actions in (rest, tuple(action for action in rest if "0,0" not in action.name)):
        cut = horizon(STUCK, replace(told, actions=actions))
        with pytest.raises(CertificateRejected):
            compare_moves(STUCK, cut)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(transitions, "PLACED", 0)
            assert not compare_moves(STUCK, cut).complete


def test_a_goal_beyond_the_states_looked_at_is_seen_where_a_plan_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transitions, "PLACED", 0)
    puzzle = load("ane-rouge")
    told = replace(strips(puzzle), goals=())
    compare_moves(puzzle, horizon(puzzle, told))
    plan = prove("ane-rouge", puzzle, Request(evidence=("labelling",))).plan
    with pytest.raises(CertificateRejected, match="goals are not those of the rules"):
        compare_moves(puzzle, horizon(puzzle, told), plan)


def test_goals_that_the_rules_list_are_compared_however_far_they_are() -> None:
    puzzle = load("korf-01")
    told = replace(strips(puzzle), goals=())
    with pytest.raises(CertificateRejected, match="goals are not those of the rules"):
        compare_moves(puzzle, horizon(puzzle, told))
