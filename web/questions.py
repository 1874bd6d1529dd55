"""Answers to what the page asks about the rules; question and answer are JSON values.

A question is an object whose key ``ask`` is one of `ANSWERS`.  Most questions name an *instance*:
``{"name": the name of an instance in the library}`` or ``{"text": the text of an instance file}``,
perhaps with a ``metric``.  A state is given by the moves that lead to it from the start.  So no
state is taken on trust: the rules play every move again.

A *scene* is what a browser draws.  For a board it has ``form`` (``blocks`` or ``pegs``), ``scale``
(squares along a side of a cell), ``pieces`` (rows of name, text and colour) and ``rows`` (a number
for each square: -1 outside the board, 0 if it is empty, or the number of its piece, from 1).  For a
stack of cubes ``form`` is ``stack``, and ``cubes`` has the faces of each cube.

This module needs only `puzzleproof.models`; it reads no files but the library's, and uses no
network and no other process.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, TypeAlias, cast

from puzzleproof.models.errors import (
    InstanceError,
    LimitReached,
    NotationError,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.instances import dumps, library_names, load, loads
from puzzleproof.models.picture import HasPictures, Picture
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.remarks import remarks

TEXT_LIMIT, DRAWN_LIMIT = 50_000, 2_500
"""Limits on the characters of an instance's text, and of its drawn board."""
MOVES_LIMIT = 5_000
"""The greatest number of moves in a game."""
OFFERED_LIMIT = 1_500
STATES_LIMIT = 20_000
"""The greatest number of states that are tried to complete a stack: a few seconds."""

Question: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]
Scene: TypeAlias = dict[str, Any]


def answer(question: object) -> Answer:
    """Answer a question; the answer to a faulty question is ``{"error": one line}``."""
    try:
        asked = _object(question)
        return ANSWERS[_text(asked, "ask", tuple(ANSWERS))](asked)
    except PuzzleProofError as error:
        return {"error": " / ".join(str(error).splitlines())}


# --- the answers --------------------------------------------------------------------------


def library(_question: Question) -> Answer:
    """List the library's instances, each with its notes and known results and its start's scene."""
    puzzles = {name: load(name) for name in library_names()}
    return {
        "instances": [
            {"name": name, **_about(puzzle), "scene": scene_of(puzzle, puzzle.start)}
            for name, puzzle in puzzles.items()
        ]
    }


def _about(puzzle: AnyPuzzle) -> Answer:
    info = puzzle.info
    return {
        "title": info.name,
        "family": puzzle.family,
        "metric": puzzle.metric,
        "metrics": list(puzzle.metrics),
        "author": info.author,
        "year": info.year,
        "source": info.source,
        "note": info.note,
        "known": [row._asdict() for row in info.known],
    }


def describe(question: Question) -> Answer:
    """Describe an instance: notes and known results, its text, its goals, and its start."""
    puzzle = _puzzle(question)
    pictured = puzzle if isinstance(puzzle, HasPictures) else None
    squares = pictured.picture(puzzle.start).squares() if pictured else ()
    goals = pictured.goal_pictures() if pictured else ()
    return {
        **_about(puzzle),
        "text": dumps(puzzle),
        "goals": [{"title": key, **_board(goal)} for key, goal in goals],
        "labels": [(square.label, r, c) for (r, c), square in squares if square.label],
        "remarks": [*puzzle.assumed, *remarks(puzzle)],
        "hints": puzzle.begins_anywhere or puzzle.solutions == "stacks",
        "view": _view(puzzle, puzzle.start, 0),
    }


def view(question: Question) -> Answer:
    """Show the state after ``moves``, with every legal move from there."""
    puzzle = _puzzle(question)
    states = _states(puzzle, question)
    return _view(puzzle, states[-1], len(states) - 1)


def _view(puzzle: AnyPuzzle, state: State, played: int) -> Answer:
    return {
        "scene": scene_of(puzzle, state),
        "played": played,
        "metric": puzzle.metric,
        "solved": puzzle.is_goal(state),
        "moves": [
            {"move": puzzle.format_move(move), "track": _track(puzzle, state, move)}
            for move in islice(puzzle.moves(state), OFFERED_LIMIT)
        ],
    }


