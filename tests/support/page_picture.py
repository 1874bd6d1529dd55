"""Write the picture of the page for docs/: ``python -m tests.support.page_picture``.

L'Âne Rouge at the width of a desk: its minimum proven, three moves of the plan made, a hint shown.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.browsing import chromium, opened, says, sound_page
from tests.support.tree import ROOT
from tests.support.web_server import web_server

FILE = ROOT / "docs" / "pictures" / "page.png"


def write(file: Path) -> None:
    """Play, prove, and take the picture."""
    with (
        TemporaryDirectory() as folder,
        web_server(Path(folder)) as server,
        chromium() as browser,
        sound_page(browser, server, "desk") as page,
    ):
        opened(page, server, "#p=ane-rouge")
        page.click("#prove")
        says(page, "#headline", "^Minimum 81 moves")
        page.fill("#step", "3")
        says(page, "#score", "^3 moves")
        for words in ("fewer", "piece", "81|78"):
            page.click("#hint")
            says(page, "#says", f"^Hint: .*{words}")
        page.evaluate("document.activeElement.blur()")
        page.mouse.move(0, 0)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=file, clip={"x": 60, "y": 0, "width": 1160, "height": 860})


if __name__ == "__main__":
    write(FILE)
