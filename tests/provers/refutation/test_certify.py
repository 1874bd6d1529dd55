"""Refutations: written and accepted for every family, rejected when bent, never by a liar."""

import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InternalError, Unsupported
from puzzleproof.models.instances import dumps, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Claim, sealed
from puzzleproof.provers.lrat import proof_lines
from puzzleproof.provers.process import Limits
from puzzleproof.provers.refutation import certify as module
from puzzleproof.provers.refutation.certify import write_certificate, write_refutation
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.certificate import CheckedCertificate, check_file
from puzzleproof.verify.formula.dimacs import digest
from puzzleproof.verify.lrat import Line, binary_lines
from puzzleproof.verify.refutation import formula_of, horizon_of
from tests.support import boards, tile_boards
from tests.support.certificate_files import shortest_plan
from tests.support.frog_boards import SMALL as FROGS
from tests.support.labellings import SOLVABLE, labelled
from tests.support.solver_proofs import PYSOLVERS, solved
from tests.support.stand_ins import always

TILES = tile_boards.SMALL["2 x 2"]
"""Its minimum is 6."""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A certificate for 'at least 6', with a plan of 6 moves."""
    path = tmp_path / "good"
    write_certificate(TILES, 6, plan_of(TILES), path, {"puzzleproof": "test"})
    return path


def plan_of(puzzle: AnyPuzzle) -> tuple[str, ...]:
    return tuple(shortest_plan(puzzle) or ())


@pytest.mark.parametrize(
    ("puzzle", "bound"),
    [
        *((SOLVABLE[name], None) for name in sorted(SOLVABLE.keys() - {"runs"})),
        (SOLVABLE["runs"], 5),  # its minimum is 18
        (FROGS["out of reach"], 9),
    ],
)
def test_every_last_horizon_is_refuted(
    puzzle: AnyPuzzle, bound: int | None, tmp_path: Path
) -> None:
    """A bound below the minimum needs no plan; without a plan any horizon has a refutation."""
    at_least = bound or len(labelled(puzzle).labels)
    plan = None if bound else plan_of(puzzle)
    write_certificate(puzzle, at_least, plan, tmp_path / "a", {})
    checked = check_file(tmp_path / "a", puzzle)
    unsolvable = at_least if puzzle.bound_by(at_least) > at_least else None
    assert (checked.kind, checked.shown) == ("refutation", unsolvable)
    assert checked.at_least == (None if unsolvable else at_least)
    assert checked.optimum == (None if bound else at_least)
    assert "satisfy its clauses" in checked.remark or "clauses" in checked.details()


def test_no_certificate_says_more_than_the_minimum(tmp_path: Path) -> None:
    with pytest.raises(InternalError, match="'at most 6 moves' was refuted, but has a solution"):
        write_certificate(TILES, 7, None, tmp_path / "a", {})
    with pytest.raises((CertificateRejected, Unsupported), match="tour"):
        write_certificate(boards.SMALL["tour by shape"], 2, None, tmp_path / "a", {})
    assert not list(tmp_path.iterdir())


PATHS = boards.SMALL["two labelled"]
"""Its minimum is 3; its formula by paths is the smaller one."""


def test_the_smaller_formula_is_refuted_and_its_form_named(tmp_path: Path) -> None:
    write_certificate(PATHS, 3, plan_of(PATHS), tmp_path / "a", {})
    assert parts(tmp_path / "a")[0]["form"] == "paths"
    assert check_file(tmp_path / "a", PATHS).optimum == 3
    write_certificate(TILES, 3, None, tmp_path / "b", {})
    assert parts(tmp_path / "b")[0]["form"] == "shifts"
    write_certificate(FROGS["out of reach"], 3, None, tmp_path / "c", {})
    assert "form" not in parts(tmp_path / "c")[0]


def test_a_certificate_by_actions_is_accepted_as_before(tmp_path: Path) -> None:
    """As versions before the formula by paths wrote it."""
    path, horizon = tmp_path / "a", horizon_of(PATHS, 2)
    clauses = list(horizon.clauses())
    claim, frat = Claim("refutation", 3, plan_of(PATHS)), tmp_path / "a.frat"
    assert not solved(clauses, frat)
    write_refutation(path, PATHS, claim, {}, horizon, clauses, proof_lines(clauses, frat))
    header, lines = parts(path)
    assert "form" not in header
    assert check_file(path, PATHS).optimum == 3
    assert check_file(written(tmp_path / "b", header, lines, form="horizon")).optimum == 3


@pytest.mark.parametrize("form", [..., "horizon", "shifts", "ranks", 7, ["paths"]])
def test_a_proof_of_paths_proves_nothing_about_another_form(form: object, tmp_path: Path) -> None:
    write_certificate(PATHS, 3, None, tmp_path / "a", {})
    with pytest.raises(CertificateRejected, match=r"of 'cnf_sha256'|form .* of a|no shifts"):
        check_file(written(tmp_path / "b", *parts(tmp_path / "a"), form=form))


def test_boards_with_too_many_actions_have_a_certificate(tmp_path: Path) -> None:
    board = load("benchmarks/boards/nine-free-cells.toml")
    with pytest.raises(CertificateRejected, match="over 600,000 a step"):
        horizon_of(board, 2)
    write_certificate(board, 2, None, tmp_path / "a", {})
    assert check_file(tmp_path / "a").at_least == 2


def parts(path: Path) -> tuple[dict[str, Any], list[bytes]]:
    """The header without its hash, and the lines of the proof."""
    line, body = path.read_bytes().split(b"\n", 1)
    header = json.loads(line)
    del header["header_sha256"]
    return header, zlib.decompress(body).splitlines(keepends=True)


def written(path: Path, header: dict[str, Any], lines: Sequence[bytes], **changes: Any) -> Path:
    """A file with all hashes as they should be, so that only the checker of proofs can object."""
    raw = b"".join(lines)
    body = zlib.compress(raw)
    told = {**header, "body_bytes": len(raw), "sha256": hashlib.sha256(body).hexdigest(), **changes}
    path.write_bytes(sealed({key: value for key, value in told.items() if value is not ...}) + body)
    return path


TURNED = tile_boards.tiles("3 1/2 0")

CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "another instance": ({"instance": dumps(TURNED), "plan": None}, "not that of 'cnf_sha256'"),
    "another family": (
        {"instance": dumps(load("frogs-1-1")), "metric": "move", "plan": None},
        "no shifts of contents in family 'frogs'",
    ),
    "the bound one more": ({"at_least": 7, "plan": None}, "not that of 'cnf_sha256'"),
    "the bound one less": ({"at_least": 5, "plan": None}, "not that of 'cnf_sha256'"),
    "another kind": ({"kind": "labelling"}, "sizes"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_another_claim_is_rejected(name: str, good: Path) -> None:
    changes, words = CHANGES[name]
    assert check_file(written(good, *parts(good))).optimum == 6
    with pytest.raises(CertificateRejected, match=words):
        check_file(written(good, *parts(good), **changes))


def test_the_proof_of_another_horizon_does_not_help(good: Path, tmp_path: Path) -> None:
    """The proof of 'at most 5' does not refute 'at most 6', which has a solution."""
    horizon = formula_of(TILES, 6, "shifts")
    told = digest(horizon.variables, list(horizon.clauses()))
    header, lines = parts(good)
    with pytest.raises(CertificateRejected, match="proof"):
        check_file(written(good, header, lines, at_least=7, plan=None, cnf_sha256=told))
    write_certificate(TILES, 5, None, tmp_path / "shorter", {})
    with pytest.raises(CertificateRejected, match="proof"):
        check_file(written(good, header, parts(tmp_path / "shorter")[1]))


CLRAT: dict[str, bytes] = {
    "nothing": b"",
    "the empty clause": b"a\xbe\x84\x3d\x00\x02\x00",
    "a unit clause": b"a\xbe\x84\x3d\x02\x00\x02\x00",
    "deletions": b"d\x02\x04\x00",
    "text": b"1 0 1 0\n",
    "noise": bytes(range(256)),
}


@pytest.mark.parametrize("name", CLRAT)
def test_a_proof_that_is_none_is_never_certified(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says 'unsatisfiable' of a formula that is not, and brings any bytes for a proof."""

    def lines(clauses: object, frat: object) -> Iterator[Line]:
        return binary_lines(iter([CLRAT[name], b""]).__next__)

    monkeypatch.setattr(module, "_solve", always(False))
    monkeypatch.setattr(module, "proof_lines", lines)
    for bound in (6, 7):
        assert not certified(tmp_path / "a", bound)
    for asked in (None, 7):  # the whole command: the bound by honest solvers, its proof by the liar
        path = tmp_path / "certificate"
        request = Request(
            engine="sat", evidence=("refutation",), at_least=asked, certificate=str(path)
        )
        with suppress(CertificateRejected, InternalError):
            verdict = prove("tiles", TILES, request, limits=Limits(20))
            assert not any(row.checked for row in verdict.evidence if row.kind == "refutation")
        assert not path.exists() or check_file(path).kind == "invariant"


def certified(path: Path, bound: int) -> CheckedCertificate | None:
    try:
        write_certificate(TILES, bound, None, path, {})
        return check_file(path)
    except CertificateRejected:
        return None


def test_a_solver_that_only_says_no_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No proof comes out of it: what it has written is the solution's trail at most."""
    honest = module._solve  # pyright: ignore[reportPrivateUsage]

    def no(clauses: Sequence[Sequence[int]], frat: Path) -> bool:
        honest(clauses, frat)
        return False

    monkeypatch.setattr(module, "_solve", no)
    assert not certified(tmp_path / "a", 7)
    assert certified(tmp_path / "a", 6)


def test_a_solver_without_proofs_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its answer, and by the missing function."""
    with monkeypatch.context() as patch:
        patch.setattr(module, "_solve", always(True))
        with pytest.raises(InternalError, match="has a solution"):
            write_certificate(TILES, 6, None, tmp_path / "a", {})
    monkeypatch.delattr(PYSOLVERS, "cadical195_tracepr")
    with pytest.raises(Unsupported, match="no proofs"):
        write_certificate(TILES, 6, None, tmp_path / "a", {})
    assert not list(tmp_path.iterdir())
