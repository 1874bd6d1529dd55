"""Bounds of peg solitaire as theorems: parts and weights that the kernel accepts, or refuses."""

import random
import re
import sys
from pathlib import Path

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.provers.bounded import claim_with_bounds, pegs, weights
from puzzleproof.provers.events import ignore
from puzzleproof.provers.export import Exported
from puzzleproof.provers.export import claims as export
from puzzleproof.provers.formal import Bound, theorem_by_bounds
from puzzleproof.provers.formal import kernel as coq
from puzzleproof.provers.formal.bounds import symmetries
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.labelling import label
from puzzleproof.verify.certificate import read_header
from tests.support.coq_files import judged, needs_coq
from tests.support.exported import claimed
from tests.support.peg_boards import L_BOARD, game, games_by_chance
from tests.support.tree import ROOT


def load_pegs(name: str) -> PegPuzzle:
    puzzle = load(name)
    assert isinstance(puzzle, PegPuzzle)
    return puzzle


SMALL: dict[str, PegPuzzle] = {
    "a hole of a triangle": load_pegs("triangle-4"),
    "anywhere": game("triangle4", vacate=[1, 0], finish="any"),
    "drawn": game("oooo\noooo\noooo\n", vacate=[1, 0], finish=[1, 0]),
    "drawn, anywhere": game("oooo\noooo\noooo\n", vacate=[0, 0], finish="any"),
}


def kept_bounds() -> list[Bound]:
    """Those of the certificate of the English board."""
    with (ROOT / "docs" / "certificates" / "english-centre-move.cert").open("rb") as file:
        bounds: list[Bound] = read_header(file).extra["bounds"]
    return bounds


def departures(charge: int, parts: str, weights: list[int]) -> Bound:
    return "departures", {"charge": charge, "parts": parts, "weights": weights}


def pagoda_function(puzzle: PegPuzzle, rng: random.Random) -> list[int]:
    """Weights of which no jump gains: numbers at random, lowered until it is so."""
    weights = [rng.randint(0, 4) for _ in puzzle.board.holes]
    while gains := _gains(puzzle, weights):
        for landing, most in gains:
            weights[landing] = min(weights[landing], most)
    return weights


def _gains(puzzle: PegPuzzle, weights: list[int]) -> list[tuple[int, int]]:
    """Where a jump gains: the hole that it enters, and the most that this may weigh."""
    board, found = puzzle.board, list[tuple[int, int]]()
    at = {hole: k for k, hole in enumerate(board.holes)}
    for hole in board.holes:
        for step in board.directions:
            over, into = ((hole[0] + k * step[0], hole[1] + k * step[1]) for k in (1, 2))
            if over in at and into in at:
                most = weights[at[hole]] + weights[at[over]]
                if weights[at[into]] > most:
                    found.append((at[into], most))
    return found


