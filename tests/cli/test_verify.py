"""``verify`` and ``replay``: what is checked, compared, drawn; every reason to reject or refuse."""

import json
from pathlib import Path

import pytest

from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.verify.about import fingerprint
from tests.support.command_line import Run
from tests.support.sessions import sessions
from tests.support.tree import ROOT

TEXT = dumps(load("hughes"))
BOARDS = {
    "mine.toml": "family = 'sliding'\n",
    "line.toml": TEXT.replace('metric = "piece"', 'metric = "line"'),
    "locked.toml": TEXT.replace("labelled = ", "axis_locked = true\nlabelled = "),
    "rush.txt": "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN\n",
    "words.txt": "Dear Sir,\n",
    "named.toml": TEXT.replace("Hughes Puzzle", "another name").split("\n\n[[known]]")[0],
}
SESSIONS = {
    "what was checked": """
        $ verify h.cert
        accepted: the library's hughes: minimum 21 moves (metric piece)
        ~ ^checked: .*by the rules of family 'sliding', a plan of .*; trusted: models/, verify/, Py
        $ verify h.cert -q
        accepted:
        - checked:
    """,
    "several files": """
        $ verify h.cert mine.toml h.cert => 40
        ~ \\Ah.cert: accepted: .*\\nh.cert: accepted: .*\\n\\Z
        ! mine.toml: a board (format toml), not a certificate: 'puzzleproof prove' writes one
        $ verify h.cert mine.toml --json => 40
        [{"file": "h.cert", "optimum": 21}, {"file": "mine.toml", "exit": 40}]
        ! mine.toml
        $ verify rush.txt => 40
        ! rush.txt: a board (format rush-hour), not a certificate:
        $ verify words.txt => 50
        ! words.txt: not a certificate: what 'prove' writes begins with
        $ verify h.cert h.cert -q
        $ verify h.cert h.cert --proof x => 40
        ! --proof
        $ verify h.cert --proof words.txt => 40
        ! h.cert with words.txt: a certificate, not a formula
        $ export frogs-1-1 --to lrat --output f
        $ verify f.cnf --proof h.cert => 40
        ! f.cnf with h.cert: a certificate, not an LRAT proof
        $ verify f.cnf --proof words.txt => 50
        ! f.cnf with words.txt: proof, line 1
        $ verify - - => 40
        ! -
    """,
    "the instance is compared": """
        $ verify h.cert --instance hughes
        that it is about the instance given
        $ verify h.cert --instance hughes --metric piece
        $ verify h.cert --instance hughes --metric unit => 50
        ! key 'metric' is 'piece' in the certificate and 'unit'
        $ verify h.cert --instance frogs-1-1 => 50
        ! key 'family' is 'sliding' in the certificate and 'frogs'
        $ verify h.cert --instance line.toml => 50
        ! about another instance: key 'metric'
        $ verify h.cert --instance locked.toml --json => 50
        {"exit": 50}
        ! about another instance: key 'axis_locked'
        $ verify h.cert --instance named.toml
    """,
    "an opinion that cannot be had loses no verdict": """
        $ prove frogs-1-1 --evidence invariant --certificate frogs.cert
        $ verify frogs.cert --second-opinion acl2 => 41
        accepted: the library's frogs-1-1: minimum 3 moves
        ! 'acl2' does not judge certificates of kind 'invariant'
        $ verify h.cert --second-opinion acl2 => 41
        accepted: the library's hughes
        ! kind 'labelling', but only refutation, formula; try 'coq' or 'proven'
    """,
}


MADE = "$ prove hughes --evidence labelling --certificate h.cert -q\n"
test_session = sessions({name: MADE + text for name, text in SESSIONS.items()}, BOARDS)


