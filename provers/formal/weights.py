"""Invariants as theorems of Coq: weights on contents of cells, by ``verify/formal/Weights.v``.

Every lemma of an argument (`puzzleproof.verify.invariant`) becomes one *weighing*: a weight for
each content of each cell.  The kernel sums the weights for each kind of step, without a search.
`FEATURES` has a row for each family whose features can be written as such sums.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle, distances
from puzzleproof.provers.formal import theorem_from_start
from puzzleproof.provers.formal.steps import hole_cell, tile_letter
from puzzleproof.provers.formal.theorem import Plan, Theorem, weighing

PARITY = "TilesParity"
"""The module about permutations, which only tiles need."""
Weights: TypeAlias = list[tuple[Cell, str, int]]
"""Triples: a cell, a content of the cell, and the content's weight."""


def theorem_by_weights(
    puzzle: AnyPuzzle, argument: Mapping[str, Any], at_least: int | None, plan: Plan
) -> Theorem:
    """Return the theorem of an accepted argument; raises Unsupported if Coq lacks its lemmas."""
    reached = plan if plan is not None and len(plan) == at_least else None
    theorem = theorem_from_start(puzzle, at_least, reached)
    if puzzle.family not in FEATURES:
        known = ", ".join(FEATURES)
        of_family = f"invariants of family {puzzle.family!r}"
        raise Unsupported(f"{of_family} have no theorem in Coq; these have one: {known}")
    lemmas = cast("list[dict[str, Any]]", argument["lemmas"])
    goals = cast("list[int | list[int]]", argument["goals"])
    named = {n for goal in goals for n in ([goal] if isinstance(goal, int) else goal)}
    used = [lemmas[n] for n in sorted(named)]
    if at_least is None and all(lemma["form"] == "permutation" for lemma in used):
        return replace(theorem, module=PARITY, lemma="never_by_parity", hints=[["parity"]])
    translated = [_weighing(puzzle, lemma) for lemma in used]
    inside = ";\n".join(weighing(*lemma) for lemma in translated)
    hints = [_hint(*lemma) for lemma in translated]
    weights = f"\nDefinition weights : list weighing := ([\n{inside}\n]%Z)%char.\n"
    module = f"{puzzle.family.capitalize()}Weights"
    return theorem.proven_by(module, "weights", "weights", weights, hints)


def _weighing(puzzle: AnyPuzzle, lemma: dict[str, Any]) -> tuple[str, Weights, int]:
    """Translate a lemma of an argument: return its form in Coq, and weights (`FEATURES`)."""
    form = lemma["form"]
    if lemma.get("features", "own") != "own" or form not in FORMS:
        which = f"form {form!r}" if form not in FORMS else "the features 'facts'"
        raise Unsupported(f"an invariant with {which} has no theorem in Coq")
    sign = -1 if form == "pagoda" else 1
    weights, crossing = FEATURES[puzzle.family](puzzle, [sign * w for w in lemma["weights"]])
    return FORMS[form].format(**lemma), weights, crossing


def _hint(how: str, weights: Weights, crossing: int) -> list[str]:
    words = how.lower().translate({ord("("): None, ord(")"): None})
    rows = (f"{r},{c} {x} {w}" for (r, c), x, w in weights if w)
    return [f"weights {words} {crossing}", *rows]


FORMS = {
    "classes": "Counts ({modulus}) 0",
    "pagoda": "Falls 0",
    "potential": "Falls ({drop})",
    "count": "Counts ({modulus}) ({change})",
}
"""Form of a lemma -> its form in Coq; a pagoda function is a potential with the signs reversed."""


def _frogs(puzzle: AnyPuzzle, weights: Sequence[int]) -> tuple[Weights, int]:
    assert isinstance(puzzle, FrogsPuzzle)
    cells = [(r, c) for r, row in enumerate(puzzle.board.rows) for c, _ in enumerate(row)]
    if puzzle.is_row:
        far, crossing = weights
        signs = {"F": -far, "T": far}
        return [(cell, x, w * sum(cell)) for cell in cells for x, w in signs.items()], crossing
    pairs = {"F": weights[:2], "T": weights[2:]}
    return [
        (cell, x, w[0] * cell[0] + w[1] * cell[1]) for cell in cells for x, w in pairs.items()
    ], 0


def _pegs(puzzle: AnyPuzzle, weights: Sequence[int]) -> tuple[Weights, int]:
    assert isinstance(puzzle, PegPuzzle)
    holes = zip(puzzle.board.holes, weights, strict=True)
    return [(hole_cell(puzzle.board, hole), "x", w) for hole, w in holes], 0


def _tiles(puzzle: AnyPuzzle, weights: Sequence[int]) -> tuple[Weights, int]:
    assert isinstance(puzzle, TilesPuzzle)
    far, blank = weights
    table = distances(puzzle.goal, puzzle.columns)
    found = Weights()
    for number in range(len(puzzle.start)):
        cell = divmod(number, puzzle.columns)
        found.append((cell, tile_letter(0), blank * sum(cell)))
        labels = (label for label in puzzle.goal if label)
        found += [(cell, tile_letter(x), far * table[x][number]) for x in labels]
    return found, 0


FEATURES: dict[str, Callable[[AnyPuzzle, Sequence[int]], tuple[Weights, int]]] = {
    "frogs": _frogs,
    "pegs": _pegs,
    "tiles": _tiles,
}
"""Family -> the function from weights of features to weights of cells and to the weight of a
*crossing*: a frog with a toad behind it."""
