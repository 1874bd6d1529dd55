"""``puzzleproof solve --all``, ``--limit`` and ``--states``: counts, plans, drawings, refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puzzleproof.models.instances import load
from puzzleproof.verify.count import count_shortest
from puzzleproof.verify.replay import replay, replay_to_goal
from tests.support.command_line import UNSOLVABLE, Run

MANY = "tiles-2x3"
UNREACHABLE = 'family = "tiles"\nboard = "0 2 1\\n3 4 5"\ngoal = "0 1 2\\n3 4 5"\n'
KEYS = {"puzzle", "family", "metric", "moves", "grade", "shortest_plans", "told_apart_by", "plans"}


def document(run: Run, *words: str, stdin: str = "") -> dict[str, Any]:
    result = run("solve", *words, "--all", "--json", stdin=stdin)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


# --- all plans ----------------------------------------------------------------------------


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
    found, puzzle = document(run, name, "--limit", "1000"), load(name)
    assert set(found) == KEYS
    head = {"puzzle": name, "family": puzzle.family, "metric": puzzle.metric}
    assert head.items() <= found.items()
    assert found["grade"] == "claimed"
    assert (found["moves"], found["shortest_plans"]) == count_shortest(puzzle)
    assert moves in (None, found["moves"])
    assert plans in (None, found["shortest_plans"])
    assert len({tuple(plan) for plan in found["plans"]}) == found["shortest_plans"]
    assert {replay_to_goal(puzzle, plan) for plan in found["plans"]} == {found["moves"]}


def test_the_plans_are_printed_in_words(run: Run) -> None:
    result = run("solve", "frogs-3-3", "--all")
    assert result.returncode == 10
    first, *plans = result.stdout.splitlines()
    assert first == (
        "Frogs and toads, 3 + 3: 2 shortest plans, of 15 moves (metric move), distinguished by "
        "the positions on the way; claimed by one search"
    )
    assert [replay_to_goal(load("frogs-3-3"), line.split()[1:]) for line in plans] == [15, 15]
    assert all(line.startswith("plan: ") for line in plans)
    assert len(set(plans)) == 2


def test_another_metric_has_other_plans(run: Run) -> None:
    found = document(run, "triangle-4", "--metric", "jump", "--limit", "0")
    assert found["metric"] == "jump"
    assert found["moves"] == 8
    assert found["shortest_plans"] > document(run, "triangle-4")["shortest_plans"]


def test_a_start_that_is_a_goal_has_one_plan_without_moves(run: Run) -> None:
    found = document(run, "-", stdin='family = "tiles"\nboard = "0 1\\n2 3"\n')
    assert (found["moves"], found["shortest_plans"], found["plans"]) == (0, 1, [[]])


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_a_limit_holds_back_plans_and_no_count(run: Run, limit: int) -> None:
    whole, found = document(run, MANY), document(run, MANY, "--limit", str(limit))
    assert found["shortest_plans"] == whole["shortest_plans"] > 3
    assert found["plans"] == whole["plans"][:limit]
    result = run("solve", MANY, "--all", "--limit", str(limit))
    assert result.returncode == 10
    assert result.stdout.count("plan: ") == limit
    assert result.stdout.endswith(f"note: {limit} shown, see --limit\n")


def test_ten_are_shown_where_no_limit_is_given(run: Run) -> None:
    found = document(run, "triangle-4", "--metric", "jump")
    assert found["shortest_plans"] > 10
    assert len(found["plans"]) == 10


def test_a_stream_ends_with_the_plans(run: Run) -> None:
    lines = run("solve", "tiles-2x2", "--all", "--json-stream").stdout.splitlines()
    events = [json.loads(line) for line in lines]
    assert [event["event"] for event in events].count("plans") == 1
    assert set(events[-1]) == KEYS | {"event"}
    layers = [event for event in events if event["event"] == "layer"]
    assert [event["depth"] for event in layers] == list(range(len(layers)))
    assert len(layers) == events[-1]["moves"]


@pytest.mark.parametrize(
    ("text", "said", "grade", "code"),
    [
        (UNSOLVABLE, "claimed by one search", "claimed", 30),
        (UNREACHABLE, "certified by an invariant", "certified", 20),
    ],
)
def test_no_plan_is_no_proof_that_there_is_none(
    run: Run, text: str, said: str, grade: str, code: int
) -> None:
    result = run("solve", "-", "--all", stdin=text)
    assert "no plan (metric" in result.stdout
    assert f"{said}; 'prove' brings the evidence" in result.stdout
    found = document(run, "-", stdin=text)
    assert (found["moves"], found["shortest_plans"], found["plans"]) == (None, 0, [])
    assert (result.returncode, found["grade"]) == (code, grade)


def test_30_where_the_count_is_stopped(run: Run) -> None:
    result = run("solve", "english-centre", "--all", "--time-limit", "1")
    assert result.returncode == 30
    assert "time limit reached" in result.stderr
    assert not result.stdout


# --- boards -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["frogs-2-2", "tiles-2x2", "triangle-4", "hughes"])
def test_the_boards_of_a_plan_are_drawn(run: Run, name: str) -> None:
    puzzle = load(name)
    plan = json.loads(run("solve", name, "--json").stdout)["plan"]
    result = run("solve", name, "--states")
    assert result.returncode == (0 if name == "frogs-2-2" else 10), "frogs: proven by an invariant"
    shown = [puzzle.draw(state) for state in replay(puzzle, plan)]
    at = result.stdout.index("\nstart:\n" if "\n" in shown[0] else f"\n{shown[0]}  start") + 1
    for board, move in zip(shown, ["start", *plan], strict=True):
        text = f"{move}:\n{board}\n" if "\n" in board else f"{board}  {move}\n"
        assert result.stdout.startswith(text, at)
        at += len(text)
    assert at == len(result.stdout)


# --- refusals -----------------------------------------------------------------------------
def test_the_search_may_be_named(run: Run) -> None:
    result = run("solve", "frogs-1-1", "--all", "--engine", "search")
    assert result.returncode == 10
    assert "2 shortest plans, of 3 moves" in result.stdout
