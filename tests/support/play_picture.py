"""Write the picture of docs/play.md: ``python -m tests.support.play_picture``.

Textual's own picture of a screen names a font on another host; ours is drawn in the reader's.
"""

from __future__ import annotations

import re

from textual.pilot import Pilot

from puzzleproof.cli.play.app import PlayApp
from tests.support.games import played, said
from tests.support.tree import ROOT

FILE = ROOT / "docs" / "pictures" / "play.svg"
FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace"
ABOUT = (
    "<title>puzzleproof play ane-rouge</title><desc>A terminal with L'Âne Rouge, its goal, the "
    "legal moves, a proven minimum of 81 moves, and a hint.</desc>"
)


def own(svg: str) -> str:
    """The picture without fonts from elsewhere, with words for screen readers."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]*;", f"font-family: {FONTS};", svg)
    svg = re.sub(r"terminal-\d+-", "t-", svg)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    return re.sub(r"(<svg [^>]*>)", rf"\1{ABOUT}", svg, count=1)


async def _play(app: PlayApp, pilot: Pilot[None]) -> None:
    await pilot.press("p")
    await said(app, pilot, "work", "Proven")
    await pilot.press("n", "n", "n", "h")
    await pilot.pause()
    FILE.write_text(own(app.export_screenshot(simplify=True)), encoding="utf-8")


if __name__ == "__main__":
    played("ane-rouge", _play, (84, 23))
