"""The second opinion on labels, by the encoders' one-step relation: right and wrong labels.

Labels are made by the rules (`verify.bfs`), so each acceptance also compares both formulations.
What is valid follows from the definition, over the rules' moves; the check must say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from io import BytesIO
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.encoders import ENCODERS, ground, sat
from puzzleproof.encoders.horizon import compound_moves, displacement, operators
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.models.errors import CertificateRejected, InternalError, LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.events import Event, Note, ignore
from puzzleproof.provers.opinions import transition_check
from puzzleproof.provers.opinions.transition_check import (
    TransitionCheck,
    check_certificate,
    check_transitions,
)
from puzzleproof.provers.prove import prove
from puzzleproof.provers.request import Request
from puzzleproof.verify.bfs import layers as rule_layers
from puzzleproof.verify.bounds import lower_bounds
from puzzleproof.verify.bounds.graphs import graph_of
from tests.support.boards import METRICS, groundable, puzzles
from tests.support.boards import SMALL as SLIDING
from tests.support.bounded import bounded, layers_of
from tests.support.bounded_formulas import SUBJECTS, minimum
from tests.support.classes import SYMMETRIC, class_blocks, of_classes
from tests.support.cube_sets import cubes
from tests.support.frog_boards import SMALL as FROGS
from tests.support.operator_tasks import encode_jump_by_jump
from tests.support.peg_boards import pegs
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles

Labels = list[list[State]]

BOARDS: dict[str, AnyPuzzle] = {
    **{f"{name}, {m}": puzzle.with_metric(m) for name, puzzle in SLIDING.items() for m in METRICS},
    **{f"tiles, {name}": puzzle for name, puzzle in TILES.items()},
    "tiles, runs": tiles("3 4 5/0 1 2", "multi"),
    **{f"frogs, {name}": puzzle for name, puzzle in FROGS.items()},
    "jumps": pegs("jump", board="triangle4", vacate=[1, 0], finish="any"),
    "jumps, stuck": pegs("jump", board="strip7", start="xxoxxoo", finish="any"),
    "moves": pegs("move", board="triangle4", vacate=[1, 0], finish="any"),
    "moves, stuck": pegs("move", board="strip7", start="xxoxxoo", finish="any"),
    "moves, two ends": pegs(board="strip7", start="xxoxooo", goal=["xxooooo", "ooooxoo"]),
    "cubes": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
    "cubes, stuck": cubes("RRRRRG", "RRRRGR"),
    "four cubes": load("four-cubes"),
}
EACH_FAMILY = (
    "walls, piece; two labelled, line; tour in sequence, unit; half-way, unit; tiles, 2 x 3; "
    "tiles, runs; frogs, board; jumps; moves; four cubes"
)
FAMILIES: dict[str, AnyPuzzle] = {name: BOARDS[name] for name in EACH_FAMILY.split("; ")}


def labels_of(puzzle: AnyPuzzle) -> tuple[Labels, bool]:
    """The states by distance below the first goal; and whether these are all there are."""
    found = Labels()
    for layer in rule_layers(puzzle):
        if any(map(puzzle.is_goal, layer)):
            return found, False
        found.append(sorted(layer))
    return found, True


def valid(puzzle: AnyPuzzle, labels: Labels, closed: bool) -> bool:
    """The three demands of docs/certificates.md, by the rules; the start must be there."""
    of = dict[State, int]()
    for label, layer in enumerate(labels):
        for state in layer:
            of.setdefault(state, label)
    last = len(labels) if closed else len(labels) - 1
    return (
        of.get(puzzle.canonical(puzzle.start)) == 0
        and not any(map(puzzle.is_goal, of))
        and all(
            of.get(after, last + 2) <= label + 1
            for state, label in of.items()
            if label < last
            for after in puzzle.successors(state)
        )
    )


def check(puzzle: AnyPuzzle, labels: Labels, closed: bool, **more: Any) -> TransitionCheck:
    return check_transitions(puzzle, labels, closed, ignore, **more)


@pytest.mark.parametrize("name", BOARDS)
def test_the_labels_of_the_rules_are_accepted(name: str) -> None:
    puzzle = BOARDS[name]
    labels, closed = labels_of(puzzle)
    found = check(puzzle, labels, closed)
    assert found.accepted, found.fault
    assert found.at_least == (None if closed else len(labels))
    assert found.states == sum(map(len, labels))
    asked = sum(map(len, labels if closed else labels[:-1]))
    assert found.queries == asked or (not ground(puzzle).exact and found.queries > asked)


def test_every_family_is_among_the_boards() -> None:
    assert {puzzle.family for puzzle in BOARDS.values()} == set(ENCODERS)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_state_left_out_is_missed(name: str) -> None:
    """All distances are exact, so each state but those of label 0 is a successor of another."""
    puzzle = FAMILIES[name]
    labels, closed = labels_of(puzzle)
    for label in range(len(labels)):
        for state in {labels[label][0], labels[label][-1]}:
            fewer = [[s for s in layer if s != state] for layer in labels]
            found = check(puzzle, fewer, closed)
            assert not found.accepted
            assert f"label {max(0, label - 1)}: " in found.fault


@pytest.mark.parametrize("name", FAMILIES)
def test_a_label_too_high_is_missed(name: str) -> None:
    puzzle = FAMILIES[name]
    labels, closed = labels_of(puzzle)
    assert len(labels) > 2, "a label can be raised"
    raised = [list(layer) for layer in labels]
    raised[2].append(raised[1].pop())
    found = check(puzzle, raised, closed)
    assert "label 0: a step leads to a state that has no label up to 1" in found.fault


@pytest.mark.parametrize("name", FAMILIES)
def test_a_goal_among_the_labelled_is_found(name: str) -> None:
    puzzle = FAMILIES[name]
    labels, closed = labels_of(puzzle)
    goal = next(filter(puzzle.is_goal, chain.from_iterable(rule_layers(puzzle))), None)
    if closed or goal is None:
        pytest.skip("no goal can be reached")
    found = check(puzzle, [*labels, [goal]], closed=False)
    assert f"label {len(labels)}: the task's goal holds" in found.fault


@pytest.mark.parametrize("name", FAMILIES)
def test_a_bound_that_is_not_closed_does_not_prove_unsolvable(name: str) -> None:
    puzzle = FAMILIES[name]
    labels, closed = labels_of(puzzle)
    if not closed:
        assert not check(puzzle, labels, closed=True).accepted
    assert check(puzzle, [], closed=True).fault == "claims 'unsolvable' and labels no state"
    assert check(puzzle, [], closed=False).at_least == 0


@pytest.mark.parametrize("name", FAMILIES)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_any_labels_are_judged_as_by_the_rules(name: str, data: st.DataObject) -> None:
    """Some states are dropped, some get other labels; often they remain valid, often not."""
    puzzle = FAMILIES[name]
    labels, closed = labels_of(puzzle)
    states = [(label, state) for label, layer in enumerate(labels) for state in layer][:60]
    bent = [list(layer) for layer in labels]
    for label, state in data.draw(st.lists(st.sampled_from(states), max_size=2, unique=True)):
        bent[label].remove(state)
        other = data.draw(st.integers(-1, len(labels) - 1))
        if other >= 0:
            bent[other].append(state)
    closed = closed and data.draw(st.booleans())
    assert check(puzzle, bent, closed).accepted == valid(puzzle, bent, closed)


@given(puzzles())
@settings(max_examples=20, deadline=None)
def test_the_labels_of_random_boards_are_accepted(puzzle: Any) -> None:
    labels = Labels()
    for _, layer in zip(range(4), rule_layers(puzzle), strict=False):
        if any(map(puzzle.is_goal, layer)) or len(layer) > 200:
            break
        labels.append(sorted(layer))
    if groundable(puzzle):
        assert check(puzzle, labels, closed=False).accepted


# --- bidirectional -----------------------------------------------------------------------

TWO_SIDED: dict[str, AnyPuzzle] = {
    "tiles": tiles("3 4 5/0 1 2"),
    "runs": tiles("3 4 5/0 1 2", "multi"),
    "moves": BOARDS["moves"],
    "jumps": BOARDS["jumps"],
}


def from_both_ends(puzzle: AnyPuzzle, depth: int) -> tuple[Labels, Labels]:
    """Labels up to ``depth`` from the start, and from all goals as far as they do not meet.

    What comes before a state is looked for among all states, not only those that can be reached.
    """
    layers = [sorted(layer) for layer in rule_layers(puzzle)]
    states = {state for layer in layers for state in layer}
    if puzzle.family == "pegs":
        states = {puzzle.unpack(number) for number in range(1 << 10)}
    (optimum, *_) = [k for k, layer in enumerate(layers) if any(map(puzzle.is_goal, layer))]
    back, seen = [sorted(filter(puzzle.is_goal, states))], set[State]()
    for _ in range(optimum - depth - 1):
        seen.update(back[-1])
        back.append([s for s in states - seen if not seen.isdisjoint(puzzle.successors(s))])
    return layers[: depth + 1], back


@pytest.mark.parametrize("name", TWO_SIDED)
@pytest.mark.parametrize("depth", [0, 1, 5])
def test_labels_from_both_ends_are_accepted(name: str, depth: int) -> None:
    puzzle = TWO_SIDED[name]
    optimum = len(labels_of(puzzle)[0])
    labels, back = from_both_ends(puzzle, min(depth, optimum - 1))
    found = check(puzzle, labels, closed=False, backward=back)
    assert found.accepted, found.fault
    assert found.at_least == optimum


@pytest.mark.parametrize("name", TWO_SIDED)
def test_a_state_left_out_from_behind_is_missed(name: str) -> None:
    """Where moves cannot be taken back, what comes before is asked, not what follows."""
    puzzle = TWO_SIDED[name]
    labels, back = from_both_ends(puzzle, 0)
    assert back[-1]
    for label in range(len(back)):
        for state in back[label][:3]:
            fewer = [[s for s in layer if s != state] for layer in back]
            fault = check(puzzle, labels, False, backward=fewer).fault
            assert ("goal is not labelled" if not label else f"label {label - 1}: a step") in fault


@pytest.mark.parametrize("name", TWO_SIDED)
def test_ends_that_meet_prove_nothing(name: str) -> None:
    puzzle = TWO_SIDED[name]
    labels, back = from_both_ends(puzzle, 0)
    layers = list(rule_layers(puzzle))
    meets = [*labels, sorted(layers[1])]
    assert "labelled from start and goals" in check(puzzle, meets, False, backward=back).fault
    assert "start is missing" in check(puzzle, [], False, backward=back).fault
    assert "start is missing" in check(puzzle, [[]], False, backward=back).fault


def test_a_goal_that_leaves_pieces_free_is_many_states() -> None:
    puzzle = SLIDING["walls"].with_metric("unit")
    labels, back = from_both_ends(puzzle, 2)
    (one, *_) = back[0]
    assert "goal is not labelled" in check(puzzle, labels, False, backward=[[one]]).fault


def test_a_tour_has_no_labels_from_behind() -> None:
    puzzle = BOARDS["tour in sequence, unit"]
    labels, _ = labels_of(puzzle)
    assert "tour" in check(puzzle, labels, False, backward=[labels[-1]]).fault


# --- an encoder or a solver at fault --------------------------------------------------------


def all_but(family: str, keep: Callable[[str], bool]) -> Callable[[str], bool]:
    def kept(one: str) -> bool:
        return one != family and keep(one)

    return kept


def leave_out(monkeypatch: pytest.MonkeyPatch, encoding: Any, family: str) -> None:
    """The clauses of a family are lost while a step is added."""
    honest = encoding.add_step

    def add_step(unrolled: StepVariables, step: int) -> None:
        keep = unrolled.formula.keep
        unrolled.formula.keep = all_but(family, keep)
        honest(unrolled, step)
        unrolled.formula.keep = keep

    monkeypatch.setattr(encoding, "add_step", add_step)


def is_found_out(puzzle: AnyPuzzle, labels: Labels, closed: bool) -> bool:
    """Whether a move escapes, or the clauses are not what the operators say."""
    try:
        return not check(puzzle, labels, closed).accepted
    except InternalError as error:
        return "the encoder" in str(error)


FORGOTTEN = [
    ("mirror, piece", displacement, "change, frame, one move a step"),
    ("walls, piece", displacement, "join, needs, move or idle"),
    ("tiles, 2 x 3", operators, "frame, one operator a step"),
    ("jumps", operators, "needs, effect, frame"),
    ("moves", compound_moves, "needs, effect, frame, balance, one move a step"),
    ("four cubes", operators, "needs, effect"),
]


@pytest.mark.parametrize(
    ("name", "encoding", "family"),
    [(name, module, one) for name, module, row in FORGOTTEN for one in row.split(", ")],
)
def test_an_encoder_that_forgets_clauses_is_found_out(
    name: str, encoding: Any, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = BOARDS[name]
    labels, closed = labels_of(puzzle)
    leave_out(monkeypatch, encoding, family)
    assert is_found_out(puzzle, labels, closed)


def test_no_answer_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def __init__(self, **_: object) -> None:
            pass

        def add_clause(self, clause: object) -> None:
            pass

        def solve(self, assumptions: Collection[int]) -> None:  # noqa: ARG002  a stand-in
            return None

        def __enter__(self) -> Silent:
            return self

        def __exit__(self, *_: object) -> None:
            return None

    monkeypatch.setattr(sat.pysat, "Solver", Silent)
    puzzle = BOARDS["walls, unit"]
    with pytest.raises(LimitReached, match="no answer"):
        check(puzzle, *labels_of(puzzle))


def test_moves_encoded_jump_by_jump_have_no_relation(monkeypatch: pytest.MonkeyPatch) -> None:
    encode_jump_by_jump(monkeypatch)
    puzzle = BOARDS["moves"]
    with pytest.raises(Unsupported, match="no step is a move"):
        check(puzzle, *labels_of(puzzle))


# --- files, and published minima ------------------------------------------------------------


def test_the_labels_in_a_file_are_checked(tmp_path: Any) -> None:
    for name in ("tiles-2x3", "quuzzle", "triangle-4", "frogs-3x3", "instant-insanity"):
        path = tmp_path / name
        verdict = prove(name, load(name), Request(evidence=("labelling",), certificate=str(path)))
        events = list[Event]()
        found = check_certificate(BytesIO(path.read_bytes()), events.append)
        assert found.accepted, found.fault
        assert found.at_least == verdict.optimum
        assert events == [Note(found.words())]
        assert "no move leads out" in found.words()


def test_an_unsolvable_claim_in_a_file_is_checked(tmp_path: Any) -> None:
    path = tmp_path / "closed"
    request = Request(evidence=("labelling",), certificate=str(path))
    prove("closed", TILES["2 x 2 unsolvable"], request)
    assert check_certificate(BytesIO(path.read_bytes()), ignore).at_least is None


def test_an_invariant_has_no_labels(tmp_path: Any) -> None:
    path = tmp_path / "invariant"
    request = Request(evidence=("invariant",), certificate=str(path))
    prove("stuck", TILES["2 x 2 unsolvable"], request)
    with pytest.raises(Unsupported, match="no labels"):
        check_certificate(BytesIO(path.read_bytes()), ignore)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "minimum", "states"), [("ane-rouge", 81, 23_792)])
def test_published_minima_have_the_second_opinion(name: str, minimum: int, states: int) -> None:
    """L'Âne Rouge: M. Gardner, Scientific American, February 1964."""
    puzzle = load(name)
    found = check(puzzle, *labels_of(puzzle))
    assert found.accepted, found.fault
    assert (found.at_least, found.states) == (minimum, states)


