"""Counts of state graphs, against small graphs where they can be counted by hand."""

from __future__ import annotations

import pytest

from tests.support.boards import sliding
from tests.support.state_graphs import (
    component_sizes,
    degree_table,
    edge_count,
    mean_degree,
    of_library,
    size_table,
    whole,
)


def test_one_square_on_a_board_of_six() -> None:
    """A piece of one cell goes anywhere in one move; by single cells, to its neighbours."""
    graph = whole(sliding("A../..."))
    assert (len(graph.states), edge_count(graph), size_table(graph)) == (6, 15, {6: 1})
    graph = whole(sliding("A../...", "unit"))
    assert (edge_count(graph), degree_table(graph)) == (7, {2: 4, 3: 2})
    assert mean_degree(graph) == pytest.approx(7 / 3)


def test_two_bars_that_cannot_pass() -> None:
    """A wall parts the board; each part is a corridor of three cells with one bar of two."""
    graph = whole(sliding("AA.#BB.", labelled="AB"))
    # Either may be in either corridor, at either end of it.
    assert component_sizes(graph) == [4, 4]
    assert degree_table(graph) == {2: 8}


def test_arcs_are_counted_once() -> None:
    graph = of_library("frogs-1-1")
    # F.T: a step of either, then the other jumps and the first steps on: twice three moves.
    assert edge_count(graph) == 6
    assert sum(component_sizes(graph)) == len(graph.states) == 6


def test_the_start_is_in_the_first_component() -> None:
    graph = of_library("tiles-2x3")
    assert graph.states[0] == graph.task.start
    assert component_sizes(graph) == [360, 360]


def test_means_are_exact() -> None:
    assert mean_degree(of_library("tiles-2x3")) == pytest.approx(7 / 3)
