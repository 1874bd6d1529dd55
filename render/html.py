"""Plans as HTML to be stepped through: buttons of the page itself, no script and no server.

The positions are radio buttons with their pictures; the arrow keys go from one to the next, and so
do the words before and after each picture.  A notebook shows it without a kernel.
"""

from __future__ import annotations

import zlib
from html import escape
from itertools import count

from puzzleproof.render.draw import Film
from puzzleproof.render.palette import SURFACES, Theme
from puzzleproof.render.svg import style_sheet, svg

_numbers = count(1)
"""Of the plans shown: a notebook may show one twice, and another session others."""


def stepper(film: Film, theme: Theme = "auto", above: str = "") -> str:
    """A part of a page: the positions of a plan, one at a time, the start first.

    ``above`` is a text shown above the positions; by default the puzzle and the moves.
    """
    text = f"{film.title} {film.name} {' '.join(film.plan)}"
    name = f"puzzleproof-{zlib.crc32(text.encode()):08x}-{next(_numbers)}"
    last = len(film.frames) - 1
    steps = "".join(_step(film, k, last, name, theme) for k in range(last + 1))
    return (
        f'<div class="puzzleproof-{theme} {name}"><style>{style_sheet(theme)}{_rules(name, theme)}'
        f'</style><p>{escape(above or film.title)}</p><div role="radiogroup" '
        f'aria-label="positions">{steps}</div></div>\n'
    )


def _rules(name: str, theme: Theme) -> str:
    """One position is seen: that of the button chosen, which has the focus but is not shown."""
    root = f".{name}"
    of = SURFACES["dark" if theme == "dark" else "light"]
    return (
        f"{root} input{{position:absolute;opacity:0}}"
        f"{root} figure{{display:none;margin:0}}"
        f"{root} input:checked+figure{{display:inline-block}}"
        f"{root} input:focus-visible+figure{{outline:2px solid {of['frame']}}}"
        f"{root} nav{{display:flex;gap:1em;justify-content:space-between}}"
        f"{root} label{{cursor:pointer;padding:.3em .8em;border:1px solid {of['frame']};"
        "border-radius:.3em}"
    )


def _step(film: Film, number: int, last: int, name: str, theme: Theme) -> str:
    caption = film.frames[number].caption
    checked = "" if number else " checked"
    picture = svg(film.position(number), theme, style=False).strip()
    before = _label(name, max(0, number - 1), "\u25c2 back")
    after = _label(name, min(last, number + 1), "next \u25b8")
    return (
        f'<input type="radio" name="{name}" id="{name}-{number}" '
        f'aria-label="{escape(caption)}"{checked}>'
        f"<figure>{picture}<nav>{before}<span>{number} / {last}</span>{after}</nav></figure>"
    )


def _label(name: str, number: int, text: str) -> str:
    return f'<label for="{name}-{number}">{text}</label>'
