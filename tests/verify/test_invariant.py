"""Invariant certificates: each form is accepted where it proves something, else rejected."""

import math
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import CheckedCertificate, check_file
from puzzleproof.verify.invariant import bound_of
from tests.support.arguments import (
    CLASSES,
    OTHER_CLASSES,
    PAGODA,
    PERMUTATION,
    POTENTIAL,
    SUBJECTS,
    Argument,
    Lemma,
    Subject,
    argued,
    file_of,
    lemma_bound,
)
from tests.support.boards import SMALL as SLIDING
from tests.support.certificate_files import written
from tests.support.cube_sets import cubes
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

FROGS, STRIP = SUBJECTS["potential"], SUBJECTS["pagoda"]
LEMMAS = {"classes": CLASSES, "pagoda": PAGODA, "potential": POTENTIAL, "permutation": PERMUTATION}
DUNCE: Lemma = {"form": "potential", "weights": [0, 0], "drop": 1}
"""Proves nothing, and is no fault."""


def checked(folder: Path, subject: Subject, **changes: Any) -> CheckedCertificate:
    return check_file(written(folder, file_of(subject, **changes)))


def refusal(folder: Path, subject: Subject, **changes: Any) -> str:
    with pytest.raises(CertificateRejected) as caught:
        checked(folder, subject, **changes)
    return str(caught.value)


def fault(puzzle: AnyPuzzle, argument: object) -> str:
    with pytest.raises(CertificateRejected) as caught:
        bound_of(puzzle, argument)
    return str(caught.value)


# --- true claims --------------------------------------------------------------------------


@pytest.mark.parametrize("form", SUBJECTS)
def test_a_true_claim_is_accepted(form: str, tmp_path: Path) -> None:
    subject = SUBJECTS[form]
    result = checked(tmp_path, subject)
    assert (result.kind, result.at_least) == ("invariant", subject.at_least)
    assert result.optimum == bfs(subject.puzzle).optimum
    assert result.states == len(subject.argument["lemmas"])
    assert ("unsolvable" in result.words()) == (subject.at_least is None)
    proven = math.inf if subject.at_least is None else subject.at_least
    assert bound_of(subject.puzzle, subject.argument) == proven


def test_less_than_was_proven_may_be_claimed(tmp_path: Path) -> None:
    assert checked(tmp_path, FROGS, at_least=7).optimum is None
    assert checked(tmp_path, FROGS, at_least=0, plan=None).at_least == 0
    assert checked(tmp_path, STRIP, at_least=1).at_least == STRIP.puzzle.longest_plan == 1


def test_a_lemma_that_no_goal_needs_does_no_harm(tmp_path: Path) -> None:
    more = argued({"form": "rumour"}, POTENTIAL, goals=[1])
    assert checked(tmp_path, FROGS, argument=more).optimum == 8


def test_the_least_bound_of_all_goals_counts() -> None:
    """One goal is out of reach for ever, the other two moves away."""
    puzzle = pegs("jump", board="strip6", start="xxoxoo", goal=["ooooox", "xooooo"])
    count: Lemma = {"form": "potential", "weights": [1] * 6, "drop": 1}
    assert bound_of(puzzle, argued(count, PAGODA, goals=[0, 0])) == 2
    assert bound_of(puzzle, argued(count, PAGODA, goals=[1, 0])) == 2
    assert "does not weigh more" in fault(puzzle, argued(count, PAGODA, goals=[1, 1]))


# --- what a form asks for -----------------------------------------------------------------

STRIP_OF_5, STRIP_OF_6, ROW = (SUBJECTS[form].puzzle for form in ("classes", "pagoda", "potential"))
TILES = SUBJECTS["permutation"].puzzle


