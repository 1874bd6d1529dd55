"""``puzzleproof explore`` in words and as JSON: the findings about a state graph."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.surveying import Survey

__all__ = ["print_survey", "survey_json", "survey_lines"]

WIDTH = 88


def print_survey(options: argparse.Namespace, name: str, puzzle: AnyPuzzle, found: Survey) -> None:
    """Print as JSON or as text."""
    if options.json or options.json_stream:
        document = survey_json(name, puzzle, found)
        if options.json_stream:
            document = {"event": "survey", **document}
        print(json.dumps(document, ensure_ascii=False), flush=True)
    else:
        print("\n".join(survey_lines(puzzle, found, remarks=not options.quiet)))


def survey_json(name: str, puzzle: AnyPuzzle, found: Survey) -> dict[str, Any]:
    """One document; what was not found out is absent, but for the keys that are always there."""
    always = ("states", "edges", "components", "component_sizes", "degrees", "start", "diameter",
              "symmetric_states")  # fmt: skip
    return {
        "puzzle": name,
        "family": puzzle.family,
        "metric": puzzle.metric,
        "grade": "claimed",
        **dict.fromkeys(always),
        **found.findings,
        "stopped": found.stopped,
        "notes": found.notes,
        "seconds": round(found.seconds, 3),
    }


def survey_lines(puzzle: AnyPuzzle, found: Survey, remarks: bool = True) -> list[str]:
    """A line or a small table for each finding."""
    title = puzzle.info.name or "(no name)"
    lines = [f"{title}: the state graph (metric {puzzle.metric}), by one search"]
    for key, words in WORDS.items():
        if key in found.findings:
            lines += words(found.findings)
    if found.stopped:
        lines.append(f"stopped: {found.stopped}; what is not listed was not found out")
    if remarks:
        lines += [f"note: {note}" for note in found.notes]
        lines.append(f"time: {found.seconds:.2f} s")
    return lines


Words = Callable[[Mapping[str, Any]], list[str]]


def _states(found: Mapping[str, Any]) -> list[str]:
    which = "all configurations" if found["whole"] else "reachable from the start"
    lines = [f"states: {found['states']:,} ({which})"]
    if "edges" in found:
        kind = "arcs (a move need not be reversible)" if found.get("directed") else "edges"
        mean = (
            f"; {found['mean_degree']:.2f} moves a state on average"
            if "mean_degree" in found
            else ""
        )
        lines.append(f"{kind}: {found['edges']:,}{mean}")
    return lines


def _degrees(found: Mapping[str, Any]) -> list[str]:
    return _table("moves: states", found["degrees"])


def _components(found: Mapping[str, Any]) -> list[str]:
    count = found["components"]
    return [f"components: {count:,}", *_table("size: components", found["component_sizes"])]


def _start(found: Mapping[str, Any]) -> list[str]:
    start = found["start"]
    lines = [
        f"the start's component: {start['component']:,} states; "
        f"the farthest is {start['eccentricity']} moves from the start",
        *_paragraph("states at distance 0, 1, 2, …: " + " ".join(map(str, start["layers"]))),
    ]
    if "farthest" in start:
        lines += _boards("a farthest state", [start["farthest"]])
    return lines


def _goal(found: Mapping[str, Any]) -> list[str]:
    goal = found["goal"]
    lines = [f"goal states: {goal['states']:,}, in the start's component {goal['in_component']:,}"]
    if goal["optimum"] is None:
        return [*lines, "no goal can be reached from the start"]
    lines.append(
        f"the nearest goal is {goal['optimum']} moves away; shortest plans, told apart by the "
        f"positions on the way: {goal['plans']:,}"
    )
    hardest = goal["hardest_start"]
    lines.append(
        f"the hardest start is {hardest['moves']} moves from the nearest goal "
        f"({_count(hardest['states'], 'state')} so far; from {hardest['unreachable']:,} "
        "states no goal can be reached)"
    )
    return [*lines, *_boards("a hardest start", [hardest["state"]])]


def _symmetric(found: Mapping[str, Any]) -> list[str]:
    everywhere = found.get("symmetric_states_all", {})
    return [
        f"states that are their own image, {name}: {number:,} in the start's component"
        + (f", {everywhere[name]:,} in all" if name in everywhere else "")
        for name, number in found["symmetric_states"].items()
    ]


def _diameter(found: Mapping[str, Any]) -> list[str]:
    searches = found["diameter_searches"]
    line = (
        f"diameter of the start's component: {found['diameter']} moves, exact, by "
        f"{_count(searches, 'search', 'searches')}"
    )
    return [line, *_boards("two states so far apart", found["diameter_ends"])]


def _eccentricities(found: Mapping[str, Any]) -> list[str]:
    value = found["eccentricities"]
    return [
        f"radius: {value['radius']} moves; the centre has {_count(value['centre'], 'state')}",
        *_boards("a central state", [value["central_state"]]),
        *_table("eccentricity: states", value["table"]),
    ]


def _inversions(found: Mapping[str, Any]) -> list[str]:
    lines = list[str]()
    for name, where in found["inversions"].items():
        for words, pair in (("in the start's component", where["component"]),
                            ("in any component", where["anywhere"])):  # fmt: skip
            lines += _pair(f"longest inversion {name}, {words}", pair)
    return lines


def _symmetric_pairs(found: Mapping[str, Any]) -> list[str]:
    return [
        line
        for name, pair in found["symmetric_pairs"].items()
        for line in _pair(f"hardest pair of states symmetric {name}", pair)
    ]


def _smaller(found: Mapping[str, Any]) -> list[str]:
    return _pair("hardest pair in smaller components", found["hardest_pair_in_smaller_components"])


def _pair(words: str, pair: Mapping[str, Any] | None) -> list[str]:
    if pair is None:
        return [f"{words}: none"]
    size = _count(pair["component"], "state")
    line = f"{words}: {_count(pair['moves'], 'move')} (component of {size})"
    return [line, *_boards("its ends", pair["ends"])]


def _file(found: Mapping[str, Any]) -> list[str]:
    return [f"graph: {found['file']}"]


WORDS: dict[str, Words] = {
    "states": _states,
    "degrees": _degrees,
    "components": _components,
    "start": _start,
    "goal": _goal,
    "symmetric_states": _symmetric,
    "diameter": _diameter,
    "eccentricities": _eccentricities,
    "inversions": _inversions,
    "symmetric_pairs": _symmetric_pairs,
    "hardest_pair_in_smaller_components": _smaller,
    "file": _file,
}
"""The findings in the order in which they are printed."""


# --- layout ---------------------------------------------------------------------------------


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ")


def _table(title: str, table: Mapping[Any, int]) -> list[str]:
    """``title`` names both columns; many rows are printed side by side."""
    cells = [f"{key}: {number:,}" for key, number in table.items()]
    width = max(map(len, cells), default=0) + 2
    columns = max(1, (WIDTH - 2) // width)
    rows = (cells[k : k + columns] for k in range(0, len(cells), columns))
    return [title, *("  " + "".join(cell.ljust(width) for cell in row).rstrip() for row in rows)]


def _boards(words: str, drawings: list[str]) -> Iterator[str]:
    """Draw boards side by side."""
    rows = [drawing.splitlines() for drawing in drawings]
    yield f"  {words}:"
    for lines in zip(*rows, strict=True):
        yield "    " + "    ".join(lines)
