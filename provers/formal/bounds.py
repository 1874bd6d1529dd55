"""Theorems of Coq by searches that lower bounds keep small; the kernel computes the bounds' tables.

- *Departures* of pegs (``verify/formal/PegsDepartures.v``): the file holds charges, parts and
  weights, as in the header of a labelling with bounds, and no state.
- *Groups* of sliding blocks (``SlidingGroups.v``): a move displaces one piece, so the minima of
  disjoint groups, each alone on the board, add up.  The groups are taken from a labelling with
  bounds (`verify.bounds.piece_groups`), or are smaller groups that prove the same bound.
- *Distances* of tiles (``TilesBothEnds.v``): the kernel searches ``b`` moves back from the goal,
  and then forward.  In metric ``single`` a move brings one tile at most one cell nearer to its goal
  cell, so each search leaves out states that are too far from the other end.

The searches of this module only find the numbers to claim, and count states.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, product
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.models.drawing import EMPTY, OUTSIDE, Cell, Drawing
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, Info, State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import count
from puzzleproof.models.tiles.rules import TilesPuzzle, distances
from puzzleproof.provers.events import Layer, ignore
from puzzleproof.provers.formal.steps import hole_cell, letters_of, peg_drawing, tile_letter
from puzzleproof.provers.formal.theorem import PLAN_WIDTH, Theorem, string, strings, weighing
from puzzleproof.provers.labelling import label

Bound: TypeAlias = tuple[str, Mapping[str, Any]]
"""The name of a lemma and its parameters, as in the header of a labelling."""
Line: TypeAlias = tuple[int, int, int]
"""(a, b, k) stands for a * row + b * column + k."""
Affine: TypeAlias = tuple[Line, Line]
Groups: TypeAlias = tuple[str, ...]

MOST = 250_000
"""A search with bounds may have this many states: the kernel takes a minute or two, and 1 GB."""
FEW = 6
"""All cuts into two halves are tried if there are at most this many pieces."""
FAR_MORE = 4
"""A group counts as 0 moves if a search for it alone meets more than this factor times the states
that all groups together may have."""


# --- pegs: departures ----------------------------------------------------------------------------


def by_departures(
    puzzle: PegPuzzle, theorem: Theorem, bounds: Sequence[Bound], _at_least: int | None, _most: int
) -> Theorem:
    """Return the theorem, proven by departures; raises Unsupported for other lemmas."""
    hints = [_hint(puzzle.board, name, given) for name, given in bounds]
    written = ";\n".join(map(_written, hints))
    both = symmetries(puzzle)
    maps = ";\n  ".join(f"Symmetry {_pair(m)} {_pair(back)}" for m, back in both)
    definitions = (
        f"\nDefinition symmetries : list symmetry := [\n  {maps}\n]%Z.\n"
        f"\nDefinition bounds : list departures := [\n{written}\n]%Z.\n"
    )
    hints.append(["symmetries", *(" ".join(map(str, chain(*m, *back))) for m, back in both)])
    layers = f" {puzzle.pegs.bit_count()}"  # each move removes a peg
    about, given = "departures", "symmetries bounds"
    return theorem.proven_by("PegsDepartures", about, given, definitions, hints, never=layers)


def _hint(board: PegBoard, name: str, given: Mapping[str, Any]) -> list[str]:
    """Write a bound: a line with the charge, then each row of the drawn parts with its weights."""
    if name != "departures":
        raise Unsupported(f"lemma {name!r} has no theorem in Coq; only 'departures' has one")
    holes = (hole_cell(board, hole) for hole in board.holes)
    weighed = sorted(zip(holes, given["weights"], strict=True))
    rows = (
        " ".join([row, *(str(w) for (r, _), w in weighed if r == number)])
        for number, row in enumerate(peg_drawing(board, given["parts"]))
    )
    return [f"departures {given['charge']}", *rows]


def _written(hint: Sequence[str]) -> str:
    """Write a hint in Coq's notation, with the weights in reading order."""
    (_, charge), *rows = map(str.split, hint)
    listed = textwrap.fill("; ".join(chain(*(row[1:] for row in rows))), PLAN_WIDTH)
    areas = strings(row[0] for row in rows)
    return f"  Weighted {charge} {areas}%string [\n{textwrap.indent(listed, '    ')}\n  ]"


