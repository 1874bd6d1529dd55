"""``explore`` and ``atlas``: figures, files, limits; final holes; sets of cubes and of pieces."""

import csv
import json
import os
import signal
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

from puzzleproof.models.errors import InstanceError
from puzzleproof.provers.batch.jobs import SURVEY
from puzzleproof.provers.batch.ledger import open_ledger
from tests.support.command_line import Run, interrupted
from tests.support.sessions import FILES, play, sessions

BOARDS = {
    **FILES,
    "one.toml": 'family = "sliding"\nboard = "AA"\ngoal = "AA"\n',
    "two.toml": 'family = "sliding"\nboard = """\nA.\n.#\n.#\n"""\ngoal = """\n.A\n.#\n.#\n"""\n',
}
SESSIONS = {
    "simplicity in words": """
        $ explore simplicity --find pairs,eccentricities
        Simplicity: the state graph (metric piece), by one search
        states: 530 (all configurations)
        edges: 1,174; 4.43 moves per state on average
        components: 11
        goal states: 74, in the start's component 16
        diameter of the start's component: 27 moves, exact, by 4 searches
        $ explore simplicity --reachable --metric line
        states: 161 (reachable from the start)
        $ explore simplicity -q
        states: 530
        the nearest goal
        - symmetric
    """,
    "tables are short": """
        $ explore pennant
        the start's component: 1,398 states;
        ~ ^  left-right +\\d+ +\\d+$
    """,
    "arcs have no diameter": """
        $ explore frogs-2-2
        arcs (not every move can be undone): 36
        diameter: none, as not every move can be undone
        - edges
    """,
    "a goal out of reach": """
        $ explore wall.toml
        no goal can be reached from the start
        $ explore wall.toml --json
        {"goal": {"optimum": null, "plans": null}}
    """,
    "one state, no symmetry": """
        $ explore one.toml --find pairs,eccentricities --json
        {"states": 1, "edges": 0, "diameter": 0}
        $ explore two.toml --json
        {"symmetric_states": {}}
        $ explore two.toml
        no symmetry of the board keeps the pieces
    """,
    "a graph too large to hold": """
        $ explore pennant --max-states 1000 --json
        {"whole": false, "states": 1398, "edges": null, "diameter": null, "goal": {"optimum": 59}}
        $ explore pennant --max-states 1000 -q
        not computed: symmetric states, diameter
        $ explore century-whole-cells --output x.dot => 41
        ! 109,260 states; a text file holds 100,000 at most
    """,
    "solutions of pegs": """
        $ explore triangle-5-apex --find solutions
        solutions, as sequences of jumps: 29,760
        up to the symmetries of the board)
        reached from the start: 1,544 states, up to the symmetries of the board
    """,
    "final holes": """
        $ explore triangle-5-apex --find final-holes
        15 holes, 4 position classes, 6 symmetries
        vacate 0 (likewise 32, 36): final holes 0, 17, 24, 27, 34
        not excluded, not found (one search visited all states): 17
        - impossible
        $ explore european --find final-holes
        xox ooxoo xooxoox oxxoxxo xooxoox ooxoo xox
        $ explore strip6 --find final-holes --metric jump --json
        {"metric": "jump", "grade": "claimed", "stopped": null}
    """,
    "sets of cubes": r"""
        $ explore four-cubes
        cube 0: R-R B-Y Y-G
        solutions up to the symmetries of a stack: 6 (28 raw)
        $ explore instant-insanity --json
        {"factorizations": {"number": 3, "complete": true}, "stacks": {"solutions": 1}}
        $ explore one-colour-cubes
        fewer colours than cubes
        solutions up to the symmetries of a stack: 0 (0 raw)
        $ explore four-cubes --samples 400
        of 400 random sets have a solution
        95 %
        $ explore four-cubes --samples 400 --json
        {"cubes": 4, "samples": 400, "solvable": 88, "share": 0.22, "confidence": 0.95}
        ~ "interval": .0.18\d*, 0.26\d*.
        $ explore four-cubes --samples 9000000 --time-limit 0.3 => 30
        ! time limit reached before 9,000,000
        $ explore four-cubes --samples 9000000 --memory-limit 1M => 30
        ! memory limit reached before 9,000,000
    """,
    "files for other programs": """
        $ explore frogs-2-2 --output f.dot
        graph: f.dot
        ? f.dot
        $ explore frogs-2-2 --output f.graphml --reachable
        ? f.graphml
        $ explore simplicity --output s.graphml --json
        {"file": "s.graphml"}
        $ explore simplicity --output s.graph => 40
        ! expected a name ending
    """,
    "time that is up": """
        $ explore century --find eccentricities --time-limit 0.5 => 30
        stopped: time limit reached; what is not listed was not computed
        $ explore century-whole-cells --find starts --output . --time-limit 0.1 => 30
        / *-start-*.toml
    """,
    "hardest starts become instances": """
        $ explore simplicity --find starts --top 2 --output new/folder
        ~ ^ +1 +18 .* new/folder/simplicity-start-1.toml$
        ~ ^ +2 +18 .* new/folder/simplicity-start-2.toml$
        / new/folder/*.part
        $ prove new/folder --json
        [{"optimum": 18, "grade": "certified"}, {"optimum": 18, "grade": "certified"}]
    """,
}


