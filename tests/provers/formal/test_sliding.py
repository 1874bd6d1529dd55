"""Theorems about sliding blocks: what the files say, and that the kernel agrees with the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from puzzleproof.models import FAMILIES
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.provers.formal import WRITERS, theorem_of
from puzzleproof.provers.formal.kernel import CLOSED, REFUSED
from puzzleproof.provers.formal.theorem import FOLDER, Theorem, development, needed, source
from tests.support.command_line import UNSOLVABLE
from tests.support.coq_files import answers, needs_coq, theorem, together

QUOTES = '''\
family = "sliding"
name = 'Quotes "*) (*'
labelled = "*"
board = """
"é*
(.-
"""
goal = ["""
*"é
...
""", """
...
*..
"""]
'''
PARTS = '''\
family = "sliding"
metric = "unit"
board = """
A#A.
B...
.B..
"""
goal = """
.#..
A.A.
....
"""
'''
LOCKED = '''\
family = "sliding"
cell = 2
axis_locked = true
labelled = "B"
board = """
BBBBCC..
BBBBCC..
....CCEE
....CCEE
DD......
DD......
........
........
"""
goal = """
....BBBB
....BBBB
........
........
........
........
........
........
"""
'''
HALFWAY = '''\
family = "sliding"
cell = 2
labelled = "B"
halfway = ["""
......
.CC...
.CC...
......
"""]
board = """
BBCCDD
BBCCDD
..EE..
..EE..
"""
goal = """
....BB
....BB
......
......
"""
'''
TOUR = 'family = "sliding"\nboard = "A.."\ntour = ["..A", "A.."]\n'
BOARDS = {
    "letters, quotes, goals": QUOTES,
    "a piece in parts": PARTS,
    "half cells, locked axes": LOCKED,
    "half cells, places half-way": HALFWAY,
    "no plan": UNSOLVABLE,
}


BLOCKS = "Puzzle board goals labelled axis_locked half_cells halfway metric Unit Line Piece"


def statement(text: str, metric: str, at_least: int | None = None) -> str:
    return theorem(loads(text, "a.toml").with_metric(metric), at_least).statement


def test_a_file_holds_drawing_plan_and_number() -> None:
    text = theorem(load("simplicity")).text()
    assert text.startswith("(* puzzleproof-coq of Simplicity, metric piece.")
    for row in load("simplicity").draw(load("simplicity").start).splitlines():
        assert f'"{row}"' in text
    assert "Theorem claim : minimum_is instance Piece 18." in text
    assert text.endswith("Print Assumptions claim.\n")


def test_the_rules_come_first() -> None:
    assert needed("Sliding")[:3] == ["Claims", "Boards", "SlidingBlocks"]
    for name in ("Claims", "Boards", "SlidingBlocks"):
        assert "To be read and believed" in " ".join(source(name).split("\n")[:3])
    assert len("".join(map(source, needed("Sliding")[:3])).splitlines()) <= 170
    assert needed("SlidingBothEnds")[:3] == needed("Sliding")[:3]


def test_every_file_of_the_development_is_used() -> None:
    used = {name for module in SPOKEN for name in needed(module)}
    assert {path.stem for path in FOLDER.iterdir()} == used


def names_defined(text: str) -> set[str]:
    """The words of commands before a colon or an argument: what they define, and some more."""
    heads = re.findall(r"^ *((?:#\[[^\]]*\]|with\b|[A-Z])[^:({.]*)", text, re.MULTILINE)
    return {word for head in heads for word in re.findall(r"\w+", head)}


@pytest.mark.parametrize(
    "head",
    [
        "Definition puzzle ",
        "  Local Definition puzzle ",
        "#[local] Definition puzzle ",
        "#[local]\nProgram Definition puzzle ",
        "Inductive a := B\nwith puzzle ",
        "Notation puzzle ",
        "Notation \"'puzzle' x\" ",
        "Variables a puzzle ",
    ],
)
def test_every_way_to_define_a_name_is_seen(head: str) -> None:
    assert "puzzle" in names_defined(f"Lemma a : b.\n{head}:= c.\n")
    assert "puzzle" not in names_defined("Definition a (z : puzzle) := puzzle.\n")


SPOKEN = {
    "CubesSearch": ("Cubes", "cube Cube"),
    "FrogsSearch": ("Frogs", "board goals jump_own backward"),
    "FrogsWeights": ("Frogs", "board goals jump_own backward"),
    "PegsSearch": ("Pegs", "board goals triangle metric Jump Move"),
    "PegsWeights": ("Pegs", "board goals triangle metric Jump Move"),
    "PegsDepartures": ("Pegs", "board goals triangle metric Jump Move"),
    "TilesSearch": ("Tiles", "board goals metric Single Multi"),
    "TilesWeights": ("Tiles", "board goals metric Single Multi"),
    "TilesParity": ("Tiles", "board goals metric Single Multi"),
    "TilesBothEnds": ("Tiles", "board goals metric Single Multi"),
    "Sliding": ("SlidingBlocks", BLOCKS),
    "SlidingBothEnds": ("SlidingBlocks", BLOCKS),
    "SlidingGroups": ("SlidingBlocks", BLOCKS),
}
"""Module that a file imports last -> the rules, and names of theirs that claims are written in."""
LEAVES = {"CubesSearch", "FrogsWeights", "PegsDepartures", "TilesBothEnds", "SlidingGroups"}


@needs_coq
@pytest.mark.parametrize(
    "module",
    [one if one in LEAVES else pytest.param(one, marks=pytest.mark.slow) for one in SPOKEN],
)
def test_the_kernel_finds_what_a_claim_says_in_the_rules(module: str, tmp_path: Path) -> None:
    """At the end of a file, where the claim stands."""
    rules, words = SPOKEN[module]
    names = ["minimum_is", "needs_at_least", "has_no_plan", "puzzle", *words.split()]
    truth = ["true", "false"]
    asked = development(module) + "".join(f"Locate {name}.\n" for name in [*names, *truth])
    said, complaint = answers(asked, tmp_path)
    assert complaint == ""
    assert [line.split()[1] for line in said] == [
        *(f"all.{rules}.{name}" for name in names),
        *(f"Coq.Init.Datatypes.{name}" for name in truth),
    ]


def test_what_a_claim_says_is_defined_by_the_rules_alone() -> None:
    """No module that is not to be believed gives these names another meaning."""
    claimed = {"minimum_is", "needs_at_least", "has_no_plan", "puzzle", "metric", "cube"}
    for path in FOLDER.iterdir():
        text = path.read_text("utf-8")
        if "To be read and" not in " ".join(text.split()):
            defined = names_defined(text)
            assert len(defined) > 1
            assert not claimed & defined, path.name
            assert not re.search(r"\b(Puzzle|Cube|Unit|Line|Piece|Jump|Move|Single|Multi) :", text)
    assert "Definition minimum_is" in source("SlidingBlocks")


def test_nothing_is_assumed_or_left_out() -> None:
    for path in FOLDER.iterdir():
        words = set(path.read_text("utf-8").replace(".", " ").split())
        assert not words & {"Axiom", "Parameter", "Admitted", "admit", "Conjecture"}


def test_what_is_claimed() -> None:
    assert statement(UNSOLVABLE, "line") == "has_no_plan instance Line"
    assert statement(QUOTES, "unit") == "minimum_is instance Unit 8"
    assert statement(QUOTES, "unit", 3) == "needs_at_least instance Unit 3"


def test_letters_beyond_ascii_get_others_that_are_free() -> None:
    whole = theorem(loads(QUOTES, "a.toml"))
    first = whole.text().partition("\n")[0]
    assert first == "(* puzzleproof-coq of Quotes  , metric piece; é is drawn as a."
    text = whole.claim()
    assert text.isascii()
    assert 'board := [ """a*"' in text
    assert 'labelled := "*"' in text
    assert " aS *W -N aE" in " ".join(text.split())


def test_no_name_ends_a_comment_or_a_string() -> None:
    first = theorem(loads(QUOTES, "a.toml")).text().partition("*)")[0]
    assert first.count("(*") == 1
    assert '"' not in first
    assert "Quotes" in first


@pytest.mark.parametrize(
    ("name", "at_least", "words"),
    [
        ("ane-rouge", 5001, "5,001 moves: Coq is asked for at most 5,000"),
    ],
)
def test_what_is_not_covered_is_refused_with_the_reason(
    name: str, at_least: int, words: str
) -> None:
    with pytest.raises(Unsupported, match=words):
        theorem_of(load(name), at_least, None)


def test_a_tour_is_refused() -> None:
    with pytest.raises(Unsupported, match="a tour has no rules in Coq"):
        theorem_of(loads(TOUR, "a.toml"), 3, None)


def test_more_letters_than_there_are_in_ascii() -> None:
    row = "".join(chr(0x100 + k) for k in range(63)) + "."
    text = f'family = "sliding"\nboard = "{row}"\ngoal = "{row[0]}{"." * 63}"\n'
    with pytest.raises(Unsupported, match="63 letters beyond ASCII, with 62 free"):
        theorem_of(loads(text, "a.toml"), 1, None)


def all_of_them() -> list[Theorem]:
    """In the metrics that differ most: the minimum, a bound below it, or that there is no plan."""
    found = list[Theorem]()
    for text in BOARDS.values():
        for metric in ("piece", "unit"):
            puzzle = loads(text, "a.toml").with_metric(metric)
            found.append(theorem(puzzle))
            if "minimum" in found[-1].statement:
                found.append(theorem(puzzle, 1))
    return found


@needs_coq
def test_the_kernel_agrees_with_the_rules(tmp_path: Path) -> None:
    """Minimum by minimum: the same plan is legal, and no shorter one exists."""
    theorems = all_of_them()
    assert len({one.statement for one in theorems}) > 8
    said, complaint = answers(together(theorems), tmp_path)
    assert (said, complaint) == ([CLOSED] * len(theorems), "")


def changed(plan: Sequence[str], number: int, move: str) -> list[str]:
    return [*plan[:number], move, *plan[number + 1 :]]


@needs_coq
def test_what_is_not_so_is_refused(tmp_path: Path) -> None:
    """A bound one too high, a minimum with a longer plan, one move changed: each alone refused."""
    puzzle = loads(QUOTES, "a.toml")
    plan = ["éS", "*W", "-N", "éE", "*S", '"E', "(N", "*W"]
    wrong = [
        theorem_of(puzzle, 9, None),
        theorem_of(puzzle, None, None),
        theorem_of(puzzle, 10, [*plan, "*E", "*W"]),
        theorem_of(puzzle, 8, changed(plan, 2, "-S")),
        theorem_of(puzzle, 8, changed(plan, 7, "*E")),
        theorem_of(puzzle, 8, plan[:7]),
        theorem_of(puzzle.with_metric("line"), 8, changed(plan, 4, "*SW")),
    ]
    right = theorem_of(puzzle, 8, plan)
    tries = [(right, "{}. Qed"), *((one, "Fail ({}). Abort") for one in wrong)]
    parts = (
        f"Module C{number}.\n{one.definitions}\nGoal {one.statement}.\n"
        f"Proof. apply {one.lemma}. {how.format('vm_compute; reflexivity')}.\nEnd C{number}.\n"
        for number, (one, how) in enumerate(tries)
    )
    text = development("Sliding") + "".join(parts)
    assert answers(text, tmp_path) == ([], "")  # 'Fail' demands that it fails


@needs_coq
def test_a_file_with_a_wrong_number_does_not_compile(tmp_path: Path) -> None:
    said, complaint = answers(theorem_of(load("simplicity"), 19, None).text(), tmp_path)
    assert said == []
    assert REFUSED in " ".join(complaint.split())


def test_every_family_has_rules() -> None:
    assert {*WRITERS} == {*FAMILIES}