def _track(puzzle: AnyPuzzle, state: State, move: Any) -> list[list[int]]:
    """List the squares on the way of a move's piece; no square if there are no pictures."""
    return list(map(list, puzzle.track(state, move))) if isinstance(puzzle, HasPictures) else []


def restart(question: Question) -> Answer:
    """Return the text of the instance; moves that were played do not matter."""
    return {"text": dumps(_puzzle(question))}


def hint(question: Question) -> Answer:
    """Return a plan for cubes, else the instance and the moves ``played``: a job then finds a plan.

    A plan comes in the form of a verdict, with ``lower``, ``upper`` and ``status``.
    """
    puzzle = _puzzle(question)
    states = _states(puzzle, question)
    if puzzle.solutions != "stacks":
        played = map(puzzle.parse_move, question.get("moves", []))
        return {"text": dumps(puzzle), "played": "\n".join(map(puzzle.format_move, played))}
    moves = rest_of(puzzle, states[-1])
    if moves is None:
        return {"plan": None, "status": "unsolvable", "grade": "claimed"}
    plan = [puzzle.format_move(move) for move in moves]
    return {"plan": plan, "status": "bounded", "lower": len(plan), "upper": len(plan)}


def rest_of(puzzle: AnyPuzzle, state: State) -> list[Any] | None:
    """Return moves that complete a stack, by depth-first search, or None if no moves do.

    Every move adds one cube to the stack, so all plans from a state are equally long.  Raises
    LimitReached if more than `STATES_LIMIT` states would have to be tried.
    """
    tried = set[State]()

    def rest(here: State) -> list[Any] | None:
        if puzzle.is_goal(here):
            return []
        for move in puzzle.moves(here):
            known = puzzle.canonical(after := puzzle.play(here, move))
            if known not in tried:
                tried.add(known)
                if len(tried) > STATES_LIMIT:
                    fault = f"no plan among the first {STATES_LIMIT:,} stacks that were tried"
                    raise LimitReached(fault)
                if (moves := rest(after)) is not None:
                    return [move, *moves]
        return None

    return rest(state)


def recount(question: Question) -> Answer:
    """Return a game's ``moves`` as moves of the metric ``to``.

    Each new move replaces as many old moves as it can; if no new move can replace an old move, then
    several new moves do.
    """
    puzzle = _puzzle(question)
    states = _states(puzzle, question)
    other = puzzle.with_metric(_text(question, "to", puzzle.metrics))
    moves, here = list[Any](), 0
    while here + 1 < len(states):
        ends = dict[State, Any]()
        for move in other.moves(states[here]):
            ends.setdefault(other.play(states[here], move), move)
        far = here
        while far + 1 < len(states) and states[far + 1] in ends:
            far += 1
        if far > here:
            moves.append(ends[states[far]])
        else:
            far += 1
            moves += _steps(puzzle, other, states[here], question["moves"][here])
        here = far
    return {"moves": list(map(other.format_move, moves))}


def _steps(puzzle: AnyPuzzle, other: AnyPuzzle, state: State, text: str) -> Sequence[Any]:
    """Return moves of the ``other`` metric that together make this move, on the same squares."""
    move = puzzle.parse_move(text)
    end, touched = puzzle.play(state, move), set(map(tuple, _track(puzzle, state, move)))
    if isinstance(puzzle, HasPictures):
        after = puzzle.picture(end)
        touched |= {at for at, one in puzzle.picture(state).squares() if one != after.at(*at)}
    queue, seen = [(state, tuple[Any, ...]())], {state}
    for here, moves in queue:
        for step in other.moves(here):
            there = other.play(here, step)
            if there == end:
                return (*moves, step)
            if there not in seen and touched.issuperset(map(tuple, _track(other, here, step))):
                seen.add(there)
                queue.append((there, (*moves, step)))
    raise Unsupported(f"no moves of the metric {other.metric!r} make the move {text!r}")


