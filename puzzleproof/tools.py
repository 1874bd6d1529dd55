"""Functions to survey, generate, export, replay and link puzzles, and `second_opinion`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, MISSING, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from puzzleproof.arguments import (
    ABOUT,
    METRIC,
    MOVES,
    PUZZLE,
    About,
    PuzzleLike,
    Watched,
    answered,
    function_for_all,
    function_of,
    named_puzzle,
)
from puzzleproof.models.documents import path_of
from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.files import opened
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.options import (
    PATH,
    Limited,
    Seeded,
    given,
    one_of,
    option,
    read_texts,
    switch,
    whole,
)
from puzzleproof.provers.export import TO, Exported, ExportRequest
from puzzleproof.provers.survey.request import Conditioned, SurveyRequest
from puzzleproof.provers.verdict import INTERRUPTED
from puzzleproof.release import versions
from puzzleproof.requests import GenerateOptions
from puzzleproof.written import check_target

if TYPE_CHECKING:
    import networkx as nx

    from puzzleproof.explore.random_cubes import Share
    from puzzleproof.provers.export.answers import Answers
    from puzzleproof.provers.opinions import SecondOpinion
    from puzzleproof.provers.survey.survey import Survey
    from puzzleproof.verify.bfs import Distance


@dataclass(frozen=True, kw_only=True)
class Exploring(About, Watched, SurveyRequest):
    """The arguments of `explore`."""

    force: bool = switch("replace files that this program did not write about the same board")


@function_of(Exploring)
def explore(asked: Exploring) -> Survey | Share:
    """Survey the state graph, as ``puzzleproof explore`` does.

    Returns a survey: ``findings`` is a dictionary of statistics (each of its ``starts`` has the key
    ``instance``, a text for `loads`), ``grades`` has ``certified`` or ``claimed`` for each
    statistic, ``stopped`` names the limit that ended the survey, ``fault`` says why a file could
    not be written.  With ``samples`` it returns a `Share`.  Events: ``finding``, ``layer``,
    ``note``, ``fault``.  Raises NotationError for a file name without a known suffix, InstanceError
    for a file that exists and may not be replaced, Unsupported for options that do not fit the
    family.
    """
    name, found = named_puzzle(asked.puzzle, asked.metric)
    if asked.about(found) == "samples":
        from puzzleproof.provers.survey.generated import sample

        cubes: Any = found
        draws = asked.samples or 1
        return sample(len(cubes.cubes), draws, asked.seed, asked.hears, asked.limits)
    from puzzleproof.provers.survey import survey

    if asked.graph is not None:
        check_target("graph", Path(asked.graph), name, force=asked.force)
    if asked.certificate is not None:
        where = Path(asked.certificate)
        check_target("certificate", where, name, found, kind="survey", force=asked.force)
    request = given(SurveyRequest, vars(asked))
    answer = survey.explore(found, request, asked.hears, versions())
    return answered(answer, answer.stopped == INTERRUPTED, asked.on_interrupt)


@function_for_all
def graph(
    puzzle: PuzzleLike,
    metric: str | None = None,
    *,
    reachable: bool = False,
    max_edges: int = 1_000_000,
) -> nx.Graph[int]:
    """Return the state graph as a `networkx` graph, directed if moves cannot be undone.

    Vertices are numbers; the start is 0.  Each vertex has ``drawing``, the number of its
    ``component``, ``goal`` (whether it is a goal), ``distance`` (moves from the start) and
    ``to_goal`` (moves to the nearest goal); without a path, the distance is left out.  Each edge
    has a ``move``, unless the puzzle is a tour.  In an undirected graph, ``move`` leads from the
    lower number to the higher, and ``back`` is the move back.

    reachable: only states that the start reaches, not all placements of the pieces.
    max_edges: raise Unsupported for a graph with more edges.  Cubes have no state graph.
    """
    from puzzleproof.provers.survey.graphs import network_within

    whole(1).of("max_edges", max_edges)
    return network_within(named_puzzle(puzzle, metric)[1], reachable, max_edges)


@function_for_all
def answers(puzzle: PuzzleLike, metric: str | None = None, *, all_states: bool = False) -> Answers:
    """Return the fewest moves to a goal from every state, and a best move (docs/answers.md).

    Index the result with a state, or with a board in one line, to get an `Answer` with ``board``,
    ``moves``, ``best``, ``after`` and ``ways``.  The states are those that the start reaches; with
    ``all_states`` they are all placements of the pieces.  Raises Unsupported for cubes and tours.
    """
    from puzzleproof.provers.export.answers import Answers

    return Answers(named_puzzle(puzzle, metric)[1], all_states=all_states)


@function_for_all
def generate(
    family: str,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    **options: Any,
) -> AnyPuzzle:
    """Generate a random instance, as ``puzzleproof generate`` does, the same for the same seed.

    docs/random-boards.md lists the options of each family.  Their values are texts as on that page
    (``size="4x5"``, ``pieces="2x2 1x2*4"``) or numbers: ``size=(4, 5)``, ``distance=(20, 30)``.
    `dumps` returns the instance as the text of a file.  Raises NotationError for an unknown family
    or option, LimitReached if no instance with these options is found.
    """
    from puzzleproof.provers.survey.generated import generate_all, seeds_of

    if not isinstance(family, str):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may pass anything
        raise NotationError(f"family {family!r}: expected the name of a family")
    where = Conditioned(where=options.pop("where", None)).where
    seeds, limits = seeds_of(Seeded(seed=seed).seed, 1, where), given(Limited, locals()).limits
    made, wishes = dict[int, Any](), read_texts(GenerateOptions, options)
    generate_all(family, seeds, wishes, made.__setitem__, limits, where=where)
    return cast("AnyPuzzle", [*made.values()][-1])


@dataclass(frozen=True)
class Exporting(ExportRequest, Limited):
    """The arguments of `export`."""

    puzzle: PuzzleLike = option(PUZZLE, ABOUT, MISSING)
    output: str | Path | None = option(
        PATH,
        "the name of the file; formats of two files append to the name (``.cnf`` and ``.lrat``, "
        "``-domain.pddl`` and ``-problem.pddl``), and write both files or neither. Formats of one "
        "file need no name: without one, the answer's ``text`` is the content",
    )
    metric: str | None = option(PUZZLE, METRIC)
    _: KW_ONLY
    format: str = option(TO, "what to write; docs/foreign-files.md describes each format", "lrat")
    force: bool = switch("replace files that this program did not write about the same board")


@function_of(Exporting)
def export(asked: Exporting) -> Exported:
    """Write a puzzle, or a claim about it, for other programs, as ``puzzleproof export`` does.

    For ``lrat`` the answer's ``at_least`` is the bound that the files claim (None: there is no
    plan), and ``command`` has the words of a command that checks them again.  For all formats
    ``files`` lists the files, and ``words`` describes them.  Raises Unsupported for a puzzle, or an
    option, that the format cannot express, OutputError for files that cannot be written,
    LimitReached at a limit, and KeyboardInterrupt after Ctrl-C.
    """
    from puzzleproof.provers.export.work import export as write

    _, found = named_puzzle(asked.puzzle, asked.metric)
    request = given(ExportRequest, vars(asked))
    if asked.output is None and not request.alone:
        raise NotationError(f"output: expected a name for the files of format {asked.format!r}")
    path = None if asked.output is None else Path(asked.output)
    for target in () if path is None else request.targets(path):
        check_target("output", target, "", request.about(found), force=asked.force)
    if request.certificate is not None:
        check_target("certificate", Path(request.certificate), "", force=asked.force)
    return write(found, path, request, asked.limits)


def replay(
    puzzle: PuzzleLike,
    plan: str | Iterable[str],
    metric: str | None = None,
    *,
    to_goal: bool = True,
) -> list[State]:
    """Play a plan by the rules, as ``puzzleproof replay`` does; returns its states from the start.

    ``plan`` is a list of moves, or a text of moves separated by spaces or lines.  It may also be
    the text of a printed game of peg solitaire, or the output of a planner, a SAT solver or
    MiniZinc for an exported file (docs/foreign-files.md).  ``puzzle.draw(state)`` draws a state.
    Raises IllegalMove for the first illegal move, or if the plan does not end at the goal (unless
    ``to_goal`` is false), and NotationError for a move that cannot be read.
    """
    from puzzleproof.provers.plans import moves_in
    from puzzleproof.verify.replay import replay as play
    from puzzleproof.verify.replay import short_of_goal

    _, found = named_puzzle(puzzle, metric)
    played = moves_in(found, plan) if isinstance(plan, str) else list(MOVES.of("plan", plan))
    states = play(found, played)
    if to_goal and not found.is_goal(states[-1]):
        raise IllegalMove(short_of_goal(played))
    return states


def bfs(
    puzzle: PuzzleLike,
    metric: str | None = None,
    *,
    on_layer: Callable[[int, int], None] | None = None,
) -> Distance:
    """Search breadth first by the rules; returns the minimum (None: no plan) and the state count.

    The search is simple on purpose, so that it can confirm other searches.  ``on_layer`` is
    called with each depth and the number of states so far; an error that it raises stops `bfs`.
    """
    from puzzleproof.verify.bfs import bfs as search

    _, found = named_puzzle(puzzle, metric)
    if on_layer is not None and not callable(on_layer):
        raise NotationError(f"on_layer {on_layer!r}: expected a function of a depth and a number")
    return search(found, on_layer)


@function_for_all
def second_opinion(
    path: str | Path,
    by: str,
    *,
    proof: str | Path | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> SecondOpinion:
    """Let another program check a certificate, or a formula and its ``proof``.

    ``by``: ``acl2`` (a formally verified LRAT checker), ``coq`` (the kernel of Coq) or ``proven``
    (a checker proven in Coq), if installed.  The answer's ``accepted`` is that program's judgement,
    which never replaces `verify`.
    """
    from puzzleproof.provers.opinions import REVIEWERS, ask

    one_of(tuple(REVIEWERS)).of("by", by)
    limits = given(Limited, locals()).limits

    def content(file: str | Path) -> bytes:
        with opened(path_of(file)) as stream:
            return stream.read()

    return ask(by, content(path), None if proof is None else content(proof), limits)


def link(puzzle: PuzzleLike, metric: str | None = None, *, page: str | None = None) -> str:
    """Return the address at which the page shows a puzzle, as ``show --link`` prints it.

    page: the address of the page; by default the one of ``puzzleproof serve``.  Raises
    NotationError if this is not a web address, Unsupported for a board that is too large for the
    page.
    """
    from puzzleproof.web.links import PAGE, address

    name, found = named_puzzle(puzzle, metric)
    return address([(name, found)], PAGE if page is None else page)
