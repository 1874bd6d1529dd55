"""Theorems by groups of sliding blocks: what the files say, and what the kernel says of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.bounded import best_first, claim_with_bounds
from puzzleproof.provers.events import ignore
from puzzleproof.provers.export import coq as export
from puzzleproof.provers.export.coq import export_coq
from puzzleproof.provers.formal import groups, theorem_by_bounds, theorem_of
from puzzleproof.provers.formal import kernel as coq
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.labelling import label
from tests.support.coq_files import accepted_and_refused, answers, needs_coq
from tests.support.tree import ROOT

SIDING = load(ROOT / "benchmarks" / "boards" / "siding.toml")
OPEN = """\
family = "sliding"
labelled = "ABé"
board = '''
AA.Cé
..B..
.#...
'''
goal = '''
....B
.C...
é#.AA
'''
"""
"""Three of its four pieces are labelled."""


def named(*partition: str) -> list[tuple[str, dict[str, list[tuple[str, ...]]]]]:
    return [("piece_groups", {"partitions": [partition]})]


def open_board(metric: str) -> SlidingPuzzle:
    puzzle = loads(OPEN, "a.toml").with_metric(metric)
    assert isinstance(puzzle, SlidingPuzzle)
    return puzzle


def with_groups(one: Theorem, written: str) -> Theorem:
    """A theorem whose groups are others."""
    head = one.definitions.partition("Definition groups")[0]
    return replace(one, definitions=f"{head}Definition groups : list group := [{written}].\n")


def test_a_file_names_groups_and_what_each_needs() -> None:
    one = theorem_by_bounds(SIDING, named("ABC", "DEF"), 53, None)
    assert one.module == "SlidingGroups"
    assert one.lemma == "(bound_by_groups groups)"
    assert one.statement == "needs_at_least instance Unit 53"
    text = one.definitions.rpartition("Definition groups : list group := ")[2]
    assert text.count('("') == 2
    assert ', 31)); ("DEF", (' in text
    assert text.endswith(", 22))].\n")


def test_halves_are_tried_where_larger_groups_are_named() -> None:
    whole = theorem_by_bounds(SIDING, named("ABCDEF"), 53, None)
    assert '("ABC", (' in whole.definitions.rpartition("Definition groups")[2]


def test_pieces_that_are_not_labelled_are_in_no_group() -> None:
    text = theorem_by_bounds(open_board("unit"), named("ABC", "é"), 3, None).definitions
    written = text.rpartition("Definition groups")[2]
    assert "C" not in written
    assert "é" not in written


@pytest.mark.parametrize(
    ("at_least", "words"),
    [
        (
            200,
            "the kernel can search groups that need .* of 200 moves, and it knows no other bound",
        ),
        (None, "groups of pieces have no theorem in Coq about that there is no plan"),
    ],
)
def test_what_groups_do_not_prove_is_refused(at_least: int | None, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        theorem_by_bounds(open_board("unit"), named("AB", "é"), at_least, None)


def test_half_cells_have_no_groups() -> None:
    with pytest.raises(Unsupported, match="no theorem in Coq about half cells"):
        theorem_by_bounds(load("century"), named("A"), 3, None)


def test_groups_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    least = groups.needed(open_board("unit"), "AB").moves
    assert theorem_by_bounds(open_board("unit"), named("AB"), least, None)
    monkeypatch.setattr(groups, "MOST", 1)
    words = f"search groups that need 0 of {least} moves, and it knows no other"
    with pytest.raises(Unsupported, match=words):
        theorem_by_bounds(open_board("unit"), named("AB"), least, None)


def test_a_group_with_far_too_many_placements_is_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is claimed of it, and others of the same cut are enough where they are."""
    puzzle = open_board("unit")
    alone = groups.needed(puzzle, "é").moves
    assert alone > 0
    monkeypatch.setattr(groups, "FAR_MORE", 50)
    assert groups.needed(puzzle, "AB") == (0, 0, 0)
    text = theorem_by_bounds(puzzle, named("AB", "é"), alone, None).definitions
    assert text.rpartition("Definition groups")[2].count('("') == 1
    with pytest.raises(Unsupported, match=f"need {alone} of {alone + 1} moves"):
        theorem_by_bounds(puzzle, named("AB", "é"), alone + 1, None)


