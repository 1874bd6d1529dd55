"""Ledgers, and ``results``: what was proven is kept, and nothing unchecked counts as certified."""

import csv
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from puzzleproof.models.instances import dumps, load
from tests.support.command_line import Run, interrupted
from tests.support.sessions import play, sessions


@pytest.fixture
def ledger(run: Run, tmp_path: Path) -> Path:
    assert run("prove", "frogs-2-2", "--ledger", "l.db").returncode == 0
    return tmp_path / "l.db"


SESSIONS = {
    "a ledger is filled, listed, checked and exported": """
        $ prove hughes frogs-1-1 --ledger l.db --metric all --jobs 1
        $ prove hughes frogs-1-1 --ledger l.db --metric all
        ~ (?s)(note: from the ledger .20.*){4}
        $ results l.db
        4 results, as recorded: --check checks them
        $ results l.db sliding line --check
        24 moves (metric line), certified, certificate accepted
        - as recorded
        $ results l.db HUGHES --json
        [{"optimum": 21}, {"optimum": 24}, {"optimum": 31}]
        $ results l.db --output all.csv --certificates certs
        ? all.csv | puzzle,title,family
        $ verify certs --json
        [{"optimum": 3}, {"optimum": 24}, {"optimum": 21}, {"optimum": 31}]
    """,
    "what is no ledger": """
        $ results . => 40
        ! '.': a folder: expected a ledger
        $ results none.db => 40
        ! none.db
        $ prove frogs-1-1 --ledger x.toml => 40
        ! x.toml
        / none.db
    """,
}
test_session = sessions(SESSIONS, {"x.toml": b"not a database " * 500})


LIE = """
    $ results l.db --check => 50
    - accepted
    ! frogs-2-2: rejected:
    $ audit frogs-2-2 --ledger l.db
    - refuted:
    ! is proven anew
    $ results l.db --check
"""
CHANGED = {
    "result = json_set(result, '$.lower', 7, '$.upper', 7, '$.plan', json('[]'))": LIE,
    "certificate = NULL": """
        $ prove frogs-2-2 --ledger l.db --certificate h.cert
        certificate: h.cert
        ! its row in the ledger cannot be used: its certificate: it is not there
        $ verify h.cert --instance frogs-2-2
    """,
    "certificate = 'junk'": """
        $ results l.db --certificates out => 50
        ! not copied
        $ audit frogs-2-2 --ledger l.db --certificates out
        ! proven anew
        $ verify out/frogs-2-2-move.cert
    """,
}
"""What somebody has changed in a row, and what comes of it."""


@pytest.mark.parametrize("change", CHANGED)
def test_a_row_that_its_certificate_does_not_prove_is_proven_anew(
    run: Run, tmp_path: Path, ledger: Path, change: str
) -> None:
    with closing(sqlite3.connect(ledger)) as db, db:
        db.execute(f"UPDATE results SET {change}")  # noqa: S608  our own words
    play(run, tmp_path, CHANGED[change])


def test_a_table_has_a_column_for_each_metric(run: Run, tmp_path: Path) -> None:
    for name, source in (("b10", "frogs-1-1"), ("b2", "hughes"), ("<b>", "frogs-2-2")):
        (tmp_path / f"{name}.toml").write_text(dumps(load(source)), encoding="utf-8")
    files = ("b10.toml", "b2.toml", "<b>.toml")
    assert run("prove", *files, "--ledger", "l.db", "--metric", "all").returncode == 0
    assert run("prove", "hifi", "--time-limit", "0.3", "--ledger", "l.db").returncode in (10, 30)
    first, *rows = run("results", "l.db", "b", "--table").stdout.splitlines()
    assert first.split() == ["puzzle", "move", "piece", "line", "unit"]
    words = [row.split() for row in rows[:-1]]
    assert words == [["<b>.toml", "8"], ["b2.toml", "21", "24", "31"], ["b10.toml", "3"]]
    assert rows[1].index("21") == first.index("piece")
    assert rows[2].index("3") == first.index("move")
    assert run("results", "l.db", "--table", "--output", "t.csv").returncode == 0
    lines = list(csv.DictReader((tmp_path / "t.csv").read_text("utf-8").splitlines()))
    (bounded,) = (line["piece"] for line in lines if line["puzzle"] == "hifi")
    assert bounded.startswith(("at least", "nothing"))
    assert "ends in .csv" in run("results", "l.db", "--table", "--output", "u.html").fault


