"""The kernel of Coq accepts the minima of the library, where its search is small enough.

Which boards have at most 100,000 states is worked out by the search itself, not told here; the
others are skipped with the reason.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.formal import kernel as coq
from puzzleproof.provers.formal import theorem_by_bounds, theorem_of
from puzzleproof.provers.formal.theorem import Theorem
from tests.support.coq_files import answers, needs_coq, theorem, together
from tests.support.labellings import states_labelled
from tests.support.tree import ROOT

STATES = 100_000

pytestmark = needs_coq


def small_theorem(puzzle: AnyPuzzle) -> Theorem:
    """The minimum, or that there is none; skips those without rules in Coq, and large ones."""
    try:
        theorem_of(puzzle, 0, None)
        states = states_labelled(puzzle, STATES)
    except Unsupported as error:
        pytest.skip(str(error))
    if states is None:
        pytest.skip(f"over {STATES:,} states")
    return theorem(puzzle)


def test_three_minima_of_ane_rouge_are_accepted(tmp_path: Path) -> None:
    """81, 90 and 116, each in its metric; and no bound one above."""
    minima = {"piece": 81, "line": 90, "unit": 116}
    puzzles = [load("ane-rouge").with_metric(metric) for metric in minima]
    theorems = [theorem(puzzle) for puzzle in puzzles]
    for one, (metric, number) in zip(theorems, minima.items(), strict=True):
        assert one.statement == f"minimum_is instance {metric.capitalize()} {number}"
    assert answers(together(theorems), tmp_path) == ([coq.CLOSED] * 3, "")
    for puzzle, number in zip(puzzles, minima.values(), strict=True):
        opinion = coq.check(theorem_of(puzzle, number + 1, None))
        assert opinion.line.startswith("the kernel refuses 'needs_at_least instance ")


@pytest.mark.slow
@pytest.mark.parametrize("name", library_names())
def test_every_small_library_instance_is_accepted(name: str) -> None:
    """In its own metric."""
    assert coq.check(small_theorem(load(name))).line == coq.CLOSED


CHECKED_AGAIN = {
    "a search": "ane_rouge_piece",
    "bounds": "english_centre_move",
    "both ends": "soap_piece",
    "both ends with distances": "tiles_3x3_single",
    "parity": "taquin_swapped_single",
}
"""Kind of theorem -> a file kept."""


@pytest.mark.slow
def test_a_second_checker_accepts_each_kind_of_theorem(tmp_path: Path) -> None:
    """Coqchk finds no axiom anywhere; groups of pieces have a file of their own."""
    coqchk = shutil.which("coqchk")
    assert coqchk is not None
    for name in CHECKED_AGAIN.values():
        shutil.copy(ROOT / "docs" / "certificates" / f"{name}.v", tmp_path)
    siding = load(ROOT / "benchmarks" / "boards" / "siding.toml")
    bounds = [("piece_groups", {"partitions": [["ABC", "DEF"]]})]
    groups = theorem_by_bounds(siding, bounds, 53, None)
    (tmp_path / "siding.v").write_text(groups.text(), "utf-8")
    for file in sorted(tmp_path.glob("*.v")):
        coqc = [str(coq.COQC.needed()), "-q", file.name]
        made = subprocess.run(coqc, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert made.stdout.strip() == coq.CLOSED
    files = [path.name for path in sorted(tmp_path.glob("*.vo"))]
    assert len(files) == len(CHECKED_AGAIN) + 1
    words = [coqchk, "-o", "-silent", "-bytecode-compiler", "yes", *files]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "* Axioms: <none>" in done.stdout + done.stderr
