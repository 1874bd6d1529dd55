"""A user's mistake is one line that names the file, the key and the place; exit 40 or 41."""

import json
import shlex
from pathlib import Path

import pytest

from tests.support.command_line import Run, command, result_of

GOOD = {
    "family": '"sliding"',
    "metric": '"piece"',
    "board": '"""\nAB.\nC#.\n"""',
    "goal": '"""\n...\n.#A\n"""',
    "labelled": '"A"',
}


def text(drop: str = "", more: str = "", **changes: str) -> str:
    """A good instance with some keys changed, one dropped, some lines more."""
    keys = {k: v for k, v in (GOOD | changes).items() if k != drop}
    return "".join(f"{key} = {value}\n" for key, value in keys.items()) + more


def drawn(*rows: str) -> str:
    return '"""\n' + "\n".join(rows) + '\n"""'


def known(row: str) -> str:
    return text(more=f"[[known]]\n{row}\n")


TOUR = text("goal", tour=f"[{drawn('..A', '.#.')}]")
BAD: dict[str, tuple[str | bytes, tuple[str, ...]]] = {
    "ragged drawing": (text(board=drawn("AB.", "C#")), ("'board'", "row 2")),
    "ragged goal": (text(goal=drawn("...", ".#A.")), ("'goal'", "row 2")),
    "empty drawing": (text(board='""'), ("'board'", "empty")),
    "drawing of empty rows": (text(board='"""\n\n\n"""'), ("'board'",)),
    "drawing that is a number": (text(board="7"), ("'board'", "7")),
    "drawing with a tab": (text(board=drawn("AB\t", "C#.")), ("'board'", "row 1")),
    "board without pieces": (text(board=drawn("...", ".#.")), ("'board'", "piece")),
    "unknown key": (text(gaol='"x"'), ("'gaol'",)),
    "key of another family": (text(vacate="[0, 0]"), ("'vacate'",)),
    "goal of another size": (text(goal=drawn("....", ".#.A")), ("'goal'", "columns")),
    "goal with a piece not there": (text(goal=drawn("D..", ".#.")), ("'goal'", "'D'")),
    "goal with a label moved to another shape": (text(goal=drawn("AA.", ".#.")), ("'goal'", "'A'")),
    "goal with a piece of another shape": (text(goal=drawn("CC.", ".#.")), ("'goal'", "'C'")),
    "goal onto a wall": (text(goal=drawn("...", ".A.")), ("'goal'", "'A'", "row 2", "column 2")),
    "goal with an outside": (text(goal=drawn("#..", ".#A")), ("'goal'", "row 1", "column 1")),
    "goal that asks for nothing": (text(goal=drawn("...", ".#.")), ("'goal'",)),
    "second goal of another size": (
        text(goal=f"[{drawn('..A', '.#.')}, {drawn('A')}]"),
        ("'goal[2]'",),
    ),
    "empty list of goals": (text(goal="[]"), ("'goal'",)),
    "label that no piece has": (text(labelled='"AZ"'), ("'labelled'", "'Z'")),
    "label twice": (text(labelled='"ABA"'), ("'labelled'", "'A'")),
    "labels in a list": (text(labelled='["A"]'), ("'labelled'",)),
    "metric of another family": (text(metric='"jump"'), ("'metric'", "'jump'")),
    "metric that is a number": (text(metric="1"), ("'metric'", "1")),
    "unknown family": (text(family='"chess"'), ("'family'", "'chess'")),
    "missing family": (text("family"), ("'family'",)),
    "missing board": (text("board"), ("'board'",)),
    "missing goal": (text("goal"), ("'goal'",)),
    "goal and tour": (text(tour=f"[{drawn('..A', '.#.')}]"), ("'goal'", "'tour'")),
    "bad tour order": (TOUR + 'tour_order = "random"\n', ("'tour_order'", "'random'")),
    "tour order without a tour": (text(tour_order='"any"'), ("'tour_order'",)),
    "cell = 3": (text(cell="3"), ("'cell'", "3")),
    "cell in words": (text(cell='"2"'), ("'cell'", "'2'")),
    "cell = 2, odd board": (text(cell="2"), ("'board'",)),
    "cell = 2, part of a cell": (
        text(cell="2", board=drawn("AAA.", "AA..", "....", "...."), goal=drawn(*["...."] * 4)),
        ("'board'", "'A'"),
    ),
    "cell = 2, wall on part of a cell": (
        text(cell="2", board=drawn("AA.#", "AA..", "....", "...."), goal=drawn(*["...."] * 4)),
        ("'board'", "wall"),
    ),
    "axis_locked in words": (text(axis_locked='"yes"'), ("'axis_locked'",)),
    "known without a metric": (known("optimum = 3"), ("[[known]] row 1", "metric")),
    "known in another metric": (known('metric = "jump"\noptimum = 3'), ("row 1", "'jump'")),
    "known without a result": (known('metric = "piece"'), ("row 1", "'optimum'")),
    "known both ways": (known('metric = "unit"\noptimum = 3\nunsolvable = true'), ("row 1",)),
    "known below zero": (known('metric = "unit"\noptimum = -3'), ("row 1", "'optimum'")),
    "known with an unknown key": (known('metric = "unit"\noptimum = 3\nby = "X"'), ("'by'",)),
    "known in second place": (
        known('metric = "unit"\noptimum = 3\n[[known]]\nmetric = "unit"\noptimum = "3"'),
        ("row 2", "'optimum'"),
    ),
    "known that is no table": (text(known="[1]"), ("row 1", "1")),
    "year in words": (text(year='"1964"'), ("'year'", "'1964'")),
    "not TOML": ("family = sliding\n", ("not TOML", "line 1")),
    "a key twice": (text() + 'metric = "unit"\n', ("not TOML",)),
    "nested too deep": ("x = " + "[" * 20_000 + "]" * 20_000 + "\n", ("not TOML",)),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\xff", ("not UTF-8",)),
    "empty": ("", ("'family'",)),
    "huge": (b"#" * 2_000_000, ("1000000",)),
}

