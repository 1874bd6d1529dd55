"""Malformed inputs by kind: instances of all families, plans, games; and the command in-process."""

from __future__ import annotations

from collections.abc import Mapping

GOOD = {
    "sliding": {"metric": '"piece"', "board": '"""\nAB.\nC#.\n"""', "goal": '"""\n...\n.#A\n"""'},
    "pegs": {"board": '"triangle4"', "vacate": "[1, 0]", "finish": '"any"'},
    "tiles": {"board": '"""\n3 4 5\n0 1 2\n"""', "goal": '"""\n0 1 2\n3 4 5\n"""'},
    "frogs": {"board": '"FF.TT"'},
    "cubes": {"cubes": '["RRRBYG", "BYBGGR", "GBRYYR", "GRYBYB"]'},
}
"""A sound instance of each family."""
LABELLED = {"labelled": '"A"'}
GOOD["sliding"] |= LABELLED


def instance(family: str, drop: str = "", more: str = "", **changes: str) -> str:
    """A sound instance with some keys changed, one dropped, some lines more."""
    keys = {"family": f'"{family}"', **GOOD[family], **changes}
    return "".join(f"{k} = {v}\n" for k, v in keys.items() if k != drop) + more


def drawing(*rows: str) -> str:
    """A drawing as TOML."""
    return '"""\n' + "\n".join(rows) + '\n"""'


