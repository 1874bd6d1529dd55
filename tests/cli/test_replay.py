"""``puzzleproof replay``: plans and printed games, move by move, and every reason to refuse one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run
from tests.support.tree import ROOT

GAME = ROOT / "tests" / "models" / "pegs" / "games" / "european-43-35.txt"
LINES = GAME.read_text(encoding="utf-8").splitlines(keepends=True)
FROGS = "4-3 2-4 1-2 3-1 5-3 4-5 2-4 3-2"
"""Frogs and toads, 2 + 2."""


START = """start:
..xxx..
.xxoxx.
xxxxxxx
xxxxxxx
xxxxxxx
.xxxxx.
..xxx.."""
END = """..ooo..
.ooooo.
oooxooo
ooooooo
ooooooo
.ooooo.
..ooo..
"""


def said(run: Run, *words: str | Path, stdin: str = "") -> str:
    """What it says of bad input: one line, and exit code 40."""
    result = run("replay", *words, stdin=stdin)
    assert result.returncode == 40
    assert not result.stdout
    assert result.stderr.count("\n") == 1
    return result.stderr


# --- what is legal ------------------------------------------------------------------------


def test_the_printed_game_has_29_moves_and_35_jumps(run: Run) -> None:
    result = run("replay", "european-43-35", GAME)
    assert result.returncode == 0
    assert "29 moves (metric move), 35 jumps, all legal, to the goal\n" in result.stdout


def test_the_printed_game_jump_by_jump(run: Run) -> None:
    result = run("replay", "european-43-35", GAME, "--metric", "jump", "--json")
    document = json.loads(result.stdout)
    assert result.returncode == 0
    assert (document["metric"], document["moves"], document["jumps"]) == ("jump", 35, 35)
    assert all(move.count("-") == 1 for move in document["plan"])


@pytest.mark.parametrize("flag", ["--json", "--json-stream"])
def test_the_document_has_its_keys(run: Run, flag: str) -> None:
    document = json.loads(run("replay", "european-43-35", GAME, flag).stdout)
    assert set(document) == {"puzzle", "family", "metric", "moves", "jumps", "plan"}
    assert (document["puzzle"], document["family"]) == ("european-43-35", "pegs")
    assert document["moves"] == len(document["plan"]) == 29
    assert document["jumps"] == sum(move.count("-") for move in document["plan"]) == 35
    document = json.loads(run("replay", "frogs-2-2", "-", flag, stdin=FROGS).stdout)
    assert set(document) == {"puzzle", "family", "metric", "moves", "steps", "jumps", "plan"}
    assert document["plan"] == FROGS.split()


def test_moves_may_stand_on_lines_with_remarks(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.txt"
    path.write_text("# 2 + 2\n\n" + FROGS.replace(" ", "\n", 3) + "  # done 1-2\n")
    result = run("replay", "frogs-2-2", path)
    assert result.returncode == 0
    assert "8 moves (metric move), 4 steps, 4 jumps, all legal, to the goal" in result.stdout


def test_the_board_is_drawn_after_each_move(run: Run) -> None:
    lines = run("replay", "frogs-2-2", "-", "--states", stdin=FROGS).stdout.splitlines()
    assert lines[1] == "FF.TT  start"
    boards = "FFT.T F.TFT .FTFT TF.FT TFTF. TFT.F T.TFF TT.FF"
    shown = zip(boards.split(), FROGS.split(), strict=True)
    assert lines[2:] == [f"{board}  {move}" for board, move in shown]


def test_boards_of_several_rows_have_their_moves_above(run: Run) -> None:
    text = run("replay", "european-43-35", GAME, "--states").stdout
    assert text.count(":\n") == 30
    start, _, rest = text.partition("\n45-43:\n")
    assert start.endswith(START)
    assert rest.endswith("\n35-37-21-19-17-33-35:\n" + END)


@pytest.mark.parametrize(
    "name", ["hughes", "frogs-2-3", "triangle-4", "tiles-2x2", "tiles-2x3-multi", "four-cubes"]
)
def test_what_prove_prints_can_be_replayed(run: Run, name: str) -> None:
    verdict = json.loads(run("prove", name, "--evidence", "labelling", "--json").stdout)
    result = run("replay", name, "-", "--json", stdin="\n".join(verdict["plan"]))
    assert result.returncode == 0
    assert json.loads(result.stdout)["moves"] == verdict["optimum"]


def test_a_longer_plan_is_legal_too(run: Run) -> None:
    assert run("replay", "tiles-2x2", "-", stdin="N S E W").returncode == 40
    plan = json.loads(run("solve", "tiles-2x2", "--json").stdout)["plan"]
    back = {"N": "S", "S": "N", "E": "W", "W": "E"}[plan[-1]]
    result = run("replay", "tiles-2x2", "-", stdin=" ".join([*plan, back, plan[-1]]))
    assert result.returncode == 0
    assert f"{len(plan) + 2} moves (metric single)" in result.stdout


# --- what is not --------------------------------------------------------------------------


def test_an_illegal_move_names_the_line_and_the_reason(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bent.txt"
    path.write_text("".join(LINES).replace("\n45 43\n", "\n45 42\n"))
    line = path.read_text().splitlines().index("45 42") + 1
    text = said(run, "european-43-35", path)
    assert f"{path}: line {line}: '45-42', jump 1 (45-42): no straight line of three holes" in text


def test_an_illegal_move_of_a_plan_names_its_number(run: Run) -> None:
    text = said(run, "frogs-2-2", "-", stdin=FROGS.replace("1-2", "1-3"))
    assert "-: move 3 of 8: '1-3': " in text


def test_a_compound_move_is_none_in_the_metric_jump(run: Run) -> None:
    plan = json.loads(run("replay", "european-43-35", GAME, "--json").stdout)["plan"]
    text = said(run, "european-43-35", "-", "--metric", "jump", stdin=" ".join(plan))
    assert "move 27 of 29: '3-19-17': 2 jumps are not one move in the metric 'jump'" in text


def test_a_game_that_ends_elsewhere_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_text("".join(LINES[:-1]))
    assert "the game ends with pegs in" in said(run, "european-43-35", path)
    path.write_text("".join(LINES).replace("43 35", "43 17"))
    assert "not with one in 17" in said(run, "european-43-35", path)


def test_a_plan_that_ends_short_of_the_goal_is_drawn_and_refused(run: Run) -> None:
    short = FROGS.rsplit(" ", 1)[0]
    result = run("replay", "frogs-2-2", "--plan", short)
    assert result.returncode == 40
    title, *board = result.stdout.splitlines()
    assert title.endswith("7 moves (metric move), 3 steps, 4 jumps, all legal")
    assert board == ["the board after them:", "T.TFF"]
    assert result.stderr.count("\n") == 1
    assert "the plan's 7 moves do not end in a goal state" in result.stderr
    drawn = run("replay", "frogs-2-2", "--plan", short, "--states").stdout.splitlines()
    assert (len(drawn), drawn[-1]) == (9, "T.TFF  2-4")
    document = json.loads(run("replay", "frogs-2-2", "--plan", short, "--json").stdout)
    assert "the plan's 7 moves do not end in a goal state" in document["error"]
    assert "the plan's 0 moves do not end in a goal state" in run("replay", "frogs-2-2", "-").stderr


def test_a_game_of_another_problem_is_refused(run: Run) -> None:
    assert "the game is from 43 vacated to 35: not the puzzle's" in said(
        run, "european-centre", GAME
    )
    assert "no hole 45 on the board 'english'" in said(run, "english-centre", GAME)


WRONG_FAMILY = {
    "hughes": FROGS,
    "taquin-t1": FROGS,
    "frogs-2-2": "N E S W",
    "european-43-35": "0:frbl",
    "four-cubes": "17-19",
}


@pytest.mark.parametrize(("name", "plan"), WRONG_FAMILY.items())
def test_the_plan_of_another_family_is_refused(run: Run, name: str, plan: str) -> None:
    text = said(run, name, "-", stdin=plan)
    assert f"{plan.split()[0]!r} is not a move: expected" in text


def test_a_game_file_is_for_pegs_alone(run: Run) -> None:
    assert "'43' is not a move" in said(run, "hughes", GAME)
