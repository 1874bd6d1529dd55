"""``puzzleproof explore`` as text and as JSON: statistics of state graphs, peg boards and cubes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from puzzleproof.cli.conditions import looked_lines
from puzzleproof.cli.context import Context
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

Found: TypeAlias = Mapping[str, Any]
"""Name -> statistic, or name -> part of a statistic."""
ALWAYS = (
    *("states", "edges", "components", "component_sizes", "degrees"),
    *("start", "diameter", "symmetric_states"),
)
"""Keys that the document of a state graph always has, even if nothing was found."""
TITLES = {
    "graph": "the state graph (metric {metric}), by one search",
    "starts": "the hardest starts (metric {metric}), by one search",
    "from-goals": "how far all starts are from their nearest goals (metric {metric})",
    "stacks": "the graph of colours and the stacks, by one search",
    "final-holes": "final holes (plans in metric {metric})",
}
SIGNS = ("o", "?", "x")
"""The sign of a vacancy: o if all final holes are excluded, ? if none is reached, x if one is."""
AWAY = (
    "away: the least number of counter-intuitive moves in any of these plans; such a move "
    "takes the pieces that the goal names farther from their places (this distance is counted in "
    "slides on an empty board)"
)


def print_survey(options: Context, name: str, puzzle: AnyPuzzle, found: Survey) -> None:
    """Print a survey as JSON, without keys of unknown statistics except `ALWAYS`, or as text."""
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
    """List the statistics as lines, tables and drawings; without ``remarks`` as lines alone."""
    title = puzzle.info.name or "(no name)"
    lines = wrapped(f"{title}: {TITLES[found.about].format(metric=puzzle.metric)}")
    for part in (_size, _from_start, _distances, _pairs, _written, _colours, _stacks, _finals):
        said = part(found.findings)
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


# --- state graphs -------------------------------------------------------------------------


def _size(found: Found) -> Iterator[str]:
    """Yield the numbers of states, moves and components, or how far a search got."""
    directed = found.get("directed")
    if "states" in found:
        which = "all configurations" if found.get("whole") else "reachable from the start"
        yield f"states: {found['states']:,} ({which}{_alike(found)})"
    if "edges" in found:
        kind = "arcs (not every move can be undone)" if directed else "edges"
        mean = found.get("mean_degree")
        more = "" if mean is None else f"; {mean:.2f} moves per state on average"
        yield f"{kind}: {found['edges']:,}{more}"
    if "degrees" in found:
        yield from _table("degree: number of states", found["degrees"])
    if "components" in found:
        joined = " (joined by moves in either direction)" if directed else ""
        yield f"components{joined}: {found['components']:,}"
        title = "size of a component: number of components"
        yield from _table(title, found["component_sizes"])
    if far := found.get("searched"):
        states = f"{count(far['states'], 'state')}{_alike(found)}"
        line = f"searched so far: {states}, to {far['distance']} {far['unit']} from the start"
        yield from wrapped(line)
    for levels in (far, found.get("levels")):
        if levels:
            yield from _row(f"states after 0, 1, 2, … {levels['unit']}:", levels["sizes"])


def _alike(found: Found) -> str:
    """Return the words after a number of states if symmetric states are counted once."""
    return ", up to the symmetries of the board" if found.get("up_to_symmetry") else ""


def _from_start(found: Found) -> Iterator[str]:
    if start := found.get("start"):
        size, reached, far = (start[key] for key in ("component", "reached", "eccentricity"))
        if size is None:
            line = f"reached from the start: {count(reached, 'state')}{_alike(found)}"
        else:
            line = f"the start's component: {count(size, 'state')}"
            line += f", {reached:,} of them reached from the start" if reached < size else ""
        if far is not None:
            line += f"; the farthest is {count(far, 'move')} from the start"
        yield from wrapped(line)
        if "layers" in start:
            yield from _row("states at distance 0, 1, 2, … from the start:", start["layers"])
        if "farthest" in start:
            yield from _boards("a farthest state", [start["farthest"]])
    if goal := found.get("goal"):
        yield from _goal(goal)


def _goal(goal: Found) -> Iterator[str]:
    if "states" in goal:
        within = f"in the start's component {goal['in_component']:,}"
        yield f"goal states: {goal['states']:,}, {within}"
    line = "no goal can be reached from the start"
    if goal["optimum"] is not None:
        line = f"the nearest goal is {count(goal['optimum'], 'move')} from the start"
        if "plans" in goal:
            plans = "shortest plans, distinguished by the states on the way"
            line += f"; {plans}: {goal['plans']:,}"
    yield from wrapped(line)
    here, anywhere = goal.get("hardest_start"), goal.get("hardest_start_anywhere")
    if here and anywhere and anywhere["moves"] <= here["moves"]:
        anywhere = None
    for what, which, hardest in (
        ("the hardest start", "of the component", here),
        ("the hardest start in any component", "of all", anywhere),
    ):
        if hardest:
            number, lost = count(hardest["states"], "state"), hardest["unreachable"]
            number += f"; {lost:,} {which} reach no goal" if lost else ""
            far = count(hardest["moves"], "move")
            yield from wrapped(f"{what} is {far} from its nearest goal ({number})")
            yield from _boards("a hardest start", [hardest["state"]])


def _distances(found: Found) -> Iterator[str]:
    """Yield distances from the nearest goals, states on solutions, and symmetric states."""
    if "from_goals" in found and found["from_goals"] is None:
        yield "no state reaches a goal"
    elif far := found.get("from_goals"):
        most, starts = count(far["moves"], "move"), count(far["states"], "state")
        last = far["layers"][-1]
        line = f"of the {starts} that reach a goal, every one needs at most {most}, and {last:,} "
        yield from wrapped(f"{line}need{'s' * (last == 1)} that many")
        yield from _row("states at distance 0, 1, 2, … from the nearest goal:", far["layers"])
    if on := found.get("on_solutions"):
        alike = "" if on["symmetries"] == 1 else ", up to the symmetries that keep the goals"
        yield f"states on a solution: {on['positions']:,}{alike}"
        yield from _row("on a solution after 0, 1, 2, … jumps:", on["sizes"])
    if "solutions" in found:
        yield f"solutions, as sequences of jumps: {found['solutions']:,}"
    if "symmetric_states" in found:
        yield from _symmetric(found["symmetric_states"], found.get("symmetric_states_all", {}))


def _symmetric(here: Mapping[str, int], everywhere: Mapping[str, int]) -> Iterator[str]:
    if not here:
        yield "no symmetry of the board keeps the pieces"
        return
    rows = [("symmetric states", "component", "all" if everywhere else "")]
    for name, number in here.items():
        total = f"{everywhere.get(name, number):,}" if everywhere else ""
        rows.append((f"  {name}", f"{number:,}", total))
    yield from map(Detail, aligned(rows, "<>>"))


def _pairs(found: Found) -> Iterator[str]:
    """Yield the diameter, the eccentricities, and pairs of states that are far apart."""
    if found.get("directed"):
        yield "diameter: none, as not every move can be undone"
    if "diameter" in found:
        exact = f"exact, by {count(found['diameter_searches'], 'search', 'searches')}"
        far = count(found["diameter"], "move")
        yield f"diameter of the start's component: {far}, {exact}"
        yield from _boards("two states at this distance", found["diameter_ends"])
    if bounds := found.get("diameter_bounds"):
        between = f"from {bounds[0]:,} to {bounds[1]:,} moves"
        line = f"diameter of the start's component: {between}; an exact one would take too "
        yield from wrapped(f"{line}many searches")
    if value := found.get("eccentricities"):
        radius = f"radius of the start's component: {count(value['radius'], 'move')}"
        yield f"{radius}; its centre has {count(value['centre'], 'state')}"
        yield from _boards("a central state", [value["central_state"]])
        yield from _table("eccentricity: number of states", value["table"])
    for name, pairs in found.get("inversions", {}).items():
        line = f"longest inversion, {name}, in"
        yield from _pair(f"{line} the start's component", pairs["component"])
        yield from _pair(f"{line} any component", pairs["anywhere"])
    for name, two in found.get("symmetric_pairs", {}).items():
        yield from _pair(f"symmetric states farthest apart, {name}", two)
    key = "hardest_pair_in_smaller_components"
    if key in found:
        yield from _pair(
            "states farthest apart in a component smaller than the start's", found[key]
        )


def _pair(words: str, pair: Found | None) -> list[str]:
    if pair is None:
        return wrapped(f"{words}: none")
    size = count(pair["component"], "state")
    line = f"{words}: {count(pair['moves'], 'move')} (in a component of {size})"
    return [*wrapped(line), *_boards("the two states", pair["ends"])]


def _written(found: Found) -> Iterator[str]:
    """Yield the file of the graph, and each start with its properties, its file and its board."""
    if "file" in found:
        yield f"graph: {found['file']}"
    yield from looked_lines(found.get("conditions"))
    starts: Sequence[Found] = found.get("starts", ())
    if not starts:
        return
    rows = [("start", "moves", "plans", "away", "")]
    for number, one in enumerate(starts, 1):
        away = one["counter_intuitive"]
        known = f"{one['moves']:,}", f"{one['plans']:,}", "-" if away is None else f"{away:,}"
        rows.append((f"{number}", *known, one.get("file", "")))
    yield from aligned(rows, ">>>><")
    if starts[0]["counter_intuitive"] is not None:
        yield from wrapped(AWAY)
    boards = [Board(f"{number}", plain(one["board"])) for number, one in enumerate(starts, 1)]
    yield from map(Detail, ("", *words_of(side_by_side(boards, text_width()))))


# --- cubes and peg boards -------------------------------------------------------------------


def _colours(found: Found) -> Iterator[str]:
    if graph := found.get("colour_graph"):
        cubes, colours = graph["cubes"], len(graph["degrees"])
        yield f"{count(cubes, 'cube')}, {count(colours, 'colour')}"
        if colours < cubes:
            yield from wrapped("fewer colours than cubes: in every column some colour repeats")
        yield "edges, from each pair of opposite faces:"
        yield from (f"  cube {k}: {' '.join(edges)}" for k, edges in enumerate(graph["edges"]))
        for key, what in (
            ("degrees", "faces of each colour (its degree in the graph)"),
            ("loops", "loops (opposite faces of one colour)"),
        ):
            if graph[key]:
                numbers = (f"{colour} {number}" for colour, number in graph[key].items())
                yield from wrapped(f"{what}: {', '.join(numbers)}")
        if len(graph["parts"]) > 1:
            yield from wrapped(f"colours fall into {len(graph['parts'])} parts: {graph['parts']}")


def _stacks(found: Found) -> Iterator[str]:
    for cubes in found.get("alike", ()):
        yield f"cubes that are the same but for a rotation: {_numbers(cubes)}"
    if value := found.get("factorizations"):
        yield f"factorizations: {'at least ' * (not value['complete'])}{value['number']:,}"
    if stacks := found.get("stacks"):
        least = "" if stacks["complete"] else "at least "
        line = f"solutions up to the symmetries of a stack: {least}{stacks['solutions']:,}"
        yield from wrapped(f"{line} ({least}{stacks['raw']:,} raw)")
        if stacks["pairs"]:
            yield from wrapped(f"opposite pairs shown: {' '.join(stacks['pairs'])}")
        if len(stacks["pairs"]) < stacks["solutions"]:
            yield f"  (the first {len(stacks['pairs'])} are listed)"


def _finals(found: Found) -> Iterator[str]:
    if not (finals := found.get("finals")):
        return
    alike, open_ = finals["alike"], finals["allowed"] - finals["reached"]
    holes, symmetries = count(finals["holes"], "hole"), finals["symmetries"]
    classes = count(finals["classes"], "position class", "position classes")
    yield f"{holes}, {classes}, {count(symmetries, 'symmetry', 'symmetries')}"
    pairs = f"{count(finals['allowed'], 'pair')} of vacancy and final hole are not excluded"
    up_to = f"{alike['allowed']:,} up to symmetry and reversal"
    yield from wrapped(f"{pairs} by the position classes ({up_to})")
    yield from wrapped(
        f"reached, by plans that the rules replayed: {finals['reached']:,} "
        f"({alike['reached']:,} up to symmetry and reversal); not excluded, not found: {open_:,}"
    )
    yield "vacancies (x a final hole is reached, ? none was found, o all are excluded):"
    drawn = (finals["vacancies"][k] for k in finals["drawn"])
    signs = (SIGNS[bool(one["allowed"]) + bool(one["reached"])] for one in drawn)
    for row in finals["board"].splitlines():
        yield "  " + "".join(next(signs) if char == "o" else " " for char in row)
    yield from _vacancies(finals)


def _vacancies(finals: Found) -> Iterator[str]:
    """Yield one vacancy of each set of symmetric vacancies, with its plans."""
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
        searched_all = " (one search visited all states)"
        for why, holes in ((searched_all, searched), ("", other)):
            below += [f"not excluded, not found{why}: {_numbers(holes)}"] if holes else []
        for text in below:
            yield from wrapped(text, "  ", "    ")


def _numbers(holes: list[int]) -> str:
    return ", ".join(map(str, holes))


# --- layout ---------------------------------------------------------------------------------


class Detail(str):
    """A line of a table or of a drawing, which -q leaves out."""

    __slots__ = ()


def _row(title: str, numbers: list[int]) -> list[str]:
    return list(map(Detail, [title, *wrapped(" ".join(map(str, numbers)), "  ", "  ")]))


def _table(title: str, table: Mapping[Any, int]) -> list[str]:
    """List many entries side by side, column by column; ``title`` says what they are."""
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
