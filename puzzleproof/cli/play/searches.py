"""Hints and proofs: commands in processes of their own, whose events arrive while a game goes on.

They are the jobs of the page (`puzzleproof.web.jobs`): limited in time and memory, ended when
nobody listens any more, and all of them killed when the game ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, TypeAlias

from puzzleproof.cli.play.game import Game, Plan
from puzzleproof.cli.play.words import no_hint, sureness
from puzzleproof.models.errors import PuzzleProofError
from puzzleproof.models.game import begun_at
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.stacking import rest_of
from puzzleproof.verify.replay import replay_to_goal
from puzzleproof.web.jobs import Jobs, Limits

Event: TypeAlias = dict[str, Any]


class Searches:
    """The hint and the proof of one game; each runs at most once at a time."""

    def __init__(self, hint: Limits, proof: Limits) -> None:
        self._hints, self._proofs = Jobs(1, hint), Jobs(1, proof)

    async def close(self) -> None:
        """Kill what still runs."""
        for jobs in (self._hints, self._proofs):
            await jobs.close()

    async def proof(self, game: Game) -> AsyncGenerator[Event]:
        """Yield the events of a proof of the puzzle's minimum; the last is ``verdict``."""
        words = ["prove", "-", "--json-stream"]
        async with aclosing(self._proofs.run(words, dumps(game.puzzle))) as events:
            async for event in events:
                yield event

    async def plan(self, game: Game) -> Plan | str:
        """A plan that goes on from where the game stands, or why there is none, in words."""
        moves = tuple(game.moves)
        try:
            answer = await self._answer(game)
        except PuzzleProofError as error:
            return f"No hint: {error}"
        found = answer.get("plan")
        if found is None:
            return no_hint(answer)
        plan = Plan((*moves, *found), sureness(answer), len(moves))
        try:
            replay_to_goal(game.puzzle, plan.moves)
        except PuzzleProofError as error:  # the search is not believed, as anywhere
            return f"No hint: the plan that was found is none: {error}"
        return plan

    async def _answer(self, game: Game) -> Event:
        """What a search for a plan from here says; of stacks, which are all as high, the rules."""
        if game.puzzle.solutions == "stacks":
            return await asyncio.to_thread(_stacked, game.puzzle, game.state)
        text, answer = dumps(begun_at(game.puzzle, game.state)), Event()
        async with aclosing(self._hints.run(["solve", "-", "--json"], text)) as events:
            async for event in events:
                answer = event
        return answer


def _stacked(puzzle: AnyPuzzle, state: State) -> Event:
    moves = rest_of(puzzle, state)
    if moves is None:
        return {"status": "unsolvable", "grade": "claimed", "lower": None, "upper": None}
    plan, number = [puzzle.format_move(move) for move in moves], len(moves)
    return {"status": "bounded", "grade": "claimed", "lower": number, "upper": number, "plan": plan}