@pytest.mark.parametrize(
    ("puzzle", "lemma", "changes", "said"),
    [
        # classes: w.d = 0 mod m for every step, and not for goal - start
        (STRIP_OF_5, CLASSES, {"weights": [1, 1, 1, 1, 1]}, "changes the weighted sum mod 2"),
        (STRIP_OF_5, CLASSES, {"weights": [1, 1, 0, 1, 0]}, "changes the weighted sum mod 2"),
        (STRIP_OF_5, CLASSES, {"modulus": 3}, "changes the weighted sum mod 3"),
        (STRIP_OF_5, CLASSES, {"weights": [0, 1, 1, 0, 1]}, "of the same class"),
        (STRIP_OF_5, CLASSES, {"modulus": 1}, "of the same class"),
        (STRIP_OF_5, CLASSES, {"modulus": 0}, "'modulus' 0: expected an integer above 0"),
        (STRIP_OF_5, CLASSES, {"modulus": 2.0}, "'modulus' 2.0"),
        (STRIP_OF_5, CLASSES, {"modulus": True}, "'modulus' True"),
        # pagoda: no step weighs more afterwards, the goal does
        (STRIP_OF_6, PAGODA, {"weights": [1, 1, 2, 3, 5, 9]}, "raises the weighted sum"),
        (STRIP_OF_6, PAGODA, {"weights": [1, 1, -1, 3, 5, 8]}, "raises the weighted sum"),
        (STRIP_OF_6, PAGODA, {"weights": [8, 5, 3, 2, 1, 1]}, "does not weigh more"),
        # potential: no step lowers it by more than the drop
        (ROW, POTENTIAL, {"weights": [1, 0]}, "lowers the weighted sum by over 1"),
        (ROW, POTENTIAL, {"weights": [2, -2]}, "lowers the weighted sum by over 1"),
        (ROW, POTENTIAL, {"drop": 0}, "'drop' 0: expected an integer above 0"),
        (ROW, POTENTIAL, {"drop": 0.5}, "'drop' 0.5"),
        # permutation: an order of all cells, an even number of them between every exchange
        (TILES, PERMUTATION, {"order": [1, 0, 2, 5, 4, 3]}, "an odd number of cells lies between"),
        (TILES, PERMUTATION, {"order": [0, 1, 2, 5, 4, 4]}, "is no order of the cells"),
        (TILES, PERMUTATION, {"order": [0, 1, 2, 5, 4]}, "is no order of the cells"),
        (TILES, PERMUTATION, {"order": [0, 1, 2, 5, 4, -1]}, "is no order of the cells"),
        (TILES, PERMUTATION, {"order": None}, "'order': expected a list of integers"),
        (tiles("3 4 5/0 1 2"), PERMUTATION, {}, "start and goal have the same parity"),
        # which form
        (ROW, POTENTIAL, {"form": "rumour"}, "form 'rumour': expected one of classes, pagoda"),
        (ROW, POTENTIAL, {"form": ["potential"]}, "form ['potential']"),
    ],
)
def test_a_lemma_that_does_not_hold_is_rejected(
    puzzle: AnyPuzzle, lemma: Lemma, changes: Lemma, said: str
) -> None:
    with pytest.raises(CertificateRejected) as caught:
        lemma_bound(puzzle, lemma | changes, 0)
    assert said in str(caught.value)


BAD_WEIGHTS: list[object] = [
    *(None, 3, "110110", {"0": 1}, [True, False], [1.0, -1.0], [1, None], ["1", "-1"], [[1], [-1]]),
    *([float("nan"), 1], [float("inf"), 1]),
]


@pytest.mark.parametrize("weights", BAD_WEIGHTS)
@pytest.mark.parametrize("form", ["classes", "pagoda", "potential"])
def test_weights_that_are_no_integers_are_rejected(form: str, weights: object) -> None:
    lemma = LEMMAS[form] | {"weights": weights}
    with pytest.raises(CertificateRejected, match="'weights': expected a list of integers"):
        lemma_bound(SUBJECTS[form].puzzle, lemma, 0)


@pytest.mark.parametrize("form", ["classes", "pagoda", "potential"])
def test_too_few_or_too_many_weights_are_rejected(form: str) -> None:
    weights = LEMMAS[form]["weights"]
    for other in ([], weights[:-1], [*weights, 0]):
        with pytest.raises(CertificateRejected, match=f"{len(other)} weights: expected "):
            lemma_bound(SUBJECTS[form].puzzle, LEMMAS[form] | {"weights": other}, 0)


@pytest.mark.parametrize("form", LEMMAS)
def test_a_key_that_is_missing_is_a_fault(form: str) -> None:
    for key in LEMMAS[form]:
        lemma = {name: value for name, value in LEMMAS[form].items() if name != key}
        with pytest.raises(CertificateRejected):
            lemma_bound(SUBJECTS[form].puzzle, lemma, 0)


def test_other_keys_and_large_numbers_change_nothing() -> None:
    big = 10**200
    lemma = {"form": "potential", "weights": [big, -big], "drop": big, "by": "somebody"}
    assert lemma_bound(ROW, lemma, 0) == 8


def test_the_bound_of_a_potential_is_rounded_up_and_never_below_0() -> None:
    """Two moves' worth less a little is two moves; a goal that weighs more is no reason."""
    assert lemma_bound(ROW, POTENTIAL | {"weights": [2, -2], "drop": 3}, 0) == 6
    assert lemma_bound(ROW, POTENTIAL | {"weights": [-1, 1]}, 0) == 0
    assert lemma_bound(ROW, DUNCE, 0) == 0


# --- where a form fits --------------------------------------------------------------------

COUNT: Lemma = {"form": "potential", "weights": [1] * 6, "drop": 1}


def test_a_potential_counts_steps_and_no_compound_moves(tmp_path: Path) -> None:
    """Two jumps are needed; in the metric ``move`` one move makes both."""
    two = pegs("jump", board="strip6", start="xxoxoo", goal="ooooxo")
    assert bound_of(two, argued(COUNT)) == bfs(two).optimum == 2
    one = two.with_metric("move")
    assert bfs(one).optimum == 1
    said = refusal(tmp_path, Subject(one, argued(COUNT), 2))
    assert "in the metric 'move' a move may be several steps" in said
    for metric in ("move", "jump"):
        assert bound_of(STRIP_OF_6.with_metric(metric), argued(PAGODA)) == math.inf


