"""What a command says reaches the page in plain words."""

import json

import pytest

from puzzleproof.web.commands import EventReader, plain

KORF = "the minimum is above 30 moves (metric single)"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"horizons were not run, {KORF}: run them with --engine sat or --engine cpsat", KORF),
        ("--graph rings: rush-49: more than 9 states", "rush-49: more than 9 states"),
        ("more than 9 states; --max-states allows more; --reachable leaves out others", "9 states"),
        ("no certificate (too long; --evidence refutation tries to make one)", "(too long)"),
        ("there are more solutions (--limit)", "there are more solutions"),
        ("time limit reached", "time limit reached"),
    ],
)
def test_no_option_of_the_command_line_is_named(said: str, told: str) -> None:
    assert plain(said).endswith(told)
    assert "--" not in plain(said)


def test_a_note_that_is_nothing_but_advice_is_left_out() -> None:
    notes = ["try --engine sat", "time limit reached", "no table (x); --memory-limit allows more"]
    line = json.dumps({"event": "verdict", "notes": notes, "stopped": "9 states (--max-states)"})
    event = EventReader().read(line)
    assert event is not None
    assert event["notes"] == ["time limit reached", "no table (x)"]
    assert event["stopped"] == "9 states"
    failed = EventReader().read('{"error": "--graph rings: hughes: too many states", "exit": 41}')
    assert failed == {"event": "error", "error": "hughes: too many states", "exit": 41}
