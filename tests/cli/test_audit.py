"""``audit``: claims judged, tables and folders read, reports written."""

import csv
import json
from pathlib import Path

import pytest

from puzzleproof.models.instances import dumps, load
from tests.support.command_line import Run, interrupted
from tests.support.sessions import play, sessions

COLUMNS = ["puzzle", "claimed", "metric", "source", "figure"]
PROVEN = {"piece": 21, "line": 24, "unit": 31}
"""Minima of hughes in each metric."""
CAR = "o" * 14 + "AA" + "o" * 20


def table(*rows: str) -> str:
    """A table with as many columns as its first row has."""
    return "\n".join([",".join(COLUMNS[: rows[0].count(",") + 1]), *rows, ""])


def board(name: str) -> str:
    return dumps(load(name)).split("\n[[known]]")[0]


CLAIMS = [
    ("hughes,21,piece,a book", "confirmed", ""),
    ("hughes,24,piece,a book", "refuted", "21 is proven"),
    ("hughes,20,piece,a book", "refuted", "21 is proven"),
    ("hughes,31,,a book", "confirmed", "right in metric unit"),
    ("hughes,22,,a book", "refuted", "metric piece: 21 is proven; metric line: 24 is proven"),
    ("hughes,unsolvable,line,a book", "refuted", "24 is proven"),
    ("simplicity,27,piece,a book,eccentricity", "confirmed", ""),
    ("simplicity,11,piece,,components", "confirmed", ""),
    ("simplicity,18,,,from_goals", "confirmed", "right in metric piece"),
    ("simplicity,18,piece,,hardest_anywhere", "confirmed", ""),
    ("simplicity,28,piece,,eccentricity", "refuted", "computed by the rules: 27"),
    (
        "simplicity,28,,a book,eccentricity",
        "refuted",
        "metric piece: computed by the rules: 27; metric",
    ),
    ("simplicity,29,piece,,diameter", "refuted", "computed by the rules: "),
    (
        "frogs-1-1,3,move,,diameter",
        "open",
        "diameter: undefined for a puzzle whose moves cannot be undone",
    ),
]


@pytest.mark.parametrize(("claim", "verdict", "words"), CLAIMS)
def test_a_claim_is_judged_in_every_metric_that_it_may_mean(
    run: Run, tmp_path: Path, claim: str, verdict: str, words: str
) -> None:
    _, claimed, metric, source, *figure = claim.split(",")
    (tmp_path / "claims.csv").write_text(table(claim))
    text = run("audit", "claims.csv", "--output", "report.html")
    assert text.returncode == {"confirmed": 0, "refuted": 60, "open": 30}[verdict], text.stderr
    assert f"{verdict}{': ' if words else ''}{words}" in text.stdout
    assert ("(claim from: a book)" in text.stdout) == (verdict == "refuted" and bool(source))
    assert all(name in (tmp_path / "report.html").read_text() for name in figure)
    (row,) = json.loads(run("audit", "claims.csv", "--json").stdout)
    assert (row["verdict"], row["metric_named"]) == (verdict, bool(metric))
    assert row["claimed"] == (None if claimed == "unsolvable" else int(claimed))
    assert row["figure"] == (figure[0] if figure else None)
    if row["metric"] is None:
        assert not any(row[key] for key in ("proven", "lower", "upper", "certificate_sha256"))
    for answer in row["answers"]:
        assert len(answer["certificate_sha256"] or "") == 64 * (verdict != "open")
        assert (answer["grade"] == "certified") == (verdict != "open")
        moves = None if figure else PROVEN[answer["metric"]]
        assert answer["lower"] == moves
        assert figure or answer["proven"] == moves


def test_every_number_of_a_claim_without_a_metric_has_one(run: Run, tmp_path: Path) -> None:
    claims = table("hughes,25,,a <b>book</b>", "frogs-1-1,3,move,")
    session = """
        $ audit claims.csv --output r.csv --certificates certs => 60
        plan of 24 moves (metric line):
        $ audit claims.csv --output r.html --certificates certs => 60
        $ verify certs/hughes-line.cert --instance hughes => 50
        ! metric
        $ verify certs/hughes-line.cert --instance hughes --metric line
    """
    play(run, tmp_path, session, {"claims.csv": claims})
    row, _ = json.loads(run("audit", "claims.csv", "--json").stdout)
    assert [one["metric"] for one in row["answers"]] == list(PROVEN)
    assert [len(one["plan"] or ()) for one in row["answers"]] == [21, 24, 0]
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
    claims = table("frogs-1-1,3,move,", "korf-03,59,single,", "korf-15,62,single,")
    (tmp_path / "claims.csv").write_text(claims)
    out = tmp_path / "out"
    words = ("audit", "claims.csv", "--output", "r.html", "--jobs", "1")
    assert interrupted(tmp_path, words, lambda: "confirmed" in out.read_text("utf-8")) == 30
    said = out.read_text(encoding="utf-8").splitlines()[-1]
    assert "not examined" in said
    assert said in (tmp_path / "r.html").read_text(encoding="utf-8")


