"""axe-core finds nothing, serious or minor, in any state of the page, size or colour scheme."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.browsing import SIZES, opened, says, sound_page, walk
from tests.support.tree import ROOT
from tests.support.web_server import WebServer

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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


VIEWS = {
    "library": "goto\nsays #found | puzzles$",
    "trouble": "goto #p=nothing\nsays #trouble | there is no",
    "proven": """
        open #p=hughes
        click #prove
        says #headline | ^Minimum 21
        click #recheck
        says #rechecked | ^Accepted
    """,
    "working": "open #p=korf-03\nclick #prove\nsays #bounds-words | at least|Working",
    "editor": "goto #edit\nwait #preview svg",
    "an error": r"""
        goto #edit
        wait #preview svg
        fill #source | family = "sliding"\nboard = '''\nAB\n.\n'''\ngoal = '''\n..\n.A\n'''\n
        says #fault | row 2
    """,
}


@pytest.mark.parametrize("view", VIEWS)
def test_view(page: Page, server: WebServer, view: str) -> None:
    walk(page, server, VIEWS[view])
    check(page, view)


def test_a_rejected_certificate(page: Page, server: WebServer) -> None:
    page.goto(server.url + "#check")
    page.set_input_files("#file", {"name": "x.cert", "mimeType": "", "buffer": b"junk"})
    says(page, "#check-result", "Rejected")
    check(page, "check")


def test_playing_each_family(page: Page, server: WebServer) -> None:
    for name in FAMILIES:
        opened(page, server, f"#p={name}")
        for summary in page.locator("#view-play summary").all():
            if not summary.evaluate("one => one.parentElement.open"):
                summary.click()
        if name in ("ane-rouge", "instant-insanity"):
            walk(page, server, "click #hint\nsays #says | ^Hint")
        check(page, name)
