"""``atlas`` as users run it."""

import csv
import json
from pathlib import Path

from tests.support.command_line import Run
from tests.support.sessions import play, sessions

SMALL = "atlas --size 3x3 --block 2x1 --stock 1x2,1x1 --empty 1"
CARS = "atlas --locked --size 4x4 --max-pieces 3"
SESSIONS = {
    "sets and hardest starts, kept in a ledger": f"""
        $ {SMALL} --top 1 --ledger a.db
        ~ ^.*hardest +grade\\n.* certified$
        210 states, 43 components, 4 with a goal (metric piece)
        4 moves, certified
        $ results a.db --check
        4 moves (metric piece), certified, certificate accepted
        4 surveys of piece sets
        $ {SMALL} --top 1 --ledger a.db
        4 moves, certified
    """,
    "claimed": f"""
        $ {SMALL} --claimed
        4 moves, claimed
        - certified
    """,
    "what a run has before it": """
        $ atlas --locked --max-pieces 4 --count-only
        4 20 411,873 all 35 430,701 a survey takes about 6 seconds on one core, without proofs
    """,
    "the classes of one set": """
        $ atlas 4x5 --set '2x2 1x2*4 2x1 1x1*4' --top 1 --output a.svg
        1 93 25,955 2 certified
        2 72 25,955 8 claimed
        65,880 states, 898 components, 52 with a goal
        $ atlas 3x3 --set '1x2 1x1 xx/x. #*2' --claimed --sort states
        class  hardest
    """,
    "packings": """
        $ atlas 3x3 --packings --ledger p.db
        6 22 2 certified
        3,026 may end a puzzle
        $ atlas 3x3 --packings --count-only
        all
    """,
    "a limit leaves proofs open": """
        $ atlas --size 5x4 --stock 1x1 --top 1 --time-limit 0.001 => 30
    """,
}


test_session = sessions(SESSIONS)


def test_json_has_the_sets_the_starts_and_their_plans(run: Run) -> None:
    document = json.loads(run(*CARS.split(), "--json", "--top", "2").stdout)
    assert (document["metric"], document["locked"], document["goal"]) == ("line", True, [2, 3])
    hardest = [one["hardest"] for one in document["sets"]]
    assert hardest == sorted(hardest, reverse=True)
    assert sum(one["states"] for one in document["sets"]) > 100
    for start in document["starts"]:
        assert len(start["plan"]) == start["moves"] == start["proven"]
        assert start["grade"] == "certified"
        assert len(start["certificate_sha256"]) == 64
    counted = json.loads(run("atlas", "--count-only", "--empty", "2-16", "--json").stdout)
    assert sum(row["placements"] for row in counted.values()) == 29_334_498


def test_starts_are_written_as_instances_that_prove_what_is_said(run: Run, tmp_path: Path) -> None:
    words = f"{CARS} --top 2 --write starts --output tables/atlas.csv"
    assert run(*words.split()).returncode == 0
    with (tmp_path / "tables" / "atlas.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    files = sorted((tmp_path / "starts").iterdir())
    assert len(files) == 2
    for path in files:
        (row,) = [row for row in rows if path.name == f"{row['puzzle']}-line.toml"]
        assert "certified; the farthest: claimed by one search" in path.read_text("utf-8")
        assert len(row["plan"].split()) == int(row["moves"])
        session = f"""
            $ replay {path} --plan "{row["plan"]}"
            $ prove {path} --json
            {{"optimum": {row["moves"]}}}
        """
        play(run, tmp_path, session)
