"""What a game is told in words.  No count without its metric, no claim without what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from puzzleproof.cli.play.game import Game
from puzzleproof.models.texts import count

Verdict: TypeAlias = Mapping[str, Any]
"""The answer of a proof, as `prove --json` prints it."""

UNCHECKED = "published, not checked here"
BY_SEARCH = "the fewest, as one search claims; not proven"
PERHAPS = "perhaps not the fewest"


def moves(number: int, metric: str) -> str:
    """A number of moves with what counts as one."""
    return f"{count(number, 'move')} (metric {metric})"


def published(game: Game) -> int | None:
    """The minimum that somebody has published in this metric."""
    known = (row.optimum for row in game.puzzle.info.known if row.metric == game.puzzle.metric)
    return next(known, None)


def minimum(game: Game, verdict: Verdict | None) -> str:
    """What is known of the minimum, and from where."""
    if verdict and verdict["status"] == "optimal":
        return f"minimum {verdict['optimum']}: {verdict['grade']}"
    if verdict and verdict["status"] == "unsolvable":
        return f"unsolvable: {verdict['grade']}"
    for row in game.puzzle.info.known:
        if row.metric == game.puzzle.metric:
            claim = "unsolvable" if row.optimum is None else f"minimum {row.optimum}"
            return f"{claim}: {UNCHECKED}"
    return "minimum not known"


def score(game: Game, verdict: Verdict | None) -> str:
    """The line above the board."""
    stops = stops_of(game)
    return f"{moves(len(game.moves), game.puzzle.metric)} / {minimum(game, verdict)}{stops}"


def stops_of(game: Game) -> str:
    """On a tour, how many of its stops were visited."""
    from puzzleproof.models.shown import HasStops

    puzzle = game.puzzle
    visited = puzzle.stops_visited(game.state) if isinstance(puzzle, HasStops) else ()
    return f"; {sum(visited)} of {count(len(visited), 'stop')} visited" if visited else ""


def won(game: Game, verdict: Verdict | None) -> str:
    """What is said in a goal state: the moves, whether they are the fewest, and who says so."""
    made = len(game.moves)
    solved = f"Solved in {moves(made, game.puzzle.metric)}"
    if verdict and verdict["status"] == "optimal":
        least = verdict["optimum"]
        how = f"{verdict['grade']}{rests_on(verdict)}"
        if made <= least:
            return f"{solved}: the minimum, {how}"
        return f"{solved}; the minimum is {least}, {how}"
    least = published(game)
    if least is None:
        return f"{solved}; the minimum is not known, p proves it"
    if made > least:
        return f"{solved}; the minimum is {least}: {UNCHECKED}, p proves it"
    if made < least:
        return f"{solved}: fewer than the published minimum of {least}, which this game refutes"
    return f"{solved}: as many as the minimum, {UNCHECKED}, p proves it"


def rests_on(verdict: Verdict) -> str:
    """The evidence for a proven bound, in brackets; nothing where a verdict has none."""
    rows = verdict.get("evidence") or ()
    accepted = [f"{row['kind']}, accepted by {row['checker']}" for row in rows if row["checked"]]
    others = [str(row["kind"]) for row in rows if not row["checked"]]
    said = accepted or list(dict.fromkeys(others))
    return f" ({'; '.join(said)})" if said else ""


# --- proofs -------------------------------------------------------------------------------


def headline(verdict: Verdict) -> str:
    """What a proof has come to."""
    metric, grade = verdict["metric"], verdict["grade"]
    if verdict["status"] == "optimal":
        least = moves(verdict["optimum"], metric)
        return f"Proven: the minimum is {least}, {grade}{rests_on(verdict)}"
    if verdict["status"] == "unsolvable":
        return f"Proven: unsolvable (metric {metric}), {grade}{rests_on(verdict)}"
    return f"Not proven: {between(verdict, metric)}"


def between(bounds: Mapping[str, Any], metric: str) -> str:
    """Bounds of the minimum, each as far as it is known."""
    lower, upper = bounds["lower"], bounds["upper"]
    if lower is None:
        low = f"no plan exists ({bounds['grade']})"
    else:
        low = f"at least {lower} ({bounds['grade']})" if lower else "no lower bound yet"
    high = "no plan yet" if upper is None else f"at most {count(upper, 'move')}"
    return f"{low}, {high} (metric {metric})"


def at_work(event: Mapping[str, Any], metric: str) -> str:
    """What a proof says that it has done; empty for events that say nothing of that."""
    match event["event"]:
        case "layer":
            states = count(event["states"], "state")
            return f"searched up to {moves(event['depth'], metric)}: {states}"
        case "horizon":
            return f"'at most {moves(event['at_most'], metric)}': {event['answer']}"
        case "working":
            return str(event["phase"])
        case _:
            return ""


# --- hints --------------------------------------------------------------------------------


def hint(rest: int, metric: str, sure: str) -> str:
    """How far it still is along a plan, and how sure that is."""
    return f"{moves(rest, metric)} to go, {sure}"


def sureness(answer: Mapping[str, Any]) -> str:
    """How sure it is that the plan of an answer is shortest."""
    return BY_SEARCH if answer["lower"] == answer["upper"] else PERHAPS


def no_hint(answer: Mapping[str, Any]) -> str:
    """Why there is no hint."""
    if "error" in answer:
        return f"No hint: {answer['error']}"
    if answer.get("status") == "unsolvable":
        return f"No hint: there is no plan from here, {answer['grade']}"
    if answer.get("lower", 0) is None:
        return "No hint: there is no plan from here, as one search claims"
    return "No hint: no plan was found in time"