def symmetries(puzzle: PegPuzzle) -> list[tuple[Affine, Affine]]:
    """List the symmetries that keep lines and goals, with inverses, but without the identity."""
    board = puzzle.board
    cells = [hole_cell(board, hole) for hole in board.holes]
    lines: set[Cell] = {*board.directions}
    goals = {frozenset(c for k, c in enumerate(cells) if goal >> k & 1) for goal in puzzle.goals}
    found: dict[tuple[Cell, ...], Affine] = {}
    for a, b, c, d in product((-1, 0, 1), repeat=4):
        turned = [(a * row + b * column, c * row + d * column) for row, column in cells]
        axes = zip(zip(*cells, strict=True), zip(*turned, strict=True), strict=True)
        down, right = (min(at) - min(to) for at, to in axes)
        affine: Affine = (a, b, down), (c, d, right)
        images = tuple(image(affine, cell) for cell in cells)
        if (
            {(a * row + b * column, c * row + d * column) for row, column in lines} == lines
            and {*images} == {*cells}
            and {frozenset(image(affine, cell) for cell in goal) for goal in goals} == goals
        ):
            found.setdefault(images, affine)
    back = {images: tuple(cells[images.index(cell)] for cell in cells) for images in found}
    return [(found[images], found[back[images]]) for images in found if images != tuple(cells)]


def image(affine: Affine, cell: Cell) -> Cell:
    """Map a cell to its image.

    >>> image(((0, 1, 0), (-1, 0, 4)), (1, 3))
    (3, 3)
    """
    row, column = (a * cell[0] + b * cell[1] + k for a, b, k in affine)
    return row, column


def _pair(affine: Affine) -> str:
    return "(" + ", ".join(f"({a}, {b}, {k})" for a, b, k in affine) + ")"


# --- sliding blocks: groups of pieces ------------------------------------------------------------


class Needs(NamedTuple):
    """A search for a group alone: the minimum, the moves back from the goals, the states."""

    moves: int
    back: int
    states: int


def by_groups(
    puzzle: SlidingPuzzle,
    theorem: Theorem,
    bounds: Sequence[Bound],
    at_least: int | None,
    most: int,
) -> Theorem:
    """Prove the theorem by groups of pieces; raises Unsupported if they do not prove it."""
    if at_least is None or puzzle.cell != 1:
        what = "unsolvable puzzles" if at_least is None else "half cells"
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
    """Find groups whose minima add up to ``at_least``, small groups first; raises Unsupported."""
    searched, best = dict[str, Needs](), 0
    for groups in _candidates(puzzle, bounds):
        for names in groups:
            if names not in searched:
                searched[names] = needed(puzzle, names, most)
        found = {names: searched[names] for names in groups}
        moves = sum(needs.moves for needs in found.values())
        if sum(needs.states for needs in found.values()) <= most:
            if moves >= at_least:
                return found
            best = max(best, moves)
    fault = f"the groups that Coq can search prove only {best} of {count(at_least, 'move')}"
    raise Unsupported(f"{fault}, and there is no other bound of sliding blocks in Coq")


