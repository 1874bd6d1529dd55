"""Formulas in files of their own: what `export` writes is accepted, and whatever is bent is not."""

import json
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import (
    CertificateRejected,
    InstanceError,
    NotationError,
    Unsupported,
)
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import Exported
from puzzleproof.verify.certificate import FORMULA_MARK, check_file
from puzzleproof.verify.formula.check import CheckedFormula, check_formula
from tests.support import boards, tile_boards
from tests.support.exported import claimed
from tests.support.labellings import SOLVABLE, labelled

TILES = tile_boards.SMALL["2 x 2"]
"""Its minimum is 6, its goal another table than its start."""


def exported(
    folder: Path, puzzle: AnyPuzzle = TILES, form: str = "horizon", **how: Any
) -> Exported:
    return claimed("lrat", puzzle, folder / "some", form, **how)


def check(files: Exported) -> CheckedFormula:
    return check_formula(files.files[0], files.files[1])


# --- what is written is accepted ----------------------------------------------------------


@pytest.mark.parametrize("name", SOLVABLE)
def test_horizons_of_every_family_are_accepted(name: str, tmp_path: Path) -> None:
    puzzle = SOLVABLE[name]
    bound = min(len(labelled(puzzle).labels), 6)
    files = exported(tmp_path, puzzle, "horizon", at_least=bound, binary=len(name) % 2 == 0)
    checked = check(files)
    assert (checked.at_least, checked.form) == (bound, "horizon")


SOLVED = [("paths", boards.SMALL["two labelled"], 3), ("shifts", TILES, 6)]
"""Forms whose proof a solver writes; a board and its minimum."""


@pytest.mark.parametrize(("form", "puzzle", "minimum"), SOLVED, ids=["paths", "shifts"])
@pytest.mark.parametrize("asked", [None, 2, 9])
def test_proofs_of_a_solver_are_accepted(
    form: str, puzzle: AnyPuzzle, minimum: int, asked: int | None, tmp_path: Path
) -> None:
    files = exported(tmp_path, puzzle, form, at_least=asked, binary=asked == 2)
    checked = check(files)
    assert (checked.at_least, checked.form) == (min(asked or minimum, minimum), form)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
    told(files, form="horizon")
    with pytest.raises(CertificateRejected, match="the formula is not that of the rules"):
        check(files)


@pytest.mark.parametrize("bound", [1, 2, 6, 9])
def test_any_bound_up_to_the_minimum_is_written(bound: int, tmp_path: Path) -> None:
    assert check(exported(tmp_path, at_least=bound)).at_least == min(bound, 6)


def test_both_forms_of_proof_say_the_same(tmp_path: Path) -> None:
    text, binary = exported(tmp_path), exported(tmp_path, binary=True)
    assert (text.files[1].suffix, binary.files[1].suffix) == (".lrat", ".clrat")
    assert check(text) == check(binary)
    assert binary.files[1].stat().st_size < text.files[1].stat().st_size


def test_what_has_no_such_form_is_said_before_anything_is_written(tmp_path: Path) -> None:
    for puzzle, form in (
        (boards.SMALL["tour by shape"], "horizon"),
        (tile_boards.SMALL["2 x 2 at the goal"], "horizon"),
        (tile_boards.SMALL["2 x 2 unsolvable"], "horizon"),
        (tile_boards.SMALL["2 x 2 unsolvable"], "shifts"),
        (TILES, "paths"),
    ):
        with pytest.raises(Unsupported):
            exported(tmp_path, puzzle, form)
    assert not list(tmp_path.iterdir())


def test_a_formula_is_told_by_its_beginning(tmp_path: Path) -> None:
    files = exported(tmp_path)
    with pytest.raises(NotationError, match=r"a formula: name its proof with --proof"):
        check_file(files.files[0])
    with pytest.raises(InstanceError, match=r"none'.*cannot be read"):
        check_formula(files.files[0], tmp_path / "none")


# --- what is bent is rejected -------------------------------------------------------------


def told(files: Exported, **changes: Any) -> None:
    """Change what the first remark tells; `...` takes a key away."""
    first, rest = files.files[0].read_bytes().split(b"\n", 1)
    document = json.loads(first.removeprefix(FORMULA_MARK)) | changes
    line = json.dumps({key: value for key, value in document.items() if value is not ...})
    files.files[0].write_bytes(FORMULA_MARK + line.encode() + b"\n" + rest)


