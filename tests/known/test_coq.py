"""The kernel of Coq accepts the minima of the library, where its search is small enough.

Which boards have at most 100,000 states is worked out by the search itself, not told here; the
others are skipped with the reason.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Event, Layer
from puzzleproof.provers.formal import theorem_of
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.labelling import label
from puzzleproof.provers.opinions import coq
from tests.support.coq_files import answers, needs_coq, theorem, together
from tests.support.tree import ROOT

STATES = 100_000

pytestmark = needs_coq


class _TooMany(Exception):
    """The search has met more states than are asked for."""


def small_theorem(puzzle: AnyPuzzle) -> Theorem:
    """What is known of a puzzle; skips those without rules in Coq, and large ones."""

    def count(event: Event) -> None:
        if isinstance(event, Layer) and event.states > STATES:
            raise _TooMany

    try:
        theorem_of(puzzle, 0, None)
        found = label(puzzle, count, bidirectional=False)
    except Unsupported as error:
        pytest.skip(str(error))
    except _TooMany:
        pytest.skip(f"over {STATES:,} states")
    return theorem_of(puzzle, found.at_least, found.plan)


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


@pytest.mark.slow
def test_a_second_checker_accepts_each_kind_of_theorem(tmp_path: Path) -> None:
    """coqchk, on a search, bounds, a search from both ends, and parity: no axiom anywhere."""
    coqchk = shutil.which("coqchk")
    assert coqchk is not None
    kept = ROOT / "docs" / "certificates"
    for name in (
        "pennant_piece",
        "english_centre_move",
        "tiles_3x3_single",
        "taquin_swapped_single",
    ):
        shutil.copy(kept / f"{name}.v", tmp_path)
        coqc = [str(coq.needed()), "-q", f"{name}.v"]
        made = subprocess.run(coqc, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert made.stdout.strip() == coq.CLOSED
    files = [path.name for path in sorted(tmp_path.glob("*.vo"))]
    assert len(files) == 4
    words = [coqchk, "-o", "-silent", "-bytecode-compiler", "yes", *files]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "* Axioms: <none>" in done.stdout + done.stderr
