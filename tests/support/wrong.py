"""What a verdict may say when a part of the project is wrong, told by the rules alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import check_file
from tests.support.boards import SMALL as SLIDING
from tests.support.cube_sets import cubes
from tests.support.frog_boards import SMALL as FROGS
from tests.support.peg_boards import pegs
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles

PUZZLES: dict[str, AnyPuzzle] = {
    "sliding": SLIDING["walls"],
    "tour": SLIDING["tour in sequence"].with_metric("unit"),
    "sliding, unsolvable": SLIDING["locked squares"],
    "tiles": tiles("1 4 2/3 0 5"),
    "tiles, runs": tiles("1 4 2/5 3 0", "multi"),
    "tiles, unsolvable": TILES["2 x 2 unsolvable"],
    "frogs": FROGS["board"],
    "jumps": pegs("jump", board="triangle4", vacate=[1, 0], finish="any"),
    "moves": pegs("move", board="triangle4", vacate=[1, 0], finish="any"),
    "jumps, stuck": pegs("jump", board="strip7", start="xxoxxoo", finish="any"),
    "cubes": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
}
FEW = ("sliding",)
"""Tried in every run of the tests; the others take their turn among the slow ones."""
EVIDENCE = ("auto", "all", "labelling", "refutation", "exhaustion")
"""A new kind of evidence belongs here."""
SECONDS = 1.5
"""Whoever is lied to may search for ever."""


@cache
def minimum(name: str) -> int | None:
    return bfs(PUZZLES[name]).optimum


def ask(
    name: str, evidence: str, folder: Path, engine: str = "auto", seconds: float = SECONDS
) -> Verdict | None:
    """The verdict, with a certificate where one can be had; None where it ended in an error.

    What is wrong may break anything that works with it: a crash claims nothing either.
    """
    path = folder / "certificate"
    path.unlink(missing_ok=True)
    leaves = evidence != "refutation" and evidence != "exhaustion" and engine == "auto"
    request = Request(engine, (evidence,), certificate=str(path) if leaves else None)
    try:
        return prove(name, PUZZLES[name], request, limits=Limits(seconds))
    except Exception:  # noqa: BLE001  a lie may end in any error
        assert not path.exists(), "whoever fails leaves no certificate"
        return None


def assert_nothing_false(name: str, verdict: Verdict | None) -> None:
    """No status, bound, plan or certificate that the rules deny."""
    if verdict is None:
        return
    least = minimum(name)
    lower = verdict.lower or 0
    assert verdict.status != "unsolvable" or least is None
    assert verdict.optimum is None or verdict.optimum == least
    assert verdict.upper is None or (least is not None and verdict.upper >= least)
    if verdict.grade != "claimed":
        assert least is None or lower <= least
    assert least is None or verdict.proven <= least
    for row in verdict.evidence:
        assert not row.checked or least is None or row.bound <= least
    if verdict.certificate is not None:
        checked = check_file(verdict.certificate)
        assert least is None or (checked.at_least is not None and checked.at_least <= least)
