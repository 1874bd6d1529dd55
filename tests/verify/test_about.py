"""Which board a claim is about: no name makes one board look like another."""

from dataclasses import replace

import pytest

from puzzleproof.models.instances import dumps, library_names, load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify import about
from puzzleproof.verify.about import drawing, fingerprint, library_name, listed, subject
from tests.support.boards import sliding

TITLE = "L'Âne Rouge"


def named(name: str, puzzle: AnyPuzzle | None = None) -> AnyPuzzle:
    puzzle = puzzle or sliding("AB/..", goal="BA/..")
    return replace(puzzle, info=puzzle.info._replace(name=name))


@pytest.mark.parametrize("name", library_names())
def test_every_row_of_the_library_is_known_whatever_its_name(name: str) -> None:
    puzzle = load(name)
    stored = loads(dumps(named("another name", puzzle)), stored=True)
    assert library_name(stored) == name
    assert library_name(stored.with_metric(stored.metrics[-1])) == name
    assert subject(stored).startswith(f"the library's {name}")


def test_the_smallest_change_is_another_board() -> None:
    text = dumps(load("ane-rouge"))
    for one, other in (
        ("I..J", "I.J."),
        ('labelled = "B"', 'labelled = "BA"'),
        ("labelled = ", "axis_locked = true\nlabelled = "),
    ):
        changed = loads(text.replace(one, other, 1))
        assert library_name(changed) is None
        assert fingerprint(changed) != fingerprint(load("ane-rouge"))
        assert subject(changed) == f'"{TITLE}" (the file\'s own word)'


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("ane-rouge", "'ane-rouge'"),
        ("the library's ane-rouge", '"the library\'s ane-rouge"'),
        ("\u0430ne-rouge", "'\\u0430ne-rouge'"),
        ("x\u2019: minimum 3 moves", "'x\\u2019: minimum 3 moves'"),
        ("\uff41ne", "'\\uff41ne'"),
        ("ane\u200b-rouge\u202e", "'ane?-rouge?'"),
        ("A\u0302ne", "'A\\u0302ne'"),
        ("\\u0430ne", "'\\\\u0430ne'"),
        (f"{TITLE} 橫刀立馬 ハノイ", f'"{TITLE} 橫刀立馬 ハノイ"'),
    ],
)
def test_letters_that_look_like_others_get_an_escape_code(name: str, printed: str) -> None:
    assert subject(named(name)) == f"{printed} (the file's own word)"


def test_a_small_board_is_drawn_with_all_that_the_rules_need() -> None:
    assert drawing(load("hughes")) == [
        *("board:", "  A.1", "  A.2", "  633", "  554"),
        *("goal:", "  ...", "  ...", "  ..A", "  ..A", "labelled: A"),
    ]
    assert drawing(load("english-centre"))[-1] == "  ..xxx.."
    assert "finish: [3, 3]" in drawing(load("english-centre"))


def test_a_piece_that_cannot_be_seen_or_looks_like_another_is_told() -> None:
    for letter, code in (("\u0410", "0x0410"), ("\u2800", "0x2800")):
        lines = drawing(sliding(f"A{letter}/..", goal=f"{letter}A/.."))
        assert lines[-1] == f"letters beyond ASCII: {code}"


def test_a_large_board_has_a_size_and_a_fingerprint() -> None:
    rows = [*["A" + "." * 29], *["." * 30] * 40]
    puzzle = sliding("/".join(rows), goal="/".join(rows[::-1]))
    (line,) = drawing(puzzle)
    assert line == f"board: 41 rows x 30 columns, fingerprint {fingerprint(puzzle)}"
    assert len(fingerprint(puzzle)) == 64


def test_every_statistic_has_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    hardest = {"moves": 3, "states": 1_000, "unreachable": 0}
    figures = {"from_goals": [1, 2_000], "optimum": None, "degrees": {"2": 5, "3": 1}, "goals": 4}
    assert listed({**figures, "hardest_start": hardest, "plans": 1_234}) == (
        "from goals 1 2,000, optimum none, degrees (2: 5, 3: 1), goals 4, "
        "hardest start (moves: 3, states: 1,000, unreachable: 0), plans 1,234"
    )
    monkeypatch.setattr(about, "ENTRIES", 9)
    assert listed({"layers": [*range(10)]}) == "layers 0 1 2 3 … 6 7 8 9 (10 entries)"
