"""``results``, and ledgers of ``prove`` and ``audit``: nothing unchecked counts as certified."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.support.command_line import Run

BOARD = """family = "frogs"
board = "{board}"
[[known]]
metric = "move"
optimum = {optimum}
source = "a book"
"""


def change(path: Path, sql: str) -> None:
    db = sqlite3.connect(path)
    db.execute(sql)
    db.commit()
    db.close()


@pytest.fixture
def ledger(run: Run, tmp_path: Path) -> Path:
    assert run("prove", "frogs-2-2", "--ledger", "l.db").returncode == 0
    return tmp_path / "l.db"


LIES = (
    "json_set(result, '$.lower', 7, '$.upper', 7, '$.plan', json('[]'))",
    "json_set(result, '$.lower', 99, '$.upper', 99, '$.grade', 'cross-checked')",
    "json_set(result, '$.certificate_sha256', null)",
)


@pytest.mark.parametrize("lie", LIES)
def test_a_row_that_its_certificate_does_not_prove_is_rejected(
    run: Run, ledger: Path, lie: str
) -> None:
    change(ledger, f"UPDATE results SET result = {lie}")  # noqa: S608
    checked = run("results", "l.db", "--check")
    assert checked.returncode == 50
    assert "accepted" not in checked.stdout
    assert "frogs-2-2: rejected: " in checked.stderr
    (row,) = json.loads(run("results", "l.db", "--check", "--json").stdout)
    assert row["rejected"]


@pytest.mark.parametrize("lie", LIES)
def test_an_audit_believes_no_row_that_lies(run: Run, ledger: Path, lie: str) -> None:
    change(ledger, f"UPDATE results SET result = {lie}")  # noqa: S608
    audited = run("audit", "frogs-2-2", "--ledger", "l.db")
    assert (audited.returncode, "refuted:" in audited.stdout) == (0, False)
    assert "is not used, and proven anew" in audited.stderr
    assert run("results", "l.db", "--check").returncode == 0


def test_what_is_listed_unchecked_is_said_to_be(run: Run, ledger: Path) -> None:
    assert ledger.exists()
    assert "1 result, as recorded: --check checks them" in run("results", "l.db").stdout
    assert "as recorded" not in run("results", "l.db", "--check").stdout


def test_a_lost_certificate_is_made_again_where_it_is_wanted(run: Run, ledger: Path) -> None:
    change(ledger, "UPDATE results SET certificate = NULL")
    again = run("prove", "frogs-2-2", "--ledger", "l.db", "--certificate", "h.cert")
    assert "certificate: h.cert" in again.stdout
    assert run("verify", "h.cert", "--instance", "frogs-2-2").returncode == 0


def test_a_recorded_answer_is_printed_as_a_fresh_one(run: Run, ledger: Path) -> None:
    words = ("prove", "frogs-2-2", "--ledger", "l.db", "--certificate", "h.cert", "--force")
    fresh = run(*words[:2], *words[4:]).stdout.splitlines()
    text = run(*words).stdout.splitlines()
    kept = ("Frogs", "published", "plan: ", "certificate: ")
    assert [x for x in text if x.startswith(kept)] == [x for x in fresh if x.startswith(kept)]
    assert any(line.startswith("note: from the ledger (20") for line in text)
    (one,), two = (json.loads(run(*some, "--json").stdout) for some in (words, words[:2]))
    assert one.keys() == two.keys()
    assert one["recorded"].startswith("20")
    assert two["recorded"] is None
    assert ledger.exists()


def test_a_refuted_claim_is_not_forgotten(run: Run) -> None:
    for _ in range(2):
        found = run("prove", "frogs-2-2", "--at-least", "9", "--ledger", "l.db")
        assert found.returncode == 60
        assert "claim: 'at least 9 moves' (metric move): refuted" in found.stdout


def test_a_certificate_that_is_wanted_and_is_not_there_is_told(run: Run, tmp_path: Path) -> None:
    words = ("prove", "korf-03", "--time-limit", "0.2", "--ledger", "l.db")
    found = run(*words, "--certificate", "h.cert")
    if not (tmp_path / "h.cert").exists():
        assert "--certificate 'h.cert': not written" in found.stdout


@pytest.mark.parametrize("place", [".", "/"])
def test_a_folder_is_no_ledger(run: Run, place: str) -> None:
    for words in (("results", place), ("prove", "frogs-1-1", "--ledger", place)):
        refused = run(*words)
        assert refused.returncode == 40
        assert refused.stderr == f"puzzleproof: {place!r}: a folder: expected a ledger\n"


def test_a_number_that_is_none_is_one_line_of_error(run: Run, ledger: Path) -> None:
    change(ledger, "UPDATE results SET result = json_set(result, '$.upper', 'abc')")
    refused = run("results", "l.db")
    assert (refused.returncode, refused.stderr.count("\n")) == (40, 1)
    assert "upper 'abc': expected a whole number from 0 or null" in refused.stderr
    audited = run("audit", "frogs-2-2", "--ledger", "l.db")
    assert (audited.returncode, "abc is proven" in audited.stdout) == (0, False)


def test_a_listing_writes_nothing(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "zero.db"
    empty.write_bytes(b"")
    refused = run("results", "zero.db")
    assert (refused.returncode, empty.read_bytes()) == (40, b"")
    assert "an empty file: expected a ledger" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["zero.db"]


def test_puzzles_of_one_name_have_certificates_of_their_own(run: Run, tmp_path: Path) -> None:
    for folder, board, optimum in (("a", "F.T", 3), ("b", "FF.TT", 8)):
        (tmp_path / folder).mkdir()
        text = BOARD.format(board=board, optimum=optimum)
        (tmp_path / folder / "x.toml").write_text(text, encoding="utf-8")
    words = ("audit", "a/x.toml", "b/x.toml", "--ledger", "l.db")
    assert run(*words, "--certificates", "one").returncode == 0
    assert run("results", "l.db", "--certificates", "two").returncode == 0
    made = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(made) == 2
    assert sorted(path.name for path in (tmp_path / "two").iterdir()) == made
    for name in made:
        assert run("verify", f"one/{name}").returncode == 0


def test_a_damaged_certificate_is_not_copied(run: Run, ledger: Path, tmp_path: Path) -> None:
    change(ledger, "UPDATE results SET certificate = 'junk'")
    (tmp_path / "out").mkdir()
    copied = run("results", "l.db", "--certificates", "out")
    assert (copied.returncode, list((tmp_path / "out").iterdir())) == (50, [])
    assert "not copied" in copied.stderr
    audited = run("audit", "frogs-2-2", "--ledger", "l.db", "--certificates", "out")
    assert audited.returncode == 0
    assert run("verify", "out/frogs-2-2-move.cert").returncode == 0
