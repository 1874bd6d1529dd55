"""Pictures for notebooks: of puzzles, states, plans, graphs, and verdicts with their plans.

Puzzles and verdicts have the methods `_repr_svg_` and `_repr_html_`.  `show_puzzles` and
`show_verdicts` say how these draw, once somebody uses the Python interface.  They draw SVG and HTML
without a script, so a saved notebook shows the pictures too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzleproof.arguments import (
    PuzzleLike,
    explains_missing_libraries,
    named_puzzle,
    raising_interrupts,
    words_of,
)
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.files import written_whole
from puzzleproof.models.puzzle import AnyPuzzle, Puzzle, State
from puzzleproof.options import given

if TYPE_CHECKING:
    from puzzleproof.provers.verdict import Verdict
    from puzzleproof.render.draw import Film
    from puzzleproof.render.palette import Theme
    from puzzleproof.render.scene import Scene
    from puzzleproof.widget import PlanWidget

STEPS = 400
"""The most moves of a plan that is shown step by step."""


@dataclass(frozen=True)
class Drawing:
    """A picture, made by `picture`, `state_graph` or `PlanView.strip`."""

    scene: Scene

    def svg(self, theme: Theme = "auto") -> str:
        """The text of an SVG file; ``auto`` follows the reader's preference for light or dark."""
        from puzzleproof.render.svg import svg

        return svg(self.scene, theme)

    @explains_missing_libraries
    def png(self, theme: Theme = "light") -> bytes:
        """The bytes of a PNG file, two pixels a unit of the SVG; needs the extra ``pictures``."""
        from puzzleproof.render.raster import png

        return png(self.scene, theme)

    @explains_missing_libraries
    def save(self, path: str | Path, theme: Theme = "auto") -> None:
        """Write a file by its suffix: ``.svg`` or ``.png``; raises NotationError for another."""
        _save(path, {".svg": lambda: self.svg(theme).encode(), ".png": lambda: self.png(theme)})

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        """Return what it shows."""
        return f"<Drawing {self.scene.title!r}>"


@dataclass(frozen=True)
class PlanView:
    """A plan to look at, made by `film`: step by step, as a strip, or as an animation."""

    film: Film

    def strip(self) -> Drawing:
        """Every position on one page."""
        return Drawing(self.film.filmstrip())

    def position(self, number: int) -> Drawing:
        """The position after a number of moves; raises NotationError beyond the plan."""
        return Drawing(self.film.position(number))

    def html(self, theme: Theme = "auto") -> str:
        """The positions one at a time, with buttons, as a part of a page without a script."""
        from puzzleproof.render.html import stepper

        return stepper(self.film, theme)

    @explains_missing_libraries
    def widget(self, theme: Theme = "auto", seconds: float = 0.6) -> PlanWidget:
        """The positions with a slider, buttons and keys, for a notebook with a kernel.

        Its ``position`` can be read, set and observed.  ``seconds`` is the time of a move while it
        plays.  Raises Unsupported without the extra ``notebook``, which `html` does not need.
        """
        from puzzleproof.widget import plan_widget

        return plan_widget(self.film, theme, seconds)

    def animated_svg(self, theme: Theme = "auto", seconds: float = 0.6) -> str:
        """The plan as an SVG that plays by itself, ``seconds`` a move."""
        from puzzleproof.render.motion import animated_svg

        return animated_svg(self.film, theme, seconds)

    @explains_missing_libraries
    def gif(self, theme: Theme = "light", seconds: float = 0.6) -> bytes:
        """The plan as a GIF; needs the extra ``pictures``."""
        from puzzleproof.render.raster import gif

        return gif(self.film, theme, seconds)

    @explains_missing_libraries
    def save(self, path: str | Path, theme: Theme = "auto") -> None:
        """Write the animation by its suffix: ``.svg`` or ``.gif``."""
        kinds = {
            ".svg": lambda: self.animated_svg(theme).encode(),
            ".gif": lambda: self.gif(theme),
        }
        _save(path, kinds)

    def __repr__(self) -> str:
        """Return the puzzle and the number of moves."""
        return f"<PlanView {self.film.title!r}>"

    def _repr_html_(self) -> str | None:
        return self.html() if len(self.film.plan) <= STEPS else None


