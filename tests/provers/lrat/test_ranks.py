"""Proofs of labellings: for every family, strict, and none where labels or plans are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InternalError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import lrat as export
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.provers.lrat.ranks import rank_proof
from puzzleproof.verify.formula.ranks import Ranks
from puzzleproof.verify.lrat import Line, check_lines
from tests.support.labellings import ALL, SOLVABLE, formula, labelled, spoilt


def check(ranks: Ranks, lines: Iterable[Line]) -> int:
    return check_lines(list(ranks.clauses()), ranks.variables, lines)


LIBRARY = {name: load(name) for name in ("pennant", "frogs-3-3", "tiles-2x3", "four-cubes")}


@pytest.mark.parametrize("name", [*ALL, *LIBRARY])
def test_proofs_are_accepted(name: str) -> None:
    """And strict, as ACL2 demands: each hint but the last is unit and new, the last one false."""
    ranks = formula(labelled((ALL | LIBRARY)[name]))
    lines = list(rank_proof(ranks))
    assert check(ranks, lines) == sum(len(hints) for _, _, hints in lines)
    assert name in LIBRARY or not unstrict(list(ranks.clauses()), lines)


@pytest.mark.parametrize("name", SOLVABLE)
def test_a_bound_below_the_minimum_has_a_proof_as_well(name: str) -> None:
    """'At least 1' too: the start is no goal, which the labels say; no move matters."""
    one = labelled(SOLVABLE[name])
    for count in range(1, len(one.labels), 4):
        ranks = formula(replace(one, labels=one.labels[:count]))
        assert (ranks.states == 0) == (count == 1)
        assert check(ranks, rank_proof(ranks))


def unstrict(clauses: Sequence[Sequence[int]], lines: Iterable[Line]) -> str:
    """The first line that ACL2's checker would refuse: a hint that is not unit, or is true.

    Another writing than the checker's, by sets of literals.
    """
    known = dict(enumerate(map(frozenset, clauses), 1))
    for number, literals, hints in lines:
        false = set(literals)
        for hint in hints[:-1]:
            left = known[hint] - false
            if len(left) != 1 or any(-x in false for x in left):
                return f"line {number}: hint {hint} leaves {sorted(left)}"
            false.add(-min(left))
        if known[hints[-1]] - false:
            return f"line {number}: no contradiction"
        known[number] = frozenset(literals)
    return ""


@pytest.mark.parametrize("name", ALL)
def test_wrong_labels_have_no_proof(name: str) -> None:
    """The writer says which label breaks; the proof of others does not do either."""
    one = labelled(ALL[name])
    honest = list(rank_proof(formula(one)))
    for number, (_, labels) in enumerate(list(spoilt(one.labels, one.closed))[:12]):
        with pytest.raises(CertificateRejected, match="breaks the labels"):
            list(rank_proof(formula(one, labels)))
        if number < 4 and name in ("sliding", "tiles", "cubes", "2 x 3"):
            with pytest.raises(CertificateRejected):
                check(formula(one, labels), honest)


@pytest.mark.parametrize("name", ["sliding", "jumps", "cubes", "one colour"])
def test_every_line_is_needed(name: str) -> None:
    """Without any one line, hints to it name no clause; the patterns and choices are no padding."""
    ranks = formula(labelled(ALL[name]))
    lines, clauses = list(rank_proof(ranks)), list(ranks.clauses())
    used = {hint for _, _, hints in lines for hint in hints}
    assert used >= {number for number, literals, _ in lines if literals}
    for place in range(0, len(lines), 1 + len(lines) // 20):
        with pytest.raises(CertificateRejected):
            check_lines(clauses, ranks.variables, lines[:place] + lines[place + 1 :])


# --- the export ---------------------------------------------------------------------------


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
