"""Strangers' questions: the fewest pegs that can be left, and claims that count the exit.

Sources: the sample of POJ 2805 (fewest 2), as Kattis 'solitaire' and 'pebblesolitaire' ask; claims
in the way of the study sherrybao222/RushHour, whose 70 claims are each the minimum and one move.
"""

import csv
import json
import random
from pathlib import Path

import pytest

from puzzleproof import audit, prove, prove_all, verify
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.provers import fewest
from puzzleproof.verify.replay import replay_to_goal
from tests.support.command_line import Run
from tests.support.peg_boards import METRICS, pegs

POJ = "#..##\n.o..#\nooo.o\n.o.o.\n#..o#\n"
"""Its sample; the answer there is 2."""
START = POJ.translate(str.maketrans("#.o", ".ox"))
CLAIMS = """\
8 IFooGoIFooGoAADooCJHDooCJHDBBCooEEEo 2028
8 ooCHHDooCooDAAFooDGoFoEEGIoooooIJJBB 2510
6 oHoCIIoHJCooAAJoFGoDooFGEDooFoEoBBBo 2189
7 ooooIIoooJJoAADoBGooDoBGEECCHoFFFoHo 1632
12 ooBCCoooBoHHAABoooEFFDGoEJJDGooooIII 3761
6 DoooBBDFFFooAAoJooooIJoEooICCEoHHGGo 1928
"""
"""Boards of our own, each claimed to take one move more than it does (metric line)."""


# --- the fewest pegs ------------------------------------------------------------------------


@pytest.mark.parametrize("metric", METRICS)
def test_the_fewest_are_proven_and_one_fewer_refuted(run: Run, tmp_path: Path, metric: str) -> None:
    (tmp_path / "sample.pegs.txt").write_text(POJ)
    asked = "sample.pegs.txt", "--goal", "fewest", "--metric", metric
    found = run("prove", *asked, "--certificate", "one.cert")
    moves = {"move": 5, "jump": 6}[metric]
    head = f"fewest pegs left: 2, certified; {moves} moves (metric {metric}), certified"
    assert (found.returncode, found.stdout.splitlines()[0]) == (0, f"sample.pegs.txt: {head}")
    assert "certificate: one.cert (1 peg left: unsolvable)" in found.stdout
    checked = run("verify", "one.cert")
    assert checked.stdout.startswith("accepted: (no name) (goal: 1 peg left): unsolvable"), checked
    row = json.loads(run("prove", *asked, "--json").stdout)
    assert (row["fewest"], row["optimum"], row["fewer"]["status"]) == (2, moves, "unsolvable")


def least_pegs(puzzle: PegPuzzle) -> tuple[int, int]:
    """The fewest pegs, and the least number of compound moves to them, by holes as points."""
    place = {hole: k for k, hole in enumerate(puzzle.board.holes)}
    start = frozenset(hole for hole in place if puzzle.pegs >> place[hole] & 1)
    moves, queue = {start: 0}, [start]
    for here in queue:
        chains = [(here, hole) for hole in here]
        for pegs_now, (x, y) in chains:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                if over in pegs_now and to in place and to not in pegs_now:
                    after = pegs_now - {(x, y), over} | {to}
                    chains.append((after, to))
                    if after not in moves:
                        moves[after] = moves[here] + 1
                        queue.append(after)
    fewest_pegs = min(map(len, moves))
    return fewest_pegs, min(number for some, number in moves.items() if len(some) == fewest_pegs)


@pytest.mark.parametrize("seed", range(8))
def test_the_fewest_pegs_of_random_boards_are_those_of_all_games(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  no secret
    marks = "xxooo." if seed % 2 else "xxxo"
    start = "\n".join("".join(chance.choice(marks) for _ in range(5)) for _ in range(3)) + "\nxxo.x"
    puzzle = pegs(chance.choice(METRICS), start=start, finish="fewest")
    number, moves = least_pegs(puzzle)
    found = prove(puzzle)
    assert (found.fewest, found.grade) == (number, "certified")
    jumps = puzzle.pegs.bit_count() - number
    assert found.optimum == (jumps if puzzle.metric == "jump" else moves)
    assert (found.fewer is None) == (number == 1)
    question = pegs(puzzle.metric, start=start, finish=f"{number} peg{'s' * (number > 1)}")
    replay_to_goal(question, found.plan or ())
    assert prove(question).optimum == found.optimum
    assert found.certificate is not None
    checked = verify(found.certificate)
    assert isinstance(checked.puzzle, PegPuzzle)
    asked = (max(1, number - 1), found.optimum if number == 1 else None)
    assert (checked.puzzle.pegs_left, checked.at_least) == asked


def test_many_reachable_positions_are_asked_for_one_number_after_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fewest, "MOST_POSITIONS", 5)
    found = prove(pegs(start=START, finish="fewest"), in_process=True)
    assert (found.fewest, found.optimum) == (2, 5)
    found.save(tmp_path / "one.cert")
    assert verify(tmp_path / "one.cert").at_least is None


def test_so_many_positions_that_they_are_not_listed_are_no_obstacle() -> None:
    rows = [".ooo.", "xooox", "ooxoo", "oxooo", "xooox", "oooxo", ".oox."]
    puzzle = pegs(start="\n".join(rows), finish="fewest")
    found = prove(puzzle)
    assert (found.fewest, found.optimum) == least_pegs(puzzle)
    fault = "positions have 6 pegs: expected 20,000 at most"
    with pytest.raises(Unsupported, match=fault):
        assert prove(pegs(start="\n".join(rows), finish="6 pegs"))


