"""Theorems of each family: what the files say, and that the kernel agrees with the rules."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.capabilities import constructed_plan
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, Info
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.formal import theorem_by_bounds, theorem_of
from puzzleproof.provers.formal.kernel import CLOSED
from puzzleproof.provers.formal.steps import text_of
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.formal.weights import theorem_by_weights
from puzzleproof.provers.invariant import find_argument
from tests.support.boards import SMALL as SLIDING
from tests.support.boards import sliding
from tests.support.coq_files import answers, judged, needs_coq, theorem, together
from tests.support.cube_sets import cubes
from tests.support.frog_boards import SMALL as FROGS
from tests.support.frog_boards import frogs
from tests.support.labellings import CUT_OFF
from tests.support.peg_boards import game, pegs
from tests.support.tile_boards import SMALL as TILES

QUOTES = replace(
    sliding('"é*/(.-', goal=['*"é/...', ".../*.."], labelled="*"), info=Info(name='Quotes "*) (*')
)
CARS = sliding(
    "A.C/EGB/.FD",
    "unit",
    goal="..A/.../...",
    labelled="A",
    axes="A:EW B:EW C:NS D:EW E:EW F:NS G:NS",
)
"""Rush Hour with cars of one cell (Tromp and Cilibrasi, cs/0502068)."""
TURNING = ["ES", "GW", "CW", "CS", "AE", "AE"]
"""A shorter plan, of cars that leave their axis."""
BLOCKS = [
    QUOTES,
    CARS,
    sliding("A#A./B.../.B..", goal=".#../A.A./...."),  # a piece in parts
    sliding(
        "BBBBCC../BBBBCC../....CCEE/....CCEE/DD....../DD....../......../........",
        goal="....BBBB/....BBBB" + "/........" * 6,
        labelled="B",
        cell=2,
        axis_locked=True,
    ),
    sliding(
        "BBCCDD/BBCCDD/..EE../..EE..",
        goal="....BB/....BB/....../......",
        labelled="B",
        cell=2,
        halfway=["....../.CC.../.CC.../......"],
    ),
    CUT_OFF,
]
PEGS = [
    game("triangle4", vacate=[1, 0], finish="any"),
    load("triangle-4"),
    game("strip6", start="xxoxxo", finish="any"),
    load("peg-small-example"),
    pegs(board="oooo", start="xoox", finish="any"),  # no plan
]
SETS = [
    load("four-cubes"),
    load("instant-insanity"),
    load("one-colour-cubes"),
    cubes("RRRRRR"),
    cubes('"é\\*Rü', 'ü"é\\*R', 'Rü"é\\*'),
    cubes("RGRGRG", "GRGRGR", "RRGGRG"),  # no plan
]


def in_metrics(puzzles: Iterable[AnyPuzzle], *metrics: str) -> list[AnyPuzzle]:
    return [puzzle.with_metric(metric) for puzzle in puzzles for metric in metrics]


def of_blocks() -> list[Theorem]:
    """In the metrics that differ most: the minimum, a bound below it, or that there is no plan."""
    puzzles = in_metrics(BLOCKS, "piece", "unit")
    minima = list(map(theorem, puzzles))
    pairs = zip(puzzles, minima, strict=True)
    return minima + [theorem(puzzle, 1) for puzzle, one in pairs if "minimum" in one.statement]


def argument_of(puzzle: AnyPuzzle) -> tuple[dict[str, Any], int | None]:
    found = find_argument(puzzle)
    assert found is not None
    return found[0], None if math.isinf(found[1]) else int(found[1])


def by_weights(puzzle: AnyPuzzle) -> Theorem:
    argument, bound = argument_of(puzzle)
    made = constructed_plan(puzzle) if isinstance(puzzle, FrogsPuzzle) else None
    plan = None if made is None else list(map(puzzle.format_move, made))
    return theorem_by_weights(puzzle, argument, bound, plan)


def by_search(puzzles: Iterable[AnyPuzzle]) -> list[Theorem]:
    return list(map(theorem, puzzles))


SMALL_TILES = in_metrics(
    (one for one in TILES.values() if one.states_at_most <= 400), "single", "multi"
)
SWAPPED = in_metrics([load("taquin-swapped")], "single", "multi")
FROGS_BY_WEIGHTS = [load("frogs-6-6"), load("frogs-3x3"), frogs("F/F/./T")]
ACCEPTED: dict[str, tuple[str, Callable[[], list[Theorem]]]] = {
    "blocks": ("SlidingBothEnds", of_blocks),
    "cubes": ("CubesSearch", lambda: by_search(SETS)),
    "frogs": ("FrogsSearch", lambda: by_search(FROGS.values())),
    "pegs": ("PegsSearch", lambda: by_search(in_metrics(PEGS, "move", "jump"))),
    "tiles": ("TilesBothEnds", lambda: by_search(SMALL_TILES)),
    "weights of frogs": ("FrogsWeights", lambda: list(map(by_weights, FROGS_BY_WEIGHTS))),
    "weights of pegs": (
        "PegsWeights",
        lambda: list(map(by_weights, in_metrics([load("european-centre")], "jump", "move"))),
    ),
    "weights of tiles": ("TilesWeights", lambda: [by_weights(load("tiles-3x3"))]),
    "parity of tiles": ("TilesParity", lambda: list(map(by_weights, SWAPPED))),
}


@needs_coq
@pytest.mark.parametrize("name", ACCEPTED)
def test_the_kernel_agrees_with_the_rules(name: str, tmp_path: Path) -> None:
    """Minimum by minimum: the same plan is legal, and no shorter one exists; or there is none."""
    module, make = ACCEPTED[name]
    theorems = make()
    said = {one.statement.split()[0] for one in theorems}
    assert " of " in name or said >= {"minimum_is", "has_no_plan"}
    assert answers(together(theorems, module), tmp_path) == ([CLOSED] * len(theorems), "")


Tries = tuple[list[Theorem], list[Theorem]]
"""Theorems that hold, and others that do not."""


def wrong_blocks() -> Tries:
    """A bound one too high, a minimum with a longer plan, one move changed: each alone refused."""
    plan = ["éS", "*W", "-N", "éE", "*S", '"E', "(N", "*W"]

    def changed(number: int, move: str) -> list[str]:
        return [*plan[:number], move, *plan[number + 1 :]]

    return [theorem_of(QUOTES, 8, plan)], [
        theorem_of(QUOTES, 9, None),
        theorem_of(QUOTES, None, None),
        theorem_of(QUOTES, 10, [*plan, "*E", "*W"]),
        theorem_of(QUOTES, 8, changed(2, "-S")),
        theorem_of(QUOTES, 8, changed(7, "*E")),
        theorem_of(QUOTES, 8, plan[:7]),
        theorem_of(QUOTES.with_metric("line"), 8, changed(4, "*SW")),
    ]


def wrong_cars() -> Tries:
    """A bound one too high, no plan, the shorter plan; where no car is bound, the longer one."""
    plan = ["GN", "FN", "DW", "DW", "FS", "BW", "CS", "CS", "BE", "GS", "AE", "AE"]
    return [theorem_of(CARS, 12, plan), theorem_of(replace(CARS, axes=()), 6, TURNING)], [
        theorem_of(CARS, 13, None),
        theorem_of(CARS, None, None),
        theorem_of(CARS, 6, TURNING),
        theorem_of(replace(CARS, axes=()), 12, plan),
    ]


def wrong_cubes() -> Tries:
    """A bound one too high, no plan, one cube turned, a cube that is none of the set, one short."""
    puzzle = load("four-cubes")
    right = theorem(puzzle)
    plan = right.definitions.partition("Definition plan")[2]
    cube = plan.partition("Cube ")[2].partition(";")[0]
    front, rest = cube[:3], cube[4:]
    wrong = [theorem_of(puzzle, 5, None), theorem_of(puzzle, None, None)]
    for other in (f"{rest} {front}", cube.replace(front, '"!"', 1), f"{cube}; Cube {cube}"):
        definitions = right.definitions.replace(plan, plan.replace(cube, other, 1))
        wrong.append(replace(right, definitions=definitions))
    return [right], wrong


def wrong_steps(name: str) -> Tries:
    """A bound one too high, a plan with its last move left out, and that there is no plan."""
    puzzle, right = load(name), theorem(load(name))
    minimum = int(right.statement.split()[-1])
    head, mark, text = right.definitions.partition("Definition plan")
    moves, end, rest = text.partition("]]%Z")
    fewer = head + mark + moves.rpartition("; [")[0] + end[1:] + rest
    wrong = [theorem_of(puzzle, bound, None) for bound in (minimum + 1, None)]
    return [right], [*wrong, replace(right, definitions=fewer)]


def wrong_weights() -> Tries:
    """A bound one too high, a drop too small, a weight changed, no plan, a plan cut short."""
    puzzle = load("frogs-3-3")
    argument, bound = argument_of(puzzle)
    assert bound == 15
    lemma = argument["lemmas"][0]
    far, crossing = lemma["weights"]
    others = [
        theorem_by_weights(
            puzzle, {"lemmas": [{**lemma, "weights": other}], "goals": [0]}, 15, None
        )
        for other in ([far, 0], [2 * far, crossing])
    ]
    none = [theorem_by_weights(puzzle, argument, bound, None) for bound in (16, None)]
    return [theorem_by_weights(puzzle, argument, bound, None)], others + none


def wrong_parity() -> Tries:
    argument = argument_of(SWAPPED[0])[0]
    solvable = theorem_by_weights(load("tiles-2x2"), argument, None, None)
    return list(map(by_weights, SWAPPED)), [solvable]


@needs_coq
@pytest.mark.parametrize(
    ("make", "of"),
    [
        (wrong_blocks, ()),
        (wrong_cars, ()),
        (wrong_cubes, ()),
        (wrong_weights, ()),
        (wrong_parity, ()),
        (wrong_steps, ("triangle-4",)),
        pytest.param(wrong_steps, ("frogs-2-2",), marks=pytest.mark.slow),
        pytest.param(wrong_steps, ("tiles-2x2",), marks=pytest.mark.slow),
    ],
)
def test_what_is_not_so_is_refused(
    make: Callable[..., Tries], of: tuple[str, ...], tmp_path: Path
) -> None:
    assert judged(tmp_path, *make(*of)) == ([], "")


def test_a_file_holds_drawing_plan_and_number() -> None:
    text = theorem(load("simplicity")).text()
    assert text.startswith("(* puzzleproof-coq of Simplicity, metric piece.")
    for row in load("simplicity").draw(load("simplicity").start).splitlines():
        assert f'"{row}"' in text
    assert "Theorem claim : minimum_is instance Piece 18." in text
    assert text.endswith("Print Assumptions claim.\n")


@pytest.mark.parametrize(
    ("board", "keys", "east_west", "north_south"),
    [
        ("ABB/..C/..C", {"axis_locked": True}, "B", "C"),
        ("ABB/..C/..C", {"axis_locked": True, "axes": "A:NS C:EW"}, "BC", "A"),
        ("é.A", {"axes": "é:EW"}, "a", ""),
        ("AABB/AABB/..CC/..CC/..CC/..CC", {"axis_locked": True, "cell": 2}, "", "C"),
    ],
)
def test_a_file_lists_the_pieces_bound_to_each_axis(
    board: str, keys: dict[str, Any], east_west: str, north_south: str
) -> None:
    text = theorem_of(sliding(board, **keys), 0, None).definitions
    lines = f'  east_west := "{east_west}";\n  north_south := "{north_south}";\n'
    assert lines in text


def test_what_is_claimed() -> None:
    row, board, _ = map(by_weights, FROGS_BY_WEIGHTS)
    tiles = by_weights(load("tiles-3x3"))
    assert [one.statement for one in (
        theorem(CUT_OFF.with_metric("line")),
        theorem(QUOTES.with_metric("unit")),
        theorem(QUOTES.with_metric("unit"), 3),
        row,
        board,
        by_weights(load("european-centre").with_metric("jump")),
        *map(by_weights, SWAPPED),
    )] == [
        "has_no_plan instance Line",
        "minimum_is instance Unit 8",
        "needs_at_least instance Unit 3",
        "minimum_is instance 48",
        "needs_at_least instance 8",
        "has_no_plan instance Jump",
        "has_no_plan instance Single",
        "has_no_plan instance Multi",
    ]  # fmt: skip
    assert "Weighing (Falls (1)) [" in row.definitions
    assert tiles.module == "TilesWeights"
    assert "to_goal" not in tiles.definitions  # those are for a search from both ends


def test_letters_beyond_ascii_get_others_that_are_free() -> None:
    """And no name ends a comment or a string."""
    whole = theorem(QUOTES)
    first = whole.text().partition("\n")[0]
    assert first == "(* puzzleproof-coq of Quotes  , metric piece; é is drawn as a."
    text = whole.claim()
    assert text.isascii()
    assert 'board := [ """a*"' in text
    assert 'labelled := "*"' in text
    assert " aS *W -N aE" in " ".join(text.split())


