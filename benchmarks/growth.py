"""How the costs grow with the states: ``python -m puzzleproof.benchmarks.growth``.

One family of boards, from some ten thousand states to 10^8: Climb 12, with goals ever farther away,
then with ever more pieces labelled.  Labels do not change the minimum, but a state for each order
of the labelled pieces takes the place of one.  The search, the making of the certificate and its
check are measured without start-up, the making and the check in a process each; beside them Fast
Downward, as a whole command, where it is installed.

Options: ``--boards N`` (the first N of the family), ``--time-limit S`` (of a process, default
1,200), ``--memory-limit B`` (of Fast Downward, in bytes, default 2,000,000,000), ``--picture FILE``
(the figures as SVG).  Where Fast Downward was stopped it is not asked again.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from puzzleproof.benchmarks.planners import PLANNERS
from puzzleproof.benchmarks.timing import UNIT, Run, run_once
from puzzleproof.models.instances import load, loads, printed
from puzzleproof.models.puzzle import AnyPuzzle

MODULE = "puzzleproof.benchmarks.growth"
BOARD = Path(__file__).parent / "boards" / "climb-12.toml"
FAMILY = ((21, "G"), (33, "G"), (48, "G"), (59, "G"), (59, "GH"), (59, "GHI"), (59, "EFGHIJK"))
"""The minimum, and the pieces labelled: G has a goal, E and F lie, H to K are the unit squares."""
CELLS = ("##.##", *["....."] * 5)
GOALS = {21: (2, 3), 33: (1, 1), 48: (1, 3), 59: (0, 2)}
"""Where the head of the T piece, G, has to go, by the minimum: row and column."""
PLANNER = "planner"
COLUMNS = (
    "| minimum, labelled | states | search, states/s | certificate | check | search, B/state"
    " | certificate | check | Fast Downward, states/s | B/state |"
)


@dataclass(frozen=True, slots=True)
class Growth:
    """What one board took: CPU seconds, and bytes; the planner's are None where it did not end."""

    board: str
    states: int
    search: float
    certificate: float
    check: float
    search_peak: int
    size: int
    check_peak: int
    planner: float | None = None
    planner_peak: int | None = None

    @property
    def rates(self) -> tuple[float | None, ...]:
        """States a CPU second: of search, certificate, check, and the planner."""
        seconds = (self.search, self.certificate, self.check, self.planner)
        return tuple([None if one is None else self.states / max(one, 0.001) for one in seconds])

    @property
    def sizes(self) -> tuple[float | None, ...]:
        """Bytes a state: of the search's process, the file, the check's process, the planner."""
        found = (self.search_peak, self.size, self.check_peak, self.planner_peak)
        return tuple([None if one is None else one / self.states for one in found])

    def row(self) -> str:
        """A row of the table."""
        rates = ["" if one is None else f"{one:,.0f}" for one in self.rates]
        sizes = ["" if one is None else f"{one:,.1f}" for one in self.sizes]
        cells = [self.board, f"{self.states:,}", *rates[:3], *sizes[:3], rates[3], sizes[3]]
        return f"| {' | '.join(cells)} |"


# --- in a process of its own --------------------------------------------------------------


def make(board: str, certificate: str) -> None:
    """Label a board up to its goal and write the certificate; print what it took."""
    from puzzleproof.provers.labelling.blocks import Blocks
    from puzzleproof.provers.labelling.search import Labelling, layer_source, write_certificate

    puzzle, packing = load(board), 0.0
    source, blocks = layer_source(puzzle, None, None), Blocks(puzzle.pack_width)
    begin = time.process_time()
    for layer in source.layers():
        if layer.goal() is not None:
            break
        packs = time.process_time()
        blocks.append(layer.block())
        packing += time.process_time() - packs
    searched = time.process_time()
    found = Labelling(blocks.kept(), len(blocks), None, source.by_task)
    write_certificate(puzzle, found, Path(certificate), {})
    written = time.process_time() - searched
    _tell(
        states=sum(blocks.sizes),
        search=searched - begin - packing,
        certificate=packing + written,
        search_peak=_peak(),
        size=Path(certificate).stat().st_size,
    )


