"""Each God's number of docs/first-proofs.md is a claim; those of small boards are confirmed."""

from puzzleproof.batches import audit
from puzzleproof.provers.batch.audit import claims_of
from tests.support.tree import ROOT

CLAIMS = ROOT / "benchmarks" / "gods-numbers" / "claims.csv"
STAGES = CLAIMS.with_name("stages.csv")
PAGE = ROOT / "docs" / "first-proofs.md"


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


def test_the_page_says_what_the_claims_say() -> None:
    """One row a board: its numbers in single and multi."""
    numbers: dict[str, dict[str | None, int | None]] = {}
    for claim in claims_of([str(CLAIMS)]).claims:
        numbers.setdefault(claim.puzzle.info.name, {})[claim.metric] = claim.claimed
    page = PAGE.read_text("utf-8")
    for name, of in numbers.items():
        assert f"| {name} | {of['single']} | {of['multi']} |" in page


def test_a_small_stage_of_a_method_is_confirmed() -> None:
    small = [claim for claim in claims_of([str(STAGES)]).claims if claim.claimed == 44]
    assert [one.verdict for one in audit(small)] == ["confirmed"]


def test_the_upper_bounds_are_the_sums_of_their_stages() -> None:
    """The page's sums have a term for each stage, and one for the board that is left."""
    stages = [claim.claimed for claim in claims_of([str(STAGES)]).claims]
    row, *rest = map(str, stages)
    assert f"| {row} + 53 |" in PAGE.read_text("utf-8")
    assert f"| {' + '.join(rest)} + {int(row) + 53} |" in PAGE.read_text("utf-8")
