"""Files that would take hours or gigabytes if the checker believed what they say of themselves.

Each is put before the checker in a process with little memory and few seconds, and some before the
command line as well, which must say why in one line and exit with 50, or 40 for what is no file.
"""

import hashlib
import re
import resource
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puzzleproof.models import budget
from puzzleproof.models.budget import budgeted
from puzzleproof.models.errors import CertificateRejected, InstanceError, LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.formula.check import check_formula, remark
from tests.support.boards import sliding
from tests.support.certificate_files import certificate
from tests.support.mutant_subjects import subjects
from tests.support.mutants import Files, Subject, accepted, in_child, limited
from tests.support.mutations import changed, joined, opened, texts

MEGA = 1 << 20
ROOM = 350_000_000
"""Bytes of memory for a command."""


def subject(kind: str, name: str) -> Subject:
    return next(one for one in subjects() if (one.kind, one.name) == (kind, name))


LABELLING = subject("labelling, one side", "frog")
REFUTATION = subject("refutation", "frog")
INVARIANT = subject("invariant", "together by hand")
FORMULA = subject("horizon, text", "frog")


def inflating(of: Subject, piece: bytes, times: int, **changes: Any) -> Files:
    """A body that is so many pieces once it is decompressed; all hashes are right."""
    stream = zlib.compressobj(9)
    tail = b"".join([*(stream.compress(piece) for _ in range(times)), stream.flush()])
    told = {"body_bytes": len(piece) * times, "sha256": hashlib.sha256(tail).hexdigest()}
    return Files(joined(texts(opened(of.files.first)[0] | told | changes), tail))


def saying(of: Subject, **changes: Any) -> Files:
    """Another header, its hash right."""
    header, tail, _ = opened(of.files.first)
    return Files(joined(texts(header | changes), tail))


def nested(of: Subject, key: str, depth: int) -> Files:
    header, tail, _ = opened(of.files.first)
    text = "[" * depth + "]" * depth
    return Files(joined(changed(texts({key: None} | header), key, text), tail))


def large_board(of: Subject, side: int) -> Files:
    return saying(of, instance=table_of(side), metric="single", plan=None)


def table_of(side: int) -> str:
    rows = (" ".join(str(side * r + c) for c in range(side)) for r in range(side))
    return 'family = "tiles"\nmetric = "single"\nboard = """\n' + "\n".join(rows) + '"""\n'


def large_formula(form: str, side: int) -> Files:
    first = remark(form, table_of(side), "single", 1) + b"p cnf 1 1\n"
    return Files(first, b"1 0 1 0\n")


def with_bounds(name: str, bounds: list[Any]) -> Files:
    """The start alone is labelled."""
    puzzle = load(name)
    start = [puzzle.pack(puzzle.canonical(puzzle.start))]
    told: dict[str, Any] = {"version": 3, "bounds": bounds, "at_least": 1}
    return Files(certificate(puzzle, [start], [], **told))


FIVES = ["tile_patterns", {"partitions": [[[1, 2, 3, 4, 5]]] * 60}]
GROUPS = ["piece_groups", {"partitions": [["".join(x)] for x in combinations("ABCDEFG", 5)]}]
PARTS = ["departures", {"charge": 1, "parts": "a" * 19 + "b" * 18, "weights": [0] * 37}]


