"""Surveys of state graphs, stored or not, and surveys of cubes.

A graph that fits into memory is stored whole, in arrays if it is a graph of sliding pieces.  Arrays
hold more states in the same memory, but cannot be written to files.  For a larger graph, the report
has only numbers that need no stored graph: positions of pegs are counted level by level, up to
the symmetries of the board; any other graph is searched layer by layer, and only the last layers
are kept.
"""

import gc
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.explore.conditions import ANYTHING, Condition
from puzzleproof.explore.graph.files import network, write_graph
from puzzleproof.explore.graph.graph import Graph
from puzzleproof.explore.graph.lists import ListGraph, list_graph
from puzzleproof.explore.graph.spaces import SlidingSpace, Space, space_of
from puzzleproof.explore.graph.starts import Start, hardest_starts
from puzzleproof.explore.layers import layers_on, quick_board
from puzzleproof.explore.pegs.jumps import goal_symmetries, symmetries_of
from puzzleproof.explore.survey import survey
from puzzleproof.models.capabilities import goal_states, with_start
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.errors import LimitReached, OutputError, Unsupported
from puzzleproof.models.output import dumps
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import GOALS_LISTED, AnyPuzzle, Info
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Layer, NotWritten
from puzzleproof.provers.survey.request import STARTS
from puzzleproof.provers.survey.survey import Work

if TYPE_CHECKING:
    import networkx as nx

BYTES_A_STATE = 600
"""Bytes for each state of a graph in lists, its neighbours included."""
INTERPRETER_BYTES, NUMPY_BYTES = 25_000_000, 60_000_000
"""The process holds this many bytes before it searches: without numpy, and with it."""
MORE = 12
"""A graph in arrays may have this many times as many states as a graph in lists."""
JUMPS, MOVES = "jumps", "moves"
"""The units of depth: jumps for levels of pegs, whatever the metric, and moves for layers."""


def survey_graph(work: Work) -> None:
    """Survey the state graph; certify statistics as soon as they are known."""
    gc.disable()  # no objects are in cycles, and the search for cycles takes a tenth of the time
    space = space_of(work.puzzle)
    if space.tour:
        work.note("a tour: the states of the graph are placements, without the stops visited")
    work.working("building the graph")
    graph = None if _in_levels(work) else _held(work, space)
    if graph is None:
        _check_not_whole(work, space)
        _survey_unstored(work, space)
        return
    if isinstance(graph, ListGraph) and work.part:
        _write(work, graph, work.part)
    survey(graph, space.puzzle.draw, work.report, work.working, work.certify, work.request.find)


