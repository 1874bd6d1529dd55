"""What a verb refuses: one line that names the word or says why, and exit code 40 or 41."""

# ruff: noqa: E501  a command a line

import json
import shlex
from pathlib import Path

import pytest

from tests.support.command_line import Run, arguments

BAD_INPUT = {
    "": "VERB",
    "''": "''",
    "PROVE hughes": "'PROVE'",
    "show show": "'show'",
    "prove": "instance",
    "prove no-such-puzzle": "'no-such-puzzle'",
    "solve frogs-3-3 --plans many": "expected any, all or a number of plans",
    "prove hughes --metric": "--metric",
    "show hughes --metric line pennant": "pennant; put the names of puzzles or files together",
    "prove hughes --metric jump": "'jump'",
    "prove hughes --cert": "--cert",
    "replay frogs-1-1": "FILE|MOVES",
    "prove hughes --time-limit 0": "--time-limit",
    "prove hughes --memory-limit ١G": "expected a size",
    "prove hughes --evidence labelling,": "''",
    "prove hughes --evidence auto,labelling": "auto",
    "prove hughes --certificate x --metric none": "'none'",
    "prove hughes --certificate .": "--certificate",
    "prove hughes --certificate ''": "--certificate: '': expected the path of a file",
    "prove hughes --certificate a --ledger ./a": "--certificate 'a': is also the ledger",
    "audit hughes --output a.csv --ledger ./a.csv --force": "--output 'a.csv': is also the ledger",
    "export hughes --to answers --output a --certificate ./a": "certificate 'a': this file is also the output",
    "export hughes --to answers --output a.csv --certificate b/c": "certificate 'b/c': expected in the folder of the output",
    "serve --answers here.toml": "--answers 'here.toml': expected a folder",
    f"prove hughes --certificate {'x' * 300}": "--certificate",
    "prove hughes --certificate {foo}.cert": "{foo} is unknown: expected some of {puzzle}, {metric}",
    "show \udcff": "",
    "export hughes --to lrat --output ''": "--output",
    "explore hughes --output here.toml/x.dot": "here.toml/x.dot",
    "replay frogs-1-1 none.txt": "none.txt",
    "replay frogs-1-1 .": "'.'",
    "verify none.cert": "none.cert",
    "verify .": ".",
    "verify ''": "'': cannot be read",
    "verify here.toml --proof none": "cannot be read",
    "verify here.toml --metric piece": "--metric",
    "verify - --proof -": "",
    "draw frogs-1-1 --animate --output a.png": "ends in .gif or .svg",
    "draw frogs-1-1 --seconds 0 --output a.svg": "seconds",
    "draw frogs-1-1 --state 1 --output a.gif": "an animation shows a plan",
    "show frogs-1-1 --page x": "--page: needs --link or --sheet",
    "atlas --empty 20": "empty cells 20: expected at most 16",
    "atlas --empty 4-2": "'4-2': expected a number or a range, as in 2 or 2-4",
    "atlas --output a.txt": "--output 'a.txt': expected a name that ends in .csv or .svg",
    "atlas --pieces #": "block #: expected a piece, not a wall",
    "atlas --pieces 5x4*2": "pieces '5x4*2': more cells than 5x4 has",
    "atlas --pieces 1x1*0": "piece '1x1*0': expected a rectangle",
    "atlas 3x3 --pieces 2x2*2": "pieces '2x2*2': they do not fit on 3x3",
    "atlas --pieces 2x2 --empty 3": "pieces '2x2': they do not fit on 5x4",
    "atlas --packings --empty 3": "--packings and --empty: expected one of them",
    "atlas 5x5 --packings": "packings of 5x5: expected a board of 1 to 16 cells",
    "atlas --packings --metric unit": "--packings: not with --locked",
    "atlas --pieces 2": "piece '2': expected a rectangle",
    "draw frogs-1-1 --graph rings --plan 3-1 --output a.svg": "--plan: move 1 of 1: '3-1'",
    "draw frogs-1-1 --plan 3-2 --state 2 --output a.svg": "0 to 1",
    "draw frogs-1-1 --state end --output a.svg": "'end': expected",
    "draw frogs-1-1 --state goal --plan --output a.svg": "cannot be combined with --plan",
    "draw simplicity --max-states 9 --output a.svg": "--max-states: needs --graph",
    "draw simplicity --graph degrees:goal --output a.svg": "invalid choice: 'degrees:goal'",
    "draw simplicity --graph rings --state 0 --output a.svg": "cannot be combined with --state",
    "explore simplicity --output ''": "expected a name ending",
    "export pennant --to coq --output ane-rouge": "expected letters, digits and '_', because coqc",
    "export pennant --to coq --output List --no-check": "contains a module with this name",
    "export pennant --to coq": "--to coq: expected --output BASE, for BASE.v",
    "export frogs-1-1 --to dimacs --output a": "--to dimacs: expected --horizon T with it",
    "export frogs-1-1 --to pddl": "--to pddl: expected --output BASE, for BASE-domain.pddl and BASE-",
    "generate cubes unique --cubes 2": "2 cubes never have exactly one solution",
    "generate pegs --jumps 0": "jumps 0",
    "generate sliding start --like nothing": "'nothing' is neither a file nor a name",
    "generate sliding --pieces '2x2*'": "expected rectangles, as in '2x2 2x1*4 1x1*4'",
    "generate tiles --size 3": "expected two numbers, as in 4x5",
    "generate sliding --size 30x30": "size 30x30: expected rows",
    "generate sliding --goal-at 9,9": "goal 9,9: expected a row",
    "generate sliding --distance 30-20": "distance 30-20: expected moves",
    "generate sliding --pieces 5x9": "piece 5x9: expected rows",
    "generate sliding --pieces x../xxx": "'x../xxx': expected rectangles, as in",
    "generate pegs --finish 99,98": "finish 99,98: no such hole",
    "serve --pyodide x": "--pyodide needs --static",
    "serve --static site --host x": "--host cannot be combined with --static",
    "solve frogs-3-3 --plans all --hint 1": "--hint: not with --plans or --boards",
    "solve frogs-3-3 --played 9-1": "--played: move 1 of 1: '9-1'",
    "atlas --packings --where 'moves > 3'": "--packings and --where: expected one of them",
    "explore frogs-3-3 --where 'moves > 3'": "--where: only with --find starts",
    "generate tiles --where 'moves > x'": "where 'moves > x': at character 9, 'x': expected a number",
    "explore frogs-3-3 --top 3": "--top: only with --find starts",
    "generate tiles start --distance no": "expected moves, as in 20 or 20-30, or easy, medium, hard",
}
"""Words of a command -> what its fault says."""
UNSUPPORTED = {
    "explore hughes --samples 3": "--samples",
    "explore instant-insanity --output x.dot": "--output",
    "prove hughes --engine sat --evidence labelling": "labelling",
    "prove hughes --evidence exhaustion --certificate x": "certificate",
    "compare hughes": "hughes",
    f"draw ane-rouge --animate --plan '{'HS HN ' * 600}' --output x.gif": "a GIF of 1,201 positions: 1,000 at most",
    "draw european-centre --animate --output a.svg": "no plan exists",
    "draw four-cubes --graph components --output a.svg": "cubes have no state graph to draw",
    "draw four-cubes --state goal --output a.svg": "no goal",
    "draw simplicity --graph rings --max-states 160 --output a.svg": "--graph rings: simplicity: more than 160 states that the start reaches",
    "explore four-cubes --find final-holes": "--find",
    "explore frogs-3-3 --find starts --where 'moves_away > 1'": "moves_away: family 'frogs' has no",
    "generate cubes --where 'moves > 1'": "family 'cubes' has no graph",
    "explore century --find starts,pairs": "--find starts: leave out the other options",
    "explore simplicity --find final-holes": "--find final-holes: only pegs have final holes",
    "explore simplicity --find solutions": "--find solutions: solutions are counted for pegs",
    "explore simplicity --output x.dot --max-states 100": "--output: graphs of more than 100 states",
    "explore simplicity --find starts --max-states 10": "--find starts: graphs of more",
    "export frogs-1-1 --to dimacs --horizon 999999999": "has over 6,000,000 clauses",
    "export pennant --to coq:paths --output a": "format 'coq': form 'paths': expected one of minimum, survey",
    "export frogs-1-1 --to dot --at-least 3": "--at-least: not for format 'dot', but for lrat",
    "export frogs-1-1 --to rush-hour": "format 'rush-hour': a Rush Hour line holds cars",
    "export frogs-1-1 --to toml --horizon 3": "--horizon: not for format 'toml', but for dimacs, minizinc",
    "solve frogs-3-3 --plans all --engine sat": "only a search counts plans",
    "solve four-cubes --hint 1": "--hint: family 'cubes' has no moves on a board",
}
"""What this version cannot do."""