def test_a_page_has_each_claim_with_its_certificate_and_the_command_that_checks_it(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "<b>.toml").write_text('family = "frogs"\nboard = "FT.F"\n', encoding="utf-8")
    assert run("prove", "<b>.toml", "hughes", "--ledger", "l.db").returncode == 20
    with closing(sqlite3.connect(tmp_path / "l.db")) as db, db:
        set_lower = "UPDATE results SET result = json_set(result, '$.lower', 22, '$.upper', 22)"
        db.execute(
            "INSERT INTO results SELECT 9, instance_hash, 'unit', request, result, "
            "certificate FROM results WHERE metric = 'piece'"
        )
        db.execute(f"{set_lower} WHERE metric = 'unit'")
    assert run("results", "l.db", "--check", "--output", "site/").returncode == 50
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert (page.count("<svg"), page.count("To check it:")) == (3, 2)
    assert page.count("certificate accepted") == 2
    assert "&lt;b&gt;.toml" in page
    assert page.count(">rejected<") == 1
    assert page.count('<span class="verdict confirmed">certified</span>') == 2
    commands = re.findall("<code>puzzleproof (.*)</code>", page)
    assert "verify hughes-piece.cert --instance hughes --metric piece" in commands
    for command in commands:
        assert run(*command.replace("verify ", "verify site/").split()).returncode == 0
    assert run("results", "l.db", "--check", "--output", "site").returncode == 50
    (tmp_path / "site" / "index.html").write_text(f"{page} ", encoding="utf-8")
    assert "--force replaces it" in run("results", "l.db", "--output", "site").fault
    assert run("results", "l.db", "hughes", "--output", "u.html").returncode == 0
    page = (tmp_path / "u.html").read_text("utf-8")
    assert "as recorded: --check checks them" in page
    assert '<span class="verdict open">certified, as recorded</span>' in page
    assert "certificate accepted" not in page
    assert "verdict confirmed" not in page


def lie(path: Path) -> None:
    """Let the row of hughes in the metric piece claim 20 moves, one too few."""
    with closing(sqlite3.connect(path)) as db, db:
        ((text,),) = db.execute("SELECT result FROM results WHERE metric = 'piece'").fetchall()
        row = json.loads(text) | {"lower": 20, "upper": 20}
        row["plan"], row["evidence"][0]["bound"] = row["plan"][:20], 20
        changed = (json.dumps(row), "piece")
        db.execute("UPDATE results SET result = ? WHERE metric = ?", changed)


MERGED = """
    $ results mine.db --merge theirs.db more => 40
    theirs.db, row 1: 'hughes' (metric piece): rejected: its plan: the plan's 20 moves do not end
    theirs.db, row 2: 'hughes' (metric line): kept: 24 moves
    theirs.db, row 3: 'hughes' (metric unit): kept: 31 moves
    more/b.cert: 'b' (metric move): kept: 8 moves
    more/hughes-piece.cert: 'hughes' (metric piece): weaker: no more than is recorded here: 21
    more/junk.cert: unreadable: the file is damaged or was changed
    more/torn.db: unreadable: 'more/torn.db':
    7 offers: 3 kept, 1 rejected, 2 unreadable, 1 weaker
    ! 5 files
    $ results mine.db --check
    5 results
    - rejected
    $ results mine.db --merge theirs.db --json => 50
    [{"fate": "weaker"}, {"fate": "weaker"}, {"fate": "rejected"}]
    ! 1 file
    $ results mine.db --merge theirs.db --memory-limit 1 => 30
    too large: memory limit reached
    ! 1 file
    $ prove hughes --metric all --ledger mine.db
    21 moves
    $ results mine.db --merge none => 40
    none: unreadable: 'none': there is no such ledger
    ! 1 file
    $ results mine.db --merge empty => 40
    ! 'empty': no file .cert or .db in this folder
    $ results mine.db hughes --merge theirs.db => 40
    ! --merge cannot be combined with a word
"""


