"""Theorems about all states: what the files say, and that the kernel agrees with the rules."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest

from puzzleproof.models.capabilities import placements
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.formal.survey import theorem_of_survey
from puzzleproof.provers.formal.theorem import Theorem, development, needed
from puzzleproof.verify.bfs import layers
from tests.support import frog_boards, tile_boards
from tests.support.boards import SMALL
from tests.support.coq_files import accepted_and_refused, answers, lines_to_read, needs_coq
from tests.support.exported import claimed

STRANDED = 'family = "sliding"\nboard = "A.#B"\ngoal = "...A"\nlabelled = "A"\n'
PEGS = {
    "row": 'family = "pegs"\nstart = "xxoxo"\nfinish = "any"\n',
    "square": 'family = "pegs"\nstart = """\nxxx\nxox\nxxx\n"""\nfinish = "any"\n',
}

FAMILIES: Mapping[str, Mapping[str, AnyPuzzle]] = {
    "Sliding": {name: one for name, one in SMALL.items() if not one.no_survey},
    "Tiles": tile_boards.SMALL,
    "Frogs": frog_boards.SMALL,
    "Pegs": {name: loads(text, "a.toml") for name, text in PEGS.items()},
}

MODULES = {
    "Sliding": "SlidingParts",
    "Tiles": "TilesSurvey",
    "Frogs": "FrogsBackward",
    "Pegs": "PegsSurvey",
}
"""The last module of a family's surveys, which has all its theorems."""
NUMBER = re.compile(r"\d+(?= \(start instance\))|(?<=\(configuration instance\) )\d+")


def numbers(theorem: Theorem) -> list[int]:
    """States, farthest; the hardest start, configurations, components if it speaks of them."""
    return [int(one) for one in NUMBER.findall(theorem.statement)]


def by_definition(puzzle: AnyPuzzle) -> list[int]:
    """The same by the rules and networkx."""
    graph: nx.DiGraph[object] = nx.DiGraph()
    found = list(layers(puzzle))
    for state in (state for layer in found for state in layer):
        graph.add_node(state)
        graph.add_edges_from((state, after) for after in puzzle.successors(state))
    # The stubs of networkx lose the type of a node.
    goals = {state for state in graph if puzzle.is_goal(state)}  # type: ignore[arg-type]
    counted = [len(graph), len(found) - 1]
    if puzzle.reversible and goals:
        counted.append(int(max(nx.multi_source_dijkstra_path_length(graph, goals).values())))
    if puzzle.family == "sliding":
        laid = placements(puzzle, 10_000)
        assert laid is not None
        edges = ((state, after) for state in laid for after in puzzle.successors(state))
        whole: nx.Graph[object] = nx.Graph(edges)
        whole.add_nodes_from(laid)
        counted += [len(whole), nx.number_connected_components(whole)]
    return counted


def surveyed(family: str) -> Iterator[AnyPuzzle]:
    """All boards of a family, sliding blocks in the metrics that differ most."""
    for puzzle in FAMILIES[family].values():
        yield puzzle
        if family == "Sliding":
            yield puzzle.with_metric("unit" if puzzle.metric == "piece" else "piece")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_file_says_what_the_definition_says(family: str) -> None:
    for puzzle in surveyed(family):
        assert numbers(theorem_of_survey(puzzle)[0]) == by_definition(puzzle)


@needs_coq
@pytest.mark.parametrize("family", FAMILIES)
def test_the_kernel_accepts_what_is_so_and_nothing_else(family: str, tmp_path: Path) -> None:
    """Each number of each board, and the same number plus one or less one."""
    tries = list[tuple[Theorem, str, bool]]()
    for puzzle in surveyed(family):
        theorem, _ = theorem_of_survey(puzzle)
        tries.append((theorem, theorem.lemma, True))
        for number in range(len(numbers(theorem))):
            for more in (1, -1) if puzzle.metric != "unit" else ():
                wrong = changed(theorem.statement, number, more)
                if wrong is not None:
                    tries.append((replace(theorem, statement=wrong), theorem.lemma, False))
    assert len(tries) > 3 * len(FAMILIES[family])
    assert {one.module for one, _, _ in tries} <= set(needed(MODULES[family]))
    assert answers(accepted_and_refused(MODULES[family], tries), tmp_path) == ([], "")


