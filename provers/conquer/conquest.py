"""Refute a horizon by cubes, in rounds: what takes long in one is split again for the next."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from puzzleproof.models.errors import InstanceError, InternalError, LimitReached, OutputError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.pool import no_listener, run_jobs
from puzzleproof.provers.certificate import Claim, Target, Workspace
from puzzleproof.provers.conquer import Cubes, Solvable
from puzzleproof.provers.conquer.job import CubeJob, CubeOutcome
from puzzleproof.provers.conquer.proof import Joined
from puzzleproof.provers.conquer.splits import Cube, Splits
from puzzleproof.provers.events import Emit, Working
from puzzleproof.provers.process import Limits
from puzzleproof.provers.refutation.certify import (
    formula_to_refute,
    prove_unsatisfiable,
    write_refutation,
)
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import Line, binary_lines
from puzzleproof.verify.refutation import AnyFormula

if TYPE_CHECKING:
    from puzzleproof.provers.batch.work import AnyRunner


@contextmanager
def conquered(
    puzzle: AnyPuzzle,
    bound: int,
    plan: tuple[str, ...] | None,
    by: Cubes,
    workspace: Workspace,
    emit: Emit,
) -> Generator[Callable[[Target], None]]:
    """Refute 'at most ``bound`` - 1 moves'; yield what writes the certificate.

    Raises Solvable, LimitReached where a cube is neither refuted nor solved, Unsupported where the
    puzzle has no formula, OutputError where the disk is full.
    """
    horizon, clauses = formula_to_refute(puzzle, bound)
    claim = Claim("refutation", bound, plan)
    try:
        with TemporaryDirectory(dir=workspace.folder, prefix="puzzleproof-") as folder:
            conquest = Conquest(puzzle, horizon, clauses, by, Path(folder), emit)
            conquest.run()

            def write(target: Target) -> None:
                lines, versions = conquest.lines(), workspace.versions
                write_refutation(target, puzzle, claim, versions, horizon, clauses, lines)

            yield write
    except OSError as error:
        raise OutputError.at("the proofs of cubes", error) from None


class Conquest:
    """The refutation of one horizon by cubes; the proofs of its parts stand in a folder."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        horizon: AnyFormula,
        clauses: list[Clause],
        by: Cubes,
        folder: Path,
        emit: Emit,
    ) -> None:
        self._puzzle, self._horizon, self._clauses = puzzle, horizon, clauses
        self._by, self._folder, self._emit = by, folder, emit
        self._splits = Splits(horizon, clauses)
        self.proofs = dict[Cube, Path]()
        """The cubes refuted so far, each with the file of its proof."""
        self._cover = folder / "cover"

    def run(self) -> None:
        """Refute all cubes, then that there is anything beside them.

        Raises Solvable, or LimitReached where a cube is neither refuted nor solved.
        """
        todo, seconds = self._first_cubes(), self._by.seconds
        while todo:
            todo, seconds = self._round(todo, seconds), 2 * seconds
        negated = [tuple(-literal for literal in cube) for cube in self.proofs]
        if not prove_unsatisfiable([*self._clauses, *negated], self._cover, strict=False):
            if not negated:
                raise Solvable
            raise InternalError("the cubes leave something out")

    def _first_cubes(self) -> list[Cube]:
        sets = [] if self._by.sets is None else self._splits.sets(self._by.sets)
        return sets or self._splits.parts_of(())

    def lines(self) -> Iterator[Line]:
        """Yield the proof of the whole."""
        joined = Joined(len(self._clauses))
        for cube, proof in self.proofs.items():
            yield from joined.cube(cube, _lines(proof))
        yield from joined.cover(_lines(self._cover))

    def _round(self, cubes: list[Cube], seconds: float) -> list[Cube]:
        """Try each cube for so long; return the parts of those that take longer."""
        jobs = [self._job(cube, seconds) for cube in cubes]
        done, rest, total = len(self.proofs), list[Cube](), len(self.proofs) + len(cubes)
        self._emit(Working("refuting cubes", done, total, "cubes"))
        for number, outcome in self._outcomes(jobs):
            if outcome.stopped and self._splits.can_split(cubes[number]):
                rest += self._splits.parts_of(cubes[number])
                continue
            self._keep(cubes[number], outcome)
            self._emit(Working("refuting cubes", len(self.proofs), total, "cubes"))
        return rest

    def _outcomes(self, jobs: list[CubeJob]) -> Iterator[tuple[int, CubeOutcome]]:
        """Yield the number of each job and its outcome, as they come."""
        runner: AnyRunner = run_jobs
        if self._by.scheduler is not None:
            from puzzleproof.provers.batch.cluster import Cluster

            runner = Cluster(self._by.scheduler)
        try:
            yield from runner(enumerate(jobs), self._by.workers, no_listener)
        except InstanceError as error:  # a scheduler that answered before
            raise LimitReached(str(error)) from None

    def _job(self, cube: Cube, seconds: float) -> CubeJob:
        limits = Limits(seconds if self._splits.can_split(cube) else None, self._by.memory)
        return CubeJob.of(self._puzzle, self._horizon.length, cube, limits, str(self._folder))

    def _keep(self, cube: Cube, outcome: CubeOutcome) -> None:
        if outcome.solvable:
            raise Solvable
        if outcome.proof is None:
            raise LimitReached(f"a cube was not refuted: {outcome.reason or outcome.stopped}")
        path = self._folder / f"cube-{len(self.proofs)}"
        path.write_bytes(outcome.proof)
        self.proofs[cube] = path


def _lines(path: Path) -> Iterable[Line]:
    with path.open("rb") as file:
        yield from binary_lines(partial(file.read, 1 << 20))
