"""The page without a server, in a real browser: Python runs in its workers.

The site stands in a sub-folder of a plain server of files.  Python is loaded once per width: the
tests of a width share a page, and go from board to board by the part of the address after ``#``.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browsing import LOADING, SIZES, drag, says, sound_page
from tests.support.sites import certificate_of, file_server, forged, write_site
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
    if page.url.endswith(fragment):
        go(page, "#check")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("fragment => { location.hash = fragment; }", fragment)
    page.wait_for_selector("#main:focus")


def test_the_library_is_there_before_python(page: Page) -> None:
    says(page, "#found", r"^\d\d puzzles")
    page.fill("#search", "ane rouge")
    says(page, "#found", "^1 puzzle$")
    page.fill("#search", "")


def test_play_undo_and_redo(page: Page) -> None:
    go(page, "#p=ane-rouge")
    drag(page, "H", -1, 1)
    says(page, "#score", r"^1 move \(piece\) / published minimum 81, not checked here", LOADING)
    page.click("#undo")
    says(page, "#score", r"^0 moves")
    page.keyboard.press("Control+y")
    says(page, "#score", r"^1 move ")
    page.click("#reset")
    says(page, "#score", r"^0 moves")


def test_prove_the_minimum_and_check_it(page: Page, tmp_path: Path) -> None:
    go(page, "#p=ane-rouge")
    page.click("#prove")
    says(page, "#headline", r"^Minimum 81 moves \(metric piece\), certified$")
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
    says(page, "#check-result", r"Accepted: .*minimum 21 moves \(metric piece\)")
    page.set_input_files("#file", forged(good))
    says(page, "#check-result", r"Rejected: the file is damaged")


@on_a_desk
def test_a_hint_from_a_game_that_has_begun(page: Page) -> None:
    go(page, "#p=frogs-1-1")
    page.locator("#board .piece.free").first.click()
    says(page, "#score", r"^1 move ")
    page.click("#hint")
    says(page, "#says", r"^Hint: .* 2 moves \(metric move\) to go")


@on_a_desk
def test_the_state_graph_and_its_picture(page: Page) -> None:
    go(page, "#p=hughes")
    page.click("#explore")
    says(page, "#graph-facts", "States that the start reaches")
    says(page, "#graph-facts", "Symmetric states")
    says(page, "#graph-says", "^Counted by one search")
    page.locator("#graph-picture img").evaluate("image => image.decode()")


@on_a_desk
def test_what_needs_the_program_says_so(page: Page) -> None:
    go(page, "#p=english-centre")
    page.click("#prove")
    says(page, "#headline", "^Not proven: at least", LOADING)
    says(
        page, "#main", "needs numpy, which is not there in a browser: install the program", LOADING
    )


@on_a_desk
def test_a_metric_that_is_none_is_named(page: Page) -> None:
    for metric in ("constructor", "default"):
        page.evaluate("name => { location.hash = `#p=hughes&metric=${name}`; }", metric)
        says(page, "#trouble", f"'{metric}'.*piece", LOADING)


@on_a_desk
def test_a_proof_can_be_cancelled_and_the_next_one_runs(page: Page) -> None:
    go(page, "#p=hifi")
    page.click("#prove")
    says(page, "#bounds-words", "^at least")
    page.click("#cancel")
    says(page, "#bounds-words", "^Cancelled; so far: at least")
    go(page, "#p=hughes")
    page.click("#prove")
    says(page, "#headline", r"^Minimum 21 moves \(metric piece\), certified$", LOADING)


def test_no_view_is_wider_than_the_window(page: Page) -> None:
    for fragment in ("#", "#p=ane-rouge", "#p=instant-insanity", "#edit", "#check"):
        go(page, fragment)
        whole, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert whole <= window, fragment


def test_without_python_the_page_says_so(browser: Browser, site: WebServer) -> None:
    with sound_page(browser, site, "desk") as page:
        page.route("**/pyodide/*", lambda route: route.abort())
        page.goto(f"{site.url}#p=ane-rouge")
        page.wait_for_selector("#board svg")
        drag(page, "H", -1, 1)
        says(page, "#says", "^Python does not run here: ")
        page.goto(f"{site.url}#p=nothing")
        says(page, "#trouble", "there is no 'nothing' in the library")


def test_without_the_program_the_page_says_so(browser: Browser, site: WebServer) -> None:
    with sound_page(browser, site, "desk") as page:
        page.route("**/*.whl", lambda route: route.fulfill(status=404, body="no"))
        page.goto(f"{site.url}#p=ane-rouge")
        page.wait_for_selector("#board svg")
        drag(page, "H", -1, 1)
        says(page, "#says", r"^Python does not run here: .*\.whl: the server says 404", LOADING)
        page.click("#prove")
        says(page, "#bounds-words", "^Python does not run here: ", LOADING)
        assert page.locator("#engine").is_hidden()