def test_two_ledgers_that_disagree_are_merged(run: Run, tmp_path: Path) -> None:
    assert run("prove", "hughes", "frogs-1-1", "--ledger", "mine.db").returncode == 0
    words = ("prove", "hughes", "--metric", "all", "--ledger", "theirs.db", "--jobs", "1")
    assert run(*words).returncode == 0
    (tmp_path / "empty").mkdir()
    (more := tmp_path / "more").mkdir()
    data = (tmp_path / "theirs.db").read_bytes()
    (more / "torn.db").write_bytes(data[: len(data) // 2])
    (more / "junk.cert").write_text('{"format": "x"')
    assert run("prove", "frogs-2-2", "--certificate", "more/b.cert").returncode == 0
    assert run("prove", "hughes", "--certificate", "more/hughes-piece.cert").returncode == 0
    lie(tmp_path / "theirs.db")
    play(run, tmp_path, MERGED)


def test_a_row_that_does_not_hold_stops_no_offer(run: Run, tmp_path: Path) -> None:
    for name in ("mine.db", "theirs.db"):
        assert run("prove", "hughes", "--ledger", name).returncode == 0

    def merged() -> str:
        return run("results", "mine.db", "--merge", "theirs.db").stdout.split(": ")[2]

    assert merged() == "weaker"
    with closing(sqlite3.connect(tmp_path / "mine.db")) as db, db:
        db.execute("UPDATE results SET certificate = NULL")
    assert [merged(), merged()] == ["kept", "weaker"]
    lie(tmp_path / "mine.db")
    assert merged() == "kept"
    assert run("results", "mine.db", "--check").returncode == 0


def test_a_recorded_answer_is_printed_as_a_fresh_one(run: Run, ledger: Path) -> None:
    words = ("prove", "frogs-2-2", "--ledger", ledger, "--certificate", "h.cert", "--force")
    fresh = run(*words[:2], *words[4:]).stdout.splitlines()
    text = run(*words).stdout.splitlines()
    kept = ("Frogs", "published", "plan: ", "certificate: ")
    assert [x for x in text if x.startswith(kept)] == [x for x in fresh if x.startswith(kept)]
    assert any(line.startswith("note: from the ledger (20") for line in text)
    (one,), two = (json.loads(run(*some, "--json").stdout) for some in (words, words[:2]))
    assert one.keys() == two.keys()
    assert one["recorded"].startswith("20")
    assert two["recorded"] is None


def test_ctrl_c_keeps_what_is_proven_and_says_how_to_go_on(run: Run, tmp_path: Path) -> None:
    names, out = ("frogs-1-1", "korf-03", "korf-15", "hughes"), tmp_path / "out"
    words = ("prove", *names, "--ledger", "l.db", "--jobs", "2")
    assert interrupted(tmp_path, words, lambda: "Frogs" in out.read_text("utf-8")) == 30
    assert out.read_text(encoding="utf-8").count("note: interrupted") == 2
    assert "1 result" in run("results", "l.db").stdout
    said = "interrupted: 1 question not answered; the same command continues from 'l.db'"
    assert said in (tmp_path / "err").read_text(encoding="utf-8")


def test_a_tampered_ledger_writes_nothing_outside_its_folder(run: Run, tmp_path: Path) -> None:
    assert run("prove", "frogs-1-1", "--ledger", "a.db").returncode == 0
    with closing(sqlite3.connect(tmp_path / "a.db")) as db:
        db.execute("UPDATE results SET result = replace(result, '\"move\"', '\"x/../../out\"')")
        db.commit()
    copied = run("results", "a.db", "--certificates", "inside/w")
    assert copied.returncode == 40
    assert "metric 'x/../../out' of family 'frogs': no such metric" in copied.fault
    assert sorted(path.name for path in tmp_path.rglob("*") if path.suffix == ".cert") == []
