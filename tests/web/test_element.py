"""The element <puzzle-proof> in a page of somebody else, with a site and with a server."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browsing import LOADING, SIZES, held, says, sound_page, verdict, wait_for, walk
from tests.support.sites import certificate_of, file_server, forged, write_site
from tests.support.web_server import WebServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGE = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Collection</title><link rel="icon" href="data:,">
<script type="module" src="{site}static/puzzle-proof.js"></script>
<puzzle-proof id="donkey" src="ane-rouge" certificate="ane-rouge.cert"></puzzle-proof>
<puzzle-proof id="other" src="ane-rouge" certificate="hughes.cert"></puzzle-proof>
<puzzle-proof id="forged" src="hughes" certificate="forged-hughes.cert"></puzzle-proof>
<puzzle-proof id="hughes" src="hughes" metric="piece"></puzzle-proof>
<puzzle-proof id="cubes" src="instant-insanity"></puzzle-proof>
<puzzle-proof id="file" src="board.toml"><p>A picture</p></puzzle-proof>
<puzzle-proof id="nothing" src="nothing"></puzzle-proof>
<puzzle-proof id="gone" src="gone.toml"></puzzle-proof>
<puzzle-proof id="empty"></puzzle-proof>
</html>
"""
ALONE = """\
<!doctype html><html lang="en"><meta charset="utf-8"><title>Mine</title>
<link rel="icon" href="data:,">
<script type="module" src="{site}static/puzzle-proof.js"></script>
<puzzle-proof id="hughes" {attributes}></puzzle-proof></html>
"""
BOARD = 'family = "frogs"\nname = "<b>Mine</b>"\nboard = "F.T"\n'
FAULTS = {
    "nothing": "^there is no 'nothing' in the library$",
    "gone": "^gone.toml: the server says 404$",
    "empty": "^puzzle-proof: expected src=",
}