def picture(puzzle: PuzzleLike, state: State | None = None) -> Drawing:
    """Draw a puzzle with its goal, or one state of it.

    Raises Unsupported for a state of cubes: only a plan (`film`) says how each cube is turned.
    """
    from puzzleproof.render import draw

    name, loaded = named_puzzle(puzzle)
    if state is None:
        return Drawing(draw.instance(loaded, name))
    return Drawing(draw.state(loaded, name, state))


def state_graph(
    puzzle: PuzzleLike,
    kind: str = "rings",
    metric: str | None = None,
    *,
    origin: str = "start",
    reachable: bool | None = None,
    plan: Iterable[str] | None = None,
    max_states: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Drawing:
    """Draw the state graph, as found by one search; ``puzzleproof draw --graph`` does the same.

    kind: ``rings`` (states on circles by distance), ``components`` (a spring layout of each),
        ``distances`` or ``degrees`` (how many states have each).
    origin: for rings and distances, ``start``, or ``goal`` for the distance to the nearest goal.
    reachable: only states that the start reaches, or all placements of the pieces; by default,
        rings and distances show the former, components and degrees the latter.
    plan: moves whose path is marked; by default a shortest path to a goal is.
    max_states: refuse graphs of more (by default 30,000 for ``rings`` and ``components``, else
        1,000,000).

    Limits in seconds and bytes.  Raises Unsupported for a graph with too many states and for cubes,
    LimitReached, IllegalMove or NotationError for a plan that the rules reject.
    """
    from puzzleproof.graph_pictures import GraphOptions
    from puzzleproof.verify.replay import replay

    asked = given(GraphOptions, locals())
    name, loaded = named_puzzle(puzzle, metric)
    moves = None if plan is None else words_of("plan", plan, "moves")
    states = None if moves is None else tuple(replay(loaded, moves))
    with raising_interrupts():
        return Drawing(asked.scene(name, loaded, states)[0])


def film(puzzle: PuzzleLike, plan: Iterable[str]) -> PlanView:
    """Show a plan; raises IllegalMove or NotationError for one that the rules reject."""
    from puzzleproof.render.draw import Film

    name, loaded = named_puzzle(puzzle)
    view = PlanView(Film(loaded, name, tuple(plan)))
    assert view.film.frames
    return view


def _save(path: str | Path, kinds: Mapping[str, Callable[[], bytes]]) -> None:
    make = kinds.get(Path(path).suffix.lower())
    if make is None:
        wanted = " or ".join(kinds)
        raise NotationError(f"{str(path)!r}: expected a name that ends in {wanted}")
    data = make()
    with written_whole(Path(path)) as part:
        part.write_bytes(data)


# --- what others show ---------------------------------------------------------------------


def show_puzzles() -> None:
    """Let notebooks draw every puzzle."""
    Puzzle.svg_by = _svg_of


def show_verdicts() -> None:
    """Let notebooks show every verdict with its plan, step by step."""
    from puzzleproof.provers.verdict import Verdict

    Verdict.html_by = _html_of
    show_puzzles()


def _svg_of(puzzle: AnyPuzzle) -> str | None:
    try:
        return picture(puzzle).svg()
    except Unsupported:
        return None


def _html_of(verdict: Verdict) -> str:
    from html import escape

    about = f"(metric {verdict.metric}), {verdict.status}, {verdict.grade}"
    words = f"{verdict.title}: {verdict.found} {about}"
    if verdict.instance is None or not verdict.plan or len(verdict.plan) > STEPS:
        return f"<p>{escape(words)}</p>"
    from puzzleproof.render.html import stepper

    return stepper(film(verdict.instance, verdict.plan).film, above=words)
