"""What an export says beside its files is checked as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import InternalError, LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.provers.lrat import export
from puzzleproof.verify.formula.check import check_formula
from tests.support.bounded import bounded
from tests.support.bounded_formulas import SUBJECTS


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


@pytest.fixture
def no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(("name", "minimum"), [("tiles-2x3", 21), ("triangle-4", 5)])
@pytest.mark.usefixtures("no_cache")
def test_tables_with_bounds_are_found_and_accepted(
    name: str, minimum: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are the default where a puzzle may have many states, as these are said to."""
    files = export.export_lrat(load(name), tmp_path / "named", "bounded", at_least=3)
    assert (files.at_least, files.form, files.checked) == (3, "bounded", True)
    assert export.export_lrat(load(name), tmp_path / "small").form == "ranks"
    monkeypatch.setattr("puzzleproof.provers.prove.MANY_STATES", 0)
    files = export.export_lrat(load(name), tmp_path / "large", at_least=99)
    assert (files.at_least, files.form) == (minimum, "bounded")
    assert check_formula(files.formula, files.proof).at_least == minimum
    left = {path.name for path in tmp_path.iterdir()} - {"cache"}
    assert left == {
        f"{one}.{two}" for one in ("named", "small", "large") for two in ("cnf", "lrat")
    }


@pytest.mark.parametrize("name", ["hughes", "instant-insanity", "frogs-2-2"])
def test_what_can_be_labelled_whole_has_no_table_with_bounds(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="all states can be labelled"):
        export.export_lrat(load(name), tmp_path / "a", "bounded")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("no_cache")
def test_sliding_blocks_that_bounds_do_not_help_are_labelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody named the form; where it was named, that is said."""
    monkeypatch.setattr("puzzleproof.provers.bounded.MANY", 1)
    assert export.export_lrat(load("hughes"), tmp_path / "a").form == "ranks"
    with pytest.raises(Unsupported, match="the bounds cut too little"):
        export.export_lrat(load("hughes"), tmp_path / "b", "bounded")


@pytest.mark.usefixtures("no_cache")
def test_sliding_blocks_with_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzleproof.provers.bounded.MANY", 1)
    monkeypatch.setattr("puzzleproof.provers.bounded.rules.SHARE", 1)
    files = export.export_lrat(load("hughes"), tmp_path / "a")
    assert (files.form, files.at_least) == ("bounded", 21)


@pytest.mark.usefixtures("no_cache")
def test_a_search_that_ends_early_claims_no_minimum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked for is neither proven nor denied then."""
    one = SUBJECTS["dozen"]

    def publish(
        _puzzle: Any, _wanted: Any, _seed: int, _memory: Any, place: Any, _emit: Any
    ) -> None:
        place.part.write_bytes(bounded(one.puzzle, one.bounds, 4))

    monkeypatch.setattr("puzzleproof.provers.bounded.pegs.search_and_check", publish)
    assert export.export_lrat(one.puzzle, tmp_path / "a", "bounded").at_least == 4
    with pytest.raises(LimitReached, match="ended with 'at least 4 moves'"):
        export.export_lrat(one.puzzle, tmp_path / "b", "bounded", at_least=5)


def test_a_library_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_arguments: Any) -> None:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr("puzzleproof.provers.bounded.pegs.search_and_check", missing)
    with pytest.raises(Unsupported, match="no lower bounds are found: it needs numpy"):
        export.export_lrat(SUBJECTS["dozen"].puzzle, tmp_path / "a", "bounded")