def _states(work: Work) -> int:
    """Return how many states a graph in lists may have."""
    spare = work.spare(INTERPRETER_BYTES)
    most = work.request.most_states
    return most if spare is None else max(1, min(most, spare // BYTES_A_STATE))


def _held(work: Work, space: Space[Any]) -> Graph | None:
    """Build the graph in arrays, or in lists (for files, and without numpy); None if too large."""
    spare, limit = work.spare(NUMPY_BYTES), MORE * work.request.most_states
    if isinstance(space, SlidingSpace) and spare != 0 and not work.request.graph:
        try:
            from puzzleproof.explore.graph.arrays import array_graph
            from puzzleproof.explore.graph.net import STATE_BYTES

            if spare is not None:
                limit = min(limit, spare // STATE_BYTES)
            return array_graph(space, limit, spare, reachable=work.request.reachable)
        except (ImportError, Unsupported):
            pass
        except LimitReached:
            if limit >= _states(work):
                return None  # lists would take even more memory
    try:
        return list_graph(space, _states(work), reachable=work.request.reachable)
    except LimitReached:
        return None


def _too_many(work: Work) -> str:
    """Say why a graph is not stored, and which options may help."""
    options = "--max-states and --memory-limit allow more"
    if not work.request.reachable:
        options += "; --reachable leaves out states that the start does not reach"
    return f"graphs of more than {count(_states(work), 'state')} are not stored ({options})"


def _check_not_whole(work: Work, space: Space[Any]) -> None:
    """Raise Unsupported if the request needs a stored graph."""
    request = work.request
    if request.graph:
        reason = "not with --find solutions" if "solutions" in request.find else _too_many(work)
        raise Unsupported(f"--output: {reason}")
    if request.certificate and work.puzzle.explored_by == "levels" and space.symmetries:
        counted = "positions are counted up to symmetry, which is not certified"
        raise Unsupported(f"--certificate: {_too_many(work)}; {counted}")


def _write(work: Work, graph: ListGraph, part: Path) -> None:
    """Write the graph to ``part``, then rename it to the requested file (or its link's target)."""
    file = work.request.graph or ""
    try:
        write_graph(graph, part, Path(file).suffix)
        part.replace(Path(file).resolve())
    except Unsupported as error:
        raise Unsupported(f"--output: {error}") from None
    except OSError as error:
        work.emit(NotWritten(str(OutputError.at(f"--output {file!r}", error))))
    else:
        work.report("file", file)


def network_within(puzzle: AnyPuzzle, reachable: bool, most: int) -> "nx.Graph[int]":
    """Return the graph, with moves on edges; raises Unsupported for more than ``most`` edges."""
    too_many = Unsupported(f"graph: more than {count(most, 'edge')}: max_edges allows more")
    try:
        graph = list_graph(space_of(puzzle), most + 1, reachable=reachable)
    except LimitReached:
        raise too_many from None
    if graph.edges() > most:
        raise too_many
    return network(graph, most)


# --- graphs that are not stored -----------------------------------------------------------------


def _survey_unstored(work: Work, space: Space[Any]) -> None:
    """Report the numbers that need no stored graph; note which statistics are left out."""
    solutions = "solutions are counted level by level, no graph is stored"
    why = solutions if "solutions" in work.request.find else _too_many(work)
    extras = (name for name in ("eccentricities", "pairs") if name in work.request.find)
    left_out = ", ".join(("symmetric states", "diameter", *extras))
    work.note(f"{why}; not computed: {left_out}")
    puzzle = _pegs(work)
    if puzzle is not None:
        _survey_levels(work, puzzle)
    else:
        _survey_layers(work, space)


def _pegs(work: Work) -> PegPuzzle | None:
    """Return the puzzle, if it is peg solitaire on a board of at most 64 holes, or None."""
    puzzle = work.puzzle
    return puzzle if isinstance(puzzle, PegPuzzle) and len(puzzle.board.holes) <= 64 else None


def _in_levels(work: Work) -> bool:
    """Tell whether pegs are counted level by level: for solutions, or if positions are many."""
    puzzle = _pegs(work)
    if puzzle is None or "solutions" in work.request.find:
        return puzzle is not None
    if 1 << len(puzzle.board.holes) <= _states(work):
        return False
    if not work.request.reachable:
        return True
    from puzzleproof.explore.pegs.levels import levels

    left = _states(work)
    return any((left := left - len(level)) < 0 for level in levels(puzzle, work.spare(NUMPY_BYTES)))


def _survey_levels(work: Work, puzzle: PegPuzzle) -> None:
    """Count positions of pegs level by level, up to the symmetries of the board."""
    from puzzleproof.explore.pegs.levels import levels, number_of_solutions, on_solutions

    work.report("whole", False)
    work.report("up_to_symmetry", bool(symmetries_of(puzzle.board)))
    sizes, memory = list[int](), work.spare(NUMPY_BYTES)
    for level in levels(puzzle, memory):
        sizes.append(len(level))
        work.emit(Layer(JUMPS, "models", len(sizes) - 1, sum(sizes)))
    work.report("states", sum(sizes))
    work.report("levels", {"unit": JUMPS, "sizes": sizes})
    eccentricity = None if puzzle.metric == "move" else len(sizes) - 1
    start = {"component": None, "reached": sum(sizes), "eccentricity": eccentricity}
    work.report("start", start)
    if "solutions" in work.request.find:
        symmetries = goal_symmetries(puzzle)
        reached = list(levels(puzzle, memory, symmetries))
        on = [len(level) for level in on_solutions(puzzle, reached, memory, symmetries=symmetries)]
        del reached
        found = {"positions": sum(on), "sizes": on, "symmetries": len(symmetries) + 1}
        work.report("on_solutions", found)
        work.report("solutions", number_of_solutions(puzzle, memory))


def _survey_layers(work: Work, space: Space[Any]) -> None:
    """Count states layer by layer from the start; report the distance of the nearest goal."""
    sizes, optimum, puzzle = list[int](), None, space.puzzle
    board = quick_board(puzzle, work.spare(NUMPY_BYTES))
    for layer in layers_on(board, [puzzle.canonical(puzzle.start)]):
        if optimum is None and board.size(board.goals(layer)):
            optimum = len(sizes)
            work.report("goal", {"optimum": optimum})
        sizes.append(board.size(layer))
        work.emit(Layer(MOVES, "models", len(sizes) - 1, sum(sizes)))
    if not space.tour and optimum is None:
        work.report("goal", {"optimum": None})
    work.report("whole", False)
    work.report("states", sum(sizes))
    reached, component = sum(sizes), sum(sizes) if puzzle.reversible else None
    found = {"component": component, "reached": reached, "eccentricity": len(sizes) - 1}
    work.report("start", {**found, "layers": sizes})


# --- starts, from the goals, stacks -------------------------------------------------------------


def survey_starts(work: Work) -> None:
    """List the hardest starts, in any component; raises Unsupported if there is no such start."""
    gc.disable()
    request, space = work.request, space_of(work.puzzle)
    if space.tour:
        raise Unsupported("--find starts: a tour has no goal, and so no hardest start")
    work.working("building the graph")
    graph = None if _in_levels(work) else _held(work, space)
    if graph is None:
        raise Unsupported(f"--find starts: {_too_many(work)}")
    among = "all placements of the pieces" if graph.whole else "all states that its start reaches"
    asked, rows = Condition(request.where or ANYTHING), list[dict[str, Any]]()
    top, band = request.top or STARTS, request.band
    for starts in hardest_starts(graph, top, band, asked.meets):
        rows += [_row(work, among, number, one) for number, one in enumerate(starts, len(rows) + 1)]
        work.report("starts", list(rows))
        if request.where:
            work.report("conditions", asked.found(f"{among}, up to symmetry, farthest first"))
    if not asked.looked_at and band is None:
        raise Unsupported("--find starts: no state reaches a goal, so there is no hardest start")
    if not asked.looked_at and band:
        fault = "no state is at such a distance from its nearest goal"
        raise Unsupported(f"--distance {band[0]}-{band[1]}: {fault}")


def _row(work: Work, among: str, number: int, start: Start) -> dict[str, Any]:
    """Describe a start, with its drawing and the text of its instance."""
    puzzle, state = work.puzzle, start.state
    name = puzzle.info.name or "(no name)"
    note = (
        f"the start of {name!r} replaced by one that is far from its nearest goal, found among "
        f"{among}: {count(start.moves, 'move')} (metric {puzzle.metric}); claimed by one search, "
        "not certified"
    )
    info = Info(name=f"{name}: hardest start {number}", source="puzzleproof explore", note=note)
    return {
        "moves": start.moves,
        "plans": start.plans,
        "counter_intuitive": start.away,
        "board": puzzle.draw(state),
        "instance": dumps(with_start(puzzle, state, info)),
    }


def survey_from_goals(work: Work) -> None:
    """Count the states at each distance from the nearest goal."""
    puzzle, sizes = work.puzzle, list[int]()
    if not puzzle.lists_all_goals:
        graph = list_graph(space_of(puzzle), work.request.most_states)
        found = Counter(graph.to_goals())
        sizes = [found[depth] for depth in range(len(found)) if depth in found]
    else:
        board = quick_board(puzzle, work.memory)
        for layer in layers_on(board, goal_states(puzzle, GOALS_LISTED) or ()):
            sizes.append(board.size(layer))
            work.working("searching from the goals", sum(sizes))
    value = {"moves": len(sizes) - 1, "states": sum(sizes), "layers": sizes} if sizes else None
    work.report("from_goals", value)


def survey_stacks(work: Work) -> None:
    """Survey a set of cubes."""
    from puzzleproof.explore.random_cubes import survey_cubes

    assert isinstance(work.puzzle, CubesPuzzle), "only cubes are stacked"
    survey_cubes(work.puzzle, work.report)
