"""Theorems by groups of sliding blocks: what the files say, and what the kernel says of them."""

from pathlib import Path

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.bounded import claim_with_bounds
from puzzleproof.provers.bounded import sliding as bounds
from puzzleproof.provers.events import ignore
from puzzleproof.provers.export import claims as export
from puzzleproof.provers.formal import MOST, theorem_by_bounds, theorem_of
from puzzleproof.provers.formal import bounds as groups
from puzzleproof.provers.formal import kernel as coq
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.labelling import label
from tests.support.boards import sliding
from tests.support.coq_files import judged, needs_coq
from tests.support.exported import claimed
from tests.support.tree import ROOT

SIDING = load(ROOT / "benchmarks" / "boards" / "siding.toml")

OPEN = sliding("AA.Cé/..B../.#...", goal="....B/.C.../é#.AA", labelled="ABé")
"""Three of its four pieces are labelled."""


def named(*partition: str) -> list[tuple[str, dict[str, list[tuple[str, ...]]]]]:
    return [("piece_groups", {"partitions": [partition]})]


def with_groups(moves: int, written: str, metric: str = "unit") -> Theorem:
    """That the open board needs so many moves, by these groups."""
    one = theorem_of(OPEN.with_metric(metric), moves, None)
    head = one.definitions.partition("Definition groups")[0]
    definitions = f"{head}Definition groups : list group := [{written}].\n"
    return Theorem("SlidingGroups", definitions, one.statement, "(bound_by_groups groups)", "")


def test_a_file_names_groups_and_what_each_needs() -> None:
    one = theorem_by_bounds(SIDING, named("ABC", "DEF"), 53, None)
    assert one.module == "SlidingGroups"
    assert one.lemma == "(bound_by_groups groups)"
    assert one.statement == "needs_at_least instance Unit 53"
    text = one.definitions.rpartition("Definition groups : list group := ")[2]
    assert text.count('("') == 2
    assert ', 31)); ("DEF", (' in text
    assert text.endswith(", 22))].\n")


@pytest.mark.parametrize(
    ("at_least", "words"),
    [
        (200, "can search prove only .* of 200 moves, and there is no other bound"),
        (None, "groups of pieces have no theorem in Coq about unsolvable puzzles"),
    ],
)
def test_what_groups_do_not_prove_is_refused(at_least: int | None, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        theorem_by_bounds(OPEN.with_metric("unit"), named("AB", "é"), at_least, None)


def test_an_export_finds_the_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they are not enough, the whole board is searched: fewer states may be in reach."""
    made = claimed("coq", SIDING, tmp_path / "siding", check=False)
    assert (made.at_least, made.document["minimum"]) == (53, True)
    assert "apply (minimum_by_groups groups _ _ _ plan)." in made.files[0].read_text("utf-8")
    monkeypatch.setattr(export, "theorem_by_bounds", refused)
    monkeypatch.setattr(export, "label", stopped)
    with pytest.raises(LimitReached, match="a search without bounds"):
        claimed("coq", SIDING, tmp_path / "siding", check=False)


def refused(*_arguments: object) -> None:
    raise Unsupported("not enough")


def stopped(*_arguments: object, **_names: object) -> None:
    raise LimitReached("a search without bounds")


def test_a_claim_without_a_plan_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert claim_with_bounds(SIDING, 50, None).at_least == 50
    monkeypatch.setattr(bounds, "MOST", 1)
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
    puzzle = OPEN.with_metric(metric)
    least = len(label(puzzle, ignore).plan or ())
    right, wrong = list[Theorem](), list[Theorem]()
    for partition in (("A", "B", "é"), ("AB", "é"), ("ABé",), ("Aé", "B")):
        sizes = [groups.needed(puzzle, names).moves for names in partition]
        assert 0 < sum(sizes) <= least
        letters = [names.replace("é", "a") for names in partition]
        for back in (1, 0):
            pairs = zip(letters, sizes, strict=True)
            written = [f'("{g}", ({min(back, n - 1)}, {n}))' for g, n in pairs]
            right.append(with_groups(sum(sizes), "; ".join(written), metric))
        high = [f'("{letters[0]}", (0, {sizes[0] + 1}))', *written[1:]]
        wrong += [with_groups(sum(sizes) + 1, "; ".join(one), metric) for one in (written, high)]
    for twice in ('("A", (0, 1)); ("A", (0, 1))', '("AB", (0, 1)); ("Ba", (0, 1))'):
        wrong.append(with_groups(2, twice, metric))
    wrong += [with_groups(1, f'("{letter}", (0, 1))', metric) for letter in ("C", "", ".", "#")]
    assert judged(tmp_path, right, wrong) == ([], "")


@needs_coq
def test_a_group_keeps_the_axes_of_its_pieces() -> None:
    """Free, A goes around B at once; bound to its row, it has to wait for B twice."""
    free, bound = (
        sliding("A.B./....", goal="..BA/....", labelled="AB", axes=axes) for axes in ("", "A:EW")
    )
    assert [groups.needed(puzzle, "AB").moves for puzzle in (free, bound)] == [1, 3]
    assert coq.check(theorem_by_bounds(bound, named("AB"), 3, None)).line == coq.CLOSED


def test_a_group_of_too_many_placements_is_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is claimed of it, and others of the same cut are enough where they are."""
    puzzle = OPEN.with_metric("unit")
    alone = groups.needed(puzzle, "é").moves
    assert alone > 0
    monkeypatch.setattr(groups, "FAR_MORE", 50 / MOST)
    assert groups.needed(puzzle, "AB") == (0, 0, 0)
    text = theorem_by_bounds(puzzle, named("AB", "é"), alone, None).definitions
    assert text.rpartition("Definition groups")[2].count('("') == 1
    with pytest.raises(Unsupported, match=f"only {alone} of {alone + 1} moves"):
        theorem_by_bounds(puzzle, named("AB", "é"), alone + 1, None)


def test_groups_that_are_too_large_are_refused() -> None:
    least = groups.needed(OPEN.with_metric("unit"), "AB").moves
    assert theorem_by_bounds(OPEN.with_metric("unit"), named("AB"), least, None)
    words = f"can search prove only 0 of {least} moves, and there is no other"
    with pytest.raises(Unsupported, match=words):
        theorem_by_bounds(OPEN.with_metric("unit"), named("AB"), least, None, 1)
