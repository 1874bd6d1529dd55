"""Verdicts of pools of processes: each brings its certificate along."""

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import puzzleproof as pp

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