OTHER = tile_boards.tiles("3 1/2 0")
TOLD: dict[str, tuple[dict[str, Any], str]] = {
    "a higher bound": ({"at_least": 7}, "not that of the rules"),
    "a lower bound": ({"at_least": 5}, "not that of the rules"),
    "unsolvable": ({"at_least": None}, "'at_least' None"),
    "bound 0": ({"at_least": 0}, "'at_least' 0"),
    "a bound that is true": ({"at_least": True}, "'at_least' True"),
    "a bound far above": ({"at_least": 10**18}, "over 6,000,000 clauses"),
    "another instance": ({"instance": dumps(OTHER)}, "not that of the rules"),
    "an instance that is none": ({"instance": "family = 7"}, "the formula's instance or metric"),
    "another metric": ({"metric": "jump"}, "the formula's instance or metric"),
    "another form": ({"form": "shifts"}, "not that of the rules"),
    "a form that is none": ({"form": "all"}, "form 'all'"),
    "a form that is no more": ({"form": "ranks"}, "form 'ranks' of a formula: expected one of"),
    "a form in a list": ({"form": ["paths"]}, r"form \['paths'\]"),
    "version 2": ({"version": 2}, "version 2"),
}


@pytest.mark.parametrize("name", TOLD)
def test_another_claim_is_rejected(name: str, tmp_path: Path) -> None:
    changes, words = TOLD[name]
    files = exported(tmp_path)
    told(files, **changes)
    with pytest.raises(CertificateRejected, match=words):
        check(files)


def test_another_metric_of_the_same_board_is_rejected(tmp_path: Path) -> None:
    """In runs there are more moves: what holds in steps need not hold in runs."""
    files = exported(tmp_path, tile_boards.SMALL["2 x 3"], at_least=8)
    told(files, metric="multi")
    with pytest.raises(CertificateRejected):
        check(files)


CLAIMS = (b"", b"[1]", b"{", b"[" * 100_000, b'{"version": 1}', b"\xff{}", b"null")
FIRST_LINES = [b"", b"\n", b"c\n", b"p cnf 1 0\n", *(FORMULA_MARK + c + b"\n" for c in CLAIMS)]


@pytest.mark.parametrize("first", FIRST_LINES, ids=range(len(FIRST_LINES)))
def test_a_first_line_that_tells_nothing_is_rejected(first: bytes, tmp_path: Path) -> None:
    files = exported(tmp_path)
    rest = files.files[0].read_bytes().split(b"\n", 1)[1]
    files.files[0].write_bytes(first + rest)
    with pytest.raises(CertificateRejected):
        check(files)


def lines(files: Exported) -> list[bytes]:
    return files.files[0].read_bytes().splitlines(keepends=True)


def first_clause(some: list[bytes]) -> int:
    return next(k for k, line in enumerate(some) if line.startswith(b"p cnf")) + 1


def test_the_place_of_a_changed_clause_is_told(tmp_path: Path) -> None:
    files = exported(tmp_path)
    good = lines(files)
    start = first_clause(good)
    for number in (1, 17, len(good) - start):
        place = start + number - 1
        negated = good[place].replace(b"-", b"", 1) if b"-" in good[place] else b"-" + good[place]
        for line in (negated, b"1 " + good[place], b" " + good[place], good[place][:-3] + b"\n"):
            files.files[0].write_bytes(b"".join([*good[:place], line, *good[place + 1 :]]))
            with pytest.raises(CertificateRejected, match=f"rules, at clause {number}$"):
                check(files)


@pytest.mark.parametrize("tail", [b"\n", b"c\n", b"1 0\n", b"c var 1 a fact\n", b"0\n", b"\0"])
def test_nothing_may_follow_the_formula(tail: bytes, tmp_path: Path) -> None:
    files = exported(tmp_path)
    files.files[0].write_bytes(files.files[0].read_bytes() + tail)
    with pytest.raises(CertificateRejected, match=f"at clause {files.document['clauses'] + 1}$"):
        check(files)


def test_remarks_on_variables_are_passed_over(tmp_path: Path) -> None:
    files = exported(tmp_path)
    some = lines(files)
    place = first_clause(some) - 1
    files.files[0].write_bytes(b"".join([*some[:place], b"c var 1 a fact\n", *some[place:]]))
    assert check(files).at_least == 6