def same(question: Question) -> Answer:
    """Tell whether ``other`` has the same board, goal, rule and metric; notes may differ."""
    one, other = (
        {"family": puzzle.family, "metric": puzzle.metric, **puzzle.document()}
        for puzzle in (_puzzle(question), _puzzle({"instance": question.get("other")}))
    )
    return {"same": one == other}


ANSWERS: dict[str, Callable[[Question], Answer]] = {
    "library": library,
    "describe": describe,
    "view": view,
    "restart": restart,
    "hint": hint,
    "recount": recount,
    "same": same,
}


# --- reading a question -------------------------------------------------------------------


def _puzzle(question: Question) -> AnyPuzzle:
    """Return the instance in the question's metric; raises Unsupported if it is too large."""
    instance = _object(question.get("instance"))
    metric = _text(instance, "metric") if instance.get("metric") is not None else None
    if "name" in instance:
        puzzle = load(_text(instance, "name", tuple(library_names())))
    else:
        puzzle = read_for_page(_text(instance, "text"))
    return puzzle if metric in (None, puzzle.metric) else puzzle.with_metric(metric)


@lru_cache(maxsize=32)
def read_for_page(text: str) -> AnyPuzzle:
    """Read an instance's text; raises Unsupported if the board is too large to be shown."""
    if len(text) > TEXT_LIMIT:
        raise InstanceError(
            f"the text has {len(text):,} characters, expected {TEXT_LIMIT:,} at most"
        )
    puzzle = loads(text, "instance")
    if isinstance(puzzle, HasPictures) and len(puzzle.draw(puzzle.start)) > DRAWN_LIMIT:
        raise Unsupported(f"the page shows boards of up to {DRAWN_LIMIT:,} characters")
    return puzzle


def _states(puzzle: AnyPuzzle, question: Question) -> list[State]:
    """Return every state of a game; raises NotationError or IllegalMove for a bad move."""
    moves = question.get("moves", [])
    if not isinstance(moves, list) or len(cast("list[object]", moves)) > MOVES_LIMIT:
        raise NotationError(f"key 'moves': expected a list of {MOVES_LIMIT:,} moves at most")
    states = [puzzle.start]
    for number, move in enumerate(cast("list[object]", moves), 1):
        if not isinstance(move, str):
            raise NotationError(f"key 'moves': expected a text for move {number}")
        states.append(puzzle.play(states[-1], puzzle.parse_move(move)))
    return states


def _object(value: object) -> Question:
    if not isinstance(value, dict):
        raise NotationError("expected an object with the keys of a question")
    return cast("Question", value)


def _text(question: Question, key: str, names: tuple[str, ...] = ()) -> str:
    value = question.get(key)
    if not isinstance(value, str):
        raise NotationError(f"key {key!r}: expected a text")
    if names and value not in names:
        few = f", expected one of {', '.join(names)}" if len(names) < 10 else ""
        raise NotationError(f"key {key!r}: there is no {value[:80]!r}{few}")
    return value


# --- scenes -------------------------------------------------------------------------------


def scene_of(puzzle: AnyPuzzle, state: State) -> Scene:
    """Return the scene of a state."""
    if isinstance(puzzle, HasPictures):
        return _board(puzzle.picture(state))
    if puzzle.solutions == "stacks":
        return {"form": "stack", **puzzle.document(), "stacked": state[0]}
    return {"form": "text", "text": puzzle.draw(state)}


def _board(picture: Picture) -> Scene:
    pieces: dict[str, int] = {}
    rows = [[-1] * picture.size[1] for _ in picture.rows]
    listed: list[list[str]] = []
    for (r, c), square in picture.squares():
        if square.piece and square.piece not in pieces:
            pieces[square.piece] = len(pieces) + 1
            listed.append(list(square))
        rows[r][c] = pieces[square.piece] if square.piece else 0
    return {"form": picture.form, "scale": picture.scale, "pieces": listed, "rows": rows}