@pytest.fixture(scope="module")
def files(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    write_site(folder / "klotski")
    certificate_of("ane-rouge", folder)
    forged(certificate_of("hughes", folder))
    (folder / "board.toml").write_text(BOARD, "utf-8")
    (folder / "page.html").write_text(PAGE.format(site="klotski/"), "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(files: Path) -> Generator[WebServer]:
    with file_server(files) as served:
        yield served


@pytest.fixture(scope="module")
def page(browser: Browser, site: WebServer) -> Generator[Page]:
    with sound_page(browser, site, "desk") as found:
        found.goto(f"{site.url}page.html")
        yield found


def alone(page: Page, server: WebServer, attributes: str) -> None:
    """A page with one element, under the address of the server."""
    words = ALONE.format(site=server.url, attributes=attributes)
    page.route("**/mine", lambda route: route.fulfill(content_type="text/html", body=words))
    page.goto(f"{server.url}mine")
    page.wait_for_selector("#hughes .board svg")


@pytest.mark.parametrize("size", SIZES)
def test_boards_are_drawn_without_python(browser: Browser, site: WebServer, size: str) -> None:
    asked = list[str]()
    with sound_page(browser, site, size) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{site.url}page.html")
        says(page, "#donkey .score", "^0 moves .piece. / published minimum 81, not checked here$")
        page.wait_for_selector("#hughes .board svg")
        page.wait_for_selector("#cubes .board svg")
        says(page, "#file .says", "^Touch the picture to play")
        assert page.locator("#file p", has_text="A picture").is_visible()
        for name, words in FAULTS.items():
            says(page, f"#{name} .fault", words)
        whole, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert whole <= window
    assert not [url for url in asked if "pyodide" in url]


WALKS = {
    "the first touch has the certificate checked": r"""
        click #donkey .piece[aria-label^="piece H,"]
        says #donkey .score | / minimum 81 \(piece\), certified: checked here$
        focus #donkey .piece[aria-label^="piece H,"]
        press ArrowDown Enter
        says #donkey .score | ^1 move \(piece\) / minimum 81
        press Control+z
        says #donkey .score | ^0 moves
    """,
    "a certificate about another board is no claim": """
        click #other .prove
        says #other .fault | about another board, goal or metric
        says #other .score | published minimum 81, not checked here$
    """,
    "a forged certificate is no claim": """
        click #forged .prove
        says #forged .fault | ^The certificate is rejected: the file is damaged
        says #forged .score | published minimum 21, not checked here$
    """,
    "prove and be led to the goal": r"""
        click #hughes .prove
        says #hughes .score | / minimum 21 \(piece\), certified: proven here$
        click #hughes .hint
        says #hughes .says | ^Hint: .*\. 21 moves \(metric piece\) to go, along a plan that is
    """,
    "a board from a file": "click #file\nsays #file .head | ^<b>Mine</b>$"
    + 3
    * """
        click #file .hint
        says #file .says | ^Hint
        click #file .piece.hinted
        gone #file .piece.hinted
    """
    + "says #file .says | Solved in 3 moves",
}


@pytest.mark.parametrize("name", WALKS)
def test_walk(page: Page, site: WebServer, name: str) -> None:
    walk(page, site, WALKS[name])


def test_another_source_is_another_board(page: Page) -> None:
    page.evaluate("document.getElementById('empty').setAttribute('src', 'frogs-1-1')")
    says(page, "#empty .score", r"^0 moves \(move\)")
    assert page.locator("#empty .fault").is_hidden()


def test_in_a_page_of_another_host(browser: Browser, site: WebServer, tmp_path: Path) -> None:
    words = ALONE.format(site=f"{site.url}klotski/", attributes='src="hughes"')
    (tmp_path / "page.html").write_text(words, "utf-8")
    with file_server(tmp_path) as other:
        context = browser.new_context()
        page, faults = context.new_page(), list[str]()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{other.url}page.html")
        page.locator("#hughes .prove").click()
        says(page, "#hughes .score", r"/ minimum 21 \(piece\), certified: proven here$", LOADING)
        context.close()
    assert not faults


@pytest.mark.parametrize(
    ("grade", "words"),
    [
        ("certified", "certified: proven by the server"),
        ("cross-checked", "cross-checked: proven by the server"),
        ("claimed", "claimed: found by one search, not proven"),
    ],
)
def test_only_what_is_proven_is_called_so(
    browser: Browser, server: WebServer, grade: str, words: str
) -> None:
    with sound_page(browser, server, "desk") as page:
        page.route("**/api/prove", lambda route: route.fulfill(body=verdict(grade)))
        alone(page, server, 'src="hughes"')
        page.locator("#hughes .prove").click()
        says(page, "#hughes .score", rf"/ minimum 21 \(piece\), {words}$")
        assert page.locator("#hughes .claim.good").count() == (grade != "claimed")


@pytest.mark.parametrize("what", ["another board", "cancelled"])
def test_a_late_answer_is_no_claim(
    browser: Browser, server: WebServer, tmp_path: Path, what: str
) -> None:
    certificate = certificate_of("pennant", tmp_path).read_bytes()
    with sound_page(browser, server, "desk") as page:
        alone(page, server, 'src="pennant" certificate="pennant.cert"')
        page.route("**/pennant.cert", lambda route: route.fulfill(body=certificate))
        late = held(page, "same")
        page.locator("#hughes .prove").click()
        wait_for(page, late)
        if what == "cancelled":
            page.locator("#hughes .cancel").click()
            late.pop().continue_()
            says(page, "#hughes .says", "^Cancelled")
            says(page, "#hughes .score", "not checked here$")
        else:
            page.evaluate("document.getElementById('hughes').setAttribute('src', 'hughes')")
            says(page, "#hughes .head", "Hughes")
            late.pop().continue_()
            page.wait_for_timeout(500)
            walk(page, server, "click #hughes .hint\nsays #hughes .says | ^Hint")
            says(page, "#hughes .score", "published minimum 21, not checked here$")
