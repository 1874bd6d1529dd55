"""docs/results.md is what its command wrote, and the certificates kept beside it are accepted."""

import json
import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks import puzzle_of, results
from benchmarks.results import FILES, KEPT, PAGE, main
from benchmarks.results_page import (
    ORDERS,
    SURVEYS,
    THEOREMS,
    Page,
    Record,
    Records,
    RowKey,
    agrees,
    figure_of,
    kept_name,
    keys,
    read_page,
    write_page,
)
from benchmarks.run import Run
from puzzleproof.models.instances import load
from puzzleproof.provers.formal.kernel import CLOSED
from puzzleproof.verify.certificate import check_file
from tests.support.exported import claimed

KEPT_BYTES, ALL_KEPT = 1_000_000, 5_000_000
LONG_BYTES = 40_000
SHOWN = read_page(PAGE)


def kept_path(key: RowKey, suffix: str = "cert") -> Path:
    return PAGE.parent / kept_name(key, suffix)


def is_long(key: RowKey) -> bool:
    """Whether checking its certificate takes seconds, and is left to `make docs`."""
    return key[1] == "move" or kept_path(key).stat().st_size > LONG_BYTES


def test_the_page_is_what_its_command_writes() -> None:
    """Else: make results, with --only for what is new."""
    assert SHOWN.text() == PAGE.read_text("utf-8")
    assert SHOWN.record() == PAGE.with_suffix(".json").read_text("utf-8")


def test_a_page_leaves_out_rows_and_runs_that_are_no_longer_there(tmp_path: Path) -> None:
    key = next(iter(keys()))
    row, tables = SHOWN.tables["rows"][key], {name: Records() for name in ORDERS}
    tables["rows"] = {key: row, ("gone", "line"): {**row, "puzzle": "gone"}}
    write_page(tmp_path / "a.md", Page(tables, {row["run"]: "limit 1 s", "2025": "no row's"}))
    again = read_page(tmp_path / "a.md")
    assert (list(again.tables["rows"]), list(again.runs)) == ([key], [row["run"]])


def test_the_page_has_every_row_of_the_library_as_published() -> None:
    assert list(SHOWN.tables["rows"]) == list(keys())
    for key, known in keys().items():
        if known is not None:
            assert SHOWN.tables["rows"][key]["minimum"] == known.optimum, key
        assert SHOWN.tables["rows"][key]["evidence"], key


def test_every_run_named_is_told() -> None:
    tables = (
        SHOWN.tables["rows"],
        SHOWN.tables["theorems"],
        SHOWN.tables["surveys"],
        SHOWN.tables["program"],
    )
    records = [record for table in tables for record in table.values()]
    assert {record["run"] for record in records} == set(SHOWN.runs)


def test_the_certificates_kept_are_those_named_and_small() -> None:
    kept = sorted((PAGE.parent / "certificates").iterdir())
    files = [kept_path(key, "v") for key in FILES]
    files += [
        kept_path(key, "survey") for key, one in SHOWN.tables["surveys"].items() if one["kept"]
    ]
    assert kept == sorted([*map(kept_path, KEPT), *files])
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
    checked = check_file(kept_path(key), load(name).with_metric(metric))
    record = SHOWN.tables["rows"][key]
    assert record["minimum"] == checked.optimum
    assert checked.kind in record["evidence"]
    assert (record["kept"], record["bytes"]) == (True, kept_path(key).stat().st_size)
    if checked.kind == "labelling":
        assert record["states"] == checked.states


def content(path: Path) -> tuple[dict[str, Any], bytes]:
    """Header and body, without the versions, and what another zlib may make of the same body."""
    line, body = path.read_bytes().split(b"\n", 1)
    header = json.loads(line)
    for name in ("versions", "sha256", "header_sha256"):
        header.pop(name, None)
    return header, zlib.decompress(body) if body else b""


def record(minimum: int | None, **more: Any) -> Record:
    about = {"puzzle": "hughes", "metric": "line", "run": "2026-01-02 03:04:05"}
    sizes = {"bytes": 1234, "kept": False, "states": 5678, "evidence": ["labelling"]}
    return {**about, **sizes, "minimum": minimum, **more}


