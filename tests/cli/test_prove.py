"""``prove``: exit codes, claims, published minima, several answers; what is printed where."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command_line import Run, interrupted
from tests.support.sessions import FILES, TILES, sessions

WRONG = """family = "frogs"
board = "FF.TT"
[[known]]
metric = "move"
optimum = 12
source = "A. Author, 1900"
"""
"""A published minimum that is too high."""
TABLES = "7 1 0 2 3\n8 0 1 3 2\n"
BOARDS = {
    **FILES,
    "wrong.toml": WRONG,
    "tables.txt": TABLES,
    "all/tables.txt": TABLES,
    "all/easy.toml": FILES["easy.toml"],
    "all/bad.toml": "family = 'sliding'\n",
    "good/wrong.toml": WRONG,
    "steps/easy.toml": TILES.format("2 1 5\\n4 0 3"),
    "open/goal.toml": 'family = "tiles"\nboard = "1 2\\n0 3"\n',
}
SESSIONS = {
    "a proven minimum": """
        $ prove hughes --evidence labelling
        21 moves (metric piece), certified
        time:
        $ prove hughes --evidence labelling -q
        21 moves (metric piece), certified
        - time:
        $ prove hughes --evidence labelling -v
        ! at least 20 moves (metric piece), claimed
        ! at least 21 (certified), at most 21 moves
        $ prove tiles-2x3 --engine sat
        note: plan by search, minimum by horizons
        $ prove tiles-2x3 --engine sat -q
        21 moves (metric single)
        evidence:
        - note: plan
    """,
    "a lower bound that was asked for": """
        $ prove hughes --at-least 5
        at least 5 moves (metric piece), certified
        $ prove hughes --at-least 21 --evidence labelling
        claim: 'at least 21 moves' (metric piece): confirmed
    """,
    "every plan has at least 0 moves": "".join(
        f"""
        $ prove {name} --at-least 0 --certificate 0.cert --force
        holds for every plan
        - unknown
        $ verify 0.cert
        at least 0 moves
        """
        for name in ("hughes", "frogs-2-2", "korf-01", "four-cubes", "english-centre")
    ),
    "a lower bound that is false": """
        $ prove frogs-2-2 --at-least 9 --json => 60
        {"claim": {"at_least": 9, "verdict": "refuted"}}
        $ export frogs-2-2 --to lrat --output x --at-least 9 -q => 60
        'at least 9 moves' (metric move): refuted, there is a plan of 8
        $ prove frogs-2-2 --at-least 9 --ledger l.db => 60
        $ prove frogs-2-2 --at-least 9 --ledger l.db => 60
        claim: 'at least 9 moves' (metric move): refuted
    """,
    "no plan": """
        $ prove wall.toml --certificate no.cert => 20
        unsolvable (metric unit), certified
        $ verify no.cert
        unsolvable (metric unit)
        $ prove wall.toml --json => 20
        {"status": "unsolvable", "optimum": null, "lower": null, "upper": null, "plan": null}
    """,
    "a limit": """
        $ prove hifi --time-limit 1 -q => 30
        ~ note: .*time limit
        - time:
        - unsolvable
        $ prove english-centre --evidence exhaustion --at-least 22 --time-limit 2 --json => 30
        {"grade": "claimed", "optimum": null}
        $ solve four-cubes --plans all --time-limit 0.0001 -q => 30
        ~ note: .*time limit reached
        $ solve four-cubes --plans 1 -q
        ~ note: .*there are more solutions
    """,
    "a published minimum": """
        $ prove wrong.toml --evidence invariant -q
        published 12: refuted, 8 is proven (metric move; A. Author, 1900)
        $ prove wrong.toml --evidence invariant --json
        {"published": [{"metric": "move", "claimed": 12, "verdict": "refuted", "proven": 8}]}
        $ solve wrong.toml --engine sat => 10
        published 12: refuted, there is a plan of 8
        $ prove frogs-2-2 --evidence invariant
        published 8: confirmed (metric move;
        $ prove frogs-2-2 --evidence invariant -q
        - published
        $ prove ane-rouge --at-least 5
        published 81: open, at least 5 is proven (metric piece;
    """,
    "several instances in the order given": """
        $ prove frogs-2-2 frogs-1-1 --evidence invariant -q
        ~ 2 \\+ 2: 8 moves .metric move., certified\\n(.*\\n)+\\n.*1 \\+ 1: 3 moves .metric move.
        $ prove hughes frogs-1-1 --metric all --at-least 3 --json
        [{"metric": "piece"}, {"metric": "line"}, {"metric": "unit"}, {"puzzle": "frogs-1-1"}]
        $ prove frogs-1-1 no-such-puzzle -q => 40
        1 + 1: 3 moves
        ! 'no-such-puzzle'
        $ prove hughes frogs-1-1 --metric line --evidence labelling -q => 40
        Hughes Puzzle: 24 moves
        ! frogs-1-1: metric 'line'
    """,
    "a file of several, one of which can be named": """
        $ prove tables.txt --goal blank-first --certificate {puzzle}.cert --json => 20
        [{"puzzle": "tables.txt::1"}, {"puzzle": "tables.txt::2"}]
        $ prove "tables.txt::table 7" --from tile-list --json
        {"optimum": 1}
        $ verify tables-1.cert --instance tables.txt::1
        $ replay tables.txt N => 40
        ! has 2 puzzles: name one
    """,
    "a folder, a line for each board": """
        $ prove all --evidence labelling => 40
        ~ \\Aall/easy.toml: 2 moves .*certified\\n.*::1: 1 move .*\\n .*\\n.*::2: 2 moves
        ! all/bad.toml: expected exactly one of the keys
        $ prove all/easy.toml all/bad.toml none.toml --jobs 1 --json => 40
        [{"puzzle": "all/bad.toml", "exit": 40}, {"puzzle": "none.toml"}, {"optimum": 2}]
        ! all/bad.toml: expected
        ! none.toml
        $ prove all good --metric jump => 40
        ! all/bad.toml
        ! all/easy.toml: metric 'jump'
        ! all/tables.txt::1: metric 'jump'
        ! all/tables.txt::2: metric 'jump'
        ! good/wrong.toml: metric '
        $ prove good/wrong.toml --metric jump --json => 40
        {"exit": 40}
        ! metric 'jump'
        $ show all => 40
        - plan
        ! all/bad.toml: expected
        $ prove good --evidence invariant
        ~ good/wrong.toml: 8 moves .*, certified; published 12: refuted, 8 is proven .*
        $ prove all good/wrong.toml --metric single --certificate c/{puzzle}.cert => 40
        ? c/easy.cert
        ? c/tables-1.cert
        ! all/bad.toml: expected
        ! good/wrong.toml: metric '
        $ verify c --json
        [{"file": "c/easy.cert"}, {"file": "c/tables-1.cert"}, {"file": "c/tables-2.cert"}]
        $ verify good => 40
        ! 'good': no file .cert in this folder
    """,
    "what an answer in one line cannot do without": """
        $ prove open -q
        ~ \\Aopen/goal.toml: 1 move .*, certified\\n    assumed: no goal is stated: .*\\n\\Z
        $ prove good --engine sat --no-search --time-limit 0.001 --jobs 1 => 30
        ~ good/wrong.toml: unknown .metric move.\\n    note: time limit reached\\n\\Z
        $ prove steps --evidence invariant,exhaustion --certificate c.cert
        ~ \\n    certificate: c.cert .proves only 'at least \\d+ moves'.\\n
    """,
    "the worst exit code": """
        $ prove wall.toml hughes --evidence labelling => 20
        $ prove hughes pennant --evidence labelling --at-least 22 => 60
        $ prove four-cubes frogs-1-1 --engine search --evidence invariant --json => 30
        $ solve frogs-1-1 four-cubes --plans any --json => 41
        [{"puzzle": "frogs-1-1", "metric": "move"}, {"metric": "cube", "exit": 41}]
        ! puzzleproof: four-cubes (metric cube): --plans any
    """,
    "a certificate for each": """
        $ prove hughes --evidence labelling --metric all --certificate {puzzle}-{metric}.cert
        ? hughes-line.cert
        ? hughes-unit.cert
        $ verify hughes-piece.cert
        $ prove hughes --evidence labelling --metric all --certificate one.cert => 40
        ! {metric}
    """,
}


test_session = sessions(SESSIONS, BOARDS)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("show",), "board"),
        (("solve",), "plan"),
        (("explore",), "states"),
        (("prove", "--evidence", "invariant"), "published"),
    ],
    ids=lambda one: str(one[0]),
)
def test_json_is_an_array_where_several_were_asked(
    run: Run, words: tuple[str, ...], key: str
) -> None:
    verb, *options = words
    one = json.loads(run(verb, "frogs-1-1", *options, "--json").stdout)
    assert key in one
    two = json.loads(run(verb, "frogs-1-1", "frogs-2-2", *options, "--json").stdout)
    assert [document["puzzle"] for document in two] == ["frogs-1-1", "frogs-2-2"]
    every = json.loads(run(verb, "frogs-1-1", *options, "--metric", "all", "--json").stdout)
    assert [set(document) for document in every] == [set(one)]


def test_every_event_of_a_stream_names_its_puzzle(run: Run) -> None:
    words = ("prove", "frogs-1-1", "frogs-2-2", "--evidence", "invariant", "--json-stream")
    events = [json.loads(line) for line in run(*words).stdout.splitlines()]
    assert {event["puzzle"] for event in events} == {"frogs-1-1", "frogs-2-2"}
    ended = [e["puzzle"] for e in events if e["event"] == "verdict"]
    assert sorted(ended) == ["frogs-1-1", "frogs-2-2"], "as they come"


STAND = re.compile(r"(?s)(?=.*hifi: at least [^\n]*piece)(?=.*hifi: at least [^\n]*line)")
"""Two workers are at hifi, so frogs-1-1 is done."""


def test_ctrl_c_ends_all_answers_and_keeps_those_that_stand(tmp_path: Path) -> None:
    words, err = "prove frogs-1-1 hifi century --metric all --json -v --jobs 2", tmp_path / "err"
    assert interrupted(tmp_path, words.split(), lambda: bool(STAND.search(err.read_text()))) == 30
    first, second, *_ = json.loads((tmp_path / "out").read_text())
    assert (first["puzzle"], first["optimum"]) == ("frogs-1-1", 3)
    assert (second["puzzle"], second["optimum"]) == ("hifi", None)
    assert "interrupted" in second["notes"]
