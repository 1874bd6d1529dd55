"""The function `verify` of the Python interface."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.verify.certificate import CheckedCertificate
    from puzzleproof.verify.formula.check import CheckedFormula


@overload
def verify(
    path: str | Path,
    *,
    instance: AnyPuzzle | str | Path | None = None,
    metric: str | None = None,
    proof: None = None,
    by_rules: bool = False,
    no_limit: bool = False,
) -> CheckedCertificate: ...


@overload
def verify(
    path: str | Path,
    *,
    instance: AnyPuzzle | str | Path | None = None,
    metric: str | None = None,
    proof: str | Path,
    by_rules: bool = False,
    no_limit: bool = False,
) -> CheckedFormula: ...


def verify(
    path: str | Path,
    *,
    instance: AnyPuzzle | str | Path | None = None,
    metric: str | None = None,
    proof: str | Path | None = None,
    by_rules: bool = False,
    no_limit: bool = False,
) -> CheckedCertificate | CheckedFormula:
    """Check a certificate from the rules alone; no search, no encoder and no solver is imported.

    ``path`` is what ``prove`` saved, or a formula that ``export`` wrote; then ``proof`` is its LRAT
    or CLRAT proof.  If ``instance`` (a puzzle, the name of a library instance, or a path) is
    given, the file must be about its board, goal and metric (or ``metric``, if given); names and
    notes may differ.  Large labellings are checked on arrays if numpy is installed; with
    ``by_rules`` the definition checks a table of every size.  The answer's ``by`` names the checker
    that ran.  A check that needs far more time or memory than other files of the same size ends
    with LimitReached; with ``no_limit`` it continues.

    Returns what was proven: ``optimum`` or ``at_least`` in moves of ``puzzle.metric`` (both None:
    the puzzle is unsolvable), ``plan``, and the texts ``words()`` and ``details()``.  Raises
    CertificateRejected naming the first fault, InstanceError if a path is wrong or cannot be
    read, NotationError if ``metric`` is given without ``instance``.
    """
    from puzzleproof.models.budget import budgeted
    from puzzleproof.models.errors import InstanceError, NotationError
    from puzzleproof.models.instances import load
    from puzzleproof.verify.certificate import check_file

    if metric is not None and instance is None:
        raise NotationError("metric needs instance")
    wanted = load(instance) if isinstance(instance, (str, Path)) else instance
    if wanted is not None and not hasattr(wanted, "with_metric"):
        raise InstanceError(f"{instance!r}: expected a puzzle, a name or a path")
    if wanted is not None and metric is not None:
        wanted = wanted.with_metric(metric)
    with budgeted(no_limit=no_limit):
        if proof is None:
            return check_file(path, wanted, by_rules=by_rules)
        from puzzleproof.verify.formula.check import check_formula

        return check_formula(path, proof, wanted)
