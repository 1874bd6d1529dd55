"""Facts and actions, family by family: they say of every state just what the rules say."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings

from puzzleproof.encoders import ground
from puzzleproof.models.capabilities import preimages, state_facts, strips_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.strips import Strips
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.formula.steps import check_strips
from tests.support import boards, tile_boards
from tests.support.every_family import ANY, SMALL
from tests.support.peg_boards import pegs

_COMPACT = """\
triangle-4 triangle-5 peg-small-example english-centre european-centre-two instant-insanity
four-cubes one-colour-cubes frogs-3-3 frogs-3x3 tiles-2x3 tiles-3x3-multi korf-01"""
COMPACT = _COMPACT.split()
SLIDING = [name for name in library_names() if load(name).family == "sliding"]


def some_states(puzzle: AnyPuzzle, limit: int) -> list[State]:
    """States in the order of their distance; walks at random from the last of them."""
    found = list[State]()
    for layer in layers(puzzle):
        found.extend(sorted(layer)[:limit])
        if len(found) >= limit:
            break
    random, here = Random(1), found[-1]  # noqa: S311 (no secret)
    for _ in range(40):
        after = sorted(set(puzzle.successors(here)))
        if not after:
            here = found[random.randrange(len(found))]
            continue
        here = after[random.randrange(len(after))]
        found.append(here)
    return found


def untrue(puzzle: AnyPuzzle, strips: Strips, states: Iterable[State]) -> Iterator[str]:
    """Whatever the facts and actions tell otherwise than the rules do."""
    seen = dict[int, State]()
    for state in states:
        facts = state_facts(puzzle, state)
        if any((facts & group).bit_count() != 1 for group in strips.groups):
            yield f"{state}: groups"
        if seen.setdefault(facts & strips.movers, state) != state:
            yield f"{state}: movers do not tell it from another"
        if any(goal.holds(facts) for goal in strips.goals) != puzzle.is_goal(state):
            yield f"{state}: goal"
        ours = {facts ^ a.toggles for a in strips.actions if a.applies(facts)}
        theirs = {state_facts(puzzle, puzzle.play(state, move)) for move in puzzle.moves(state)}
        if ours != theirs:
            yield f"{state}: {len(ours - theirs)} actions no moves, {len(theirs - ours)} missing"


def check(puzzle: AnyPuzzle, limit: int) -> None:
    """Bent actions are told to the same checks in tests/verify/formula/test_transitions.py."""
    strips = strips_of(puzzle)
    check_strips(strips)
    assert len(set(strips.facts)) == len(strips.facts)
    assert not any(" " in name for name in strips.facts)
    assert not list(untrue(puzzle, strips, some_states(puzzle, limit)))


def in_all_metrics(names: Sequence[str]) -> list[AnyPuzzle]:
    puzzles = map(load, names)
    return [puzzle.with_metric(metric) for puzzle in puzzles for metric in puzzle.metrics]


def labels(puzzle: AnyPuzzle) -> str:
    return f"{puzzle.info.name} {puzzle.metric}"


@pytest.mark.parametrize("name", [*COMPACT, *SMALL])
def test_actions_are_the_moves_of_the_rules(name: str) -> None:
    for puzzle in [SMALL[name]] if name in SMALL else in_all_metrics([name]):
        if (name, puzzle.metric) != ("korf-01", "multi"):
            check(puzzle, 60)


@pytest.mark.parametrize("puzzle", in_all_metrics(SLIDING), ids=labels)
def test_actions_are_the_moves_of_sliding_blocks(puzzle: AnyPuzzle) -> None:
    check(puzzle, 20)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", in_all_metrics([*COMPACT[:-1], *SLIDING]), ids=labels)
def test_actions_are_the_moves_in_many_states(puzzle: AnyPuzzle) -> None:
    check(puzzle, 3000)


@given(ANY)
@settings(max_examples=150)
def test_actions_are_the_moves_of_random_boards(puzzle: AnyPuzzle) -> None:
    try:
        strips_of(puzzle)
    except Unsupported:
        return
    check(puzzle, 20)


@given(ANY)
def test_views_are_the_states_of_one_canonical_form(puzzle: AnyPuzzle) -> None:
    for state in some_states(puzzle, 10):
        views = preimages(puzzle, state)
        assert len(set(views)) == len(views)
        assert state in views
        assert {puzzle.canonical(view) for view in views} == {puzzle.canonical(state)}


def test_views_are_all_the_states_of_one_canonical_form() -> None:
    puzzle = load("instant-insanity")
    strips = strips_of(puzzle)
    forms, layer = defaultdict[State, set[State]](set), {puzzle.start}
    for _ in range(3):
        for state in layer:
            forms[puzzle.canonical(state)].add(state)
        assert not list(untrue(puzzle, strips, layer))
        layer = {puzzle.play(state, move) for state in layer for move in puzzle.moves(state)}
    assert max(map(len, forms.values())) == 8
    for form, members in forms.items():
        assert members == set(preimages(puzzle, form)), form


def named(strips: Strips, mask: int) -> frozenset[str]:
    return frozenset(name for k, name in enumerate(strips.facts) if mask >> k & 1)


@pytest.mark.parametrize("puzzle", in_all_metrics(SLIDING), ids=labels)
def test_routes_are_those_of_the_encoder(puzzle: AnyPuzzle) -> None:
    task, strips = ground(puzzle).task, strips_of(puzzle)
    theirs = {
        (task.facts[source], task.facts[target], frozenset(task.facts[f] for f in free))
        for (source, target), sets in task.displacements.items()
        for free in sets
    }
    ours = set[tuple[str, str, frozenset[str]]]()
    for _, positive, _, toggles in strips.actions:
        (source,), (target,) = (
            named(strips, strips.movers & toggles & side) for side in (positive, ~positive)
        )
        ours.add((source, target, named(strips, positive & ~strips.movers)))
    assert ours == theirs
    assert strips.facts == task.facts


def test_numbers_of_actions() -> None:
    """Compound moves: two ways from each hole that has two beyond it; each may go on."""
    for name, metric, number in (
        ("tiles-3x3", "single", 8 * 24),
        ("tiles-3x3", "multi", 8 * 24 + 8 * 7 * 12),
        ("korf-01", "single", 15 * 48),
    ):
        assert len(strips_of(load(name).with_metric(metric)).actions) == number
    puzzle = pegs("move", board="strip7", vacate=[0, 0], finish="any")
    names = [action.name for action in strips_of(puzzle).actions]
    assert sorted(name for name in names if name[0] == "0") == ["0-2", "0-2-4", "0-2-4-6"]
    assert len(names) == sum(k // 2 + (6 - k) // 2 for k in range(7))


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (boards.SMALL["tour by shape"], "tour"),
        (load("korf-01").with_metric("multi"), "50000 actions"),
        (
            tile_boards.tiles(
                "/".join(" ".join(str(8 * r + c) for c in range(8)) for r in range(8)), "multi"
            ),
            "50000 actions",
        ),
        (boards.sliding("/".join(["ABC.....", *["........"] * 7])), "routes"),
        (boards.sliding("/".join(["A" + "." * 39, *["." * 40] * 28]), "line"), "50000 actions"),
        (pegs("move", board="triangle9", vacate=[0, 0], finish="any"), "50000 actions"),
    ],
    ids=["tour", "runs", "more runs", "routes", "lines", "chains"],
)
def test_too_many_are_said_to_be(puzzle: AnyPuzzle, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        strips_of(puzzle)
