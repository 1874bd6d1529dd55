"""The functions of the package do what the verbs do, also in pools; what is wrong is refused."""

import multiprocessing
import os
import pickle
import re
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from inspect import isfunction, signature
from pathlib import Path
from typing import Any, cast

import pytest

import puzzleproof as pp
from puzzleproof.cli import VERBS
from puzzleproof.provers.request import ENGINES, EVIDENCE
from tests.support.command_line import result_of, run_here

OTHER_NAMES = {"list": "library_names", "show": "load", "draw": "picture"}
"""Verb -> its function, where that has another name."""
NO_FUNCTION = {"bench", "completion", "play", "serve"}


def test_functions_take_the_forms_of_the_options() -> None:
    texts = pp.generate("sliding", size="4x4", pieces="2x2, 1x2*2", distance="3-9", seed=2)
    values: dict[str, Any] = {
        "size": (4, 4),
        "pieces": [(2, 2), (1, 2), (1, 2)],
        "distance": (3, 9),
    }
    assert texts == pp.generate("sliding", seed=2, **values)
    pieces = "2x1 1x2* 1x1*"
    text = pp.atlas("3x3", pieces=pieces, empty="1", only="survey", jobs=1)
    values = {"empty": 1, "only": "survey", "jobs": 1}
    assert text.request == pp.atlas((3, 3), pieces=pieces, **values).request
    assert not pp.atlas((3, 3), pieces=pieces, empty=1, only="count").surveyed
    for wrong in ("4y4", "4x4x4"):
        with pytest.raises(pp.NotationError, match=f"^size '{wrong}': expected two numbers, as in"):
            pp.generate("sliding", size=wrong)
    with pytest.raises(pp.NotationError, match=r"^piece 'z': expected a rectangle"):
        pp.atlas("3x3", pieces="2x1 z")


def test_generate_makes_the_same_cubes_as_the_verb(tmp_path: Path) -> None:
    words = ("generate", "cubes", "unique", "--cubes", "3", "--seed", "7")
    printed = run_here(tmp_path, *words).stdout
    assert pp.dumps(pp.generate("cubes", cubes=3, kind="unique", seed=7)) == printed
    path = tmp_path / "simplicity.toml"
    path.write_text(pp.dumps(pp.load("simplicity")), encoding="utf-8")
    assert pp.generate("sliding", like=path, kind="start", distance=2).family == "sliding"


