"""What is printed: boards side by side, the colours and the width of a terminal; progress."""

import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from puzzleproof.cli import many
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import progress
from puzzleproof.cli.printing.boards import Board, Line, drawn, plain, side_by_side, width_of
from puzzleproof.cli.printing.progress import Display, watching
from puzzleproof.models.picture import Picture, Square, picture_of_rows
from puzzleproof.provers.events import BoundsChanged, Event, Layer, Usage, Working
from tests.support.boards import sliding
from tests.support.command_line import Result, Run, command, environment, result_of
from tests.support.golden_pictures import PICTURED
from tests.support.tree import ROOT

ESCAPE = "\x1b"


def shown(
    words: Sequence[str],
    folder: Path,
    columns: int = 100,
    env: Mapping[str, str] | None = None,
    stdout: int = 0,
) -> Result:
    """Run a program in a pseudo-terminal of so many columns; skips where there are none."""
    pty = pytest.importorskip("pty")
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    usual = {"TERM": "xterm-256color", "COLORTERM": ""}
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    env = environment({**usual, **(env or {})})
    none, data = subprocess.DEVNULL, b""
    with subprocess.Popen(
        words, stdin=none, stdout=stdout or slave, stderr=slave, cwd=folder, env=env
    ) as process:
        os.close(slave)
        with suppress(OSError):  # Linux says so that the last process has closed its end
            while chunk := os.read(master, 1 << 16):
                data += chunk
    os.close(master)
    return Result(process.returncode, data.decode("utf-8", "replace").replace("\r\n", "\n"), "")


def text(lines: list[Line]) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def test_a_square_takes_two_columns() -> None:
    assert text(drawn(picture_of_rows(["AAB", "A.B"]))).splitlines() == ["A A B", "A . B"]
    assert text(drawn(picture_of_rows(["A#", ".B"]))).splitlines() == ["A", ". B"]


def test_numbers_of_two_digits_and_wide_letters_widen_all_squares() -> None:
    assert text(drawn(Picture(((Square("1", "1"), Square("12", "12")),)))) == " 1 12"
    assert width_of(drawn(picture_of_rows(["曹A"]))[0]) == 6


def test_pieces_bound_to_an_axis_are_marked() -> None:
    puzzle = sliding("AB/.C", goal="../C.", axes="A:EW B:NS")
    assert text(drawn(puzzle.picture(puzzle.start))).splitlines() == ["A-B|", ". C"]


@pytest.mark.parametrize("name", PICTURED)
def test_lines_of_a_board_have_one_width(name: str) -> None:
    assert len({width_of(line) for line in drawn(PICTURED[name])}) == 1


def board(title: str, width: int, height: int = 1) -> Board:
    return Board(title, plain("\n".join(["x" * width] * height)))


def test_boards_stand_side_by_side_as_far_as_the_columns_go() -> None:
    boards = [board("one", 4), board("two", 4, 2), board("a long title", 4)]
    assert text(side_by_side(boards, 11)).splitlines() == [
        "one    two",
        "xxxx   xxxx",
        "       xxxx",
        "",
        "a long title",
        "xxxx",
    ]
    assert text(side_by_side(boards, 26)).startswith("one    two    a long title\n")
    assert not side_by_side([], 80)

    assert text(side_by_side([board("a", 50), board("b", 50)], 20)).count("x" * 50) == 2


STATES = ("replay", "frogs-1-1", "3-2 1-3 2-1", "--boards")
PLAN = ("prove", "pennant", "-q")


def show(folder: Path, *words: str, columns: int = 100, **env: str) -> Result:
    """Run a command that succeeds, with these environment variables."""
    found = shown(command(*words), folder, columns, env)
    assert found.returncode == 0, found.stdout
    return found


