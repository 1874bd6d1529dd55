"""Compare actions (or paths, or shifts), and the clauses written from them, with legal moves.

The comparison covers all states that can be reached. If these are too many, it covers the first
states of a breadth-first search, a random walk beyond them, the certificate's plan, and random
placements of the pieces, within reach or not: these may show an action that is missing in a far
corner.  In each state, each move must be an action with the facts that the rules give; each action
that applies must be a move; and the truth values that a move gives to the variables of one step
must satisfy every clause of each family.  (Each clause is tested on all moves at once, with a bit
for each move.)  The other steps of the formula have the same clauses.  In each of these states, and
in the goal states that the rules list, the goals as facts must agree with `is_goal`.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from puzzleproof.models.budget import spend
from puzzleproof.models.capabilities import listed_goals, placed, state_facts
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.strips import Described
from puzzleproof.models.texts import count
from puzzleproof.verify.formula.unrolled import UnrolledFormula
from puzzleproof.verify.replay import in_one_line, replay

STATES, WALK, PLAN, PLACED, SEED = 1_000, 300, 1_000, 300, 1
"""The numbers of compared states: of the search, of the walk, of the plan (its last states), and of
random placements; and the seed."""
GOALS = 1_000
"""The goal states are compared too if the rules list at most this many."""

MoveMade = tuple[int, Any, int]
"""(facts before, what the formula knows about the move, facts after)."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The numbers of compared moves and states, and whether all reachable states were compared."""

    moves: int
    states: int
    complete: bool

    def words(self) -> str:
        """Return the result as part of a sentence."""
        which = "all of them" if self.complete else "some breadth-first, some at random"
        moves, states = count(self.moves, "move"), count(self.states, "state")
        return f"its clauses compared with {moves} of {states} ({which})"


def compare_moves(
    puzzle: AnyPuzzle, formula: UnrolledFormula[Any], plan: Sequence[str] | None = None
) -> Compared:
    """Compare moves and clauses, also along a plan; counts them, or raises the first fault."""
    made, (states, complete) = list[MoveMade](), _states(puzzle, plan or ())
    for state in states:
        _compare_goals(puzzle, formula.described, state)
        made += _moves_of(puzzle, formula, state)
    for state in listed_goals(puzzle, GOALS) or ():
        _compare_goals(puzzle, formula.described, state)
    _check_clauses(formula, made)
    return Compared(len(made), len(states), complete)


def _states(puzzle: AnyPuzzle, plan: Sequence[str]) -> tuple[list[State], bool]:
    """Return the states to compare, and whether these are all that the start reaches."""
    queue = [puzzle.canonical(puzzle.start)]
    seen = set(queue)
    for state in islice(queue, STATES):  # the list grows during the loop
        new = [after for after in puzzle.successors(state) if after not in seen]
        seen.update(new)
        queue.extend(new)
    if len(queue) <= STATES:
        return queue, True
    found, state, chance = queue[:STATES], queue[-1], random.Random(SEED)  # noqa: S311 (no secret)
    for _ in range(WALK):
        if not (after := list(puzzle.successors(state))):
            break
        state = chance.choice(after)
        found.append(state)
    on_plan = replay(puzzle, plan)[-PLAN:] if plan else []
    chance = random.Random(SEED)  # noqa: S311 (no secret)
    random_states = [placed(puzzle, chance) for _ in range(PLACED)]
    found += (puzzle.canonical(state) for state in (*on_plan, *random_states) if state is not None)
    return found, False


def _compare_goals(puzzle: AnyPuzzle, described: Described, state: State) -> None:
    """Check that a goal holds as facts if and only if the rules call the puzzle solved."""
    facts = state_facts(puzzle, state)
    if any(goal.holds(facts) for goal in described.goals) != puzzle.is_goal(state):
        line = in_one_line(puzzle, state)
        raise CertificateRejected(f"as facts, the goals are not those of the rules, in {line}")


def _moves_of(puzzle: AnyPuzzle, formula: UnrolledFormula[Any], state: State) -> list[MoveMade]:
    """Return a state's moves by the formula; raises CertificateRejected if the rules differ."""
    facts = state_facts(puzzle, state)
    found = formula.moves_from(facts)
    spend(20 * len(found), 0)
    by_rules = {state_facts(puzzle, puzzle.play(state, move)) for move in puzzle.moves(state)}
    if by_rules != set(found):
        fault = "no action" if by_rules - found.keys() else "no move for an action"
        line = in_one_line(puzzle, state)
        raise CertificateRejected(f"moves and actions differ, {fault}, in {line}")
    return [(facts, via, after) for after, via in found.items()]


def _check_clauses(formula: UnrolledFormula[Any], made: Sequence[MoveMade]) -> None:
    """Check that every move satisfies every clause of one step."""
    true = _true_of_moves(formula, made)
    every = (1 << len(made)) - 1
    for name, clauses in formula.of_step():
        for clause in clauses:
            spend(len(clause) * (1 + len(made) // 10_000) // 4)
            holds = 0
            for literal in clause:
                where = true.get(abs(literal), 0)
                holds |= where if literal > 0 else every & ~where
            if holds != every:
                raise CertificateRejected(f"a legal move does not satisfy a clause of {name!r}")


def _true_of_moves(formula: UnrolledFormula[Any], made: Sequence[MoveMade]) -> dict[int, int]:
    """Map each variable to the moves for which it is true, a bit for each move."""
    size, found = len(made) // 8 + 1, dict[int, bytearray]()
    for place, move in enumerate(made):
        byte, bit = place >> 3, 1 << (place & 7)
        for variable in formula.witness(*move):
            if variable not in found:
                found[variable] = bytearray(size)
            found[variable][byte] |= bit
    return {variable: int.from_bytes(where, "little") for variable, where in found.items()}
