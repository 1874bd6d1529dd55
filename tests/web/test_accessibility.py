"""axe-core finds nothing, serious or minor, in any state of the page, size or colour scheme."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.browsing import SIZES, opened, says, sound_page
from tests.support.web_server import WebServer

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / ".ci" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
  ({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html.slice(0, 120))])"""
FAMILIES = ("ane-rouge", "tiles-3x3", "english-centre", "frogs-2-2", "instant-insanity", "century")

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed ('make npm')")


ALWAYS = {("desk", "light"), ("phone", "dark")}
LOOKS = [
    pytest.param((size, scheme), marks=() if (size, scheme) in ALWAYS else pytest.mark.slow)
    for size in SIZES
    for scheme in ("light", "dark")
]


@pytest.fixture(params=LOOKS, ids=str)
def page(request: pytest.FixtureRequest, browser: Browser, server: WebServer) -> Generator[Page]:
    """A page with axe in it, which the policy of the page itself would not let in."""
    size, scheme = request.param
    with sound_page(browser, server, size, color_scheme=scheme, bypass_csp=True) as found:
        found.add_init_script(path=AXE)
        yield found


def check(page: Page, state: str) -> None:
    findings: list[Any] = page.evaluate(RUN)
    assert not findings, (state, findings)


def test_axe_finds_what_is_wrong(page: Page, server: WebServer) -> None:
    page.goto(server.url)
    says(page, "#found", "puzzles$")
    page.evaluate(
        "document.querySelector('#search').parentElement.replaceWith(document.querySelector('#search'))"
    )
    with pytest.raises(AssertionError, match="label"):
        check(page, "a search without a label")


def test_the_library_and_the_check(page: Page, server: WebServer) -> None:
    page.goto(server.url)
    says(page, "#found", "puzzles$")
    check(page, "library")
    page.goto(server.url + "#check")
    page.set_input_files("#file", {"name": "x.cert", "mimeType": "", "buffer": b"junk"})
    says(page, "#check-result", "Rejected")
    check(page, "check")
    page.goto(server.url + "#p=nothing")
    says(page, "#trouble", "there is no")
    check(page, "trouble")


def test_playing_each_family(page: Page, server: WebServer) -> None:
    for name in FAMILIES:
        opened(page, server, f"#p={name}")
        for summary in page.locator("#view-play summary").all():
            if not summary.evaluate("one => one.parentElement.open"):
                summary.click()
        if name in ("ane-rouge", "instant-insanity"):
            page.click("#hint")
            says(page, "#says", "^Hint")
        check(page, name)


def test_a_proof_and_its_plan(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=hughes")
    page.click("#prove")
    says(page, "#headline", "^Minimum 21")
    page.click("#recheck")
    says(page, "#rechecked", "^Accepted")
    check(page, "proven")
    opened(page, server, "#p=korf-03")
    page.click("#prove")
    says(page, "#bounds-words", "at least|Working")
    check(page, "working")


def test_the_editor(page: Page, server: WebServer) -> None:
    page.goto(server.url + "#edit")
    page.wait_for_selector("#preview svg")
    check(page, "editor")
    text = page.locator("#source").input_value()
    page.fill("#source", text.replace("I..J", "I.J"))
    says(page, "#fault", "row 5")
    check(page, "editor with an error")