@pytest.mark.parametrize("puzzle", [SLIDING["walls"], SLIDING["tour in sequence"]])
@pytest.mark.parametrize("form", LEMMAS)
def test_a_family_without_features_has_no_invariants(puzzle: AnyPuzzle, form: str) -> None:
    assert "has invariants of its facts only" in fault(puzzle, argued(LEMMAS[form]))
    with pytest.raises(CertificateRejected, match=r"has no (features|labels)"):
        lemma_bound(puzzle, LEMMAS[form], 0)


def test_only_tiles_have_labels_to_permute() -> None:
    for puzzle in (STRIP_OF_6, ROW, cubes("RGBYRG")):
        said = fault(puzzle, argued(PERMUTATION))
        assert f"family {puzzle.family!r} has no labels to permute" in said


# --- the argument as a whole --------------------------------------------------------------


@pytest.mark.parametrize(
    "argument",
    [
        *(..., None, 3, [], "lemmas", {}, {"lemmas": [POTENTIAL]}, {"goals": [0]}),
        *({"lemmas": POTENTIAL, "goals": [0]}, {"lemmas": [], "goals": []}),
        {"lemmas": [POTENTIAL], "goals": {}},
        {"lemmas": [POTENTIAL], "goals": 0},
        {"lemmas": [POTENTIAL], "goals": []},
    ],
)
def test_an_argument_not_as_documented_is_rejected(argument: object, tmp_path: Path) -> None:
    said = "the header's 'argument' is not {'lemmas'"
    assert said in refusal(tmp_path, FROGS, argument=argument)


@pytest.mark.parametrize("lemma", [None, 3, "potential", [], ["potential", [1, -1], 1], True])
def test_a_lemma_that_is_no_object_is_rejected(lemma: object) -> None:
    argument = {"lemmas": [POTENTIAL, lemma], "goals": [0]}
    assert "has a lemma that is no object" in fault(ROW, argument)


@pytest.mark.parametrize("goals", [[0], [0] * 4, [0] * 6, [0, 0, 1, 0, 0, 0]])
def test_every_goal_is_dealt_with_and_no_other(goals: list[int]) -> None:
    argument = argued(CLASSES, OTHER_CLASSES, goals=goals)
    assert f"deals with {count(len(goals), 'goal')} of 5" in fault(STRIP_OF_5, argument)
    assert "deals with 2 goals of 1" in fault(TILES, argued(PERMUTATION, goals=[0, 0]))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        *((number, number) for number in (-1, 2, True, 0.0, "0", None, 10**30)),
        *(([], None), ([2], 2), ([[0]], [0])),
    ],
)
def test_a_goal_names_a_lemma_that_is_there(number: Any, said: object) -> None:
    argument = argued(CLASSES, OTHER_CLASSES, goals=[0, 0, number, 0, 0])
    assert fault(STRIP_OF_5, argument) == f"goal 2: there is no lemma {said!r}"


def test_a_fault_names_the_goal_and_the_lemma() -> None:
    wrong: Argument = argued(CLASSES, OTHER_CLASSES, goals=[0, 0, 0, 0, 0])
    assert fault(STRIP_OF_5, wrong) == "goal 2, lemma 0: start and goal are of the same class"
    wrong = argued(CLASSES, OTHER_CLASSES, goals=[0, 1, 1, 0, 0])
    assert fault(STRIP_OF_5, wrong) == "goal 1, lemma 1: start and goal are of the same class"


# --- the file -----------------------------------------------------------------------------


@pytest.mark.parametrize("claim", [9, 10**12, None])
def test_more_than_was_proven_may_not_be_claimed(claim: int | None, tmp_path: Path) -> None:
    said = refusal(tmp_path, FROGS, at_least=claim, plan=None)
    wanted = "inf" if claim is None else str(claim)
    assert f"the lemmas prove at least 8 moves, not {wanted}" in said


def test_a_plan_shorter_than_the_bound_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No true bound is above a plan that was replayed: so let the lemmas prove too much."""

    def nine(puzzle: AnyPuzzle, argument: object) -> float:
        return 9

    monkeypatch.setattr("puzzleproof.verify.invariant.bound_of", nine)
    assert "the plan is shorter than the bound" in refusal(tmp_path, FROGS, at_least=9)
    assert checked(tmp_path, FROGS, at_least=8).optimum == 8


@pytest.mark.parametrize("tail", [b"\n", b"x", b" ", b"\0", file_of(FROGS)])
def test_nothing_follows_the_header(tail: bytes, tmp_path: Path) -> None:
    with pytest.raises(CertificateRejected, match="the file has more bytes"):
        check_file(written(tmp_path, file_of(FROGS) + tail))


def test_a_header_without_its_newline_is_whole(tmp_path: Path) -> None:
    assert check_file(written(tmp_path, file_of(FROGS).rstrip(b"\n"))).optimum == 8


# --- no condition can be left out ---------------------------------------------------------
