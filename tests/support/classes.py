"""Labellings of classes under a symmetry, by breadth-first search with the rules' moves."""

from collections.abc import Iterable
from typing import Any

from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.mirrors import Mirror
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import library, sliding
from tests.support.certificate_files import certificate

Blocks = list[list[int]]

SYMMETRIC: dict[str, tuple[SlidingPuzzle, str]] = {
    "shapes": (sliding("BAAC/.AA./DEEF/....", goal="..../..../.AA./.AA."), "left-right"),
    "labels": (sliding("AB./.../..C", goal=".C./.A./.B.", labelled="*"), "left-right"),
    "half turn": (
        sliding("AAB/.../CC.", goal=["B../.../...", ".../.../..B"], labelled="B"),
        "half turn",
    ),
    "diagonal": (sliding("AB./.C./...", goal=".../.../..A", labelled="A"), "diagonal"),
    "half cells": (
        sliding(
            "AABB../AABB../..CC../..CC..",
            goal="..AA../..AA../....../......",
            labelled="A",
            cell=2,
            halfway=["....../....../.CC.../.CC...", "....../....../...CC./...CC."],
        ),
        "left-right",
    ),
    "two words": (library("gnome-18-steps"), "left-right"),
}
"""Puzzles, and a symmetry of each."""


def class_blocks(
    puzzle: SlidingPuzzle, name: str, number: int | None = None, origins: Iterable[State] = ()
) -> Blocks:
    """The names of the classes at distance 0, 1, 2, … from the start, or from some states."""
    mirror = Mirror(puzzle, name)
    here = set(map(mirror.least, list(origins) or [puzzle.canonical(puzzle.start)]))
    before, found = set[State](), Blocks()
    while here and len(found) != number:
        found.append(sorted(map(puzzle.pack, here)))
        after = {mirror.least(state) for one in here for state in puzzle.successors(one)}
        before, here = here, after - here - before
    return found


def of_classes(
    puzzle: SlidingPuzzle, name: str, blocks: Blocks, back: Blocks | None = None, **changes: Any
) -> bytes:
    """A certificate that names a symmetry."""
    return certificate(puzzle, blocks, back or [], version=4, symmetry=name, **changes)


def lies(puzzle: SlidingPuzzle, mirror: Mirror | None, blocks: Blocks) -> bool:
    """Whether labels, the least of each state, break what the definition demands, by the rules."""

    def least(state: State) -> State:
        return mirror.least(state) if mirror else state

    labels = dict[int, int]()
    for label, block in enumerate(blocks):
        for number in block:
            labels.setdefault(number, label)
    if labels.get(puzzle.pack(least(puzzle.canonical(puzzle.start)))) != 0:
        return True
    for number, label in labels.items():
        state = puzzle.unpack(number)
        after = (puzzle.pack(least(one)) for one in puzzle.successors(state))
        far = label < len(blocks) - 1 and any(labels.get(n, label + 2) > label + 1 for n in after)
        if far or puzzle.is_goal(state):
            return True
    return False
