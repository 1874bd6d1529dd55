"""The page without a server, in a real browser: Python runs in its workers.

The site stands in a sub-folder of a plain server of files.  Python is loaded once per width: the
tests of a width share a page, and go from board to board by the part of the address after ``#``.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browsing import LOADING, SIZES, drag, says, sound_page, walk
from tests.support.sites import certificate_of, file_server, forged, write_site
from tests.support.tree import ROOT
from tests.support.web_server import WebServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = "klotski/"


@pytest.fixture(scope="module")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Generator[WebServer]:
    folder = tmp_path_factory.mktemp("files")
    write_site(folder / "klotski")
    with file_server(folder) as served:
        yield served._replace(url=served.url + FOLDER)


@pytest.fixture(scope="module", params=SIZES)
def page(request: pytest.FixtureRequest, browser: Browser, site: WebServer) -> Generator[Page]:
    with sound_page(browser, site, request.param) as found:
        found.goto(site.url)
        yield found


on_a_desk = pytest.mark.parametrize("page", ["desk"], indirect=True)
"""For what does not depend on the width."""


def go(page: Page, fragment: str) -> None:
    """Another view, in the same document."""
    if (page.evaluate("location.hash") or "#") == fragment:
        go(page, "#check")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("fragment => { location.hash = fragment; }", fragment)
    page.wait_for_selector("#main:focus")


def test_the_documentation_leads_to_the_page(browser: Browser) -> None:
    """In a sub-folder of a plain server of files, without any other host."""
    built = ROOT / "build" / "docs"
    if not (built / "index.html").is_file() or not (built / "play" / "index.html").is_file():
        pytest.skip("build/docs: 'make docs' builds it")
    with file_server(built.parent) as served:
        site = served._replace(url=f"{served.url}docs/")
        with sound_page(browser, site, "desk") as page:
            page.goto(f"{site.url}index.html")
            page.click("a[href='play/index.html']")
            page.wait_for_url(f"{site.url}play/index.html")
            page.goto(f"{site.url}play/index.html#p=hughes")
            page.click("#prove")
            says(page, "#headline", r"^Minimum 21 moves \(metric piece\), certified$", LOADING)


WALKS = {
    "play, undo and redo": (
        "#p=ane-rouge",
        r"""
        drag H -1 1
        says #score | ^1 move \(piece\) / published minimum 81, not checked here
        click #undo
        says #score | ^0 moves
        press Control+y
        says #score | ^1 move
        click #reset
        says #score | ^0 moves
        """,
    ),
    "what needs the program says so": (
        "#p=english-centre",
        """
        click #prove
        says #headline | ^Not proven: at least
        says #main | needs numpy, which a browser lacks: install the program
        """,
    ),
    "a proof can be cancelled": (
        "#p=hifi",
        """
        click #prove
        says #bounds-words | ^at least
        click #cancel
        says #bounds-words | ^Cancelled; so far: at least
        """,
    ),
}
"""Where a visitor goes, and what is done and seen there."""


@on_a_desk
@pytest.mark.parametrize("name", WALKS)
def test_walk(page: Page, site: WebServer, name: str) -> None:
    fragment, steps = WALKS[name]
    go(page, fragment)
    walk(page, site, steps)


def test_the_library_is_there_before_python(browser: Browser, site: WebServer) -> None:
    with sound_page(browser, site, "desk") as page:
        page.route("**/pyodide/*", lambda route: route.abort())
        page.goto(site.url)
        walk(
            page, site, "says #found | puzzles\nfill #search | ane rouge\nsays #found | ^1 puzzle$"
        )
        page.goto(f"{site.url}#p=ane-rouge")
        page.wait_for_selector("#board svg")
        drag(page, "H", "-1", "1")
        says(page, "#says", "^Python does not run here: ")
        page.goto(f"{site.url}#p=nothing")
        says(page, "#trouble", "there is no 'nothing' in the library")


def test_prove_the_minimum_and_check_it(page: Page, tmp_path: Path) -> None:
    go(page, "#p=ane-rouge")
    page.click("#prove")
    says(page, "#headline", r"^Minimum 81 moves \(metric piece\), certified$", LOADING)
    says(page, "#evidence", "labelling: every plan has at least 81 moves")
    says(page, "#score", r"/ minimum 81, certified")
    page.click("#recheck")
    says(page, "#rechecked", "^Accepted: .*minimum 81 moves")
    with page.expect_download() as loaded:
        page.click("#download")
    loaded.value.save_as(tmp_path / "a.cert")
    header = (tmp_path / "a.cert").read_bytes()[:40]
    assert header.startswith(b'{"format": "puzzleproof-certificate"')


def test_a_good_and_a_forged_certificate(page: Page, tmp_path: Path) -> None:
    go(page, "#check")
    good = certificate_of("hughes", tmp_path)
    page.set_input_files("#file", good)
    says(page, "#check-result", r"Accepted: .*minimum 21 moves \(metric piece\)", LOADING)
    page.set_input_files("#file", forged(good))
    says(page, "#check-result", r"Rejected: the file is damaged")


@on_a_desk
def test_a_metric_that_is_none_is_named(page: Page) -> None:
    for metric in ("constructor", "default"):
        page.evaluate("name => { location.hash = `#p=hughes&metric=${name}`; }", metric)
        says(page, "#trouble", f"'{metric}'.*piece", LOADING)


def test_no_view_is_wider_than_the_window(page: Page) -> None:
    for fragment in ("#", "#p=ane-rouge", "#p=instant-insanity", "#edit", "#check"):
        go(page, fragment)
        whole, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert whole <= window, fragment


def test_without_the_program_the_page_says_so(browser: Browser, site: WebServer) -> None:
    with sound_page(browser, site, "desk") as page:
        page.route("**/puzzleproof.zip", lambda route: route.fulfill(status=404, body="no"))
        page.goto(f"{site.url}#p=ane-rouge")
        page.wait_for_selector("#board svg")
        drag(page, "H", "-1", "1")
        missing = r"^Python does not run here: .*puzzleproof\.zip: the server says 404"
        says(page, "#says", missing, LOADING)
        walk(page, site, "click #prove\nsays #bounds-words | ^Python does not run\nhidden #engine")
