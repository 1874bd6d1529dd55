"""The page docs/first-proofs.md claims what its boards claim; tests/known proves the small ones."""

from fnmatch import fnmatchcase

import pytest

from benchmarks.results_page import FIRST_PROOFS
from puzzleproof.models.instances import library_names, load
from tests.support.tree import ROOT

PAGE = ROOT / "docs" / "first-proofs.md"
NAMES = [n for n in library_names() if any(fnmatchcase(n, p) for p in FIRST_PROOFS)]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_file_claims(name: str) -> None:
    puzzle = load(name)
    (known,) = puzzle.info.known
    size = next((word for word in name.split("-") if "x" in word), f"`{name}`")
    holes = f"{puzzle.draw(puzzle.start).count('.')} | " if puzzle.family == "frogs" else ""
    assert f"| {size} | {holes}{known.optimum} |" in PAGE.read_text("utf-8")
