"""A mutated invariant is rejected, or proves only what breadth-first search confirms."""

from contextlib import suppress
from copy import deepcopy
from io import BytesIO

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.models.capabilities import own_features
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.fact_features import fact_features
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.invariant import find_argument
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import check_stream
from puzzleproof.verify.invariant import bound_of
from tests.support import frog_boards, peg_boards
from tests.support.arguments import SUBJECTS, Argument, Lemma, argued, line_of, sealed
from tests.support.boards import puzzles as sliding
from tests.support.cube_sets import sets
from tests.support.mutants import lie
from tests.support.tile_boards import METRICS

NAMES = st.sampled_from(sorted(SUBJECTS))


def minimum(puzzle: AnyPuzzle) -> int | None:
    return bfs(puzzle).optimum


def assert_true_if_accepted(data: bytes) -> None:
    """Nothing else may be raised than that it is rejected."""
    with suppress(CertificateRejected):
        checked = check_stream(BytesIO(data), "file")
        assert lie(checked) is None


def assert_true_if_it_holds(puzzle: AnyPuzzle, argument: Argument) -> None:
    """Whatever bound the checker grants, no plan is shorter."""
    try:
        bound = bound_of(puzzle, argument)
    except CertificateRejected:
        return
    distance = minimum(puzzle)
    assert distance is None or bound <= distance


@settings(max_examples=settings().max_examples * 3)
@given(NAMES, st.integers(0), st.integers(0, 7))
def test_one_bit_of_the_header(name: str, where: int, bit: int) -> None:
    line = bytearray(line_of(SUBJECTS[name]))
    line[where % len(line)] ^= 1 << bit
    assert_true_if_accepted(sealed(bytes(line)))


WEIGHTS = st.integers(-3, 3)


@st.composite
def lemmas(draw: st.DrawFn, width: int, form: str | None = None) -> Lemma:
    """Small weights of a form; some are parities, differences or counts that may well hold."""
    form = form or draw(st.sampled_from(["classes", "pagoda", "potential", "count"]))
    row = st.lists(WEIGHTS, min_size=width, max_size=width)
    period = st.lists(WEIGHTS, min_size=3, max_size=3).map(lambda w: (w * width)[:width])
    weights = draw(row | period | st.just([1] * width))
    return {
        "form": form,
        "weights": weights,
        "modulus": draw(st.integers(1, 4)),
        "drop": draw(st.integers(1, 6)),
        "change": draw(st.integers(-2, 2)),
    }


@st.composite
def tables(draw: st.DrawFn) -> TilesPuzzle:
    """Any table of 2 x 2 or 2 x 3 tiles; half of them are out of reach."""
    rows, columns = draw(st.sampled_from([(2, 2), (2, 3), (3, 2)]))
    order = list(range(rows * columns))
    start, goal = (tuple(draw(st.permutations(order))) for _ in range(2))
    metric = draw(st.sampled_from(METRICS))
    return TilesPuzzle(SUBJECTS["permutation"].puzzle.info, metric, rows, columns, start, goal)


BOARDS = st.one_of(peg_boards.puzzles(), frog_boards.puzzles(), tables())
ANY: st.SearchStrategy[AnyPuzzle] = st.one_of(
    BOARDS, sliding(tours=False, reachable=False), sliding(tours=False), sets
)
"""Every family, solvable or not."""


@settings(max_examples=settings().max_examples * 3)
@given(st.data(), BOARDS)
def test_random_weights_prove_nothing_false(data: st.DataObject, puzzle: AnyPuzzle) -> None:
    own = own_features(puzzle)
    assert own is not None
    goals = len(own.goals)
    form = st.just({"form": "permutation", "order": data.draw(st.permutations(range(6)))})
    several = st.lists(lemmas(len(own.features)) | form, min_size=1, max_size=3)
    some = data.draw(several)
    numbers = data.draw(st.lists(st.integers(0, len(some) - 1), min_size=goals, max_size=goals))
    assert_true_if_it_holds(puzzle, argued(*some, goals=numbers))


@given(st.permutations(range(6)), st.permutations(range(6)), st.permutations(range(6)))
def test_any_order_of_the_cells_proves_nothing_false(
    order: list[int], start: list[int], goal: list[int]
) -> None:
    info = SUBJECTS["permutation"].puzzle.info
    puzzle = TilesPuzzle(info, "multi", 3, 2, tuple(start), tuple(goal))
    assert_true_if_it_holds(puzzle, argued({"form": "permutation", "order": order}))


@settings(max_examples=settings().max_examples * 2)
@given(st.data(), ANY)
def test_what_the_prover_finds_is_true_and_with_one_weight_changed_too(
    data: st.DataObject, puzzle: AnyPuzzle
) -> None:
    found, cheap = find_argument(puzzle, thorough=True), find_argument(puzzle)
    assert cheap is None or (found is not None and found[1] >= cheap[1])
    distance = minimum(puzzle)
    for argument, bound in filter(None, (found, cheap)):
        assert bound == bound_of(puzzle, argument) > 0
        assert distance is None or bound <= distance
        changed = deepcopy(argument)
        lemma = data.draw(st.sampled_from(changed["lemmas"]))
        row = lemma.get("weights", lemma.get("order"))
        row[data.draw(st.integers(0, len(row) - 1))] += data.draw(st.sampled_from([-2, -1, 1, 2]))
        assert_true_if_it_holds(puzzle, changed)


@settings(max_examples=settings().max_examples * 3)
@given(st.data(), ANY)
def test_weights_of_facts_prove_nothing_false(data: st.DataObject, puzzle: AnyPuzzle) -> None:
    weighed = fact_features(puzzle)
    size = len(weighed.goals)
    on_facts = lemmas(len(weighed.features)).map(lambda lemma: lemma | {"features": "facts"})
    some = data.draw(st.lists(on_facts, min_size=1, max_size=3))
    number = st.integers(0, len(some) - 1)
    one = number | st.lists(number, max_size=3)
    numbers = data.draw(st.lists(one, min_size=size, max_size=size))
    assert_true_if_it_holds(puzzle, argued(*some, goals=numbers))
