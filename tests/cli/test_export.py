"""``export``: claims with their proofs, theorems for Coq, formats that describe a puzzle."""

import json
from pathlib import Path

import pytest

from puzzleproof.cli import Exit
from puzzleproof.provers.export import EXPORTERS
from tests.support.command_line import Run
from tests.support.coq_files import needs_coq
from tests.support.loaded import modules_after
from tests.support.sessions import play
from tests.support.tree import ROOT

MINIMA = {"tiles-2x2": 6, "frogs-2-2": 8, "triangle-4": 5, "instant-insanity": 4}
INSTANCES: dict[str, int | None] = {**MINIMA, "one-colour-cubes": None}
SLOW = pytest.mark.slow
MANY = [pytest.param(n, marks=SLOW if n in ("frogs-2-2", "triangle-4") else ()) for n in INSTANCES]
SESSIONS = {
    "a horizon": """
        $ export frogs-2-2 --as lrat --output out --form horizon --at-least 6 --binary
        $ verify out.cnf --proof out.clrat --json
        {"accepted": true, "at_least": 6, "unsolvable": false}
        $ export wall.toml --as lrat --output wall --form horizon => 41
        ! form 'ranks'
        $ export wall.toml --as lrat --output wall
        $ verify wall.cnf --proof wall.lrat
        unsolvable
    """,
    "a metric and a bound": """
        $ export triangle-4 --as lrat --output out --metric jump --at-least 3 --json
        {"metric": "jump", "at_least": 3, "checked": true}
        $ verify out.cnf --proof out.lrat --json
        {"metric": "jump", "at_least": 3}
    """,
    "another instance": """
        $ export tiles-2x2 --as lrat --output out
        check: puzzleproof verify out.cnf --proof out.lrat
        out.lrat: the proof, accepted
        $ verify out.cnf --proof out.lrat --instance tiles-2x3 => 50
        ! another instance
        $ verify out.cnf --proof out.lrat --instance tiles-2x2
    """,
    "not checked": """
        $ export tiles-2x2 --as lrat --output a --no-check => 10
        a.lrat: the proof, not checked
        $ export tiles-2x2 --as lrat --output a --no-check --json => 10
        {"checked": false}
        $ export ane-rouge --as coq --output a --no-check --metric line --at-least 20 => 10
        a.v: at least 20 moves (metric line), not checked
        $ export wall.toml --as coq --output a --no-check --json => 10
        {"at_least": null, "checked": false, "files": ["a.v"]}
        {"puzzle": "wall.toml", "family": "sliding", "format": "coq", "form": "minimum"}
        $ export simplicity --as coq --form survey --output a --no-check --json --force => 10
        {"puzzle": "simplicity", "family": "sliding", "format": "coq", "form": "survey"}
        $ export simplicity --as coq --output a --no-check --at-least 19 => 60
        claim: 'at least 19 moves' (metric piece): refuted
    """,
    "a limit leaves nothing": """
        $ export tiles-3x3 --as lrat --output out --time-limit 0.3 => 30
        ! time limit
        $ export ane-rouge --as dot --output out --time-limit 0.2 => 30
        ! time limit
    """,
    "the form of a formula": """
        $ export simplicity --as dimacs --horizon 2 --form paths
        "form": "paths"
        $ export tiles-2x2 --as dimacs --horizon 2 --form shifts
        "form": "shifts"
    """,
}


@pytest.mark.parametrize("name", SESSIONS)
def test_session(run: Run, tmp_path: Path, name: str) -> None:
    play(run, tmp_path, SESSIONS[name])
    assert name != "a limit leaves nothing" or not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", MANY)
def test_what_is_exported_is_accepted(run: Run, tmp_path: Path, name: str) -> None:
    bound = INSTANCES[name]
    binary, proof = ("--binary", "out.clrat") if bound in (4, 8, None) else ("", "out.lrat")
    claim = "unsolvable" if bound is None else f"at least {bound} moves"
    session = f"""
        $ export {name} --as lrat --output out {binary}
        {proof}: the proof, accepted
        {claim}
        $ verify out.cnf --proof {proof}
        {claim}
        trusted:
    """
    play(run, tmp_path, session)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["out.cnf", proof])


# --- refutations that are certificates ----------------------------------------------------


def test_at_the_time_limit_there_is_no_certificate_and_no_claim(run: Run, tmp_path: Path) -> None:
    words = "eight-puzzle-867 --engine sat --evidence refutation --certificate a --time-limit 1"
    made = run("prove", *words.split())
    assert made.returncode in (Exit.LIMIT, Exit.PLAN_ONLY), made.stderr
    assert "certified" not in made.stdout
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("name", MANY[:3])
def test_a_refutation_is_certified_and_verified(run: Run, tmp_path: Path, name: str) -> None:
    session = f"""
        $ prove {name} --evidence refutation --certificate a
        certified
        $ verify a --instance {name}
        minimum {INSTANCES[name]} moves
        hints of an LRAT proof
    """
    play(run, tmp_path, session)


# --- Coq ----------------------------------------------------------------------------------

CLOSED = "accepted by the kernel of Coq: Closed under the global context"
KEPT = ROOT / "docs" / "certificates" / "taquin-swapped-single.cert"


@needs_coq
@pytest.mark.parametrize(
    "session",
    [
        f"""
        $ export pennant --as coq --output pennant
        pennant.v: the minimum is 59 moves (metric piece), {CLOSED} check: coqc -q pennant.v
        $ prove pennant --certificate a.cert
        $ verify a.cert --second-opinion coq
        coq: Closed under the global context (minimum_is instance Piece 59;
        """,
        f"""
        $ export taquin-swapped --as coq --output swapped
        swapped.v: unsolvable (metric single), {CLOSED}
        $ verify {KEPT} --second-opinion coq
        coq: Closed under the global context (has_no_plan instance Single;
        """,
    ],
    ids=["by search", "by parity"],
)
def test_a_theorem_is_judged_by_the_kernel(run: Run, tmp_path: Path, session: str) -> None:
    play(run, tmp_path, session)