def check(certificate: str) -> None:
    """Check a certificate, in one process; print what it took."""
    from puzzleproof.verify import labelling
    from puzzleproof.verify.certificate import check_file

    labelling.VERY_LARGE = sys.maxsize

    begin = time.process_time()
    check_file(certificate)
    _tell(check=time.process_time() - begin, check_peak=_peak())


def _tell(**figures: float) -> None:
    print(json.dumps(figures))


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


# --- the whole family ---------------------------------------------------------------------


def boards() -> list[tuple[str, AnyPuzzle]]:
    """The family: minimum and labelled pieces of a board, and the board."""
    document, found = load(str(BOARD)).document(), list[tuple[str, AnyPuzzle]]()
    for minimum, labelled in FAMILY:
        keys = {"family": "sliding", "metric": "piece", **document, "labelled": labelled}
        keys["goal"] = _drawn(*GOALS[minimum])
        text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in keys.items())
        found.append((f"{minimum}, {labelled}", loads(text, labelled)))
    return found


def _drawn(row: int, column: int) -> str:
    """The cells with the T piece, its head in some row and column."""
    cells = list(map(list, CELLS))
    cells[row][column] = "G"
    cells[row + 1][column - 1 : column + 2] = "GGG"
    return "\n".join(map("".join, cells))


def measured(name: str, puzzle: AnyPuzzle, folder: Path, limit: float) -> Growth:
    """The figures of one board but for the planner's; raises SystemExit where a process fails."""
    board, certificate = folder / f"{name}.toml", folder / f"{name}.cert"
    board.write_text(printed(puzzle), "utf-8")
    figures = _process("make", [str(board), str(certificate)], folder, limit)
    figures |= _process("check", [str(certificate)], folder, limit)
    certificate.unlink()
    return Growth(name, **figures)


def _process(function: str, words: Sequence[str], folder: Path, limit: float) -> dict[str, Any]:
    code = f"import sys; from {MODULE} import {function}; {function}(*sys.argv[1:])"
    run = run_once([sys.executable, "-c", code, *words], folder, limit)
    if run.code:
        reason = run.stopped or (run.error.strip().splitlines() or ["no message"])[-1]
        raise SystemExit(f"growth: {function} {words[0]}: {reason}")
    figures: dict[str, Any] = json.loads(run.output)
    return figures


def planned(puzzle: AnyPuzzle, folder: Path, limit: float, memory: int) -> Run | None:
    """Fast Downward's run; None where it is not installed or did not end well."""
    planner = PLANNERS[PLANNER]
    found = planner.find()
    if found is None:
        return None
    texts = planner.files(puzzle)
    paths = [folder / name for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, "utf-8")
    run = run_once([*found, *map(str, paths), *planner.after], folder, limit, memory=memory)
    return None if run.code else run


def main(argv: Sequence[str] | None = None) -> None:
    """Measure the family, and print a row for each board as soon as it is known."""
    parser = argparse.ArgumentParser(prog="puzzleproof.benchmarks.growth", description=__doc__)
    parser.add_argument("--boards", type=int, default=len(FAMILY), metavar="N")
    parser.add_argument("--time-limit", type=float, default=1_200, metavar="S")
    parser.add_argument("--memory-limit", type=int, default=2_000_000_000, metavar="B")
    parser.add_argument("--picture", type=Path, metavar="FILE")
    options = parser.parse_args(argv)
    print(COLUMNS, "|---" * (COLUMNS.count("|") - 1) + "|", sep="\n", flush=True)
    rows, asked = list[Growth](), True
    with tempfile.TemporaryDirectory(prefix="puzzleproof-") as made:
        limits = options.time_limit, options.memory_limit
        for name, puzzle in boards()[: options.boards]:
            row = measured(name, puzzle, Path(made), options.time_limit)
            run = planned(puzzle, Path(made), *limits) if asked else None
            asked = run is not None
            if run is not None:
                row = replace(row, planner=run.cpu, planner_peak=run.peak)
            rows.append(row)
            print(row.row(), flush=True)
    if options.picture:
        from puzzleproof.benchmarks.growth_picture import picture

        columns = [(row.states, row.rates, row.sizes) for row in rows]
        options.picture.write_text(picture(*zip(*columns, strict=True)), "utf-8")


if __name__ == "__main__":
    main()
