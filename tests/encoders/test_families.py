"""The registry of encoders: every row can be called, and the registry is light to import."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Any, cast

import pytest

from puzzleproof.encoders import ENCODERS, ground, ground_single_steps
from puzzleproof.models import FAMILIES
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support.command_line import environment


def test_every_family_has_a_row() -> None:
    assert set(ENCODERS) == set(FAMILIES)


def test_where_moves_are_single_steps_one_task_does_for_both() -> None:
    first = {load(name).family: load(name) for name in reversed(library_names())}
    for family, puzzle in first.items():
        same = ground(puzzle).task == ground_single_steps(puzzle).task
        assert same == (not ENCODERS[family].single_steps)


@dataclass
class Chess:
    family: str = "chess"


@pytest.mark.parametrize("call", [ground, ground_single_steps])
def test_a_family_without_an_encoder_is_refused(call: Any) -> None:
    with pytest.raises(Unsupported, match="'chess'"):
        call(cast("AnyPuzzle", Chess()))


def test_the_registry_imports_no_task() -> None:
    code = "import sys, puzzleproof.encoders; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment()
    )
    ours = {name for name in done.stdout.split() if name.startswith("puzzleproof.")}
    assert not [name for name in ours if name.startswith("puzzleproof.encoders.")]
    assert "puzzleproof.models.puzzle" not in ours