FAULTS = {
    "a,b\n": "claims.csv: line 1: no column 'puzzle': expected the columns puzzle and claimed,",
    "puzzle,moves\n": "metric, source, figure; found 'puzzle', 'moves'",
    "puzzle,claimed,metrik\n": "unknown column 'metrik'",
    "puzzle,claimed\nhughes,x\n": "line 2: claimed 'x': expected a number of moves",
    "puzzle,claimed\nhughes\n": "line 2: expected 2 values",
    "puzzle,claimed\nhughes,1,2\n": "line 2: expected 2 values",
    "puzzle,claimed\n,5\n": "line 2: puzzle: expected the name",
    "puzzle,claimed,metric\nhughes,1,jump\n": "line 2: metric 'jump': expected one of piece",
    "puzzle,claimed\nnone.toml,1\n": "line 2: '",
    "puzzle,puzzle,claimed\n": "a column occurs twice",
    "puzzle,claimed\n": "no claim to audit",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_table_with_a_fault_is_one_line_of_error(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "claims.csv").write_text(text, encoding="utf-8")
    result = run("audit", "claims.csv")
    assert (result.returncode, FAULTS[text] in result.stderr) == (40, True), result.stderr


FILES = {
    "figures.csv": table("simplicity,27,piece,,eccentricity", "simplicity,18,piece,,"),
    "late.csv": table(
        "korf-01,80,single,,eccentricity",
        "hughes,1,piece,,girth",
        "four-cubes,1,,,diameter",
        "hughes,unsolvable,,,reached",
    ),
    "rows.csv": table("frogs-1-1,3", "hughez,1", f"hughes,{'9' * 5000}", "frogs-1-1,3"),
    "korf.csv": table("korf-03,59,single,Korf"),
    "a/x.toml": board("frogs-1-1"),
    "a/claims.csv": table("x.toml,3,move"),
    "b/x.toml": board("frogs-2-2"),
    "b/claims.csv": table("x.toml,8,move"),
    "deep/rush.txt": f"1 {CAR} 9\n",
    "deep/wrong.txt": "family = 1",
    "deep/notes.txt": "nothing of the kind",
    "deep/claims.csv": table("rush.txt,1,unit", "rush.txt,2,unit"),
    "bad/onebad.txt": f"1 {CAR}\n1 {CAR}\n1 {CAR[1:]}\n1 {CAR}",
    "bad/pyproject.toml": "[project]\nname = 'x'\n",
    "bad/people.csv": "name,born\nx,1\n",
    "frogs.in": "puzzle,claimed\nfrogs-1-1,4\n",
    "car.in": f"1 {CAR}\n",
    "none.in": "a,b\n1,2\n",
    "column.in": "puzzle,claim\nhughes,3\n",
    "mine.html": "my own",
    "semi.csv": "puzzle;claimed;metric\nfrogs-1-1;3;move\n",
}
SESSIONS = {
    "figures are kept in a ledger with their certificates": """
        $ audit figures.csv --ledger a.db --certificates certs
        2 claims: 2 confirmed, 0 refuted, 0 open
        $ audit figures.csv --ledger a.db
        2 claims: 2 confirmed, 0 refuted, 0 open
        $ results a.db
        1 result, as recorded
        1 statistic of state graphs, not checked here: 'audit --ledger' checks them
        $ verify certs/simplicity-piece-eccentricity.cert --instance simplicity
        eccentricity 27
        $ verify certs/simplicity-piece.cert --instance simplicity
    """,
    "a figure that takes too long stays open": """
        $ audit late.csv --time-limit 0.5 => 40
        open: time limit reached
        ! line 3: figure 'girth': expected one of reached
        ! line 4: figure 'diameter': cubes have no state graph
        ! line 5: figure 'reached': expected a number, got 'unsolvable'
        $ audit '' --json => 40
        [{"error": "'': cannot be read: No such file or directory"}]
        ! cannot be read
        $ audit late.csv --time-limit 0.5 --json => 40
        ~ {"error": "late.csv: line 3: figure 'girth': expected one of reached
        [{"verdict": "open"}, {}, {}, {}]
        ! line 3
        ! line 4
        ! line 5
    """,
    "two tables call different boards by one name": """
        $ audit a/claims.csv b/claims.csv --ledger l.db --certificates one
        2 claims: 2 confirmed, 0 refuted, 0 open
        $ audit a b
        b/x.toml
        2 claims: 2 confirmed, 0 refuted, 0 open
        ! note: no claim in 2 files (a/x.toml, b/x.toml)
        $ verify one --json
        [{"optimum": 8}, {"optimum": 3}]
        $ results l.db --certificates two
        $ verify two --json
        [{"optimum": 8}, {"optimum": 3}]
    """,
    "library names, folders and files of others": """
        $ audit frogs-1-1 deep => 40
        4 claims: 3 confirmed, 1 refuted, 0 open
        ! wrong.txt: key 'family': expected a text
        ! note: no puzzle, and no table of claims, in 1 file (deep/notes.txt)
        ! assumed: deep/rush.txt: the red car is A
        ! assumed: deep/rush.txt: the exit is at the right end
        $ audit bad => 40
        3 claims: 3 confirmed
        ! onebad.txt: line 3:
        ! in 2 files (bad/people.csv, bad/pyproject.toml)
        ! assumed: bad/onebad.txt::1: the red car is A
        ! assumed: bad/onebad.txt::1: the exit is at the right end
        ! assumed: bad/onebad.txt::2: the red car is A
        ! assumed: bad/onebad.txt::2: the exit is at the right end
        ! assumed: bad/onebad.txt::4: the red car is A
        ! assumed: bad/onebad.txt::4: the exit is at the right end
    """,
    "semicolons part the cells of a table": """
        $ audit semi.csv
        1 claim: 1 confirmed
    """,
    "standard input": """
        $ audit - < frogs.in => 60
        1 claim: 0 confirmed, 1 refuted
        $ audit - < car.in
        1 claim: 1 confirmed
        ! assumed: -: the red car is A
        ! assumed: -: the exit is at the right end
        $ audit - < none.in => 40
        ! <stdin>: no known format
        $ audit - < column.in => 40
        ! <stdin>: line 1: no column 'claimed': expected the
    """,
    "a bad row is no error for the others": """
        $ audit rows.csv => 40
        2 claims: 2 confirmed
        ! rows.csv: line 3: 'hughez'
        ! rows.csv: line 4: a number of 5000 digits
    """,
    "what a limit leaves is open": """
        $ audit korf.csv --time-limit 0.5 => 30
        open:
        1 claim: 0 confirmed, 0 refuted, 1 open
    """,
    "files to be written are looked at before the work": """
        $ audit frogs-1-1 --output x.pdf => 40
        ! ends in .html or .csv
        $ audit frogs-1-1 --certificates mine.html/certs => 40
        ! mine.html' is not a folder
        $ audit frogs-1-1 --output mine.html => 40
        ! exists, and is not an unchanged file of this command about this board
    """,
}

test_session = sessions(SESSIONS, FILES)


def test_open_claims_are_listed_as_commands_and_no_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a b.toml").write_text(board("hughes"))
    claims = table("a b.toml,21,piece,x", "frogs-2-2,9,move,x", "korf-03,57,single,x")
    (tmp_path / "claims.csv").write_text(claims)
    assert run("prove", "a b.toml", "frogs-2-2", "--ledger", "l.db").returncode == 0
    words = ("audit", "--open", "claims.csv", "--ledger", "l.db", "--time-limit", "0.1")
    found = run(*words)
    assert found.returncode == 60
    (line,) = found.stdout.splitlines()
    assert found.stdout.endswith("\n")
    command, _, about = line.partition("  # ")
    assert command == "puzzleproof prove korf-03 --metric single --ledger l.db"
    assert about.startswith("claimed 57: ")
    (finding,) = json.loads(run(*words, "--json").stdout)
    assert (finding["puzzle"], finding["verdict"]) == ("korf-03", "open")
    assert run("audit", "--open", "frogs-2-2", "--ledger", "l.db").stdout == ""
