"""Make a labelling: breadth-first layers become labels, the plan comes along, a file holds both.

Where the rules list all goal states and moves can be taken back, the search goes from both ends
(`bidirectional`), and there are backward labels as well.  The search need not be trusted:
`puzzleproof.verify.labelling` checks the file by the rules alone, and the plan is found again from
the layers by the rules' own moves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from operator import sub
from pathlib import Path
from typing import NamedTuple

from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.provers.certificate import Claim, write_file
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.labelling.layers import LayerSource

KEPT = 200_000
"""Varints that are kept."""


class Labelling(NamedTuple):
    """Packed states by label; ``at_least`` None says that no goal can be reached."""

    blocks: tuple[bytes, ...]
    at_least: int | None
    plan: tuple[str, ...] | None
    by_task: bool
    """Whether the search followed the encoder's task; else it followed the rules."""
    backward: tuple[bytes, ...] = ()
    """The blocks from the goals."""


def from_start(
    puzzle: AnyPuzzle, source: LayerSource, emit: Emit, at_least: int | None
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph."""
    blocks: list[bytes] = []
    seen = 0
    for depth, layer in enumerate(source.layers()):
        goal = layer.goal()
        if goal is not None:
            plan = plan_of(puzzle, path_back(puzzle, blocks, goal)[::-1])
            return Labelling(tuple(blocks), depth, plan, source.by_task)
        if depth == at_least:
            return Labelling(tuple(blocks), depth, None, source.by_task)
        packed = layer.packed()
        blocks.append(sorted_block(packed, puzzle.pack_width))
        seen += len(packed)
        emit(Layer("search", source.formulation, depth, seen))
    return Labelling(tuple(blocks), None, None, source.by_task)


def sorted_block(packed: list[int], width: int) -> bytes:
    """Packed states, ascending, ``width`` bytes each."""
    packed.sort()
    return b"".join([number.to_bytes(width, "big") for number in packed])


def plan_of(puzzle: AnyPuzzle, states: Sequence[State]) -> tuple[str, ...]:
    """The moves through these states, as people write them."""
    return tuple(map(puzzle.format_move, plan_through(puzzle, states)))


def path_back(puzzle: AnyPuzzle, blocks: Sequence[bytes], state: State) -> list[State]:
    """From a state back through the blocks, a state of each, the last block first."""
    path = [state]
    for block in reversed(blocks):
        path.append(_before(puzzle, block, path[-1]))
    return path


def _before(puzzle: AnyPuzzle, block: bytes, state: State) -> State:
    """A state of the block from which one move leads to ``state``."""
    width = puzzle.pack_width
    if puzzle.reversible:
        around: Iterable[State] = puzzle.successors(state)
        candidates = (s for s in around if _is_in(block, puzzle.pack(s), width))
    else:
        states = map(puzzle.unpack, numbers_in(block, width))
        candidates = (s for s in states if state in set(puzzle.successors(s)))
    for found in candidates:
        return found
    raise IllegalMove("the search's layers do not join: no move leads from one to the next")


def _is_in(block: bytes, number: int, width: int) -> bool:
    record = number.to_bytes(width, "big")
    records = range(len(block) // width)
    k = bisect_left(records, record, key=lambda i: block[i * width : (i + 1) * width])
    return block[k * width : (k + 1) * width] == record


def numbers_in(block: bytes, width: int) -> list[int]:
    """The packed states of a block, ascending."""
    cuts = range(0, len(block), width)
    return [int.from_bytes(block[k : k + width], "big") for k in cuts]


def write_certificate(
    puzzle: AnyPuzzle, labelling: Labelling, path: Path, versions: Mapping[str, str]
) -> None:
    """Write the file that `verify` checks."""
    width, sides = puzzle.pack_width, (labelling.blocks, labelling.backward)
    forward, backward = ([len(block) // width for block in blocks] for blocks in sides)
    claim = Claim("labelling", labelling.at_least, labelling.plan)
    body = map(record_encoder(width), chain(*sides))
    write_file(path, puzzle, claim, versions, body, sizes=forward, backward=backward)


def record_encoder(width: int) -> Callable[[bytes], bytes]:
    """The function from a block of ascending numbers to its records (`verify.records`).

    Each number is written as what it adds to the one before it, seven bits a byte, the lowest first
    (LEB128).

    >>> record_encoder(2)(bytes([0, 5, 1, 5])).hex()
    '068002'
    """
    varints = _Varints()

    def encode(block: bytes) -> bytes:
        if len(varints) > KEPT:
            varints.clear()
        numbers = numbers_in(block, width)
        return b"".join(map(varints.__getitem__, map(sub, numbers, [-1, *numbers])))

    return encode


class _Varints(dict[int, bytes]):
    """Number -> its varint, made when first met."""

    def __missing__(self, number: int) -> bytes:
        data, rest = bytearray(), number
        while rest > 0x7F:
            data.append(rest & 0x7F | 0x80)
            rest >>= 7
        data.append(rest)
        self[number] = varint = bytes(data)
        return varint
