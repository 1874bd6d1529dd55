"""``generate``: every family, reproducible, within limits."""

import json
from pathlib import Path

import pytest

from puzzleproof.explore.random_cubes import wilson
from puzzleproof.models.instances import loads
from tests.support.command_line import Run
from tests.support.sessions import sessions


@pytest.mark.parametrize("family", ["tiles", "cubes"])
def test_several_have_the_seeds_that_follow_and_can_be_read_again(
    run: Run, tmp_path: Path, family: str
) -> None:
    words = ("generate", family, "--count", "3", "--seed", "4")
    text = run(*words).stdout
    parts = text.split(f"{'#' * 40}\n")
    assert parts[2] == run("generate", family, "--seed", "6").stdout
    (tmp_path / "three.toml").write_text(text, encoding="utf-8")
    files = run(*words, "--seed", "9", "--output", "new/boards")
    assert (files.returncode, files.stdout) == (0, "")
    names = [f"new/boards/{family}-{seed:02}.toml" for seed in (9, 10, 11)]
    shown = json.loads(run("show", "three.toml", "new", "--json").stdout)
    assert [one["puzzle"] for one in shown] == [*(f"three.toml::{k}" for k in (1, 2, 3)), *names]
    documents = json.loads(run(*words, "--json").stdout)
    assert [loads(part).info.note for part in parts] == [one["note"] for one in documents]


WHERE = "moves >= 5 and shortest_plans <= 2"
FEW = ("generate", "sliding", "--size", "3x4", "--where", WHERE)


def test_boards_that_meet_conditions_are_those_of_later_seeds(run: Run) -> None:
    """Each is made again by its own seed, and the text can be read again."""
    result = run(*FEW, "--count", "2")
    assert result.returncode == 0, result.stderr
    first, second = result.stdout.split(f"{'#' * 40}\n")
    seeds = [loads(text).info.name.rpartition(" ")[2] for text in (first, second)]
    assert first == run("generate", "sliding", "--size", "3x4", "--seed", seeds[0]).stdout
    looked = int(seeds[1]) + 1
    assert second.splitlines()[-1] == (
        f"# {looked:,} boards examined, of the seeds from 0 on; 2 with {WHERE}"
    )
    *made, last = json.loads(run(*FEW, "--count", "2", "--json").stdout)
    assert [one["note"] for one in made] == [loads(text).info.note for text in (first, second)]
    counts = {"looked_at": looked, "met": 2}
    assert last["conditions"] == {"where": WHERE, "searched": "the seeds from 0 on", **counts}


def test_a_limit_keeps_the_boards_that_met_conditions(run: Run, tmp_path: Path) -> None:
    words = (*FEW, "--count", "9000", "--output", "kept", "--time-limit", "1")
    result = run(*words)
    assert result.returncode == 30
    files = [*(tmp_path / "kept").iterdir()]
    assert files
    assert f"; {len(files)} with {WHERE}" in " ".join(result.stdout.split())
    assert f"{len(files)} of 9,000 instances generated" in result.stderr


def test_the_seeds_end(run: Run) -> None:
    words = ("generate", "frogs", "--size", "1x5", "--where", "moves > 8", "--seed", "2147483600")
    result = run(*words, "--json")
    assert result.returncode == 30
    conditions, error = json.loads(result.stdout)
    assert (conditions["conditions"]["looked_at"], conditions["conditions"]["met"]) == (48, 0)
    assert error["error"] == "48 seeds tried: 0 of 1 instance generated"


