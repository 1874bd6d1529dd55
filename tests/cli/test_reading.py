"""What is read is not believed: forged names, sizes beyond limits; advice that is followed."""

import hashlib
import json
import re
import shlex
from pathlib import Path

import pytest

from puzzleproof.models.instances import load, loads
from puzzleproof.provers.certificate import Claim, header, sealed
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.certificate import check_file
from tests.support.command_line import Run

FORGED = "x: 3 moves (metric piece), certified\x1b[2K\nevidence: all of it\u202e"
BOARD = 'board = """\nAB.\n...\n"""\ngoal = """\n..A\n...\n"""\nlabelled = "A"\n'
TILES = 'board = """\n1 2\n0 3\n"""\ngoal = """\n1 2\n3 0\n"""\n'


def written(folder: Path, rules: str, family: str = "sliding", **keys: str) -> str:
    """The name of an instance file with these texts for people, all of which are tricks."""
    texts = "".join(f"{key} = {json.dumps(text)}\n" for key, text in keys.items())
    (folder / "own.toml").write_text(f'family = "{family}"\n{texts}{rules}', encoding="utf-8")
    return "own.toml"


@pytest.fixture
def forged(tmp_path: Path) -> str:
    known = f'[[known]]\nmetric = "unit"\noptimum = 2\nsource = {json.dumps(FORGED)}\n'
    texts = dict.fromkeys(("name", "author", "source", "note"), FORGED)
    return written(tmp_path, BOARD + known, **texts)


@pytest.mark.parametrize(
    "words",
    [
        "prove {}",
        "prove {} --evidence labelling",
        "show {}",
        "solve {}",
        "solve {} --all",
        "replay {} --plan ASEEN",
        "explore {}",
        "prove {} --json",
        "show {} --json",
        "solve {} --json",
    ],
)
def test_a_name_prints_no_line_of_its_own(run: Run, forged: str, words: str) -> None:
    result = run(*shlex.split(words.format(forged)))
    printed = result.stdout + result.stderr
    assert "certified?[2K evidence: all of it?" in printed or "--json" in words
    assert not [x for x in printed if not x.isprintable() and x != "\n"]
    assert not [line for line in printed.splitlines() if line.startswith("evidence: all")]


def test_a_table_of_strategies_prints_no_line_of_its_own(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, TILES, "tiles", name=FORGED)
    printed = run("compare", file, "--only", "A*", "--time-limit", "5").stdout
    assert not [line for line in printed.splitlines() if line.startswith("evidence: all")]


def test_verify_quotes_the_name(run: Run, forged: str) -> None:
    assert run("prove", forged, "--certificate", "own.cert").returncode == 0
    first, *_ = run("verify", "own.cert").stdout.splitlines()
    name = "x: 3 moves (metric piece), certified?[2K evidence: all of it?"
    assert first.startswith(f"accepted: '{name}': minimum 1 move (metric piece)")


def test_a_lone_surrogate_in_a_certificate_is_printed(run: Run, tmp_path: Path) -> None:
    """JSON can say one, UTF-8 cannot: the instance in a header is JSON."""
    puzzle = loads(f'family = "sliding"\n{BOARD.replace("..A", "A..")}')
    document = json.loads(header(puzzle, Claim("labelling", 0, ()), {}, sizes=[], backward=[]))
    del document["header_sha256"]
    document["instance"] = document["instance"].replace('name = ""', 'name = "a-surrogate"')
    line = sealed(document).replace(b"a-surrogate", b"\\ud800")
    seal = line.rindex(b', "header_sha256"')
    digest = hashlib.sha256(line[:seal] + b"}").hexdigest().encode()
    (tmp_path / "odd.cert").write_bytes(line[:seal] + b', "header_sha256": "%s"}\n' % digest)
    result = run("verify", "odd.cert", "--json")
    assert result.returncode == 0
    assert json.loads(result.stdout)["puzzle"] == "?"
    assert run("verify", "odd.cert").stdout.startswith("accepted: '?': minimum 0 moves")


# --- limits -------------------------------------------------------------------------------


def test_a_long_note_is_proven_and_verified(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, BOARD, note="x" * 60_000)
    words = ("prove", file, "--evidence", "labelling", "--certificate", "own.cert")
    assert run(*words).returncode == 0
    assert run("verify", "own.cert").returncode == 0


