"""The page in a real browser, at the width of a desk and of a phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from puzzleproof.models.instances import dumps
from puzzleproof.verify.function import verify
from tests.support.boards import sliding
from tests.support.browsing import held, opened, says, verdict, wait_for, walk
from tests.support.command_line import run_here
from tests.support.web_server import WebServer

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Page

WALKS = {
    "a drag stays in its range": """
        open #p=ane-rouge
        drag B 3 3
        drag A 0 2
        says #score | ^0 moves
    """,
    "tap a peg and its target": """
        open #p=english-centre
        click #board .piece[aria-label^="peg 29,"]
        says #says | ^29-27
        click #legal summary
        click #legal-moves button
        says #score | ^2 moves \\(move\\)
    """,
    "push tiles by the last of a run": r"""
        goto #edit
        wait #preview svg
        fill #source | family = "tiles"\nmetric = "multi"\nboard = "1 2 0"\ngoal = "0 1 2"\n
        says #fault | ^$
        click #open-it:enabled
        wait #board svg
        drag 1 1 0
        says #says | ^W2\. Solved in 1 move \(metric multi\)
    """,
    "the keyboard alone": r"""
        open #p=ane-rouge
        focus #board .piece[aria-label^="piece H,"]
        press ArrowDown
        says #says | ^HS: Enter
        press ArrowLeft
        says #says | ^HSW: Enter
        press Escape ArrowDown Enter
        says #says | ^HS\. 1 move \(metric piece\)
        press Control+z
        says #score | ^0 moves
    """,
    "a cube that does not fit stays in the hand": """
        open #p=one-colour-cubes
        click .put
        says .fits | a colour would stand twice on one side$
        wait .put:disabled
    """,
    "a hint leads to the goal": "open #p=frogs-1-1"
    + "".join(
        rf"""
        click #hint
        says #says | ^Hint: fewer than 5 moves \(metric move\) are enough from here
        count #board .piece.hinted | 0
        click #hint
        says #says | ^Hint: move piece [FT] [123] next
        wait #board .piece.hinted
        count #legal-moves .hinted | 0
        click #hint
        says #says | ^Hint: .* {left} moves? \(metric move\) to go
        click #board .piece.hinted
        says #score | ^{4 - left} moves?
        """
        for left in (3, 2, 1)
    )
    + "says #says | Solved in 3 moves",
    "another metric keeps the moves": r"""
        open #p=ane-rouge
        click #legal summary
        click #legal-moves [data-move="HSW"]
        says #score | ^1 move \(piece\)
        select #metric | unit
        says #score | ^2 moves \(unit\)
        wait #board .piece[aria-label^="piece H, row 5, column 2"]
        select #metric | piece
        says #score | ^1 move \(piece\)
        again
        says #score | ^1 move \(piece\)
    """,
    "rules and goal in words": r"""
        open #p=ane-rouge
        says #rules | ^[^.]+\. [^.]+ round corners too\.$
        says #goal-words | ^Goal: B stands where shown; the others stand anywhere\.$
        select #metric | unit
        says #rules | ^[^.]+\. One move takes one piece one cell on\.$
        open #p=soap
        says #goal-words | any piece of that shape will do
        open #p=english-centre
        says #goal-words | ^Goal: one peg is left, in hole 27\.$
        says #board | 27
        open #p=triangle-5
        says #goal-words | ^Goal: one peg is left, anywhere\.$
        open #p=mas-puzzle
        says #goal-words | ^Goal: B and E stand where shown
        open #p=instant-insanity
        says #goal-words | no colour twice
    """,
    "a hint for a stack of cubes": "open #p=instant-insanity"
    + "".join(
        rf"""
        click #hint
        says #says | ^Hint: .* {left} moves? \(metric cube\) to go
        click #legal-moves button.hinted
        says #score | ^{5 - left} moves?
        """
        for left in (4, 3, 2, 1)
    )
    + "says #says | Solved in 4 moves",
    "a long hint says what it does and can be cancelled": r"""
        open #p=hifi
        click #hint
        says #hint | ^Cancel the hint$
        says #looking | ^No goal within \d+ moves? \(metric piece\): [\d,]+ states? searched
        click #hint
        says #says | ^No hint: cancelled
        says #hint | ^Hint$
        hidden #looking
    """,
    "prove and step through the plan": r"""
        open #p=hughes
        click #prove
        says #headline | ^Minimum 21 moves \(metric piece\), certified$
        says #evidence | labelling: every plan has at least 21 moves
        says #score | ^0 moves \(piece\) / minimum 21, certified
        click #recheck
        says #rechecked | ^Accepted: .*minimum 21 moves
        focus #step
        press End
        says #step-words | ^Step 21 of 21
        press Home
        says #step-words | ^Step 0 of 21
        select #speed | 150
        click #run
        says #step-words | ^Step 21 of 21
        says #run | ^Play$
    """,
    "a proof can be cancelled": """
        open #p=korf-03
        click #prove
        says #bounds-words | Working|at least
        click #cancel
        says #bounds-words | ^Cancelled
        hidden #headline
    """,
    "what the state graph says": r"""
        open #p=simplicity
        click #explore
        says #graph-says | one search; nothing here is certified
        says #graph-facts | 161[^]*hardest start[^]*diameter
        says #graph-facts | \(metric piece\)
        wait #graph-picture img:visible
        select #graph-kind | degrees:reachable
        wait #graph-picture img[alt^="Degrees"]
        open #p=instant-insanity
        hidden #graph
    """,
    "puzzles of the library are put on a sheet": """
        goto #
        click #cards input[value="hughes"]
        click #cards input[value="frogs-1-1"]
        says #picked | ^A sheet to print: 2 puzzles$
        click #sheet-link
        says #sheet-boards | Frogs
        count #sheet-boards figure | 2
        goto #
        wait #cards:visible
    """,
    "a damaged link says so": """
        goto #i=AAAA
        says #trouble | damaged
        goto #p=nothing
        says #trouble | there is no 'nothing'
    """,
}


@pytest.mark.parametrize("name", WALKS)
def test_walk(page: Page, server: WebServer, name: str) -> None:
    walk(page, server, WALKS[name])


LISTEN = """() => {
  window.heard = [];
  new MutationObserver((records) => records.forEach(({ target }) => {
    const place = (target.closest ? target : target.parentElement)?.closest("[role=status]");
    if (place?.checkVisibility()) heard.push(place.textContent);
  })).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""Keep what regions that a screen reader reads out have said."""
BY_KEYS = """
    tab #cards a
    press Enter
    says #title | Hughes
    tab #board .piece[aria-label^="piece 2,"]
    press ArrowLeft Enter
    says #score | ^1 move
    press Control+z
    says #score | ^0 moves
    tab #prove
    press Enter
    says #headline | ^Minimum 21 moves
    tab #step
    press End
    says #step-words | ^Step 21 of 21
    tab #edit-this
    press Enter
    wait #preview svg
    tab #canvas button
    press ArrowRight B
    tab #source
    source AB1
"""


def test_play_prove_step_and_edit_by_keys_alone(page: Page, server: WebServer) -> None:
    """Without a mouse and without a screen."""
    walk(page, server, "goto\nsays #found | puzzles$")
    page.evaluate(LISTEN)
    walk(page, server, "tab #search")
    page.keyboard.type("hughes")
    says(page, "#found", "^1 puzzle$")
    walk(page, server, BY_KEYS)
    heard = "\n".join(page.evaluate("heard"))
    for words in ("1 puzzle", "1 move (metric piece)", "Taken back", "at least", "Minimum 21"):
        assert words in heard


def test_a_focused_piece_can_be_seen_and_says_what_it_is(page: Page, server: WebServer) -> None:
    walk(page, server, "open #p=ane-rouge\ntab #board .piece")
    focused = page.locator("#board .piece:focus")
    assert re.search(r"\d moves?\b", focused.get_attribute("aria-label") or "")
    edge = "(one) => getComputedStyle(one.querySelector('.edge')).strokeWidth"
    assert focused.evaluate(edge) == "22px"


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
        assert max(int(one) for one in re.findall(r"(\d+) \(piece\)", text)) > 60
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
    walk(page, server, "goto #p=pennant\nsays #title | Pennant")
    late.pop().continue_()
    page.wait_for_timeout(500)
    walk(page, server, "says #title | Pennant\nclick #prove\nsays #headline | ^Minimum 59 moves")


def test_one_search_is_not_called_a_proof(page: Page, server: WebServer) -> None:
    page.route("**/api/prove", lambda route: route.fulfill(body=verdict("claimed")))
    walk(page, server, "open #p=hughes\nclick #prove")
    says(page, "#headline", "^Minimum 21 .*, claimed: found by one search, not proven$")
    says(page, "#score", "minimum 21, claimed: found by one search, not proven$")
    assert not page.locator("#headline.good").count()


def test_without_motion_nothing_moves_by_itself(page: Page, server: WebServer) -> None:
    opened(page, server, "#p=ane-rouge")
    style = "getComputedStyle(document.querySelector('#board .piece')).transitionDuration"
    assert page.evaluate(style) == "0s"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(style) != "0s"


def test_turn_a_cube_in_the_hand(page: Page, server: WebServer) -> None:
    steps = """
        open #p=instant-insanity
        says .fits | ^Cube 0: front R, right R, back R, left B
        click [aria-label='Turn left']
        says .fits | ^Cube 0: front R, right R, back B, left R
        focus .held
        press ArrowUp
        says .fits | ^Cube 0: front Y, right R, back G, left R
    """
    walk(page, server, steps)
    page.locator(".held").hover()
    page.mouse.down()
    box = page.locator(".held").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2)
    page.mouse.up()
    steps = """
        says .fits | ^Cube 0: front R, right Y, back R, left G
        press Enter
        says #score | ^1 move \\(cube\\)
        says .fits | ^Cube 1:
    """
    walk(page, server, steps)


def test_targets_that_overlap_have_one_outline(page: Page, server: WebServer) -> None:
    text = 'family = "sliding"\nboard = """\nAA..B\n....B\n"""\ngoal = """\n....B\nAA..B\n"""\n'
    fragment = "async (text) => (await import('./static/share.js')).fragmentOf({instance: {text}})"
    page.goto(server.url)
    opened(page, server, page.evaluate(fragment, text))
    walk(page, server, 'click #board .piece[aria-label^="piece A,"]\ncount #board .spot | 5')
    paths = [path.get_attribute("d") or "" for path in page.locator("#board path.ghost").all()]
    assert [path.count("M") for path in paths] == [1, 1]  # a row each
    assert [path.count("L") for path in paths] == [3, 3]  # a rectangle each


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


OWN = sliding("A./B.", goal="../.A", labelled="A", axes="B:EW")
"""Two moves in the metric unit."""


def test_the_page_opens_what_link_prints(page: Page, server: WebServer, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(dumps(OWN))
    at = ("--page", server.url, "--metric", "unit", "-q")
    page.goto(run_here(tmp_path, "show", "--link", "own.toml", *at).stdout.strip())
    walk(page, server, "says #title | ^made by hand$\nwait #board .axis")
    assert page.locator("#metric").input_value() == "unit"
    page.goto(run_here(tmp_path, "show", "own.toml", "hughes", "--sheet", *at).stdout.strip())
    steps = """
        says #sheet-says | ^Ready to print
        count #sheet-boards figure | 2
        says #sheet-plans | 1. made by hand
        says #sheet-plans | Minimum 2 moves .metric unit., certified
        says #sheet-plans | 2. Hughes Puzzle
        says #sheet-plans | Minimum 31 moves .metric unit., certified
    """
    walk(page, server, steps)
    assert len((page.locator(".moves").last.text_content() or "").split()) == 31
    assert page.pdf().count(b"/Type /Page\n") == 2
    page.goto(f"{server.url}#sheet=1")
    walk(page, server, "says #trouble-words | ^a sheet has 1 to 24 boards, this link 0$")
