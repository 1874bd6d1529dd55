"""Published figures of state graphs (benchmarks/surveys.toml), each certified anew."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.boards import puzzle_of
from benchmarks.surveys import SURVEYS, Published, Value, agrees, answer
from puzzleproof.provers.survey.survey import SurveyRequest, explore
from puzzleproof.verify import verify

NOT_IN_PRINT: dict[tuple[str, str], dict[str, Any]] = {
    ("ane-rouge", "piece"): {"eccentricity": 124, "hardest_anywhere": 93},
    ("century-whole-cells", "piece"): {"edges": 184_404, "hardest_start": 138},
    ("pennant", "piece"): {"edges": 27_568, "eccentricity": 80, "hardest_start": 78},
    ("simplicity", "piece"): {"edges": 1_174, "components": 11},
    ("simplicity2", "piece"): {"edges": 1_398, "component_sizes": {"8": 2, "9": 4, "558": 1}},
    ("soap", "piece"): {"edges": 56_834, "components": 53, "reached": 19_138},
    ("soap-verticals-labelled", "piece"): {"edges": 113_668},
    # All placements, and those that the start reaches, were counted by a program of its own too.
    ("mas-puzzle", "piece"): {"configurations": 176_250, "reached": 110_804, "components": 2_633},
}
"""What complete searches found that were made before this project, or beside it."""
WRONG: dict[tuple[str, str], dict[str, Any]] = {
    ("ane-rouge", "piece"): {"plans": 256},
    ("century-whole-cells", "piece"): {"eccentricity": 188},
    ("simplicity-alike-69", "piece"): {"diameter": 7},
    ("simplicity2", "piece"): {"components": 7},
}
"""What is certified where a source prints another number."""
SLOW = {
    ("ane-rouge", "unit"),
    ("century-whole-cells", "piece"),
    ("mas-puzzle", "piece"),
    ("soap", "piece"),
    ("soap-verticals-labelled", "piece"),
    ("super-century-138", "piece"),
}


def certified(published: Published) -> dict[str, Value]:
    """The figures that a certificate has to show."""
    key = published.puzzle, published.metric
    figures = {**published.figures, **NOT_IN_PRINT.get(key, {}), **WRONG.get(key, {})}
    return {name: value for name, value in figures.items() if published.certifies(name)}


@pytest.mark.parametrize(
    "published",
    [
        pytest.param(one, marks=[pytest.mark.slow] * (key in SLOW), id=" ".join(key))
        for key, one in SURVEYS.items()
        if one.certificate and not one.long
    ],
)
def test_published_figures_are_certified(published: Published, tmp_path: Path) -> None:
    puzzle, file = puzzle_of(published.puzzle, published.metric), tmp_path / "survey.cert"
    reachable, goals = (flag in published.options for flag in ("--reachable", "--from-goals"))
    explore(puzzle, SurveyRequest(reachable, certificate=str(file), from_goals=goals))
    figures = verify(file, instance=puzzle).figures
    assert figures is not None
    for name, value in certified(published).items():
        assert agrees(value, answer(name, figures, {}).value), name


@pytest.mark.slow
def test_figures_that_are_claimed_are_as_published() -> None:
    """Of the English board there is no certificate: positions are counted up to symmetry."""
    (published,) = [one for one in SURVEYS.values() if not one.certificate]
    found = explore(puzzle_of(published.puzzle, published.metric), SurveyRequest(solutions=True))
    for name, value in published.figures.items():
        assert agrees(value, answer(name, {}, found.findings).value), name
