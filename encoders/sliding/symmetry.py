"""Sliding blocks: where mirror images and rotations of the board take the facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puzzleproof.encoders.sliding.geometry import Cells, SlidingFacts
from puzzleproof.encoders.symmetry import board_symmetries, keeps_operators
from puzzleproof.encoders.task import NamedImages, Task
from puzzleproof.models.drawing import Cell


def start_symmetries(facts: SlidingFacts) -> Iterator[tuple[int, ...]]:
    """Candidates: a kind goes to the kind whose pieces stand where, at the start, its own go."""
    puzzle = facts.puzzle
    standing = {puzzle.drawn[name]: k for k, group in enumerate(puzzle.groups) for name in group}
    for _, turn in board_symmetries(facts.board):
        becomes = {k: standing.get(_turned(turn, cells)) for cells, k in standing.items()}
        images = _images(facts, turn, becomes)
        if images:
            yield images


def shape_symmetries(facts: SlidingFacts, task: Task) -> Iterator[NamedImages]:
    """The symmetries of the board that keep the operators, by name.

    A kind goes to itself if it can, else to another of its turned shape and number, each once.
    """
    puzzle = facts.puzzle
    labelled = {k for k, group in enumerate(puzzle.groups) if any(map(puzzle.is_labelled, group))}
    for name, turn in board_symmetries(facts.board):
        becomes = _partners(facts, turn)
        images = _images(facts, turn, becomes)
        if images and keeps_operators(task, images):
            exchanged = {k for k, other in becomes.items() if k != other}
            yield f"{name}, labels exchanged" if labelled & exchanged else name, images


def _turned(turn: Mapping[Cell, Cell], cells: Cells) -> Cells:
    return frozenset(turn[cell] for cell in cells)


def _images(
    facts: SlidingFacts, turn: Mapping[Cell, Cell], becomes: Mapping[int, int | None]
) -> tuple[int, ...]:
    """Where a turn of the board takes each fact, if kinds become others; empty if none fits."""
    covering = {(k, facts.covers[fact]): fact for (k, _), fact in facts.places.items()}
    images = {facts.empty[cell]: facts.empty[turn[cell]] for cell in facts.empty}
    for (k, cells), fact in covering.items():
        place = (becomes.get(k), _turned(turn, cells))
        if place not in covering:
            return ()
        images[fact] = covering[place]
    return tuple(images[fact] for fact in range(len(images)))


def _partners(facts: SlidingFacts, turn: Mapping[Cell, Cell]) -> dict[int, int]:
    """Kind -> the kind of its turned shape."""
    covering = {(k, facts.covers[fact]) for (k, _), fact in facts.places.items()}
    first = {k: facts.covers[fact] for (k, _), fact in reversed(facts.places.items())}
    images = {k: _turned(turn, cells) for k, cells in first.items()}
    becomes = {k: k for k, cells in images.items() if (k, cells) in covering}
    for k, cells in images.items():
        for other, kind in enumerate(facts.kinds):
            fits = (other, cells) in covering and kind.number == facts.kinds[k].number
            if k not in becomes and fits and other not in becomes.values():
                becomes[k] = other
    return becomes