SLIDING = {
    "a board of spaces": instance("sliding", board=drawing("   ", "   ")),
    "a board of walls": instance("sliding", board=drawing("###", "###")),
    "a board that is a list": instance("sliding", board='["AB."]'),
    "a board that is a table": instance("sliding", board="{}"),
    "a board that is true": instance("sliding", board="true"),
    "a board with a control character": instance("sliding", board='"A\\u0007."'),
    "a board with a null": instance("sliding", board='"A\\u0000."'),
    "a board that is a date": instance("sliding", board="1979-05-27"),
    "a goal that is a number": instance("sliding", goal="7"),
    "a goal in a list in a list": instance("sliding", goal='[["..."]]'),
    "a goal of another height": instance("sliding", goal=drawing("...")),
    "a goal with a number in a list": instance("sliding", goal="[1]"),
    "labelled that is a number": instance("sliding", labelled="1"),
    "labelled with a space": instance("sliding", labelled='"A B"'),
    "labelled with a wall": instance("sliding", labelled='"#"'),
    "labelled with an empty cell": instance("sliding", labelled='"."'),
    "an empty tour": instance("sliding", "goal", tour="[]"),
    "a tour that is a drawing": instance("sliding", "goal", tour='"A"'),
    "a tour with a number": instance("sliding", "goal", tour="[1]"),
    "axis_locked that is a number": instance("sliding", axis_locked="1"),
    "cell = 0": instance("sliding", cell="0"),
    "cell below 0": instance("sliding", cell="-2"),
    "cell with a fraction": instance("sliding", cell="2.0"),
    "cell = true": instance("sliding", cell="true"),
    "a metric of pegs": instance("sliding", metric='"move"'),
    "a metric in capitals": instance("sliding", metric='"PIECE"'),
    "a metric in a list": instance("sliding", metric='["piece"]'),
    "an empty metric": instance("sliding", metric='""'),
}
PEGS = {
    "an unknown board": instance("pegs", board='"klingon"'),
    "an empty board": instance("pegs", board='""'),
    "a board that is a number": instance("pegs", board="33"),
    "a triangle of no rows": instance("pegs", board='"triangle0"'),
    "a triangle below 0": instance("pegs", board='"triangle-4"'),
    "a triangle too large": instance("pegs", board='"triangle41"'),
    "a triangle far too large": instance("pegs", board='"triangle99999999999999999999"'),
    "a triangle without a number": instance("pegs", board='"triangle"'),
    "a strip of no holes": instance("pegs", board='"strip0"'),
    "a vacancy off the board": instance("pegs", vacate="[9, 9]"),
    "a vacancy below 0": instance("pegs", vacate="[-1, 0]"),
    "a vacancy of one number": instance("pegs", vacate="[1]"),
    "a vacancy of three numbers": instance("pegs", vacate="[1, 0, 0]"),
    "a vacancy with a fraction": instance("pegs", vacate="[1.0, 0]"),
    "a vacancy in words": instance("pegs", vacate='"top"'),
    "a vacancy of truths": instance("pegs", vacate="[true, false]"),
    "no vacancy": instance("pegs", "vacate"),
    "a vacancy and a start": instance("pegs", start=drawing("xo")),
    "no finish": instance("pegs", "finish"),
    "a finish and a goal": instance("pegs", goal=drawing("xo")),
    "a finish off the board": instance("pegs", finish="[7, 7]"),
    "a finish in words": instance("pegs", finish='"centre"'),
    "a start of another board": instance("pegs", "vacate", start=drawing("xo")),
    "a start with a letter": instance("pegs", "vacate", start=drawing("z...", "xx..")),
    "a start that is a number": instance("pegs", "vacate", start="5"),
    "a start in a list": instance("pegs", "vacate", start='["x"]'),
    "a key of sliding blocks": instance("pegs", labelled='"A"'),
    "a metric of tiles": instance("pegs", metric='"single"'),
    "an empty list of goals": instance("pegs", "finish", goal="[]"),
}
TILES = {
    "no board": instance("tiles", "board"),
    "an empty board": instance("tiles", board='""'),
    "letters": instance("tiles", board=drawing("1 a", "0 2")),
    "a number twice": instance("tiles", board=drawing("1 1", "0 2")),
    "a number too high": instance("tiles", board=drawing("1 4", "0 2")),
    "a number below 0": instance("tiles", board=drawing("1 -3", "0 2")),
    "a fraction": instance("tiles", board=drawing("1 3.0", "0 2")),
    "no blank": instance("tiles", board=drawing("1 3", "4 2")),
    "ragged rows": instance("tiles", board=drawing("1 3 0", "4 2")),
    "one tile": instance("tiles", board='"0"'),
    "nine columns": instance("tiles", board='"0 1 2 3 4 5 6 7 8"'),
    "a number of 5,000 digits": instance("tiles", board=f'"0 {"1" * 5000}"'),
    "a digit of another script": instance("tiles", board='"0 \u0661"'),
    "an underscore": instance("tiles", board='"0 1_0"'),
    "a list of numbers": instance("tiles", board="[[0, 1], [2, 3]]"),
    "a goal of another size": instance("tiles", goal=drawing("0 1", "2 3")),
    "a goal with a number twice": instance("tiles", goal=drawing("0 1 2", "3 4 4")),
    "a goal that is a number": instance("tiles", goal="0"),
    "a metric of frogs": instance("tiles", metric='"move"'),
    "a vacancy": instance("tiles", vacate="[0, 0]"),
}
FROGS = {
    "no board": instance("frogs", "board"),
    "an empty board": instance("frogs", board='""'),
    "no empty cell": instance("frogs", board='"FFTT"'),
    "no animal": instance("frogs", board='"..."'),
    "an unknown animal": instance("frogs", board='"FX.TT"'),
    "small letters": instance("frogs", board='"ff.tt"'),
    "ragged rows": instance("frogs", board=drawing("FF.", "TT")),
    "a board that is a number": instance("frogs", board="5"),
    "a goal of another size": instance("frogs", goal='"TT.FFF"'),
    "a goal with other numbers": instance("frogs", goal='"TTT.F"'),
    "a goal that is true": instance("frogs", goal="true"),
    "jump_own in words": instance("frogs", jump_own='"yes"'),
    "jump_own = 1": instance("frogs", jump_own="1"),
    "backward = 0": instance("frogs", backward="0"),
    "a metric of cubes": instance("frogs", metric='"cube"'),
    "an unknown key": instance("frogs", newts='"N"'),
}
CUBES = {
    "no cubes": instance("cubes", "cubes"),
    "an empty list": instance("cubes", cubes="[]"),
    "a text": instance("cubes", cubes='"RRRBYG"'),
    "a number": instance("cubes", cubes="4"),
    "five faces": instance("cubes", cubes='["RRRBY"]'),
    "seven faces": instance("cubes", cubes='["RRRBYGG"]'),
    "an empty cube": instance("cubes", cubes='[""]'),
    "a space among the faces": instance("cubes", cubes='["RRR YG"]'),
    "a control character": instance("cubes", cubes='["RRR\\u001bYG"]'),
    "a number in the list": instance("cubes", cubes='["RRRBYG", 4]'),
    "a list in the list": instance("cubes", cubes='[["RRRBYG"]]'),
    "twenty-one cubes": instance("cubes", cubes=str(["RRRBYG"] * 21)),
    "a metric of sliding blocks": instance("cubes", metric='"piece"'),
    "a board": instance("cubes", board='"AB"'),
}
KNOWN = {
    "a row that is a list": instance("frogs", known="[[1]]"),
    "rows that are a text": instance("frogs", known='"8"'),
    "an optimum in words": instance("frogs", more='[[known]]\nmetric = "move"\noptimum = "8"\n'),
    "an optimum of true": instance("frogs", more='[[known]]\nmetric = "move"\noptimum = true\n'),
    "an optimum with a fraction": instance(
        "frogs", more='[[known]]\nmetric = "move"\noptimum = 8.5\n'
    ),
    "unsolvable = false": instance(
        "frogs", more='[[known]]\nmetric = "move"\nunsolvable = false\n'
    ),
    "a source that is a number": instance(
        "frogs", more='[[known]]\nmetric = "move"\noptimum = 8\nsource = 5\n'
    ),
}
TOML: dict[str, str | bytes] = {
    "a name that is a number": instance("frogs", name="5"),
    "a year with a fraction": instance("frogs", year="1883.5"),
    "a note that is a list": instance("frogs", note="[]"),
    "a family in capitals": 'family = "FROGS"\nboard = "F.T"\n',
    "a family that is a list": "family = []\n",
    "a family that is a table": "[family]\n",
    "an unclosed text": 'family = "frogs\n',
    "an unclosed drawing": 'family = "frogs"\nboard = """\nFF.TT\n',
    "no value": "family =\n",
    "a line of words": "frogs and toads\n",
    "a null character": "family = \0\n",
    "JSON": '{"family": "frogs"}\n',
    "a bad escape": 'family = "\\q"\n',
    "a lone surrogate": 'family = "frogs"\nname = "\\ud800"\n',
    "UTF-16": 'family = "frogs"\nboard = "F.T"\n'.encode("utf-16"),
    "Latin-1": 'family = "frogs"\nname = "Âne"\nboard = "F.T"\n'.encode("latin-1"),
    "half a character": b'family = "frogs"\nname = "\xc3',
    "two byte-order marks": b"\xef\xbb\xbf\xef\xbb\xbf" + instance("frogs").encode(),
    "a byte-order mark alone": b"\xef\xbb\xbf",
    "a picture": b"\x89PNG\r\n\x1a\n\x00",
    "a zip": b"PK\x03\x04\x14\x00\xff\xfe",
    "spaces": "   \n\n",
    "a remark": "# family\n",
    "tables nested 5,000 deep": "a." * 5000 + "b = 1\n",
    "a number of 5,000 digits": "year = " + "1" * 5000 + "\n",
    "a megabyte of remarks": "#" * 1_000_001,
}
BY_KIND: dict[str, Mapping[str, str | bytes]] = {
    "sliding": SLIDING,
    "pegs": PEGS,
    "tiles": TILES,
    "frogs": FROGS,
    "cubes": CUBES,
    "known": KNOWN,
    "file": TOML,
}
INSTANCES = {
    f"{kind}: {name}": text for kind, rows in BY_KIND.items() for name, text in rows.items()
}

