"""Progress: what the line says, when it is shown, and where it is not."""

import argparse
import re
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import pytest

from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import progress
from puzzleproof.cli.printing.progress import Display, watching
from puzzleproof.provers.events import BoundsChanged, Event, Layer, Usage, Working
from tests.support.command_line import Result, command, result_of
from tests.support.terminals import ESCAPE, shown

OFTEN = """\
import sys
import puzzleproof.cli.printing.progress as progress
progress.LINE_SECONDS = 0.3
from puzzleproof.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
"""The command line with a line of progress every 0.3 s in place of 10."""
SEARCH = ("prove", "hifi", "--time-limit", "2")


def often(folder: Path, *words: str) -> Result:
    return result_of([sys.executable, "-c", OFTEN, *words], folder)


def options(**given: object) -> argparse.Namespace:
    usual = {"json": False, "json_stream": False, "quiet": False, "verbose": False}
    return argparse.Namespace(**{**usual, "no_color": False, "time_limit": None, **given})


def line(happened: list[tuple[float, Event]], now: float, limit: float | None = None) -> str:
    with patch("time.monotonic", return_value=0.0) as clock:
        shown = Display(options(time_limit=limit, quiet=True), ExitStack(), "piece")
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
    limited = line(happened, now, limit=60)
    assert limited == said.replace(";", " of at most 1:00;", 1)


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


def test_a_closed_standard_error_ends_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed:
        def isatty(self) -> bool:
            return False

        def write(self, _text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", Closed())
    shown = Display(options(), ExitStack())
    shown.refresh()
    shown.refresh()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (SEARCH, " of at most 0:02; "),
        (("explore", "hifi", "--reachable", "--time-limit", "2"), " of at most 0:02; "),
        (("compare", "korf-01", "--time-limit", "2", "--only", "manhattan"), "IDA* manhattan"),
        (("explore", "four-cubes", "--samples", "9000000", "--time-limit", "2"), "random sets"),
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
    live, answer = found.text.rsplit(f"{ESCAPE}[2K", 1)
    assert re.search(r"0:0\d of at most 0:02; [a-z ]+", live)
    has_plan = answer.startswith("HIFI: at most")  # a quick machine finds it in two seconds
    assert answer.startswith("HIFI: ")
    assert found.code == (10 if has_plan else 30)


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {}], ids=["dumb", "-q"])
def test_a_dumb_terminal_and_quiet_have_no_live_line(tmp_path: Path, env: dict[str, str]) -> None:
    words = command(*SEARCH[:2], "--time-limit", "1.5", *([] if env else ["-q"]))
    assert ESCAPE not in shown(words, tmp_path, env=env).text


def test_verbose_names_each_part_once(tmp_path: Path) -> None:
    lines = result_of(command("prove", "hughes", "-v"), tmp_path).stderr.splitlines()
    assert lines.count("searching") == 1
    assert lines.count("checking the certificate by the rules") == 1
