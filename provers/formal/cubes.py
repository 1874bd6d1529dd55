"""Instant Insanity for Coq: cubes as they lie, for ``verify/formal/CubesSearch.v``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzleproof.models.cubes.rules import PLACEMENTS, CubesPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.formal.theorem import FUEL, Theorem, ascii_letters, renamed, string


def theorem(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about a set of cubes; the plan is each cube as it comes to lie."""
    assert isinstance(puzzle, CubesPuzzle)
    letters = ascii_letters("".join(puzzle.cubes))

    def listed(cubes: Iterable[str]) -> str:
        texts = (" ".join(map(string, cube.translate(letters))) for cube in cubes)
        return "[\n  " + ";\n  ".join(f"Cube {text}" for text in texts) + "\n]%char"

    definitions = f"Definition instance : puzzle := {listed(puzzle.cubes)}.\n"
    if at_least is None:
        statement, lemma = "has_no_plan instance", f"(refuted_sound _ (N.to_nat {FUEL}))"
    elif plan is None:
        statement, lemma = f"needs_at_least instance {at_least}", "lower_bound_sound"
    else:
        statement, lemma = f"minimum_is instance {at_least}", "(minimum_by_search _ _ plan)"
        moves = map(puzzle.parse_move, plan)
        lying = ("".join(puzzle.cubes[m.cube][f] for f in PLACEMENTS[m.placement]) for m in moves)
        definitions += f"\nDefinition plan : list (cube ascii) := {listed(lying)}.\n"
    remark = f"{puzzle.info.name}, metric {puzzle.metric}{renamed(letters)}"
    return Theorem("CubesSearch", definitions, statement, lemma, remark)
