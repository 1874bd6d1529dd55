"""A visitor without a mouse and without a screen: keys alone, and what a screen reader says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browsing import says
from tests.support.web_server import WebServer

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Page

LISTEN = """() => {
  window.heard = [];
  new MutationObserver((records) => records.forEach(({ target }) => {
    const place = (target.closest ? target : target.parentElement)?.closest("[role=status]");
    if (place?.checkVisibility()) heard.push(place.textContent);
  })).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""Keep what regions that a screen reader reads out have said."""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there; whoever has only keys must get there too."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(selector)


def test_play_prove_step_and_edit_by_keys_alone(page: Page, server: WebServer) -> None:
    page.goto(server.url)
    says(page, "#found", "puzzles$")
    page.evaluate(LISTEN)
    tab_to(page, "#search")
    page.keyboard.type("hughes")
    says(page, "#found", "^1 puzzle$")
    tab_to(page, "#cards a")
    page.keyboard.press("Enter")
    says(page, "#title", "Hughes")
    tab_to(page, '#board .piece[aria-label^="piece 2,"]')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    says(page, "#score", "^1 move ")
    page.keyboard.press("Control+z")
    says(page, "#score", "^0 moves")
    tab_to(page, "#prove")
    page.keyboard.press("Enter")
    says(page, "#headline", "^Minimum 21 moves")
    tab_to(page, "#step")
    page.keyboard.press("End")
    says(page, "#step-words", "^Step 21 of 21")
    tab_to(page, "#edit-this")
    page.keyboard.press("Enter")
    page.wait_for_selector("#preview svg")
    tab_to(page, "#canvas button")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("B")
    tab_to(page, "#source")
    assert "AB1" in page.locator("#source").input_value()
    heard = "\n".join(page.evaluate("heard"))
    for words in ("1 puzzle", "1 move (metric piece)", "Taken back", "at least", "Minimum 21"):
        assert words in heard


def test_a_focused_piece_can_be_seen_and_says_what_it_is(page: Page, server: WebServer) -> None:
    page.goto(server.url + "#p=ane-rouge")
    page.wait_for_selector("#board svg")
    tab_to(page, "#board .piece")
    focused = page.locator("#board .piece:focus")
    assert "1 move" in (focused.get_attribute("aria-label") or "") or "moves" in (
        focused.get_attribute("aria-label") or ""
    )
    edge = "(one) => getComputedStyle(one.querySelector('.edge')).strokeWidth"
    assert focused.evaluate(edge) == "22px"