GAME = ROOT / "tests" / "models" / "pegs" / "games" / "european-43-35.txt"
PRINTED = GAME.read_text(encoding="utf-8")
FROGS = "4-3 2-4 1-2 3-1 5-3 4-5 2-4 3-2"
"""Frogs and toads, 2 + 2."""
PLANS = {
    "game": PRINTED,
    "plan": FROGS,
    "lines": "# 2 + 2\n\n" + FROGS.replace(" ", "\n", 3) + "  # done 1-2\n",
    "illegal": FROGS.replace("1-2", "1-3"),
    "bent": PRINTED.replace("\n45 43\n", "\n45 42\n"),
    "astray": "N S E W",
}
SHORT = FROGS.rsplit(" ", 1)[0]
REPLAYS = {
    "a printed game": """
        $ replay european-43-35 game
        29 moves (metric move), 35 jumps, all legal, to the goal
        $ replay european-43-35 game --metric jump --json
        {"puzzle": "european-43-35", "family": "pegs", "metric": "jump", "moves": 35, "jumps": 35}
        $ replay european-43-35 game --json
        {"metric": "move", "moves": 29, "jumps": 35}
        $ replay european-43-35 3-19-17 --metric jump => 40
        ! move 1 of 1: '3-19-17': 2 jumps are not one move in the metric 'jump'
    """,
    "a longer plan is legal too": """
        $ replay tiles-2x2 "N W S E N W E W"
        8 moves (metric single)
    """,
    "moves on lines, with remarks": """
        $ replay frogs-2-2 lines
        8 moves (metric move), 4 steps, 4 jumps, all legal, to the goal
        $ replay frogs-2-2 plan --json-stream
        {"puzzle": "frogs-2-2", "moves": 8, "steps": 4, "jumps": 4}
    """,
    "the board after each move": """
        $ replay frogs-2-2 plan --boards
        FF.TT  start FFT.T  4-3 F.TFT  2-4 .FTFT  1-2 TF.FT  3-1 TFTF.  5-3 TFT.F  4-5 T.TFF  2-4
        TT.FF  3-2
        $ replay european-43-35 game --boards
        start: ..xxx.. .xxoxx. xxxxxxx xxxxxxx xxxxxxx .xxxxx. ..xxx.. 45-43:
        35-37-21-19-17-33-35: ..ooo.. .ooooo. oooxooo ooooooo ooooooo .ooooo. ..ooo..
        ~ ^\\.\\.ooo\\.\\.\\n\\.ooooo\\.$
    """,
    "an illegal move": f"""
        $ replay european-43-35 bent => 40
        ! bent: line {PLANS["bent"].splitlines().index("45 42") + 1}: '45-42', jump 1 (45-42):
        $ replay frogs-2-2 illegal => 40
        ! illegal: move 3 of 8: '1-3':
    """,
    "a plan that stops before the goal is drawn and refused": f"""
        $ replay tiles-2x2 astray => 40
        ! astray: move 3 of 4: 'E': the blank at row 2, column 2 would leave the board
        $ replay frogs-2-2 "{SHORT}" => 40
        7 moves (metric move), 3 steps, 4 jumps, all legal the board after these moves: T.TFF
        ! the plan's 7 moves do not end in a goal state
        $ replay frogs-2-2 "{SHORT}" --boards => 40
        ~ T.TFF  2-4\\n$
        ! the plan's 7 moves do not end in a goal state
        $ replay frogs-2-2 - => 40
        ! the plan's 0 moves do not end in a goal state
    """,
}


test_replay = sessions(REPLAYS, PLANS)


@pytest.mark.parametrize(
    "name", ["hughes", "frogs-2-3", "triangle-4", "tiles-2x2", "tiles-2x3-multi", "four-cubes"]
)
def test_what_prove_prints_can_be_replayed(run: Run, name: str) -> None:
    verdict = json.loads(run("prove", name, "--evidence", "labelling", "--json").stdout)
    result = run("replay", name, "-", "--json", stdin="\n".join(verdict["plan"]))
    assert json.loads(result.stdout)["moves"] == verdict["optimum"]


TINY = """
family = 'sliding'
name = "L'Âne Rouge"
board = '''
AB
..
'''
goal = '''
BA
..
'''
labelled = '*'
"""
"""A board of a few moves with the name of one of 81."""


def test_the_command_says_which_board_it_accepted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(TINY, "utf-8")
    run("prove", "a.toml", "--certificate", "a.cert")
    run("prove", "hughes", "--certificate", "h.cert")
    own, row = run("verify", "a.cert").stdout, run("verify", "h.cert").stdout
    assert own.startswith("accepted: \"L'Âne Rouge\" (the file's own word): minimum ")
    assert own.endswith("machine\nboard:\n  AB\n  ..\ngoal:\n  BA\n  ..\nlabelled: *\n")
    assert row.startswith("accepted: the library's hughes: minimum 21 moves ")
    assert run("verify", "h.cert", "-q").stdout.count("\n") == 1
    both = run("verify", "a.cert", "h.cert").stdout.splitlines()
    code = fingerprint(loads(TINY))
    assert both[1] == f"board: 2 rows x 2 columns, fingerprint {code}"
    assert both[2].startswith("h.cert: accepted: the library's hughes: ")
    own, row = (json.loads(run("verify", x, "--json").stdout) for x in ("a.cert", "h.cert"))
    assert (own["library"], own["fingerprint"]) == (None, code)
    assert (row["library"], row["fingerprint"]) == ("hughes", fingerprint(load("hughes")))
    assert "drawn" not in row