def changed(statement: str, number: int, more: int) -> str | None:
    """A statement with one of its numbers changed; None where that would be below zero."""
    place = list(NUMBER.finditer(statement))[number]
    value = int(place[0]) + more
    return None if value < 0 else f"{statement[: place.start()]}{value}{statement[place.end() :]}"


SPOKEN = {
    "Sliding": "SlidingBlocks.move SlidingPlacements.alike SlidingBlocks.solved "
    "SlidingBlocks.start Surveys.exactly Surveys.components SlidingPlacements.configuration",
    "Tiles": "Tiles.move Surveys.same_state Steps.shown Tiles.goals Tiles.start",
    "Frogs": "Frogs.move Surveys.same_state Steps.shown Frogs.goals Frogs.start",
    "Pegs": "Pegs.move Surveys.same_state Pegs.start",
}
"""Where the names are defined in which a survey of a family is claimed."""


@needs_coq
@pytest.mark.parametrize("family", SPOKEN)
def test_the_kernel_finds_what_a_survey_says_in_the_rules(family: str, tmp_path: Path) -> None:
    names = f"Surveys.states Surveys.farthest Surveys.hardest {SPOKEN[family]}".split()
    asked = "".join(f"Locate {name.partition('.')[2]}.\n" for name in names)
    wide = "Set Printing Width 1000.\n"
    said, complaint = answers(development(MODULES[family]) + wide + asked, tmp_path)
    assert complaint == ""
    meant = [line.split() for line in said if "shorter name" not in line]
    assert meant == [["Constant", f"all.{name}"] for name in names]


def test_a_survey_without_a_goal_speaks_of_states_alone() -> None:
    theorem, said = theorem_of_survey(loads(STRANDED, "a.toml"))
    assert (numbers(theorem), theorem.lemma.split()[0]) == ([2, 1, 6, 4], "(states_and_parts")
    assert said.startswith("2 states, the farthest 1 move from the start; 6 configurations in 4 co")


def test_what_has_no_survey_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unsupported, match="tours have no rules in Coq"):
        theorem_of_survey(SMALL["half-way tour"])
    with pytest.raises(Unsupported, match="surveys of family 'cubes' have no theorem in Coq"):
        theorem_of_survey(load("instant-insanity"))
    monkeypatch.setattr("puzzleproof.provers.formal.survey.MOST_STATES", 10)
    with pytest.raises(Unsupported, match=r"161 states: Coq surveys at most 10"):
        theorem_of_survey(load("simplicity"))


def test_the_rules_to_be_read_are_short() -> None:
    """Those of a survey, beside the rules of the family."""
    assert len(lines_to_read(["Surveys", "SlidingPlacements"])) <= 46


def test_the_file_is_written_unchecked_where_that_is_asked_for(tmp_path: Path) -> None:
    made = claimed("coq", load("simplicity"), tmp_path / "a", "survey", check=False)
    survey = "161 states, the farthest 27 moves from the start, the hardest start 18 moves from a "
    survey += "goal; 530 configurations in 11 components"
    assert made.document == {"survey": survey, "files": [str(tmp_path / "a.v")], "checked": False}
    assert made.lines == (f"{tmp_path / 'a.v'}: {survey} (metric piece), not checked",)
    assert "161 (start instance) /\\" in (tmp_path / "a.v").read_text("utf-8")
    with pytest.raises(Unsupported, match="a survey claims no bound"):
        claimed("coq", load("simplicity"), tmp_path / "b", "survey", at_least=3, check=False)


@needs_coq
@pytest.mark.slow
def test_the_survey_of_l_ane_rouge(tmp_path: Path) -> None:
    """The figures of the Klotski chapter (docs/library.md), by the kernel."""
    made = claimed("coq", load("ane-rouge"), tmp_path / "claim", "survey")
    assert made.document["checked"]
    numbers = re.findall(r"\d[\d,]*(?= )", made.document["survey"])
    assert numbers == ["25,955", "124", "93", "65,880", "898"]
