"""``audit``: claims judged, tables and folders read, reports written."""

import csv
import json
import signal
import time
from pathlib import Path

import pytest

from puzzleproof.models.instances import dumps, load
from tests.support.command_line import Run, started
from tests.support.sessions import play

PROVEN = {"piece": 21, "line": 24, "unit": 31}
"""Minima of hughes in each metric."""
CAR = "o" * 14 + "AA" + "o" * 20


def table(folder: Path, *rows: str) -> str:
    lines = ["puzzle,claimed,metric,source", *rows]
    (folder / "claims.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "claims.csv"


@pytest.mark.parametrize(
    ("claim", "metric", "verdict", "code", "words"),
    [
        ("21", "piece", "confirmed", 0, ""),
        ("24", "piece", "refuted", 60, "21 is proven"),
        ("20", "piece", "refuted", 60, "21 is proven"),
        ("31", "", "confirmed", 0, "right in metric unit"),
        ("22", "", "refuted", 60, "metric piece: 21 is proven; metric line: 24 is proven"),
        ("unsolvable", "line", "refuted", 60, "24 is proven"),
    ],
)
def test_a_claim_is_judged_in_every_metric_that_it_may_mean(
    run: Run, tmp_path: Path, claim: str, metric: str, verdict: str, code: int, words: str
) -> None:
    name = table(tmp_path, f"hughes,{claim},{metric},a book")
    text = run("audit", name)
    assert text.returncode == code, text.stderr
    assert f"{verdict}{': ' if words else ''}{words}" in text.stdout
    (row,) = json.loads(run("audit", name, "--json").stdout)
    assert row["verdict"] == verdict
    assert row["claimed"] == (None if claim == "unsolvable" else int(claim))
    assert row["metric_named"] == bool(metric)
    if row["metric"] is None:
        assert not any(row[key] for key in ("proven", "lower", "upper", "certificate_sha256"))
    for answer in row["answers"]:
        assert answer["lower"] == answer["proven"] == PROVEN[answer["metric"]]
        assert len(answer["certificate_sha256"]) == 64


@pytest.mark.parametrize(
    ("claim", "verdict", "code", "words"),
    [
        ("simplicity,27,piece,a book,eccentricity", "confirmed", 0, ""),
        ("simplicity,11,piece,,components", "confirmed", 0, ""),
        ("simplicity,18,,,from_goals", "confirmed", 0, "right in metric piece"),
        ("simplicity,18,piece,,hardest_anywhere", "confirmed", 0, ""),
        ("simplicity,28,piece,,eccentricity", "refuted", 60, "computed by the rules: 27"),
        (
            "simplicity,28,,a book,eccentricity",
            "refuted",
            60,
            "metric piece: computed by the rules: 27; metric",
        ),
        ("simplicity,29,piece,,diameter", "refuted", 60, "computed by the rules: "),
        (
            "frogs-1-1,3,move,,diameter",
            "open",
            30,
            "diameter: undefined for a puzzle whose moves cannot be taken back",
        ),
    ],
)
def test_a_claim_about_a_figure_is_judged_by_the_rules(
    run: Run, tmp_path: Path, claim: str, verdict: str, code: int, words: str
) -> None:
    (tmp_path / "claims.csv").write_text(f"puzzle,claimed,metric,source,figure\n{claim}\n")
    text = run("audit", "claims.csv", "--output", "report.html")
    assert text.returncode == code, text.stderr
    assert f"{verdict}{': ' if words else ''}{words}" in text.stdout
    assert claim.split(",")[-1] in (tmp_path / "report.html").read_text()
    (row,) = json.loads(run("audit", "claims.csv", "--json").stdout)
    assert (row["verdict"], row["figure"]) == (verdict, claim.split(",")[-1])
    assert ("(claim from: a book)" in text.stdout) == (verdict == "refuted" and "a book" in claim)
    for answer in row["answers"]:
        assert (answer["grade"] == "certified") == (verdict != "open")
        assert (answer["status"], answer["lower"], answer["upper"]) == (None, None, None)


def test_figures_are_kept_in_a_ledger_with_their_certificates(run: Run, tmp_path: Path) -> None:
    text = "puzzle,claimed,metric,source,figure\nsimplicity,27,piece,,eccentricity\n"
    (tmp_path / "claims.csv").write_text(text + "simplicity,18,piece,,\n")
    session = """
        $ audit claims.csv --ledger a.db --certificates certs
        2 claims: 2 confirmed, 0 refuted, 0 open
        $ audit claims.csv --ledger a.db
        2 claims: 2 confirmed, 0 refuted, 0 open
        $ results a.db
        1 result, as recorded
        1 figure of state graphs, not checked here: 'audit --ledger' checks them
        $ verify certs/simplicity-piece-eccentricity.cert --instance simplicity
        eccentricity 27
        $ verify certs/simplicity-piece.cert --instance simplicity
    """
    play(run, tmp_path, session)


def test_a_figure_that_takes_too_long_stays_open(run: Run, tmp_path: Path) -> None:
    text = "puzzle,claimed,metric,source,figure\nkorf-01,80,single,,eccentricity\n"
    (tmp_path / "claims.csv").write_text(
        text + "hughes,1,piece,,girth\nfour-cubes,1,,,diameter\nhughes,unsolvable,,,reached\n"
    )
    found = run("audit", "claims.csv", "--time-limit", "0.5")
    assert found.returncode == 40
    assert "open: time limit reached" in found.stdout
    assert "line 3: figure 'girth': expected one of reached" in found.stderr
    assert "line 4: figure 'diameter': cubes have no state graph" in found.stderr
    assert "line 5: figure 'reached': expected a number, got 'unsolvable'" in found.stderr
    rows = json.loads(run("audit", "claims.csv", "--time-limit", "0.5", "--json").stdout)
    assert [row.get("verdict") for row in rows] == ["open", None, None, None]
    assert rows[1].keys() == {"error"}
    assert rows[1]["error"] in found.stderr


def test_every_number_of_a_claim_without_a_metric_has_one(run: Run, tmp_path: Path) -> None:
    name = table(tmp_path, "hughes,25,,a <b>book</b>", "frogs-1-1,3,move,")
    row, _ = json.loads(run("audit", name, "--json").stdout)
    assert [one["metric"] for one in row["answers"]] == list(PROVEN)
    assert [len(one["plan"] or ()) for one in row["answers"]] == [21, 24, 0]
    session = f"""
        $ audit {name} --output r.csv --certificates certs => 60
        plan of 24 moves (metric line):
        $ audit {name} --output r.html --certificates certs => 60
        $ verify certs/hughes-line.cert --instance hughes => 50
        ! metric
        $ verify certs/hughes-line.cert --instance hughes --metric line
    """
    play(run, tmp_path, session)
    with open(tmp_path / "r.csv", encoding="utf-8", newline="") as file:
        *lines, last = list(csv.DictReader(file))
    assert {line["metric"]: int(line["proven"]) for line in lines} == PROVEN
    assert {(line["verdict"], line["metric_named"]) for line in lines} == {("refuted", "no")}
    assert (last["verdict"], last["metric_named"]) == ("confirmed", "yes")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    for metric, moves in PROVEN.items():
        assert f"Proven (metric {metric}): {moves} moves." in page
        assert f"Certificate (metric {metric}): <code>" in page
    assert "a &lt;b&gt;book&lt;/b&gt;" in page
    assert page.count("<article>") == page.count("<svg") == 2
    assert "<script" not in page
    assert len(list((tmp_path / "certs").iterdir())) == 4


def test_a_report_says_how_many_claims_were_not_looked_at(tmp_path: Path) -> None:
    name = table(tmp_path, "frogs-1-1,3,move,", "korf-03,59,single,", "korf-15,62,single,")
    words = ("audit", name, "--output", "r.html", "--jobs", "1")
    with started(tmp_path, *words) as process:
        while "confirmed" not in (tmp_path / "out").read_text(encoding="utf-8"):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 30
    said = (tmp_path / "out").read_text(encoding="utf-8").splitlines()[-1]
    assert "not looked at" in said
    assert said in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_two_tables_may_call_different_boards_by_one_name(run: Run, tmp_path: Path) -> None:
    for folder, library, claimed in (("a", "frogs-1-1", 3), ("b", "frogs-2-2", 8)):
        (tmp_path / folder).mkdir()
        text = dumps(load(library)).split("\n[[known]]")[0]
        (tmp_path / folder / "x.toml").write_text(text, encoding="utf-8")
        table(tmp_path / folder, f"x.toml,{claimed},move,")
    session = """
        $ audit a/claims.csv b/claims.csv
        2 claims: 2 confirmed, 0 refuted, 0 open
        $ audit a b
        b/x.toml
        2 claims: 2 confirmed, 0 refuted, 0 open
        ! note: no claim in 2 files (a/x.toml, b/x.toml)
    """
    play(run, tmp_path, session)


def test_library_names_folders_and_files_of_others_are_audited(run: Run, tmp_path: Path) -> None:
    files = {
        "deep/rush.txt": f"1 {CAR} 9\n",
        "deep/wrong.txt": "family = 1",
        "deep/notes.txt": "nothing of the kind",
        "bad/onebad.txt": f"1 {CAR}\n1 {CAR}\n1 {CAR[1:]}\n1 {CAR}",
        "bad/pyproject.toml": "[project]\nname = 'x'\n",
        "bad/people.csv": "name,born\nx,1\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    table(tmp_path / "deep", "rush.txt,1,unit,", "rush.txt,2,unit,")
    folders = run("audit", "frogs-1-1", "deep")
    assert folders.returncode == 60
    assert "4 claims: 3 confirmed, 1 refuted, 0 open" in folders.stdout
    assert "wrong.txt: key 'family': expected a text" in folders.stderr
    said = "note: no puzzle, and no table of claims, in 1 file (deep/notes.txt)"
    assert said in folders.stderr
    others = run("audit", "bad")
    assert others.returncode == 40
    assert "3 claims: 3 confirmed" in others.stdout
    assert others.stderr.count("puzzleproof: ") == 1
    assert "onebad.txt: line 3: " in others.stderr
    assert "in 2 files (bad/people.csv, bad/pyproject.toml)" in others.stderr


def test_a_table_may_come_from_standard_input(run: Run) -> None:
    for text, code, said in (
        ("puzzle,claimed\nfrogs-1-1,4\n", 60, "1 claim: 0 confirmed, 1 refuted"),
        (f"1 {CAR}\n", 0, "1 claim: 1 confirmed"),
        ("a,b\n1,2\n", 40, "<stdin>: no known format"),
        ("puzzle,claim\nhughes,3\n", 40, "<stdin>: line 1: no column 'claimed': expected the"),
    ):
        result = run("audit", "-", stdin=text)
        assert (result.returncode, said in result.stdout + result.stderr) == (code, True), said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a,b\n",
            "claims.csv: line 1: no column 'puzzle': expected the columns puzzle and claimed,",
        ),
        ("puzzle,moves\n", "metric, source, figure; found 'puzzle', 'moves'"),
        ("puzzle,claimed,metrik\n", "unknown column 'metrik'"),
        ("puzzle,claimed\nhughes,x\n", "line 2: claimed 'x': expected a number of moves"),
        ("puzzle,claimed\nhughes\n", "line 2: expected 2 values"),
        ("puzzle,claimed\nhughes,1,2\n", "line 2: expected 2 values"),
        ("puzzle,claimed\n,5\n", "line 2: puzzle: expected a name"),
        ("puzzle,claimed,metric\nhughes,1,jump\n", "line 2: metric 'jump': expected one of piece"),
        ("puzzle,claimed\nnone.toml,1\n", "line 2: '"),
        ("puzzle,puzzle,claimed\n", "a column stands twice"),
        ("puzzle,claimed\n", "no claim to audit"),
    ],
)
def test_a_table_with_a_fault_is_one_line_of_error(
    run: Run, tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "claims.csv").write_text(text, encoding="utf-8")
    result = run("audit", "claims.csv")
    assert (result.returncode, message in result.stderr) == (40, True), result.stderr
    assert "Traceback" not in result.stderr


SESSIONS = {
    "a bad row is no error for the others": (
        ("frogs-1-1,3,,", "hughez,1,,", f"hughes,{'9' * 5000},,", "frogs-1-1,3,,"),
        """
        $ audit claims.csv => 40
        2 claims: 2 confirmed
        ! claims.csv: line 3: 'hughez'
        ! claims.csv: line 4: a number of 5000 digits
        """,
    ),
    "what a limit leaves is open": (
        ("korf-03,59,single,Korf",),
        """
        $ audit claims.csv --time-limit 0.5 => 30
        open:
        1 claim: 0 confirmed, 0 refuted, 1 open
        """,
    ),
    "files to be written are looked at before the work": (
        (),
        """
        $ audit frogs-1-1 --output x.pdf => 40
        ! ends in .html or .csv
        $ audit frogs-1-1 --certificates mine.html/certs => 40
        ! mine.html' is no folder
        $ audit frogs-1-1 --output mine.html => 40
        ! exists and is no HTML page
        """,
    ),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_session(run: Run, tmp_path: Path, name: str) -> None:
    rows, session = SESSIONS[name]
    table(tmp_path, *rows)
    play(run, tmp_path, session, {"mine.html": "my own"})