def test_a_start_with_the_fewest_pegs_has_one_line_of_evidence() -> None:
    found = prove(pegs(start="xox", finish="fewest"))
    assert (found.fewest, found.optimum, found.grade) == (2, 0, "certified")
    assert [row.checker for row in found.evidence] == ["verify.replay"]


def test_an_open_number_is_a_bound() -> None:
    asked = pegs(board="english", vacate=[3, 3], finish="fewest")
    found = prove(asked, time_limit=0.3, in_process=True)
    assert (found.fewest, found.aim) == (None, "fewest pegs left: at least 1, certified")


@pytest.mark.parametrize("word", ["any", "fewest", "1 peg", "2 pegs"])
def test_a_goal_in_words_stands_under_either_key(word: str) -> None:
    for wrong in ("0 pegs", "2 peg", "9 pegs", "few", "2"):
        with pytest.raises(InstanceError, match="finish"):
            pegs(start=START, finish=wrong)
    puzzle = pegs(start=START, finish=word)
    assert pegs(start=START, goal=word) == puzzle == loads(dumps(puzzle))


@pytest.mark.parametrize(
    "command", [("solve",), ("solve", "--plans", "all"), ("explore",), ("export", "--to", "dimacs")]
)
def test_a_question_that_names_no_number_is_refused_by_other_verbs(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "few.toml").write_text(dumps(pegs(start=START, finish="fewest")))
    more = ("--horizon", "3", "--output", "f.cnf") if "export" in command else ()
    found = run(*command, "few.toml", *more)
    assert (found.returncode, "the number of pegs is not known" in found.fault) == (41, True)


def test_in_company_the_fewest_are_asked_for_as_well(run: Run, tmp_path: Path) -> None:
    (tmp_path / "few.toml").write_text(dumps(pegs(start=START, finish="fewest")))
    (tmp_path / "two.toml").write_text(dumps(pegs(start=START, finish="2 pegs")))
    found = run("prove", "few.toml", "two.toml", "--jobs", "2")
    assert (found.returncode, "fewest pegs left: 2, certified" in found.stdout) == (0, True)
    kept = run("prove", "few.toml", "two.toml", "--ledger", "l")
    assert (kept.returncode, "with --ledger" in kept.fault) == (41, True)
    few, two = prove_all([load(tmp_path / "few.toml"), load(tmp_path / "two.toml")], jobs=1)
    assert (few.status, two.optimum) == ("unknown", 5)
    assert "only 'prove' makes them" in few.notes[0]


# --- claims that count the exit -------------------------------------------------------------


def test_a_difference_that_all_claims_have_is_said_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "study.txt").write_text(CLAIMS)
    said = "study.txt: its line: 6 of 6 claims are minimum + 1 in metric line"
    found = run("audit", "study.txt", "--output", "r.html")
    assert (found.returncode, found.stdout.count(said)) == (60, 1)
    assert "--counts-exit" in found.stdout
    assert (tmp_path / "r.html").read_text(encoding="utf-8").count(said) == 1
    rows = json.loads(run("audit", "study.txt", "--output", "r.csv", "--json").stdout)
    assert {(row["verdict"], row["offset"]) for row in rows} == {("refuted", 1)}
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert {(line["offset"], line["counts_exit"]) for line in lines} == {("1", "no")}


def test_claims_may_count_the_exit_as_a_move(run: Run, tmp_path: Path) -> None:
    (tmp_path / "study.txt").write_text(CLAIMS)
    found = run("audit", "study.txt", "--counts-exit", "--output", "r.html")
    confirmed = "confirmed: counting the exit as a move"
    assert (found.returncode, found.stdout.count(confirmed)) == (0, 6)
    assert "minimum + 1" not in found.stdout
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert page.count("Counting the exit as a move") == 6
    findings = audit(tmp_path / "study.txt", counts_exit=True, jobs=1)
    assert {(one.verdict, one.offset) for one in findings} == {("confirmed", None)}
    (tmp_path / "study.txt").write_text(CLAIMS.replace("12 oo", "11 oo"))
    (wrong,) = (
        one for one in audit(tmp_path / "study.txt", counts_exit=True) if one.verdict != "confirmed"
    )
    assert wrong.because == "11 is proven, counting the exit as a move"


@pytest.mark.parametrize(
    "claims",
    [
        CLAIMS.replace("8 IF", "7 IF"),
        CLAIMS.replace("8 IF", "9 IF"),
        CLAIMS[: CLAIMS.index("6 oH")],
    ],
    ids=["one is less", "one is more", "two are too few"],
)
def test_another_or_no_difference_leaves_nothing_to_say(
    run: Run, tmp_path: Path, claims: str
) -> None:
    """And where no piece leaves the board, no exit is counted."""
    (tmp_path / "study.txt").write_text(claims)
    assert " claims are minimum + 1" not in run("audit", "study.txt").stdout
    found = run("audit", "frogs-1-1", "--counts-exit")
    assert found.returncode == 41
    assert "'frogs-1-1': the goal is not that one piece gets to the edge" in found.fault
