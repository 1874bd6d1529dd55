"""``export``: claims and proofs, theorems for Coq, descriptions; what is not overwritten."""

import json
from pathlib import Path

import pytest

from puzzleproof.cli import Exit
from puzzleproof.provers.export import EXPORTERS
from tests.support.command_line import Run
from tests.support.coq_files import needs_coq
from tests.support.sessions import FILES as INSTANCE_FILES
from tests.support.sessions import sessions
from tests.support.tree import ROOT

CAR = "oooooo" * 2 + "AAoooo" + "oooooo" * 3
FILES = {**INSTANCE_FILES, "car.txt": CAR, "sas_plan": "(o4)\n(o1)\n(o3)\n; cost = 3\n"}
PLAYED = "3 moves (metric move), 2 steps, 1 jump, all legal, to the goal"
SESSIONS = {
    "a board of Rush Hour becomes an instance file": f"""
        $ export car.txt --to toml --output a.toml
        ! assumed: car.txt: the red car is A
        ! assumed: car.txt: the exit is at the right end
        $ export a.toml --to rush-hour
        {CAR}
    """,
    "a planner's plan is replayed": f"""
        $ replay frogs-1-1 sas_plan
        {PLAYED}
        $ replay frogs-1-1 - < sas_plan
        {PLAYED}
        $ draw frogs-1-1 --plan sas_plan --output a.svg
        3 moves
        $ replay frogs-1-1 (o4) => 40
        ! the plan's 1 move does not end in a goal state
        $ replay frogs-2-2 sas_plan => 40
        ! sas_plan: line 1:
    """,
    "a horizon": """
        $ export frogs-2-2 --to clrat:horizon --output out --at-least 6
        $ verify out.cnf --proof out.clrat --json
        {"accepted": true, "at_least": 6, "unsolvable": false}
        $ export wall.toml --to lrat --output wall => 41
        ! there is no plan of any length; no LRAT proof can show this: use --to coq or --to proven
        $ export frogs-2-2 --to lrat:ranks --output out => 41
        ! format 'lrat': form 'ranks': expected one of horizon
    """,
    "a metric and a bound": """
        $ export triangle-4 --to lrat --output out --metric jump --at-least 3 --json
        {"metric": "jump", "at_least": 3, "checked": true}
        $ verify out.cnf --proof out.lrat --json
        {"metric": "jump", "at_least": 3}
    """,
    "a minimum of each form is accepted": """
        $ export instant-insanity --to clrat --output out
        out.clrat: the proof, accepted
        at least 4 moves
        $ verify out.cnf --proof out.clrat
        at least 4 moves
        trusted:
        $ prove tiles-2x2 --evidence refutation --certificate a
        certified
        $ verify a --instance tiles-2x2
        minimum 6 moves
        hints of an LRAT proof
    """,
    "another instance": """
        $ export tiles-2x2 --to lrat --output out
        check: puzzleproof verify out.cnf --proof out.lrat
        out.lrat: the proof, accepted
        $ verify out.cnf --proof out.lrat --instance tiles-2x3 => 50
        ! another instance
        $ verify out.cnf --proof out.lrat --instance tiles-2x2
    """,
    "not checked": """
        $ export tiles-2x2 --to lrat --output a --no-check => 10
        a.lrat: the proof, not checked
        $ export tiles-2x2 --to lrat --output a --no-check --json --force => 10
        {"checked": false}
        $ export ane-rouge --to coq --output a --no-check --metric line --at-least 20 => 10
        a.v: at least 20 moves (metric line), not checked
        $ export wall.toml --to coq --output a --no-check --json --force => 10
        {"at_least": null, "checked": false, "files": ["a.v"]}
        {"puzzle": "wall.toml", "family": "sliding", "format": "coq", "form": "minimum"}
        $ export simplicity --to coq:survey --output a --no-check --json --force => 10
        {"puzzle": "simplicity", "family": "sliding", "format": "coq", "form": "survey"}
        $ export simplicity --to coq --output a --no-check --at-least 19 --force => 60
        claim: 'at least 19 moves' (metric piece): refuted
    """,
    "a limit leaves nothing": """
        $ export tiles-3x3 --to lrat --output out --time-limit 0.3 => 30
        ! time limit
        / *
        $ export ane-rouge --to dot --output out --time-limit 0.2 => 30
        / *
        ! time limit
    """,
    "the form of a formula": """
        $ export simplicity --to dimacs:paths --horizon 2
        "form": "paths"
        $ export tiles-2x2 --to dimacs:shifts --horizon 2
        "form": "shifts"
    """,
}


