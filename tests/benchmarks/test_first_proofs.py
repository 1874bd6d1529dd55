"""The page docs/first-proofs.md claims what its boards claim; the small ones are proven."""

from pathlib import Path

import pytest

from puzzleproof.models.instances import load
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from tests.support.tree import ROOT

BOARDS = ROOT / "benchmarks" / "first-proofs"
PAGE = ROOT / "docs" / "first-proofs.md"


@pytest.mark.parametrize("path", sorted(BOARDS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_page_says_what_the_file_claims(path: Path) -> None:
    puzzle = load(path)
    (known,) = puzzle.info.known
    family, size, *_ = path.stem.replace("x", " × ").split("-")
    holes = f"{puzzle.draw(puzzle.start).count('.')} | " if family == "frogs" else ""
    assert f"| {size} | {holes}{known.optimum} |" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("name", ["frogs-3x3-3-holes", "frogs-3x5", "unit-4x4", "unit-5x5"])
def test_a_small_board_is_certified(name: str, tmp_path: Path) -> None:
    puzzle = load(BOARDS / f"{name}.toml")
    verdict = prove(name, puzzle, Request(certificate=str(tmp_path / "board.cert")))
    assert (verdict.optimum, verdict.grade) == (puzzle.info.known[0].optimum, "certified")
