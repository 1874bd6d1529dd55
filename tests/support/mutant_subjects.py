"""Honest evidence of every kind for the mutation harness: small instances of each family."""

import math
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain
from pathlib import Path

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers import invariant
from puzzleproof.provers.certificate import Claim, write_file
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import Labelling, write_certificate
from puzzleproof.provers.refutation import certify as refutation
from tests.support.arguments import SUBJECTS, file_of
from tests.support.boards import SMALL as SLIDING
from tests.support.boards import sliding
from tests.support.bounded import Named, bounded, departures
from tests.support.classes import SYMMETRIC, class_blocks, of_classes
from tests.support.cube_sets import cubes
from tests.support.exported import claimed
from tests.support.frog_boards import SMALL as FROGS
from tests.support.mutants import Files, Subject
from tests.support.peg_boards import pegs
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import alike, tiles


def _corridor(row: str) -> str:
    """A corridor with one corner: its board has more than 64 cells, walls counted."""
    return "/".join([row[:9], *("########" + cell for cell in row[9:])])


CORRIDOR = sliding(
    _corridor("ABCDEFGHIJKLMNOP.."), goal=_corridor("..............M..."), labelled="*"
)
"""Its keys take two words, its packed states nine bytes."""
STRIP = pegs("jump", board="strip7", start="xxoxxoo", finish="any")
PUZZLES: dict[str, AnyPuzzle] = {
    "sliding": SLIDING["two labelled"],
    "sliding, walls": SLIDING["walls"].with_metric("unit"),
    "sliding, locked": SLIDING["locked squares"].with_metric("line"),
    "sliding, unsolvable": SLIDING["L and T"],
    "sliding, two words": CORRIDOR,
    "sliding, half cells": SLIDING["half-way"].with_metric("unit"),
    "tour": SLIDING["tour in sequence"].with_metric("unit"),
    "tour in any order": SLIDING["tour in any order"],
    "tiles": TILES["2 x 2"],
    "tiles, row": TILES["a row out of order"],
    "tiles, column": TILES["a column"],
    "tiles, unsolvable": TILES["2 x 2 unsolvable"],
    "tiles, 2 x 3": TILES["2 x 3, a goal of its own"],
    "tiles, runs": tiles("1 2 3/0 5 4", "multi", goal="1 2 3/5 4 0"),
    "alike tiles": alike("1 2 3/0 5 4", "* * 3/1 2 *", "multi"),
    "frog": FROGS["one frog"],
    "frogs": FROGS["row"],
    "frogs, square": FROGS["square"],
    "frogs and back": FROGS["row and back"],
    "frogs, unsolvable": FROGS["out of reach"],
    "jumps": pegs("jump", board="triangle4", vacate=[1, 0], finish="any"),
    "jumps, strip": pegs("jump", board="strip5", start="xxoxo", finish="any"),
    "jumps, stuck": STRIP,
    "moves": pegs("move", board="triangle4", vacate=[1, 0], finish="any"),
    "cubes": cubes("RGBYRG", "YYGGBB"),
}
FOUND = ("cubes", "jumps", "frogs, square", "sliding, unsolvable")
"""Whose invariants are the program's own; the others' are by hand."""
_REFUTED = "sliding; tiles, column; tiles; frog; frogs; frogs, square; jumps, strip; moves; cubes"
REFUTED = tuple(_REFUTED.split("; "))
UNROLLED = ("sliding", "tiles, column", "frog", "frogs, square", "jumps, strip", "cubes")
BINARY = ("frog", "frogs, square")
BOUNDED: dict[str, Named] = {
    "tiles, 2 x 3": [("tile_patterns", {"partitions": [[[1, 2], [3, 4, 5]], [[1], [2, 4]]]})],
    "tiles": [("tile_patterns", {"partitions": [[[1, 2, 3]]]}), ("walking_distance", {})],
    "sliding": [("piece_groups", {"partitions": [["AB"], ["A", "B"]]})],
    "sliding, half cells": [("piece_groups", {"partitions": [["AB", "C"]]})],
}
"""Lower bounds of a labelling that leaves states out."""