@pytest.mark.parametrize(
    ("code", "words"), [(40, w) for w in BAD_INPUT] + [(41, w) for w in UNSUPPORTED]
)
def test_words_are_refused_in_one_line(run: Run, tmp_path: Path, code: int, words: str) -> None:
    (tmp_path / "here.toml").write_text('family = "frogs"\nboard = "F.T"\n')
    said = (BAD_INPUT if code == 40 else UNSUPPORTED)[words]
    found = run(*shlex.split(words))
    assert (found.returncode, said in found.fault) == (code, True), found
    document = json.loads(run("--json", *shlex.split(words)).stdout)
    assert document["exit"] == code
    assert " / ".join(document["error"].splitlines()) in found.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["here.toml"]


NUMBERS = """\
--at-least --count --hint --horizon --jobs --max-pieces --max-states --memory-limit --port
--samples --seed --time-limit --top"""
VALUED = [
    (verb, one.option_strings[-1])
    for verb, found in arguments().items()
    for one in found
    if one.option_strings and (one.choices or one.option_strings[-1] in NUMBERS.split())
]


@pytest.mark.parametrize(("verb", "flag"), VALUED)
def test_a_value_that_is_no_number_or_choice_is_refused(run: Run, verb: str, flag: str) -> None:
    for value in ("many", "-5", "1" * 5000):
        found = run(verb, f"{flag}={value}")
        assert (found.returncode, flag.lstrip("-") in found.fault) == (40, True), found
