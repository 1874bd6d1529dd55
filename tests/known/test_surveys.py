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


def counts(text: str) -> dict[str, int]:
    """A size or a degree, and how many have it."""
    return {a: int(b) for a, b in (pair.split(":") for pair in text.split())}


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
        "eccentricity": 124,
        "diameter": 145,
        "optimum": 81,
        "plans": 256,  # the chapter: two
        "degrees": counts(
            "1:1368 2:10048 3:24960 4:18572 5:7642 6:2292 7:700 8:264 9:30 10:4",
        ),
        "component_sizes": counts(
            "2:36 4:292 6:112 8:100 9:4 10:28 11:4 12:56 14:8 16:64 18:4 19:4 20:8 21:4 24:42 "
            "25:4 26:30 27:4 28:4 29:12 30:8 32:4 33:8 36:8 45:4 47:4 52:2 55:2 73:4 75:4 92:4 "
            "98:4 99:4 118:4 181:4 201:4 248:4 25955:2"
        ),
    },
    "pennant": {"configurations": 18_504, "components": 1_074, "reached": 1_398, "diameter": 105},
    "simplicity": {
        "configurations": 530,
        "edges": 1_174,
        "components": 11,
        "reached": 161,
        "component_sizes": {"8": 2, "9": 6, "138": 1, "161": 2},
        "eccentricity": 27,  # of three states
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
