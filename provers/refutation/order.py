"""The proof of one refutation, as work for a process: what is to be refuted, and for what file."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from puzzleproof.models.errors import OutputError
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, Working

if TYPE_CHECKING:
    from collections.abc import Generator

    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.certificate import Target, Workspace


@dataclass(frozen=True, slots=True)
class ProofOrder:
    """A certificate that says: every plan of the puzzle has ``bound`` moves or more."""

    puzzle: AnyPuzzle
    bound: int
    workspace: Workspace
    plan: tuple[str, ...] | None = None
    """Of ``bound`` moves, if it is known."""
    stands: bool = False
    """Whether a certificate of this bound is there already; the new one is only tried out."""

    @property
    def claim(self) -> str:
        """What is refuted, in words."""
        return f"'at most {count(self.bound - 1, 'move')}'"

    @contextmanager
    def in_own_folder(self) -> Generator[ProofOrder]:
        """The same order with a folder for large files, which is removed at the end.

        A process that is killed leaves its files behind, so whoever may end it calls this.
        Raises OutputError.
        """
        where = self.workspace.folder
        if where is None:
            yield self
            return
        with _folder_in(where) as folder:
            yield replace(self, workspace=replace(self.workspace, folder=folder))


@contextmanager
def _folder_in(where: Path) -> Generator[Path]:
    try:
        made = TemporaryDirectory(dir=where, prefix="puzzleproof-", ignore_cleanup_errors=True)
    except OSError as error:
        raise OutputError.at("the solver's proof", error) from None
    with made as name:
        yield Path(name)


def write_and_check(order: ProofOrder, emit: Emit) -> int:
    """Write the proof, in the child; the bound that the checker accepts."""
    from puzzleproof.provers.refutation.certify import write_certificate

    def write(target: Target) -> None:
        place = order.workspace
        write_certificate(
            order.puzzle, order.bound, order.plan, target, place.versions, place.folder
        )

    keep = order.workspace.try_out if order.stands else order.workspace.publish
    emit(Working(f"refuting {order.claim} with a proof"))
    return keep(write, emit).at_least or 0