PLANS: dict[str, tuple[str, str | bytes]] = {
    "sliding: no moves": ("hughes", ""),
    "sliding: remarks alone": ("hughes", "# nothing\n"),
    "sliding: an unknown piece": ("hughes", "ZN"),
    "sliding: an unknown direction": ("hughes", "AX"),
    "sliding: a piece alone": ("hughes", "A"),
    "sliding: a move into a wall": ("hughes", "AN"),
    "sliding: a stop before the goal": ("hughes", "2WN"),
    "sliding: half cells where there are none": ("hughes", "An"),
    "sliding: a path of 100,000 letters": ("hughes", "A" + "N" * 100_000),
    "sliding: an empty cell moves": ("hughes", ".N"),
    "pegs: a peg that is none": ("triangle-4", "99-98"),
    "pegs: one hole": ("triangle-4", "8-"),
    "pegs: letters": ("triangle-4", "a-b"),
    "pegs: a number of 5,000 digits": ("triangle-4", "1" * 5000 + "-3"),
    "pegs: a jump over nothing": ("triangle-4", "8-8"),
    "frogs: a cell that is none": ("frogs-2-2", "9-8"),
    "frogs: a step of three": ("frogs-2-2", "1-4"),
    "frogs: a number below 0": ("frogs-2-2", "-1-2"),
    "frogs: a number of 5,000 digits": ("frogs-2-2", f"{'1' * 5000}-2"),
    "frogs: two numbers for a cell": ("frogs-2-2", "1,1-1,2"),
    "tiles: an unknown direction": ("tiles-2x2", "X"),
    "tiles: off the board": ("tiles-2x2", "S"),
    "tiles: a length of 0": ("tiles-2x2", "N0"),
    "tiles: a length in single": ("tiles-2x2", "N2"),
    "tiles: a length of 5,000 digits": ("tiles-2x2", "N" + "9" * 5000),
    "cubes: a cube that is none": ("instant-insanity", "7:frbl"),
    "cubes: three faces": ("instant-insanity", "0:frb"),
    "cubes: a face twice": ("instant-insanity", "0:ffbl"),
    "cubes: one cube of four": ("instant-insanity", "0:frbl"),
    "cubes: no colon": ("instant-insanity", "0frbl"),
    "a byte-order mark alone": ("hughes", b"\xef\xbb\xbf"),
    "Latin-1": ("hughes", "2WN # Âne".encode("latin-1")),
    "UTF-16": ("hughes", "2WN".encode("utf-16")),
    "a null character": ("hughes", "2WN\0"),
    "an escape": ("hughes", "\x1b[2J"),
    "a lone quote": ("hughes", '"'),
    "a megabyte": ("hughes", " " * 1_000_001),
}
"""The instance, and a text that is no plan of it."""
GAMES = {
    "one number": "43\n",
    "three numbers": "43 35 12\n",
    "a hole that is none": "43 99\n",
    "numbers of ten digits": "43 35\n1234567890 1\n",
    "letters after numbers": "43 35\nabc\n",
    "a jump over nothing": "43 35\n43 45\n",
    "another end": "43 35\n45 43\n",
    "no moves": "43 35\n",
    "a dash alone": "43 35\n45-\n",
    "another vacancy": "42 35\n",
}
"""Printed games that are none of `european-43-35`."""
