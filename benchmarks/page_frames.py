"""How smoothly the page drags a piece, and how soon it shows something.

``python -m puzzleproof.benchmarks.page_frames`` needs Playwright and Debian's Chromium.  It opens
L'Âne Rouge at two widths, drags a piece to and fro by some two hundred moves of the mouse, and
takes the times between the frames that the browser shows meanwhile.  It prints one document in
JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = {"desk": (1280, 900), "phone": (390, 800)}
WATCH = """() => {
  window.frames_ = [];
  let last = 0;
  const tick = (now) => {
    if (last) frames_.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def dragged(page: Page) -> list[float]:
    """Milliseconds between frames while the piece H is dragged."""
    box = page.locator('#board .piece[aria-label^="piece H,"]').bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(WATCH)
    for k in range(60):
        page.mouse.move(x, y + box["height"] * (k % 30) / 30, steps=3)
    found: list[float] = page.evaluate("frames_")
    page.mouse.up()
    return found


def measured(url: str) -> dict[str, Any]:
    """The figures at each width."""
    from playwright.sync_api import sync_playwright

    figures = dict[str, Any]()
    with sync_playwright() as playwright:
        words = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=words)
        for name, (width, height) in SIZES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(f"{url}#p=ane-rouge")
            page.wait_for_selector("#board svg")
            frames = dragged(page)
            figures[name] = {
                "first_paint_ms": round(page.evaluate(PAINT)),
                "frames": len(frames),
                "per_second": round(1000 / statistics.mean(frames), 1),
                "longest_ms": round(max(frames), 1),
            }
        browser.close()
    return figures


def main() -> None:
    """Measure, and print the figures."""
    words = [sys.executable, "-m", "puzzleproof", "serve", "--port", "0", "--json"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        print(json.dumps(measured(json.loads(server.stdout.readline())["url"])))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
