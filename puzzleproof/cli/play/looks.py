"""What the screen looks like: the two themes, of the colours of pictures, and the arrangement."""

from __future__ import annotations

from textual.theme import Theme

from puzzleproof.render.palette import SURFACES

THEME_NAMES = {True: "puzzleproof-dark", False: "puzzleproof-light"}
CSS = """
Screen { background: $background; color: $foreground; }
#title { height: 1; text-style: bold; padding: 0 1; }
#score, #plan { height: 1; padding: 0 1; }
#work { height: auto; max-height: 2; padding: 0 1; }
#middle { height: 1fr; }
#scroll { width: 1fr; height: 1fr; overflow: auto auto; padding: 0 1; }
#board { width: auto; height: auto; }
#moves { width: 24; height: 1fr; border: round $foreground-muted; padding: 0 1; }
#moves:focus { border: round $foreground; }
#says { height: 2; padding: 0 1; text-style: bold; }
Help { align: center middle; }
#help { width: 88; max-width: 100%; height: auto; max-height: 100%; border: round $foreground;
        background: $background; padding: 0 1; }
"""


def themes() -> list[Theme]:
    """The light theme and the dark one."""
    return [_theme(name, dark=name == "dark") for name in SURFACES]


def _theme(key: str, dark: bool) -> Theme:
    surface = SURFACES[key]
    return Theme(
        name=THEME_NAMES[dark],
        primary=surface["frame"],
        foreground=surface["ink"],
        background=surface["paper"],
        surface=surface["floor"],
        panel=surface["floor"],
        dark=dark,
    )
