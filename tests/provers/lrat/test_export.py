"""What an export says beside its files is checked as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import InternalError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import lrat as export
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import Labelling


@pytest.mark.parametrize("plan", [("3-2", "1-3"), ("3-2", "9-9", "2-1")], ids=" ".join)
def test_a_plan_that_the_rules_deny_refutes_no_claim(
    plan: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bent(puzzle: AnyPuzzle, *words: Any, **more: Any) -> Labelling:
        return label(puzzle, *words, **more)._replace(plan=plan)

    puzzle = load("frogs-1-1")
    assert export.export_lrat(puzzle, tmp_path / "good", at_least=9).at_least == 3
    monkeypatch.setattr(export, "label", bent)
    with pytest.raises(InternalError, match="the rules deny the plan"):
        export.export_lrat(puzzle, tmp_path / "bad", at_least=9)
    assert not list(tmp_path.glob("bad*"))


def test_the_search_ends_where_the_table_gets_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for all states of a puzzle that no formula can hold."""
    monkeypatch.setattr("puzzleproof.verify.formula.check.CLAUSES_LIMIT", 5_000)
    with pytest.raises(Unsupported, match=r"a table of \d+ labels and [\d,]+ states is too large"):
        export.export_lrat(load("korf-12"), tmp_path / "a")
    assert not list(tmp_path.iterdir())