def some_bounds(puzzle: PegPuzzle, seed: int) -> list[Bound]:
    """Departures alone, weights alone, and both with parts at random."""
    rng, holes = random.Random(seed), len(puzzle.board.holes)  # noqa: S311  the same
    halves = "a" * (holes // 2) + "b" * (holes - holes // 2)
    thirds = "abc" + "".join(rng.choice("abc") for _ in range(holes - 3))
    return [
        departures(1, halves, [0] * holes),
        departures(3, thirds, pagoda_function(puzzle, rng)),
        departures(2, halves, pagoda_function(puzzle, rng)),
    ]


@needs_coq
def test_minima_are_accepted_and_nothing_above(tmp_path: Path) -> None:
    """Boards with one goal and with many, bounds at random: the minimum holds, and no more."""
    right, wrong = list[Theorem](), list[Theorem]()
    for seed, puzzle in enumerate(SMALL.values()):
        found = label(puzzle, ignore)
        assert found.at_least is not None
        bounds, minimum = some_bounds(puzzle, seed), found.at_least
        right.append(theorem_by_bounds(puzzle, bounds, minimum, found.plan))
        wrong.append(theorem_by_bounds(puzzle, bounds, minimum + 1, None))
    assert judged(tmp_path, right, wrong) == ([], "")


@needs_coq
def test_that_there_is_no_plan_is_accepted_where_it_is_so(tmp_path: Path) -> None:
    """Games by chance, with and without a plan; the search leaves out what no plan leads from."""
    told = dict[bool, list[Theorem]]({False: [], True: []})
    for seed, puzzle in enumerate(games_by_chance(L_BOARD, 4)):
        none = theorem_by_bounds(puzzle, some_bounds(puzzle, seed)[:3], None, None)
        told[label(puzzle, ignore).at_least is None].append(none)
    assert told[True]
    assert told[False]
    assert judged(tmp_path, told[True], told[False]) == ([], "")


def test_a_board_has_the_symmetries_that_keep_its_goals() -> None:
    assert len(symmetries(load_pegs("english-centre"))) == 7
    assert len(symmetries(load_pegs("european-43-35"))) == 1
    assert len(symmetries(load_pegs("triangle-5-apex"))) == 5
    assert len(symmetries(game("hexagon19", vacate=[4, 2], finish="2 pegs"))) == 11
    assert len(symmetries(SMALL["anywhere"])) == 5


def test_the_file_holds_parts_and_weights_and_no_state() -> None:
    """Of a certificate; the kernel accepts it: `verify --second-opinion coq` asks it."""
    one = theorem_by_bounds(load_pegs("english-centre"), kept_bounds(), 18, None)
    text = one.claim()
    assert re.search(r'Weighted \d+ \[ "##\w\w\w##";\n  "##\w\w\w##";', text)
    assert "Symmetry ((-1, 0, 6), (0, -1, 6)) ((-1, 0, 6), (0, -1, 6))" in text
    assert "apply (bound_by_departures symmetries bounds)." in text
    assert len(text) < 5000


@needs_coq
@pytest.mark.slow
def test_the_centre_of_the_english_board_in_18_moves() -> None:
    """And not in 19, as there is a plan of 18."""
    puzzle, bounds = load_pegs("english-centre"), kept_bounds()
    assert coq.check(theorem_by_bounds(puzzle, bounds, 18, None)).line == coq.CLOSED
    refused = coq.check(theorem_by_bounds(puzzle, bounds, 19, None)).line
    assert refused.startswith("the kernel refuses 'needs_at_least instance Move 19'")


@pytest.fixture
def all_large(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Small boards go the way of large ones: weights are sought for layers of 200 states."""
    monkeypatch.setattr(export, "KERNEL_STATES", 0)
    monkeypatch.setattr(pegs, "FIRST_MOST", 200)
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "cache"))


APEX, MINIMUM = load_pegs("triangle-5-apex"), 10


def exported(puzzle: PegPuzzle, folder: Path, at_least: int | None = None) -> tuple[Exported, str]:
    made = claimed("coq", puzzle, folder / "claim", at_least=at_least, check=False)
    return made, made.files[0].read_text("utf-8")


@pytest.mark.usefixtures("all_large")
@pytest.mark.parametrize(
    ("asked", "claimed", "lemma"),
    [
        (None, MINIMUM, "minimum_by_departures symmetries bounds plan"),
        (MINIMUM + 1, MINIMUM, "minimum_by_departures symmetries bounds plan"),
        (MINIMUM - 2, MINIMUM - 2, "bound_by_departures symmetries bounds"),
    ],
)
def test_an_export_finds_its_bounds(
    asked: int | None, claimed: int, lemma: str, tmp_path: Path
) -> None:
    made, text = exported(APEX, tmp_path, asked)
    assert (made.at_least, made.document["minimum"]) == (claimed, lemma.startswith("minimum"))
    assert f"apply ({lemma})." in text
    assert not made.document["minimum"] or "Weighted " in text.rpartition("Definition bounds")[2]


@pytest.mark.usefixtures("all_large")
def test_an_export_searches_plainly_where_bounds_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the library, or where the search with bounds is stopped: if the board is small."""
    with pytest.raises(Unsupported, match="no lower bounds are known for this board"):
        claim_with_bounds(APEX.with_metric("jump"), None, None)
    with monkeypatch.context() as patch:
        for name in ("ortools", "ortools.linear_solver"):
            patch.setitem(sys.modules, name, None)
        assert "minimum_by_search" in exported(APEX, tmp_path)[1]
        patch.setattr(export, "MANY_STATES", 0)
        with pytest.raises(ModuleNotFoundError):
            exported(APEX, tmp_path)
    monkeypatch.setattr(pegs, "LARGEST_LAYER", 60)
    monkeypatch.setattr(weights, "WORTH", 2.0)
    assert "minimum_by_search" in exported(APEX, tmp_path)[1]
    monkeypatch.setattr(export, "MANY_STATES", 0)
    with pytest.raises(LimitReached, match="grows too large"):
        exported(APEX, tmp_path)