@pytest.mark.parametrize(("minimum", "shown"), [(23, "23"), (None, "no plan")])
def test_a_minimum_that_is_not_as_published_is_said(minimum: int | None, shown: str) -> None:
    tables: dict[str, Records] = {name: {} for name in ORDERS}
    text = Page({**tables, "rows": {("hughes", "line"): record(minimum)}}, {}).text()
    assert f"| {shown} (published 24, **differs**) |" in text
    assert "0 agree and 1 differ" in text


def answering(
    monkeypatch: pytest.MonkeyPatch, document: dict[str, Any], code: int = 0
) -> list[list[str]]:
    """Have every command answer this; what was asked."""
    asked = list[list[str]]()

    def run_once(command: Sequence[str], *rest: object) -> Run:
        asked.append(list(command))
        for word, name in pairwise(command):
            if word == "--certificate":
                Path(name).write_bytes(b"x")
        return Run(9.0, 9.0, 0, code, json.dumps(document), "said\nwhy")

    monkeypatch.setattr(results, "run_once", run_once)
    return asked


def verdict(status: str, grade: str, optimum: int | None) -> dict[str, Any]:
    rows = [{"kind": "labelling", "bound": optimum, "checked": True, "states": 5}]
    rows += [{"kind": "invariant", "bound": 3, "checked": True, "states": 0}]
    told = {"status": status, "grade": grade, "lower": optimum, "optimum": optimum}
    return {**told, "evidence": rows, "certificate": "x"}


def asked_for(page: Path, *words: str, of: str = "hughes", metric: str = "line") -> int:
    return main(["--page", str(page), "--only", of, "--metric", metric, *words])


def test_what_is_not_certified_does_not_replace_what_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, key = tmp_path / "page.md", ("hughes", "line")
    answering(monkeypatch, verdict("bounded", "claimed", 9), 0)
    assert asked_for(page) == 1
    assert not read_page(page).tables["rows"]
    answering(monkeypatch, verdict("optimal", "certified", 24))
    assert asked_for(page, "--missing") == 0
    proven = read_page(page).tables["rows"][key]
    assert (proven["minimum"], proven["evidence"], proven["states"]) == (24, ["labelling"], 5)
    answering(monkeypatch, verdict("optimal", "cross-checked", 23))
    assert asked_for(page) == 1
    for code in (50, 70, -9):
        answering(monkeypatch, verdict("optimal", "certified", 23), code)
        assert asked_for(page) == 1
        assert f"hughes line: FAILED: exit code {code}: why" in capsys.readouterr().err
    asked = answering(monkeypatch, {})
    assert asked_for(page, "--missing") == 0
    assert not [command for command in asked if "prove" in command]
    assert read_page(page).tables["rows"][key] == proven


@pytest.mark.parametrize(
    ("key", "minimum"), [(("d209", "piece"), 209), (("european-centre", "jump"), None)]
)
def test_a_row_is_proven_checked_written_and_kept_as_before(
    key: RowKey, minimum: int | None, tmp_path: Path
) -> None:
    """The certificate is the one in the repository: proving again comes to the same."""
    page = tmp_path / "page.md"
    assert asked_for(page, of=key[0], metric=key[1]) == 0
    found = read_page(page).tables["rows"][key]
    assert (found["minimum"], found["kept"]) == (minimum, True)
    assert content(tmp_path / kept_name(key, "cert")) == content(kept_path(key))
    files = {path.name for path in tmp_path.iterdir() if path.is_file()}
    assert files == {"page.md", "page.json"}


@pytest.mark.parametrize("words", [["--only", "no-such"], ["--page", "no/x.md"]])
def test_a_wrong_word_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 40
    assert capsys.readouterr().err


SLOW_SECONDS = 8.0
"""A survey whose check took longer is left to `make docs`."""
WRONG = {
    ("ane-rouge", "plans"),
    ("century-whole-cells", "eccentricity"),
    ("simplicity-alike", "mean_degree"),
    ("simplicity-alike-69", "diameter"),
    ("simplicity2", "components"),
    ("simplicity2", "mean_degree"),
    ("soap-verticals-labelled", "mean_degree"),
}
"""Figures in print that are not what the checker computes, or one search finds."""


