"""Tasks of operators that do more than displace: puzzles that have them, encoded jump by jump."""

import pytest

from puzzleproof.encoders.horizon import unrolled
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support.cube_sets import cubes
from tests.support.peg_boards import pegs
from tests.support.stand_ins import always
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles

BOARDS: dict[str, AnyPuzzle] = {
    "row": TILES["a row"],
    "two cells": TILES["two cells"],
    "column": TILES["a column"],
    "2 x 2": TILES["2 x 2"],
    "2 x 3": tiles("1 4 2/3 5 0"),
    "2 x 3, further": tiles("4 0 2/1 3 5"),
    "mirrored": tiles("1 0 2/3 4 5", goal="1 4 2/3 0 5"),
    "3 x 3, mirrored": tiles("1 0 2/3 4 5/6 7 8", goal="1 4 2/3 7 5/6 0 8"),
    "3 x 3": tiles("1 4 2/3 0 5/6 7 8"),
    "at the goal": TILES["2 x 2 at the goal"],
    "strip": pegs("jump", board="strip8", start="xxoxxoxo", finish="any"),
    "strip from the middle": pegs("jump", board="strip7", start="oxxoxxo", finish="any"),
    "triangle": pegs("jump", board="triangle4", vacate=[1, 0], finish="any"),
    "triangle, all mirrors": pegs("jump", board="triangle4", vacate=[2, 1], finish="any"),
    "square": pegs("jump", start="xxo\nxox\noxx", finish="any"),
    "cross": pegs("jump", board=".oo.\noooo\noooo\n.oo.\n", vacate=[1, 1], finish="any"),
    "two parts": pegs("jump", start="xxo.oxx\nxox.xox\n", goal="oox.xoo\nxox.xox\n"),
    "two lengths": pegs("jump", board="strip7", start="xxoxooo", goal=["ooxxooo", "ooooxoo"]),
    "cubes": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
    "cubes, alike": cubes("RGBRGB", "RGBRGB"),
    "cubes, stuck": cubes("RRRRRG", "RRRRGR"),
}

CHAINS: dict[str, PegPuzzle] = {
    "triangle of 4": pegs(board="triangle4", vacate=[1, 0], finish="any"),
    "triangle of 5, any": pegs(board="triangle5", vacate=[2, 1], finish=[2, 1]),
    "strip": pegs(board="strip10", start="xxoxxoxxox", finish="any"),
    "strip of 8": pegs(board="strip8", vacate=[1, 0], finish="any"),
    "a square's way round": pegs(start="oxo\nxox\nxxo\n", finish="any"),
    "two parts": pegs(start="xxo.oxx\nxox.xox\nxoo.xxx\n", finish="any"),
    "cross": pegs(board=".oo.\noooo\noooo\n.oo.\n", vacate=[1, 1], finish="any"),
    "a hole alone": pegs(board="ooo.o\n", start="xxo.x\n", goal="oox.x\n"),
    "a hole alone, to be emptied": pegs(board="ooo.o\n", start="xxo.x\n", goal="oox.o\n"),
    "corners that no jump meets": pegs(
        start="o..\nxxx\nx.x\n", goal=["x..\noox\no.x\n", "x..\noxx\no.o\n", "o..\nxxo\no.o\n"]
    ),
    "two goals": pegs(start="xxoo\noxxo\n", goal=["ooxo\noxxo\n", "ooxo\nooox\n"]),
}

REFUTED: dict[str, tuple[AnyPuzzle, int]] = {
    "tiles, unsolvable": (TILES["2 x 3 unsolvable"], 6),
    "tiles, too short": (tiles("3 4 5/0 1 2"), 7),
    "tiles, runs, too short": (tiles("3 4 5/0 1 2", "multi"), 5),
    "tiles, a run, out of reach": (tiles("0 1 2", "multi", goal="2 1 0"), 1),
    "jumps, wrong class": (pegs("jump", board="strip6", start="xxoxoo", goal="xooooo"), 6),
    "jumps, stuck": (pegs("jump", board="strip7", start="xxoxxoo", finish="any"), 6),
    "jumps, too few": (pegs("jump", board="strip6", start="xxoxoo", goal="ooooxo"), 1),
    "moves, too short": (pegs("move", board="triangle4", vacate=[1, 0], finish="any"), 4),
    "moves, too few": (pegs("move", board="strip6", start="xxoxoo", goal="xooooo"), 1),
    "cubes, stuck": (cubes("RRRRRG", "RRRRGR"), 2),
    "cubes, too few": (cubes("RGBRGB", "RGBRGB"), 1),
}
"""Horizons without a plan."""


def encode_jump_by_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step is a whole compound move."""
    monkeypatch.setattr(unrolled, "jump_graph_of", always(None))
