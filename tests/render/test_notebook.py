"""What a notebook shows of puzzles, states, plans and verdicts."""

import errno
from pathlib import Path

import pytest

import puzzleproof as pp
from puzzleproof.models.puzzle import Puzzle
from puzzleproof.notebook import STEPS


def test_a_verdict_is_shown_with_its_plan_and_says_no_more_than_it_knows() -> None:
    proven = pp.prove("frogs-1-1")._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert proven is not None
    assert "3 moves (metric move), optimal, certified" in proven
    assert proven.count("<svg ") == 4
    found = pp.solve("tiles-2x2")._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert found is not None
    assert "optimal" not in found
    assert "at most 6 moves" in found
    none = pp.prove("european-centre")._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert none is not None
    assert "no plan (metric move), unsolvable" in none
    assert "<svg" not in none


def test_states_and_plans_have_pictures_that_can_be_saved(tmp_path: Path) -> None:
    puzzle = pp.load("frogs-1-1")
    pp.picture(puzzle, puzzle.start).save(tmp_path / "state.svg")
    view = pp.film(puzzle, ["3-2", "1-3", "2-1"])
    view.strip().save(tmp_path / "strip.svg", "dark")
    view.position(1).save(tmp_path / "one.svg")
    view.save(tmp_path / "plan.svg")
    assert all(path.read_text().startswith("<svg ") for path in tmp_path.glob("*.svg"))
    assert "@keyframes" in (tmp_path / "plan.svg").read_text()
    with pytest.raises(pp.NotationError, match=r"\.svg or \.png"):
        view.strip().save(tmp_path / "x.jpg")
    view.strip().save(tmp_path / "new" / "x.svg")
    with pytest.raises(pp.InstanceError, match=r"one\.svg' is not a folder"):
        view.strip().save(tmp_path / "one.svg" / "x.svg")


def test_what_is_shown_as_a_picture() -> None:
    """Puzzles, but no state of cubes; plans that are not too long, nor bad."""
    puzzle, cubes = pp.load("frogs-1-1"), pp.load("four-cubes")
    assert isinstance(puzzle, Puzzle)
    shown = getattr(puzzle, "_repr_svg_")()  # noqa: B009  notebooks look for it
    assert shown == pp.picture("frogs-1-1").svg()
    with pytest.raises(pp.Unsupported, match="draws plans"):
        pp.picture(cubes, cubes.start)
    with pytest.raises(pp.IllegalMove):
        pp.film("frogs-1-1", ["9-9"])
    long = pp.film("tiles-2x2", ["N", "S"] * STEPS)
    assert long._repr_html_() is None  # pyright: ignore[reportPrivateUsage]


def test_a_picture_that_is_there_stays_where_another_cannot_be_made(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    picture = pp.picture("hughes")
    picture.save(path)
    before = path.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "write_bytes", failing)
        with pytest.raises(pp.OutputError):
            picture.save(path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["a.svg"]


def failing(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")
