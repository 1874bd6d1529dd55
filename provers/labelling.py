"""Make a labelling: breadth-first layers become labels, the plan comes along, a file holds both.

The search need not be trusted: `puzzleproof.verify.labelling` checks the file by the rules alone,
and the plan is found again from the layers by the rules' own moves.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from puzzleproof.encoders.task import Grounding
from puzzleproof.encoders.walks import ground_walks
from puzzleproof.explore.model import Model
from puzzleproof.explore.search import Search
from puzzleproof.models.errors import IllegalMove, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.headers import Claim, header
from puzzleproof.provers.numbering import numbering, state_of
from puzzleproof.provers.packing import model_of
from puzzleproof.verify.bfs import layers as rule_layers

__all__ = ["Labelling", "label", "write_certificate"]


@dataclass(frozen=True, slots=True)
class Labelling:
    """Packed states by label; ``at_least`` None says that no goal can be reached."""

    blocks: tuple[bytes, ...]
    at_least: int | None
    plan: tuple[str, ...] | None
    by_task: bool
    """Whether the search followed the encoder's task; else it followed the rules."""


def label(
    puzzle: AnyPuzzle,
    emit: Emit,
    at_least: int | None = None,
    *,
    by_task: bool | None = None,
    memory: int | None = None,
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph.

    ``by_task`` says whose telling of the rules to follow; by default the faster one.  ``memory`` in
    bytes is for the arrays of a large search, whose layers go to disk beyond it.
    """
    blocks: list[bytes] = []
    seen = 0
    by_task, layers = _search(puzzle, by_task, memory)
    for depth, (goal, packed) in enumerate(layers):
        if goal is not None:
            plan = plan_through(puzzle, _way_back(puzzle, blocks, goal))
            return Labelling(tuple(blocks), depth, tuple(map(puzzle.format_move, plan)), by_task)
        if depth == at_least:
            return Labelling(tuple(blocks), depth, None, by_task)
        blocks.append(_block(packed, puzzle.pack_width))
        seen += len(packed)
        emit(Layer("search", "encoders" if by_task else "models", depth, seen))
    return Labelling(tuple(blocks), None, None, by_task)


Found: TypeAlias = tuple[State | None, list[int]]
"""A layer: one of its goal states, or None and all its states packed."""


def _search(
    puzzle: AnyPuzzle, by_task: bool | None, memory: int | None
) -> tuple[bool, Iterator[Found]]:
    """The layers by the encoder's steps, or by the rules where it has none."""
    if by_task is not False:
        try:
            grounding = ground_walks(puzzle)
            model = model_of(grounding)
            if by_task or grounding.exact:
                return True, _task_layers(puzzle, grounding, model, memory)
        except Unsupported:
            pass
    return False, _rule_layers(puzzle)


def _task_layers(
    puzzle: AnyPuzzle, grounding: Grounding, model: Model, memory: int | None
) -> Iterator[Found]:
    number = numbering(puzzle, grounding, model)
    for engine, layer in Search(model, memory=memory, remember=False).layers():
        reached = engine.goal(layer)
        if reached is not None:
            yield state_of(grounding, model, reached), []
        else:
            found = number(engine.states(layer))
            yield None, found if grounding.exact else list(set(found))


def _rule_layers(puzzle: AnyPuzzle) -> Iterator[Found]:
    for layer in rule_layers(puzzle):
        reached = next(filter(puzzle.is_goal, layer), None)
        yield reached, [] if reached is not None else list(map(puzzle.pack, layer))


def _block(packed: list[int], width: int) -> bytes:
    packed.sort()
    return b"".join([number.to_bytes(width, "big") for number in packed])


def _way_back(puzzle: AnyPuzzle, blocks: list[bytes], goal: State) -> list[State]:
    """The states of a shortest plan, found from the goal back through the layers."""
    way = [goal]
    for block in reversed(blocks):
        way.append(_before(puzzle, block, way[-1]))
    way.reverse()
    return way


def _before(puzzle: AnyPuzzle, block: bytes, state: State) -> State:
    """A state of the block from which one move leads to ``state``."""
    width = puzzle.pack_width
    if puzzle.reversible:
        around: Iterable[State] = puzzle.successors(state)
        candidates = (s for s in around if _within(block, puzzle.pack(s), width))
    else:
        numbers = (int.from_bytes(block[k : k + width], "big") for k in range(0, len(block), width))
        states = map(puzzle.unpack, numbers)
        candidates = (s for s in states if state in set(puzzle.successors(s)))
    for found in candidates:
        return found
    raise IllegalMove("the search's layers do not join: no move leads from one to the next")


def _within(block: bytes, number: int, width: int) -> bool:
    record = number.to_bytes(width, "big")
    k = bisect_left(
        range(len(block) // width), record, key=lambda i: block[i * width : (i + 1) * width]
    )
    return block[k * width : (k + 1) * width] == record


def write_certificate(
    puzzle: AnyPuzzle, labelling: Labelling, path: Path, versions: dict[str, str]
) -> None:
    """Write the file that `verify` checks."""
    width = puzzle.pack_width
    sizes = [len(block) // width for block in labelling.blocks]
    claim = Claim("labelling", labelling.at_least, labelling.plan)
    with open(path, "wb") as file:
        file.write(header(puzzle, claim, versions, sizes=sizes, width=width))
        compress = zlib.compressobj(6)
        file.writelines(compress.compress(block) for block in labelling.blocks)
        file.write(compress.flush())
