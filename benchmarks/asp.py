"""A puzzle as an answer set program, for clingo: horizons of 0, 1, 2, … moves until one has a plan.

Written from the facts and actions of the rules, a whole move an action.  ``last(T)`` in the answer
is the number of moves.  Horizons below T were refuted on the way, with no proof that could be kept.

V. Lifschitz, "Answer set programming and plan generation", Artificial Intelligence 138 (2002).
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, HasStrips
from puzzleproof.models.strips import Strips

RULES = """\
#include <incmode>.

#program base.
holds(F,0) :- init(F).

#program step(t).
1 { occurs(A,t) : action(A) } 1.
:- occurs(A,t), needs(A,F), not holds(F,t-1).
:- occurs(A,t), forbids(A,F), holds(F,t-1).
holds(F,t) :- occurs(A,t), wins(A,F).
lost(F,t) :- occurs(A,t), loses(A,F).
holds(F,t) :- holds(F,t-1), not lost(F,t).
:- group(G), #count { F : one_of(G,F), holds(F,t) } != 1.

#program check(t).
met(G,I,t) :- want(G,I,F), holds(F,t).
unsolved(G,t) :- want(G,I,_), not met(G,I,t).
unsolved(G,t) :- never(G,F), holds(F,t).
:- query(t), #count { G : goal(G), not unsolved(G,t) } = 0.
last(t) :- query(t).
#show occurs/2.
#show last/1.

#program base.
"""


def answer_set_program(puzzle: AnyPuzzle) -> str:
    """Return the program; raises Unsupported where the family has no facts and actions."""
    if not isinstance(puzzle, HasStrips):
        raise Unsupported(f"family {puzzle.family}: no facts and actions to write a program from")
    strips, start = puzzle.strips(), puzzle.state_facts(puzzle.start)
    return RULES + "\n".join(_facts(strips, start)) + "\n"


def _facts(strips: Strips, start: int) -> Iterator[str]:
    yield from (f"init({fact})." for fact in _bits(start))
    for number, group in enumerate(strips.groups):
        yield f"group({number})."
        yield from (f"one_of({number},{fact})." for fact in _bits(group))
    for number, action in enumerate(strips.actions):
        yield f"action({number})."
        for name, mask in (
            ("needs", action.positive),
            ("forbids", action.negative),
            ("loses", action.positive & action.toggles),
            ("wins", action.negative & action.toggles),
        ):
            yield from (f"{name}({number},{fact})." for fact in _bits(mask))
    for number, goal in enumerate(strips.goals):
        yield f"goal({number})."
        yield from (f"never({number},{fact})." for fact in _bits(goal.negative))
        for part, mask in enumerate(goal.some):
            yield from (f"want({number},{part},{fact})." for fact in _bits(mask))


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