@pytest.mark.parametrize(
    ("words", "code", "fault"),
    [
        ("pennant --output ane-rouge", 40, "expected letters, digits and '_', as coqc wants"),
        ("pennant --output Search", 40, "the file has a module of this name inside it"),
        ("pennant --output List --no-check", 40, "the file has a module of this name inside it"),
        ("pennant", 40, "--as coq: expected --output BASE, for BASE.v"),
        ("pennant --output a --form ranks", 41, "of format 'coq' expected one of minimum, survey"),
        ("pennant --output a", 41, "coqc is not installed: 'make coq', or PUZZLEPROOF_COQC"),
    ],
)
def test_what_cannot_be_is_one_line(
    run: Run, tmp_path: Path, words: str, code: int, fault: str
) -> None:
    made = run("export", *words.split(), "--as", "coq", env={"PATH": str(tmp_path)})
    assert (made.returncode, fault in made.fault) == (code, True), made
    assert list(tmp_path.iterdir()) == []


def test_a_kernel_that_is_missing_or_finds_an_axiom(run: Run, tmp_path: Path) -> None:
    assert run("prove", "simplicity", "--certificate", "a.cert").returncode == Exit.PROVEN
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
    "minizinc": ("--horizon", "3", "--form", "minimise"),
    "graphml": ("--reachable",),
    "dot": (),
    "toml": (),
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
CAR = "oooooo" * 2 + "AAoooo" + "oooooo" * 3


def test_every_format_is_tried_here() -> None:
    descriptions = {name for name, row in EXPORTERS.items() if not row.claims}
    assert {*WORDS, *BOARDS, "rush-hour"} == descriptions


@pytest.mark.parametrize("name", WORDS)
def test_a_file_is_printed_written_and_written_again(run: Run, tmp_path: Path, name: str) -> None:
    words = ("export", "frogs-1-1", "--as", name, *WORDS[name])
    names = ["a-domain.pddl", "a-problem.pddl"] if name == "pddl" else ["a"]
    made = run(*words, "--output", "a")
    assert (made.returncode, made.stderr) == (Exit.PROVEN, "")
    files = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert sorted(files) == names
    assert [line.partition(":")[0] for line in made.stdout.splitlines()] == names
    assert "(metric move)" in made.stdout
    document = json.loads(run(*words, "--output", "a", "--json").stdout)
    assert (document["files"], document["format"], document["metric"]) == (names, name, "move")
    if name != "pddl":
        assert run(*words).stdout == run(*words, "--output", "-").stdout == files["a"]
        assert json.loads(run(*words, "--json").stdout)["text"] == files["a"]
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == files


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_exported_is_read_again(run: Run, tmp_path: Path, name: str) -> None:
    assert run("export", BOARDS[name], "--as", name, "--output", "a").returncode == Exit.PROVEN
    again = run("export", "a", "--format", name, "--as", name)
    assert again.stdout == (tmp_path / "a").read_text("utf-8")


def test_a_board_of_rush_hour_becomes_an_instance_file(run: Run, tmp_path: Path) -> None:
    session = f"$ export a.txt --as toml --output a.toml\n$ export a.toml --as rush-hour\n{CAR}"
    play(run, tmp_path, session, {"a.txt": CAR})


@pytest.mark.parametrize("name", [*WORDS, *BOARDS, "coq", "proven"])
def test_another_file_is_not_overwritten(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / {"pddl": "a-problem.pddl", "coq": "a.v", "proven": "a.proven"}.get(name, "a")
    path.write_text("my diary\n")
    more = ("--no-check",) if name in {"coq", "proven"} else WORDS.get(name, ())
    words = ("export", BOARDS.get(name, "frogs-1-1"), "--as", name, "--output", "a", *more)
    made = run(*words)
    assert made.returncode == Exit.BAD_INPUT
    assert "--force overwrites it" in made.fault
    assert [p.read_text() for p in tmp_path.iterdir()] == ["my diary\n"]
    written = Exit.PLAN_ONLY if name in {"coq", "proven"} else Exit.PROVEN
    assert run(*words, "--force").returncode == written
    assert path.read_text("utf-8") != "my diary\n"
    assert run(*words).returncode == written, "of its own kind"


# --- plans --------------------------------------------------------------------------------

PLAN = "(o4)\n(o1)\n(o3)\n; cost = 3\n"


def test_a_planners_plan_is_replayed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sas_plan").write_text(PLAN)
    for words, stdin in (
        (("sas_plan",), ""),
        (("--plan", "sas_plan"), ""),
        (("-",), PLAN),
        (("--plan", "-"), PLAN),
        (("--plan", PLAN), ""),
    ):
        played = run("replay", "frogs-1-1", *words, stdin=stdin)
        assert "3 moves (metric move), 2 steps, 1 jump, all legal, to the goal" in played.stdout
    session = """
        $ draw frogs-1-1 --plan sas_plan --output a.svg
        3 moves
        $ replay frogs-2-2 sas_plan => 40
        ! sas_plan: line 1:
    """
    play(run, tmp_path, session)
    cut = run("replay", "frogs-1-1", "--plan", PLAN.splitlines()[0])
    assert "the plan's 1 move does not end in a goal state" in cut.stderr


def test_a_text_of_moves_needs_no_encoder(tmp_path: Path) -> None:
    names = modules_after(tmp_path, "replay", "frogs-1-1", "--plan", "3-2 1-3 2-1")
    assert not [name for name in names if name.startswith("puzzleproof.encoders")]