def test_prove_all_takes_folders_and_a_ledger_and_keeps_certificates(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    pair = "7 1 0 2 3\n8 0 1 3 2\n"
    (tmp_path / "boards/tables.txt").write_text(pair, encoding="utf-8")
    asked: list[Any] = [tmp_path / "boards", "frogs-1-1", pp.load("hughes")]
    ledger = tmp_path / "new/results.db"
    first, again = (pp.prove_all(asked, ledger=ledger, jobs=2) for _ in range(2))
    for verdicts in (first, again):
        assert [one.status for one in verdicts] == ["optimal", "optimal", "optimal", "optimal"]
        assert [one.optimum for one in verdicts] == [1, 2, 3, 21]
    assert all(one.recorded for one in again)
    assert not any(one.recorded for one in first)
    again[3].save(tmp_path / "h.cert")
    assert pp.verify(tmp_path / "h.cert", instance="hughes").at_least == 21
    (limited,) = pp.prove_all(pp.load("hifi"), metric="line", time_limit=0.5)
    assert (limited.metric, limited.optimum) == ("line", None)
    for wrong in (3, [3], ["no-such"]):
        with pytest.raises(pp.InstanceError):
            pp.prove_all(wrong)  # type: ignore[arg-type]


def test_export_describes_a_puzzle_and_writes_what_verify_accepts(tmp_path: Path) -> None:
    made = pp.export("frogs-1-1", tmp_path / "f", format="pddl")
    assert [path.name for path in made.files] == ["f-domain.pddl", "f-problem.pddl"]
    text = pp.export("frogs-1-1", format="dimacs", horizon=3).text
    assert (text or "").startswith("c puzzleproof-formula ")
    assert pp.loads(pp.export("hughes", format="toml").text or "") == pp.load("hughes")
    assert pp.export("hughes", tmp_path / "hughes", at_least=5).at_least == 5
    formula, proof = tmp_path / "hughes.cnf", tmp_path / "hughes.lrat"
    checked = pp.verify(formula, proof=proof, instance="hughes")
    assert repr(checked) == "<CheckedFormula 'Hughes Puzzle': at least 5 moves (piece), horizon>"


def test_a_path_will_do_for_a_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(pp.dumps(pp.load("hughes")), encoding="utf-8")
    for given in (path, str(path), pp.load(path)):
        assert pp.solve(given).upper == 21


def test_replay_takes_text_or_moves_and_gives_the_states() -> None:
    puzzle = pp.load("frogs-1-1")
    states = pp.replay("frogs-1-1", "3-2 1-3 2-1  # a remark")
    assert [puzzle.draw(state) for state in states] == ["F.T", "FT.", ".TF", "T.F"]
    assert pp.replay(puzzle, ["3-2", "1-3", "2-1"]) == states
    assert len(pp.replay("frogs-1-1", "(o4)\n(o1)\n(o3)\n")) == 4, "a planner's"
    with pytest.raises(pp.IllegalMove, match="the plan's 1 move does not end in a goal state"):
        pp.replay(puzzle, "3-2")
    assert pp.replay(puzzle, "3-2", to_goal=False) == states[:2]
    assert pp.replay(puzzle, [], to_goal=False) == states[:1]


def test_compare_runs_the_strategies() -> None:
    seen: list[str] = []
    only = ["breadth", "manhattan"]
    found = pp.compare("tiles-2x3", strategies=only, on_event=lambda row: seen.append(row.event))
    assert found.minimum == 21
    assert seen.count("strategy") == len(found.rows) >= 2
    assert repr(found).startswith(f"<Comparison: {len(found.rows)} strategies, 21 moves (single)")


@pytest.mark.parametrize("name", ["verify", "explore"])
@pytest.mark.parametrize(
    "first", ["", "import puzzleproof.{name}\n", "pp.load\npp.prove('frogs-1-1')\n"]
)
def test_help_is_a_functions(tmp_path: Path, name: str, first: str) -> None:
    """Also where the package of the same name was imported before."""
    code = f"import puzzleproof as pp\n{first.format(name=name)}help(pp.{name})"
    said = result_of([sys.executable, "-c", code], tmp_path).stdout
    assert said.startswith(f"Help on function {name} in module puzzleproof")
    assert f"{name}(" in said


def test_a_function_in_place_of_a_package_hides_no_module(tmp_path: Path) -> None:
    code = """
import puzzleproof
import puzzleproof.verify.bfs as one
import puzzleproof.explore.layers as other
from puzzleproof.verify import replay
import puzzleproof.verify as package
print(one.bfs, other.__name__, replay.__name__, package.__file__, puzzleproof.verify.bfs is one)
"""
    result = result_of([sys.executable, "-c", code], tmp_path)
    assert not result.stderr
    assert result.stdout.rstrip().endswith("True")


def test_the_help_lists_the_words() -> None:
    """Every verb has its function, and help begins with what users call.

    It shows types as written, `PuzzleLike`, not as what it stands for: the future import keeps
    the words.
    """
    for verb in set(VERBS) - NO_FUNCTION:
        assert callable(getattr(pp, OTHER_NAMES.get(verb, verb))), verb
    text = pp.prove.__doc__ or ""
    for word in (*ENGINES, *EVIDENCE, "piece", "line", "unit", "single", "multi", "cube", "jump"):
        assert f"``{word}``" in text, word
    for event in ("layer", "horizon", "plan", "evidence", "bounds", "certificate", "note"):
        assert f"``{event}``" in text, event
    for name in dir(pp):
        if not isinstance(value := getattr(pp, name), type) and name != "__version__":
            assert re.search(rf"\b{name}\b", pp.__doc__ or ""), name
        if isfunction(value):
            assert not re.search(r"\b(typing|puzzleproof)\.", str(signature(value))), name


SHORT: dict[str, tuple[Callable[[], object], str]] = {
    "a bound": (
        lambda: pp.prove("hughes", at_least=5),
        "<Verdict hughes: at least 5 moves (piece), certified>",
    ),
    "a plan": (
        lambda: pp.solve("hughes"),
        "<Verdict hughes: at least 21, at most 21 moves (piece), claimed>",
    ),
    "pegs": (lambda: pp.load("triangle-4"), "<PegPuzzle "),
    "tiles": (lambda: pp.load("taquin-t1"), "<TilesPuzzle 'Taquin, table T1' (single)>"),
    "cubes": (lambda: pp.load("instant-insanity"), "<CubesPuzzle 'Instant Insanity' (cube)>"),
    "a survey": (lambda: pp.explore("frogs-1-1"), "<Survey: "),
    "a finding": (lambda: pp.audit("frogs-1-1")[0], "<Finding frogs-1-1: 3 (move) confirmed>"),
}


@pytest.mark.parametrize("name", SHORT)
def test_short_forms(name: str) -> None:
    made, said = SHORT[name]
    text = repr(made())
    assert text.startswith(said)
    assert len(text) < 250


INTERRUPTED = """
import signal, sys, puzzleproof as pp

def stop(event):
    if event.event == "layer":
        signal.raise_signal(signal.SIGINT)

for name in ("pennant", "hughes"):
    try:
        verdict = pp.prove(name, evidence="labelling", on_event=stop, on_interrupt=sys.argv[1])
    except KeyboardInterrupt as stopped:
        print(name, "raised", type(stopped).__name__, stopped.answer.status)
        break
    print(name, "returned", verdict.interrupted, verdict.status)
"""


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("raise", ["pennant raised StoppedByUser bounded"]),
        ("return", ["pennant returned True bounded", "hughes returned True bounded"]),
    ],
)
def test_ctrl_c_can_stop_a_loop(tmp_path: Path, how: str, said: list[str]) -> None:
    done = result_of([sys.executable, "-c", INTERRUPTED, how], tmp_path)
    assert done.stdout.splitlines() == said, done.stderr


