"""The engines alone, as a module call: ``python -m puzzleproof.benchmarks.engine INSTANCE``.

Prints lines ``name number``.  ``--engine auto`` begins in plain Python and hands over, as `prove`
does; ``plain``, ``numpy``, ``numba`` search with one engine from the start; ``lift`` searches the
labelled graph above the unlabelled one; ``components`` counts the labelled graph without a search;
``pegs`` takes peg positions level by level, up to symmetry.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace

from puzzleproof.encoders.walks import ground_walks
from puzzleproof.explore.model import Model
from puzzleproof.models.instances import load
from puzzleproof.provers.packing import model_of

__all__ = ["ENGINES", "main"]

Figures = dict[str, int | None]


def _search(name: str) -> Callable[[Model, int], Figures]:
    def figures(model: Model, memory: int) -> Figures:
        from puzzleproof.explore.search import search

        found = search(model, engine=name, memory=memory)
        return _told(found.optimum, found.sizes)

    return figures


def _told(optimum: int | None, sizes: tuple[int, ...]) -> Figures:
    """Without a goal in reach, the last layer is as far away as anything is."""
    if optimum is None:
        return {"eccentricity": len(sizes) - 1, "states": sum(sizes)}
    return {"optimum": optimum, "states": sum(sizes)}


def _lift(model: Model, memory: int) -> Figures:
    from puzzleproof.explore.lifted.lift import Lift

    found = Lift(model, memory).search(to_goal=bool(model.goals))
    return _told(len(found.plan) - 1 if found.plan else None, tuple(found.layers))


def _components(model: Model, memory: int) -> Figures:
    from puzzleproof.explore.lifted.holonomy import labelled_graph

    graph = labelled_graph(model)
    return {
        "configurations": graph.configurations,
        "states": graph.configurations,
        "components": graph.components,
        "largest": max(graph.sizes),
    }


def _pegs(model: Model, memory: int) -> Figures:
    from puzzleproof.explore.pegs.levels import levels

    sizes = [len(level) for level in levels(model, memory)]
    return {"levels": len(sizes), "states": sum(sizes)}


ENGINES: dict[str, Callable[[Model, int], Figures]] = {
    **{name: _search(name) for name in ("auto", "plain", "numpy", "numba")},
    "lift": _lift,
    "components": _components,
    "pegs": _pegs,
}


def main() -> None:
    """Search one instance and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("instance", help="a name of the library or a TOML file")
    parser.add_argument("--metric")
    parser.add_argument("--engine", choices=ENGINES, default="auto")
    parser.add_argument("--whole", action="store_true", help="without goals: all within reach")
    parser.add_argument("--memory", type=float, default=4, metavar="GB")
    options = parser.parse_args()
    puzzle = load(options.instance)
    if options.metric:
        puzzle = puzzle.with_metric(options.metric)
    model = model_of(ground_walks(puzzle))
    if options.whole:
        model = replace(model, goals=())
    for name, number in ENGINES[options.engine](model, int(options.memory * 1e9)).items():
        print(name, number)


if __name__ == "__main__":
    main()
