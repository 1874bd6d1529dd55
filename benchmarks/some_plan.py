"""How soon `solve --any` has a plan on random roomy boards: ``python -m benchmarks.some_plan``.

The boards are those of `tests.support.roomy_boards`, by their seeds; each is given ten seconds.
"""

from __future__ import annotations

import time

from puzzleproof.provers.events import Event, PlanFound
from puzzleproof.provers.process import Limits
from puzzleproof.provers.solve import solve
from tests.support.roomy_boards import roomy

SEEDS = [*range(19), 20]
"""Twenty boards; that of seed 19 has no plan, as a search of its 16 states shows."""
LIMIT = Limits(10.0)


def main() -> None:
    """Print a row for each board."""
    print("| seed | cells | first plan, s | its moves | moves after 10 s |\n|---|---|---|---|---|")
    for seed in SEEDS:
        puzzle, begin, found = roomy(seed), time.perf_counter(), list[tuple[float, int]]()

        def note(
            event: Event, begin: float = begin, found: list[tuple[float, int]] = found
        ) -> None:
            if isinstance(event, PlanFound):
                found.append((time.perf_counter() - begin, len(event.plan)))

        solve(str(seed), puzzle, on_event=note, limits=LIMIT, any_plan=True)
        rows, columns = puzzle.board.size
        seconds, moves = found[0] if found else (float("nan"), 0)
        last = found[-1][1] if found else 0
        print(f"| {seed} | {rows} x {columns} | {seconds:.1f} | {moves} | {last} |", flush=True)


if __name__ == "__main__":
    main()