def test_an_export_finds_the_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they are not enough, the whole board is searched: fewer states may be in reach."""
    made = export_coq(SIDING, tmp_path / "siding", check=False)
    assert (made.at_least, made.minimum) == (53, True)
    assert "apply (minimum_by_groups groups _ _ _ plan)." in made.files[0].read_text("utf-8")
    monkeypatch.setattr(export, "theorem_by_bounds", refused)
    monkeypatch.setattr(export, "label", stopped)
    with pytest.raises(LimitReached, match="a search without bounds"):
        export_coq(SIDING, tmp_path / "siding", check=False)


def refused(*_arguments: object) -> None:
    raise Unsupported("not enough")


def stopped(*_arguments: object, **_names: object) -> None:
    raise LimitReached("a search without bounds")


def test_a_claim_without_a_plan_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert claim_with_bounds(SIDING, 50, None).at_least == 50
    monkeypatch.setattr(best_first, "MOST", 1)
    with pytest.raises(LimitReached, match="grows too large, or finds no plan"):
        claim_with_bounds(SIDING, None, None)


@needs_coq
def test_the_kernel_accepts_a_board_that_nobody_can_search() -> None:
    """Of some 2,000 million arrangements; one move more is refused."""
    found = claim_with_bounds(SIDING, None, None)
    one = theorem_by_bounds(SIDING, found.bounds, found.at_least, found.plan)
    assert one.statement == "minimum_is instance Unit 53"
    opinion = coq.check(one)
    assert (opinion.accepted, opinion.line) == (True, coq.CLOSED)


@needs_coq
@pytest.mark.parametrize("metric", ["unit", "line", "piece"])
def test_what_groups_need_is_true_and_no_more_is_accepted(metric: str, tmp_path: Path) -> None:
    """Groups that overlap, that need too much, and that a goal does not ask for are refused."""
    puzzle = open_board(metric)
    least = len(label(puzzle, ignore).plan or ())
    tries = list[tuple[Theorem, str, bool]]()
    for partition in (("A", "B", "é"), ("AB", "é"), ("ABé",), ("Aé", "B")):
        sizes = [groups.needed(puzzle, names).moves for names in partition]
        assert 0 < sum(sizes) <= least
        letters = [names.replace("é", "a") for names in partition]
        base = theorem_of(puzzle, sum(sizes), None)
        for back in (0, 1):
            pairs = zip(letters, sizes, strict=True)
            right = [f'("{g}", ({min(back, n - 1)}, {n}))' for g, n in pairs]
            tries.append((with_groups(base, "; ".join(right)), "(bound_by_groups groups)", True))
        more = theorem_of(puzzle, sum(sizes) + 1, None)
        tries.append((with_groups(more, "; ".join(right)), "(bound_by_groups groups)", False))
        high = [f'("{letters[0]}", (0, {sizes[0] + 1}))', *right[1:]]
        tries.append((with_groups(more, "; ".join(high)), "(bound_by_groups groups)", False))
    twice = theorem_of(puzzle, 2, None)
    for written in ('("A", (0, 1)); ("A", (0, 1))', '("AB", (0, 1)); ("Ba", (0, 1))'):
        tries.append((with_groups(twice, written), "(bound_by_groups groups)", False))
    for written in ('("C", (0, 1))', '("", (0, 1))', '(".", (0, 1))', '("#", (0, 1))'):
        one = with_groups(theorem_of(puzzle, 1, None), written)
        tries.append((one, "(bound_by_groups groups)", False))
    assert answers(accepted_and_refused("SlidingGroups", tries), tmp_path) == ([], "")
