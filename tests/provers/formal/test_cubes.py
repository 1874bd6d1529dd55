"""Theorems about cubes: the kernel agrees with the rules of ``models/``."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.formal import theorem_of
from puzzleproof.provers.formal.kernel import CLOSED
from puzzleproof.provers.formal.theorem import development, needed, source
from tests.support.coq_files import answers, needs_coq, theorem, together
from tests.support.cube_sets import cubes

SETS = {
    "the notes": load("four-cubes"),
    "Instant Insanity": load("instant-insanity"),
    "one colour": load("one-colour-cubes"),
    "one cube": cubes("RRRRRR"),
    "quotes, letters beyond ASCII": cubes('"é\\*Rü', 'ü"é\\*R', 'Rü"é\\*'),
    "no plan with three": cubes("RGRGRG", "GRGRGR", "RRGGRG"),
}


def test_the_rules_come_first_and_are_short() -> None:
    assert needed("CubesSearch")[0] == "Claims"
    rules = source("Cubes")
    assert "To be read and believed" in rules.splitlines()[0]
    assert len(rules.splitlines()) <= 60


def test_a_plan_is_each_cube_as_it_comes_to_lie() -> None:
    text = theorem_of(cubes("ABCDEF", "BCDAEF"), 2, ["0:frbl", "1:urdl"]).claim()
    assert 'puzzle := [\n  Cube "A" "B" "C" "D" "E" "F";\n  Cube "B" ' in text
    assert 'Cube "A" "B" "C" "D" "E" "F";\n  Cube "F" "C" "E" "A" ' in text
    assert "Theorem claim : minimum_is instance 2." in text


def test_more_colours_than_there_are_in_ascii() -> None:
    colours = "".join(chr(0x100 + k) for k in range(66))
    many = cubes(*(colours[k : k + 6] for k in range(0, 66, 6)))
    with pytest.raises(Unsupported, match="66 letters beyond ASCII, with 62 free"):
        theorem_of(many, 1, None)


@needs_coq
def test_the_kernel_agrees_with_the_rules(tmp_path: Path) -> None:
    theorems = [theorem(puzzle) for puzzle in SETS.values()]
    assert {one.statement.split()[0] for one in theorems} == {"minimum_is", "has_no_plan"}
    text = together(theorems, "CubesSearch")
    assert answers(text, tmp_path) == ([CLOSED] * len(theorems), "")


@needs_coq
def test_what_is_not_so_is_refused(tmp_path: Path) -> None:
    """A bound one too high, no plan, one cube turned, a cube that is none of the set, one short."""
    puzzle = load("four-cubes")
    right = theorem(puzzle)
    plan = right.definitions.partition("Definition plan")[2]
    cube = plan.partition("Cube ")[2].partition(";")[0]
    front, rest = cube[:3], cube[4:]
    wrong = [theorem_of(puzzle, 5, None), theorem_of(puzzle, None, None)]
    tries = [(right, right.definitions, "{}. Qed")]
    tries += [(one, one.definitions, "Fail ({}). Abort") for one in wrong]
    for other in (f"{rest} {front}", cube.replace(front, '"!"', 1), f"{cube}; Cube {cube}"):
        definitions = right.definitions.replace(plan, plan.replace(cube, other, 1))
        tries.append((right, definitions, "Fail ({}). Abort"))
    parts = (
        f"Module C{number}.\n{definitions}\nGoal {one.statement}.\n"
        f"Proof. apply {one.lemma}. {how.format('vm_compute; reflexivity')}.\nEnd C{number}.\n"
        for number, (one, definitions, how) in enumerate(tries)
    )
    assert answers(development("CubesSearch") + "".join(parts), tmp_path) == ([], "")
