"""A notebook widget (anywidget) that shows a plan; Python can read and set its position.

It needs the extra ``notebook``.  The browser runs `widget.js`; browser and kernel share the traits
below.  Without a kernel, `puzzleproof.notebook.stepper` does the same in plain HTML.
"""

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from puzzleproof.models.errors import NotationError
from puzzleproof.render.draw import Film
from puzzleproof.render.palette import Theme
from puzzleproof.render.svg import style_sheet, svg


class PlanWidget(anywidget.AnyWidget):
    """The positions of a plan, shown one at a time; ``position`` is the number of moves made.

    Python can set ``position`` and ``observe`` it.  Setting it raises NotationError for a position
    after the plan's end.
    """

    _esm = Path(__file__).with_name("widget.js")
    _css = Path(__file__).with_name("widget.css")
    position = traitlets.Int(0, help="moves made, 0 at the start").tag(sync=True)
    seconds = traitlets.Float(0.6, help="seconds per move while the plan plays").tag(sync=True)
    heading = traitlets.Unicode("").tag(sync=True)
    captions = traitlets.List(traitlets.Unicode()).tag(sync=True)
    frames = traitlets.List(traitlets.Unicode(), help="each position as SVG").tag(sync=True)
    style_sheet = traitlets.Unicode("").tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)

    @traitlets.validate("position")
    def _within(self, proposal: Any) -> int:
        """Refuse a position after the plan's end; during construction there are no frames yet."""
        position: int = proposal["value"]
        last = len(self.frames) - 1
        if not 0 <= position <= max(0, last):
            raise NotationError(f"position {position}: expected 0 to {last}, for {self.heading}")
        return position

    def __repr__(self) -> str:
        """Return the text that a notebook without a kernel shows."""
        return f"<PlanWidget {self.heading!r}: position {self.position} of {len(self.frames) - 1}>"


def plan_widget(film: Film, theme: Theme, seconds: float) -> PlanWidget:
    """Build a widget that steps through a film."""
    numbers = range(len(film.frames))
    return PlanWidget(
        frames=[svg(film.position(k), theme, style=False).strip() for k in numbers],
        captions=[frame.caption for frame in film.frames],
        heading=film.title,
        style_sheet=style_sheet(theme),
        theme=theme,
        seconds=seconds,
    )
