"""Texts of other formats, read as a file of them is, and samples of each."""

from puzzleproof.models.documents import AS_WRITTEN, built
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import FORMATS, settled
from puzzleproof.models.puzzle import AnyPuzzle

GATE = "gate 6 5\n######\n#*a  #\n#    #\n##-###\n  .   \n"
JSON = '[{"name": "one", "blocks": [{"shape": [2, 2], "position": [0, 1]}]}]'
XML = """<puzzle name="dot">
 <board><size>3, 4</size></board><goaltype>byid</goaltype>
 <clssiz><class name="dot"><size>1, 1</size></class></clssiz>
 <komaset><koma name="d"><class>dot</class><init>1, 1</init><goal>1, 2</goal></koma></komaset>
</puzzle>"""
CROSS = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo\n"
BLOCKS = {"board", "goal", "labelled"}
SAMPLES: dict[str, list[tuple[str, set[str]]]] = {
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


def puzzles_in(name: str, text: str) -> list[AnyPuzzle]:
    """The puzzles of a text in this format; raises the first fault, with its place."""
    found = list[AnyPuzzle]()
    module = FORMATS[name].load()
    for place, part in module.parts(text):
        try:
            document = module.document(part)
        except InstanceError as error:
            raise InstanceError(f"{place}: {error}") from None
        keys, assumed = settled(document, AS_WRITTEN)
        found.append(built(keys, assumed=assumed))
    return found
