"""Colours that colour-blind people can tell apart, shared by all pictures and the terminal.

A *paint* is an index into the palette.  Letters on pieces tell them apart as well, so nothing
depends on seeing the colours.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from puzzleproof.models.picture import Picture

Theme: TypeAlias = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")

LIGHT = (
    *("#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff"),
    *("#44bb99", "#bbcc33", "#aaaa00", "#dddddd", "#bb88cc"),
)
"""The light scheme of P. Tol, Colour schemes (SRON/EPS/TN/09-002, 2021), made for black letters on
cells and distinct for colour-blind readers too.  A tenth colour was added, as Klotski has ten
pieces."""

SURFACES: dict[str, dict[str, str]] = {
    "light": {
        "paper": "#ffffff",
        "floor": "#f1ede4",
        "frame": "#55504a",
        "ink": "#111111",
        "faint": "#b9b4aa",
        "trail": "#a59a83",
    },
    "dark": {
        "paper": "#17181c",
        "floor": "#2c2e35",
        "frame": "#9a9ca5",
        "ink": "#f2f2f2",
        "faint": "#62656e",
        "trail": "#757985",
    },
}
"""The colours of things that are not pieces: the background, the board, its edge, words and marks,
faint lines, and the track of a moved piece."""

GRAPHS: dict[str, dict[str, str]] = {
    "light": {"state": "#4477aa", "goal": "#ddaa33", "path": "#bb5566", "words": "#55504a"},
    "dark": {"state": "#6699cc", "goal": "#eecc66", "path": "#ee99aa", "words": "#b9b4aa"},
}
"""The colours of state graphs: P. Tol's high-contrast and medium-contrast schemes."""

NAMED = {"R": 1, "G": 5, "V": 5, "B": 0, "Y": 2, "J": 2, "W": 8, "P": 9, "O": 3}
"""Initial of a colour (red, green, vert, blue, yellow, jaune, white, purple, orange) -> the nearest
paint, for faces whose letters name colours."""


def paints(
    picture: Picture, number: int, wishes: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Assign to each colour of a picture one of the paints 0 to ``number`` - 1.

    A colour's letter says which paint is tried first; ``wishes`` may say otherwise.  No two colours
    get the same paint while there are paints left.  After that, a colour gets a paint that none of
    its neighbours has, if there is one.  This is done once, for the start, so that a board keeps
    its paints while pieces move.
    """
    beside, found = dict[str, set[str]](), dict[str, int]()
    for (r, c), square in picture.squares():
        near = (picture.at(r + y, c + x) for y, x in ((-1, 0), (1, 0), (0, -1), (0, 1)))
        if square.colour:
            beside.setdefault(square.colour, set()).update(one.colour for one in near if one)
    for colour, around in beside.items():
        taken = {found[other] for other in around - {colour} if other in found}
        used = list(found.values())
        wanted = (wishes or {}).get(colour, sum(map(ord, colour)) - ord("A"))
        order = sorted(range(number), key=lambda paint: (paint - wanted) % number)
        found[colour] = min(order, key=lambda paint: (paint in taken, used.count(paint)))
    return found
