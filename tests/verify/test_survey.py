"""Certified surveys: true figures are accepted, every other value is named and refused.

The oracle is written here from `moves` and `play`, state by state; it shares only the rules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import Any, cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.models.capabilities import placements
from puzzleproof.models.errors import CertificateRejected, InternalError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.output import printed
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.goals import SlidingCapabilities
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.certificate import NO_BODY, sealed
from puzzleproof.provers.survey.certify import sources_of
from puzzleproof.verify import state_graph, survey
from puzzleproof.verify.certificate import (
    FORMAT,
    VERSION,
    CheckedCertificate,
    check_stream,
    read_header,
)
from puzzleproof.verify.survey import Figures
from tests.support import frog_boards, peg_boards, tile_boards
from tests.support.boards import SMALL, puzzles, sliding
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

LARGE = ("mirror", "spaces", "two goals", "locked squares", "rush hour", "bound to axes")
BOTH_WAYS = {
    name: puzzle for name, puzzle in SMALL.items() if not puzzle.tour and name not in LARGE
}
"""Each has few states and placements: the oracle searches from all of them."""


def document(puzzle: AnyPuzzle, claims: Any, sources: Any = (), **changes: Any) -> bytes:
    """A certificate, with some keys changed."""
    found: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "kind": "survey",
        "instance": printed(puzzle),
        "metric": puzzle.metric,
        "claims": claims,
        "sources": sources,
        **NO_BODY,
        "versions": {},
        **changes,
    }
    return sealed(found)


def check(puzzle: AnyPuzzle, claims: Any, sources: Any = (), **changes: Any) -> CheckedCertificate:
    return check_stream(BytesIO(document(puzzle, claims, sources, **changes)), "file")


# --- the oracle ---------------------------------------------------------------------------------


def beyond(puzzle: AnyPuzzle, state: State) -> set[State]:
    return {puzzle.canonical(puzzle.play(state, move)) for move in puzzle.moves(state)}


def distances(puzzle: AnyPuzzle, origins: Iterable[State]) -> dict[State, int]:
    found = dict.fromkeys(origins, 0)
    queue = list(found)
    for state in queue:
        for after in beyond(puzzle, state):
            if after not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found


def eccentricity(puzzle: AnyPuzzle, state: State) -> int:
    return max(distances(puzzle, [state]).values())


def hardest(puzzle: AnyPuzzle, states: Iterable[State]) -> dict[str, int] | None:
    states = list(states)
    found = distances(puzzle, filter(puzzle.is_goal, states))
    if not found:
        return None
    most = max(found.values())
    number = list(found.values()).count(most)
    return {"moves": most, "states": number, "unreachable": len(states) - len(found)}


def answers(puzzle: AnyPuzzle, states: Iterable[State]) -> str:
    """The hash of an answer table, each distance by a search of its own."""
    groups = puzzle.groups if isinstance(puzzle, SlidingPuzzle) else ()
    alike, lines = {ord(name): group[0] for group in groups for name in group}, list[str]()
    for state in states:
        found = distances(puzzle, [state])
        moves = min((found[one] for one in found if puzzle.is_goal(one)), default="")
        board = puzzle.draw(state).replace("\n", "/").translate(alike)
        lines.append(f"{board},{moves}\n")
    return sha256("".join(sorted(lines)).encode()).hexdigest()


@cache
def true_figures(puzzle: AnyPuzzle) -> dict[str, Any]:
    """Every figure, by the definitions."""
    start = puzzle.canonical(puzzle.start)
    reached = distances(puzzle, [start])
    sizes = Counter(reached.values())
    goals = [state for state in reached if puzzle.is_goal(state)]
    optimum = min((reached[state] for state in goals), default=None)
    found: dict[str, Any] = {
        "layers": [sizes[depth] for depth in range(len(sizes))],
        "reached": len(reached),
        "eccentricity": max(reached.values()),
        "goals_reached": len(goals),
        "optimum": optimum,
        "plans": sum(paths(puzzle, reached, goal) for goal in goals if reached[goal] == optimum),
    }
    if not puzzle.reversible:
        found["dead_ends"] = sum(not beyond(puzzle, state) for state in reached)
        return {**found, "answers": answers(puzzle, reached)}
    every = Counter(eccentricity(puzzle, state) for state in reached)
    found |= {
        "hardest_start": hardest(puzzle, reached),
        "diameter": max(every),
        "radius": min(every),
        "centre": every[min(every)],
        "answers": answers(puzzle, reached),
    }
    states = placements(puzzle, 20_000)
    assert states is not None
    assert len(set(states)) == len(states)
    assert set(reached) <= set(states)
    floods, left = Counter[int](), set(states)
    while left:
        flood = set(distances(puzzle, [min(left)]))
        assert flood <= left
        left -= flood
        floods[len(flood)] += 1
    degrees = Counter(len(beyond(puzzle, state)) for state in states)
    layer = Counter(distances(puzzle, filter(puzzle.is_goal, states)).values())
    return found | {
        "configurations": len(states),
        "edges": sum(degree * number for degree, number in degrees.items()) // 2,
        "degrees": {str(degree): degrees[degree] for degree in sorted(degrees)},
        "components": floods.total(),
        "component_sizes": {str(size): floods[size] for size in sorted(floods)},
        "goals": sum(map(puzzle.is_goal, states)),
        "hardest_anywhere": hardest(puzzle, states),
        "answers_anywhere": answers(puzzle, states),
        "from_goals": [layer[depth] for depth in range(len(layer))],
    }


def paths(puzzle: AnyPuzzle, depth: dict[State, int], state: State) -> int:
    """Shortest paths from the start to a state, counted from its end."""

    @cache
    def leading_to(one: State) -> int:
        nearer = [other for other in depth if depth[other] == depth[one] - 1]
        return sum(leading_to(x) for x in nearer if one in after[x]) if nearer else 1

    after = {one: beyond(puzzle, one) for one in depth}
    return leading_to(state)


def packed_sources(puzzle: AnyPuzzle, claims: dict[str, Any]) -> list[str]:
    return [str(puzzle.pack(state)) for state in sources_of(Figures(puzzle), claims) or ()]


# --- true and wrong figures ---------------------------------------------------------------------

SUBJECTS: dict[str, AnyPuzzle] = {
    **BOTH_WAYS,
    "tiles": tiles("1 2 / 3 0"),
    "tiles, multi": tiles("1 0 2 / 3 4 5", "multi", goal="3 1 2\n0 4 5"),
    "tiles in a line": tiles("1 0 2 3"),
    "frogs": frogs("FF.TT"),
    "frogs both ways": frogs("F.T/...", goal="T.F/...", backward=True),
    "pegs": pegs(board="triangle4", vacate=[2, 1], finish="any"),
}


@pytest.mark.parametrize("name", SUBJECTS)
def test_true_figures_are_accepted_and_every_other_one_is_named(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = SUBJECTS[name]
    claims = true_figures(puzzle)
    sources = packed_sources(puzzle, claims)
    with monkeypatch.context() as patch:
        patch.setattr(state_graph, "LARGE", 1)
        assert check(puzzle, claims, sources).figures == claims, "on arrays"
        patch.setattr(state_graph, "NEIGHBOURS", "no_such_library:neighbours")
        assert check(puzzle, claims, sources).figures == claims, "without them"
    checked = check(puzzle, claims, sources)
    assert checked.figures == claims
    assert checked.optimum is None
    for figure, value in claims.items():
        needed = sources if figure in {"diameter", "radius", "centre"} else []
        assert check(puzzle, {figure: value}, needed).figures == {figure: value}
        for wrong in others_than(value):
            with pytest.raises(CertificateRejected, match=f"^file: {figure}: (the c|expect)"):
                check(puzzle, {figure: wrong}, needed)


def others_than(value: Any) -> list[Any]:
    """Values like this one and other than it, for a figure that has one value."""
    if isinstance(value, int):
        return [value - 1, value + 1, float(value), str(value), None, [value], value == 1 or 10**40]
    if isinstance(value, list):
        sizes = cast("list[int]", value)
        return [
            sizes[:-1],
            [*sizes, 1],
            [*sizes, 0],
            [sizes[0] + 1, *sizes[1:]],
            len(sizes),
            {},
            None,
        ]
    if isinstance(value, dict):
        table = cast("dict[str, int]", value)
        key = next(iter(table))
        return [{**table, key: table[key] + 1}, {**table, "0": 1}, {}, None]
    return [0, False, "", []]


@st.composite
def games(draw: st.DrawFn) -> AnyPuzzle:
    """A random board of a random family, of few states."""
    kinds = [
        puzzles(tours=False),
        frog_boards.puzzles(),
        peg_boards.puzzles(),
        tile_boards.puzzles(3),
        tile_boards.patterns(),
    ]
    puzzle = draw(st.one_of(kinds))
    try:
        assume(sum(1 for _ in few(puzzle)) <= MANY)
        laid = placements(puzzle, MANY)
    except Unsupported:
        laid = None
    assume(not puzzle.reversible or laid is not None)
    return puzzle


MANY = 100
"""States of a random board at most: the oracle searches from each of them."""


def few(puzzle: AnyPuzzle) -> Iterator[State]:
    """The states reached, until there are too many."""
    found = {puzzle.canonical(puzzle.start)}
    queue = list(found)
    for state in queue:
        yield state
        if len(queue) > MANY:
            yield from queue
            return
        more = beyond(puzzle, state) - found
        found |= more
        queue += more


@given(games(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_random_boards(puzzle: AnyPuzzle, chance: Random) -> None:
    claims = true_figures(puzzle)
    sources = packed_sources(puzzle, claims)
    assert check(puzzle, claims, sources).figures == claims
    figure = chance.choice(list(claims))
    wrong = chance.choice(others_than(claims[figure]))
    with pytest.raises(CertificateRejected, match=figure):
        check(puzzle, {**claims, figure: wrong}, sources)
    states = placements(puzzle, MANY) or [puzzle.start]
    some = [str(puzzle.pack(chance.choice(states))) for _ in range(3)]
    for figure in {"diameter", "radius", "centre"} & claims.keys():
        for value in range(claims[figure] + 3):
            with suppress(CertificateRejected):
                assert check(puzzle, {figure: value}, some).figures == {figure: claims[figure]}


# --- files that no search writes ----------------------------------------------------------------

PUZZLE = BOTH_WAYS["walls"]
ONE = {"eccentricity": 18}
BAD: dict[str, tuple[AnyPuzzle, dict[str, Any], str]] = {
    "no claims": (PUZZLE, {"claims": None}, "'claims': expected statistics"),
    "claims in a list": (PUZZLE, {"claims": ["reached"]}, "'claims': expected statistics"),
    "an empty claim": (PUZZLE, {"claims": {}}, "'claims': expected statistics"),
    "an unknown figure": (PUZZLE, {"claims": {"girth": 4}}, "'girth': expected one of layers"),
    "a minimum beside it": (PUZZLE, {"at_least": 9}, "kind 'survey' has no key 'at_least'"),
    "a symmetry": (PUZZLE, {"version": 4, "symmetry": "left-right"}, "has no key 'symmetry'"),
    "bounds": (PUZZLE, {"version": 3, "bounds": []}, "has no key 'bounds'"),
    "a plan beside it": (PUZZLE, {"plan": []}, "kind 'survey' has no key 'plan'"),
    "sources in an object": (PUZZLE, {"sources": {}}, "'sources': expected a list"),
    "a source in words": (PUZZLE, {"sources": ["start"]}, "number 1: 'start' is no packed state"),
    "a number for a source": (PUZZLE, {"sources": ["1", 2]}, "number 1: "),
    "a source without end": (PUZZLE, {"sources": ["9" * 9999]}, "is no packed state"),
    "a source off the board": (PUZZLE, {"sources": ["99999"]}, "'sources', number 1: "),
    "another version": (PUZZLE, {"version": 9}, "version 9: expected"),
    "a body": (PUZZLE, {"body_bytes": 5}, "5 bytes were not asked for"),
    "dead ends both ways": (
        PUZZLE,
        {"claims": {"dead_ends": 0}},
        "dead_ends: undefined for a puzzle whose moves can be undone",
    ),
    "the diameter of pegs": (
        SUBJECTS["pegs"],
        {"claims": {"diameter": 0}},
        "diameter: undefined for a puzzle whose moves cannot be undone",
    ),
    "a tour": (SMALL["tour in sequence"], {}, "a tour: surveys leave out the stops visited"),
    "cubes": (load("instant-insanity"), {}, "cubes have no state graph"),
    "too few sources": (
        PUZZLE,
        {"claims": {"diameter": 20}},
        "diameter: the sources show that it is from 0 to 125",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_other_files_are_refused_in_one_line(name: str) -> None:
    puzzle, changes, fault = BAD[name]
    with pytest.raises(CertificateRejected) as refused:
        check(puzzle, **{"claims": ONE, **changes})
    assert fault in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_source_of_another_component_is_refused() -> None:
    puzzle = SMALL["two alike"]
    reached = set(distances(puzzle, [puzzle.canonical(puzzle.start)]))
    states = placements(puzzle, 10_000)
    assert states is not None
    (other, *_) = set(states) - reached
    with pytest.raises(
        CertificateRejected, match="number 1: a state that the start does not reach"
    ):
        check(puzzle, {"diameter": 1}, [str(puzzle.pack(other))])


def test_what_is_too_large_is_no_fault_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "MOST_STATES", 10)
    for figure in ("components", "diameter"):
        with pytest.raises(Unsupported, match="over 10"):
            check(PUZZLE, {figure: 1})


def test_words_say_the_figures() -> None:
    claims = true_figures(PUZZLE)
    some = {name: claims[name] for name in ("layers", "reached", "hardest_start")}
    checked, moves = check(PUZZLE, some), claims["hardest_start"]["moves"]
    assert (
        f", reached {claims['reached']}, hardest start (moves: {moves}, states: " in checked.words()
    )
    assert repr(checked) == "<CheckedCertificate 'made by hand': 3 statistics (piece), survey>"
    assert "states, by the rules of family 'sliding'" in checked.details()


def test_goals_that_pieces_of_one_shape_exchange_are_all_counted() -> None:
    """The bar A may stand where B is drawn: out of its line, so the start never reaches it."""
    puzzle = sliding("AB./...", goal=".A./B..", axes="A:EW")
    true = true_figures(puzzle)["from_goals"]
    assert true == [2, 12, 16]
    assert check(puzzle, {"from_goals": true}).figures == {"from_goals": true}
    with pytest.raises(CertificateRejected, match="from_goals: the certificate claims"):
        check(puzzle, {"from_goals": [1, 6, 8]})


@pytest.mark.parametrize("goals", [None, (), ((0,), (1,))])
def test_goals_that_the_rules_do_not_list_are_no_empty_figure(
    monkeypatch: pytest.MonkeyPatch, goals: tuple[State, ...] | None
) -> None:
    """An empty list of goals would have `from_goals` accepted as empty."""
    puzzle = tiles("1 2 / 3 0")
    true = check(puzzle, {"from_goals": true_figures(puzzle)["from_goals"]}).figures
    assert true
    listed = goals and tuple(sorted(distances(puzzle, [puzzle.start])))[: len(goals)]

    def at_most(_self: AnyPuzzle, most: int, /) -> tuple[State, ...] | None:
        return listed if listed and len(listed) <= most else None

    monkeypatch.setattr(type(puzzle), "goal_states", at_most)
    if goals:
        (two,) = (check(puzzle, {"from_goals": [2, 4, 3, 2, 1]}).figures or {}).values()
        assert sum(two) == sum(true["from_goals"])
    else:
        with pytest.raises(Unsupported, match="the rules list no goals, or over 20,000"):
            check(puzzle, {"from_goals": []})


def test_figures_for_other_claims_are_others() -> None:
    figures = Figures(PUZZLE, claims={"reached": 1})
    other = figures.claiming({"reached": 126})
    assert (figures.claims, other.claims) == ({"reached": 1}, {"reached": 126})
    certificate = read_header(BytesIO(document(PUZZLE, {"reached": 126})))
    assert survey.check(certificate, other).figures == {"reached": 126}
    with pytest.raises(InternalError, match="for other claims"):
        survey.check(certificate, figures)


def test_it_says_how_far_it_is() -> None:
    heard = list[str]()

    def hear(what: str, _done: int, _total: int) -> None:
        heard.append(what)

    claims = true_figures(PUZZLE)
    data = document(PUZZLE, claims, packed_sources(PUZZLE, claims))
    check_stream(BytesIO(data), "file", tell=hear)
    assert set(heard) == {"following the moves of all states", "searching from the sources"}
    heard.clear()
    check_stream(BytesIO(document(PUZZLE, {"reached": 126})), "file", tell=hear)
    assert set(heard) == {"searching from the start"}


def test_searches_from_sources_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = {"diameter": true_figures(PUZZLE)["diameter"]}
    sources = packed_sources(PUZZLE, claims)
    monkeypatch.setattr(survey, "MOST_STEPS", len(sources) * 126)
    assert check(PUZZLE, claims, sources).figures == claims
    with pytest.raises(CertificateRejected, match=r"126 states, expected .* states at most in all"):
        check(PUZZLE, claims, [*sources, sources[0]])


def test_the_definition_may_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "FEW_STATES", 5)
    data = document(PUZZLE, {"reached": 126})
    quick = check_stream(BytesIO(data), "file")
    assert (quick.by, "numpy" in quick.details()) == ("arrays", True)
    slow = check_stream(BytesIO(data), "file", by_rules=True)
    assert (slow.by, "numpy" in slow.details()) == ("definition", False)
    assert quick.figures == slow.figures
    monkeypatch.setattr(survey, "ON_ARRAYS", "no_such_library:search")
    assert check_stream(BytesIO(data), "file").by == "definition"


def test_a_claim_that_is_too_small_ends_the_search() -> None:
    """Of a board of some 10^13 tables."""
    puzzle = load("korf-01")
    several: list[tuple[dict[str, Any], str]] = [
        ({"reached": 30, "eccentricity": 9}, "reached"),
        ({"layers": [1, 3]}, "layers"),
        ({"from_goals": []}, "from_goals"),
        ({"reached": 0}, "reached"),
    ]
    for claims, figure in several:
        with pytest.raises(CertificateRejected, match=f"^file: {figure}: .* the rules give more"):
            check(puzzle, claims)
    with pytest.raises(CertificateRejected, match="reached: the certificate claims 30 states"):
        check(puzzle, {"reached": 30, "diameter": 4}, [str(puzzle.pack(puzzle.start))])


@pytest.mark.parametrize(
    ("figure", "expected"),
    [("eccentricity", "'reached' or 'layers'"), ("plans", "'reached' or 'layers'")],
)
def test_a_claim_without_its_size_is_searched_so_far(
    figure: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = true_figures(PUZZLE)
    monkeypatch.setattr(survey, "MOST_STATES", 20)
    with pytest.raises(Unsupported, match=f"over 20 states: it continues only .* by {expected}"):
        check(PUZZLE, {figure: claims[figure]})
    sized = {figure: claims[figure], "reached": claims["reached"]}
    assert check(PUZZLE, sized).figures == sized


@pytest.mark.parametrize(("kept", "fault"), [(1, "no placement"), (0, "listed twice")])
def test_placements_that_are_listed_wrongly_are_a_bug(
    monkeypatch: pytest.MonkeyPatch, kept: int, fault: str
) -> None:
    """Some are missing, or there is one twice."""
    listed = placements(PUZZLE, 1000)
    assert listed
    wrong = listed[:kept] or [*listed, listed[0]]

    def answered(*_: object) -> Sequence[State]:
        return wrong

    monkeypatch.setattr(SlidingCapabilities, "placements", answered)
    figures = Figures(PUZZLE, claims={"hardest_anywhere": None})
    with pytest.raises(InternalError, match=fault):
        figures.whole  # noqa: B018  it is computed