@pytest.mark.parametrize(
    ("env", "code"), [({}, r"48;5;\d+"), ({"COLORTERM": "truecolor"}, r"48;2;\d+;\d+;\d+")]
)
def test_a_terminal_gets_the_colours_that_it_has(
    tmp_path: Path, env: dict[str, str], code: str
) -> None:
    text = shown(command("show", "simplicity"), tmp_path, env=env).stdout
    found = set(re.findall(r"\x1b\[[\d;]*?(48;2;\d+;\d+;\d+|48;5;\d+|4[0-7])m", text))
    assert len(found) == 4
    assert all(re.fullmatch(code, one) for one in found)


def test_no_colour_and_no_rich_leave_the_letters(tmp_path: Path) -> None:
    (tmp_path / "rich.py").write_text("raise ImportError")
    for found in (
        show(tmp_path, "show", "simplicity", NO_COLOR="1"),
        show(tmp_path, "show", "simplicity", "--no-color"),
        show(tmp_path, "show", "simplicity", PYTHONPATH=f"{tmp_path}:{ROOT}"),
    ):
        assert "  B B Y Y    R R . ." in found.stdout
        assert ESCAPE not in found.stdout


def test_a_dumb_terminal_and_a_pipe_show_the_drawing_without_codes(
    tmp_path: Path, run: Run
) -> None:
    rich = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "200"}
    plain = run(*STATES).stdout
    assert ESCAPE not in plain
    assert show(tmp_path, *STATES, TERM="dumb").stdout == run(*STATES, env=rich).stdout == plain
    assert ESCAPE not in show(tmp_path, *PLAN, TERM="dumb").stdout
    forced = run(*STATES, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout
    assert forced == plain


def test_states_stand_side_by_side_as_wide_as_the_terminal(tmp_path: Path) -> None:
    for columns, rows in ((80, 1), (20, 2), (10, 4)):
        text = show(tmp_path, *STATES, columns=columns, NO_COLOR="1").stdout
        assert text.count("start") + text.count("\n\n") == 1 + rows
        assert columns < 80 or "start    1 3-2    2 1-3    3 2-1" in text


def test_plans_are_as_wide_as_the_terminal_and_have_88_columns_elsewhere(
    tmp_path: Path, run: Run
) -> None:
    texts = {columns: show(tmp_path, *PLAN, columns=columns).stdout for columns in (60, 160)}
    texts[88] = run(*PLAN, env={"COLUMNS": "200"}).stdout
    for columns, text in texts.items():
        (plan,) = re.findall(r"^plan: .*\n(?: {6}.*\n)*", text, re.MULTILINE)
        assert columns - 6 < max(map(len, plan.splitlines())) <= columns


@pytest.mark.parametrize(
    ("words", "pipe", "terminal"),
    [
        ("prove frogs-1-1 --boards -q", "F.T  start\n", r"F . T    (F T .|. F T)"),
        ("show english-centre", "  3  24 25 26 27 28 29 30\n", r"24 25 26 27 28 29 30\n"),
        (
            "show instant-insanity",
            "nets:\n  cube 0     cube 1     cube 2     cube 3\n    G          R  ",
            r"(?s)cube 3.*cubes: RRRBYG",
        ),
    ],
)
def test_what_only_some_families_show(
    tmp_path: Path, run: Run, words: str, pipe: str, terminal: str
) -> None:
    assert pipe in run(*words.split()).stdout
    assert re.search(terminal, show(tmp_path, *words.split(), NO_COLOR="1").stdout)


OFTEN = """\
import sys
import puzzleproof.cli.printing.progress as progress
progress.LINE_SECONDS = 0.1
from puzzleproof.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
"""The command line with a line of progress every 0.1 s in place of 10."""
SEARCH = ("prove", "hifi", "--time-limit", "1")


def often(folder: Path, *words: str) -> Result:
    return result_of([sys.executable, "-c", OFTEN, *words], folder)


def options(**given: object) -> Context:
    usual = {"json": False, "json_stream": False, "quiet": False, "verbose": False}
    return Context(**{**usual, "no_color": False, "time_limit": None, **given})


def line(happened: list[tuple[float, Event]], now: float, limit: float | None = None) -> str:
    with patch("time.monotonic", return_value=0.0) as clock:
        shown = Display(options(time_limit=limit, quiet=True), "piece")
        shown.due = float("inf")
        for clock.return_value, event in happened:
            shown.take(event)
    return shown.line(now)


SETS, ASKED = "sets", "asking sat for a plan of at most 17 moves"
LINES: list[tuple[list[tuple[float, Event]], float, str]] = [
    (
        [
            (0.0, Working("searching")),
            (1.0, Layer("search", "encoders", 31, 120_000)),
            (1.0, BoundsChanged(32, 90, "claimed")),
            (2.0, Usage(2.0, 61_000_000)),
        ],
        12.5,
        "0:12; searching: depth 31, 120,000 states; 61 MB; "
        "at least 32 (claimed), at most 90 moves (metric piece)",
    ),
    ([(0.0, Working(ASKED))], 61, f"1:01; {ASKED}"),
    (
        [(0.0, Working("drawing", 0, 400, SETS)), (10.0, Working("drawing", 100, 400, SETS))],
        10,
        "0:10; drawing: 100 of 400 sets; this part: about 0:30 left at this rate",
    ),
    (
        [
            (5.0, Working("searching", 0, 181_440, "states", at_most=True)),
            (15.0, Layer("search", "encoders", 20, 90_720)),
        ],
        15,
        "0:15; searching: depth 20, 90,720 of at most 181,440 states; "
        "this part: at most 0:10 left at this rate",
    ),
    (
        [
            (0.0, Working("proving hifi", 0, 9, "answers")),
            (9.0, Working("proving hifi", 8, 9, "answers")),
        ],
        600,
        "10:00; proving hifi: 8 of 9 answers",
    ),
    (
        [
            (0.0, Working("searching", 0, 100, "states")),
            (1.0, Layer("search", "encoders", 3, 50)),
            (9.0, Working("checking the certificate by the rules", 0, 4_000)),
        ],
        9,
        "0:09; checking the certificate by the rules: 0%",
    ),
]


@pytest.mark.parametrize(("happened", "now", "said"), LINES)
def test_what_the_line_says(happened: list[tuple[float, Event]], now: float, said: str) -> None:
    assert line(happened, now) == said
    limited = line(happened, now, limit=60)  # of each answer
    assert limited == (said if "answers" in said else said.replace(";", " of at most 1:00;", 1))


@pytest.mark.parametrize(("upper", "said"), [(None, ""), (9, "at most 9 moves (metric piece)")])
def test_that_every_plan_has_0_moves_is_not_said(upper: int | None, said: str) -> None:
    assert progress.words(BoundsChanged(0, upper, "claimed"), "piece") == said


def test_nothing_is_printed_before_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 1_000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    with listen(options(), "piece") as take:
        take(Working("searching"))
        now += 9.9
        take(Layer("search", "encoders", 3, 50))
        assert not capsys.readouterr().err
        for seconds, lines in ((0.2, 1), (5.0, 0), (5.1, 1), (0.1, 0)):
            now += seconds
            take(Usage(now, 5_000_000))
            assert capsys.readouterr().err.count("\n") == lines


@pytest.mark.parametrize(
    ("given", "terminal", "taken"),
    [
        ({}, False, "a"),
        ({}, True, "ac"),
        ({"json": True}, True, "a"),
        ({"json_stream": True}, False, "ac"),
    ],
)
def test_nobody_waits_for_the_answers_before_at_a_terminal_or_in_a_stream(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, bool], terminal: bool, taken: str
) -> None:
    def is_terminal(_stream: object) -> bool:
        return terminal

    monkeypatch.setattr(many, "is_terminal", is_terminal)
    left, come = [0, 1, 2, 3], {0: "a", 2: "c"}
    assert many.ready(options(**given), left, come) == list(taken)
    assert left == ([1, 3] if taken == "ac" else [1, 2, 3])
    come[1] = "b"
    rest = "b" if taken == "ac" else "bc"
    assert many.ready(options(**given), left, come) == list(rest)
    assert left == [3]


def test_the_boards_at_work_are_named_and_a_stream_has_answers_as_they_come(tmp_path: Path) -> None:
    said = often(tmp_path, "prove", "century", "ane-rouge", "--jobs", "2").stderr
    assert "; proving century, ane-rouge: 0 of 2 answers" in said
    assert re.search("; proving (century|ane-rouge): 1 of 2 answers", said)
    assert "left at this rate" not in said
    names = ("century", "frogs-2-2")
    streamed = result_of(command("prove", *names, "--jobs", "2", "--json-stream"), tmp_path).stdout
    answers = [one for one in map(json.loads, streamed.splitlines()) if one["event"] == "verdict"]
    assert [one["puzzle"] for one in answers] == [*reversed(names)]


def test_an_answer_on_a_terminal_takes_the_place_of_the_live_line(tmp_path: Path) -> None:
    said = shown(command("audit", "century", "frogs-2-2", "--jobs", "2"), tmp_path).stdout
    assert "auditing century: 1 of 2 answers" in said
    assert said.index("frogs-2-2  move") < said.index("century    piece"), "as they come"
    assert not re.search(r"answers *[a-z]", said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (SEARCH, " of at most 0:01; "),
        (("explore", "hifi", "--reachable", "--time-limit", "2"), " of at most 0:02; "),
        (
            ("compare", "korf-01", "--time-limit", "1", "--strategies", "manhattan"),
            "IDA* manhattan",
        ),
        (("explore", "four-cubes", "--samples", "9000000", "--time-limit", "1"), "random sets"),
    ],
)
def test_lines_of_a_command_stand_on_standard_error(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    result = often(tmp_path, *words)
    lines = [one for one in result.stderr.splitlines() if not one.startswith("puzzleproof: ")]
    assert lines
    assert all(re.match(r"progress: \d:\d\d", one) for one in lines)
    assert said in result.stderr
    assert "progress" not in result.stdout
    assert words != SEARCH or "progress" not in often(tmp_path, *words, "-q").stderr


def test_work_in_this_process_is_watched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    with watching(options(), "checking by the rules") as tell:
        tell("checking by the rules", 1_000, 4_000)
        assert re.match(r"progress: 0:00; checking by the rules: 25%", capsys.readouterr().err)
        tell("computing tables", 1, 2)
        assert "; computing tables: 50%" in capsys.readouterr().err
    with watching(options(quiet=True), "checking by the rules") as tell:
        tell("checking by the rules", 1_000, 4_000)
    assert not capsys.readouterr().err


def test_a_terminal_has_a_live_line_that_goes_away(tmp_path: Path) -> None:
    found = shown(command(*SEARCH), tmp_path, columns=120)
    live, answer = found.stdout.rsplit(f"{ESCAPE}[2K", 1)
    assert re.search(r"0:0\d of at most 0:01; [a-z ]+", live)
    has_plan = answer.startswith("HIFI: at most")  # a quick machine finds it in a second
    assert answer.startswith("HIFI: ")
    assert found.returncode == (10 if has_plan else 30)


def test_a_live_line_is_as_wide_as_the_terminal_of_standard_error(tmp_path: Path) -> None:
    found = shown(command(*SEARCH), tmp_path, columns=30, stdout=subprocess.DEVNULL)
    assert max(map(len, found.stdout.split(f"\r{ESCAPE}[2K"))) == 29


def test_quiet_has_no_live_line(tmp_path: Path) -> None:
    words = command(*SEARCH, "-q")
    assert ESCAPE not in shown(words, tmp_path).stdout


def test_verbose_names_each_part_once(tmp_path: Path) -> None:
    lines = result_of(command("prove", "hughes", "-v"), tmp_path).stderr.splitlines()
    assert lines.count("searching") == 1
    assert lines.count("checking the certificate by the rules") == 1
