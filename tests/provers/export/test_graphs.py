"""Exported state graphs: Graphviz and networkx read them, and they are those of `explore`."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.export import ExportRequest
from puzzleproof.provers.survey.request import SurveyRequest
from puzzleproof.provers.survey.survey import explore
from tests.support.exported import answer, program, written

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("reachable", [False, True])
@pytest.mark.parametrize("suffix", ["graphml", "dot"])
def test_it_is_the_graph_of_explore(suffix: str, reachable: bool, tmp_path: Path) -> None:
    puzzle = load("frogs-2-2")
    form = "reachable" if reachable else "all-states"
    (path,) = written(puzzle, tmp_path / "a", ExportRequest(format=f"{suffix}:{form}"))
    other = tmp_path / f"b.{suffix}"
    assert not explore(puzzle, SurveyRequest(reachable=reachable, graph=str(other))).fault
    assert path.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("name", ["frogs-2-2", "tiles-2x2", "triangle-4"])
def test_graphviz_draws_the_dot(name: str, tmp_path: Path) -> None:
    dot = program("dot")
    (path,) = written(load(name), tmp_path / "a.dot", ExportRequest(format="dot:reachable"))
    drawn = ET.fromstring(answer(tmp_path, dot, "-Tsvg", path))  # noqa: S314  Graphviz's own
    kinds = [group.get("class") for group in drawn.iter(f"{SVG}g")]
    found = explore(load(name), SurveyRequest(reachable=True)).findings
    assert kinds.count("node") == found["states"]
    assert kinds.count("edge") == found["edges"]


def test_what_has_no_graph_or_too_large_a_one_is_refused(tmp_path: Path) -> None:
    for name, fault in (("four-cubes", "no graph"), ("tiles-3x3", "more than 100,000")):
        with pytest.raises(Unsupported, match=fault):
            written(load(name), tmp_path / "a", ExportRequest(format="graphml"))
        assert not list(tmp_path.iterdir())