def test_the_page_has_every_published_figure_of_a_state_graph() -> None:
    """Else: make results OPTIONS=--surveys; those that take minutes have to be named."""
    assert {key for key, one in SURVEYS.items() if not one.long} <= SHOWN.tables["surveys"].keys()
    wrong = set[tuple[str, str]]()
    for key, record in SHOWN.tables["surveys"].items():
        published = SURVEYS[key].figures
        assert record["figures"].keys() == published.keys()
        for name, (value, grade) in record["figures"].items():
            wrong |= set() if agrees(published[name], value) else {(key[0], name)}
            assert grade == ("certified" if SURVEYS[key].certifies(name) else "claimed")
    assert wrong == WRONG


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[pytest.mark.slow] * (record["check_s"] > SLOW_SECONDS), id=key[0])
        for key, record in SHOWN.tables["surveys"].items()
        if record["kept"]
    ],
)
def test_a_survey_kept_shows_what_the_page_says(key: RowKey) -> None:
    name, metric = key
    puzzle = puzzle_of(name, metric)
    figures = check_file(kept_path(key, "survey"), puzzle).figures or {}
    record = SHOWN.tables["surveys"][key]
    assert record["bytes"] == kept_path(key, "survey").stat().st_size
    for figure, (value, grade) in record["figures"].items():
        if grade == "certified":
            assert figure_of(figure, figures) == value


def test_a_survey_is_made_checked_and_written(tmp_path: Path) -> None:
    page, key = tmp_path / "page.md", ("simplicity-alike-69", "piece")
    assert main(["--surveys", "--page", str(page), "--only", key[0]]) == 0
    found = read_page(page).tables["surveys"][key]
    assert found["figures"] == {"reached": [69, "certified"], "diameter": [7, "certified"]}
    assert "reached 69, diameter 7 (**5**); [" in page.read_text("utf-8")
    assert (tmp_path / kept_name(key, "survey")).stat().st_size == found["bytes"]


def test_every_theorem_is_on_the_page_with_its_file() -> None:
    """Else: make results OPTIONS=--kernel."""
    assert list(SHOWN.tables["theorems"]) == list(THEOREMS)
    for key, found in SHOWN.tables["theorems"].items():
        assert found["kept"] == (key in FILES)
        if key in FILES:
            assert found["bytes"] == kept_path(key, "v").stat().st_size
        if key in SHOWN.tables["rows"]:
            minimum = SHOWN.tables["rows"][key]["minimum"]
            assert found["theorem"] == (
                "no plan" if minimum is None else f"the minimum is {minimum}"
            )


@pytest.mark.external("coq")
@pytest.mark.parametrize("key", FILES, ids="-".join)
def test_a_theorem_kept_is_what_is_exported_today(
    key: RowKey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found anew, where it needs lower bounds."""
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "cache"))
    name, metric = key
    made = claimed("coq", load(name).with_metric(metric), tmp_path / "claim", check=False)
    assert made.files[0].read_text("utf-8") == kept_path(key, "v").read_text("utf-8")


def test_a_theorem_that_is_refused_is_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, coqc = tmp_path / "page.md", tmp_path / "coqc"
    monkeypatch.setenv("PUZZLEPROOF_COQC", str(coqc))
    for answer, code in (("Axioms: cheat", 1), (CLOSED, 0)):
        coqc.write_text(f'#!/bin/sh\n[ "$1" = -q ] && echo "{answer}" || echo 8.16.1 4.13.1\n')
        coqc.chmod(0o755)
        assert main(["--kernel", "--page", str(page), "--only", "frogs-6-6"]) == code
        assert read_page(page).tables["theorems"].keys() == (
            {("frogs-6-6", "move")} if not code else set()
        )
    assert "frogs-6-6 move: FAILED: coqc: Axioms: cheat" in capsys.readouterr().err
    found = read_page(page).tables["theorems"]["frogs-6-6", "move"]
    assert (found["theorem"], found["kept"]) == ("the minimum is 48", True)
    kept = tmp_path / "certificates" / "frogs_6_6_move.v"
    assert "minimum_is instance 48" in kept.read_text("utf-8")
