"""``puzzleproof explore`` in words and as JSON: findings on state graphs, peg boards and cubes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from puzzleproof.cli.printing import (
    aligned,
    count,
    heading,
    print_either,
    print_fault,
    remark_lines,
    text_width,
    wrapped,
)
from puzzleproof.cli.printing.boards import Board, plain, side_by_side, words_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.survey.survey import Survey

SIGNS = ("o", "?", "x")
"""The signs of a vacancy: no final hole is allowed; some is, but none reached; some is reached."""
SAME_CUBES = "cubes that are the same but for a rotation"


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


def _colours(graph: Any, _found: Mapping[str, Any]) -> list[str]:
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


def _stacks(stacks: Any, _found: Mapping[str, Any]) -> list[str]:
    least = "" if stacks["complete"] else "at least "
    line = f"solutions up to the symmetries of a stack: {least}{stacks['solutions']:,}"
    lines = wrapped(f"{line} ({least}{stacks['raw']:,} raw)")
    if stacks["pairs"]:
        lines += wrapped(f"opposite pairs shown: {' '.join(stacks['pairs'])}")
    if len(stacks["pairs"]) < stacks["solutions"]:
        lines.append(f"  (the first {len(stacks['pairs'])} are listed)")
    return lines


# --- state graphs -------------------------------------------------------------------------

ALWAYS = (
    *("states", "edges", "components", "component_sizes", "degrees"),
    *("start", "diameter", "symmetric_states"),
)
"""Keys that the document of a state graph always has, even if nothing was found."""
TITLES = {
    "graph": "the state graph (metric {metric}), by one search",
    "starts": "the hardest starts (metric {metric}), by one search",
    "from_goals": "how far all starts are from their nearest goals (metric {metric})",
    "stacks": "the graph of colours and the stacks, by one search",
    "finals": "final holes (plans in metric {metric})",
}
NO_DIAMETER = "diameter: none, as not every move can be taken back"


def print_survey(options: argparse.Namespace, name: str, puzzle: AnyPuzzle, found: Survey) -> None:
    """Print as one document or as text; except for `ALWAYS`, unknown figures have no key."""
    document = {
        **heading(name, puzzle),
        "grade": "claimed",
        "grades": found.grades,
        "certificate": found.certificate,
        **(dict.fromkeys(ALWAYS) if found.about == "graph" else {}),
        **found.findings,
        "stopped": found.stopped,
        "fault": found.fault or None,
        "notes": found.notes,
        "seconds": round(found.seconds, 3),
    }
    print_either(options, "survey", document, survey_lines(puzzle, found, not options.quiet))
    if found.fault:
        print_fault(found.fault)


def survey_lines(puzzle: AnyPuzzle, found: Survey, remarks: bool) -> list[str]:
    """A line, a small table or a drawing for each finding; without ``remarks`` the lines alone."""
    title = puzzle.info.name or "(no name)"
    lines = wrapped(f"{title}: {TITLES[found.about].format(metric=puzzle.metric)}")
    for key, words in FINDINGS.items():
        if key in found.findings:
            said = words(found.findings[key], found.findings)
            lines += [line for line in said if remarks or not isinstance(line, Detail)]
    if found.certified:
        figures = ", ".join(name.replace("_", " ") for name in found.certified)
        lines += wrapped(f"certified, by the rules: {figures}; all else is claimed")
        lines.append(f"certificate: {found.certificate}")
    if found.stopped:
        lines += wrapped(f"stopped: {found.stopped}; what is not listed was not computed")
    for line in remark_lines(found, remarks):
        lines += wrapped(line)
    return lines


def _states(value: Any, found: Mapping[str, Any]) -> list[str]:
    which = "all configurations" if found.get("whole") else "reachable from the start"
    return [f"states: {value:,} ({which}{_alike(found)})"]


def _alike(found: Mapping[str, Any]) -> str:
    """The words after a number of states that counts classes."""
    return ", up to the symmetries of the board" if found.get("up_to_symmetry") else ""


def _edges(value: Any, found: Mapping[str, Any]) -> list[str]:
    kind = "arcs (not every move can be taken back)" if found.get("directed") else "edges"
    mean = found.get("mean_degree")
    more = "" if mean is None else f"; {mean:.2f} moves per state on average"
    return [f"{kind}: {value:,}{more}"]


def _components(value: Any, found: Mapping[str, Any]) -> list[str]:
    joined = " (joined by moves in either direction)" if found.get("directed") else ""
    return [
        f"components{joined}: {value:,}",
        *_table("size of a component: number of components", found["component_sizes"]),
    ]


def _searched(far: Any, found: Mapping[str, Any]) -> list[str]:
    states = f"{count(far['states'], 'state')}{_alike(found)}"
    line = f"searched so far: {states}, to {far['distance']} {far['unit']} from the start"
    return [*wrapped(line), *_sizes(far)]


def _sizes(levels: Mapping[str, Any]) -> list[str]:
    return _row(f"states after 0, 1, 2, … {levels['unit']}:", levels["sizes"])


def _start(start: Any, found: Mapping[str, Any]) -> list[str]:
    size, reached, far = (start[key] for key in ("component", "reached", "eccentricity"))
    if size is None:
        line = f"reached from the start: {count(reached, 'state')}{_alike(found)}"
    else:
        line = f"the start's component: {count(size, 'state')}"
        line += f", {reached:,} of them reached from the start" if reached < size else ""
    if far is not None:
        line += f"; the farthest is {count(far, 'move')} from the start"
    lines = wrapped(line)
    if "layers" in start:
        lines += _row("states at distance 0, 1, 2, … from the start:", start["layers"])
    if "farthest" in start:
        lines += _boards("a farthest state", [start["farthest"]])
    return lines


def _goal(goal: Any, _found: Mapping[str, Any]) -> list[str]:
    lines, line = list[str](), "no goal can be reached from the start"
    if "states" in goal:
        within = f"in the start's component {goal['in_component']:,}"
        lines.append(f"goal states: {goal['states']:,}, {within}")
    if goal["optimum"] is not None:
        line = f"the nearest goal is {count(goal['optimum'], 'move')} from the start"
        if "plans" in goal:
            plans = "shortest plans, distinguished by the states on the way"
            line += f"; {plans}: {goal['plans']:,}"
    here, anywhere = goal.get("hardest_start"), goal.get("hardest_start_anywhere")
    lines += wrapped(line)
    if here:
        lines += _hardest("the hardest start", "of the component", here)
    if anywhere and (here is None or anywhere["moves"] > here["moves"]):
        lines += _hardest("the hardest start in any component", "of all", anywhere)
    return lines


def _from_goals(value: Any, found: Mapping[str, Any]) -> list[str]:
    if value is None:
        return ["no state reaches a goal"]
    sizes = value["layers"]
    far, starts = count(value["moves"], "move"), count(value["states"], "state")
    line = f"of the {starts} that reach a goal, every one needs at most {far}, and {sizes[-1]:,} "
    return [
        *wrapped(f"{line}need{'s' * (sizes[-1] == 1)} that many"),
        *_row("states at distance 0, 1, 2, … from the nearest goal:", sizes),
    ]


def _hardest(what: str, which: str, hardest: Mapping[str, Any]) -> list[str]:
    number, lost = count(hardest["states"], "state"), hardest["unreachable"]
    number += f"; {lost:,} {which} reach no goal" if lost else ""
    far = count(hardest["moves"], "move")
    line = f"{what} is {far} from its nearest goal ({number})"
    return [*wrapped(line), *_boards("a hardest start", [hardest["state"]])]


def _on_solutions(on: Any, found: Mapping[str, Any]) -> list[str]:
    alike = "" if on["symmetries"] == 1 else ", up to the symmetries that keep the goals"
    return [
        f"states on a solution: {on['positions']:,}{alike}",
        *_row("on a solution after 0, 1, 2, … jumps:", on["sizes"]),
    ]


def _symmetric(value: Any, found: Mapping[str, Any]) -> list[str]:
    everywhere = found.get("symmetric_states_all", {})
    if not value:
        return ["no symmetry of the board keeps the pieces"]
    rows = [("symmetric states", "component", "all" if everywhere else "")]
    for name, number in value.items():
        total = f"{everywhere.get(name, number):,}" if everywhere else ""
        rows.append((f"  {name}", f"{number:,}", total))
    return list(map(Detail, aligned(rows, "<>>")))


def _diameter(value: Any, found: Mapping[str, Any]) -> list[str]:
    exact = f"exact, by {count(found['diameter_searches'], 'search', 'searches')}"
    line = f"diameter of the start's component: {count(value, 'move')}, {exact}"
    return [line, *_boards("two states at this distance", found["diameter_ends"])]


def _eccentricities(value: Any, found: Mapping[str, Any]) -> list[str]:
    return [
        f"radius of the start's component: {count(value['radius'], 'move')}; "
        f"its centre has {count(value['centre'], 'state')}",
        *_boards("a central state", [value["central_state"]]),
        *_table("eccentricity: number of states", value["table"]),
    ]


def _inversions(value: Any, found: Mapping[str, Any]) -> list[str]:
    lines = list[str]()
    for name, pairs in value.items():
        lines += _pair(f"longest inversion, {name}, in the start's component", pairs["component"])
        lines += _pair(f"longest inversion, {name}, in any component", pairs["anywhere"])
    return lines


def _symmetric_pairs(value: Any, found: Mapping[str, Any]) -> list[str]:
    said = (_pair(f"symmetric states farthest apart, {name}", two) for name, two in value.items())
    return [line for lines in said for line in lines]


def _pair(words: str, pair: Mapping[str, Any] | None) -> list[str]:
    if pair is None:
        return wrapped(f"{words}: none")
    size = count(pair["component"], "state")
    line = f"{words}: {count(pair['moves'], 'move')} (in a component of {size})"
    return [*wrapped(line), *_boards("the two states", pair["ends"])]


Words: TypeAlias = Callable[[Any, Mapping[str, Any]], list[str]]
"""From a finding, and all of them, to lines."""
FINDINGS: dict[str, Words] = {
    "states": _states,
    "edges": _edges,
    "degrees": lambda value, _: _table("degree: number of states", value),
    "components": _components,
    "searched": _searched,
    "levels": lambda value, _: _sizes(value),
    "start": _start,
    "goal": _goal,
    "from_goals": _from_goals,
    "on_solutions": _on_solutions,
    "solutions": lambda value, _: [f"solutions, as sequences of jumps: {value:,}"],
    "symmetric_states": _symmetric,
    "directed": lambda value, _: [NO_DIAMETER] if value else [],
    "diameter": _diameter,
    "diameter_bounds": lambda value, _: wrapped(
        f"diameter of the start's component: from {value[0]:,} to {value[1]:,} moves; an exact one "
        "would take too many searches"
    ),
    "eccentricities": _eccentricities,
    "inversions": _inversions,
    "symmetric_pairs": _symmetric_pairs,
    "hardest_pair_in_smaller_components": lambda value, _: _pair(
        "states farthest apart in a component smaller than the start's", value
    ),
    "file": lambda value, _: [f"graph: {value}"],
    "starts": lambda value, _: _starts(value),
    "colour_graph": _colours,
    "alike": lambda value, _: [f"{SAME_CUBES}: {_numbers(cubes)}" for cubes in value],
    "factorizations": lambda value, _: [
        f"factorizations: {'at least ' * (not value['complete'])}{value['number']:,}"
    ],
    "stacks": _stacks,
    "finals": _finals,
}
"""The findings in the order in which they are printed."""


# --- starts --------------------------------------------------------------------------------


AWAY = (
    "away: the least number of counter-intuitive moves in any of these plans; such a move "
    "takes the pieces that the goal names farther from their places, in steps on an empty board"
)


def _starts(starts: Sequence[Mapping[str, Any]]) -> list[str]:
    """Each start with its board below its number, what is known of it, and where it is written."""
    rows = [("start", "moves", "plans", "away", "")]
    for number, one in enumerate(starts, 1):
        away = one["counter_intuitive"]
        known = f"{one['moves']:,}", f"{one['plans']:,}", "-" if away is None else f"{away:,}"
        rows.append((f"{number}", *known, one.get("file", "")))
    boards = [Board(f"{number}", plain(one["board"])) for number, one in enumerate(starts, 1)]
    drawn = ("", *words_of(side_by_side(boards, text_width())))
    measure = [] if starts[0]["counter_intuitive"] is None else wrapped(AWAY)
    return [*aligned(rows, ">>>><"), *measure, *map(Detail, drawn)]


# --- layout ---------------------------------------------------------------------------------


class Detail(str):
    """A line of a table or of a drawing; -q leaves it out."""

    __slots__ = ()


def _row(title: str, numbers: list[int]) -> list[str]:
    return list(map(Detail, [title, *wrapped(" ".join(map(str, numbers)), "  ", "  ")]))


def _table(title: str, table: Mapping[Any, int]) -> list[str]:
    """``title`` names both columns; many rows are printed side by side, column by column."""
    keys = [f"{int(key):,}" for key in table]
    left = max(map(len, keys), default=0)
    right = max((len(f"{number:,}") for number in table.values()), default=0)
    rows = zip(keys, table.values(), strict=True)
    cells = [f"{key:>{left}}: {number:>{right},}" for key, number in rows]
    columns = max(1, (text_width() + 1) // (left + right + 5))
    height = -(-len(cells) // columns)
    lines = [title, *("  " + "   ".join(cells[row::height]) for row in range(height))]
    return list(map(Detail, lines))


def _boards(words: str, drawings: list[str]) -> list[Detail]:
    """Draw boards side by side, or one below the other if they are too wide."""
    rows = [drawing.splitlines() for drawing in drawings]
    wide = sum(max(map(len, lines), default=0) + 4 for lines in rows)
    below = ((line,) for lines in rows for line in lines)
    fit = zip(*rows, strict=True) if wide <= text_width() else below
    return list(map(Detail, [f"  {words}:", *("    " + "    ".join(line) for line in fit)]))
