"""Looking for shapes in a scene."""

from collections.abc import Iterable
from typing import TypeVar

from puzzleproof.render.scene import Group, Scene, Shape

S = TypeVar("S", bound=Shape)


def shapes_of(scene: Scene, kind: type[S], look: str = "") -> list[S]:
    """The shapes of a kind (and of a look) in the order in which they are drawn."""

    def within(shapes: Iterable[Shape]) -> Iterable[S]:
        for shape in shapes:
            if isinstance(shape, kind) and look in ("", getattr(shape, "look", "")):
                yield shape
            if isinstance(shape, Group):
                yield from within(shape.shapes)

    return list(within(scene.shapes))
