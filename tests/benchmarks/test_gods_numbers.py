"""Each God's number of docs/first-proofs.md is a claim; those of small boards are confirmed."""

from puzzleproof.batches import audit
from puzzleproof.provers.batch.claims import claims_of
from tests.support.tree import ROOT

CLAIMS = ROOT / "benchmarks" / "gods-numbers" / "claims.csv"


def test_small_gods_numbers_are_confirmed() -> None:
    claims = claims_of([str(CLAIMS)]).claims
    small = [claim for claim in claims if len(claim.puzzle.start) <= 9]
    assert small
    assert {one.verdict for one in audit(small)} == {"confirmed"}


def test_a_wrong_gods_number_is_refuted() -> None:
    right = claims_of([str(CLAIMS)]).claims[0]
    assert right.claimed is not None
    (found,) = audit([right._replace(claimed=right.claimed + 1)])
    assert found.verdict == "refuted"