SESSIONS = {
    "wishes of each family": """
        $ generate frogs start --size 1x5 --distance 4-6 --seed 5
        seed 5
        $ generate pegs --like european --jumps 12 --finish 3,4 --metric jump --seed 5
        finish = [ 3, 4, ]
        $ generate sliding --size 3x4 --pieces 2x2,1x2,1x1*2 --goal-at 1,1 --seed 5
        4 pieces packed at random on 3x4, 7 moves
        $ generate cubes unique --cubes 5 --seed 5
        exactly one solution
    """,
    "what is made can be proven": """
        $ generate pegs --jumps 4 --seed 1 --output made
        $ prove made --json
        {"status": "optimal"}
    """,
    "limits hold whatever the number of seeds": f"""
        $ generate tiles start --size 5x5 --distance 40 --time-limit 0.5 => 30
        ! time limit reached
        $ generate cubes --count 2147483648 --output some --time-limit 0.5 => 30
        ! time limit reached:
        ? some/cubes-0000000000.toml
        $ generate frogs --output some/cubes-0000000000.toml => 40
        ! is not a folder
        $ generate cubes --count 1{"0" * 30} => 40
        ! last seed is above 2147483647
    """,
    "what does not suit is drawn again, and one seed does not end the count": """
        $ generate sliding --size 4x4 --seed 11
        9 pieces packed at random on 4x4
        $ generate sliding --size 20x20 => 30
        ! among 200 packings; 202 pieces: expected 1 to 62
        $ generate sliding --size 5x5 --pieces 3x3*2 => 40
        ! the pieces do not fit on the board
        $ generate sliding --size 3x4 --distance 12-13 --count 3 --output boards => 30
        ! seed 1: no packing with a goal in reach, 12 to 13 moves away, among 200 packings; the
        ? boards/sliding-3x4-2.toml | seed 2
        $ generate sliding --size 3x4 --distance 12-13 --count 3 --json => 30
        [{"family": "sliding"}, {"seed": 1, "exit": 30}, {"family": "sliding"}]
        ! seed 1: no packing
    """,
    "the best that was met, and how far the work was": """
        $ generate sliding --size 3x4 --distance 60-200 => 30
        ! 60 to 200 moves away, among 200 packings; the best: 13 moves (for this, use distance 13)
        $ generate sliding --size 3x4 --distance 13
        seed 0: 7 pieces packed at random on 3x4, 13 moves
        $ generate sliding --size 5x5 --distance 200 --time-limit 0.8 => 30
        ! time limit reached: trying packings, best so far
    """,
    "a report of usage (a run of over a second has some) is no instance": """
        $ generate sliding --size 6x6 --count 3 --seed 1 -q
        $ generate tiles --json-stream
    """,
}
test_session = sessions(SESSIONS)


def test_a_limit_of_memory(run_apart: Run) -> None:
    words = "tiles start --size 5x5 --distance 40 --memory-limit 60M"
    result = run_apart("generate", *words.split())
    assert (result.returncode, result.stdout) == (30, "")


def test_the_interval_is_wilsons() -> None:
    """The textbook case: 15 of 20."""
    assert [round(bound, 3) for bound in wilson(15, 20)] == [0.531, 0.888]
    assert wilson(0, 5)[0] == 0
    assert wilson(5, 5)[1] == 1


SAME = {
    "generate sliding --size 4x4 --seed 2 --json --pieces": ["2x2,1x2*2", "2x2 1x2, 1x2"],
    "atlas 3x3 --only count --json --pieces": ["2x1 1x1*3", "2x1,1x1*3", "2x1 1x1 1x1, 1x1"],
    "atlas 3x3 --only count --json --empty 2 --pieces": ["2x1 1x2*,1x1*", "2x1 1x2* 1x1*0-9"],
}


@pytest.mark.parametrize("words", SAME)
def test_pieces_have_one_syntax(run: Run, words: str) -> None:
    one, *others = (run(*words.split(), pieces) for pieces in SAME[words])
    assert one.returncode == 0, one.stderr
    assert all(other == one for other in others)


def test_a_stock_may_limit_the_number_of_a_piece(run: Run) -> None:
    words = ("atlas", "3x3", "--only", "count", "--json", "--empty", "1", "--pieces")
    every = json.loads(run(*words, "2x1 1x2* 1x1*").stdout)
    few = json.loads(run(*words, "2x1 1x2*0-1 1x1*").stdout)
    assert sum(one["sets"] for one in every.values()) == 4
    assert sum(one["sets"] for one in few.values()) == 2
