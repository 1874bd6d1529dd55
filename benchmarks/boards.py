"""The boards of the benchmarks, and how they are written for the compiled reference.

A board is a name of the library or of the folder ``boards`` beside this file.  The reference reads
words and numbers; the top of ``reference.cpp`` says what they mean.
"""

from collections.abc import Iterator
from pathlib import Path

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.task import Grounding, Task
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle

FOLDER = Path(__file__).resolve().parent / "boards"
TILE_LETTERS = ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def file_of(name: str) -> str:
    """What a command takes for a board: a path where it is in `FOLDER`, else the name itself."""
    path = FOLDER / f"{name}.toml"
    return str(path) if path.exists() else name


def puzzle_of(name: str, metric: str | None = None) -> AnyPuzzle:
    """Load a board; in its own metric where none is named."""
    puzzle = load(file_of(name))
    return puzzle if metric is None else puzzle.with_metric(metric)


def board_file(puzzle: AnyPuzzle, whole: bool = False) -> str:
    """Write a puzzle for the reference; a ``whole`` search has no goal.  Raises Unsupported."""
    if isinstance(puzzle, PegPuzzle):
        return "\n".join(_peg_lines(ground(puzzle))) + "\n"
    if isinstance(puzzle, TilesPuzzle) and puzzle.metric == "single":
        return board_file(_as_pieces(puzzle), whole)
    if not isinstance(puzzle, SlidingPuzzle) or puzzle.tour or puzzle.cell > 1:
        raise Unsupported("the compiled reference takes pieces on whole cells, tiles and pegs only")
    grounding = ground_single_steps(puzzle.with_metric("line"))
    if len(grounding.task.groups) > 64:
        raise Unsupported("the compiled reference takes 64 cells at most")
    return "\n".join(_lines(puzzle.metric, grounding, whole)) + "\n"


def _as_pieces(puzzle: TilesPuzzle) -> AnyPuzzle:
    """Tiles are pieces of one cell, each labelled."""

    def drawn(labels: tuple[int, ...]) -> str:
        letters, n = "".join(TILE_LETTERS[x] for x in labels), puzzle.columns
        return "\n".join(letters[first : first + n] for first in range(0, len(letters), n))

    return loads(
        f'family = "sliding"\nname = "tiles"\nmetric = "unit"\n'
        f'labelled = "*"\nboard = """\n{drawn(puzzle.start)}\n"""\n'
        f'goal = """\n{drawn(puzzle.goal)}\n"""\n'
    )


def _lines(metric: str, grounding: Grounding, whole: bool) -> Iterator[str]:
    """Facts of pieces are numbered kind by kind, after those of the empty cells."""
    task, first = grounding.task, min(grounding.task.movers)
    yield f"metric {metric}"
    for kind in grounding.kinds:
        yield "kind"
        for fact in sorted(kind):
            cells = sum(1 << bit for bit, group in enumerate(task.groups) if fact in group)
            yield f"place {cells} {_steps(task, fact)}"
        yield from (f"piece {f - first}" for f in sorted(kind) if f in task.start)
    for goal in () if whole else task.goals:
        yield "goal"
        for clause in goal:
            yield f"want {len(clause)} {' '.join(str(f - first) for f in clause)}"


def _steps(task: Task, fact: int) -> str:
    """The place one step away in each direction; the origin of a step in a line has it."""
    to, first = ["-1"] * 4, min(task.movers)
    for operator in task.operators:
        if fact in operator.deletes:
            (target,) = operator.adds & task.movers
            to[operator.origin % 4] = str(target - first)
    return " ".join(to)


def _peg_lines(grounding: Grounding) -> Iterator[str]:
    task, size = grounding.task, len(grounding.task.groups)
    yield from (f"peg {hole}" for hole in sorted(task.start) if hole < size)
    for o in task.operators:
        (over,) = {f for f in o.deletes if f < size} - {o.origin}
        yield f"jump {o.origin} {over} {o.landing}"
    for _, images in grounding.board_symmetries():
        yield f"turn {size} {' '.join(map(str, images[:size]))}"