def test_labels_of_classes_are_asked_about_all_their_states() -> None:
    puzzle, name = SYMMETRIC["labels"]
    blocks = class_blocks(puzzle, name, 3)
    found = check_certificate(BytesIO(of_classes(puzzle, name, blocks)), ignore)
    assert (found.accepted, found.at_least) == (True, 3)
    assert found.states > sum(map(len, blocks))
    del blocks[1][0]
    assert not check_certificate(BytesIO(of_classes(puzzle, name, blocks)), ignore).accepted


# --- labels with lower bounds -------------------------------------------------------------


@pytest.mark.parametrize("name", SUBJECTS)
def test_tables_with_lower_bounds_are_asked_about(name: str) -> None:
    one = SUBJECTS[name]
    least = minimum(one.puzzle)
    found = check_certificate(BytesIO(bounded(one.puzzle, one.bounds, least)), ignore)
    assert (found.accepted, found.at_least, found.bounded) == (True, least, True)
    assert found.queries


@pytest.mark.parametrize("name", ["dozen", "runs", "triangle"])
def test_a_state_that_is_left_out_by_no_bound_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the bounds, where it is said to be left out; by the encoders, where nothing is said."""
    one = SUBJECTS[name]
    least, graph = minimum(one.puzzle), graph_of(one.puzzle, backward=False)
    bounds = lower_bounds(graph, [list(pair) for pair in one.bounds])
    blocks = layers_of(graph, bounds, least)
    bent = [*blocks[:1], blocks[1][1:], *blocks[2:]]
    data = bounded(one.puzzle, one.bounds, least, blocks=bent)
    with pytest.raises(CertificateRejected, match="no bound says it"):
        check_certificate(BytesIO(data), ignore)

    def nothing(*_arguments: object) -> list[tuple[int, list[int]]]:
        return []

    monkeypatch.setattr(transition_check, "left_out_of", nothing)
    found = check_certificate(BytesIO(data), ignore)
    assert "a step leads to a state that has no label up to 1" in found.fault
