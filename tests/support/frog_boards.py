"""Frogs and toads for tests: a short way to write a board, small ones, and random ones."""

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.puzzle import Info


def frogs(board: str, **keys: Any) -> FrogsPuzzle:
    """Write an instance in a line: rows are divided by ``/``."""
    doc: dict[str, Any] = {"board": board.replace("/", "\n"), **keys}
    if isinstance(doc.get("goal"), str):
        doc["goal"] = doc["goal"].replace("/", "\n")
    return FrogsPuzzle.from_document(doc, Info(name="made by hand"), "move")


SMALL: dict[str, FrogsPuzzle] = {
    "one frog": frogs("F..", goal="..F"),
    "one toad": frogs("../.T", goal="T./.."),
    "row": frogs("FF.TT"),
    "uneven row": frogs("FF.TTTT"),
    "column": frogs("F/F/./T/T"),
    "two holes": frogs("FF..TT"),
    "mixed row": frogs("FT.FT.T", goal="TT.TF.F"),
    "parted row": frogs("F.T#FF.T", goal="T.F#F.TF"),
    "row and back": frogs("FF.TT", backward=True),
    "row over its own": frogs("FF.TT", jump_own=True),
    "square": frogs("FF/.T", goal="TF/.F"),
    "board": frogs("FFF/F.T/TTT"),
    "board over its own": frogs("FF/F./.T/TT", jump_own=True),
    "board and back": frogs("FF/F./.T", goal=".T/F./FF", backward=True),
    "everything": frogs("FF#/F.T/#TT", jump_own=True, backward=True),
    "spaces": frogs(" F /F.T/ T "),
    "out of reach": frogs("TT.FF"),
}
"""Instances by hand, one at least for each thing that the family knows; all have few states."""


def row(p: int, q: int, **keys: Any) -> FrogsPuzzle:
    return frogs("F" * p + "." + "T" * q, **keys)


@st.composite
def puzzles(draw: st.DrawFn) -> FrogsPuzzle:
    """A random board of up to 3 x 4 cells, its goal some moves away from the start."""
    height, width = draw(st.integers(1, 3)), draw(st.sampled_from([3, 4, 2, 1]))
    wide = width + 3 if height == 1 else width
    rows = draw(
        st.lists(st.text("FTFT..#", min_size=wide, max_size=wide), min_size=height, max_size=height)
    )
    text = "/".join(rows)
    assume("." in text and {"F", "T"} & set(text))
    keys = {key: draw(st.booleans()) for key in ("jump_own", "backward")}
    puzzle = frogs(text, goal=text, **keys)
    state = puzzle.start
    for _ in range(draw(st.integers(0, 12))):
        after = sorted(puzzle.successors(state))
        if not after:
            break
        state = draw(st.sampled_from(after))
    return frogs(text, goal=puzzle.draw(state), **keys)
