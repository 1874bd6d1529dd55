"""The engines alone, as a module call: ``python -m benchmarks.engine INSTANCE``.

Prints lines ``name number``.  ``--engine auto`` begins in plain Python and hands over, as `prove`
does; ``plain``, ``flooded``, ``numpy`` search with one engine from the start; ``pegs`` takes
peg positions level by level, up to symmetry.  Other options: ``--metric M``, ``--whole`` (no goal:
all within reach), ``--memory GB`` (for arrays; default 4).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.instances import load
from puzzleproof.provers.packed_task import packed_task_of

Figures = dict[str, int | None]


def _search(name: str) -> Callable[[PackedTask, int], Figures]:
    def figures(task: PackedTask, memory: int) -> Figures:
        from puzzleproof.explore.layers import LayeredSearch

        sizes = list[int]()
        for engine, layer in LayeredSearch(task, name, memory).layers():
            sizes.append(engine.size(layer))
            if engine.goal(layer) is not None:
                return {"optimum": len(sizes) - 1, "states": sum(sizes)}
        # Where no goal is in reach the last layer is the farthest.
        return {"eccentricity": len(sizes) - 1, "states": sum(sizes)}

    return figures


def _pegs(task: PackedTask, memory: int) -> Figures:
    from puzzleproof.explore.pegs.levels import levels

    sizes = [len(level) for level in levels(task, memory)]
    return {"levels": len(sizes), "states": sum(sizes)}


ENGINE_FIGURES: dict[str, Callable[[PackedTask, int], Figures]] = {
    **{name: _search(name) for name in ("auto", "plain", "flooded", "numpy")},
    "pegs": _pegs,
}


def main(argv: Sequence[str]) -> None:
    """Search one instance and print what was found.

    The words are read by hand: argparse would take a tenth of the time of a small search.
    """
    instance, *words = argv
    whole, options = "--whole" in words, [word for word in words if word != "--whole"]
    chosen = dict(zip(options[::2], options[1::2], strict=True))
    puzzle = load(instance)
    if "--metric" in chosen:
        puzzle = puzzle.with_metric(chosen["--metric"])
    task = packed_task_of(ground_single_steps(puzzle))
    if whole:
        task = replace(task, goals=())
    memory = int(float(chosen.get("--memory", "4")) * 1e9)
    for name, number in ENGINE_FIGURES[chosen.get("--engine", "auto")](task, memory).items():
        print(name, number)


if __name__ == "__main__":
    main(sys.argv[1:])
