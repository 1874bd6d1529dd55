"""Groups of sliding blocks as a theorem of Coq: by ``verify/formal/SlidingGroups.v``.

A move displaces one piece.  So the minima of disjoint groups, each alone on the board, add up.  The
kernel repeats the search for each group; the search here only finds the number to claim.  The
groups are those of a labelling with bounds (`verify.bounds.piece_groups`), or smaller ones that
prove the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from puzzleproof.models.drawing import EMPTY, OUTSIDE, Drawing
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, Info
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.events import ignore
from puzzleproof.provers.formal import MOST, Bound, Plan, theorem_of
from puzzleproof.provers.formal.steps import letters_of
from puzzleproof.provers.formal.theorem import Theorem, string
from puzzleproof.provers.labelling import label
from puzzleproof.provers.session import guessed_states

FEW = 6
"""With at most this many pieces, all cuts into two halves are tried."""
FAR_MORE = 4
"""A group with more placements than this, times the most states, is not searched; the search from
both ends may visit fewer."""

Groups: TypeAlias = tuple[str, ...]


class Needs(NamedTuple):
    """A group alone: its minimum, how many moves are searched back, and the states visited."""

    moves: int
    back: int
    states: int


def theorem_by_groups(
    puzzle: AnyPuzzle, bounds: Sequence[Bound], at_least: int | None, plan: Plan, most: int
) -> Theorem:
    """Return the theorem; Unsupported if no groups need this many moves, and for half cells."""
    assert isinstance(puzzle, SlidingPuzzle)
    theorem = theorem_of(puzzle, at_least, plan)
    if at_least is None or puzzle.cell != 1:
        what = "that there is no plan" if at_least is None else "half cells"
        raise Unsupported(f"groups of pieces have no theorem in Coq about {what}")
    found = _enough(puzzle, bounds, at_least, most)
    groups = [(names, needs.back, needs.moves) for names, needs in found.items() if needs.moves]
    letters = letters_of(puzzle)
    entries = "; ".join(f"({string(x.translate(letters))}, ({b}, {n}))" for x, b, n in groups)
    hints = [["groups", *(f"{x} {b} {n}" for x, b, n in groups)]]
    definitions = f"\nDefinition groups : list group := [{entries}].\n"
    return theorem.proven_by("SlidingGroups", "groups", "groups", definitions, hints, to=" _ _ _")


def _enough(
    puzzle: SlidingPuzzle, bounds: Iterable[Bound], at_least: int, most: int
) -> dict[str, Needs]:
    """Groups whose minima add up to ``at_least``; partitions into small groups are tried first."""
    searched, best = dict[str, Needs](), 0
    for groups in _candidates(puzzle, bounds):
        for names in groups:
            if names not in searched:
                searched[names] = needed(puzzle, names, most)
        found = {names: searched[names] for names in groups}
        states = sum(needs.states for needs in found.values())
        moves = sum(needs.moves for needs in found.values())
        if states <= most:
            if moves >= at_least:
                return found
            best = max(best, moves)
    fault = f"the kernel can search groups that need {best} of {count(at_least, 'move')}"
    raise Unsupported(f"{fault}, and it knows no other bound of sliding blocks")


def _candidates(puzzle: SlidingPuzzle, bounds: Iterable[Bound]) -> list[Groups]:
    """The given partitions, restricted to labelled pieces; with few pieces also all halves."""
    found = dict[Groups, None]()
    for name, given in bounds:
        for partition in given["partitions"] if name == "piece_groups" else ():
            kept = ("".join(filter(puzzle.is_labelled, names)) for names in partition)
            groups = tuple(sorted(filter(None, kept)))
            found[groups] = None
            found.update(dict.fromkeys(_halves("".join(sorted("".join(groups))))))
    return sorted(found, key=lambda groups: max(map(len, groups), default=0))


def _halves(names: str) -> Iterator[Groups]:
    """All cuts into two groups of the same size, or nearly."""
    if 1 < len(names) <= FEW:
        for half in itertools.combinations(names, len(names) // 2):
            rest = "".join(name for name in names if name not in half)
            yield ("".join(half), rest)


def needed(puzzle: SlidingPuzzle, names: str, most: int = MOST) -> Needs:
    """Search for a group alone (``part`` in Coq); 0 moves, no claim, if placements are many."""
    alone = _alone(puzzle, names)
    if alone is None or guessed_states(alone) > FAR_MORE * most:
        return Needs(0, 0, 0)
    found = label(alone, ignore)
    blocks = (*found.blocks, *found.backward)
    states = sum(len(block) for block in blocks) // alone.pack_width
    back = found.moves_back if alone.draws_whole_goals else 0
    return Needs(found.at_least or 0, back, states)


def _alone(puzzle: SlidingPuzzle, names: str) -> SlidingPuzzle | None:
    """The puzzle with these labelled pieces alone; None if a goal has none of them."""
    goals = [_kept(goal, names) for goal in puzzle.goals]
    if not all(set(names).intersection(goal) for goal in goals):
        return None
    document = {
        "board": _kept(puzzle.board, names),
        "goal": list(dict.fromkeys(goals)),
        "labelled": "*",
        "axes": " ".join(f"{x}:{axis}" for x in names if (axis := puzzle.axis_of(x))),
    }
    return SlidingPuzzle.from_document(document, Info(name=f"{names} alone"), puzzle.metric)


def _kept(drawing: Drawing, names: str) -> str:
    def kept(char: str) -> str:
        return char if char in names or char in OUTSIDE else EMPTY

    return "\n".join("".join(map(kept, row)) for row in drawing.rows)