def test_plans_are_told_by_cells_and_cubes_as_they_come_to_lie() -> None:
    text = theorem_of(load("frogs-1-1"), 3, ["1-2", "3-1", "2-3"]).claim()
    assert "[(0, 0); (0, 1)]; [(0, 2); (0, 0)]; [(0, 1); (0, 2)]]%Z." in text
    chain = theorem(load("triangle-4"))
    longest = max(chain.definitions.partition("(list cell) := ")[2].split("["), key=len)
    assert longest.count("(") > 2  # a compound move
    text = theorem_of(cubes("ABCDEF", "BCDAEF"), 2, ["0:frbl", "1:urdl"]).claim()
    assert 'puzzle := [\n  Cube "A" "B" "C" "D" "E" "F";\n  Cube "B" ' in text
    assert 'Cube "A" "B" "C" "D" "E" "F";\n  Cube "F" "C" "E" "A" ' in text
    assert "Theorem claim : minimum_is instance 2." in text


ROW = "".join(chr(0x100 + k) for k in range(66))
MANY_CUBES = cubes(*(ROW[k : k + 6] for k in range(0, 66, 6)))
MANY_BLOCKS = sliding(ROW[:63] + ".", goal=ROW[0] + "." * 63)
DIAGONAL = pegs(board="ooo", start="xxo", finish="any", diagonal=True)


