"""Certificates of surveys: what two formulations of the rules agree on, and what is left out."""

from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.survey import certify
from puzzleproof.provers.survey.request import SurveyRequest
from puzzleproof.provers.survey.survey import Survey, explore
from puzzleproof.verify import survey as checker
from puzzleproof.verify.function import verify
from puzzleproof.verify.survey import Figures
from tests.support.boards import SMALL
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

BOTH_WAYS = {name: puzzle for name, puzzle in SMALL.items() if not puzzle.tour and name != "mirror"}
OTHERS: dict[str, AnyPuzzle] = {
    "tiles": tiles("1 2 3 / 4 5 0"),
    "tiles, multi": tiles("1 2 3 / 4 5 0", "multi"),
    "frogs": frogs("FF.TT"),
    "frogs both ways": frogs("F.T/...", goal="T.F/...", backward=True),
    "pegs": pegs(board="triangle5", vacate=[1, 1], finish="any"),
    "pegs, jumps": pegs("jump", board="triangle4", vacate=[2, 1], finish="any"),
}


def certified(puzzle: AnyPuzzle, file: Path, **asked: Any) -> Survey:
    return explore(puzzle, SurveyRequest(certificate=str(file), **asked))


@pytest.mark.parametrize("name", [*BOTH_WAYS, *OTHERS])
def test_the_rules_confirm_what_the_search_found(name: str, tmp_path: Path) -> None:
    puzzle, file = (BOTH_WAYS | OTHERS)[name], tmp_path / "survey.cert"
    found = certified(puzzle, file, find=("eccentricities",))
    checked = verify(file, instance=puzzle)
    assert checked.figures is not None
    assert found.certified == list(checked.figures)
    start, goal = found.findings["start"], found.findings["goal"]
    assert checked.figures["layers"] == start["layers"]
    assert checked.figures["optimum"] == goal["optimum"]
    if puzzle.reversible:
        assert checked.figures["configurations"] == found.findings["states"]
        assert checked.figures["diameter"] == found.findings["diameter"]
        assert checked.figures["centre"] == found.findings["eccentricities"]["centre"]
    else:
        assert "configurations" not in checked.figures


@pytest.mark.parametrize("name", [*BOTH_WAYS, *(n for n in OTHERS if OTHERS[n].reversible)])
def test_what_all_starts_need_at_most(name: str, tmp_path: Path) -> None:
    """God's number: the figure of the hardest starts, by another way."""
    puzzle, file = (BOTH_WAYS | OTHERS)[name], tmp_path / "survey.cert"
    found = certified(puzzle, file, find=("from-goals",))
    (figure,) = (verify(file, instance=puzzle).figures or {}).items()
    assert figure == ("from_goals", found.findings["from_goals"]["layers"])
    assert found.grades == {"from_goals": "certified"}
    figures = Figures(puzzle)
    hardest = figures.hardest(figures.whole, len(figures.whole))
    assert hardest is not None
    assert (len(figure[1]) - 1, figure[1][-1]) == (hardest["moves"], hardest["states"])


@pytest.mark.parametrize(
    ("puzzle", "asked", "words"),
    [
        (OTHERS["frogs"], {}, "--find from-goals: moves cannot be undone"),
        (OTHERS["tiles"], {"reachable": True}, "--find from-goals: leave out the options for the"),
        (next(p for p in SMALL.values() if p.tour), {}, "--find from-goals: a tour"),
    ],
)
def test_what_has_no_layers_around_goals(
    puzzle: AnyPuzzle, asked: dict[str, Any], words: str
) -> None:
    with pytest.raises(Unsupported, match=words):
        explore(puzzle, SurveyRequest(find=("from-goals",), **asked))


def test_a_notebook_shows_each_figure_with_its_grade(tmp_path: Path) -> None:
    found = explore(BOTH_WAYS["walls"], SurveyRequest())
    assert set(found.grades.values()) == {"claimed"}
    shown = certified(BOTH_WAYS["walls"], tmp_path / "cert")._repr_html_()  # pyright: ignore[reportPrivateUsage]
    for row in ("<td>reached</td><td>126</td><td>certified</td>", "<td>layers</td><td>19 entries"):
        assert row in shown


