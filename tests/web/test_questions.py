"""What the page asks about the rules, and is told in plain words; addresses that hold boards."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

import puzzleproof as pp
from puzzleproof.models.instances import library_names, load, loads
from puzzleproof.web.commands import EventReader, plain
from puzzleproof.web.links import BOARDS_LIMIT, PAGE, address
from puzzleproof.web.questions import answer
from tests.support.boards import sliding
from tests.support.command_line import run_here

DONKEY = {"name": "ane-rouge"}
ROWS = "\n".join(["A" + "." * 59] * 60)
LARGE = f'family = "sliding"\nboard = """\n{ROWS}\n"""\ngoal = """\n{ROWS[::-1]}\n"""\n'


def ask(kind: str, **keys: Any) -> dict[str, Any]:
    found = answer({"ask": kind, **keys})
    assert "error" not in found, found
    json.dumps(found)
    return found


def test_the_library_has_every_instance_with_a_scene() -> None:
    cards = ask("library")["instances"]
    assert [card["name"] for card in cards] == library_names()
    for card in cards:
        scene = card["scene"]
        assert scene["form"] in ("blocks", "pegs", "stack")
        if scene["form"] != "stack":
            numbers = {k for row in scene["rows"] for k in row}
            assert numbers - {-1, 0} == set(range(1, len(scene["pieces"]) + 1))


@pytest.mark.parametrize("name", library_names())
def test_every_instance_opens_in_every_metric(name: str) -> None:
    for metric in load(name).metrics:
        found = ask("describe", instance={"name": name, "metric": metric})
        assert found["metric"] == found["view"]["metric"] == metric
        assert found["view"]["moves"]
        assert loads(found["text"]) == load(name).with_metric(metric)


def test_what_is_told_of_a_board() -> None:
    """Moves with tracks, names of squares, the game from here on, and whether it is the same."""
    found = ask("view", instance=DONKEY, moves=["HS"])
    assert (found["played"], found["solved"]) == (1, False)
    tracks = {row["move"]: row["track"] for row in found["moves"]}
    assert tracks["HN"] == [[4, 2], [3, 2]]
    labels = ask("describe", instance={"name": "frogs-3x3"})["labels"]
    assert (("2,2", 1, 1) in labels, len(labels)) == (True, 9)
    whole = ask("describe", instance=DONKEY)
    assert not whole["labels"]
    hint = ask("hint", instance=DONKEY, moves=["HS", "IE"])
    assert hint == {"text": ask("restart", instance=DONKEY)["text"], "played": "HS\nIE"}
    other = {"text": whole["text"].replace("L'Âne Rouge", "Mine")}
    assert ask("same", instance=DONKEY, other=other)["same"]
    assert not ask("same", instance={**DONKEY, "metric": "unit"}, other=other)["same"]
    assert not ask("same", instance=DONKEY, other={"name": "hughes"})["same"]


@pytest.mark.parametrize(
    ("name", "metric", "moves", "to", "same"),
    [
        ("ane-rouge", "piece", "HSW JW GE", "unit", "HS HW JW GE"),
        ("ane-rouge", "piece", "HSW JW", "line", "HS HW JW"),
        ("ane-rouge", "unit", "HS HW", "piece", "HSW"),
        ("ane-rouge", "unit", "HS HN", "piece", "HS HN"),
        ("tiles-3x3", "single", "S S E", "multi", "S2 E"),
        ("tiles-3x3", "multi", "S2 E", "single", "S S E"),
        ("english-centre", "jump", "29-27 44-28", "move", "29-27 44-28"),
    ],
)
def test_another_metric_counts_the_same_game(
    name: str, metric: str, moves: str, to: str, same: str
) -> None:
    game = {"name": name, "metric": metric}
    found = ask("recount", instance=game, moves=moves.split(), to=to)["moves"]
    assert found == same.split()
    views = [
        ask("view", instance={"name": name, "metric": one}, moves=played)["scene"]
        for one, played in ((metric, moves.split()), (to, found))
    ]
    assert views[0] == views[1]


def test_compound_moves_are_jumps() -> None:
    plan = pp.solve("triangle-5").plan
    assert plan is not None
    jumps = ask("recount", instance={"name": "triangle-5"}, moves=list(plan), to="jump")
    assert len(jumps["moves"]) == 13
    assert all(move.count("-") == 1 for move in jumps["moves"])


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (None, "expected an object"),
        ([1], "expected an object"),
        ({}, "'ask'"),
        ({"ask": "system"}, "there is no 'system'"),
        ({"ask": "view"}, "expected an object"),
        ({"ask": "view", "instance": {"name": "../../etc/passwd"}}, "there is no"),
        ({"ask": "view", "instance": {"name": "/etc/passwd"}}, "there is no"),
        ({"ask": "view", "instance": {"text": 'family = "x"'}}, "family"),
        ({"ask": "view", "instance": {"text": "#" * 50_001}}, "characters"),
        ({"ask": "view", "instance": {"text": LARGE}}, "boards of up to"),
        ({"ask": "view", "instance": {**DONKEY, "metric": "x"}}, "metric 'x'"),
        ({"ask": "view", "instance": DONKEY, "moves": "HS"}, "a list of"),
        ({"ask": "view", "instance": DONKEY, "moves": [7]}, "expected a text for move 1"),
        ({"ask": "view", "instance": DONKEY, "moves": ["HS"] * 5_001}, "at most"),
        ({"ask": "view", "instance": DONKEY, "moves": ["HSSSS"]}, "in the way|leave the board"),
        ({"ask": "hint", "instance": DONKEY, "moves": ["HSSSS"]}, "in the way|leave the board"),
    ],
)
def test_what_cannot_be_answered_is_one_line(question: object, words: str) -> None:
    found = answer(question)
    assert set(found) == {"error"}
    assert "\n" not in found["error"]
    assert any(word in found["error"] for word in words.split("|")), found


KORF = "the minimum is above 30 moves (metric single)"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"horizons were not run, {KORF}: run them with --engine sat or --engine cpsat", KORF),
        ("--graph rings: rush-49: more than 9 states", "rush-49: more than 9 states"),
        ("more than 9 states; --max-states allows more; --reachable leaves out others", "9 states"),
        ("no certificate (too long; --evidence refutation tries to make one)", "(too long)"),
        ("there are more solutions (--plans N)", "there are more solutions"),
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


OWN = sliding("A./B.", goal="../.A", labelled="A", axes="B:EW")
"""Two moves in the metric unit."""


def test_who_can_open_a_link_is_said(tmp_path: Path) -> None:
    found = run_here(tmp_path, "show", "--link", "hughes", "rush-49")
    assert len(found.stdout.splitlines()) == 2
    assert found.stderr.count("on this machine alone") == 1
    found = run_here(tmp_path, "show", "hughes", "--sheet", "--page", "https://example.org/p/")
    assert "everyone who reaches example.org" in found.stderr
    assert not run_here(tmp_path, "show", "--link", "hughes", "-q").stderr


def words_of(link: str) -> list[tuple[str, str]]:
    page, _, fragment = link.partition("#")
    assert page == PAGE
    return parse_qsl(fragment)


def test_a_link_holds_a_name_of_the_library_or_the_text() -> None:
    assert words_of(pp.link("hughes")) == [("p", "hughes")]
    assert words_of(pp.link("hughes", "line")) == [("p", "hughes"), ("metric", "line")]
    ((key, packed),) = words_of(address([("hughes", OWN)]))
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=="), -zlib.MAX_WBITS).decode()
    assert key == "i"
    assert pp.loads(text) == OWN
    assert pp.link(OWN, page="https://example.org/p/").startswith("https://example.org/p/#i=")


def test_what_the_page_would_not_open_is_refused() -> None:
    for page in ("example.org", "http://example.org/#p=hughes"):
        with pytest.raises(pp.NotationError, match="expected an address that begins with http"):
            pp.link("hughes", page=page)
    large = sliding("\n".join(["A" + "." * 59] * 50), goal="\n".join(["." * 59 + "A"] * 50))
    with pytest.raises(pp.Unsupported, match="boards of up to 2,500 characters"):
        pp.link(large)
    with pytest.raises(pp.Unsupported, match="a sheet has 24 boards at most, got 25"):
        address([("hughes", pp.load("hughes"))] * (BOARDS_LIMIT + 1), sheet=True)