def _candidates(puzzle: SlidingPuzzle, bounds: Iterable[Bound]) -> list[Groups]:
    """List the bounds' partitions without unlabelled pieces; for few pieces, also all halvings."""
    found = dict[Groups, None]()
    for name, given in bounds:
        for partition in given["partitions"] if name == "piece_groups" else ():
            kept = ("".join(filter(puzzle.is_labelled, names)) for names in partition)
            groups = tuple(sorted(filter(None, kept)))
            found[groups] = None
            names = sorted("".join(groups))
            for half in combinations(names, len(names) // 2) if 1 < len(names) <= FEW else ():
                rest = (name for name in names if name not in half)
                found["".join(half), "".join(rest)] = None
    return sorted(found, key=lambda groups: max(map(len, groups), default=0))


def meets_more(puzzle: AnyPuzzle, most: int) -> bool:
    """Tell whether a search for the minimum meets more than ``most`` states."""

    def listen(event: object) -> None:
        if isinstance(event, Layer) and event.states > most:
            raise LimitReached(f"more than {most:,} states")

    try:
        label(puzzle, listen)
    except LimitReached:
        return True
    return False


def needed(puzzle: SlidingPuzzle, names: str, most: int = MOST) -> Needs:
    """Find the minimum of a group alone (``part`` in Coq); claim 0 moves if its search is large."""
    alone = _alone(puzzle, names)
    if alone is None or meets_more(alone, FAR_MORE * most):
        return Needs(0, 0, 0)
    found = label(alone, ignore)
    blocks = (*found.blocks, *found.backward)
    states = sum(len(block) for block in blocks) // alone.pack_width
    back = found.moves_back if alone.draws_whole_goals else 0
    return Needs(found.at_least or 0, back, states)


def _alone(puzzle: SlidingPuzzle, names: str) -> SlidingPuzzle | None:
    """Return the puzzle with only these labelled pieces, or None if some goal has none of them."""
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
    rows = drawing.rows
    return "\n".join("".join(x if x in names + OUTSIDE else EMPTY for x in row) for row in rows)


# --- tiles: where two searches meet --------------------------------------------------------------


def from_both_ends(
    puzzle: TilesPuzzle, theorem: Theorem, at_least: int, _back: int, most: int
) -> Theorem:
    """Return the theorem, proven by searches from both ends; raises Unsupported (`meeting`)."""
    back = meeting(puzzle, at_least - 1, most)
    definitions = ""
    for name, sign, end in (("to_goal", 1, puzzle.goal), ("to_start", -1, puzzle.start)):
        inside = ""
        if puzzle.metric == "single":  # on each cell, each tile's distance from its end cell
            table = distances(end, puzzle.columns)
            weights = (
                (divmod(cell, puzzle.columns), tile_letter(tile), sign * far)
                for tile in filter(None, end)
                for cell, far in enumerate(table[tile])
            )
            inside = f"\n{weighing('Falls 1', weights)}\n"
        definitions += f"\nDefinition {name} : list weighing := ([{inside}]%Z)%char.\n"
    given = f"{back} to_goal to_start"
    return theorem.proven_by("TilesBothEnds", "both_ends", given, definitions, [[f"back {back}"]])


def meeting(puzzle: TilesPuzzle, moves: int, most: int) -> int:
    """Choose how many moves to search back from the goal, so that the searches have few states.

    Raises Unsupported if they have more than ``most`` states.
    """
    ends = puzzle.start, puzzle.goal
    tables = [distances(other, puzzle.columns) for other in reversed(ends)]
    fronts, seen, depths = [{end} for end in ends], [{end} for end in ends], [0, 0]

    def near(state: State, k: int) -> bool:
        """Tell whether a state is not too far from the other end."""
        far = sum(tables[k][tile][cell] for cell, tile in enumerate(state))
        return puzzle.metric != "single" or far <= moves - depths[k]

    while sum(depths) < moves:
        k = int(len(fronts[1]) < len(fronts[0]))
        depths[k] += 1
        new = {after for state in fronts[k] for after in puzzle.successors(state)} - seen[k]
        fronts[k] = {state for state in new if near(state, k)}
        seen[k] |= fronts[k]
        if sum(map(len, seen)) > most:
            what = f"there would be over {most:,} states for {moves + 1} moves"
            raise Unsupported(f"{what}: too many for Coq")
    return depths[1]