def _written(make: Callable[[Path], object]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        make(path)
        return path.read_bytes()


@cache
def _labelling(name: str, bidirectional: bool = True) -> Labelling:
    return label(PUZZLES[name], ignore, bidirectional=bidirectional)


def _labellings() -> Iterator[Subject]:
    for name, puzzle in PUZZLES.items():
        for both in (False, True):
            found = _labelling(name, both)
            if both and not found.backward:
                continue
            kind = "bidirectional" if both else "closed" if found.at_least is None else "one side"
            data = _written(partial(write_certificate, puzzle, found, versions={}))
            yield Subject(name, f"labelling, {kind}", puzzle, Files(data))


def _classes() -> Iterator[Subject]:
    """Labellings with a symmetry."""
    for metric in ("unit", "line"):
        puzzle, symmetry = SYMMETRIC["diagonal"]
        puzzle = puzzle.with_metric(metric)
        name, blocks = f"sliding, classes, {metric}", class_blocks(puzzle, symmetry, 2)
        data = of_classes(puzzle, symmetry, blocks)
        yield Subject(name, "labelling, one side", puzzle, Files(data))


def _bounded() -> Iterator[Subject]:
    """Labellings with bounds."""
    one = pegs("move", board="triangle4", vacate=[1, 0], finish="any")
    other = pegs("move", board="oooo\n" * 3, vacate=[0, 0], finish=[0, 0])
    for name, puzzle, least in (("moves", one, 5), ("moves, dozen", other, 6)):
        named = [departures(puzzle, [1] * len(puzzle.board.holes), 2), departures(puzzle)]
        data = bounded(puzzle, named, least)
        yield Subject(name, "labelling, with bounds", puzzle, Files(data))
    for name, several in BOUNDED.items():
        puzzle_, least_ = PUZZLES[name], _labelling(name).at_least
        data = bounded(puzzle_, several, least_)
        yield Subject(name, "labelling, with bounds", puzzle_, Files(data))


def _invariants() -> Iterator[Subject]:
    for form, subject in SUBJECTS.items():
        yield Subject(f"{form} by hand", "invariant", subject.puzzle, Files(file_of(subject)))
    for name in FOUND:
        puzzle = PUZZLES[name]
        found = invariant.find_argument(puzzle, thorough=True)
        assert found is not None
        argument, bound = found
        claim = Claim("invariant", None if bound == math.inf else int(bound), None)
        write = partial(write_file, puzzle=puzzle, claim=claim, versions={}, argument=argument)
        yield Subject(name, "invariant", puzzle, Files(_written(write)))


def _refutations() -> Iterator[Subject]:
    for name in REFUTED:
        puzzle, found = PUZZLES[name], _labelling(name)
        assert found.at_least is not None
        write = partial(refutation.write_certificate, puzzle, found.at_least, found.plan)
        yield Subject(name, "refutation", puzzle, Files(_written(partial(write, versions={}))))


def _formulas(form: str, names: tuple[str, ...], binary: bool) -> Iterator[Subject]:
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder) / "base"
            made = claimed("lrat", PUZZLES[name], base, form, binary=binary)
            files = Files(made.files[0].read_bytes(), made.files[1].read_bytes())
        kind = f"{form}, {'binary' if binary else 'text'}"
        yield Subject(name, kind, PUZZLES[name], files)


KINDS = (
    "labelling, one side",
    "labelling, bidirectional",
    "labelling, closed",
    "labelling, with bounds",
    "invariant",
    "refutation",
    "horizon, text",
    "horizon, binary",
)


@cache
def subjects() -> tuple[Subject, ...]:
    """All of them, made once."""
    return tuple(
        chain(
            _labellings(),
            _classes(),
            _bounded(),
            _invariants(),
            _refutations(),
            _formulas("horizon", UNROLLED, False),
            _formulas("horizon", BINARY, True),
        )
    )