test_session = sessions(SESSIONS, BOARDS)


def test_little_memory_keeps_the_layers(run_apart: Run) -> None:
    found = json.loads(run_apart("explore", "hifi", "--memory-limit", "30M", "--json").stdout)
    assert found["stopped"] == "memory limit reached"
    assert found["searched"]["sizes"][:4] == [1, 2, 3, 6]


def test_ctrl_c_prints_what_was_found(tmp_path: Path) -> None:
    out, words = tmp_path / "out", "explore ane-rouge --find eccentricities --json-stream --output"

    def stop_all(process: Popen[str]) -> None:
        os.killpg(process.pid, signal.SIGINT)

    command = (*words.split(), "x.graphml")
    assert interrupted(tmp_path, command, lambda: '"diameter"' in out.read_text(), stop_all) == 30
    last = json.loads(out.read_text().splitlines()[-1])
    assert (last["event"], last["stopped"], last["diameter"]) == ("survey", "interrupted", 145)
    assert "eccentricities" not in last
    assert not (tmp_path / "err").read_text()
    assert (tmp_path / "x.graphml").read_text().count("<node ") == 65_880
    assert not list(tmp_path.glob("*.part"))


def test_an_atlas_that_is_stopped_keeps_its_surveys_and_says_how_to_go_on(tmp_path: Path) -> None:
    def is_begun() -> bool:
        with suppress(InstanceError), open_ledger(tmp_path / "a.db", new=False) as ledger:
            return ledger.number_of(SURVEY) > 0
        return False

    words = ("atlas", "--locked", "--max-pieces", "5", "--only", "survey", "--ledger", "a.db")
    assert interrupted(tmp_path, words, is_begun) == 30
    said = (tmp_path / "err").read_text("utf-8").splitlines()[-1]
    assert said.endswith("incomplete; the same command continues from 'a.db'")


SMALL = "atlas 3x3 --pieces '2x1 1x2* 1x1*' --empty 1"
CARS = "atlas 4x4 --locked  --max-pieces 3"
SURVEYED = {
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
        $ {SMALL} --only survey
        4 moves, claimed
        - certified
        $ atlas 3x3 --pieces x --only survey
        9 states, 1 component, 1 with a goal
    """,
    "what a run has before it": """
        $ atlas --locked --max-pieces 4 --only count
        4 20 411,873 all 35 430,701 a survey takes about 6 seconds on one core, without proofs
    """,
    "the classes of one set": """
        $ atlas 4x5 --pieces '2x2 1x2*4 2x1 1x1*4' --top 1 --output a.svg
        1 93 25,955 2 certified
        2 72 25,955 8 claimed
        65,880 states, 898 components, 52 with a goal
        $ atlas 3x3 --pieces '1x2 1x1 xx/x. #*2' --only survey --sort states
        class  hardest
    """,
    "packings": """
        $ atlas 3x3 --packings --ledger p.db
        6 22 2 certified
        3,026 may end a puzzle
        $ atlas 3x3 --packings --only count
        all
    """,
    "a limit leaves proofs open": """
        $ atlas 5x4 --pieces '2x2 1x1*' --top 1 --time-limit 0.001 => 30
    """,
}


test_atlas = sessions(SURVEYED)


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
    counted = json.loads(run("atlas", "--only", "count", "--empty", "2-16", "--json").stdout)
    assert sum(row["placements"] for row in counted.values()) == 29_334_498


def test_starts_are_written_as_instances_that_prove_what_is_said(run: Run, tmp_path: Path) -> None:
    words = f"{CARS} --top 2 --output starts --output tables/atlas.csv"
    assert run(*words.split()).returncode == 0
    with (tmp_path / "tables" / "atlas.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    files = sorted((tmp_path / "starts").iterdir())
    assert len(files) == 2
    for path in files:
        (row,) = [row for row in rows if path.name == f"{row['puzzle']}-line.toml"]
        assert "certified; none is farther: claimed by one search" in path.read_text("utf-8")
        assert len(row["plan"].split()) == int(row["moves"])
        session = f"""
            $ replay {path} "{row["plan"]}"
            $ prove {path} --json
            {{"optimum": {row["moves"]}}}
        """
        play(run, tmp_path, session)
