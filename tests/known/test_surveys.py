"""Published figures of state graphs, each certified: what the search finds, the rules confirm.

Sources are the Klotski chapter (docs/library.md), sections 1 and 2, and of Ma's Puzzle the examples
of TLA+.  Where the chapter errs a comment says what it prints.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.instances import load
from puzzleproof.provers.survey.survey import SurveyRequest, explore
from puzzleproof.verify import verify

CENTURY: dict[str, Any] = {
    "configurations": 109_260,
    "edges": 184_404,
    "components": 2_653,
    "reached": 81_340,
    "eccentricity": 188,  # the chapter: 189
    "diameter": 230,
    "hardest_start": {"moves": 138, "states": 6, "unreachable": 0},  # Super-Century
}
FIGURES: dict[str, dict[str, Any]] = {
    "ane-rouge": {
        "configurations": 65_880,
        "edges": 114_958,
        "components": 898,
        "reached": 25_955,
        "diameter": 145,
        "plans": 256,  # the chapter: two
        "degrees": dict(
            zip(
                map(str, range(1, 11)),
                (1368, 10048, 24960, 18572, 7642, 2292, 700, 264, 30, 4),
                strict=True,
            )
        ),
    },
    "pennant": {"configurations": 18_504, "components": 1_074, "reached": 1_398, "diameter": 105},
    "simplicity": {
        "configurations": 530,
        "edges": 1_174,
        "components": 11,
        "reached": 161,
        "eccentricity": 27,
    },
    "simplicity2": {
        "configurations": 610,
        "edges": 1_398,
        "component_sizes": {"8": 2, "9": 4, "558": 1},  # the chapter: five others
        "optimum": 68,
    },
    "soap": {"configurations": 19_908, "edges": 56_834, "components": 53, "reached": 19_138},
    "soap-verticals-labelled": {
        "configurations": 39_816,
        "edges": 113_668,
        "components": 105,
        "reached": 38_276,
    },
    "mas-puzzle": {"reached": 110_804},
    "century-whole-cells": CENTURY,
}
SLOW = {"century-whole-cells", "mas-puzzle", "soap-verticals-labelled"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in FIGURES]
)
def test_published_figures_are_certified(name: str, tmp_path: Path) -> None:
    puzzle, file = load(name), tmp_path / "survey.cert"
    explore(puzzle, SurveyRequest(certificate=str(file)))
    checked = verify(file, instance=puzzle).figures
    assert checked is not None
    assert {figure: checked[figure] for figure in FIGURES[name]} == FIGURES[name]