def test_many_goals_are_proven_and_verified(run: Run, tmp_path: Path) -> None:
    rows = ["." * k + "A" + "." * (39 - k) for k in range(1, 40)] * 50
    goals = ",".join(f'"{row}"' for row in rows)
    line = f'board = "A{"." * 39}"\ngoal = [{goals}]\nmetric = "line"\n'
    words = ("--evidence", "labelling", "--certificate", "own.cert")
    assert run("prove", written(tmp_path, line), *words).returncode == 0
    assert run("verify", "own.cert").returncode == 0


@pytest.mark.parametrize("verb", ["prove", "solve", "show", "explore"])
def test_an_instance_too_long_for_certificates_is_unsupported(
    run: Run, tmp_path: Path, verb: str
) -> None:
    result = run(verb, written(tmp_path, BOARD, note="x" * 300_000))
    assert result.returncode == 41
    assert "own.toml: the instance has 300," in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_plan_too_long_for_certificates_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzleproof.verify.certificate.PLAN_LIMIT", 10)
    verdict = prove("frogs", load("frogs-3-3"), Request(certificate=str(tmp_path / "own.cert")))
    assert (verdict.optimum, verdict.grade) == (15, "certified")
    assert any("too long for the certificate" in note for note in verdict.notes)
    checked = check_file(tmp_path / "own.cert")
    assert (checked.plan, checked.at_least) == (None, 15)


@pytest.mark.parametrize(
    ("family", "rules", "code", "said"),
    [
        ("sliding", "A.", 41, "200 rows x 200 columns is too large"),
        ("pegs", "xo", 41, "200 rows x 200 columns is too large"),
        ("frogs", "F.", 41, "200 rows x 200 columns is too large"),
        ("tiles", "", 40, "8 rows and 8 columns at most"),
    ],
)
def test_a_board_of_200_times_200_is_told_to_be_too_large(
    run: Run, tmp_path: Path, family: str, rules: str, code: int, said: str
) -> None:
    rows = ["".join(rules * 100)] * 200
    if family == "tiles":
        rows = [" ".join(str(200 * r + c) for c in range(200)) for r in range(200)]
    board = "\n".join(rows)
    more = {"sliding": f'goal = """\n{board}\n"""\n', "pegs": 'finish = "any"\n'}.get(family, "")
    file = written(tmp_path, f'board = """\n{board}\n"""\n{more}', family)
    result = run("prove", file)
    assert result.returncode == code
    assert said in result.stderr
    assert len(result.stderr) < 1_000


def test_a_large_board_is_remarked_at_once(run: Run, tmp_path: Path) -> None:
    rows = ["A" + "." * 49, *["." * 50] * 49]
    board, goal = "\n".join(rows), "\n".join(row[::-1] for row in rows[::-1])
    file = written(tmp_path, f'board = """\n{board}\n"""\ngoal = """\n{goal}\n"""\n')
    result = run("prove", file, "--time-limit", "1", "--json-stream")
    first = json.loads(result.stdout.splitlines()[0])
    assert first["event"] == "note"
    assert first["text"].startswith("a board of 2,549 characters is large")
    notes = json.loads(run("show", file, "--json").stdout)["notes"]
    assert notes[0] == first["text"]


# --- a start that is a goal ---------------------------------------------------------------

SOLVED = BOARD.replace("..A", "A..")


@pytest.mark.parametrize("more", [(), ("--engine", "sat"), ("--evidence", "all")])
def test_a_plan_of_no_moves_is_checked_and_certified(
    run: Run, tmp_path: Path, more: tuple[str, ...]
) -> None:
    file = written(tmp_path, SOLVED)
    result = run("prove", file, "--certificate", "own.cert", "--json", *more)
    verdict = json.loads(result.stdout)
    assert (result.returncode, verdict["optimum"], verdict["grade"]) == (0, 0, "certified")
    (row,) = verdict["evidence"]
    assert (row["checked"], row["checker"], row["bound"]) == (True, "verify.replay", 0)
    accepted = run("verify", "own.cert")
    assert accepted.returncode == 0
    assert "minimum 0 moves (metric piece), plan replayed" in accepted.stdout


# --- remarks ------------------------------------------------------------------------------


def test_a_letter_in_two_places_is_remarked(run: Run, tmp_path: Path) -> None:
    board = 'board = """\nA.A\n...\n"""\ngoal = """\n...\nA.A\n"""\n'
    file, said = written(tmp_path, board), "'A' is drawn in 2 separate places"
    assert f"remark: key 'board': {said}" in run("show", file).stdout
    assert f"note: key 'board': {said}" in run("prove", file).stdout
    assert said in run("prove", file, "-q").stdout
    for verb in ("show", "prove"):
        notes = json.loads(run(verb, file, "--json").stdout)["notes"]
        assert [note for note in notes if said in note]


