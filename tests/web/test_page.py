"""The page in a real browser, at the width of a desk and of a phone."""

import os
import re
import shutil
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.web_server import WebServer, web_server

pytest.importorskip("starlette", reason="the extra 'web' is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")

SIZES = {"desk": (1280, 900), "phone": (390, 800)}
PATIENCE = 30_000
"""Milliseconds for what takes a proof."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[WebServer]:
    with web_server(tmp_path_factory.mktemp("web")) as started:
        yield started


@pytest.fixture(scope="module")
def browser() -> Generator["Browser"]:
    from playwright.sync_api import sync_playwright

    words = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=words)
        yield browser
        browser.close()


@pytest.fixture(params=SIZES)
def page(
    request: pytest.FixtureRequest, browser: "Browser", server: WebServer
) -> Generator["Page"]:
    """A page that fails the test for any error in it, and for a request to another host."""
    width, height = SIZES[request.param]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=request.param == "phone",
        reduced_motion="reduce",
        color_scheme="dark" if request.param == "phone" else "light",
    )
    page, faults, hosts = context.new_page(), list[str](), set[str]()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: hosts.add(asked.url.split("#")[0].split("/")[2]))
    yield page
    context.close()
    assert not faults
    assert hosts <= {server.url.split("/")[2]}


def says(page: "Page", place: str, words: str) -> None:
    from playwright.sync_api import expect

    expect(page.locator(place)).to_contain_text(re.compile(words), timeout=PATIENCE)


def opened(page: "Page", server: WebServer, fragment: str) -> None:
    page.goto(server.url + fragment)
    page.wait_for_selector("#board svg")


def drag(page: "Page", name: str, right: float, down: float) -> None:
    """Drag a piece so many of its own widths and heights."""
    box = page.locator(f'#board .piece[aria-label^="piece {name},"]').bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + down * box["height"], steps=4)
    page.mouse.move(x + right * box["width"], y + down * box["height"], steps=4)
    page.mouse.up()


def test_choose_from_the_library(page: "Page", server: WebServer) -> None:
    page.goto(server.url)
    says(page, "#found", "^7[0-9] puzzles$")
    page.fill("#search", "ane rouge")
    says(page, "#found", "^1 puzzle$")
    page.fill("#search", "")
    page.click("#families button[data-family=frogs]")
    says(page, "#found", "^9 puzzles$")
    page.locator("#cards a:visible").first.click()
    page.wait_for_selector("#board svg")
    says(page, "#byline", "Frogs and toads")


def test_no_view_is_wider_than_the_window(page: "Page", server: WebServer) -> None:
    fragments = ("", "#p=ane-rouge", "#p=instant-insanity", "#p=english-centre", "#edit", "#check")
    for fragment in fragments:
        page.goto(server.url + fragment)
        page.wait_for_timeout(300)
        widths = "[document.documentElement.scrollWidth, innerWidth]"
        whole, window = page.evaluate(widths)
        assert whole <= window, fragment


def test_drag_undo_redo_reset(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=ane-rouge")
    drag(page, "H", -1, 1)
    says(page, "#score", r"^1 move \(piece\) / published minimum 81, not checked here")
    says(page, "#says", "^HSW")
    page.click("#undo")
    says(page, "#score", r"^0 moves")
    page.keyboard.press("Control+y")
    says(page, "#score", r"^1 move ")
    page.click("#reset")
    says(page, "#score", r"^0 moves")


def test_a_drag_stays_in_its_range(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=ane-rouge")
    drag(page, "B", 3, 3)
    drag(page, "A", 0, 2)
    says(page, "#score", r"^0 moves")


def test_tap_a_peg_and_its_target(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=english-centre")
    page.locator('#board .piece[aria-label^="peg 29,"]').click()
    says(page, "#says", "^29-27")
    page.locator("#legal summary").click()
    page.locator("#legal-moves button").first.click()
    says(page, "#score", r"^2 moves \(move\)")


def test_slide_a_run_of_tiles(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=tiles-3x3-multi")
    page.locator("#legal summary").click()
    page.locator("#legal-moves button").first.click()
    says(page, "#score", r"^1 move \(multi\)")
    page.locator("#legal-moves button", has_text="2").first.click()
    says(page, "#score", r"^2 moves \(multi\)")


def test_push_tiles_by_the_last_of_a_run(page: "Page", server: WebServer) -> None:
    page.goto(server.url + "#edit")
    page.wait_for_selector("#preview svg")
    page.fill("#source", 'family = "tiles"\nmetric = "multi"\nboard = "1 2 0"\n')
    says(page, "#fault", "^$")
    page.click("#open-it:enabled")
    page.wait_for_selector("#board svg")
    drag(page, "1", 1, 0)
    says(page, "#says", r"^W2\. Solved in 1 move \(metric multi\)")


def test_the_keyboard_alone(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=ane-rouge")
    page.locator('#board .piece[aria-label^="piece H,"]').focus()
    page.keyboard.press("ArrowDown")
    says(page, "#says", "^HS: Enter")
    page.keyboard.press("ArrowLeft")
    says(page, "#says", "^HSW: Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    says(page, "#says", r"^HS\. 1 move \(metric piece\)")
    page.keyboard.press("Control+z")
    says(page, "#score", r"^0 moves")


def test_stack_cubes(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=instant-insanity")
    page.locator("#legal-moves button").first.click()
    says(page, "#score", r"^1 move \(cube\)")


def test_a_hint_leads_to_the_goal(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=frogs-1-1")
    for left in (3, 2, 1):
        page.click("#hint")
        says(page, "#says", rf"^Hint: .* {left} moves? \(metric move\) to go")
        page.locator("#board .piece.hinted").click()
        says(page, "#score", rf"^{4 - left} moves? ")
    says(page, "#says", "Solved in 3 moves")


def test_prove_and_step_through_the_plan(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=hughes")
    page.click("#prove")
    says(page, "#headline", r"^Minimum 21 moves \(metric piece\), certified$")
    says(page, "#evidence", "labelling: every plan has at least 21 moves")
    says(page, "#score", r"^0 moves \(piece\) / minimum 21, certified")
    page.click("#recheck")
    says(page, "#rechecked", "^Accepted: .*minimum 21 moves")
    page.locator("#step").focus()
    page.keyboard.press("End")
    says(page, "#step-words", "^Step 21 of 21")
    page.keyboard.press("Home")
    says(page, "#step-words", "^Step 0 of 21")
    page.select_option("#speed", "150")
    page.click("#run")
    says(page, "#step-words", "^Step 21 of 21")
    assert page.locator("#run").text_content() == "Play"


def test_a_proof_can_be_cancelled(page: "Page", server: WebServer) -> None:
    opened(page, server, "#p=korf-01")
    page.click("#prove")
    says(page, "#bounds-words", "Working|at least")
    page.click("#cancel")
    says(page, "#bounds-words", "^Cancelled")
    assert page.locator("#headline").is_hidden()


def test_check_a_good_and_a_forged_certificate(
    page: "Page", server: WebServer, tmp_path: Path
) -> None:
    verdict = server.post("/api/prove", {"instance": {"name": "hughes"}}).events[-1]
    good, forged = tmp_path / "good.cert", tmp_path / "forged.cert"
    data = server.get(verdict["certificate"]).body
    good.write_bytes(data)
    forged.write_bytes(data.replace(b'"at_least": 21', b'"at_least": 22'))
    page.goto(server.url + "#check")
    page.set_input_files("#file", good)
    says(page, "#check-result", r"Accepted: .*minimum 21 moves \(metric piece\)")
    page.set_input_files("#file", forged)
    says(page, "#check-result", r"Rejected: the header was changed")


def test_edit_a_board_and_share_it(page: "Page", server: WebServer) -> None:
    page.goto(server.url + "#edit")
    page.wait_for_selector("#preview svg")
    text = page.locator("#source").input_value()
    page.fill("#source", text.replace("I..J", "I.J"))
    says(page, "#fault", "row 5 'I.J' has 3 characters")
    assert page.locator("#open-it").is_disabled()
    page.fill("#source", text.replace("I..J", "IK.J").replace("My board", "<b>Mine</b>"))
    says(page, "#fault", "^$")
    page.click("#open-it:enabled")
    says(page, "#title", "^<b>Mine</b>$")
    page.wait_for_selector("#board svg")
    drag(page, "K", 1, 0)
    says(page, "#score", r"^1 move ")
    page.click("#share")
    says(page, "#shared", "the moves")
    link = page.url
    assert "#i=" in link
    page.goto(server.url)
    page.goto(link)
    says(page, "#title", "^<b>Mine</b>$")
    says(page, "#score", r"^1 move ")


def test_paint_a_board(page: "Page", server: WebServer) -> None:
    page.goto(server.url + "#edit")
    page.wait_for_selector("#preview svg")
    page.locator("#brushes button", has_text=re.compile("^K$")).click()
    page.locator('#canvas button[data-at="4,1"]').click()
    page.click("#row-more")
    source = page.locator("#source").input_value()
    assert "IK.J\n....\n" in source
    assert ".BB.\n.BB.\n....\n" in source
    page.locator("#brushes button", has_text="wall").click()
    page.locator("#layers button", has_text="goal").click()
    page.locator('#canvas button[data-at="0,0"]').click()
    says(page, "#fault", "outside")
    page.locator("#brushes button", has_text="empty").click()
    page.locator('#canvas button[data-at="0,0"]').click()
    says(page, "#fault", "^$")
    page.click("#open-it:enabled")
    says(page, "#title", "^My board$")


def test_a_damaged_link_says_so(page: "Page", server: WebServer) -> None:
    for fragment, words in (("#i=AAAA", "damaged"), ("#p=nothing", "there is no 'nothing'")):
        page.goto("about:blank")
        page.goto(server.url + fragment)
        says(page, "#trouble", words)
