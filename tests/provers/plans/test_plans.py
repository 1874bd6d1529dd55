"""Plans of other programs that are wrong, or of another puzzle, are told from good ones."""

from typing import Any, cast

import pytest
from pysat.solvers import Solver

from puzzleproof.encoders import ground
from puzzleproof.encoders.pddl import states_of_plan
from puzzleproof.models.errors import IllegalMove, NotationError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.plans import PLAN_FORMATS, moves_in
from puzzleproof.verify.refutation import formula_of
from puzzleproof.verify.replay import replay_to_goal
from tests.support import boards, peg_boards, tile_boards

FROGS = load("frogs-1-1")
"""Facts: frogs f0 to f2, toads f3 to f5, empty f6 to f8."""
STEPS = ["(o4)", "(o1)", "(o3)"]
GOOD = "".join(f"{line}\n" for line in STEPS)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD.upper() + "; cost = 3 (unit cost)\n",
        "; a remark\n\n" + GOOD.replace(")", " )  ; and more"),
        "".join(f"{k}.000: {line} [1.0]\n" for k, line in enumerate(STEPS)),
    ],
)
def test_ways_to_write_a_plan(text: str) -> None:
    assert moves_in(FROGS, text) == ["3-2", "1-3", "2-1"]


@pytest.mark.parametrize(
    ("old", "new", "error", "fault"),
    [
        (STEPS[0], STEPS[1], IllegalMove, "line 1: .* needs .*, which does not hold"),
        (STEPS[0], "(o6)", NotationError, "line 1: .* this puzzle has 6 such actions"),
        (STEPS[0], "(move f5 f7)", NotationError, "line 1: .* expected '\\(action\\)'"),
        (STEPS[0], "(move)", NotationError, "line 1: .* not an action of the PDDL"),
        (STEPS[0], "o4", NotationError, "line 1: .* expected '\\(action\\)'"),
        (STEPS[0], "(begin-3)", NotationError, "not an action of this puzzle's PDDL"),
        (GOOD, "s UNSATISFIABLE\n", NotationError, "output has no plan"),
        (GOOD, "UNSAT\n", NotationError, "output has no plan"),
        (GOOD, "s SATISFIABLE\nv 1 -2 3 0\n", NotationError, "with 3 variables: the formula of"),
        (GOOD, "v 1 -2 0\nv x 0\n", NotationError, "line 2: 'x': expected a literal"),
        (GOOD, "=====UNSATISFIABLE=====\n", NotationError, "output has no plan"),
        (GOOD, "move 1: 3 frog\n", NotationError, "expected a solution"),
        (GOOD, "move 1: 99 frog\n----------\n", NotationError, "there is no action 99"),
        (GOOD, "move 1: 3 frog\n----------\n", IllegalMove, "action 3 .* cannot be applied"),
    ],
)
def test_a_wrong_answer(old: str, new: str, error: type[Exception], fault: str) -> None:
    """Of a planner, or of a solver."""
    with pytest.raises(error, match=fault):
        moves_in(FROGS, GOOD.replace(old, new))


CHAIN = peg_boards.pegs("move", start="xxoxo\nooooo\n", goal="oooox\nooooo\n")
JUMPS = ["8-10", "10-12"]


def operator_number(puzzle: AnyPuzzle, name: str) -> int:
    return next(k for k, o in enumerate(ground(puzzle).task.operators) if o.name == name)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("(begin-N)\n", "the last move is not ended by a release"),
        ("(release-0)\n", "line 1: '\\(release-0\\)': no move began"),
        ("(go-on-N)\n(release-0)", "line 1: .* no move began"),
        ("(begin-N)\n(begin-N)\n", "is not ended by a release"),
    ],
)
def test_a_wrong_chain(text: str, fault: str) -> None:
    """A right one is one move."""
    first, second = (operator_number(CHAIN, name) for name in JUMPS)
    end = ground(CHAIN).task.operators[second].landing
    right = f"(begin-{first})\n(go-on-{second})\n(release-{end})\n"
    assert (len(moves_in(CHAIN, right)), len(states_of_plan(CHAIN, right))) == (1, 2)
    with pytest.raises(IllegalMove, match=fault):
        moves_in(CHAIN, text.replace("N", str(first)))


def test_what_is_no_answer_of_a_program() -> None:
    """Texts of moves; models that say what no move does; and a tour has no such plans."""
    first = {1, 6, 8}  # true of the first step: frog, toad, empty
    head = f"s SATISFIABLE\nv {' '.join(str(k if k in first else -k) for k in range(1, 11))} 0\n"
    assert moves_in(FROGS, head) == []
    wrong = " ".join(str(k if k in {*first, 30} else -k) for k in range(1, 39))
    with pytest.raises(IllegalMove, match="no legal move leads to the state given after move 1"):
        moves_in(FROGS, f"v {wrong} 0\n")
    for text in ("3-2 1-3 2-1", "# cost = 3\n3-2", "", "AN BS", "move 1"):
        assert not any(row.lines.search(text) for row in PLAN_FORMATS.values())
    for text in (GOOD, "s SATISFIABLE\nv 1 0\n", "----------\n"):
        with pytest.raises(Unsupported, match="tour"):
            moves_in(boards.SMALL["tour in sequence"], text)


@pytest.mark.parametrize("extra", [0, 2])
@pytest.mark.parametrize(
    ("form", "puzzle", "minimum"),
    [
        ("horizon", boards.SMALL["two labelled"], 3),
        ("paths", boards.SMALL["two labelled"], 3),
        ("shifts", tile_boards.SMALL["2 x 2"], 6),
    ],
)
def test_solutions_of_each_form_are_plans(
    form: str, puzzle: AnyPuzzle, minimum: int, extra: int
) -> None:
    """Which form it is shows in the number of variables; steps after the plan are idle."""
    clauses = list(formula_of(puzzle, minimum + extra, form).clauses())
    with cast("Any", Solver)("cadical195", bootstrap_with=clauses) as solver:
        assert solver.solve()
        text = f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"
    moves = moves_in(puzzle, text)
    assert minimum <= len(moves) <= minimum + extra
    assert replay_to_goal(puzzle, moves) == len(moves)
