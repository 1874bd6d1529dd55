"""Cube and conquer: one horizon refuted in parts, by many processes, with one proof for the whole.

M. Heule, O. Kullmann, S. Wieringa and A. Biere, Cube and conquer: guiding CDCL SAT solvers by
lookaheads, HVC 2011.  A *cube* is a conjunction of literals: what is true in one part.
`splits` chooses the cubes, `job` refutes one in whatever process or machine, `proof` joins their
proofs into one LRAT proof of the horizon's own formula, and `conquest` carries all that out.
"""

from __future__ import annotations

from typing import NamedTuple

CUBE_SECONDS = 20.0


class Solvable(Exception):
    """A cube has a solution, so there is a plan: the horizon cannot be refuted."""


class Cubes(NamedTuple):
    """That a horizon is to be refuted by cubes, and by whom."""

    workers: int
    """Processes at work here; with a scheduler, those that check what its workers send."""
    scheduler: str | None = None
    """The address of a Dask scheduler whose workers refute the cubes."""
    memory: int | None = None
    """Bytes for each cube on another machine; here the limit of the whole work counts."""
    seconds: float = CUBE_SECONDS
    """A cube that takes longer is split again; so are its parts, after twice the time."""
    sets: int | None = None
    """First so many sets of places half-way, where a piece has places; None: each place alone."""


def cubes_by(workers: int | None, scheduler: str | None = None, memory: int | None = None) -> Cubes:
    """Cubes by so many processes, by default one a core, or by a Dask scheduler's workers.

    Raises InstanceError where no scheduler answers, Unsupported where Dask is not installed.
    """
    from puzzleproof.provers.batch.pool import cores

    if scheduler is not None:
        from puzzleproof.provers.batch.cluster import Cluster, connected

        with connected(Cluster(scheduler).address):
            pass
    return Cubes(workers or cores(), scheduler, memory)
