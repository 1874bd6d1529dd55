"""Claims and what is proven of them: each claim is judged by its own board."""

from __future__ import annotations

from pathlib import Path

import puzzleproof as pp
from puzzleproof.models.instances import dumps, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.audit import Audit, Claim
from puzzleproof.provers.batch.claims import claims_of
from puzzleproof.provers.process import NO_LIMITS

SMALL, LARGE = load("frogs-1-1"), load("frogs-2-2")
"""Their minima are 3 and 8 moves."""


def tables(folder: Path, *, claimed: tuple[int, int] = (3, 8)) -> list[str]:
    """Two folders, each with a table of its own and an ``x.toml`` of its own."""
    paths = list[str]()
    for name, puzzle, moves in zip("ab", (SMALL, LARGE), claimed, strict=True):
        (folder / name).mkdir()
        (folder / name / "x.toml").write_text(without_known(puzzle), encoding="utf-8")
        table = folder / name / "c.csv"
        table.write_text(f"puzzle,claimed\nx.toml,{moves}\n", encoding="utf-8")
        paths.append(str(table))
    return paths


def without_known(puzzle: AnyPuzzle) -> str:
    return dumps(puzzle).split("\n[[known]]")[0]


def test_boards_of_one_name_are_two_questions() -> None:
    claims = [Claim("x", SMALL, None, 3), Claim("x", LARGE, None, 8)]
    assert [job.puzzle for job in Audit(claims, NO_LIMITS).jobs] == [SMALL, LARGE]
    assert [found.verdict for found in pp.audit(claims, jobs=1)] == ["confirmed", "confirmed"]


def test_one_board_under_two_names_is_one_question() -> None:
    claims = [Claim("x", SMALL, None, 3), Claim("y", SMALL, "move", 4)]
    audit = Audit(claims, NO_LIMITS)
    (job,) = audit.jobs
    assert audit.finding(0) is None
    audit.answers[0] = job.run()
    found = [audit.finding(k) for k in range(2)]
    assert [one and one.verdict for one in found] == ["confirmed", "refuted"]


def test_tables_that_use_one_relative_name_are_about_boards_of_their_own(tmp_path: Path) -> None:
    first, second = claims_of(tables(tmp_path)).claims
    assert (first.name, second.name) == (f"{tmp_path}/a/x.toml", f"{tmp_path}/b/x.toml")
    found = pp.audit([first, second], jobs=1)
    assert [(one.verdict, one.proven) for one in found] == [("confirmed", 3), ("confirmed", 8)]
