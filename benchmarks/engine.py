"""The engines alone, as a module call: ``python -m benchmarks.engine INSTANCE``.

Prints lines ``name number``.  ``--engine auto`` begins in plain Python and hands over, as `prove`
does; ``plain``, ``flooded``, ``numpy`` search with one engine from the start; ``pegs`` takes
peg positions level by level, up to symmetry.  Other options: ``--metric M``, ``--whole`` (no goal:
all within reach), ``--memory GB`` (for arrays; default 4).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.instances import load
from puzzleproof.provers.packed_task import packed_task_of


def figures(engine_name: str, task: PackedTask, memory: int) -> dict[str, int]:
    """What a search finds; the modules of engines that are not asked for are not loaded."""
    if engine_name == "pegs":
        from puzzleproof.explore.pegs.levels import levels

        sizes = [len(level) for level in levels(task, memory)]
        return {"levels": len(sizes), "states": sum(sizes)}
    from puzzleproof.explore.layers import LayeredSearch

    sizes, end = list[int](), "eccentricity"  # where no goal is in reach the last layer is farthest
    for engine, layer in LayeredSearch(task, engine_name, memory).layers():
        sizes.append(engine.size(layer))
        if engine.goal(layer) is not None:
            end = "optimum"
            break
    return {end: len(sizes) - 1, "states": sum(sizes)}


def main(argv: Sequence[str]) -> None:
    """Search one instance; argparse would take a tenth of the time of a small search."""
    instance, *words = argv
    options = [word for word in words if word != "--whole"]
    chosen = dict(zip(options[::2], options[1::2], strict=True))
    puzzle = load(instance)
    puzzle = puzzle.with_metric(chosen.get("--metric", puzzle.metric))
    task = packed_task_of(ground_single_steps(puzzle))
    if "--whole" in words:
        task = replace(task, goals=())
    memory = int(float(chosen.get("--memory", "4")) * 1e9)
    for name, number in figures(chosen.get("--engine", "auto"), task, memory).items():
        print(name, number)


if __name__ == "__main__":
    main(sys.argv[1:])
