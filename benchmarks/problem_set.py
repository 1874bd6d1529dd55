"""A set of boards for benchmarks, each with a certified minimum and a plan (docs/benchmark-set.md).

``python -m benchmarks.problem_set`` makes the parts that problem_set.toml lists, and writes a file
of JSON Lines for each family into docs/benchmark-set/.  A part is a line of options for `generate`,
with a count, or names of boards in the library.  Limits are numbers of states, never seconds, and
if the search by the rules counts a board's plans, it also gives the plan.  So the same seed makes
the same bytes.
"""

import argparse
import json
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, NamedTuple

import puzzleproof as pp
from benchmarks.results import say
from benchmarks.run import ROOT
from puzzleproof.models.errors import InternalError, LimitReached
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.count import count_shortest, shortest_plans
from puzzleproof.verify.replay import in_one_line, replay_to_goal

SET = ROOT / "docs" / "benchmark-set"
MOST = 100_000
"""If the start reaches more states, neither plans nor states are counted."""
SEEDS = 1000
"""The number of seeds that are tried for one part."""


class Part(NamedTuple):
    """Boards of a family that are made with the same options, numbered from ``first`` on."""

    family: str
    first: int
    size: int
    options: dict[str, Any]


def parts() -> Iterator[Part]:
    """Read the parts of the set, 500 boards in all."""
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    for family, lines in listed.items():
        first = 1
        for line in lines:
            count = line.pop("count", 0) or len(line["boards"])
            yield Part(family, first, count, line)
            first += count


def boards_of(part: Part, seed: int) -> list[AnyPuzzle]:
    """Return different boards for a part; raises LimitReached if `SEEDS` seeds are too few."""
    if "boards" in part.options:
        return [pp.load(n).with_metric(part.options["metric"]) for n in part.options["boards"]]
    made = dict[str, AnyPuzzle]()
    begin = (seed * SEEDS + part.first) * SEEDS
    for chance in range(begin, begin + SEEDS):
        with suppress(LimitReached):  # no such board from this seed
            puzzle = pp.generate(part.family, seed=chance, **part.options)
            made.setdefault(f"{puzzle.document()}", puzzle)
        if len(made) == part.size:
            return list(made.values())
    raise LimitReached(f"{part}: {SEEDS} seeds make {len(made)} boards")


def rows_of(part: Part, seed: int = 1) -> Iterator[str]:
    """Yield the lines of the file for a part."""
    for number, puzzle in enumerate(boards_of(part, seed), part.first):
        row = {"id": f"{part.family}-{number:03}", **row_of(puzzle)}
        yield json.dumps(row, ensure_ascii=False) + "\n"


def row_of(puzzle: AnyPuzzle) -> dict[str, Any]:
    """Return a board's entry in the set; raises InternalError unless its minimum is certified."""
    verdict = pp.prove(puzzle, in_process=True)
    counted, plan = counted_plans(puzzle)
    plan = plan or list(verdict.plan or ())
    if verdict.grade != "certified" or verdict.optimum != replay_to_goal(puzzle, plan):
        raise InternalError(f"{puzzle!r}: {verdict!r}, and a plan of {len(plan)} moves")
    return {
        "family": puzzle.family,
        "metric": puzzle.metric,
        "minimum": verdict.optimum,
        "grade": verdict.grade,
        "states": number_of_states(puzzle),
        "shortest_plans": counted,
        "plan": plan,
        "line": line_of(puzzle),
        "board": pp.dumps(puzzle),
        "licence": "MIT",
    }


def line_of(puzzle: AnyPuzzle) -> str:
    """Return the start in one line; for cubes, whose start has no stack, the faces of each cube."""
    if puzzle.solutions == "stacks":
        return "/".join(puzzle.document()["cubes"])
    return in_one_line(puzzle, puzzle.start)


def counted_plans(puzzle: AnyPuzzle) -> tuple[int | None, list[str]]:
    """Return the number of shortest plans, and one of them; (None, []) above `MOST` states."""

    def watch(_depth: int, states: int) -> None:
        if states > MOST:
            raise LimitReached(f"more than {MOST:,} states")

    with suppress(LimitReached):
        number = count_shortest(puzzle, watch).plans
        if puzzle.solutions == "stacks":
            answer: Any = pp.solve_all(puzzle)
            number = answer.pairs
        return number, next(shortest_plans(puzzle, 1))
    return None, []


def number_of_states(puzzle: AnyPuzzle) -> int | None:
    """Count the states that the start reaches; returns None if there are more than `MOST`."""
    seen = 0
    for seen in accumulate(map(len, layers(puzzle))):
        if seen > MOST:
            return None
    return seen


def main() -> None:
    """Make the set."""
    parser = argparse.ArgumentParser(prog="benchmarks.problem_set", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=SET, metavar="FOLDER")
    asked = parser.parse_args()
    asked.output.mkdir(parents=True, exist_ok=True)
    for family, some in groupby(parts(), lambda part: part.family):
        say(f"making {family}")
        text = "".join(line for part in some for line in rows_of(part, asked.seed))
        (asked.output / f"{family}.jsonl").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
