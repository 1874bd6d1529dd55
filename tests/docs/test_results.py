"""docs/results.md is what its command wrote, and the certificates kept beside it are accepted."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks import kernel, results
from benchmarks.kernel import kept_file
from benchmarks.kernel_page import FILES, THEOREMS, TheoremKey
from benchmarks.results import KEPT, KEPT_BYTES, PAGE, kept_path, main
from benchmarks.results_page import (
    CELL,
    Page,
    Proof,
    RowKey,
    cells_of,
    keys,
    read_page,
    taken,
    write_page,
)
from benchmarks.timing import Run
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import Known
from puzzleproof.provers.formal.export import export_coq
from puzzleproof.provers.opinions.coq import CLOSED
from puzzleproof.verify.certificate import check_file

ALL_KEPT = 5_000_000
LONG_BYTES = 40_000
FOLDER = PAGE.parent / "certificates"
SHOWN = read_page(PAGE)


def is_long(key: RowKey) -> bool:
    """Whether checking its certificate takes seconds, and is left to `make docs`."""
    return key[1] == "move" or kept_path(PAGE, key).stat().st_size > LONG_BYTES


def cell(key: RowKey, name: str) -> str:
    return SHOWN.rows[key][CELL[name]]


# --- the page and the certificates in the repository --------------------------------------


def test_the_page_is_what_its_command_writes() -> None:
    """Else: make results, with --only for what is new."""
    assert SHOWN.text() == PAGE.read_text("utf-8")
    assert SHOWN.record() == PAGE.with_suffix(".json").read_text("utf-8")


def test_the_page_has_every_row_of_the_library() -> None:
    assert list(SHOWN.rows) == list(keys())


def test_every_row_that_was_proven_to_its_end_is_as_published() -> None:
    ended = [key for key, cells in SHOWN.rows.items() if taken(cells)[1]]
    for key, known in keys().items():
        if known is not None and key in ended:
            shown = "no plan" if known.optimum is None else str(known.optimum)
            assert cell(key, "result") == shown, key
    assert len(ended) > 100
    assert not any("differs" in cells[CELL["published"]] for cells in SHOWN.rows.values())


def test_every_run_named_is_told() -> None:
    rows = (*SHOWN.rows.values(), *SHOWN.theorems.values())
    assert {cells[-1] for cells in rows} == set(SHOWN.runs)


def test_the_certificates_kept_are_those_named_and_small() -> None:
    kept = sorted(FOLDER.iterdir())
    files = [kept_file(PAGE, key) for key in FILES]
    assert kept == sorted([*(kept_path(PAGE, key) for key in KEPT), *files])
    assert max(path.stat().st_size for path in kept) <= KEPT_BYTES
    assert sum(path.stat().st_size for path in kept) <= ALL_KEPT


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=pytest.mark.slow if is_long(key) else (), id="-".join(key))
        for key in KEPT
    ],
)
def test_a_certificate_kept_proves_what_the_page_says(key: RowKey) -> None:
    name, metric = key
    path = kept_path(PAGE, key)
    checked = check_file(path, load(name).with_metric(metric))
    if checked.at_least is None:
        assert cell(key, "result") == "no plan"
    else:
        assert cell(key, "result") == str(checked.optimum)
    assert cell(key, "grade") == "certified"
    assert f"{checked.kind} (checked" in cell(key, "evidence")
    size = f"[{path.stat().st_size:,}](certificates/{path.name})"
    assert cell(key, "certificate, bytes") == size
    if checked.kind == "labelling":
        assert cell(key, "states labelled") == f"{checked.states:,}"


def content(path: Path) -> tuple[dict[str, Any], bytes]:
    """Header and body, without the versions, and what another zlib may make of the same body."""
    line, body = path.read_bytes().split(b"\n", 1)
    header = json.loads(line)
    for name in ("versions", "sha256", "header_sha256"):
        header.pop(name, None)
    return header, zlib.decompress(body) if body else b""


# --- the command --------------------------------------------------------------------------


def verdict(status: str, grade: str, lower: int | None, upper: int | None, **more: Any) -> Any:
    optimum = upper if status == "optimal" else None
    told = {"status": status, "grade": grade, "lower": lower, "upper": upper, "optimum": optimum}
    return {"proven": lower or 0, "evidence": [], "certificate": None, **told, **more}


def evidence(kind: str, bound: int | None, checked: bool, states: int = 0) -> dict[str, Any]:
    return {"kind": kind, "bound": bound, "checked": checked, "states": states}


@pytest.mark.parametrize(
    ("told", "published", "result", "compared", "grade"),
    [
        (verdict("optimal", "certified", 81, 81), 81, "81", "81, agrees", "certified"),
        (verdict("optimal", "certified", 81, 81), 80, "81", "80, **differs**", "certified"),
        (
            verdict("unsolvable", "certified", None, None),
            None,
            "no plan",
            "no plan, agrees",
            "certified",
        ),
        (
            verdict("unsolvable", "certified", None, None),
            3,
            "no plan",
            "3, **differs**",
            "certified",
        ),
        (
            verdict(
                "bounded",
                "claimed",
                59,
                59,
                proven=53,
                evidence=[evidence("invariant", 41, True), evidence("exhaustion", 59, False)],
            ),
            59,
            "53 to 59 (at least 59 claimed)",
            "59, open",
            "cross-checked",
        ),
        (
            verdict("bounded", "certified", 41, None, evidence=[evidence("invariant", 41, True)]),
            40,
            "at least 41",
            "40, **differs**",
            "certified",
        ),
        (
            verdict("bounded", "claimed", 119, None, proven=0),
            200,
            "at least 119",
            "200, open",
            "claimed",
        ),
        (
            verdict("bounded", "claimed", 9, 9, proven=0),
            9,
            "at least 9, a plan of 9",
            "9, open",
            "claimed",
        ),
        (
            verdict("bounded", "claimed", None, None, proven=0),
            None,
            "no plan",
            "no plan, open",
            "claimed",
        ),
    ],
)
def test_what_a_row_says_of_a_verdict(
    told: Any, published: int | None, result: str, compared: str, grade: str
) -> None:
    cells = cells_of(("x", "piece"), Known("piece", published, ""), Proof(told, 1.0), "now")
    assert cells[2:5] == [result, compared, grade]
    assert taken(cells) == (1.0, told["status"] != "bounded")


def test_evidence_is_told_with_what_it_falls_short_by() -> None:
    rows = [evidence("invariant", 38, True), *[evidence("exhaustion", 50, False)] * 2]
    told = verdict("optimal", "cross-checked", 50, 50, evidence=rows)
    checked = {"kind": "invariant", "at_least": 38, "states": 1}
    cells = cells_of(("x", "single"), None, Proof(told, 1.0, checked, 0.5, 1234), "now")
    assert cells[3] == ""
    assert cells[5:10] == [
        "invariant (checked, at least 38), 2 × exhaustion",
        "",
        "1,234, of at least 38",
        "1.00",
        "0.50",
    ]
    told["evidence"] = [evidence("labelling", 50, True, 1234567)]
    assert cells_of(("x", "single"), None, Proof(told, 1.0), "now")[5:8] == [
        "labelling (checked)",
        "1,234,567",
        "",
    ]


def test_a_page_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    key = ("hughes", "line")
    told = verdict("optimal", "certified", 24, 24)
    page = Page(
        {
            key: cells_of(key, Known("line", 24, ""), Proof(told, 2.5), "2026-01-02 03:04:05"),
            ("no-longer-there", "line"): ["x"] * len(CELL),
        },
        {"2026-01-02 03:04:05": "limit 1 s", "2025-01-02 03:04:05": "no row names it"},
    )
    write_page(path, page)
    again = read_page(path)
    assert again.rows == {key: page.rows[key]}
    assert again.runs == {"2026-01-02 03:04:05": "limit 1 s"}
    assert again.text() == path.read_text("utf-8")
    assert f"{len(keys())} rows: 1 certified, 0 not proven to the end" in again.text()
    assert read_page(tmp_path / "none.md") == Page()


def answering(
    monkeypatch: pytest.MonkeyPatch, document: dict[str, Any], code: int = 0
) -> list[list[str]]:
    """Have every command answer this; what was asked."""
    asked = list[list[str]]()

    def run_once(command: Sequence[str], *rest: object) -> Run:
        asked.append(list(command))
        return Run(9.0, 9.0, 0, code, json.dumps(document), "said\nwhy")

    monkeypatch.setattr(results, "run_once", run_once)
    return asked


def asked_for(
    page: Path, *words: str, of: str = "hughes", metric: str = "line"
) -> tuple[int, list[str]]:
    code = main(["--page", str(page), "--only", of, "--metric", metric, *words])
    return code, read_page(page).rows.get((of, metric), [])


def test_what_was_stopped_does_not_replace_what_was_proven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    answering(monkeypatch, verdict("bounded", "claimed", 9, None), 30)
    assert asked_for(page)[1][2] == "at least 9"
    answering(monkeypatch, verdict("optimal", "certified", 24, 24))
    code, proven = asked_for(page, "--unfinished")
    assert (code, proven[2]) == (0, "24")
    answering(monkeypatch, verdict("bounded", "claimed", 10, None), 30)
    assert asked_for(page) == (0, proven)
    assert len(answering(monkeypatch, {})) == 0
    for words in (["--unfinished"], ["--time-limit", "2"]):
        asked = answering(monkeypatch, {})
        assert asked_for(page, *words) == (0, proven)
        assert not [command for command in asked if "prove" in command]


@pytest.mark.parametrize("code", [50, 70, -9])
def test_a_failure_is_said_and_changes_nothing(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    answering(monkeypatch, verdict("optimal", "certified", 24, 24))
    before = asked_for(page)[1]
    answering(monkeypatch, verdict("optimal", "certified", 23, 23), code)
    assert asked_for(page) == (1, before)
    assert f"hughes line: FAILED: exit code {code}: why" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "result"), [(("d209", "piece"), "209"), (("european-centre", "jump"), "no plan")]
)
def test_a_row_is_proven_checked_written_and_kept_as_before(
    key: RowKey, result: str, tmp_path: Path
) -> None:
    """The certificate is the one in the repository: proving again comes to the same."""
    page = tmp_path / "page.md"
    code, cells = asked_for(page, of=key[0], metric=key[1])
    assert code == 0
    assert cells[2:5] == [result, f"{result}, agrees", "certified"]
    kept = kept_path(page, key)
    assert re.fullmatch(rf"\[[\d,]+\]\(certificates/{kept.name}\)", cells[7])
    assert content(kept) == content(kept_path(PAGE, key))
    files = {path.name for path in tmp_path.iterdir() if path.is_file()}
    assert files == {"page.md", "page.json"}


@pytest.mark.parametrize(
    "words",
    [["--only", "no-such"], ["--jobs", "0"], ["--time-limit", "nan"], ["--page", "no/x.md"]],
)
def test_a_wrong_word_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 40
    assert capsys.readouterr().err


# --- theorems -----------------------------------------------------------------------------


def test_every_theorem_is_on_the_page_with_its_file() -> None:
    """Else: python -m benchmarks.kernel."""
    assert list(SHOWN.theorems) == list(THEOREMS)
    for key, cells in SHOWN.theorems.items():
        path = kept_file(PAGE, key)
        shown = f"{path.stat().st_size:,}" if key in FILES else ""
        assert cells[4] == (f"[{shown}](certificates/{path.name})" if shown else cells[4])
        result = cell(key, "result") if key in SHOWN.rows else cells[2]
        assert cells[2] in (result, f"the minimum is {result}")


@pytest.mark.external("coq")
@pytest.mark.parametrize("key", FILES, ids="-".join)
def test_a_theorem_kept_is_what_is_exported_today(
    key: TheoremKey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found anew, where it needs lower bounds."""
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "cache"))
    name, metric = key
    made = export_coq(load(name).with_metric(metric), tmp_path / "claim", check=False)
    assert made.file.read_text("utf-8") == kept_file(PAGE, key).read_text("utf-8")


def test_a_theorem_that_is_refused_is_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, coqc = tmp_path / "page.md", tmp_path / "coqc"
    monkeypatch.setenv("PUZZLEPROOF_COQC", str(coqc))
    for answer, code in (("Axioms: cheat", 1), (CLOSED, 0)):
        coqc.write_text(f"#!/bin/sh\necho '{answer}'\n")
        coqc.chmod(0o755)
        assert kernel.main(["--page", str(page), "--only", "frogs-6-6"]) == code
        assert read_page(page).theorems.keys() == ({("frogs-6-6", "move")} if not code else set())
    assert "frogs-6-6 move: FAILED: coqc: Axioms: cheat" in capsys.readouterr().err
    assert read_page(page).theorems["frogs-6-6", "move"][2:4] == ["the minimum is 48", "nothing"]
    kept = tmp_path / "certificates" / "frogs_6_6_move.v"
    assert "minimum_is instance 48" in kept.read_text("utf-8")
    assert kernel.main(["--page", str(page), "--only", "no-such"]) == 40
