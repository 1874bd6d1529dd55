"""Which families of clauses each form of formula needs, and why the others are there."""

from collections.abc import Iterable, Iterator, Sequence

import pytest

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.refutation import formula_of
from tests.support import boards, tile_boards
from tests.support.every_family import SMALL
from tests.support.fact_plans import minimum_up_to, solvable, solver_of

Families = list[tuple[str, list[Clause]]]
_HORIZONS = """\
two labelled, line; L and T, unit; rush hour, unit; tiles 2 x 2, single;
tiles 2 x 2 unsolvable, single; tiles a row out of order, multi; tiles 2 x 3 unsolvable, multi;
frogs row; triangle-4, move; triangle-4, jump; peg-small-example, jump; instant-insanity, cube;
one-colour-cubes, cube; half-way, line"""
LOLLIPOPS = boards.sliding("A..B.../#..#..#", goal="......A/#..#..#", labelled="A")
"""On either side of B a path could end in a ring, if paths might fork."""
POOLS: dict[str, tuple[list[AnyPuzzle], int]] = {
    "horizon": ([SMALL[name] for name in _HORIZONS.replace("\n", " ").split("; ")], 6),
    "paths": (
        [p.with_metric(m) for p in boards.SMALL.values() if not p.tour for m in ("piece", "line")],
        6,
    ),
    "shifts": ([p.with_metric(m) for p in tile_boards.SMALL.values() for m in p.metrics], 3),
}
"""Puzzles, and the most moves of a horizon that is asked."""
NEEDED = {
    "horizon": "start; goal; one of a group; needs; effect; stays; one move",
    "paths": "start; goal; one of a group; ends; goes on; no fork; one move; who; free; straight; "
    "leaves; arrives",
    "shifts": "start; goal; one of a group; blank; carried; why",
}
"""Without one of these some puzzle of the pool has a plan that is none."""
REDUNDANT: dict[str, dict[str, tuple[str, ...]]] = {
    "horizon": {
        "some action": ("who", "why"),  # a step with no action changes nothing, as an idle one does
        "idle": ("who", "why"),  # the same: nothing changes without an action that changes it
        "who": ("effect",),  # an action's own facts change by its effect, and one move is all
        "why": ("idle",),  # what an action leaves alone stays; only idle steps have no other guard
        "leaves": ("arrives",),  # kinds keep their numbers: where one has arrived one has left
        "arrives": ("count",),  # the same the other way round
        "count": ("leaves",),  # every action keeps the numbers: leaves and arrives say it as well
        "colour": (),  # every action changes the colour: it follows from the others
    },
    "paths": {"idle": (), "count": ()},
    # A step with no shift changes nothing, as an idle one does; every shift changes the colour.
    "shifts": {"idle": (), "some shift": (), "colour": ()},
}
"""Families that no puzzle of the pool misses, and those without which it is missed (why: each)."""


def listed(families: Iterable[tuple[str, Iterable[Sequence[int]]]]) -> Families:
    return [(name, list(map(tuple, clauses))) for name, clauses in families]


def pool(form: str) -> Iterator[Families]:
    """Formulas without a solution."""
    puzzles, most = POOLS[form]
    for puzzle in puzzles:
        optimum = minimum_up_to(puzzle, 30)
        length = most if optimum is None else min(optimum - 1, most)
        if length >= 0:
            yield listed(formula_of(puzzle, length, form).families())
    if form == "paths":
        yield listed(formula_of(LOLLIPOPS, 1, form).families())


def without(families: Families, *names: str) -> list[Clause]:
    return [clause for name, some in families if name not in names for clause in some]


def misses(formulas: Sequence[Families], *names: str) -> bool:
    """Whether some formula that has all these families gets a solution without them."""
    return any(
        solvable(without(families, *names))
        for families in formulas
        if names[0] in {name for name, clauses in families if clauses}
    )


@pytest.mark.parametrize("form", NEEDED)
def test_the_families_that_are_needed_are_just_these(form: str) -> None:
    formulas = list(pool(form))
    names = {name for families in formulas for name, clauses in families if clauses}
    assert not any(solvable(without(families)) for families in formulas)
    assert {name for name in names if not misses(formulas, name)} == REDUNDANT[form].keys()
    assert names - REDUNDANT[form].keys() == set(NEEDED[form].split("; "))
    for name, others in REDUNDANT[form].items():
        for other in others:
            assert misses(formulas, name, other), (name, other)


IMPLIED: list[tuple[str, str, str, int]] = [
    ("horizon", "colour", "tiles 2 x 2, single", 4),
    ("horizon", "colour", "instant-insanity, cube", 4),
    ("paths", "idle", "two alike, piece", 2),
    ("paths", "count", "two labelled, line", 2),
]


@pytest.mark.parametrize(("form", "family", "name", "length"), IMPLIED)
def test_a_family_that_follows_from_the_others_is_implied_clause_by_clause(
    form: str, family: str, name: str, length: int
) -> None:
    """With the opposite of any of its clauses the rest has no solution."""
    families = listed(formula_of(SMALL[name], length, form).families())
    clauses = [clause for one, some in families if one == family for clause in some]
    with solver_of(without(families, family, "goal")) as solver:
        for clause in clauses:
            later = family == "idle" and len(clause) == 2
            assert bool(solver.solve(assumptions=[-x for x in clause])) == later
    assert len(clauses) > 5


def test_colours_are_found_only_where_every_action_changes_them() -> None:
    """Pieces of a frog jump as well as step; a run of tiles moves the hole by any distance."""

    def coloured(form: str, puzzle: AnyPuzzle) -> bool:
        families = listed(formula_of(puzzle, 2, form).families())
        return any(name == "colour" and clauses for name, clauses in families)

    found = {f"{p.family}, {p.metric}" for p in POOLS["horizon"][0] if coloured("horizon", p)}
    assert found == {"tiles, single", "cubes, cube"}
    table = tile_boards.SMALL["2 x 3"]
    assert [coloured("shifts", table.with_metric(m)) for m in table.metrics] == [True, False]
