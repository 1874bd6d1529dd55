"""What a notebook shows: pictures of puzzles, states and plans, and a verdict with its plan.

Puzzles and verdicts know that they can be shown (`_repr_svg_`, `_repr_html_`) and not how: that is
said here, by `show_puzzles` and `show_verdicts`, once somebody uses the Python interface.  What is
shown is SVG and HTML without a script, so a saved notebook shows it too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzleproof.models.puzzle import AnyPuzzle, BasePuzzle, State

if TYPE_CHECKING:
    from puzzleproof.arguments import PuzzleLike
    from puzzleproof.provers.verdict import Verdict
    from puzzleproof.render.draw import Film
    from puzzleproof.render.palette import Theme
    from puzzleproof.render.scene import Scene

STEPS = 400
"""Moves at most of a plan that is shown step by step."""


@dataclass(frozen=True)
class Drawing:
    """A picture, made by `picture` or `PlanView.strip`."""

    scene: Scene

    def svg(self, theme: Theme = "auto") -> str:
        """The text of an SVG file; ``auto`` follows the reader's preference for light or dark."""
        from puzzleproof.render.svg import svg

        return svg(self.scene, theme)

    def png(self, theme: Theme = "light") -> bytes:
        """The bytes of a PNG file, two pixels a unit of the SVG; needs the extra ``pictures``."""
        from puzzleproof.render.raster import png

        return png(self.scene, theme)

    def save(self, path: str | Path, theme: Theme = "auto") -> None:
        """Write a file by its suffix: ``.svg`` or ``.png``; raises NotationError for another."""
        _save(path, {".svg": lambda: self.svg(theme).encode(), ".png": lambda: self.png(theme)})

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class PlanView:
    """A plan to look at, made by `film`: shown step by step, as a strip, or as an animation."""

    film: Film

    def strip(self) -> Drawing:
        """Every position on one page."""
        return Drawing(self.film.filmstrip())

    def position(self, number: int) -> Drawing:
        """The position after so many moves; raises NotationError beyond the plan."""
        return Drawing(self.film.position(number))

    def html(self, theme: Theme = "auto") -> str:
        """The positions one at a time, with buttons, as a part of a page; no script in it."""
        from puzzleproof.render.html import stepper

        return stepper(self.film, theme)

    def animated_svg(self, theme: Theme = "auto", seconds: float = 0.6) -> str:
        """The plan as an SVG that plays by itself, ``seconds`` a move."""
        from puzzleproof.render.motion import animated_svg

        return animated_svg(self.film, theme, seconds)

    def gif(self, theme: Theme = "light", seconds: float = 0.6) -> bytes:
        """The plan as a GIF; needs the extra ``pictures``."""
        from puzzleproof.render.raster import gif

        return gif(self.film, theme, seconds)

    def save(self, path: str | Path, theme: Theme = "auto") -> None:
        """Write the animation by its suffix: ``.svg`` or ``.gif``."""
        kinds = {
            ".svg": lambda: self.animated_svg(theme).encode(),
            ".gif": lambda: self.gif(theme),
        }
        _save(path, kinds)

    def _repr_html_(self) -> str | None:
        return self.html() if len(self.film.plan) <= STEPS else None


def picture(puzzle: PuzzleLike, state: State | None = None) -> Drawing:
    """Draw a puzzle with its goal, or one state of it.

    Raises Unsupported for a state of cubes: what a stack shows is said by a plan (`film`).
    """
    from puzzleproof.arguments import named_puzzle
    from puzzleproof.render import draw

    name, loaded = named_puzzle(puzzle)
    if state is None:
        return Drawing(draw.instance(loaded, name))
    return Drawing(draw.state(loaded, name, state))


def film(puzzle: PuzzleLike, plan: Iterable[str]) -> PlanView:
    """Show a plan; raises IllegalMove or NotationError for one that the rules reject."""
    from puzzleproof.arguments import named_puzzle
    from puzzleproof.render.draw import Film

    name, loaded = named_puzzle(puzzle)
    view = PlanView(Film(loaded, name, tuple(plan)))
    assert view.film.frames
    return view


def _save(path: str | Path, kinds: Mapping[str, Callable[[], bytes]]) -> None:
    from puzzleproof.models.errors import InstanceError, NotationError

    make = kinds.get(Path(path).suffix.lower())
    if make is None:
        wanted = " or ".join(kinds)
        raise NotationError(f"{str(path)!r}: expected a name that ends in {wanted}")
    try:
        Path(path).write_bytes(make())
    except OSError as error:
        raise InstanceError(f"{str(path)!r}: cannot be written: {error.strerror}") from None


# --- what others show ---------------------------------------------------------------------


def show_puzzles() -> None:
    """Have every puzzle drawn in a notebook."""
    BasePuzzle.svg_by = _svg_of


def show_verdicts() -> None:
    """Have every verdict shown in a notebook with its plan, step by step."""
    from puzzleproof.provers.verdict import Verdict

    Verdict.html_by = _html_of
    show_puzzles()


def _svg_of(puzzle: AnyPuzzle) -> str | None:
    from puzzleproof.models.errors import Unsupported

    try:
        return picture(puzzle).svg()
    except Unsupported:
        return None


def _html_of(verdict: Verdict) -> str:
    from html import escape

    words = _words(verdict)
    if verdict.instance is None or not verdict.plan or len(verdict.plan) > STEPS:
        return f"<p>{escape(words)}</p>"
    from puzzleproof.render.html import stepper

    return stepper(film(verdict.instance, verdict.plan).film, above=words)


def _words(verdict: Verdict) -> str:
    """Status, bounds with their metric, and grade: no more than the verdict says."""
    bounds: Sequence[str] = [
        f"{words} {bound}"
        for words, bound in (("at least", verdict.lower), ("at most", verdict.upper))
        if bound is not None
    ]
    moves = " and ".join(bounds) + " moves" if bounds else "no bounds"
    if verdict.status == "unsolvable":
        moves = "no plan"
    elif verdict.optimum is not None:
        moves = "1 move" if verdict.optimum == 1 else f"{verdict.optimum} moves"
    return f"{verdict.title}: {moves} (metric {verdict.metric}), {verdict.status}, {verdict.grade}"