test_session = sessions(SESSIONS, FILES)


# --- Coq ----------------------------------------------------------------------------------

CLOSED = "accepted by the kernel of Coq: Closed under the global context"
KEPT = ROOT / "docs" / "certificates" / "taquin-swapped-single.cert"


JUDGED = {
    "by search": f"""
        $ export pennant --to coq --output pennant
        pennant.v: the minimum is 59 moves (metric piece), {CLOSED} check: coqc -q pennant.v
        $ prove pennant --certificate a.cert
        $ verify a.cert --second-opinion coq
        coq: Closed under the global context (minimum_is instance Piece 59;
    """,
    "by parity": f"""
        $ export taquin-swapped --to coq --output swapped
        swapped.v: unsolvable (metric single), {CLOSED}
        $ verify {KEPT} --second-opinion coq
        coq: Closed under the global context (has_no_plan instance Single;
    """,
}
test_a_theorem_is_judged_by_the_kernel = needs_coq(sessions(JUDGED))


def test_a_kernel_that_is_missing_or_finds_an_axiom(run: Run, tmp_path: Path) -> None:
    assert run("prove", "simplicity", "--certificate", "a.cert").returncode == Exit.PROVEN
    made = run(*["export", "pennant", "--to", "coq", "--output", "a"], env={"PATH": str(tmp_path)})
    installed = "coqc is not installed: run 'make coq', or set PUZZLEPROOF_COQC"
    assert (made.returncode, installed in made.fault) == (Exit.UNSUPPORTED, True)
    words = ("verify", "a.cert", "--second-opinion", "coq")
    checked = run(*words, env={"PATH": str(tmp_path)})
    assert checked.returncode == Exit.UNSUPPORTED
    assert checked.stdout.startswith("accepted: "), "after the rules have spoken"
    assert "coqc is not installed" in checked.stderr
    (tmp_path / "coqc").write_text("#!/bin/sh\necho 'Axioms:'; echo 'cheat : False'\n")
    (tmp_path / "coqc").chmod(0o755)
    checked = run(*words, env={"PUZZLEPROOF_COQC": str(tmp_path / "coqc")})
    assert checked.returncode == Exit.REJECTED
    assert "accepted by the rules, but not by coq: the theorem rests on more" in checked.fault


# --- descriptions -------------------------------------------------------------------------

WORDS = {
    "pddl": (),
    "dimacs": ("--horizon", "3"),
    "minizinc": ("--horizon", "3"),
    "graphml:reachable": (),
    "dot": (),
    "toml": (),
    "answers:all-states": (),
}
BOARDS = {
    "gnome": "ane-rouge",
    "hrd-json": "ane-rouge",
    "hrd-code": "ane-rouge",
    "hrd-digits": "ane-rouge",
    "hakoiri": "ane-rouge",
    "tile-list": "tiles-2x2",
    "game-id": "european-centre",
    "peg-drawing": "peg-small-example",
}


def test_every_format_is_tried_here() -> None:
    descriptions = {name for name, row in EXPORTERS.items() if not row.claims}
    assert {name.partition(":")[0] for name in (*WORDS, *BOARDS, "rush-hour")} == descriptions


@pytest.mark.parametrize("name", WORDS)
def test_a_file_is_printed_written_and_written_again(run: Run, tmp_path: Path, name: str) -> None:
    words = ("export", "frogs-1-1", "--to", name, *WORDS[name])
    names = ["a-domain.pddl", "a-problem.pddl"] if name == "pddl" else ["a"]
    made = run(*words, "--output", "a")
    assert (made.returncode, made.stderr) == (Exit.PROVEN, "")
    files = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert sorted(files) == names
    assert [line.partition(":")[0] for line in made.stdout.splitlines()] == names
    assert "(metric move)" in made.stdout
    assert run(*words, "--output", "a").returncode == Exit.BAD_INPUT
    document = json.loads(run(*words, "--output", "a", "--json", "--force").stdout)
    assert (document["files"], document["metric"]) == (names, "move")
    assert document["format"] == name.partition(":")[0]
    if name != "pddl":
        assert run(*words).stdout == run(*words, "--output", "-").stdout == files["a"]
        assert json.loads(run(*words, "--json").stdout)["text"] == files["a"]
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == files


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_exported_is_read_again(run: Run, tmp_path: Path, name: str) -> None:
    assert run("export", BOARDS[name], "--to", name, "--output", "a").returncode == Exit.PROVEN
    again = run("export", "a", "--from", name, "--to", name)
    assert again.stdout == (tmp_path / "a").read_text("utf-8")
