"""The answers of ``explore`` that are no state graph: about peg boards and sets of cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from puzzleproof.cli.printing import count, wrapped

SIGNS = ("o", "?", "x")
"""The signs of a vacancy: no final hole is allowed; some is, but none reached; some is reached."""


def _finals(finals: Any, _found: Mapping[str, Any]) -> list[str]:
    alike, open_ = finals["alike"], finals["allowed"] - finals["reached"]
    holes, symmetries = count(finals["holes"], "hole"), finals["symmetries"]
    classes = count(finals["classes"], "position class", "position classes")
    lines = [f"{holes}, {classes}, {count(symmetries, 'symmetry', 'symmetries')}"]
    pairs = f"{count(finals['allowed'], 'pair')} of vacancy and final hole are not excluded"
    up_to = f"{alike['allowed']:,} up to symmetry and reversal"
    lines += wrapped(f"{pairs} by the position classes ({up_to})")
    lines += wrapped(
        f"reached, by plans that the rules replayed: {finals['reached']:,} "
        f"({alike['reached']:,} up to symmetry and reversal); not excluded, not found: {open_:,}"
    )
    lines += ["vacancies (x a final hole is reached, ? none was found, o all are excluded):"]
    drawn = (finals["vacancies"][k] for k in finals["drawn"])
    signs = (SIGNS[bool(one["allowed"]) + bool(one["reached"])] for one in drawn)
    for row in finals["board"].splitlines():
        lines.append("  " + "".join(next(signs) if char == "o" else " " for char in row))
    return [*lines, *_vacancies(finals)]


def _vacancies(finals: Mapping[str, Any]) -> Iterator[str]:
    """One of each set of symmetric vacancies, with its plans."""
    for one in finals["vacancies"]:
        if one["same_as"] or not one["allowed"]:
            continue
        same = [v for v in finals["vacancies"] if v["same_as"]]
        like = [v["vacate"] for v in same if v["same_as"]["vacate"] == one["vacate"]]
        more = f" (likewise {_numbers(like)})" if like else ""
        yield from wrapped(f"vacate {one['vacate']}{more}: final holes {_numbers(one['allowed'])}")
        below = list[str]()
        for final in one["reached"]:
            plan = final["plan"]
            text = " ".join(plan) if plan else "is the start"
            below.append(f"to {final['finish']}, {count(len(plan), 'move')}: {text}")
        searched, other = one["exhausted"], [h for h in one["open"] if h not in one["exhausted"]]
        looked = " (one search looked at all positions)"
        for why, holes in ((looked, searched), ("", other)):
            below += [f"not excluded, not found{why}: {_numbers(holes)}"] if holes else []
        for text in below:
            yield from wrapped(text, "  ", "    ")


def _numbers(holes: list[int]) -> str:
    return ", ".join(map(str, holes))


# --- cubes ----------------------------------------------------------------------------------


def _graph(graph: Any, _found: Mapping[str, Any]) -> list[str]:
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


def _alike(alike: Any, _found: Mapping[str, Any]) -> list[str]:
    return [f"cubes that are the same but for a rotation: {_numbers(cubes)}" for cubes in alike]


def _factorizations(factors: Any, _found: Mapping[str, Any]) -> list[str]:
    return [f"factorizations: {'at least ' * (not factors['complete'])}{factors['number']:,}"]


def _stacks(stacks: Any, _found: Mapping[str, Any]) -> list[str]:
    least = "" if stacks["complete"] else "at least "
    line = f"solutions up to the symmetries of a stack: {least}{stacks['solutions']:,}"
    lines = wrapped(f"{line} ({least}{stacks['raw']:,} raw)")
    if stacks["pairs"]:
        lines += wrapped(f"opposite pairs shown: {' '.join(stacks['pairs'])}")
    if len(stacks["pairs"]) < stacks["solutions"]:
        lines.append(f"  (the first {len(stacks['pairs'])} are listed)")
    return lines


OF_OTHERS: dict[str, Callable[[Any, Mapping[str, Any]], list[str]]] = {
    "colour_graph": _graph,
    "alike": _alike,
    "factorizations": _factorizations,
    "stacks": _stacks,
    "finals": _finals,
}
"""The findings, in the order in which they are printed."""