WRONG = {
    "no verb": ("", 40, "VERB"),
    "unknown verb": ("frobnicate", 40, "'frobnicate'"),
    "unknown option": ("list --frobnicate", 40, "--frobnicate"),
    "no instance": ("prove", 40, "instance"),
    "unknown name": ("prove no-such-puzzle", 40, "'no-such-puzzle'"),
    "no such file": ("prove no/such.toml", 40, "no/such.toml"),
    "a folder": ("prove ./", 40, "."),
    "empty name": ("prove ''", 40, "''"),
    "unknown metric": ("prove hughes --metric jump", 40, "'jump'"),
    "unknown engine": ("prove hughes --engine z3", 40, "'z3'"),
    "unknown evidence": ("prove hughes --evidence hope", 40, "'hope'"),
    "no such evidence here": (
        "prove hughes --evidence exhaustion --certificate x",
        41,
        "certificate",
    ),
    "time limit 0": ("prove hughes --time-limit 0", 40, "--time-limit"),
    "time limit below 0": ("prove hughes --time-limit=-1", 40, "--time-limit"),
    "time limit not a number": ("prove hughes --time-limit nan", 40, "'nan'"),
    "time limit in words": ("solve hughes --time-limit soon", 40, "'soon'"),
    "memory limit in words": ("prove hughes --memory-limit lots", 40, "'lots'"),
    "memory limit below 0": ("prove hughes --memory-limit=-2G", 40, "'-2G'"),
    "memory limit 0": ("prove hughes --memory-limit 0", 40, "'0'"),
    "bound in words": ("prove hughes --at-least many", 40, "--at-least"),
    "bound below 0": ("prove hughes --at-least -3", 40, "--at-least"),
    "certificate onto a folder": ("prove hughes --certificate .", 40, "--certificate"),
    "certificate to verify not there": ("verify no.cert", 40, "no.cert"),
    "folder to verify": ("verify .", 40, "."),
}
"""The words of a command, its exit code and what its message names."""


def assert_one_line(result_stderr: str, *names: str) -> None:
    assert len(result_stderr.splitlines()) == 1, result_stderr
    assert result_stderr.startswith("puzzleproof")
    assert "Traceback" not in result_stderr
    for name in names:
        assert name in result_stderr


def test_the_instance_that_the_bad_ones_are_made_from_is_good(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    path.write_text(known('metric = "unit"\nunsolvable = true\nsource = "nobody"'))
    assert run("show", path).returncode == 0
    path.write_text(TOUR + 'tour_order = "any"\n')
    assert run("show", path).returncode == 0


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_instance_is_one_line(run: Run, tmp_path: Path, fault: str) -> None:
    content, names = BAD[fault]
    path = tmp_path / "bad.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = run("prove", path, "--json")
    assert_one_line(result.stderr, "bad.toml", *names)
    document = json.loads(result.stdout)
    assert document["error"] in result.stderr
    assert result.returncode == document["exit"] == 40


@pytest.mark.parametrize("fault", WRONG)
def test_a_bad_command_is_one_line(run: Run, fault: str) -> None:
    arguments, code, name = WRONG[fault]
    result = run(*shlex.split(arguments))
    assert result.returncode == code
    assert not result.stdout
    assert_one_line(result.stderr, name)


@pytest.mark.parametrize("fault", WRONG)
def test_a_bad_command_is_an_error_in_json(run: Run, fault: str) -> None:
    arguments, code, name = WRONG[fault]
    result = run("--json", *shlex.split(arguments))
    assert result.returncode == code
    document = json.loads(result.stdout)
    assert name in document["error"]


def test_empty_standard_input_is_named(run: Run) -> None:
    result = run("prove", "-", stdin="")
    assert result.returncode == 40
    assert_one_line(result.stderr, "<stdin>", "'family'")


def test_closed_standard_input_is_named(tmp_path: Path) -> None:
    line = f"{shlex.join(command('prove', '-'))} <&-"
    result = result_of(["bash", "-c", line], tmp_path)
    assert result.returncode == 40
    assert_one_line(result.stderr, "<stdin>")
