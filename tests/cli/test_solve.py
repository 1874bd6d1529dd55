"""``solve`` and ``compare``: counts, plans, drawings; stacks of cubes; strategies, their limits."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.capabilities import with_start
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import State
from puzzleproof.verify.count import count_shortest
from puzzleproof.verify.replay import replay, replay_to_goal
from tests.support.command_line import Run
from tests.support.sessions import FILES, sessions

KEYS = {"puzzle", "family", "metric", "moves", "grade", "shortest_plans", "told_apart_by", "plans"}
COUNTS = {"raw", "factorizations", "pairs", "solutions", "checks"}
STACKS = {"puzzle", "family", "metric", "status", "grade", "seconds", "versions", "notes"} | COUNTS
MANY = ", ".join(f'"{letter * 6}"' for letter in "RGBYOVWKPCMN")
BOARDS = {**FILES, "many.toml": f'family = "cubes"\ncubes = [{MANY}]\n'}
"""Cubes of one colour each have a thousand million solutions."""
SESSIONS = {
    "the plans": """
        $ solve frogs-3-3 --plans all => 10
        3 + 3: 2 shortest plans, of 15 moves (metric move), distinguished by the positions on
        the way; claimed by one search
        $ solve frogs-1-1 --plans all --engine search => 10
        2 shortest plans, of 3 moves
        $ solve solved.toml --plans all --json => 10
        {"moves": 0, "shortest_plans": 1, "plans": [[]]}
        $ solve tiles-2x3 --plans 1 => 10
        ~ (?s)^((?!plan: ).)*plan: ((?!plan: ).)*note: 1 shown, see --plans N\\n$
    """,
    "no plan is no proof that there is none": """
        $ solve wall.toml --plans all => 30
        no plan (metric
        claimed by one search; 'prove' makes evidence for it
        $ solve odd.toml --plans all => 20
        certified by an invariant; 'prove' makes evidence for it
        $ solve wall.toml --plans all --json => 30
        {"moves": null, "shortest_plans": 0, "plans": [], "grade": "claimed"}
        $ solve odd.toml --plans all --json => 20
        {"moves": null, "shortest_plans": 0, "plans": [], "grade": "certified"}
    """,
    "the boards of a plan are drawn": """
        $ solve frogs-1-1 --boards
        ~ \\nF.T  start\\n(F|\\.)[FT.]{2}  \\d-\\d\\n[FT.]{3}  \\d-\\d\\nT\\.F  \\d-\\d\\n\\Z
        $ solve hughes --boards => 10
        ~ \\nstart:\\nA.1\\nA.2\\n633\\n554\\n(\\d|A)[NESW]+:\\n
    """,
    "a count that is stopped": """
        $ solve english-centre --plans all --time-limit 1 => 30
        ! time limit reached
        - plan
    """,
    "hints in degrees": """
        $ solve simplicity --hint 1 => 10
        Simplicity: fewer than 20 moves (metric piece) are enough from here
        - plan
        $ solve frogs-1-1 --hint 2 --played 1-2 => 10
        move piece T 3 next
        $ solve tiles-2x3 --hint 1 => 10
        - piece
        $ solve frogs-1-1 --hint 3 --played '1-2 3-1 2-3' => 0
        the goal is reached
        $ solve frogs-2-2 --hint 3 --played '2-3 1-2' => 30
        no plan exists (metric move), claimed only
        - next move
        $ solve frogs-1-1 --played '1-2 3-1' => 10
        a plan of 1 move (metric move)
    """,
    "hints from a table": """
        $ export simplicity --to answers --output a.sqlite --certificate a.cert
        $ solve simplicity --hint 3 --answers a.sqlite
        ~ next move: \\w+ \\(certified: no plan is shorter\\)
        $ solve simplicity --hint 1 --json => 10
        {"grade": "claimed"}
        $ solve simplicity --hint 1 --answers . --json
        {"fewer_than": 20, "grade": "certified"}
        $ solve hughes --hint 3 --answers . => 10
        - certified
        $ solve hughes --hint 3 --answers a.sqlite => 40
        ! --answers 'a.sqlite': a table of another board or metric
        $ solve simplicity --answers a.sqlite
        (metric piece), certified
        $ solve simplicity --plans all --answers . => 40
        ! --answers: not with --plans or --engine, which ask for a search
        $ solve simplicity --answers none.csv => 40
        ! --answers 'none.csv': expected a table (.csv, .jsonl, .sqlite) or a folder of them
    """,
    "some plan": """
        $ solve hughes --plans any => 10
        Hughes Puzzle: a plan of 21 moves (metric piece), not shown to be shortest
        ! at most 21 moves (metric piece)
        - minimum
        $ solve hughes --plans any --json => 10
        {"status": "bounded", "upper": 21, "optimum": null, "grade": "claimed"}
        $ solve frogs-2-2 --plans any -q
        8 moves (metric move), certified
        $ solve odd.toml --plans any -q => 20
        unsolvable (metric single), certified
        $ solve wall.toml --plans any -q => 30
        no plan exists (metric unit), claimed only: not proven
        $ solve hughes --plans any --engine sat => 41
        ! --plans any: not for engine 'sat', only for auto and search
        $ solve four-cubes --plans any => 41
        ! --plans any: family 'cubes' has stacks, not plans
        $ solve instant-insanity --answers none.csv => 41
        ! --answers: family 'cubes' has stacks, not plans
    """,
    "all stacks": """
        $ solve four-cubes --plans all
        Four cubes: 6 solutions up to the symmetries of a stack (28 raw, 6 factorizations), cross-
        counted by brute force by the rules: 28 raw, 6 pairs;
        ~ (?s)(front-back \\(.*right-left \\(.*){6}
        $ solve four-cubes --plans all --json
        {"raw": 28, "factorizations": 6, "pairs": 6, "status": "solved", "grade": "cross-checked"}
    """,
    "no stack": """
        $ solve one-colour-cubes => 20
        no solution, unsolvable (metric cube), cross-checked
        counted by orientations (sat): 0 raw, 0 pairs
        $ prove one-colour-cubes --certificate a.cert => 20
        $ verify a.cert
    """,
    "all solutions that one method claims are no proof": """
        $ generate cubes --cubes 6 --seed 3 --output six
        $ solve six --plans all --engine search => 10
        claimed
    """,
    "stacks that are not all counted": """
        $ solve four-cubes --plans all --time-limit 0.000001 => 30
        nothing is proven
        time limit reached
        - unsolvable
        $ solve many.toml --plans all --engine search --time-limit 1 --json => 10
        {"status": "solved", "raw": null, "grade": null, "notes": ["time limit reached"]}
    """,
}


test_session = sessions(SESSIONS, BOARDS)


def document(run: Run, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("solve", "--plans", "all", *words, "--json").stdout)
    return found


@pytest.mark.parametrize(
    ("name", "moves", "plans"),
    [
        *(("frogs-1-1", 3, 2), ("frogs-3-3", 15, 2), ("simplicity", 18, None)),
        *(("triangle-4", 5, None), ("tiles-2x2", 6, None), ("tiles-2x3-multi", None, None)),
    ],
)
def test_all_shortest_plans_are_counted(
    run: Run, name: str, moves: int | None, plans: int | None
) -> None:
    found, puzzle = document(run, name, "--plans", "1000"), load(name)
    assert set(found) == KEYS
    head = {"puzzle": name, "family": puzzle.family, "metric": puzzle.metric, "grade": "claimed"}
    assert head.items() <= found.items()
    assert (found["moves"], found["shortest_plans"]) == count_shortest(puzzle)
    assert moves in (None, found["moves"])
    assert plans in (None, found["shortest_plans"])
    assert len({tuple(plan) for plan in found["plans"]}) == found["shortest_plans"]
    assert {replay_to_goal(puzzle, plan) for plan in found["plans"]} == {found["moves"]}


def test_a_limit_holds_back_plans_and_no_count(run: Run) -> None:
    whole = document(run, "triangle-4", "--metric", "jump")
    assert (whole["metric"], whole["moves"], len(whole["plans"])) == ("jump", 8, 10)
    for limit in (0, 3):
        found = document(run, "triangle-4", "--metric", "jump", "--plans", str(limit))
        assert found["shortest_plans"] == whole["shortest_plans"] > 10
        assert found["plans"] == whole["plans"][:limit]


def test_a_stream_ends_with_the_answer(run: Run) -> None:
    def events(name: str) -> list[dict[str, Any]]:
        lines = run("solve", name, "--plans", "all", "--json-stream").stdout.splitlines()
        return [json.loads(line) for line in lines]

    *before, last = events("tiles-2x2")
    assert set(last) == KEYS | {"event"}
    depths = [event["depth"] for event in before if event["event"] == "layer"]
    assert depths == list(range(last["moves"]))
    progress = ("working", "usage")
    found = [event for event in events("instant-insanity") if event["event"] not in progress]
    names = [event["event"] for event in found]
    assert names == ["solutions", "solutions", "way", "way", "way", "stacks"]
    assert set(found[-1]) == STACKS | {"event"}


@pytest.mark.parametrize(
    "name", ["simplicity", "moving-day", "triangle-5", "frogs-2-2", "tiles-2x3"]
)
def test_hints_lead_to_the_goal(run: Run, name: str) -> None:
    """Each is the first move of a plan no longer than is said, and moves the piece that is said."""
    puzzle, played = load(name), list[str]()
    while not puzzle.is_goal(replay(puzzle, played)[-1]) and len(played) < 3:
        words = ("solve", name, "--hint", "3", "--json")
        found = json.loads(run(*words, *(["--played", " ".join(played)] if played else [])).stdout)
        here = with_start(puzzle, replay(puzzle, played)[-1], puzzle.info)
        least = count_shortest(here).optimum
        assert least is not None
        assert least < found["fewer_than"]
        played.append(found["move"])
        there = count_shortest(with_start(puzzle, replay(puzzle, played)[-1], puzzle.info)).optimum
        assert there is not None
        assert there < found["fewer_than"]
        before, after = (_squares(puzzle, state) for state in replay(puzzle, played)[-2:])
        assert before[found["piece"]] != after.get(found["piece"])


def _squares(puzzle: Any, state: State) -> dict[str, set[tuple[int, int]]]:
    """Where each piece stands."""
    found = defaultdict[str, set[tuple[int, int]]](set)
    for cell, square in puzzle.picture(state).squares():
        found[square.piece].add(cell)
    return found


COMPARED = {
    "a table": """
        $ compare easy.toml --strategies breadth => 10
        metric single
        strategy moves minimal nodes seconds MB remark
        ~ ^breadth-first +2  yes
        $ compare easy.toml --strategies breadth,manh --json-stream => 10
        ~ ^{.*"strategy": "breadth-first".*\\n{.*"strategy": "IDA. manhattan".*\\n{.*"minimum": 2
    """,
    "a table that is not playable is not tried": """
        $ compare odd.toml => 20
        ~ ^.*unsolvable.*\\n$
        $ compare odd.toml --json => 20
        {"status": "unsolvable", "strategies": []}
    """,
    "what no certificate rules out": """
        $ compare row.toml => 30
        no plan by the tiles' order (claimed)
    """,
    "other questions": """
        $ compare hughes => 41
        ! hughes
        $ compare easy.toml --strategies magic => 40
        ! strategies 'magic'
    """,
}
"""In a single row the order of the tiles decides, of which the parity decides only half."""


test_compare = sessions(COMPARED)


def test_every_strategy_has_a_row(run: Run, tmp_path: Path) -> None:
    cache = {"PUZZLEPROOF_CACHE": str(tmp_path / "cache")}
    result = run("compare", "tiles-2x2", "--json", env=cache)
    rows = json.loads(result.stdout)["strategies"]
    assert (result.returncode, len(rows)) == (10, 3)
    for row in rows:
        assert len(row["plan"]) == row["moves"] >= 6
        assert row["minimal"] == (row["moves"] == 6)
        assert row["seconds"] >= 0
        assert row["memory_mb"] > 1
        assert not row["stopped"]


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ("--time-limit 1", "time limit reached"),
        ("--memory-limit 30M --time-limit 600", "memory limit reached"),
    ],
)
def test_a_strategy_that_is_stopped_says_how_far_it_came(
    run_apart: Run, limits: str, said: str
) -> None:
    words = f"compare taquin-t1 --strategies breadth {limits} --json"
    result = run_apart(*words.split())
    (row,) = json.loads(result.stdout)["strategies"]
    assert (result.returncode, row["moves"]) == (30, None)
    assert row["stopped"]
    assert 0 <= row["at_least"] <= 50
    assert said in row["remark"]
    assert f"every plan has at least {row['at_least']} moves" in row["remark"] or not row["nodes"]
