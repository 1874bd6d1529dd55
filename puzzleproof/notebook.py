"""Pictures of puzzles, states, plans, graphs and verdicts, for notebooks.

When a puzzle is loaded, proven or solved, `show_in_notebooks` makes notebooks show puzzles as SVG
and verdicts as HTML.  Neither text has a script, so a saved notebook shows the pictures too.
`stepper` turns each position of a plan into a radio button with a picture.  The arrow keys, and the
labels below the picture, lead to the positions before and after.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from puzzleproof.arguments import MOVES, PuzzleLike, function_for_all, named_puzzle
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle, Puzzle, State
from puzzleproof.options import given
from puzzleproof.provers.verdict import Verdict
from puzzleproof.render import draw
from puzzleproof.render.draw import Film
from puzzleproof.render.motion import animated_svg
from puzzleproof.render.palette import SURFACES, Theme
from puzzleproof.render.scene import Scene
from puzzleproof.render.svg import style_sheet, svg
from puzzleproof.written import check_target, write_file

if TYPE_CHECKING:
    from puzzleproof.widget import PlanWidget

STEPS = 400
"""The greatest length of a plan that is shown step by step."""
_numbers = count(1)
"""Numbers in the names of shown plans, so that a notebook may show the same plan twice."""


@dataclass(frozen=True)
class Drawing:
    """A picture that `picture`, `state_graph` or `PlanView.strip` returns."""

    scene: Scene

    def svg(self, theme: Theme = "auto") -> str:
        """Return the text of an SVG; ``auto`` follows the reader's choice of light or dark."""
        return svg(self.scene, theme)

    @function_for_all
    def png(self, theme: Theme = "light") -> bytes:
        """Return the bytes of a PNG, of twice the SVG's size; needs the extra ``pictures``."""
        from puzzleproof.render.raster import png

        return png(self.scene, theme)

    @function_for_all
    def save(self, path: str | Path, theme: Theme = "auto", *, force: bool = False) -> None:
        """Write an ``.svg`` or ``.png`` file; raises NotationError for any other suffix.

        Raises InstanceError if the file exists and is not a picture of the same scene, unless
        ``force`` allows replacing it.
        """
        about = fingerprint("drawing", self.scene)
        _save(self, path, (".svg", ".png"), theme, about, force=force)

    def encoded(self, suffix: str, theme: Theme) -> bytes:
        """Return the bytes of a file with this suffix."""
        return self.svg(theme).encode() if suffix.lower() == ".svg" else self.png(theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        """Return the title of the scene."""
        return f"<Drawing {self.scene.title!r}>"


@dataclass(frozen=True)
class PlanView:
    """A plan, as `film` returns it, to be shown move by move, as a strip or as an animation."""

    film: Film

    def strip(self) -> Drawing:
        """Draw every position on one page."""
        return Drawing(self.film.filmstrip())

    def position(self, number: int) -> Drawing:
        """Draw the position after a number of moves; raises NotationError after the plan's end."""
        return Drawing(self.film.position(number))

    def html(self, theme: Theme = "auto") -> str:
        """Return HTML that shows one position at a time, with buttons and without a script."""
        return stepper(self.film, theme)

    @function_for_all
    def widget(self, theme: Theme = "auto", seconds: float = 0.6) -> PlanWidget:
        """Show the positions with a slider, buttons and keys, in a notebook with a kernel.

        The widget's ``position`` can be read, set and observed.  ``seconds`` is the time for each
        move while the plan plays.  Raises Unsupported without the extra ``notebook``, which `html`
        does not need.
        """
        from puzzleproof.widget import plan_widget

        return plan_widget(self.film, theme, seconds)

    def animated_svg(self, theme: Theme = "auto", seconds: float = 0.6) -> str:
        """Return the plan as an SVG that plays by itself, ``seconds`` for each move."""
        return animated_svg(self.film, theme, seconds)

    @function_for_all
    def gif(self, theme: Theme = "light", seconds: float = 0.6) -> bytes:
        """Return the plan as a GIF; needs the extra ``pictures``."""
        from puzzleproof.render.raster import gif

        return gif(self.film, theme, seconds)

    @function_for_all
    def save(self, path: str | Path, theme: Theme = "auto", *, force: bool = False) -> None:
        """Write the animation as ``.svg`` or ``.gif``; ``force`` is as in `Drawing.save`."""
        about = fingerprint("film", self.film.plan, puzzle=self.film.puzzle)
        _save(self, path, (".svg", ".gif"), theme, about, force=force)

    def encoded(self, suffix: str, theme: Theme, seconds: float = 0.6) -> bytes:
        """Return the bytes of a file with this suffix."""
        is_gif = suffix.lower() == ".gif"
        return self.gif(theme, seconds) if is_gif else self.animated_svg(theme, seconds).encode()

    def __repr__(self) -> str:
        """Return the puzzle and the number of moves."""
        return f"<PlanView {self.film.title!r}>"

    def _repr_html_(self) -> str | None:
        return self.html() if len(self.film.plan) <= STEPS else None


def picture(puzzle: PuzzleLike, state: State | None = None) -> Drawing:
    """Draw a puzzle with its goal, or one of its states.

    Raises Unsupported for a state of cubes: only a plan (`film`) says how each cube is turned.
    """
    name, loaded = named_puzzle(puzzle)
    if state is None:
        return Drawing(draw.instance(loaded, name))
    return Drawing(draw.state(loaded, name, state))


def state_graph(
    puzzle: PuzzleLike,
    kind: str = "rings",
    metric: str | None = None,
    *,
    plan: Iterable[str] | None = None,
    max_states: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Drawing:
    """Draw the state graph, which one search finds, as ``puzzleproof draw --graph`` does.

    kind: ``rings`` (states on circles by distance), ``components`` (a spring layout of each
        component), ``distances`` or ``degrees`` (how many states have each value).  Rings and
        distances show the states that the start reaches, by distance from the start; with
        ``:goal``, as in ``rings:goal``, by distance to the nearest goal.  Components and degrees
        show all placements of the pieces; with ``:reachable``, only states that the start reaches.
    plan: moves whose path is marked; by default a shortest path to a goal is marked.
    max_states: refuse graphs of more states (by default 30,000 for ``rings`` and ``components``,
        else 1,000,000).

    The limits are in seconds and bytes.  Raises Unsupported for a graph with too many states and
    for cubes, LimitReached at a limit, IllegalMove or NotationError for a plan that the rules
    reject.
    """
    from puzzleproof.graph_pictures import GraphOptions
    from puzzleproof.verify.replay import replay

    asked = given(GraphOptions, locals())
    name, loaded = named_puzzle(puzzle, metric)
    states = None if plan is None else tuple(replay(loaded, MOVES.of("plan", plan)))
    return Drawing(asked.scene(name, loaded, states)[0])


def film(puzzle: PuzzleLike, plan: Iterable[str]) -> PlanView:
    """Show a plan; raises IllegalMove or NotationError if the rules reject it."""
    name, loaded = named_puzzle(puzzle)
    view = PlanView(Film(loaded, name, tuple(plan)))
    assert view.film.frames
    return view


def _save(
    shown: Drawing | PlanView,
    path: str | Path,
    suffixes: Sequence[str],
    theme: Theme,
    about: str,
    *,
    force: bool,
) -> None:
    suffix = Path(path).suffix.lower()
    if suffix not in suffixes:
        wanted = " or ".join(suffixes)
        raise NotationError(f"{str(path)!r}: expected a name that ends in {wanted}")
    check_target("path", Path(path), "", about, force=force)
    write_file("path", Path(path), shown.encoded(suffix, theme), about)


# --- move by move ---------------------------------------------------------------------------


def stepper(film: Film, theme: Theme = "auto", above: str = "") -> str:
    """Return HTML that shows a plan, a position at a time, below the text ``above`` or a title.

    The chosen radio button shows its position; invisible buttons take the focus.
    """
    text = f"{film.title} {film.name} {' '.join(film.plan)}"
    name = f"puzzleproof-{zlib.crc32(text.encode()):08x}-{next(_numbers)}"
    root, frame = f".{name}", SURFACES["dark" if theme == "dark" else "light"]["frame"]
    rules = (
        f"{root} input{{position:absolute;opacity:0}}"
        f"{root} figure{{display:none;margin:0}}"
        f"{root} input:checked+figure{{display:inline-block}}"
        f"{root} input:focus-visible+figure{{outline:2px solid {frame}}}"
        f"{root} nav{{display:flex;gap:1em;justify-content:space-between}}"
        f"{root} label{{cursor:pointer;padding:.3em .8em;border:1px solid {frame};"
        "border-radius:.3em}"
    )
    steps = "".join(_step(film, k, name, theme) for k in range(len(film.frames)))
    return (
        f'<div class="puzzleproof-{theme} {name}"><style>{style_sheet(theme)}{rules}'
        f'</style><p>{escape(above or film.title)}</p><div role="radiogroup" '
        f'aria-label="positions">{steps}</div></div>\n'
    )


def _step(film: Film, number: int, name: str, theme: Theme) -> str:
    caption, last = film.frames[number].caption, len(film.frames) - 1
    checked = "" if number else " checked"
    picture = svg(film.position(number), theme, style=False).strip()
    before, after = (
        f'<label for="{name}-{to}">{text}</label>'
        for to, text in (
            (max(0, number - 1), "\u25c2 back"),
            (min(last, number + 1), "next \u25b8"),
        )
    )
    return (
        f'<input type="radio" name="{name}" id="{name}-{number}" '
        f'aria-label="{escape(caption)}"{checked}>'
        f"<figure>{picture}<nav>{before}<span>{number} / {last}</span>{after}</nav></figure>"
    )


# --- puzzles and verdicts ---------------------------------------------------------------------


def show_in_notebooks() -> None:
    """Let notebooks draw every puzzle, and show every verdict's plan move by move."""
    Verdict.html_by = _html_of
    setattr(Puzzle, "_repr_svg_", _svg_of)  # noqa: B010  `Puzzle` does not declare it


def _svg_of(puzzle: AnyPuzzle) -> str | None:
    try:
        return picture(puzzle).svg()
    except Unsupported:
        return None


def _html_of(verdict: Verdict) -> str:
    about = f"(metric {verdict.metric}), {verdict.status}, {verdict.grade}"
    words = f"{verdict.title}: {verdict.found} {about}"
    if verdict.instance is None or not verdict.plan or len(verdict.plan) > STEPS:
        return f"<p>{escape(words)}</p>"
    return stepper(film(verdict.instance, verdict.plan).film, above=words)