class Other(TilesPuzzle):
    """A family of its own, without rules in Coq."""

    family = "other"


OTHER = Other(Info(), "single", 1, 2, (1, 0), (0, 1))


def by_facts(name: str) -> Theorem:
    facts = {"lemmas": [{"form": "count", "features": "facts"}], "goals": [0]}
    return theorem_by_weights(load(name), facts, 3, None)


def by_lemma(name: str, *lemmas: str) -> Theorem:
    named = [(lemma, {"partitions": [["A"]]}) for lemma in lemmas]
    return theorem_by_bounds(load(name), named, 3, None)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: theorem_of(load("ane-rouge"), 5001, None),
            "5,001 moves: Coq proves at most",
        ),
        (lambda: theorem_of(SLIDING["tour in sequence"], 3, None), "tours have no rules in Coq"),
        (lambda: theorem_of(MANY_BLOCKS, 1, None), "63 letters beyond ASCII, but 62 are free"),
        (lambda: theorem_of(MANY_CUBES, 1, None), "66 letters beyond ASCII, but 62 are free"),
        (lambda: theorem_of(DIAGONAL, 1, None), "'diagonal' has no rules in Coq"),
        (lambda: theorem_of(OTHER, 1, None), "family 'other' has no rules in Coq; these have"),
        (lambda: text_of(OTHER, 1, None), "family 'other' has no rules in Coq"),
        (lambda: by_facts("frogs-1-1"), "the features 'facts' has no theorem in Coq"),
        (lambda: by_facts("pennant"), "invariants of family 'sliding' have no theorem"),
        (lambda: by_lemma("english-centre", "patterns"), "lemma 'patterns' has no theorem in Coq"),
        (
            lambda: by_lemma("frogs-3x3"),
            "'frogs' have no theorem in Coq; these have one: pegs, s",
        ),
        (lambda: by_lemma("century", "piece_groups"), "no theorem in Coq about half cells"),
    ],
)
def test_what_has_no_theorem_is_said(make: Callable[[], object], words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        make()
