"""Each file as a stranger brings it, the command, and the right answer with how it is known.

The files are like those of bug reports, courses, level packs and planning contests.  ``own`` values
were computed by programs written apart from this project, in C++ by plain breadth-first search or
IDA*, or by hand.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.command_line import Run

FILES = Path(__file__).with_name("files")


class Row(NamedTuple):
    """A command about a file, and a pattern that its output has to hold."""

    file: str
    words: str
    answer: str
    source: str


ROWS = [
    Row("09-unit-squares-14x14.toml", "prove", "101 moves .metric unit.", "Project Euler 313"),
    Row("10-tiles-6x6.toml", "prove", "20 moves .metric single., certified", "own"),
    Row("11-tiles-5x6.toml", "prove --time-limit 5", "20 moves .metric single., cert", "own"),
    Row("13-cubes-14.toml", "prove --time-limit 40", "unsolvable .metric cube., cert", "own"),
    Row("14-cubes-20.toml", "prove --time-limit 40", "20 moves .metric cube., cert", "own"),
    Row(
        "23-three-metrics.toml",
        "prove --metric all",
        "(?s)79 moves .*90 moves .*112 moves ",
        "perlmonks 396259 has 90 and 112",
    ),
    Row("24-corner-5x4.toml", "prove", "25 moves .metric unit., cert", "Project Euler 313"),
    Row("25-fixed-cells-a.toml", "prove", "2 moves .metric unit., cert", "NOIP 2013, sample"),
    Row("26-fixed-cells-b.toml", "prove", "unsolvable .metric unit., cert", "NOIP 2013, sample"),
    Row("27-square-dance.toml", "prove", "34 moves .metric piece., certified", "own"),
    Row(
        "29-room-54.toml",
        "prove --metric all",
        "(?s)38 moves .*42 moves .*54 moves ",
        "puzzling.stackexchange 53708 has 54",
    ),
    Row("30-tiles-52.toml", "prove", "52 moves .metric single., certified", "Rosetta Code"),
    Row("31-eight-unsolvable.toml", "prove", "unsolvable .metric single., cert", "parity"),
    Row("32-eight-16.toml", "prove", "16 moves .metric single., certified", "own"),
    Row("33-ipc-pegsol-08-p11.toml", "prove", "7 moves .metric move., cert", "own; IPC 2008"),
    Row("33-ipc-pegsol-08-p17.toml", "prove", "10 moves .metric move., cert", "own; IPC 2008"),
    Row("33-ipc-pegsol-08-p23.toml", "prove", "8 moves .metric move., cert", "own; IPC 2008"),
    Row("33-ipc-pegsol-08-p28.toml", "prove", "12 moves .metric move., cert", "own; IPC 2008"),
    Row("33-ipc-pegsol-opt11-p05.toml", "prove", "12 moves .metric move., c", "own; IPC 2011"),
    Row("33-ipc-pegsol-opt11-p12.toml", "prove", "11 moves .metric move., c", "own; IPC 2011"),
    Row("34-rush-6x6-1.toml", "prove --metric line", "21 moves .metric line., cert", "own"),
    Row("34-rush-6x6-1.toml", "prove --metric unit", "35 moves .metric unit.", "its repository"),
    Row("35-cubes-a.toml", "solve --plans all", "(?s)1 solution.*3", "jaywgraves/cube_puzzle"),
    Row("36-cubes-3-of-6-colours.toml", "solve --plans 1000", "(?s)153.*66|66.*153", "own"),
    Row("37-frogs-own.toml", "prove", "15 moves .metric move., certified", "own"),
    Row("38-frogs-two-gaps.toml", "prove", "21 moves .metric move., certified", "own"),
    Row("39-rush-with-unit-cars.toml", "prove", "44 moves .metric unit., certified", "own; 6x6XY"),
    Row(
        "40-solitaire-8-pegs.pegs.txt",
        "prove --metric jump",
        "(?s)3 moves .*7 moves .*7 moves ",
        "Kattis solitaire, samples",
    ),
    Row("41-grid-example.toml", "prove", "7 moves .metric unit., cert", "Advent of Code 2016, 22"),
    Row("42-tiles-4x4-31.txt", "prove", "31 moves .metric single., cert", "the file's name"),
]
SLOW = [
    Row("05-english-with-spaces.pegs.txt", "prove", "17 moves .metric move., certified", "library"),
    Row("12-rush-9x9.toml", "prove --metric unit", "51 moves .metric unit., cert", "DT1456"),
    Row("12-rush-9x9.toml", "prove --metric line", "27 moves .metric line., certified", "own"),
    Row(
        "21-rush-12x12-any-plan.toml",
        "solve --plans any --time-limit 20",
        "a plan of [0-9]+ moves",
        "own: a random walk finds one",
    ),
    Row("28-ells-28.toml", "prove", "28 moves .metric piece., certified", "own"),
]


@pytest.mark.parametrize(
    "row",
    [*ROWS, *(pytest.param(row, marks=pytest.mark.slow) for row in SLOW)],
    ids=lambda row: f"{row.file} {row.words}",
)
def test_a_stranger_gets_the_right_answer(row: Row, run: Run) -> None:
    verb, *options = row.words.split()
    found = run(verb, str(FILES / row.file), *options)
    assert re.search(row.answer, found.stdout + found.stderr), found.stdout + found.stderr


def test_every_file_has_a_row() -> None:
    assert {row.file for row in (*ROWS, *SLOW)} == {path.name for path in FILES.iterdir()}
