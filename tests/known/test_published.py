"""Every published result of the library, proven again, at the grade that each can have."""

import pytest

import puzzleproof as pp
from benchmarks import puzzle_of
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.request import Engine, Request
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
WIDE = {
    *("century-and-a-half-whole-cells", "century-whole-cells", "d209", "little-house"),
    *("super-century-138", "super-century-230", "super-dries", "supercompo"),
}
"""Sliding boards that take a second in each metric: every run proves the metric of the file."""

MINUTES = {
    *("hifi", "frogs-3x7-3-holes", "frogs-3x8-2-holes", "frogs-3x9", "frogs-4x6-2-holes"),
    *("frogs-5x5", "frogs-5x5-3-holes", "european-19-32", "square-6-18-21", "square-6-18-45"),
    *(f"triangle-8-{vacancy}" for vacancy in ("0-0", "1-0", "2-0", "3-0")),
    *(f"tiles-5x5-{moves}" for moves in (74, 77, 78, 81, 82, 96)),
}
"""A test below proves `hifi`; `make first-proofs` and `make results` prove the others."""


def is_slow(name: str, metric: str) -> bool:
    """Whether a proof is left to `make test-slow`."""
    if name in WIDE:
        return metric != load(name).metric
    return name in FIFTEEN or PEGS.get(name) == metric or (name, metric) in SECONDS


ROWS = [
    pytest.param(
        name, row.metric, row.optimum, marks=[pytest.mark.slow] * is_slow(name, row.metric)
    )
    for name in library_names()
    if name not in MINUTES
    for row in load(name).info.known
]


def assert_proven(verdict: Verdict, puzzle: AnyPuzzle, minimum: int | None, *grades: str) -> None:
    assert verdict.status == ("unsolvable" if minimum is None else "optimal"), verdict.notes
    assert (verdict.optimum, verdict.metric) == (minimum, puzzle.metric)
    assert verdict.grade in grades
    assert minimum is None or replay_to_goal(puzzle, verdict.plan or ()) == minimum


@pytest.mark.parametrize(("name", "metric", "minimum"), ROWS)
def test_the_published_minimum(name: str, metric: str, minimum: int | None) -> None:
    puzzle = load(name).with_metric(metric)
    request = Request(evidence=("labelling",)) if puzzle.family == "sliding" else Request()
    verdict = prove(name, puzzle, request, in_process=True)
    assert_proven(verdict, puzzle, minimum, "certified")


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


@pytest.mark.slow
def test_hifi_takes_200_moves() -> None:
    """Junk Kato, 1998: all ten pieces are labelled; 21.5 million states."""
    verdict = pp.prove("hifi", memory_limit=8_000_000_000)
    assert_proven(verdict, load("hifi"), 200, "certified", "cross-checked")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "engine", "minimum"),
    [
        *(("simplicity", engine, 18) for engine in ("sat", "cpsat")),
        *(("thirteen-free-cells", engine, 19) for engine in ("sat", "cpsat")),
        *(("pennant", engine, 59) for engine in ("sat", "cpsat")),
        ("quuzzle", "cpsat", 84),
        ("ane-rouge", "cpsat", 81),
    ],
)
def test_horizons_reach_the_published_minimum(name: str, engine: Engine, minimum: int) -> None:
    """Without a search of the state graph for the bound; docs/horizons.md has the times."""
    puzzle = puzzle_of(name, "piece")
    verdict = pp.prove(puzzle, engine=engine, time_limit=900.0)
    assert_proven(verdict, puzzle, minimum, "certified", "cross-checked")
    kinds = {row.kind for row in verdict.evidence}
    assert "refutation" in kinds <= {"refutation", "exhaustion"}
    assert "plan by search, minimum by horizons" in verdict.notes
