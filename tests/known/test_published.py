"""Every published result of the library, proven again, at the grade that each can have."""

import pytest

from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle, Known
from puzzleproof.provers.request import Request
from puzzleproof.provers.solve import solve
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.replay import replay_to_goal

PEGS: dict[str, str] = dict.fromkeys(
    ("english-13", "english-22", "english-centre", "european-43-35"), "move"
)
"""Certified by labellings with lower bounds; in the metric ``jump`` an invariant certifies them."""

FIFTEEN = {"taquin-t2", *(f"korf-{k:02}" for k in range(1, 21))} - {"korf-09", "korf-12"}
"""Tables of fifteen tiles whose proofs take one to ninety seconds."""

SECONDS = {
    ("triangle-6", "move"),
    ("european-43-35", "jump"),
    ("english-centre", "jump"),
    ("frogs-3x7", "move"),
    ("frogs-4x5-2-holes", "move"),
}
"""These take several seconds each, and results.md has them with their certificates."""

MINUTES = {
    *("hifi", "frogs-3x7-3-holes", "frogs-3x8-2-holes", "frogs-3x9", "frogs-4x6-2-holes"),
    *("frogs-5x5", "frogs-5x5-3-holes", "triangle-8-1-0", "triangle-8-2-0", "triangle-8-3-0"),
    *(f"tiles-5x5-{moves}" for moves in (74, 77, 78, 81, 82, 96)),
}
"""A test of its own proves `hifi`; `make first-proofs` and `make results` prove the others."""


def rows(family: str | None = None) -> list[tuple[str, Known]]:
    """The published results, of the other families than sliding blocks where none is named."""
    return [
        (name, row)
        for name in library_names()
        if name not in MINUTES and (load(name).family == "sliding") == (family == "sliding")
        for row in load(name).info.known
    ]


def is_slow(name: str, metric: str) -> bool:
    """Whether a proof is left to `make test-slow`."""
    return name in FIFTEEN or PEGS.get(name) == metric or (name, metric) in SECONDS


SLIDING = [pytest.param(name, row.metric, row.optimum) for name, row in rows("sliding")]
OTHERS = [
    pytest.param(
        name, row.metric, row.optimum, marks=[pytest.mark.slow] * is_slow(name, row.metric)
    )
    for name, row in rows()
]


def assert_proven(verdict: Verdict, puzzle: AnyPuzzle, minimum: int | None, grade: str) -> None:
    assert verdict.status == ("unsolvable" if minimum is None else "optimal"), verdict.notes
    assert (verdict.optimum, verdict.metric) == (minimum, puzzle.metric)
    assert verdict.grade == grade
    if minimum is not None:
        assert verdict.plan is not None
        assert len(verdict.plan) == minimum
        assert replay_to_goal(puzzle, verdict.plan) == minimum


@pytest.mark.parametrize(("name", "metric", "minimum"), SLIDING)
def test_the_published_minimum_of_sliding_blocks(
    name: str, metric: str, minimum: int | None
) -> None:
    puzzle = load(name).with_metric(metric)
    verdict = prove(name, puzzle, Request(evidence=("labelling",)))
    assert_proven(verdict, puzzle, minimum, "certified")


@pytest.mark.parametrize(("name", "metric", "minimum"), OTHERS)
def test_the_published_minimum_of_the_other_families(
    name: str, metric: str, minimum: int | None
) -> None:
    puzzle = load(name).with_metric(metric)
    assert_proven(prove(name, puzzle, Request()), puzzle, minimum, "certified")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n != "english-centre")) for n in PEGS]
)
def test_the_published_minimum_of_compound_moves_is_claimed_by_one_search(name: str) -> None:
    """What a limit of time may leave of the proof: a shortest plan, claimed to be one."""
    puzzle = load(name)
    (minimum,) = [row.optimum for row in puzzle.info.known if row.metric == "move"]
    assert minimum is not None
    verdict = solve(name, puzzle)
    assert (verdict.status, verdict.grade) == ("bounded", "claimed")
    assert verdict.proven == 0
    assert verdict.lower == verdict.upper == minimum
    assert replay_to_goal(puzzle, verdict.plan or ()) == minimum
