"""Answer tables: distances and best moves of all states, as an object and as files."""

import csv
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import puzzleproof as pp
from puzzleproof.models.answers import table_hash
from puzzleproof.models.errors import InternalError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.export import ExportRequest, answers
from puzzleproof.provers.export.answers import Answer, Answers
from puzzleproof.provers.export.work import export
from puzzleproof.verify.certificate import check_file
from tests.support.boards import sliding

NAMES = ["simplicity", "frogs-2-2", "tiles-2x2", "triangle-4"]


def distance(puzzle: AnyPuzzle, state: State) -> int | None:
    """The fewest moves from a state to a goal, by a search of its own."""
    layer, seen, depth = {state}, {state}, 0
    while layer:
        if any(map(puzzle.is_goal, layer)):
            return depth
        layer = {after for one in layer for after in puzzle.successors(one)} - seen
        seen |= layer
        depth += 1
    return None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("all_states", [False, True])
def test_each_state_has_its_distance_and_a_move_that_is_best(name: str, all_states: bool) -> None:
    table = pp.answers(name, all_states=all_states)
    puzzle = table.puzzle
    assert len({table[state].board for state in table}) == len(table)
    for state in table:
        answer = table[state]
        assert table[answer.board] == answer
        assert answer.moves == distance(puzzle, state)
        if not answer.moves:
            assert answer[2:] == (None, None, 0)
            continue
        assert answer.best is not None
        assert answer.after is not None
        after = puzzle.canonical(puzzle.play(state, puzzle.parse_move(answer.best)))
        assert table[answer.after] == table[after]
        nearer = [s for s in {*puzzle.successors(state)} if table[s].moves == answer.moves - 1]
        assert after in nearer
        assert answer.ways == len(nearer)


def test_alike_pieces_have_the_letter_of_the_first_of_their_kind() -> None:
    table = Answers(sliding("CBA/.../...", goal="C../.../...", labelled="C"))
    assert table[table.puzzle.start].board == "CBB/.../..."
    assert {*"".join(table.boards)} == {*"BC./"}
    assert repr(table) == "<Answers: 252 states (metric piece)>"
    with pytest.raises(KeyError):
        table["CBA/.../..."]


def rows_of(path: Path) -> Iterator[object]:
    """The header and the rows of a file."""
    if path.suffix == ".sqlite":
        with closing(sqlite3.connect(path)) as base:
            yield dict(base.execute("SELECT * FROM about"))
            yield from map(Answer._make, base.execute("SELECT * FROM answers"))
        return
    lines = path.read_text("utf-8").splitlines()
    if path.suffix == ".jsonl":
        about, *rows = map(json.loads, lines)
        yield about
        yield from (Answer(**row) for row in rows)
        return
    yield json.loads(lines[0].removeprefix("# "))
    for row in csv.DictReader(lines[1:]):
        moves = int(row["moves"]) if row["moves"] else None
        best, after = row["best"] or None, row["after"] or None
        yield Answer(row["board"], moves, best, after, int(row["ways"]))


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".sqlite"])
def test_a_file_has_a_header_and_the_rows(suffix: str, tmp_path: Path) -> None:
    path, table = tmp_path / f"table{suffix}", pp.answers("simplicity", all_states=True)
    pp.export("simplicity", format="answers", output=tmp_path / f"large{suffix.upper()}")
    done = pp.export("simplicity", format="answers:all-states", output=path)
    assert done.words == "answers for 530 states, of which 61 reach no goal"
    about, *rows = rows_of(path)
    assert isinstance(about, dict)
    assert {key: about[key] for key in ("family", "metric", "states", "all_states")} == {
        "family": "sliding",
        "metric": "piece",
        "states": 530,
        "all_states": True,
    }
    assert set(rows) == set(map(table.answer, range(len(table))))
    with pytest.raises(pp.InstanceError, match="exists"):
        pp.export("simplicity", format="answers", output=path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("all_states", [False, True])
def test_the_distances_have_a_certificate(name: str, all_states: bool, tmp_path: Path) -> None:
    path, table = tmp_path / "table.cert", pp.answers(name, all_states=all_states)
    which = "all-states" if all_states else "reachable"
    if all_states and table.puzzle.family == "pegs":
        with pytest.raises(Unsupported, match="placements"):
            pp.export(name, format=f"answers:{which}", certificate=path)
        return
    done = pp.export(name, format=f"answers:{which}", certificate=path)
    figures = check_file(path, table.puzzle).figures or {}
    assert done.text is not None
    assert path.name in done.text.splitlines()[0]
    distances = zip(table.boards, table.depths, strict=True)
    assert figures["answers_anywhere" if all_states else "answers"] == table_hash(distances)
    if not all_states:
        assert figures["reached"] == len(table)
    with pytest.raises(pp.InstanceError, match=r"certificate .* exists"):
        pp.export("pennant", format="answers", certificate=path)


def test_a_table_that_the_checker_cannot_hash_has_no_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, request = pp.load("simplicity"), ExportRequest(format="answers", certificate="a.cert")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gc.disable", lambda: None)
    monkeypatch.setattr("puzzleproof.provers.survey.certify.MOST_STATES", 100)
    with pytest.raises(Unsupported, match="does not compute the hash"):
        answers.write_answers(puzzle, request, [tmp_path / "a.csv"])
    monkeypatch.setattr(answers, "MOST_STATES", 100)
    with pytest.raises(Unsupported, match="more than 100 states in a certified table"):
        answers.write_answers(puzzle, request, [tmp_path / "a.csv"])
    assert not (tmp_path / "a.cert").exists()


def test_a_wrong_distance_is_found_when_its_row_is_written() -> None:
    table = Answers(pp.load("simplicity"))
    for vertex, depth in enumerate(table.depths):
        table.depths[vertex] = None if depth is None else depth + 2
        with pytest.raises(InternalError, match="disagrees with the rules"):
            table.answer(vertex)
        table.depths[vertex] = depth


def test_what_has_no_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tour = sliding("A.../....", tour=["...A/....", "..../A..."])
    for puzzle, why in ((tour, "a tour has no goal"), (pp.load("instant-insanity"), "cubes")):
        with pytest.raises(Unsupported, match=why):
            Answers(puzzle)
    with pytest.raises(Unsupported, match=r"'.txt': expected one of .csv, .jsonl, .sqlite"):
        pp.export("simplicity", format="answers", output=tmp_path / "table.txt")
    with pytest.raises(Unsupported, match="a form: not for format 'toml'"):
        pp.export("simplicity", format="toml:all-states")
    monkeypatch.setattr(answers, "MOST", 100)
    with pytest.raises(Unsupported, match="answers: more than 100 states"):
        Answers(pp.load("simplicity"))


def test_a_table_that_fails_leaves_no_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise InternalError("a distance disagrees with the rules")

    monkeypatch.setitem(answers.WRITERS, ".csv", fail)
    request = ExportRequest(format="answers", certificate=tmp_path / "a.cert")
    with pytest.raises(InternalError):
        export(pp.load("simplicity"), tmp_path / "a.csv", request)
    assert not list(tmp_path.iterdir())
