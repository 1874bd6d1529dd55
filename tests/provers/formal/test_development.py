"""The development in Coq: what is to be read, and which names claims are written in."""

import re
from pathlib import Path

import pytest

from puzzleproof.models import FAMILIES
from puzzleproof.provers.formal import WRITERS
from puzzleproof.provers.formal.theorem import FOLDER, development, needed, source
from tests.support.coq_files import answers, needs_coq

BLOCKS = (
    "Puzzle board goals labelled east_west north_south half_cells halfway metric Unit Line Piece"
)
WORDS = {
    "Cubes": "cube Cube",
    "Frogs": "board goals jump_own backward",
    "Pegs": "board goals triangle metric Jump Move",
    "Tiles": "board goals metric Single Multi",
    "SlidingBlocks": BLOCKS,
}
"""Rules, and the names of theirs that claims are written in."""
MODULES = {
    "Cubes": ("CubesSearch",),
    "Frogs": ("FrogsSearch", "FrogsBackward", "FrogsWeights"),
    "Pegs": ("PegsSearch", "PegsSurvey", "PegsWeights", "PegsDepartures"),
    "Tiles": ("TilesSearch", "TilesWeights", "TilesParity", "TilesSurvey", "TilesBothEnds"),
    "SlidingBlocks": ("Sliding", "SlidingBothEnds", "SlidingParts", "SlidingGroups"),
}
"""Rules, and the modules that a file about them may import last; the last one stands for all."""
READERS = "Texts CubesTexts FrogsTexts PegsTexts SlidingTexts TilesTexts Families SurveyTexts"
SEARCHES = "BalancedSets SlidingFast SlidingFastEnds ProgramSurvey ProgramHints Program Extract"
PROGRAM = {*READERS.split(), *SEARCHES.split(), "proven"}
"""The checker that is extracted; no theorem's file holds it."""
SPOKEN = [(rules, module) for rules, modules in MODULES.items() for module in modules]


def test_every_family_has_rules_and_every_file_is_used() -> None:
    assert {*WRITERS} == {*FAMILIES} - {"alike-tiles"}
    used = {name for _, module in SPOKEN for name in needed(module)} | PROGRAM
    assert {path.stem for path in FOLDER.iterdir()} == used


@pytest.mark.parametrize(
    ("module", "rules", "most"),
    [
        ("CubesSearch", ["Claims", "Cubes"], 65),
        *((f"{family}Search", ["Claims", "Boards", "Steps", family], 140) for family in
          ("Frogs", "Pegs", "Tiles")),
        ("Sliding", ["Claims", "Boards", "SlidingBlocks"], 170),
        ("SlidingBothEnds", ["Claims", "Boards", "SlidingBlocks"], 170),
    ],
)  # fmt: skip
def test_the_rules_come_first_and_are_short(module: str, rules: list[str], most: int) -> None:
    assert needed(module)[0] == "Claims"
    assert needed(module)[: len(rules)] == rules or rules[-1] == "Cubes"
    assert all("To be read and" in " ".join(source(name).split()) for name in rules)
    assert len("".join(map(source, rules)).splitlines()) <= most


def names_defined(text: str) -> set[str]:
    """The words of commands before a colon or an argument: what they define, and some more."""
    heads = re.findall(r"^ *((?:#\[[^\]]*\]|with\b|[A-Z])[^:({.]*)", text, re.MULTILINE)
    return {word for head in heads for word in re.findall(r"\w+", head)}


def test_what_a_claim_says_is_defined_by_the_rules_alone() -> None:
    """No module that is not to be believed gives these names another meaning, or assumes any."""
    claimed = {"minimum_is", "needs_at_least", "has_no_plan", "puzzle", "metric", "cube"}
    for path in FOLDER.glob("*.v"):
        text = path.read_text("utf-8")
        words = set(text.replace(".", " ").split())
        assert not words & {"Axiom", "Parameter", "Admitted", "admit", "Conjecture"}
        if "To be read and" not in " ".join(text.split()):
            defined = names_defined(text)
            assert len(defined) > 1 or path.stem == "Extract"
            assert not claimed & defined, path.name
            assert not re.search(r"\b(Puzzle|Cube|Unit|Line|Piece|Jump|Move|Single|Multi) :", text)
    assert "Definition minimum_is" in source("SlidingBlocks")


@needs_coq
@pytest.mark.parametrize(
    ("rules", "module"),
    [
        pytest.param(rules, module, marks=() if module == MODULES[rules][-1] else pytest.mark.slow)
        for rules, module in SPOKEN
    ],
)
def test_the_kernel_finds_a_claim_in_the_rules(rules: str, module: str, tmp_path: Path) -> None:
    """At the end of a file, where the claim stands."""
    names = ["minimum_is", "needs_at_least", "has_no_plan", "puzzle", *WORDS[rules].split()]
    places = [f"all.{rules}.{name}" for name in names]
    places += [f"Coq.Init.Datatypes.{name}" for name in ("true", "false")]
    asked = "".join(f"Locate {place.rpartition('.')[2]}.\n" for place in places)
    said, complaint = answers(development(module) + asked, tmp_path)
    assert complaint == ""
    assert [line.split()[1] for line in said] == places