TAKEN = "the goal taken is the table in order with the blank last (1 2 / 3 0)"


def test_every_verb_says_which_goal_was_taken(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, 'board = """\n1 2\n0 3\n"""\n', "tiles")
    shown = run("show", file).stdout
    assert "goal:\n  1 2\n  3 0\n" in shown
    for words in (("show",), ("prove",), ("prove", "--metric", "all")):
        result = run(words[0], file, *words[1:])
        assert TAKEN in result.stdout.replace("\n", " "), words
        assert TAKEN not in result.stderr
    plan = ("--plan", "E")
    draw = ("draw", "--output", "a.svg")
    for words in (("solve",), draw, ("replay", *plan), ("compare",), ("explore",)):
        result = run(words[0], file, *words[1:])
        assert result.stderr.startswith(f"note: {file}: key 'goal' is missing: {TAKEN}"), words
    assert TAKEN not in run("replay", file, *plan, "-q").stderr


def test_a_board_with_both_goals_within_reach_is_asked_for_one(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, 'board = """\n1 2 3\n4 5 6\n7 0 8\n"""\n', "tiles")
    result = run("prove", file)
    assert result.returncode == 40
    either = "'0 1 2 / 3 4 5 / 6 7 8' and '1 2 3 / 4 5 6 / 7 8 0' can both be reached"
    assert f"key 'goal' is missing: {either}" in result.stderr
    assert len(result.stderr.splitlines()) == 1


# --- evidence that was stopped ------------------------------------------------------------


def test_stopped_evidence_has_the_seconds_that_it_ran(run: Run) -> None:
    verdict = json.loads(
        run("prove", "hifi", "--evidence", "exhaustion", "--time-limit", "1", "--json").stdout
    )
    rows = [row for row in verdict["evidence"] if "stopped" in row.get("note", "")]
    assert rows
    assert all(0.2 < row["seconds"] <= verdict["seconds"] for row in rows)


# --- exit codes ---------------------------------------------------------------------------


def test_10_for_all_solutions_that_one_method_claims(run: Run, tmp_path: Path) -> None:
    cubes = run("generate", "cubes", "--number", "6", "--seed", "3").stdout
    (tmp_path / "six.toml").write_text(cubes)
    words = ("solve", "six.toml", "--all", "--engine", "search")
    result = run(*words)
    assert "claimed" in result.stdout
    assert result.returncode == 10


# --- advice -------------------------------------------------------------------------------

OPEN = "\n".join(["A.......", *["........"] * 6])


def drawn(board: str) -> str:
    """A piece A in the first cell of a board, to go to the last one."""
    start, goal = "A" + board[1:].replace("A", "."), board.replace("A", ".")[:-1] + "A"
    return f'board = """\n{start}\n"""\ngoal = """\n{goal}\n"""\n'


def test_a_board_of_too_many_routes_is_told_early_what_to_do(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, drawn(OPEN))
    result = run("prove", file, "--engine", "sat")
    assert result.returncode == 41
    assert "more than 60,000 routes" in result.stderr
    (engine,) = re.findall(r"--engine (\w+)", result.stderr)
    assert run("prove", file, "--engine", engine).returncode == 0


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("prov", "did you mean 'prove'?"),
        ("prove hughes --engine serch", "did you mean 'search'?"),
        ("prove hughes --evidence=labelling --sed", "did you mean '--seed'?"),
        ("prove ane-roge", "did you mean 'ane-rouge'?"),
        ("prove hughes --metric peice", "did you mean 'piece'?"),
        ("prove hughes --evidence labeling", "did you mean 'labelling'?"),
        ("prove hughes --solver cadical95", "did you mean 'cadical195'?"),
    ],
)
def test_what_was_meant_is_named_and_works(run: Run, words: str, meant: str) -> None:
    result = run(*shlex.split(words))
    assert result.returncode == 40
    assert meant in result.stderr
    wrong = shlex.split(words)[-1]
    (right,) = re.findall(r"did you mean '([\w-]*)'", result.stderr)
    if wrong == "prov":
        words = "prov hughes"
    if wrong == "--sed":
        words += " 1"
    assert run(*shlex.split(words.replace(wrong, right)), "--time-limit", "9").returncode == 0
