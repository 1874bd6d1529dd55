"""Answers from a table: certified, from any position, and from no table but an accepted one."""

import json
import sqlite3
from pathlib import Path

import pytest

import puzzleproof as pp
from puzzleproof.models.answers import table_hash
from puzzleproof.models.capabilities import with_start
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import Info
from puzzleproof.provers import lookup
from puzzleproof.provers.certificate import sealed
from puzzleproof.provers.events import Event, ignore
from puzzleproof.provers.export import ExportRequest
from puzzleproof.provers.export.work import export
from puzzleproof.provers.lookup import look_up
from puzzleproof.provers.solve import solve
from puzzleproof.verify.replay import replay_to_goal

NAMES = ("simplicity", "frogs-2-2", "tiles-2x2", "triangle-4")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def made(name: str, folder: Path, suffix: str = ".csv", *, all_states: bool = False) -> Path:
    path, certificate = folder / f"{name}{suffix}", folder / f"{name}.cert"
    which = "all-states" if all_states else "reachable"
    request = ExportRequest(format=f"answers:{which}", certificate=certificate)
    export(pp.load(name), path, request)
    return path


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("suffix", lookup.READERS)
def test_every_answer_is_the_tables(name: str, suffix: str, tmp_path: Path) -> None:
    puzzle, place = pp.load(name), str(made(name, tmp_path, suffix))
    table = pp.answers(name)
    for state in table.graph.states[:: len(table) // 5]:
        position = with_start(puzzle, state, Info("")) if state != puzzle.start else puzzle
        found = solve(name, position, answers=(puzzle, place))
        moves = table[state].moves
        status = "unsolvable" if moves is None else "optimal"
        assert (found.status, found.grade, found.optimum) == (status, "certified", moves)
        assert moves is None or replay_to_goal(position, found.plan or ()) == moves


def test_placements_that_the_start_does_not_reach(tmp_path: Path) -> None:
    place = str(made("simplicity", tmp_path, all_states=True))
    verdict = solve("x", pp.load("simplicity"), answers=(pp.load("simplicity"), place))
    assert (verdict.grade, verdict.evidence[0].states) == ("certified", 530)


def test_a_table_of_another_board_or_metric_answers_nothing(tmp_path: Path) -> None:
    place, puzzle = made("simplicity", tmp_path), pp.load("simplicity")
    for other in (pp.load("hughes"), puzzle.with_metric("unit")):
        assert not look_up(other, other, str(tmp_path), ignore)
        assert solve("x", other, answers=(other, str(tmp_path))).grade == "claimed"
        with pytest.raises(InstanceError, match="another board or metric"):
            look_up(other, other, str(place), ignore)
        own = fingerprint("answers", puzzle=other)
        damaged(place, json.loads(place.read_text("utf-8").splitlines()[0][2:])["fingerprint"], own)
        with pytest.raises(InstanceError, match="about another instance: key"):
            look_up(other, other, str(tmp_path), ignore)


def damaged(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (",7,", ",9,", "does not have the hash"),
        (',"', ',x"', "no answer table"),
        ("# {", "# [", "no answer table"),
        ('"certificate"', '"certificates"', "names no certificate"),
        ("simplicity.cert", "none.cert", "certificate 'none.cert': .*No such file"),
        ("simplicity.cert", ".", "certificate '.': .*directory"),
        ("simplicity.cert", r"x\u0000y", r"certificate 'x\\x00y': embedded null"),
        ('"simplicity.cert"', "5", "names no certificate"),
        ("# {", "# " + "[" * 100_000, "no answer table"),
        ("board,moves", "board,move", "no answer table"),
    ],
)
def test_a_damaged_table_is_refused(old: str, new: str, why: str, tmp_path: Path) -> None:
    puzzle, path = pp.load("simplicity"), made("simplicity", tmp_path)
    if old == ',"':
        path.write_bytes(path.read_bytes() + b"\xff\n")
    else:
        damaged(path, old, new)
    with pytest.raises(InstanceError, match=why):
        look_up(puzzle, puzzle, str(path), ignore)


def test_a_board_that_is_no_text_is_refused(tmp_path: Path) -> None:
    puzzle, path = pp.load("simplicity"), made("simplicity", tmp_path, ".jsonl")
    damaged(path, '{"board": "', r'{"board": "\ud800')
    with pytest.raises(InstanceError, match="surrogates not allowed"):
        look_up(puzzle, puzzle, str(path), ignore)


