"""Pictures that were looked at once and are compared by their bytes since.

``python -m tests.support.golden_pictures`` writes the files again: look at each one that has
changed before it is committed.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from puzzleproof.models.graph_view import GraphView, Origin
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.picture import HasPictures
from puzzleproof.provers.survey.drawn import ViewRequest, view_of
from puzzleproof.render import draw
from puzzleproof.render.draw import Film
from puzzleproof.render.graphs import GRAPHS
from puzzleproof.render.motion import animated_svg
from puzzleproof.render.scene import Group, Scene, Shape
from puzzleproof.render.svg import svg

S = TypeVar("S", bound=Shape)
FOLDER = Path(__file__).resolve().parents[1] / "render" / "golden"

PLANS = {
    "frogs-1-1": "3-2 1-3 2-1",
    "triangle-4": "24-8 0-16 26-24-8 18-16-0-18 27-9",
    "tiles-2x2": "N W S E N W",
    "hughes": "2WN 3N 4NW 5E 6S 4W 3S 2SE AE 4NN 6NN 3W 5W 2SS 1SS AE 6EN 3N 1WW 2NW ASS",
    "instant-insanity": "0:urdl 1:urdl 2:lfrb 3:lurd",
}


PUZZLES = ((name, load(name)) for name in library_names())
PICTURED = {
    name: puzzle.picture(puzzle.start)
    for name, puzzle in PUZZLES
    if isinstance(puzzle, HasPictures)
}
"""The start of each instance that has pictures of its states."""


def film(name: str, plan: str | None = None) -> Film:
    """A film of a plan given here."""
    moves = PLANS[name] if plan is None else plan
    return Film(load(name), name, tuple(moves.split()))


def graph_view(name: str, kind: str, *, origin: Origin = "start") -> GraphView:
    """What a picture of a state graph shows of an instance of the library."""
    of = GRAPHS[kind]
    request = ViewRequest(of.max_states, of.whole, origin, of.marks)
    return view_of(load(name), name, request)


def graph(name: str, kind: str, *, origin: Origin = "start") -> Scene:
    """A picture of a state graph."""
    return GRAPHS[kind].draw(graph_view(name, kind, origin=origin))


GOLDEN: dict[str, Callable[[], str]] = {
    "sliding": lambda: svg(draw.instance(load("simplicity"), "simplicity")),
    "sliding-halves": lambda: svg(draw.goals(load("century"), "century"), "dark"),
    "pegs": lambda: svg(film("triangle-4").position(4)),
    "frogs": lambda: svg(film("frogs-1-1").filmstrip()),
    "tiles": lambda: svg(film("tiles-2x2").filmstrip(), "light"),
    "cubes": lambda: svg(draw.instance(load("four-cubes"), "four-cubes")),
    "stack": lambda: svg(film("instant-insanity").filmstrip()),
    "rings": lambda: svg(graph("simplicity", "rings")),
    "rings-goal": lambda: svg(graph("triangle-4", "rings", origin="goal"), "dark"),
    "components": lambda: svg(graph("moving-day", "components"), "light"),
    "distances": lambda: svg(graph("frogs-3-3", "distances")),
    "degrees": lambda: svg(graph("simplicity", "degrees")),
    "motion": lambda: animated_svg(film("frogs-1-1")),
}
"""Name of the file -> what draws it."""


def shapes_of(scene: Scene, kind: type[S], look: str = "") -> list[S]:
    """The shapes of a kind (and of a look) in the order in which they are drawn."""

    def within(shapes: Iterable[Shape]) -> Iterable[S]:
        for shape in shapes:
            if isinstance(shape, kind) and look in ("", getattr(shape, "look", "")):
                yield shape
            if isinstance(shape, Group):
                yield from within(shape.shapes)

    return list(within(scene.shapes))


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in GOLDEN.items():
        (FOLDER / f"{name}.svg").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
