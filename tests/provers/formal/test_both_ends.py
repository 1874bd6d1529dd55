"""Theorems by searches from both ends: which files have them, and what the kernel says of them."""

from dataclasses import replace
from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.bounded import claim_with_bounds
from puzzleproof.provers.events import ignore
from puzzleproof.provers.formal import kernel as coq
from puzzleproof.provers.formal import theorem_by_bounds, theorem_of
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.labelling import label
from puzzleproof.provers.opinions import ask
from puzzleproof.provers.process import Limits
from tests.support.boards import sliding
from tests.support.coq_files import judged, needs_coq, theorem
from tests.support.exported import claimed
from tests.support.tile_boards import tiles
from tests.support.tree import ROOT

ALIKE = sliding("AB./CDE", goal=["BCD/.EA", "BCA/DE."], labelled="A")
WHOLE = {
    "alike": ALIKE,
    "bound": sliding("AB./CDE", goal=["BCD/.EA", "BCA/DE."], labelled="A", axes="E:NS"),
    "locked": sliding(
        "AA.B/C..B/C.DD/....", goal="C.AA/C.../DD.B/...B", labelled="*", axis_locked=True
    ),
    "half-way": sliding(
        ".AA.BB../.AA.BB../CC..DD../CC..DD..", goal="AA....BB/AA....BB/..CC..DD/..CC..DD", cell=2
    ),
    "in parts": sliding("A#A../B..../.B...", goal=".#B../..ABA/.....", labelled="B"),
}
"""Boards whose goals draw every piece."""


def minimum(puzzle: AnyPuzzle) -> int:
    found = label(puzzle, ignore, bidirectional=False).plan
    assert found is not None
    return len(found)


def by_both_ends(puzzle: AnyPuzzle, moves: int, back: int) -> Theorem:
    one = replace(theorem_of(puzzle, moves, None), lemma=f"(bound_by_both_ends {back})")
    return replace(one, module="SlidingBothEnds")


@needs_coq
@pytest.mark.parametrize("name", WHOLE)
def test_blocks_meet_wherever_they_are_cut(name: str, tmp_path: Path) -> None:
    """Layers backward from none to all: the minimum is accepted, and one more is refused."""
    right, wrong = list[Theorem](), list[Theorem]()
    for metric in ("piece", "line", "unit"):
        puzzle = WHOLE[name].with_metric(metric)
        least = minimum(puzzle)
        assert least > 2
        for back in {0, 1, least // 2, least - 1}:
            right.append(by_both_ends(puzzle, least, back))
            wrong.append(by_both_ends(puzzle, least + 1, back))
        wrong.append(by_both_ends(puzzle, least, least))
    assert judged(tmp_path, right, wrong) == ([], "")


def test_boards_are_searched_from_both_ends_where_goals_are_whole() -> None:
    """Tiles by distances, which runs have none of."""
    whole, tables = theorem(load("simplicity2")), load("tiles-2x2")
    assert whole.module == "SlidingBothEnds"
    back = label(load("simplicity2"), ignore).moves_back
    assert whole.lemma == f"(minimum_by_both_ends {back} _ _ _ plan)"
    assert theorem_of(load("simplicity2"), 60, None, 20).lemma == "(bound_by_both_ends 20)"
    for back in (0, 60):
        assert theorem_of(load("simplicity2"), 60, None, back).module == "Sliding"
    assert theorem_of(load("pennant"), 50, None, 20).module == "Sliding"
    assert theorem_of(tables, 6, None).lemma.endswith("to_goal to_start)")
    plan = list(label(tables, ignore).plan or ())
    assert theorem_of(tables, len(plan), plan).lemma.endswith("to_goal to_start plan)")
    for at_least in (0, None):
        assert theorem_of(tables, at_least, None).module == "TilesSearch"
    text = theorem_of(tiles("3 2/1 0", "multi"), 3, None).definitions
    assert "Definition to_goal : list weighing := ([]%Z)%char." in text


@needs_coq
def test_a_certificate_from_both_ends_is_judged_so() -> None:
    kept = (ROOT / "docs" / "certificates" / "soap-piece.cert").read_bytes()
    opinion = ask("coq", kept, None, Limits(None, None))
    assert (opinion.accepted, opinion.line) == (True, coq.CLOSED)
    assert opinion.words == "minimum_is instance Piece 43"


@needs_coq
def test_tiles_meet_wherever_they_are_cut(tmp_path: Path) -> None:
    """With distances and without."""
    told = dict[bool, list[Theorem]]({True: [], False: []})
    for name, metric in (("tiles-2x2", "single"), ("tiles-2x3", "multi")):
        puzzle = load(name).with_metric(metric)
        least = minimum(puzzle)
        for moves in (least, least + 1):
            one = replace(theorem_of(puzzle, moves, None), module="TilesBothEnds")
            for back in {0, 1, moves // 2, moves - 1, moves}:
                for weights in ("to_goal to_start", "[] []"):
                    lemma = f"(bound_by_both_ends {back} {weights})"
                    told[moves == least and back < moves].append(replace(one, lemma=lemma))
    assert judged(tmp_path, told[True], told[False]) == ([], "")


def test_a_number_far_above_the_minimum_gives_the_minimum(tmp_path: Path) -> None:
    """No search of so many moves is asked for, as the kernel has to make another one."""
    puzzle = load("tiles-3x3")
    with pytest.raises(Unsupported, match="over 250,000 states for 60 moves"):
        theorem_of(puzzle, 60, None)
    made = claimed("coq", puzzle, tmp_path / "a", at_least=60, check=False)
    assert (made.at_least, made.document["minimum"]) == (31, True)
    assert "apply (minimum_by_both_ends " in made.files[0].read_text("utf-8")


@needs_coq
@pytest.mark.slow
def test_the_kernel_accepts_a_table_of_the_15_puzzle() -> None:
    """Korf's twelfth: 45 moves, and not 47."""
    puzzle = load("korf-12")
    found = claim_with_bounds(puzzle, None, None)
    one = theorem_by_bounds(puzzle, found.bounds, found.at_least, found.plan)
    assert coq.check(one).line == coq.CLOSED
    assert coq.check(theorem_of(puzzle, 46, None)).line.startswith("the kernel refuses ")
