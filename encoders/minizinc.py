"""'A plan of at most T moves' as a MiniZinc model, for constraint solvers.

The model is built from the facts and actions of `puzzleproof.models.strips`.  ``holds[t, f]`` says
that fact f holds after t moves; ``act[t]`` is the number of the action that is move t, or 0 once
the plan is over.  A fact holds after a move if the move brings it about, or if it held and the move
does not end it.

N. Nethercote et al., MiniZinc: Towards a Standard CP Modelling Language, 2007.
"""

from collections.abc import Iterable, Iterator

from puzzleproof.models.capabilities import state_facts, strips_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import Strips, bits
from puzzleproof.models.texts import count

SOLVE = {"decide": "solve satisfy;", "minimise": "solve minimize moves;"}
"""The question (any plan of at most T moves, or a shortest plan) -> the MiniZinc item."""
MARK = "% puzzleproof-minizinc"
"""The words that every exported model begins with."""
MODEL = """
array[0..T, 1..F] of var bool: holds;
array[1..T] of var 0..A: act;
var 0..T: moves = sum(t in 1..T)(act[t] > 0);

constraint forall(f in 1..F)(holds[0, f] = (f in start));
constraint forall(t in 1..T - 1)(act[t] = 0 -> act[t + 1] = 0);
constraint forall(t in 1..T, a in 1..A)(act[t] = a ->
  forall(f in needs[a])(holds[t - 1, f]) /\\ forall(f in excludes[a])(not holds[t - 1, f]));
constraint forall(t in 1..T, f in 1..F)(holds[t, f] =
  (act[t] in begins[f] \\/ (holds[t - 1, f] /\\ not (act[t] in ends[f]))));

% implied by the rest: exactly one fact of each group holds
constraint forall(t in 1..T, g in groups)(sum(f in g)(holds[t, f]) = 1);
"""
OUTPUT = """
output ["moves: \\(moves)\\n"] ++
  ["move \\(t): \\(fix(act[t])) " ++ name[fix(act[t])] ++ "\\n" | t in 1..T where fix(act[t]) > 0];
"""


def minizinc(puzzle: AnyPuzzle, horizon: int, form: str = "decide") -> str:
    """Return the model; ``form`` is a key of `SOLVE`.  Raises Unsupported as `strips_of` does."""
    strips = strips_of(puzzle)
    start = state_facts(puzzle, puzzle.canonical(puzzle.start))
    head = [
        f"{MARK}: {puzzle.info.name or puzzle.family}",
        f"% {SOLVE[form]} a plan of at most {count(horizon, 'move')} (metric {puzzle.metric})",
        "% the output has 'move t: a NAME' for action a; 'puzzleproof replay' reads it",
        "",
    ]
    return "\n".join([*head, *_tables(strips, start, horizon)]) + "".join(
        [MODEL, _goals(strips), f"\n{SOLVE[form]}\n", OUTPUT]
    )


def _tables(strips: Strips, start: int, horizon: int) -> Iterator[str]:
    """Yield the declarations of the facts and the actions, which are numbered from 1."""
    actions = strips.actions
    begins, ends = [0] * len(strips.facts), [0] * len(strips.facts)
    for number, action in enumerate(actions):
        for table, mask in ((begins, action.negative), (ends, action.positive)):
            for fact in bits(mask & action.toggles):
                table[fact] |= 1 << number
    yield f"int: T = {horizon};  % most moves allowed"
    yield f"int: F = {len(strips.facts)};  % number of facts"
    yield f"int: A = {len(actions)};  % number of actions"
    yield _array("1..F", "string", "fact", map(_quoted, strips.facts))
    yield _array("1..A", "string", "name", (_quoted(action.name) for action in actions))
    yield f"set of int: start = {_set(start)};"
    for name, masks in {
        "needs": [action.positive for action in actions],
        "excludes": [action.negative for action in actions],
    }.items():
        yield _array("1..A", "set of 1..F", name, map(_set, masks))
    yield _array("1..F", "set of 1..A", "begins", map(_set, begins))
    yield _array("1..F", "set of 1..A", "ends", map(_set, ends))
    yield _array("int", "set of 1..F", "groups", map(_set, strips.groups))


def _goals(strips: Strips) -> str:
    """Write the constraint that any one of the goals holds after T moves."""
    goals = list[str]()
    for goal in strips.goals:
        parts = [" \\/ ".join(f"holds[T, {f + 1}]" for f in bits(mask)) for mask in goal.some]
        parts += [f"not holds[T, {f + 1}]" for f in bits(goal.negative)]
        goals.append("(" + " /\\ ".join(f"({part})" for part in parts or ["true"]) + ")")
    return "\nconstraint\n  {};\n".format(" \\/\n  ".join(goals))


def _array(index: str, kind: str, name: str, values: Iterable[str]) -> str:
    return f"array[{index}] of {kind}: {name} = [{', '.join(values)}];"


def _set(mask: int) -> str:
    return "{" + ", ".join(str(bit + 1) for bit in bits(mask)) + "}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
