"""The functions of the verbs that work on many puzzles: prove, audit, atlas, results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, MISSING, dataclass, replace
from pathlib import Path
from typing import cast

from puzzleproof.arguments import METRIC, PUZZLE, PuzzleLike, function_of, named_puzzle
from puzzleproof.models.documents import path_of
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import files_of_puzzles, load_all
from puzzleproof.models.output import new_file
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import SECONDS, Limited, Value, Workers, anything, given, option
from puzzleproof.provers.atlas import Atlas, make_atlas
from puzzleproof.provers.batch.audit import (
    Audit,
    Claim,
    Finding,
    claims_of,
    counting_exit,
    with_offsets,
)
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import means_of, open_ledger, run_batch
from puzzleproof.provers.batch.row import Outcome, Row
from puzzleproof.provers.request import ProofOptions, Request
from puzzleproof.provers.verdict import Verdict
from puzzleproof.requests import AtlasOptions, AuditOptions

CLAIMS = Value("files, names or claims", anything)
WANTED = "kept by the verdict"
"""A placeholder for the file name of a certificate; each verdict's file gets its own name later."""


@dataclass(frozen=True)
class ProvingAll(ProofOptions, Limited, Workers):
    """The arguments of `prove_all`."""

    puzzles: PuzzleLike | Iterable[PuzzleLike] = option(
        PUZZLE,
        "a folder, a file of many puzzles, a name or a puzzle, or any number of these",
        MISSING,
    )
    metric: str | None = option(PUZZLE, METRIC)


@function_of(ProvingAll)
def prove_all(asked: ProvingAll) -> list[Verdict]:
    """Prove many minima at once, as ``puzzleproof prove`` does with several puzzles or a folder.

    The limits hold for each proof; results in the ledger are checked and not proven again.  Returns
    a verdict for each puzzle, in the order of the puzzles; if a proof failed, the status is
    ``unknown`` and a note says why.  After Ctrl-C, which raises KeyboardInterrupt, a second call
    with the same ledger continues where the first call ended.  Raises InstanceError for a bad
    puzzle.
    """
    request, puzzles, metric = given(Request, vars(asked)), asked.puzzles, asked.metric
    if request.leaves_certificate:
        request = replace(request, certificate=WANTED)
    several = isinstance(puzzles, Iterable) and not isinstance(puzzles, str)
    listed = cast("Iterable[PuzzleLike]", puzzles if several else [puzzles])
    found = list[tuple[str, AnyPuzzle]]()
    for one in listed:
        files = files_of_puzzles(str(one))[0] if isinstance(one, (str, Path)) else ()
        found += [named for file in files for named in load_all(file)] or [named_puzzle(one)]
    work = [
        Job(name, named_puzzle(puzzle, metric)[1], request, asked.limits) for name, puzzle in found
    ]
    verdicts = dict[int, Verdict]()
    with means_of(asked) as means:
        for number, outcome in run_batch(work, means):
            verdicts[number] = _kept(outcome, work[number].puzzle)
    return [verdicts[number] for number in range(len(work))]


def _kept(outcome: Outcome, puzzle: AnyPuzzle) -> Verdict:
    """Return the verdict; as with `prove`, its certificate is kept until the process ends."""
    verdict = replace(outcome.known, instance=puzzle)
    if outcome.verdict is None:
        return replace(verdict, notes=(outcome.reason,), reasons=(outcome.reason,))
    if outcome.certificate is None:
        return verdict
    file = new_file(".cert")
    Path(file).write_bytes(outcome.certificate)
    return replace(verdict, certificate=file)


@dataclass(frozen=True)
class Auditing(AuditOptions):
    """The arguments of `audit`."""

    claims: str | Path | Iterable[str | Path | Claim] = option(
        CLAIMS,
        "files, folders, names of instances in the library (default: all names), or `Claim` "
        "objects, whose metric is None if it is not known",
        (),
    )
    _: KW_ONLY
    time_limit: float | None = option(
        SECONDS, "seconds for each answer (None: no limit)", 60, none=True
    )


@function_of(Auditing)
def audit(asked: Auditing) -> list[Finding]:
    """Check published minima, as ``puzzleproof audit`` does.

    Returns a finding for each claim: its ``verdict`` is ``confirmed``, ``refuted`` or ``open``,
    ``proven`` is the proven minimum in its ``metric``, ``because`` the reason in words, ``answers``
    the bounds proven in each metric that the claim may mean, ``offset`` the difference from the
    minimum if it is the same for all claims of a source.  Raises InstanceError for a file that
    cannot be read, Unsupported for ``counts_exit`` if a board's goal is not one piece at its edge.
    """
    read = _asked(asked.claims)
    found = Audit(counting_exit(read) if asked.counts_exit else read, asked.limits)
    with means_of(asked) as means:
        found.answers.update(run_batch(found.jobs, means))
    return with_offsets([*filter(None, map(found.finding, range(len(found.claims))))])


@function_of(AtlasOptions)
def atlas(asked: AtlasOptions) -> Atlas:
    """Survey all piece sets of a board, as ``puzzleproof atlas`` does.

    The limits hold for each survey and each proof.  Returns the atlas: ``surveyed`` has the sets,
    the hardest first, and ``top`` the hardest starts, each with its ``puzzle``, the ``start`` that
    was found and the proven ``answer``.  Raises NotationError for an impossible choice of pieces.
    """
    found = Atlas.of(asked.request())
    with means_of(asked) as means:
        for _ in make_atlas(found, means) if asked.only != "count" else ():
            pass
    return found


def results(ledger: str | Path) -> list[Row]:
    """List the results in a ledger, oldest first; ``puzzleproof results`` sorts them by name.

    Raises InstanceError if the file is not a ledger.
    """
    with open_ledger(path_of(ledger), new=False) as book:
        return list(book.rows())


def _asked(claims: str | Path | Iterable[str | Path | Claim]) -> Sequence[Claim]:
    given = [claims] if isinstance(claims, (str, Path)) else list(claims)
    ready = [one for one in given if isinstance(one, Claim)]
    names = [path_of(one) for one in given if not isinstance(one, Claim)]
    if ready and not names:
        return ready
    found = claims_of(names)
    if found.faults:
        raise InstanceError("; ".join(found.faults))
    return [*ready, *found.claims]
