"""The mutation harness: files that were tampered with, put before the checkers under limits.

A *subject* is honest evidence: a certificate, or a formula with its proof.  A *mutant* is the same
with something changed: *raw*, some bytes; *resealed*, the content, with all hashes computed anew,
as an adversary who knows the format would.  A mutant may be accepted only if what it claims is
true; the rules decide, by breadth-first search.  Else it is to be rejected in one line, within
`SECONDS` of processor time and `GROWTH` bytes of memory, and by no other exception.  As in R. A.
DeMillo, R. J. Lipton, F. G. Sayward, Hints on test data selection (1978), what survives tells of a
hole; here the hole would be in the checker.
"""

import multiprocessing
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.models.errors import CertificateRejected, InstanceError
from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.certificate import CheckedCertificate
from puzzleproof.verify.formula.check import CheckedFormula, check_formula
from puzzleproof.verify.replay import replay_to_goal
from tests.support.checkers import check_alike

SECONDS = 15.0 if sys.gettrace() else 5.0
"""Of processor time; under coverage all takes longer."""
GROWTH = 300_000_000
PATIENCE = 3000
"""Seconds of the clock until a batch is given up."""
STATES = 200_000
"""So many states decide whether a claim is true; a mutant with more is a fault of the harness."""
SHOWN = 400
"""Bytes of a faulty mutant in a message."""


@dataclass(frozen=True)
class Files:
    """A certificate; with a proof, a formula."""

    first: bytes
    proof: bytes | None = None

    def put(self, folder: Path) -> tuple[Path, Path]:
        """Write them."""
        paths = folder / "first", folder / "proof"
        paths[0].write_bytes(self.first)
        if self.proof is not None:
            paths[1].write_bytes(self.proof)
        return paths


class Mutant(NamedTuple):
    """What was done, and what came of it."""

    what: str
    files: Files


@dataclass(frozen=True)
class Subject:
    """Honest evidence about a puzzle."""

    name: str
    kind: str
    puzzle: AnyPuzzle
    files: Files


Accepted: TypeAlias = CheckedCertificate | CheckedFormula


def accepted(files: Files, folder: Path) -> Accepted:
    """Check, a labelling by both checkers; raises what they raise."""
    first, proof = files.put(folder)
    return check_alike(first) if files.proof is None else check_formula(first, proof)


@cache
def _minimum(text: str, metric: str, limit: int | None) -> float:
    """The least number of moves, or ``limit`` where there are so many at least; by the rules."""
    states, puzzle = 0, loads(text).with_metric(metric)
    for depth, layer in enumerate(layers(puzzle)):
        if depth == limit or any(map(puzzle.is_goal, layer)):
            return depth
        states += len(layer)
        assert states < STATES, "too large a puzzle for the oracle"
    return float("inf")


def lie(checked: Accepted) -> str | None:
    """What is false of a claim that was accepted."""
    puzzle, bound = checked.puzzle, checked.at_least
    least = _minimum(dumps(puzzle), puzzle.metric, bound)
    if least < (float("inf") if bound is None else bound):
        return f"claims {bound} moves at least, the rules say {least}"
    if isinstance(checked, CheckedFormula) or checked.plan is None:
        return None
    replay_to_goal(puzzle, checked.plan)
    if checked.optimum not in (None, _minimum(dumps(puzzle), puzzle.metric, len(checked.plan) + 1)):
        return f"claims the minimum {checked.optimum}"
    return None


class _Fault(AssertionError):
    """The checker did what it must not."""


def rejected(mutant: Mutant, folder: Path) -> bool:
    """Whether it is; raises _Fault, or whatever else the checker lets out."""
    try:
        checked = accepted(mutant.files, folder)
    except (CertificateRejected, InstanceError) as error:
        text = str(error).removeprefix(f"{folder / 'first'}: ")
        if not text.strip() or len(str(error).splitlines()) != 1:
            raise _Fault(f"no reason in one line: {str(error)[:SHOWN]!r}") from None
        return True
    false = lie(checked)
    if false:
        raise _Fault(f"accepted, and {false}")
    return False


@dataclass
class Report:
    """What became of the mutants of a subject."""

    mutants: int = 0
    rejected: int = 0
    faults: list[str] = field(default_factory=list[str])


def judged(subject: Subject, mutants: Callable[[], Iterable[Mutant]]) -> Report:
    """Put all mutants of a subject before the checker, in a child process under limits."""
    with tempfile.TemporaryDirectory() as folder:
        found = in_child(lambda: _judge(subject, mutants(), Path(folder)))
        if isinstance(found, Report):
            return found
        left = [path.read_bytes()[:SHOWN] for path in sorted(Path(folder).iterdir())]
    return Report(faults=[f"{subject.name}: {found}; its files begin {left}"])


def _judge(subject: Subject, mutants: Iterable[Mutant], folder: Path) -> Report:
    report = Report()
    for mutant in mutants:
        if mutant.files == subject.files:
            continue
        report.mutants += 1
        try:
            with limited():
                report.rejected += rejected(mutant, folder)
        except Exception as error:  # noqa: BLE001  any other error is the finding
            report.faults.append(_told(subject, mutant, error))
    return report


def _told(subject: Subject, mutant: Mutant, error: Exception) -> str:
    """A fault: of what, where it was raised, and the files if they are small."""
    places = [f for f in traceback.extract_tb(error.__traceback__) if "tests" not in f.filename]
    place = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    files = [data[:SHOWN] for data in (mutant.files.first, mutant.files.proof) if data is not None]
    text = f"{type(error).__name__}: {str(error)[:SHOWN]}"
    return f"{subject.kind}, {subject.name}, {mutant.what}: {text} {place}; files {files}"


class _TooSlowError(Exception):
    """The checker took too long."""


@contextmanager
def limited(seconds: float = SECONDS) -> Generator[None, None, None]:
    """Raise _TooSlowError after so many seconds of processor time."""

    def late(signum: int, frame: Any) -> None:
        raise _TooSlowError(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)  # again, should a callback swallow it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def in_child(work: Callable[[], Any]) -> Any:
    """The answer of a process that may take no more than `GROWTH` bytes; else why there is none."""
    fork = multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe(duplex=False)
    child = fork.Process(target=_answer, args=(work, theirs))
    child.start()
    theirs.close()
    try:
        return ours.recv() if ours.poll(PATIENCE) else "it hung"
    except EOFError:
        child.join()
        return f"the process died with exit code {child.exitcode}"
    finally:
        child.kill()
        child.join()


def _answer(work: Callable[[], Any], out: Any) -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = pages * resource.getpagesize() + GROWTH
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        answer = work()
    except Exception as error:  # noqa: BLE001  any other error is the finding
        answer = f"{type(error).__name__}: {error}"
    out.send(answer)
    out.close()
