"""What ``explore`` says of a set of cubes: its graph of colours, its factors, its stacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from puzzleproof.cli.printing import count, wrapped


def _graph(found: Mapping[str, Any]) -> list[str]:
    graph = found["colour_graph"]
    cubes, colours = graph["cubes"], len(graph["degrees"])
    lines = [f"{count(cubes, 'cube')}, {count(colours, 'colour')}"]
    if colours < cubes:
        lines += wrapped("fewer colours than cubes: no column can show different colours")
    lines.append("edges, from each pair of opposite faces:")
    lines += [f"  cube {k}: {' '.join(edges)}" for k, edges in enumerate(graph["edges"])]
    faces = ", ".join(f"{colour} {number}" for colour, number in graph["degrees"].items())
    lines += wrapped(f"faces of each colour (its degree in the graph): {faces}")
    if graph["loops"]:
        loops = ", ".join(f"{colour} {number}" for colour, number in graph["loops"].items())
        lines += wrapped(f"loops (opposite faces of one colour): {loops}")
    if len(graph["parts"]) > 1:
        lines += wrapped(f"colours fall into {len(graph['parts'])} parts: {graph['parts']}")
    return lines


def _alike(found: Mapping[str, Any]) -> list[str]:
    groups = (", ".join(map(str, cubes)) for cubes in found["alike"])
    return [f"cubes that are the same but for a rotation: {group}" for group in groups]


def _factorizations(found: Mapping[str, Any]) -> list[str]:
    factors = found["factorizations"]
    least = "" if factors["complete"] else "at least "
    return [f"factorizations: {least}{factors['number']:,}"]


def _stacks(found: Mapping[str, Any]) -> list[str]:
    stacks = found["stacks"]
    least = "" if stacks["complete"] else "at least "
    line = f"solutions up to the symmetries of a stack: {least}{stacks['solutions']:,}"
    lines = wrapped(f"{line} ({least}{stacks['raw']:,} raw)")
    if stacks["pairs"]:
        lines += wrapped(f"opposite pairs shown: {' '.join(stacks['pairs'])}")
    if len(stacks["pairs"]) < stacks["solutions"]:
        lines.append(f"  (the first {len(stacks['pairs'])} are listed)")
    return lines


STACKS: dict[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "colour_graph": _graph,
    "alike": _alike,
    "factorizations": _factorizations,
    "stacks": _stacks,
}
"""The findings about cubes, in the order in which they are printed."""
