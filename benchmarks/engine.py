"""The engines alone, as a module call: ``python -m benchmarks.engine INSTANCE``.

Prints lines ``name number``.  ``--engine auto`` begins in plain Python and hands over, as `prove`
does; ``plain``, ``flooded``, ``numpy`` search with one engine from the start; ``pegs`` takes
peg positions level by level, up to symmetry.  Other options: ``--metric M``, ``--whole`` (no goal:
all within reach), ``--memory GB`` (for arrays; default 4).
"""

import sys
from dataclasses import replace

from puzzleproof.encoders import ground_single_steps
from puzzleproof.models.instances import load
from puzzleproof.provers.packed_task import packed_task_of


def main(instance: str, *words: str) -> None:
    """Search one instance; argparse would take a tenth of the time of a small search."""
    options = [word for word in words if word != "--whole"]
    chosen = dict(zip(options[::2], options[1::2], strict=True))
    puzzle = load(instance)
    puzzle = puzzle.with_metric(chosen.get("--metric", puzzle.metric))
    task = packed_task_of(ground_single_steps(puzzle))
    if "--whole" in words:
        task = replace(task, goals=())
    name, memory = chosen.get("--engine", "auto"), int(float(chosen.get("--memory", "4")) * 1e9)
    if name == "pegs":  # the modules of engines that are not asked for are not loaded
        from puzzleproof.explore.pegs.levels import levels

        sizes = [len(level) for level in levels(task, memory)]
        print(f"levels {len(sizes)}\nstates {sum(sizes)}")
        return
    from puzzleproof.explore.layers import LayeredSearch

    sizes, end = list[int](), "eccentricity"  # where no goal is in reach the last layer is farthest
    for engine, layer in LayeredSearch(task, name, memory).layers():
        sizes.append(engine.size(layer))
        if engine.goal(layer) is not None:
            end = "optimum"
            break
    print(f"{end} {len(sizes) - 1}\nstates {sum(sizes)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
