"""Invariant certificates for tests: puzzles, arguments written by hand, and the files of both."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.certificate import SEAL, VERSION
from puzzleproof.verify.invariant import goal_bound
from tests.support.boards import sliding
from tests.support.certificate_files import header
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

Lemma: TypeAlias = dict[str, Any]
Argument: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Subject:
    """A puzzle, an argument about it, and what the two prove (None: unsolvable)."""

    puzzle: AnyPuzzle
    argument: Argument
    at_least: int | None
    plan: tuple[str, ...] | None = None


def lemma_bound(puzzle: AnyPuzzle, lemma: Lemma, goal: int) -> float:
    """The number of moves that one lemma proves for a goal."""
    return goal_bound(puzzle, [lemma], goal)


def argued(*lemmas: Lemma, goals: Sequence[int | list[int]] | None = None) -> Argument:
    """An argument; by default one goal, dealt with by lemma 0."""
    return {"lemmas": list(lemmas), "goals": [0] if goals is None else list(goals)}


CLASSES: Lemma = {"form": "classes", "modulus": 2, "weights": [1, 1, 0, 1, 1]}
"""On a strip of five: holes 0 and 3, and holes 1 and 4, are alike; hole 2 is apart."""
OTHER_CLASSES: Lemma = {"form": "classes", "modulus": 2, "weights": [1, 0, 1, 1, 0]}
PAGODA: Lemma = {"form": "pagoda", "weights": [1, 1, 2, 3, 5, 8]}
"""Fibonacci's numbers: a peg that lands weighs at most what the two that it took have weighed."""
POTENTIAL: Lemma = {"form": "potential", "weights": [1, -1], "drop": 1}
"""Distance less crossings of frogs and toads: each move lowers it by 1."""
PERMUTATION: Lemma = {"form": "permutation", "order": [0, 1, 2, 5, 4, 3]}
"""Two rows of three, to and fro."""

COUNT: Lemma = {"form": "count", "modulus": 2, "change": 1, "weights": [0, 1]}
"""The blank's row plus column: every move makes it odd or even in turn."""
NEARER: Lemma = {"form": "potential", "features": "facts", "weights": [1, 0, 0], "drop": 1}
"""One piece on a strip of three, from the first cell to the last: the first move at least."""
IN_TURN: Lemma = {
    "form": "count",
    "features": "facts",
    "modulus": 2,
    "change": 1,
    "weights": [0, 1, 0],
}
"""The same piece: the cells have two colours in turn."""

SUBJECTS: dict[str, Subject] = {
    "classes": Subject(
        pegs("move", board="strip5", start="xxxoo", finish="any"),
        argued(CLASSES, OTHER_CLASSES, goals=[0, 0, 1, 0, 0]),
        None,
    ),
    "pagoda": Subject(
        pegs("move", board="strip6", start="xxoooo", goal="ooooox"), argued(PAGODA), None
    ),
    "potential": Subject(
        frogs("FF.TT"),
        argued(POTENTIAL),
        8,
        ("4-3", "2-4", "1-2", "3-1", "5-3", "4-5", "2-4", "3-2"),
    ),
    "permutation": Subject(tiles("0 2 1/3 4 5", "multi"), argued(PERMUTATION), None),
    "count": Subject(tiles("1 0/2 3"), argued(COUNT), 1, ("W",)),
    "together": Subject(
        sliding("A..", "unit", goal="..A"), argued(NEARER, IN_TURN, goals=[[0, 1]]), 2, ("AE", "AE")
    ),
}


def line_of(subject: Subject, **changes: Any) -> bytes:
    """The header before it is sealed; a change to `...` takes a key away."""
    told: dict[str, Any] = {"version": VERSION, "kind": "invariant", "sizes": ..., "backward": ...}
    plan = None if subject.plan is None else list(subject.plan)
    told |= {"at_least": subject.at_least, "plan": plan, "argument": subject.argument}
    return json.dumps(
        header(subject.puzzle, [], **{**told, **changes}), ensure_ascii=False
    ).encode()


def sealed(line: bytes) -> bytes:
    """The file of a header with its hash: what is wrong in it is not noticed by that."""
    return line[:-1] + SEAL % hashlib.sha256(line).hexdigest().encode() + b"\n"


def file_of(subject: Subject, **changes: Any) -> bytes:
    """The certificate."""
    return sealed(line_of(subject, **changes))
