"""What is printed of a file's own words: one line each, nothing hidden, nothing forged."""

from typing import Any

import pytest

from puzzleproof.models.documents import INSTANCE_LIMIT
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import number_in
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.puzzle import Info, Known
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import clean, count, did_you_mean, expected_one_of, shortened

TRICKS = {
    "newline": "A\nB",
    "carriage return": "A\rB",
    "escape": "A\x1b[2KB",
    "bell": "A\x07B",
    "C1 control": "A\x9b2KB",
    "right to left": "A\u202eB",
    "isolate": "A\u2066B",
    "line separator": "A\u2028B",
    "no width": "A\u200bB",
    "lone surrogate": "A\ud800B",
    "next line": "A\x85B",
}
BOARD = {"board": "A.\n..\n", "goal": ".A\n..\n"}


@pytest.mark.parametrize("text", TRICKS.values(), ids=TRICKS)
def test_what_is_cleaned_can_be_printed(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.isprintable()
    assert len(cleaned.splitlines()) == 1
    assert clean(cleaned) == cleaned
    cleaned.encode()


@pytest.mark.parametrize("text", TRICKS.values(), ids=TRICKS)
def test_a_puzzle_made_in_python_is_cleaned_as_well(text: str) -> None:
    info = Info(text, text, 1900, text, text, (Known("piece", 1, text),))
    puzzle = SlidingPuzzle.from_document(BOARD, info, "piece")
    found = puzzle.info
    texts = (found.name, found.author, found.source, found.note, found.known[0].source)
    assert set(texts) == {clean(text)}
    assert loads(dumps(puzzle)) == puzzle


def test_words_of_messages() -> None:
    """Numbers agree with their nouns, near words are named, long reasons are shortened."""
    for name in ("L'Âne Rouge", "華容道", "«quoted»", ""):
        assert clean(name) == name
    assert [count(1, "move"), count(0, "move")] == ["1 move", "0 moves"]
    assert count(2000, "query", "queries") == "2,000 queries"
    assert did_you_mean("PIECES", ["piece", "line"]) == "; did you mean 'piece'?"
    for far in ("banana", 7, "x" * 1_000_000):
        assert did_you_mean(far, ["piece", "line"]) == ""
    assert expected_one_of("x", ["piece", "line"]) == "expected one of piece, line"
    assert (len(shortened("x" * 10_000)) < 1_000, shortened("short")) == (True, "short")
    assert (number_in("0"), number_in("0" * 5_000 + "9" * 18)) == (0, 10**18 - 1)


GOOD = 'family = "sliding"\nboard = """\nA.\n..\n"""\ngoal = """\n.A\n..\n"""\n'
HINTS = {
    "name": ("", "'ane-rouge'"),
    "key": (GOOD + 'labeled = "A"', "unknown key 'labeled'.*did you mean 'labelled'"),
    "metric": (GOOD + 'metric = "peice"', "'peice'.*did you mean 'piece'"),
    "family": ('family = "slidng"', "'slidng'.*did you mean 'sliding'"),
    "key of a row": (GOOD + '[[known]]\nmetric = "unit"\noptimun = 3', "did you mean 'optimum'"),
    "metric of a row": (GOOD + '[[known]]\nmetric = "lines"\noptimum = 3', "did you mean 'line'"),
    "board": (
        'family = "pegs"\nboard = "englisch"\nvacate = [3, 3]\nfinish = "any"',
        "did you mean 'english'",
    ),
}


@pytest.mark.parametrize("which", HINTS)
def test_a_slip_of_the_finger_is_met_with_what_was_meant(which: str) -> None:
    text, words = HINTS[which]
    with pytest.raises(InstanceError, match=words):
        loads(text) if text else load("ane-roge")


@pytest.mark.parametrize(
    "line",
    [
        f"year = 0x{'f' * 20_000}",
        f"cell = 0x{'f' * 20_000}",
        f"[[known]]\nmetric = 'unit'\noptimum = 0x{'f' * 20_000}",
        f"board = [0x{'f' * 20_000}]",
    ],
)
def test_an_integer_beyond_those_of_toml_is_an_error(line: str) -> None:
    """Python writes no integer of so many digits: a message that quotes one was a bug."""
    text = GOOD.replace('board = """\nA.\n..\n"""\n', "") if line.startswith("board") else GOOD
    with pytest.raises(InstanceError, match="80000 bits"):
        loads(text + line)
    with pytest.raises(InstanceError, match="not TOML"):
        loads(GOOD + "year = " + "1" * 5_000)


def test_an_instance_longer_than_certificates_hold_is_unsupported() -> None:
    with pytest.raises(Unsupported, match="characters: expected at most 200,000"):
        loads(GOOD + f'note = "{"x" * INSTANCE_LIMIT}"')
    assert loads(GOOD + f'note = "{"x" * 60_000}"')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "'x': expected a whole number"),
        ("²", "expected a whole number"),
        ("-1", "'-1': expected a whole number"),
        ("1" * 19, "a number of 19 digits: expected 18 at most"),
    ],
)
def test_what_is_none_or_too_long_is_a_fault(text: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        number_in(text)


def test_a_name_that_is_no_text_is_an_error() -> None:
    wrong: Any = 42
    with pytest.raises(InstanceError, match="key 'name': expected a text, got 42"):
        SlidingPuzzle.from_document(BOARD, Info(name=wrong), "piece")
