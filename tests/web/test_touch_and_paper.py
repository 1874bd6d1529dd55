"""The page under a finger, on paper and without its server; pieces as pictures have them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from puzzleproof.cli.printing.boards import paints_of
from puzzleproof.models.instances import load
from puzzleproof.render.palette import LIGHT
from tests.support.browsing import SIZES, opened, says, sound_page, walk
from tests.support.web_server import WebServer, web_server

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_a_finger_drags_a_piece_and_the_goal_is_seen(browser: Browser, server: WebServer) -> None:
    cancelled = "addEventListener('pointercancel', () => { document.title = 'cancelled'; }, true)"
    with sound_page(browser, server, "phone", is_mobile=True) as page:
        opened(page, server, "#p=ane-rouge")
        for place in ("#goals svg", "#board svg"):
            box = page.locator(place).bounding_box()
            assert box
            assert box["y"] + box["height"] <= 800
        page.evaluate(cancelled)
        walk(page, server, "swipe H 0 1\nsays #says | ^HS. 1 move\nswipe B 0 1\nswipe I 1 0")
        walk(page, server, "says #score | ^2 moves")
        assert page.title() != "cancelled"
        assert page.evaluate("scrollY") == 0


PAINTS = """async () => {
  const { paletteOf } = await import("./static/scene.js");
  const { instances } = await (await fetch("./api/library")).json();
  return instances.map(({ name, scene }) => [name, Object.fromEntries(paletteOf(scene))]);
}"""
COLOUR = """(paint) => {
  const one = document.createElement("p");
  one.className = `c${paint}`;
  document.body.append(one);
  return getComputedStyle(one).getPropertyValue("--c").trim();
}"""


def test_pieces_have_the_paints_of_pictures(browser: Browser, server: WebServer) -> None:
    with sound_page(browser, server, "desk") as page:
        page.goto(server.url)
        for name, palette in page.evaluate(PAINTS):
            wanted = paints_of(load(name), len(LIGHT))
            assert palette == {colour: f"c{paint}" for colour, paint in wanted.items()}, name
        assert tuple(page.evaluate(COLOUR, paint) for paint in range(len(LIGHT))) == LIGHT


SHOWN = "Array.from(document.querySelectorAll(':is(p, button, h1, h2, svg, select)'))"
ON_PAPER = f"{SHOWN}.filter((one) => one.checkVisibility()).map((one) => one.id || one.tagName)"


def test_a_puzzle_on_paper_is_its_board_goal_and_plan(page: Page, server: WebServer) -> None:
    steps = """
        open #p=hughes
        click #prove
        says #plan-moves | ^2WN 3N
        click #copy-plan
        says #plan-copied | ^Copied|^Mark the moves
    """
    walk(page, server, steps)
    assert len((page.locator("#plan-moves").text_content() or "").split()) == 21
    page.emulate_media(media="print")
    shown = page.evaluate(ON_PAPER)
    assert sorted(shown) == sorted(
        ["title", "goal-words", "svg", "svg", "plan-title", "plan-moves"]
    )
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize(("number", "rows", "pages"), [(1, 1, 1), (2, 2, 1), (4, 2, 1), (7, 2, 2)])
def test_a_sheet_fills_its_pages(
    browser: Browser, server: WebServer, number: int, rows: int, pages: int
) -> None:
    """Its boards have the numbers that plans use."""
    boards = "&".join(["p=english-centre", "p=frogs-1-1", *["p=hughes"] * 5][:number])
    with sound_page(browser, server, "desk") as page:
        page.goto(f"{server.url}#sheet=1&{boards}")
        walk(page, server, "says #sheet-boards | 50\nwait #sheet-plans p")
        assert page.pdf(format="A4").count(b"/Type /Page\n") == pages + 1
        page.emulate_media(media="print")
        for figure in page.locator("#sheet-boards figure").all():
            box = figure.bounding_box()
            assert box
            assert 0.9 < box["height"] * rows / SIZES["desk"][1] <= 1


def test_a_server_that_has_ended_is_a_sentence(browser: Browser, tmp_path: Path) -> None:
    with (
        web_server(tmp_path, "--time-limit", "60") as server,
        sound_page(browser, server, "desk") as page,
    ):
        walk(page, server, "open #p=korf-03\nclick #prove\nsays #bounds-words | Working|least")
        server.process.terminate()
        gone = "The server does not answer. Start 'puzzleproof serve' again"
        says(page, "#bounds-words", gone)
        walk(
            page,
            server,
            f"click #legal summary\nclick #legal-moves button\nsays #says | {gone}",
        )
        page.goto(f"{server.url}#p=hughes")
        says(page, "#trouble-words", gone)
