"""The page in a real browser, at the width of a desk and of a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from puzzleproof.verify import verify
from tests.support.browsing import drag, held, opened, says, verdict, wait_for
from tests.support.web_server import WebServer

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_choose_by_the_published_minimum(page: Page, server: WebServer) -> None:
    def shown() -> list[str]:
        return [one.inner_text() for one in page.locator("#cards li:visible").all()]

    page.goto(server.url)
    says(page, "#found", "^[0-9]+ puzzles$")
    page.select_option("#by-metric", "piece")
    page.select_option("#by-minimum", "above 60")
    found = shown()
    assert any("81 (piece)" in text for text in found)
    for text in found:
        numbers = [int(one) for one in re.findall(r"(\d+) \(piece\)", text)]
        assert numbers
        assert max(numbers) > 60
    page.select_option("#by-minimum", "unsolvable")
    assert all("unsolvable (piece)" in text for text in shown())
    page.select_option("#by-minimum", "not published")
    assert shown()
    assert not any("(piece)" in text for text in shown())


def test_a_late_answer_is_not_shown_under_another_address(page: Page, server: WebServer) -> None:
    late = held(page, "describe", "hughes")
    opened(page, server, "#p=frogs-1-1")
    page.goto(f"{server.url}#p=hughes")
    wait_for(page, late)
    page.goto(f"{server.url}#p=pennant")
    says(page, "#title", "Pennant")
    late.pop().continue_()
    page.wait_for_timeout(500)
    says(page, "#title", "Pennant")
    page.click("#prove")
    says(page, "#headline", "^Minimum 59 moves")


def test_one_search_is_not_called_a_proof(page: Page, server: WebServer) -> None:
    page.route("**/api/prove", lambda route: route.fulfill(body=verdict("claimed")))
    opened(page, server, "#p=hughes")
    page.click("#prove")
    says(page, "#headline", "^Minimum 21 .*, claimed: found by one search, not proven$")
    says(page, "#score", "minimum 21, claimed: found by one search, not proven$")
    assert not page.locator("#headline.good").count()


def test_a_drag_stays_in_its_range(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=ane-rouge")
    drag(page, "B", 3, 3)
    drag(page, "A", 0, 2)
    says(page, "#score", r"^0 moves")


def test_a_drag_asks_for_no_layout(page: Page, server: WebServer) -> None:
    """A move of the hand sets one transform; what costs a layout is asked once, at the start."""
    opened(page, server, "#p=ane-rouge")
    page.evaluate("""() => {
      window.asked = 0;
      window.moved = 0;
      const names = { getScreenCTM: SVGGraphicsElement, getBoundingClientRect: Element };
      for (const [name, { prototype }] of Object.entries(names)) {
        const plain = prototype[name];
        prototype[name] = function () { asked += 1; return plain.apply(this); };
      }
      document.addEventListener("pointermove", () => { moved += 1; }, true);
    }""")
    drag(page, "H", -1, 1)
    says(page, "#says", "^HSW")
    asked, moved = page.evaluate("[asked, moved]")
    assert moved >= 8
    assert asked <= 3


def test_tap_a_peg_and_its_target(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=english-centre")
    page.locator('#board .piece[aria-label^="peg 29,"]').click()
    says(page, "#says", "^29-27")
    page.locator("#legal summary").click()
    page.locator("#legal-moves button").first.click()
    says(page, "#score", r"^2 moves \(move\)")


def test_push_tiles_by_the_last_of_a_run(page: Page, server: WebServer) -> None:
    page.goto(server.url + "#edit")
    page.wait_for_selector("#preview svg")
    page.fill("#source", 'family = "tiles"\nmetric = "multi"\nboard = "1 2 0"\ngoal = "0 1 2"\n')
    says(page, "#fault", "^$")
    page.click("#open-it:enabled")
    page.wait_for_selector("#board svg")
    drag(page, "1", 1, 0)
    says(page, "#says", r"^W2\. Solved in 1 move \(metric multi\)")


def test_the_keyboard_alone(page: Page, server: WebServer) -> None:
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


def test_without_motion_nothing_moves_by_itself(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=ane-rouge")
    style = "getComputedStyle(document.querySelector('#board .piece')).transitionDuration"
    assert page.evaluate(style) == "0s"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(style) != "0s"


def test_turn_a_cube_in_the_hand(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=instant-insanity")
    says(page, ".fits", "^Cube 0: front R, right R, back R, left B")
    page.click("[aria-label='Turn left']")
    says(page, ".fits", "^Cube 0: front R, right R, back B, left R")
    page.locator(".held").focus()
    page.keyboard.press("ArrowUp")
    says(page, ".fits", "^Cube 0: front Y, right R, back G, left R")
    page.locator(".held").hover()
    page.mouse.down()
    box = page.locator(".held").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2)
    page.mouse.up()
    says(page, ".fits", "^Cube 0: front R, right Y, back R, left G")
    page.keyboard.press("Enter")
    says(page, "#score", r"^1 move \(cube\)")
    says(page, ".fits", "^Cube 1: ")


def test_a_cube_that_does_not_fit_stays_in_the_hand(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=one-colour-cubes")
    page.click(".put")
    says(page, ".fits", "a colour would stand twice on one side$")
    assert page.locator(".put").is_disabled()


def test_a_hint_leads_to_the_goal(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=frogs-1-1")
    for left in (3, 2, 1):
        page.click("#hint")
        says(page, "#says", rf"^Hint: .* {left} moves? \(metric move\) to go")
        page.locator("#board .piece.hinted").click()
        says(page, "#score", rf"^{4 - left} moves? ")
    says(page, "#says", "Solved in 3 moves")


def test_a_long_hint_says_what_it_does_and_can_be_cancelled(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=hifi")
    page.click("#hint")
    says(page, "#hint", "^Cancel the hint$")
    says(page, "#looking", r"^No goal within \d+ moves? \(metric piece\): [\d,]+ states? searched")
    page.click("#hint")
    says(page, "#says", "^No hint: cancelled")
    says(page, "#hint", "^Hint$")
    assert page.locator("#looking").is_hidden()


def test_targets_that_overlap_have_one_outline(page: Page, server: WebServer) -> None:
    text = 'family = "sliding"\nboard = """\nAA..B\n....B\n"""\ngoal = """\n....B\nAA..B\n"""\n'
    fragment = "async (text) => (await import('./static/share.js')).fragmentOf({instance: {text}})"
    page.goto(server.url)
    opened(page, server, page.evaluate(fragment, text))
    page.locator('#board .piece[aria-label^="piece A,"]').click()
    assert page.locator("#board .spot").count() == 5
    paths = [path.get_attribute("d") or "" for path in page.locator("#board path.ghost").all()]
    assert [path.count("M") for path in paths] == [1, 1]  # a row each
    assert [path.count("L") for path in paths] == [3, 3]  # a rectangle each


def test_a_hint_for_a_stack_of_cubes(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=instant-insanity")
    for left in (4, 3, 2, 1):
        page.click("#hint")
        says(page, "#says", rf"^Hint: .* {left} moves? \(metric cube\) to go")
        page.locator("#legal-moves button.hinted").click()
        says(page, "#score", rf"^{5 - left} moves? ")
    says(page, "#says", "Solved in 4 moves")


def test_prove_and_step_through_the_plan(page: Page, server: WebServer) -> None:
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


def test_a_proof_can_be_cancelled(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=korf-03")
    page.click("#prove")
    says(page, "#bounds-words", "Working|at least")
    page.click("#cancel")
    says(page, "#bounds-words", "^Cancelled")
    assert page.locator("#headline").is_hidden()


def test_what_the_state_graph_says(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=simplicity")
    page.click("#explore")
    says(page, "#graph-says", "one search; nothing here is certified")
    facts = page.locator("#graph-facts").inner_text()
    for words in ("161", "hardest start", "diameter", "(metric piece)"):
        assert words in facts
    picture = page.locator("#graph-picture img")
    picture.wait_for()
    assert picture.evaluate("async (one) => { await one.decode(); return one.naturalWidth; }") > 100
    page.select_option("#graph-kind", "degrees")
    page.wait_for_selector('#graph-picture img[alt^="Degrees"]')
    opened(page, server, "#p=instant-insanity")
    page.locator("#graph").wait_for(state="hidden")


def test_the_figures_of_a_state_graph_are_certified(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=simplicity")
    page.click("#certify")
    says(page, "#graph-says", "^Certified, by the rules: .*hardest start, diameter")
    with page.expect_download() as download:
        page.click("#graph-download")
    figures = verify(download.value.path()).figures
    assert figures is not None
    assert (figures["reached"], figures["eccentricity"]) == (161, 27)
    page.click("#explore")
    says(page, "#graph-says", "one search; nothing here is certified")
    assert page.locator("#graph-certificate").is_hidden()


def test_a_damaged_link_says_so(page: Page, server: WebServer) -> None:
    for fragment, words in (("#i=AAAA", "damaged"), ("#p=nothing", "there is no 'nothing'")):
        page.goto("about:blank")
        page.goto(server.url + fragment)
        says(page, "#trouble", words)
