"""Nothing is assumed that is not said: of every key, the text states it, or the answer says so.

What the specification of a format fixes counts as stated: docs/boards.md has these conventions.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from puzzleproof.models.collected import entries_of
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import Puzzle
from puzzleproof.models.reading import ASSUMED, TARGETS

GATE = "gate 6 5\n######\n#*a  #\n#    #\n##-###\n  .   \n"
JSON = '[{"name": "one", "blocks": [{"shape": [2, 2], "position": [0, 1]}]}]'
XML = """<puzzle name="dot">
 <board><size>3, 4</size></board><goaltype>byid</goaltype>
 <clssiz><class name="dot"><size>1, 1</size></class></clssiz>
 <komaset><koma name="d"><class>dot</class><init>1, 1</init><goal>1, 2</goal></koma></komaset>
</puzzle>"""
CROSS = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo\n"
NO_RULE = {"family", "metric", "name", "author", "year", "source", "note", "known"}
"""Keys that state no rule, and the metric, which every answer has."""
BLOCKS = {"board", "goal", "labelled"}
STATED: dict[str, list[tuple[str, set[str]]]] = {
    # The car of fogleman/rush leaves at the right end of its row; cars keep to their line.
    "rush-hour": [("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", BLOCKS | {"axis_locked"})],
    "gnome": [(GATE, BLOCKS)],  # its target cells are drawn
    "hrd-json": [(JSON, BLOCKS | {"axes"})],  # escapePoint, by default [3, 1]
    # The block of Hua Rong Dao leaves at the bottom middle.
    "hrd-code": [("1A9BF0C00", BLOCKS)],
    "hrd-digits": [("21132113455647767007", BLOCKS)],
    "hakoiri": [(XML, BLOCKS)],  # <goal> states it
    "tile-list": [
        ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n\n2 4\n1 2 3 4\n5 6 0 7", {"board"}),
        ("1 2 3\n4 5 6\n7 8 9\n", set()),
    ],
    # Fifteen ends with the blank last, Pegs with one peg.
    "game-id": [
        (
            "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0\n5x3cross:OPPPOPPHPPOPPPO",
            {"board", "goal", "start", "finish"},
        )
    ],
    "peg-drawing": [
        (CROSS, {"start"}),
        ("xx.\n...\ngoal\n..x\n...\n", {"start", "goal"}),
        ("x x .\n. . .\ngoal\n. . x\n. . .\n", {"start", "goal"}),
        (" x\nx .\n", {"start"}),
        ("x\nx.\n...\n", {"start"}),
        ("--oo--\n", set()),
    ],
}
"""Format -> texts, and the keys that each states."""
CASES = [(name, *case) for name, cases in STATED.items() for case in cases]


def unsaid(document: Mapping[str, Any], stated: set[str]) -> set[str]:
    """The keys that neither the text states nor the reader says; ``goal`` stands for a finish."""
    said = set(document.get(ASSUMED, {}))
    found = set(document) - NO_RULE - {ASSUMED, TARGETS} - stated
    return {"goal" if key == "finish" else key for key in found} - said


def test_every_format_has_its_keys() -> None:
    assert STATED.keys() == FORMATS.keys()


@pytest.mark.parametrize(("name", "text", "stated"), CASES)
def test_what_a_text_does_not_state_is_said(name: str, text: str, stated: set[str]) -> None:
    module = FORMATS[name].load()
    parts = [part for _, part in module.parts(text)]
    assert parts
    for part, (_, puzzle) in zip(parts, entries_of(text, "x"), strict=True):
        document = module.document(part)
        assert not unsaid(document, stated)
        assert isinstance(puzzle, Puzzle)
        assert puzzle.assumed == tuple(document.get(ASSUMED, {}).values())
        assert all(puzzle.assumed)


@pytest.mark.parametrize("name", ["tile-list", "peg-drawing"])
def test_a_silent_reader_is_found_out(name: str) -> None:
    text, stated = STATED[name][0]
    module = FORMATS[name].load()
    for _, part in module.parts(text):
        document = {key: x for key, x in module.document(part).items() if key != ASSUMED}
        assert unsaid(document, stated) == {"goal"}


BY_DEFINITION = {"frogs": {"goal"}}
"""Keys that docs/boards.md defines where an instance file leaves them out."""
LEFT_OUT = [
    'family = "tiles"\nboard = "1 2\\n0 3"\n',
    'family = "frogs"\nboard = "FF.TT"\n',
    'family = "pegs"\nstart = "xxo"\nfinish = "any"\n',
    'family = "sliding"\nboard = "A."\ngoal = ".A"\n',
    'family = "cubes"\ncubes = ["RGBYRG"]\n',
]


@pytest.mark.parametrize("text", LEFT_OUT)
def test_what_an_instance_file_leaves_out_is_said(text: str) -> None:
    puzzle = loads(text)
    added = {key for key in puzzle.document() if f"\n{key} =" not in text} - {"board"}
    added -= BY_DEFINITION.get(puzzle.family, set())
    assert bool(puzzle.assumed) == bool(added) == (puzzle.family == "tiles")