def test_of_the_reachable_states_nothing_is_said_of_all_placements(tmp_path: Path) -> None:
    found = certified(BOTH_WAYS["two alike"], tmp_path / "cert", reachable=True)
    assert "diameter" in found.certified
    assert not {"configurations", "goals", "components"} & set(found.certified)


@pytest.mark.parametrize(
    ("puzzle", "asked", "why"),
    [
        (SMALL["tour in sequence"], {}, "--certificate: a tour"),
        (load("instant-insanity"), {}, "--certificate: cubes have no state graph"),
        (
            OTHERS["pegs"],
            {"find": ("solutions",)},
            "--certificate: not with final-holes, solutions or starts",
        ),
        (
            OTHERS["pegs"],
            {"find": ("final-holes",)},
            "--certificate: not with final-holes, solutions or starts",
        ),
        (load("english-centre"), {}, "--certificate: graphs of more than 1,000,000 states are not"),
    ],
)
def test_what_is_not_certified_is_refused(
    puzzle: AnyPuzzle, asked: dict[str, Any], why: str, tmp_path: Path
) -> None:
    with pytest.raises(Unsupported, match=f"^{why}"):
        certified(puzzle, tmp_path / "cert", **asked)
    assert not list(tmp_path.iterdir())


def test_a_survey_that_was_stopped_is_not_certified(tmp_path: Path) -> None:
    asked = SurveyRequest(certificate=str(tmp_path / "cert"), time_limit=0.3)
    found = explore(load("century"), asked)
    assert found.stopped
    assert not found.certified
    assert not list(tmp_path.iterdir())


def test_cheap_figures_are_certified_where_a_limit_ends_the_search_for_the_diameter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: object) -> None:
        raise LimitReached("time limit reached")

    monkeypatch.setattr("puzzleproof.explore.survey._diameter", ended)
    found = certified(BOTH_WAYS["walls"], tmp_path / "cert")
    assert found.stopped == "time limit reached"
    assert {"layers", "hardest_start", "components"} <= set(found.certified)
    figures = verify(tmp_path / "cert").figures
    assert found.certified == list(figures or ())
    assert "diameter" not in found.grades


def test_a_diameter_that_takes_too_many_searches_is_an_interval(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzleproof.explore.survey.STEPS", 126 * 2)
    found = certified(BOTH_WAYS["walls"], tmp_path / "cert")
    low, high = found.findings["diameter_bounds"]
    exact = explore_freely(monkeypatch)
    assert 0 < low <= exact <= high
    assert low < high
    assert "components" in found.certified
    assert "diameter" not in found.findings


def explore_freely(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.undo()
    diameter: int = explore(BOTH_WAYS["walls"], SurveyRequest()).findings["diameter"]
    return diameter


def test_a_diameter_that_takes_too_many_sources_is_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certify, "MOST_STEPS", 126 * 2)
    found = certified(BOTH_WAYS["walls"], tmp_path / "cert")
    assert found.grades["diameter"] == "claimed"
    assert found.grades["hardest_start"] == "certified"
    assert any(note.startswith("diameter: only claimed") for note in found.reasons)


def test_figures_that_need_a_list_of_too_many_states_are_not_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (checker, certify):
        monkeypatch.setattr(module, "MOST_STATES", 125)
    found = certified(BOTH_WAYS["walls"], tmp_path / "cert")
    assert found.certified == ["layers", "reached", "eccentricity", "goals_reached", "optimum"]
    assert found.grades["plans"] == "claimed"


def test_a_file_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    found = certified(BOTH_WAYS["walls"], tmp_path / "no folder" / ("long" * 100))
    assert "no folder" in found.fault
    assert not found.certified
    assert found.findings["diameter"] > 0


def test_findings_stand_where_nothing_can_be_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "MOST_STATES", 10)
    found = certified(BOTH_WAYS["walls"], tmp_path / "cert")
    assert found.findings["start"]["reached"] == 126
    assert isinstance(found.refusal, Unsupported)
    assert "over 10" in found.fault
    assert not list(tmp_path.iterdir())