def test_a_position_that_the_table_lacks_is_refused(tmp_path: Path) -> None:
    puzzle, path = pp.load("frogs-2-2"), tmp_path / "later.csv"
    end = puzzle.play(puzzle.start, next(iter(puzzle.moves(puzzle.start))))
    later = with_start(puzzle, end, Info(""))
    export(later, path, ExportRequest(format="answers", certificate=tmp_path / "later.cert"))
    with pytest.raises(InstanceError, match="does not have the position"):
        look_up(later, puzzle, str(path), ignore)


def test_other_files_and_faulty_tables_of_a_folder_are_skipped(tmp_path: Path) -> None:
    puzzle, path = pp.load("simplicity"), made("simplicity", tmp_path)
    for name in ("a.csv", "a.jsonl", "a.sqlite"):
        (tmp_path / name).write_text("[" * 100_000)
    assert look_up(puzzle, puzzle, str(tmp_path), ignore)
    faulty = tmp_path / "faulty.csv"
    faulty.write_bytes(path.read_bytes())
    damaged(faulty, ",7,", ",9,")
    assert look_up(puzzle, puzzle, str(tmp_path), ignore)
    path.unlink()
    with pytest.raises(InstanceError, match=r"faulty\.csv': the table does not have the hash"):
        look_up(puzzle, puzzle, str(tmp_path), ignore)


def test_a_row_of_another_type_is_refused(tmp_path: Path) -> None:
    puzzle, path = pp.load("simplicity"), made("simplicity", tmp_path, ".jsonl")
    head, *rows = path.read_text("utf-8").splitlines()
    texts = [json.dumps({**json.loads(row), "moves": "7"}) for row in rows]
    path.write_text("\n".join([head, *texts]), encoding="utf-8")
    with pytest.raises(InstanceError, match="a row of"):
        look_up(puzzle, puzzle, str(path), ignore)
    path = made("simplicity", tmp_path / "b", ".sqlite")
    with sqlite3.connect(path) as base:
        base.execute("DROP TABLE answers")
    with pytest.raises(InstanceError, match="no such table"):
        look_up(puzzle, puzzle, str(path), ignore)


def test_a_certificate_is_checked_once_unless_it_changes(cache: Path, tmp_path: Path) -> None:
    puzzle, path = pp.load("simplicity"), made("simplicity", tmp_path)
    heard = list[Event]()

    def checks() -> int:
        heard.clear()
        assert look_up(puzzle, puzzle, str(path), heard.append)
        return sum("certificate" in str(event) for event in heard)

    assert checks() == 0  # the export has checked it
    for mark in cache.iterdir():
        mark.write_bytes(b"")
    assert [checks(), checks()] == [1, 0]
    certificate = tmp_path / "simplicity.cert"
    damaged(certificate, '"reached": ', '"reached": 1')
    with pytest.raises(InstanceError, match="damaged"):
        look_up(puzzle, puzzle, str(path), ignore)


def test_a_mark_is_of_one_checker_and_no_mark_is_read_where_the_cache_is_off(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, path = pp.load("simplicity"), made("simplicity", tmp_path)

    def is_checked() -> bool:
        heard = list[Event]()
        assert look_up(puzzle, puzzle, str(path), heard.append)
        return any("certificate" in str(event) for event in heard)

    assert not is_checked()
    cache.rename(tmp_path / "off")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PUZZLEPROOF_CACHE", "off")
    assert is_checked()
    monkeypatch.setenv("PUZZLEPROOF_CACHE", "./off")
    assert not is_checked()
    monkeypatch.setattr(lookup, "checker_hash", lambda: b"of other sources")
    assert is_checked()


def test_a_certificate_that_is_false_is_refused(tmp_path: Path) -> None:
    """Its seals are right, and so is the hash of the table: only the rules tell."""
    puzzle, path = pp.load("simplicity"), made("simplicity", tmp_path)
    certificate = tmp_path / "simplicity.cert"
    damaged(path, ",7,", ",9,")
    rows = [line.split(",")[:2] for line in path.read_text("utf-8").splitlines()[2:]]
    header = json.loads(certificate.read_bytes())
    header["claims"]["answers"] = table_hash((b, int(m) if m else None) for b, m in rows)
    del header["header_sha256"]
    certificate.write_bytes(sealed(header))
    with pytest.raises(InstanceError, match="answers: the certificate claims"):
        look_up(puzzle, puzzle, str(path), ignore)


def test_a_place_without_tables_is_refused(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none.csv", tmp_path / "other.txt"):
        (tmp_path / "other.txt").touch()
        with pytest.raises(InstanceError, match="expected"):
            look_up(pp.load("simplicity"), pp.load("simplicity"), str(place), ignore)
