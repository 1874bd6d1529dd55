"""``audit`` and ``results`` as users run them; ``prove`` with workers and a ledger."""

from __future__ import annotations

import csv
import json
import signal
import time
from pathlib import Path

import pytest

from puzzleproof.models.instances import dumps, load
from tests.support.command_line import Run, family_of, left_over, started

PROVEN = {"piece": 21, "line": 24, "unit": 31}
"""Minima of hughes in each metric."""


def table(folder: Path, *rows: str, name: str = "claims.csv") -> str:
    lines = ["puzzle,claimed,metric,source", *rows]
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return name


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
        ("simplicity,28,piece,,eccentricity", "refuted", 60, "the rules give 27"),
        ("simplicity,28,,,eccentricity", "refuted", 60, "metric piece: the rules give 27; metric"),
        ("simplicity,29,piece,,diameter", "refuted", 60, "the rules give"),
        ("instant-insanity,3,,,diameter", "open", 30, "metric cube: cubes have no state graph"),
        (
            "frogs-1-1,3,move,,diameter",
            "open",
            30,
            "diameter: no figure of a puzzle whose moves cannot be taken back",
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
    assert (row["verdict"], row["figure"], row["answers"]) == (verdict, claim.split(",")[-1], [])


def test_a_figure_that_takes_too_long_stays_open(run: Run, tmp_path: Path) -> None:
    text = "puzzle,claimed,metric,source,figure\nkorf-01,80,single,,eccentricity\n"
    (tmp_path / "claims.csv").write_text(text + "hughes,1,piece,,girth\n")
    found = run("audit", "claims.csv", "--time-limit", "0.5")
    assert found.returncode == 40
    assert "open: time limit reached" in found.stdout
    assert "line 3: figure 'girth': expected one of reached" in found.stderr


def test_a_claim_that_is_too_high_is_refuted_by_a_shorter_plan(run: Run, tmp_path: Path) -> None:
    name = table(tmp_path, "hughes,24,piece,")
    (row,) = json.loads(run("audit", name, "--json").stdout)
    assert len(row["plan"]) == row["proven"] == 21
    text = run("audit", name).stdout
    assert f"plan of 21 moves (metric piece): {row['plan'][0]}" in text
    assert f"certificate (metric piece): SHA-256 {row['certificate_sha256']}\n" in text
    replayed = run("replay", "hughes", "--plan", " ".join(row["plan"]))
    assert replayed.returncode == 0


def test_every_number_of_a_claim_without_a_metric_has_one(run: Run, tmp_path: Path) -> None:
    name = table(tmp_path, "hughes,25,,a book")
    (row,) = json.loads(run("audit", name, "--json").stdout)
    assert [one["metric"] for one in row["answers"]] == list(PROVEN)
    plans = [len(one["plan"] or ()) for one in row["answers"]]
    assert plans == [21, 24, 0]
    assert "plan of 24 moves (metric line): " in run("audit", name, "--output", "r.csv").stdout
    with open(tmp_path / "r.csv", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert {line["claim"] for line in lines} == {"1"}
    assert {line["metric"]: int(line["proven"]) for line in lines} == PROVEN
    assert {(line["verdict"], line["metric_named"]) for line in lines} == {("refuted", "no")}
    run("audit", name, "--output", "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    for metric, moves in PROVEN.items():
        assert f"Proven (metric {metric}): the minimum is {moves} moves." in page
        assert f"Certificate (metric {metric}): <code>" in page
    assert page.count("<code>") == 2 + 3


def test_a_report_says_how_many_claims_were_not_looked_at(run: Run, tmp_path: Path) -> None:
    name = table(tmp_path, "frogs-1-1,3,move,", "korf-03,59,single,", "korf-15,62,single,")
    words = ("audit", name, "--output", "r.html", "--jobs", "1")
    with started(tmp_path, *words) as process:
        while "confirmed" not in (tmp_path / "out").read_text(encoding="utf-8"):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 30
    said = (tmp_path / "out").read_text(encoding="utf-8").splitlines()[-1]
    assert "not looked at" in said
    assert said in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_two_tables_may_call_different_boards_by_one_name(run: Run, tmp_path: Path) -> None:
    for folder, library, claimed in (("a", "frogs-1-1", 3), ("b", "frogs-2-2", 8)):
        (tmp_path / folder).mkdir()
        text = dumps(load(library)).split("\n[[known]]")[0]
        (tmp_path / folder / "x.toml").write_text(text, encoding="utf-8")
        table(tmp_path / folder, f"x.toml,{claimed},move,")
    for words in (("a/claims.csv", "b/claims.csv"), ("a", "b")):
        result = run("audit", *words)
        assert result.returncode == 0, result.stdout + result.stderr
        assert "2 claims: 2 confirmed, 0 refuted, 0 open" in result.stdout
        assert "b/x.toml" in result.stdout


def test_what_a_time_limit_leaves_is_open(run: Run, tmp_path: Path) -> None:
    name = table(tmp_path, "korf-03,59,single,Korf", "frogs-1-1,3,move,")
    result = run("audit", name, "--time-limit", "0.5")
    assert result.returncode == 30
    assert "open: at least " in result.stdout
    assert "2 claims: 1 confirmed, 0 refuted, 1 open" in result.stdout


def test_library_names_folders_and_files_of_others_are_audited(run: Run, tmp_path: Path) -> None:
    boards = tmp_path / "boards" / "deep"
    boards.mkdir(parents=True)
    line = "1 ooooooooooooooAAoooooooooooooooooooo 9\n"
    (boards / "rush.txt").write_text(line, encoding="utf-8")
    (boards / "wrong.txt").write_text("family = 1", encoding="utf-8")
    (boards / "notes.txt").write_text("nothing of the kind", encoding="utf-8")
    table(boards, "rush.txt,1,unit,", "rush.txt,2,unit,")
    result = run("audit", "frogs-1-1", "boards")
    assert result.returncode == 60
    assert "4 claims: 3 confirmed, 1 refuted, 0 open" in result.stdout
    assert "wrong.txt: key 'family': expected a text" in result.stderr
    assert "note: no puzzle, and no table of claims, in 1 file (boards/deep/notes.txt)" in (
        result.stderr
    )


def test_a_file_of_a_folder_with_one_bad_line_is_read(run: Run, tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    car = "o" * 14 + "AA" + "o" * 20
    lines = [f"1 {car}", f"1 {car}", f"1 {car[1:]}", f"1 {car}"]
    (boards / "onebad.txt").write_text("\n".join(lines), encoding="utf-8")
    (boards / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    (boards / "people.csv").write_text("name,born\nx,1\n", encoding="utf-8")
    result = run("audit", "boards")
    assert result.returncode == 40
    assert "3 claims: 3 confirmed" in result.stdout
    assert result.stderr.count("puzzleproof: ") == 1
    assert "onebad.txt: line 3: " in result.stderr
    assert "in 2 files (boards/people.csv, boards/pyproject.toml)" in result.stderr


def test_a_bad_row_of_a_table_is_no_error_for_the_others(run: Run, tmp_path: Path) -> None:
    name = table(tmp_path, "frogs-1-1,3,,", "hughez,1,,", f"hughes,{'9' * 5000},,", "frogs-1-1,3,,")
    result = run("audit", name)
    assert result.returncode == 40
    assert "2 claims: 2 confirmed" in result.stdout
    assert "claims.csv: line 3: 'hughez'" in result.stderr
    assert "claims.csv: line 4: a number of 5000 digits" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_table_may_come_from_standard_input(run: Run) -> None:
    result = run("audit", "-", stdin="puzzle,claimed\nfrogs-1-1,4\n")
    assert result.returncode == 60
    assert "1 claim: 0 confirmed, 1 refuted" in result.stdout
    board = run("audit", "-", stdin=f"1 {'o' * 14}AA{'o' * 20}\n")
    assert "1 claim: 1 confirmed" in board.stdout
    assert "<stdin>: no known format" in run("audit", "-", stdin="a,b\n1,2\n").stderr


def test_reports_and_certificates_are_written(run: Run, tmp_path: Path) -> None:
    name = table(tmp_path, "hughes,22,,a <b>book</b>", "frogs-1-1,3,move,")
    words = ("audit", name, "--certificates", "certs")
    assert run(*words, "--output", "report.html").returncode == 60
    assert run(*words, "--output", "report.csv").returncode == 60
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<article>") == 2
    assert "a &lt;b&gt;book&lt;/b&gt;" in page
    assert page.count("<svg") == 2
    assert "<script" not in page
    with open(tmp_path / "report.csv", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["verdict"] for line in lines] == ["refuted"] * 3 + ["confirmed"]
    made = sorted(path.name for path in (tmp_path / "certs").iterdir())
    assert made == [*(f"hughes-{m}.cert" for m in ("line", "piece", "unit"))] or len(made) == 4
    assert run("verify", "certs/hughes-line.cert", "--instance", "hughes").returncode == 50
    words = ("--instance", "hughes", "--metric", "line")
    assert run("verify", "certs/hughes-line.cert", *words).returncode == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n", "claims.csv: line 1: no column 'puzzle'"),
        ("puzzle,claimed,metrik\n", "unknown column 'metrik'"),
        ("puzzle,claimed\nhughes,x\n", "line 2: claimed 'x': expected a number of moves"),
        ("puzzle,claimed\nhughes\n", "line 2: expected 2 values"),
        ("puzzle,claimed\nhughes,1,2\n", "line 2: expected 2 values"),
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
    assert result.returncode == 40
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_files_to_be_written_are_looked_at_before_the_work(run: Run, tmp_path: Path) -> None:
    assert "ends in .html or .csv" in run("audit", "frogs-1-1", "--output", "x.pdf").stderr
    (tmp_path / "mine.html").write_text("my own", encoding="utf-8")
    within = run("audit", "frogs-1-1", "--certificates", "mine.html/certs")
    assert "mine.html' is no folder" in within.stderr
    assert within.returncode == 40
    refused = run("audit", "frogs-1-1", "--output", "mine.html")
    assert "exists and is no HTML page" in refused.stderr
    assert refused.returncode == 40


# --- the ledger ---------------------------------------------------------------------------


def test_a_ledger_is_filled_listed_checked_and_exported(run: Run, tmp_path: Path) -> None:
    filled = run("prove", "hughes", "frogs-1-1", "--ledger", "l.db", "--metric", "all")
    assert filled.returncode == 0, filled.stderr
    again = run("prove", "hughes", "frogs-1-1", "--ledger", "l.db", "--metric", "all")
    assert again.stdout.count("note: from the ledger (20") == 4
    listed = run("results", "l.db")
    assert listed.stdout.endswith("4 results, as recorded: --check checks them\n")
    one = run("results", "l.db", "--family", "sliding", "--metric", "line", "--check")
    assert "24 moves (metric line), certified, certificate accepted" in one.stdout
    assert one.returncode == 0
    rows = json.loads(run("results", "l.db", "--puzzle", "HUGHES", "--json").stdout)
    assert sorted(row["optimum"] for row in rows) == [21, 24, 31]
    run("results", "l.db", "--output", "all.csv", "--certificates", "certs")
    assert len(list((tmp_path / "certs").iterdir())) == 4
    assert (tmp_path / "all.csv").read_text(encoding="utf-8").startswith("puzzle,title,family")


def test_no_ledger_is_one_line_of_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("not a database " * 500, encoding="utf-8")
    assert run("results", "none.db").returncode == 40
    wrong = run("prove", "frogs-1-1", "--ledger", "x.toml")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (40, 1)


def test_workers_answer_as_one_process_does(run: Run) -> None:
    names = ("hughes", "frogs-2-2", "frogs-3-3", "instant-insanity")
    one = json.loads(run("prove", *names, "--jobs", "1", "--json").stdout)
    two = json.loads(run("prove", *names, "--jobs", "2", "--json").stdout)
    keys = ("puzzle", "metric", "status", "grade", "optimum", "lower", "published")
    assert [[row[k] for k in keys] for row in one] == [[row[k] for k in keys] for row in two]


def test_ctrl_c_keeps_what_is_proven(run: Run, tmp_path: Path) -> None:
    words = ("prove", "frogs-1-1", "korf-03", "korf-15", "--ledger", "l.db")
    with started(tmp_path, *words) as process:
        while "Frogs" not in (tmp_path / "out").read_text(encoding="utf-8"):
            time.sleep(0.05)
        workers = family_of(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 30
    assert not left_over(workers)
    assert (tmp_path / "out").read_text(encoding="utf-8").count("note: interrupted") == 2
    assert "1 result" in run("results", "l.db").stdout
