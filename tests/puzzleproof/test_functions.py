"""The functions of the package do what the verbs do, and say so, also in pools of processes."""

import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import puzzleproof as pp
from puzzleproof.cli.main import VERBS
from puzzleproof.provers.request import ENGINES, EVIDENCE
from tests.support.command_line import result_of, run_here

OTHER_NAMES = {"list": "library_names", "show": "load", "draw": "picture", "animate": "film"}
"""Verb -> its function, where that has another name."""
NO_FUNCTION = {"bench", "completion", "play", "serve"}


def test_every_verb_has_its_function() -> None:
    for verb in VERBS:
        if verb not in NO_FUNCTION:
            assert callable(getattr(pp, OTHER_NAMES.get(verb, verb))), verb


def test_explore_replaces_older_files_of_the_kind_alone(tmp_path: Path) -> None:
    path, graph = tmp_path / "s.cert", tmp_path / "s.dot"
    for _ in range(2):
        pp.explore("tiles-2x2", certificate=path, graph=graph)
    assert pp.verify(path).figures
    for one, kind in ((path, "survey certificate"), (graph, "DOT")):
        one.write_text("my notes", encoding="utf-8")
        with pytest.raises(pp.InstanceError, match=f"exists and is no {kind} file$"):
            pp.explore("tiles-2x2", certificate=path, graph=graph)
        assert one.read_text("utf-8") == "my notes"
        one.unlink()


def test_generate_makes_the_same_cubes_as_the_verb(tmp_path: Path) -> None:
    words = ("generate", "cubes", "--number", "3", "--kind", "unique", "--seed", "7")
    printed = run_here(tmp_path, *words).stdout
    assert pp.dumps(pp.generate("cubes", number=3, kind="unique", seed=7)) == printed
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
        assert [one.status for one in verdicts] == ["optimal", "unsolvable", "optimal", "optimal"]
        assert [one.optimum for one in verdicts] == [1, None, 3, 21]
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
    assert repr(checked) == "<CheckedFormula 'Hughes Puzzle': at least 5 moves (piece), ranks>"


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
    found = pp.compare("tiles-2x3", only=only, on_event=lambda row: seen.append(row.event))
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
    text = pp.prove.__doc__ or ""
    for word in (*ENGINES, *EVIDENCE, "piece", "line", "unit", "single", "multi", "cube", "jump"):
        assert f"``{word}``" in text, word
    for event in ("layer", "horizon", "plan", "evidence", "bounds", "certificate", "note"):
        assert f"``{event}``" in text, event


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
}


@pytest.mark.parametrize("name", SHORT)
def test_short_forms(name: str) -> None:
    made, said = SHORT[name]
    text = repr(made())
    assert text.startswith(said)
    assert len(text) < 100


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
        verdict.save(folder / "a.cert")
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
    again: pp.Verdict = pickle.loads(pickled)  # noqa: S301
    again.save(tmp_path / "a.cert")
    assert (tmp_path / "a.cert").read_bytes() == before
    assert again.to_json() | {"certificate": ""} == verdict.to_json() | {"certificate": ""}
    gone: pp.Verdict = pickle.loads(pickle.dumps(verdict))  # noqa: S301
    assert gone.certificate is None
    assert gone.plan == verdict.plan
