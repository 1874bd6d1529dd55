"""Graphs in arrays: the same states, neighbours and findings as those in lists."""

from ast import literal_eval
from functools import partial
from typing import Any

import pytest

from puzzleproof.explore.graph.arrays import ArrayGraph, array_graph
from puzzleproof.explore.graph.lists import ListGraph, list_graph
from puzzleproof.explore.graph.spaces import SlidingSpace
from puzzleproof.explore.survey import survey
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, library, sliding
from tests.support.state_graphs import PARTLY_LABELLED, plain_distances

MOST = 20_000
ONE_OF_MANY = {"diameter_ends", "diameter_searches"}
"""Findings that may be others, as good."""
BOARDS: dict[str, SlidingPuzzle] = {
    **{
        f"{name}, {metric}": SMALL[name].with_metric(metric) for name in SMALL for metric in METRICS
    },
    **PARTLY_LABELLED,
    "two words": sliding(f"A{'.' * 34}/B{'#' * 33}."),
    "no moves": sliding("AB/CD"),
    "parts": sliding("AA.#BB./..##.CC"),
}


def _both(name: str, reachable: bool) -> tuple[ListGraph, ArrayGraph]:
    space, most = SlidingSpace(BOARDS[name]), 1_500
    try:
        lists = list_graph(space, most, reachable=reachable)
        return lists, array_graph(space, most, reachable=reachable)
    except LimitReached:
        pytest.skip("too large for a quick test")


@pytest.mark.parametrize("reachable", [False, True])
@pytest.mark.parametrize("name", BOARDS)
def test_arrays_hold_the_graph(name: str, reachable: bool) -> None:
    lists, arrays = _both(name, reachable)
    states = arrays.states_of(range(len(arrays)))
    assert sorted(states) == sorted(lists.states)
    for vertex, state in enumerate(states):
        found = [states[after] for after in arrays.rows[vertex]]
        row = lists.rows[lists.index[state]]
        assert sorted(found) == sorted(lists.states[after] for after in row)
    _same_findings(lists, arrays)


def _same_findings(lists: ListGraph, arrays: ArrayGraph) -> None:
    one, other = dict[str, Any](), dict[str, Any]()
    survey(lists, repr, one.__setitem__)
    survey(arrays, repr, other.__setitem__)
    depths = plain_distances(lists.rows, 0)
    farthest = lists.index[literal_eval(other["start"].pop("farthest"))]
    assert depths[farthest] == other["start"]["eccentricity"]
    del one["start"]["farthest"]
    ends = [lists.index[literal_eval(state)] for state in other["diameter_ends"]]
    assert plain_distances(lists.rows, ends[0])[ends[1]] == other["diameter"]
    for found in (one, other):
        for name in ONE_OF_MANY:
            del found[name]
    assert one == other


def test_limits_and_boards_too_large() -> None:
    build = partial(array_graph, SlidingSpace(library("simplicity")))
    assert len(build(530)) == 530
    with pytest.raises(LimitReached, match="more than 529"):
        build(529)
    with pytest.raises(LimitReached, match="more than 160 states"):
        build(160, reachable=True)
    large = sliding(f"A{'.' * 40}" + f"/.{'.' * 40}" * 30)
    with pytest.raises(Unsupported, match="too large a board"):
        array_graph(SlidingSpace(large), MOST)