FORGETFUL = """
import atexit, gc, os, pathlib, puzzleproof as pp
certificate = pathlib.Path(pp.prove("frogs-1-1").certificate)
child = os.fork()
if child == 0:
    atexit._clear()
    gc.collect()
    os._exit(0)
os.waitpid(child, 0)
print(certificate.is_file(), certificate)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_certificates_outlive_a_child_that_forgets_what_to_do_at_exit(tmp_path: Path) -> None:
    """From Python 3.13 on, multiprocessing clears the functions for the exit in a child."""
    result = result_of([sys.executable, "-c", FORGETFUL], tmp_path)
    found, _, path = result.stdout.strip().partition(" ")
    assert found == "True", result.stderr
    assert not Path(path).parent.exists()


METHOD = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
CONTEXT = multiprocessing.get_context(METHOD)
"""Spawned workers would leave a process that tracks resources."""
NAMES = ["frogs-2-2", "tiles-2x2"]


def check(verdicts: list[pp.Verdict], folder: Path) -> None:
    """Their certificates can be saved, and are about these puzzles."""
    for name, verdict in zip(NAMES, verdicts, strict=True):
        verdict.save(folder / "a.cert", force=True)
        checked = pp.verify(folder / "a.cert", instance=pp.load(name))
        assert checked.optimum == verdict.optimum == len(verdict.plan or ())


def test_a_process_pool_returns_certificates(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, CONTEXT) as pool:
        verdicts = list(pool.map(pp.prove, NAMES))
    check(verdicts, tmp_path)
    assert all(verdict.notes == () for verdict in verdicts)


def test_a_worker_that_may_start_no_processes_works_alone_and_says_so(tmp_path: Path) -> None:
    with CONTEXT.Pool(1) as pool:
        verdicts = pool.map(pp.prove, NAMES)
        (refuted,) = pool.starmap(_prove_by_sat, [("frogs-2-2",)])
    check(verdicts, tmp_path)
    for verdict in (*verdicts, refuted):
        assert verdict.grade in ("certified", "cross-checked")
        assert any("may start no processes" in note for note in verdict.notes)


def _prove_by_sat(name: str) -> pp.Verdict:
    return pp.prove(name, engine="sat")


def test_a_pickled_verdict_outlives_the_file(tmp_path: Path) -> None:
    verdict = pp.prove("frogs-1-1")
    assert verdict.certificate is not None
    before, pickled = Path(verdict.certificate).read_bytes(), pickle.dumps(verdict)
    Path(verdict.certificate).unlink()
    again: pp.Verdict = pickle.loads(pickled)  # noqa: S301  our own
    again.save(tmp_path / "a.cert")
    assert (tmp_path / "a.cert").read_bytes() == before
    assert again.to_json() | {"certificate": ""} == verdict.to_json() | {"certificate": ""}
    gone: pp.Verdict = pickle.loads(pickle.dumps(verdict))  # noqa: S301  our own
    assert gone.certificate is None
    assert gone.plan == verdict.plan


ANY = cast("Any", pp)
"""For calls that a type checker would refuse."""
OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"time_limit": -1}, "time_limit -1: expected a number of seconds above 0"),
    ({"time_limit": 0}, "time_limit 0: expected a number of seconds above 0"),
    ({"time_limit": "60"}, "time_limit '60': expected a number of seconds above 0"),
    ({"time_limit": float("nan")}, "time_limit nan: expected a number of seconds above 0"),
    ({"memory_limit": -5}, "memory_limit -5: expected a whole number of bytes, 1 or more"),
    ({"memory_limit": "2G"}, "memory_limit '2G': expected a whole number of bytes, 1 or more"),
    ({"memory_limit": 1.5}, "memory_limit 1.5: expected a whole number of bytes, 1 or more"),
    ({"on_event": 3}, "on_event 3: expected a function that takes an event"),
    ({"on_interrupt": "stop"}, "on_interrupt 'stop': expected one of raise, return"),
]
"""Arguments that prove, solve and explore share."""
PROVE: list[tuple[dict[str, Any], str]] = [
    ({"seed": -1}, "seed -1: expected a whole number from 0 to 2147483647"),
    ({"seed": True}, "seed True: expected a whole number from 0 to 2147483647"),
    ({"engine": "minisat"}, "engine 'minisat': expected one of auto, sat, cpsat, search"),
    ({"engine": None}, "engine None: expected one of auto, sat, cpsat, search"),
    ({"at_least": -3}, "at_least -3: expected a whole number, 0 or more"),
    ({"at_least": 2.0}, "at_least 2.0: expected a whole number, 0 or more"),
    ({"evidence": 3}, "evidence 3: expected some of auto, all, invariant"),
    ({"evidence": []}, r"evidence \[\]: expected some of auto, all, invariant"),
    ({"evidence": ["proof"]}, "evidence 'proof': expected some of auto, all, invariant"),
    ({"metric": 3}, "metric 3: expected one of piece, line, unit"),
    ({"metric": "jump"}, "metric 'jump': expected one of piece, line, unit"),
    ({"solver": 3}, "solver 3: expected one of cadical195"),
]
OTHERS: dict[str, tuple[Callable[[], object], str]] = {
    "generate": (lambda: ANY.generate(3), "family 3: expected the name of a family"),
    "a family": (lambda: pp.generate("stairs"), "family 'stairs': expected one of cubes"),
    "an option": (lambda: pp.generate("cubes", size=3), "option 'size' of 'cubes': expected some"),
    "a number": (lambda: pp.generate("cubes", cubes="3"), "'3' cubes: expected 1 to 20"),
    "a kind": (lambda: pp.generate("cubes", kind=[]), r"kind \[\]: expected one of solvable"),
    "a plan": (lambda: ANY.replay("hughes", 42), "plan 42: expected moves"),
    "no plan": (lambda: ANY.replay("frogs-1-1", None), "plan None: expected moves"),
    "a like": (
        lambda: pp.generate("sliding", like=3, kind="start", distance=2),
        "like 3: expected an instance",
    ),
    "steps": (lambda: pp.atlas((3, 3), metric="steps"), "metric 'steps': expected one of piece"),
    "a name": (lambda: pp.export("frogs-1-1", format="pddl"), "output: expected a name"),
    "moves": (lambda: ANY.replay("hughes", [1, 2]), r"plan \[1, 2\]: expected moves"),
    "an output": (lambda: ANY.export("hughes", 3), "output 3: expected the path of a file"),
    "a format": (lambda: pp.export("hughes", "x", format="pdf"), "format 'pdf': expected one of"),
    "a form": (lambda: pp.export("hughes", "x", form="long"), "form 'long': expected one of"),
    "a bound": (lambda: pp.export("hughes", "x", at_least=0), "at_least 0: expected a whole"),
    "states": (lambda: pp.explore("hughes", max_states=0), "max_states 0: expected a whole num"),
    "a graph": (lambda: pp.explore("hughes", graph="a.png"), "'a.png': expected a name ending"),
    "a limit": (lambda: pp.solve_all("hughes", limit=-1), "limit -1: expected a whole number"),
    "an engine": (lambda: pp.solve_all("hughes", engine="sat"), "engine 'sat': only for stacks"),
    "a strategy": (
        lambda: ANY.compare("taquin-t1", strategies=3),
        "strategies 3: expected parts of names",
    ),
    "a reviewer": (lambda: pp.second_opinion("x", "me"), "by 'me': expected one of acl2, coq"),
    "a metric": (lambda: pp.verify("x", metric="piece"), "metric needs instance"),
    "an instance": (lambda: ANY.verify("x", instance=3), "3: expected a puzzle, a name or a path"),
    "a text": (lambda: ANY.loads(42), "42: expected the text of an instance file"),
    "a listener": (lambda: ANY.bfs("hughes", on_layer=3), "on_layer 3: expected a function"),
}

CALLS: list[tuple[str, Callable[[], object], str]] = [
    *(
        (f"{name} {options}", partial(getattr(pp, name), "hughes", **options), text)
        for name, rows in (("prove", OPTIONS + PROVE), ("solve", OPTIONS), ("explore", OPTIONS))
        for options, text in rows
    ),
    *((name, *row) for name, row in OTHERS.items()),
]


@pytest.mark.parametrize(
    ("call", "text"), [row[1:] for row in CALLS], ids=[row[0] for row in CALLS]
)
def test_an_argument(call: Callable[[], object], text: str) -> None:
    with pytest.raises(pp.NotationError, match=text):
        call()


@pytest.mark.parametrize(
    "function",
    ["prove", "solve", "solve_all", "explore", "bfs", "compare", "dumps", "load", "read", "verify"],
)
@pytest.mark.parametrize("value", [42, 0, None, 1.5, b"hughes", ["hughes"], pp.InstanceError])
def test_what_is_no_puzzle_and_no_path(function: str, value: object) -> None:
    with pytest.raises(pp.InstanceError, match=r"expected (a puzzle|the path of a file)"):
        getattr(pp, function)(value)


@pytest.mark.parametrize("function", ["verify", "load", "read"])
def test_a_number_opens_no_file(function: str, tmp_path: Path) -> None:
    """A number that happens to be an open file's is not read, and the file stays open."""
    path = tmp_path / "secret"
    path.write_text("not for reading", encoding="utf-8")
    with open(path, "rb") as file:
        with pytest.raises(pp.InstanceError, match=f"{file.fileno()}: expected the path of a file"):
            getattr(pp, function)(file.fileno())
        assert file.tell() == 0
        os.fstat(file.fileno())