def scattered(side: int, pieces: int) -> str:
    """Pieces of two cells each, far from one another: hardly two of them have the same shape."""
    cells = list(range(side * side))
    Random(1).shuffle(cells)  # noqa: S311  nothing secret
    drawn = ["."] * (side * side)
    for k in range(2 * pieces):
        drawn[cells[k]] = chr(0x4E00 + k // 2)
    board = ["".join(drawn[side * r : side * r + side]) for r in range(side)]
    goal = [row if chr(0x4E00) not in row else "." * side for row in board]
    text = 'family = "sliding"\nboard = """\n{}"""\ngoal = """\n{}"""\n'
    return text.format("\n".join(board), "\n".join(goal))


SHAPES_2_000, SHAPES_300 = scattered(100, 2_000), scattered(30, 300)
FACTS = {"lemmas": [{"form": "pagoda", "features": "facts", "weights": [1]}], "goals": [0]}


def with_proof(proof: bytes) -> Files:
    return Files(FORMULA.files.first, proof)


ZEROS = bytes(MEGA)
BOMBS: dict[str, Callable[[], Files]] = {
    "empty": lambda: Files(b""),
    "zeros": lambda: Files(ZEROS * 40),
    "a long line": lambda: Files(b"[" * 40 * MEGA),
    "labelling, 300 MB of zeros": lambda: inflating(LABELLING, ZEROS, 300),
    "labelling, 300 MB of records": lambda: inflating(LABELLING, b"\1" * MEGA, 300),
    "labelling, one number of 300 MB": lambda: inflating(LABELLING, b"\xff" * MEGA, 300),
    "labelling, records by the sizes": lambda: inflating(
        LABELLING, b"\1" * MEGA, 100, sizes=[1, 100 * MEGA], at_least=2, plan=None
    ),
    "labelling, sizes of 10**18": lambda: saying(LABELLING, sizes=[10**18, 10**18]),
    "labelling, a body of 10**18": lambda: saying(LABELLING, body_bytes=10**18),
    "labelling, sizes and body of 10**18": lambda: saying(
        LABELLING, sizes=[10**18], body_bytes=10**18, at_least=1
    ),
    "labelling, a million labels": lambda: saying(
        LABELLING, sizes=[1, *[0] * 10**6], at_least=10**6 + 1, plan=None
    ),
    "labelling, a million moves": lambda: saying(LABELLING, plan=["x"] * 10**6),
    "bounds, 240 patterns of five tiles": lambda: with_bounds("taquin-t1", [FIVES] * 4),
    "bounds, 64 tables of 20 holes": lambda: with_bounds("european-43-35", [PARTS] * 64),
    "bounds, 21 groups of five pieces": lambda: with_bounds("ane-rouge", [GROUPS]),
    "keys of 40,000 parts": lambda: saying(LABELLING, instance=".".join("a" * 40_000) + " = 1"),
    "a table of 40,000 parts": lambda: saying(LABELLING, instance=f"[{'.'.join('a' * 40_000)}]"),
    "2,000 shapes": lambda: saying(LABELLING, instance=SHAPES_2_000, metric="piece", plan=None),
    "invariant, facts of many shapes": lambda: saying(
        INVARIANT, instance=SHAPES_300, metric="piece", plan=None, argument=FACTS
    ),
    "refutation, facts of many shapes": lambda: saying(
        REFUTATION, instance=SHAPES_300, metric="piece", plan=None
    ),
    "invariant, a body of 300 MB": lambda: inflating(INVARIANT, ZEROS, 300),
    "refutation, zeros": lambda: inflating(REFUTATION, ZEROS, 300),
    "refutation, one number": lambda: inflating(REFUTATION, b"9" * MEGA, 300),
    "refutation, one line": lambda: inflating(REFUTATION, b"1 " * (MEGA // 2), 300),
    "refutation, empty lines": lambda: inflating(REFUTATION, b"\n" * MEGA, 100),
    "refutation, remarks": lambda: inflating(REFUTATION, b"c\n" * (MEGA // 2), 100),
    "refutation, deletions of nothing": lambda: inflating(
        REFUTATION, b"1 d 0\n" * (MEGA // 6), 100
    ),
    "refutation, 10**9 moves": lambda: saying(REFUTATION, at_least=10**9, plan=None),
    "refutation, a body of 10**18": lambda: saying(REFUTATION, body_bytes=10**18),
    "proof, one line of text": lambda: with_proof(b"1 " * 8 * MEGA),
    "proof, one number": lambda: with_proof(b"1" * 30 * MEGA),
    "proof, many hints": lambda: with_proof(b"99999 0 " + b"1 " * 3 * MEGA + b"0\n"),
    "proof, many literals": lambda: with_proof(b"99999 " + b"1 " * 3 * MEGA + b"0 1 0\n"),
    "proof, one binary line": lambda: with_proof(b"a" + b"\x82\x00" * 8 * MEGA),
    "proof, one binary number": lambda: with_proof(b"a" + b"\x82" * 30 * MEGA),
}

TABLES = [name for name in BOMBS if name.startswith("bounds, ")]
"""Which are not false, but take too long."""

for _side in (6, 8, 100):
    for _of in (LABELLING, REFUTATION, INVARIANT):
        BOMBS[f"{_of.kind}, {_side} x {_side} tiles"] = partial(large_board, _of, _side)
    for _form in ("shifts", "horizon"):
        BOMBS[f"formula {_form}, {_side} x {_side} tiles"] = partial(large_formula, _form, _side)

NAMES = [chr(k) for k in range(0x4E00, 0x4E00 + 5_000)]
"""A letter for each of very many pieces."""


def crowd(side: int, pieces: int, metric: str, labelled: str = "") -> SlidingPuzzle:
    """Pieces of one cell, row by row; the first is to get to the last cell."""
    cells = NAMES[:pieces] + ["."] * (side * side - pieces)
    board = "/".join("".join(cells[side * r : side * r + side]) for r in range(side))
    goal = "/".join("." * side for _ in range(side - 1)) + "/" + "." * (side - 1) + NAMES[0]
    return sliding(board, metric, goal=goal, labelled=labelled)


def start_alone(puzzle: SlidingPuzzle, **changes: Any) -> Files:
    """The start is labelled 0; then there is nothing to look up."""
    start = puzzle.pack(puzzle.canonical(puzzle.start))
    told: dict[str, Any] = {"at_least": 1} | changes
    return Files(certificate(puzzle, [[start]], [], **told))


BOARDS: dict[str, Callable[[], SlidingPuzzle]] = {
    "5,000 pieces that are alike": lambda: crowd(71, 5_000, "piece"),
    "5,000 pieces on half of the board": lambda: crowd(100, 5_000, "piece"),
    "5,000 labelled pieces": lambda: crowd(100, 5_000, "line", labelled="*"),
    "one piece with 10,000 places": lambda: crowd(100, 1, "piece"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_large_boards_are_checked_soon(name: str) -> None:
    """Some 20 to 40 kB; the first took 104 seconds and 9.5 GB."""
    puzzle = BOARDS[name]()
    assert in_child(lambda: outcome(start_alone(puzzle))) == "accepted"
    mirrored = start_alone(puzzle, version=4, symmetry="left-right")
    assert in_child(lambda: outcome(mirrored)) == "rejected", "the goal is on one side"


def test_the_moves_of_10000_places_are_looked_up_soon() -> None:
    files = start_alone(crowd(100, 1, "piece"), at_least=None)
    assert in_child(lambda: outcome(files)) == "rejected"


def test_a_long_plan_on_a_large_board_is_replayed_soon() -> None:
    """The states are not kept: 100,000 of 5,000 pieces would take 4 GB."""
    puzzle = crowd(71, 5_000, "unit")
    there_and_back = [f"{NAMES[4_999]}E", f"{NAMES[4_999]}W"] * 1_000
    files = start_alone(puzzle, plan=there_and_back)
    assert in_child(lambda: outcome(files)) == "rejected", "it ends where it began"


# --- products that a header can ask for ---------------------------------------------------


def claiming(kind: str, puzzle: AnyPuzzle, **keys: Any) -> Files:
    """A certificate of another kind than a labelling, without a body."""
    gone: dict[str, Any] = dict.fromkeys(("sizes", "backward"), ...)
    return Files(certificate(puzzle, [], [], kind=kind, **(gone | keys)))


def survey(puzzle: AnyPuzzle, sources: int = 0, **claims: Any) -> Files:
    numbers = [str(puzzle.pack(puzzle.canonical(puzzle.start)))] * sources
    told: dict[str, Any] = {"at_least": ..., "plan": ..., "claims": claims, "sources": numbers}
    return claiming("survey", puzzle, **told)


def invariant(puzzle: AnyPuzzle, goals: int, lemmas: int) -> Files:
    lemma = {"form": "pagoda", "features": "facts", "weights": [0] * 10_000}
    argument = {"lemmas": [lemma] * lemmas, "goals": [[*range(lemmas)]] * goals}
    return claiming("invariant", puzzle, at_least=None, argument=argument)


def of_two_cells(pieces: int) -> SlidingPuzzle:
    """A piece in each row, each of another shape."""
    rows = [name + "." * k + name + "." * (pieces - k) for k, name in enumerate(NAMES[:pieces])]
    empty = "." * (pieces + 2)
    goal = [empty] * pieces + [rows[0]]
    return sliding("/".join([*rows, empty]), "unit", goal="/".join(goal))


def many_records(pieces: int, states: int) -> Files:
    """States, each labelled 0, of which each is one step of the last piece from the one before."""
    puzzle = crowd(40, pieces, "unit", labelled="*")
    first = puzzle.pack(puzzle.start)
    return Files(certificate(puzzle, [[first + k for k in range(states)]], [], at_least=1))


TILES, OPEN = (
    load("taquin-t1"),
    sliding("ABCDEFG../.........", "piece", goal="........./........A", labelled="*"),
)
SOLVED = (OPEN.places[0][-1], *OPEN.start[1:])
SPARSE = crowd(30, 30, "piece", labelled="*")
PRODUCTS: dict[str, Callable[[], Files]] = {
    "records x pieces": lambda: many_records(1_000, 590),
    "states x moves": lambda: survey(SPARSE, optimum=1),
    "moves of a plan x pieces": lambda: start_alone(
        crowd(71, 5_000, "unit"), plan=[f"{NAMES[4_999]}E", f"{NAMES[4_999]}W"] * 1_000
    ),
    "goals x arrangements": lambda: Files(
        certificate(OPEN, [[OPEN.pack(OPEN.start)]], [[OPEN.pack(SOLVED)]], at_least=1)
    ),
    "pieces x places": lambda: start_alone(of_two_cells(50), version=4, symmetry="half turn"),
    "tables of bounds": lambda: with_bounds("taquin-t1", [FIVES]),
    "clauses": lambda: saying(REFUTATION, at_least=2_000, plan=None),
    "hints x literals": lambda: with_proof(b"99999 0 " + b"1 " * MEGA + b"0\n"),
    "states of a component": lambda: survey(TILES, hardest_start={"moves": 1}),
    "states of all placements": lambda: survey(OPEN, edges=1),
    "states claimed": lambda: survey(TILES, reached=10**18),
    "layers claimed": lambda: survey(TILES, from_goals=[1, 10**18]),
    "sources x states": lambda: survey(load("ane-rouge"), 300, diameter=1),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_products_are_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a small part of the work allowed, so that each ends after a moment."""
    files = PRODUCTS[name]()
    monkeypatch.setattr(budget, "WORK", 100_000)
    monkeypatch.setattr(budget, "WORK_A_BYTE", 0)
    assert in_child(lambda: outcome(files, as_users_do)) == "limited"


def as_users_do(files: Files, folder: Path) -> object:
    first, proof = files.put(folder)
    return check_file(first) if files.proof is None else check_formula(first, proof)


def test_moves_are_looked_up_as_they_are_made() -> None:
    """One state has a third of a million moves."""
    files = start_alone(crowd(40, 240, "piece", labelled="*"), at_least=None)
    assert in_child(lambda: outcome(files)) == "rejected"


def test_a_claim_that_is_too_small_ends_the_listing() -> None:
    assert in_child(lambda: outcome(survey(OPEN, configurations=1))) == "rejected"


DEPTHS = range(880, 1010, 8)
"""About where Python's own limit of nested calls is: what is read may be too deep to print."""


def outcome(files: Files, check: Callable[[Files, Path], object] = accepted) -> str:
    """``rejected``, ``limited``, ``accepted``, or the exception."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with limited(), budgeted():
                check(files, Path(folder))
        except (CertificateRejected, InstanceError, LimitReached) as error:
            word = "limited" if isinstance(error, LimitReached) else "rejected"
            return word if len(str(error).splitlines()) == 1 else repr(error)
    return "accepted"


HEAVY = re.compile(r"refutation, (?!10|a body)|.* tiles|.* of 300|proof|.*million")
"""Which take a second or more."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if HEAVY.match(name) else name for name in BOMBS],
)
def test_bombs_end_soon(name: str) -> None:
    files = BOMBS[name]()
    assert in_child(lambda: outcome(files)) == ("limited" if name in TABLES else "rejected")


@pytest.mark.parametrize("of", [LABELLING, REFUTATION, INVARIANT], ids=lambda one: one.kind)
def test_nothing_is_too_deep_to_be_named(of: Subject) -> None:
    """One checker: how deep another's calls are decides which of two faults it names."""

    def check(files: Files, folder: Path) -> None:
        check_file(files.put(folder)[0], by_rules=True)

    for key in ("version", "kind", "metric", "at_least", "plan", "sizes", "body_bytes", "argument"):
        for depth in DEPTHS:
            assert outcome(nested(of, key, depth), check) in ("rejected", "accepted")


# --- the command line ---------------------------------------------------------------------


def command(*words: str | Path) -> tuple[int, str]:
    """The exit code and what was said on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "puzzleproof", "verify", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM)),
    )
    return done.returncode, done.stderr


COMMANDED = (
    "empty",
    "zeros",
    "labelling, 300 MB of zeros",
    "labelling, sizes and body of 10**18",
    "refutation, one number",
    "invariant, a body of 300 MB",
    "refutation, 8 x 8 tiles",
)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if HEAVY.match(name) else name
        for name in COMMANDED
    ],
)
def test_the_command_rejects_bombs(name: str, tmp_path: Path) -> None:
    files = BOMBS[name]()
    first, proof = files.put(tmp_path)
    code, said = command(first, *(() if files.proof is None else ("--proof", proof)))
    *notes, _ = said.splitlines()
    assert code == 50, said
    assert all(note.startswith("note: a table of ") for note in notes), said


@pytest.mark.parametrize("place", [".", "missing", "/dev/null", "/dev/zero", "/dev/full"])
def test_the_command_rejects_what_is_no_file(place: str, tmp_path: Path) -> None:
    code, said = command(tmp_path / place)
    assert (code, len(said.splitlines())) == (50 if place.startswith("/dev") else 40, 1), said
    whole = FORMULA.files.put(tmp_path)[0]
    code, said = command(whole, "--proof", tmp_path / place)
    assert (code, len(said.splitlines())) == (50 if place.startswith("/dev") else 40, 1), said
