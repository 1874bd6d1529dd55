"""The editor in a real browser: text, painted cells, labels, half cells, links, hardest starts."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.browsing import drag, says
from tests.support.web_server import WebServer

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Page


def edited(page: Page, server: WebServer, text: str = "") -> None:
    """Open the editor, with the text of an instance."""
    page.goto(server.url + "#edit")
    page.wait_for_selector("#preview svg")
    if text:
        page.fill("#source", text)
        says(page, "#fault", "^$")


def cell(at: str) -> str:
    return f'#canvas button[data-at="{at}"]'


def test_edit_a_board_and_share_it(page: Page, server: WebServer) -> None:
    edited(page, server)
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


def test_paint_a_board(page: Page, server: WebServer) -> None:
    edited(page, server)
    page.locator("#brushes button", has_text=re.compile("^K$")).click()
    page.locator('#canvas button[data-at="4,1"]').click()
    page.click("#row-more")
    source = page.locator("#source").input_value()
    assert "IK.J\n....\n" in source
    assert ".BB.\n.BB.\n....\n" in source
    page.locator("#brushes button", has_text="wall").click()
    page.locator('#canvas button[data-at="5,0"]').click()
    assert page.locator("#source").input_value().count("#...") == 2
    says(page, "#fault", "^$")
    page.locator("#brushes button", has_text="empty").click()
    page.locator('#canvas button[data-at="5,0"]').click()
    assert "#" not in page.locator("#source").input_value()
    says(page, "#fault", "^$")
    page.click("#open-it:enabled")
    says(page, "#title", "^My board$")


def test_an_error_stands_at_its_cell(page: Page, server: WebServer) -> None:
    edited(page, server)
    page.locator("#layers button", has_text="goal").click()
    page.locator("#brushes button", has_text=re.compile("^B$")).click()
    page.locator(cell("0,3")).click()
    says(page, "#fault", "piece 'B' has another shape.*drawn here at row 1, column 4")
    wrong = page.locator("#canvas .wrong")
    assert [one.get_attribute("data-at") for one in wrong.all()] == ["0,3"]
    assert wrong.get_attribute("aria-describedby") == "fault"
    assert "error" in (wrong.get_attribute("aria-label") or "")
    says(page, "#layers", "goal \\(error\\)")
    page.locator("#brushes button", has_text="empty").click()
    page.locator(cell("0,3")).click()
    says(page, "#fault", "^$")
    assert not wrong.count()


def test_labels_are_painted(page: Page, server: WebServer) -> None:
    edited(page, server)
    page.locator("#labels button", has_text=re.compile("^G$")).click()
    assert 'labelled = "BG"' in page.locator("#source").input_value()
    page.locator("#labels button", has_text=re.compile("^all$")).click()
    assert 'labelled = "*"' in page.locator("#source").input_value()
    page.locator("#labels button", has_text=re.compile("^all$")).click()
    assert "labelled" not in page.locator("#source").input_value()
    says(page, "#fault", "^$")


def test_a_piece_is_painted_half_way_between_cells(page: Page, server: WebServer) -> None:
    text = 'family = "sliding"\nboard = """\nA..\n...\n"""\ngoal = """\n..A\n...\n"""\n'
    edited(page, server, text)
    page.click("#half")
    says(page, "#fault", "^$")
    source = page.locator("#source").input_value()
    assert "cell = 2" in source
    assert "AA....\nAA....\n......\n......\n" in source
    page.locator("#brushes button", has_text=re.compile("^B$")).click()
    page.locator(cell("2,1")).click()
    assert ".BB...\n.BB...\n" in page.locator("#source").input_value()
    says(page, "#fault", "^$")
    page.click("#half")
    says(page, "#editor-says", "half-way")
    page.locator("#brushes button", has_text="empty").click()
    page.locator(cell("2,1")).click()
    page.click("#half")
    assert "cell" not in page.locator("#source").input_value()
    assert "A..\n...\n" in page.locator("#source").input_value()


def test_several_goals_are_painted(page: Page, server: WebServer) -> None:
    goals = 'goal = ["""\n.A\n""", """\nA.\n"""]\n'
    edited(page, server, f'family = "sliding"\nboard = """\nA.\n"""\n{goals}')
    page.locator("#layers button", has_text="goal[2]").click()
    page.locator("#brushes button", has_text="empty").click()
    page.locator(cell("0,0")).click()
    says(page, "#fault", "asks for no piece")
    assert '"""\n.A\n""", """\n..\n"""' in page.locator("#source").input_value()


def test_the_editor_by_keys_alone(page: Page, server: WebServer) -> None:
    edited(page, server)
    page.locator(cell("0,0")).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "K"):
        page.keyboard.press(key)
    assert "IK.J" in page.locator("#source").input_value()
    assert page.evaluate("document.activeElement.dataset.at") == "4,1"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.at") == "3,1"
    says(page, "#fault", "^$")
    page.wait_for_selector("#open-it:enabled")
    page.locator("#open-it").focus()
    page.keyboard.press("Enter")
    says(page, "#title", "^My board$")


def test_a_link_opens_the_editor_with_its_text(page: Page, server: WebServer) -> None:
    edited(page, server, 'family = "frogs"\nname = "A pond"\nboard = "F.T"\n')
    page.click("#link-it")
    says(page, "#editor-says", "whole text")
    link = page.url
    page.goto(server.url)
    page.goto(link)
    page.wait_for_selector("#preview svg")
    assert 'name = "A pond"' in page.locator("#source").input_value()


def test_the_hardest_start_is_found_and_loaded(page: Page, server: WebServer) -> None:
    edited(page, server, 'family = "frogs"\nname = "A pond"\nboard = "F.T"\ngoal = "TF."\n')
    page.click("#hardest:enabled")
    says(page, "#editor-says", r"Found: .*\d moves? \(metric move\).*not certified")
    assert "hardest start" in page.locator("#source").input_value()
    says(page, "#fault", "^$")
    page.fill("#source", 'family = "sliding"\nboard = "AB."\ngoal = "BA."\nlabelled = "AB"\n')
    says(page, "#fault", "^$")
    page.click("#hardest:enabled")
    says(page, "#editor-says", "No hardest start: .*no state reaches a goal")


def test_a_search_for_the_hardest_start_can_be_cancelled(page: Page, server: WebServer) -> None:
    tiles = 'family = "tiles"\nmetric = "single"\nboard = """\n8 6 7\n2 5 4\n3 0 1\n"""\n'
    tiles += 'goal = """\n1 2 3\n4 5 6\n7 8 0\n"""\n'
    edited(page, server, tiles)
    page.click("#hardest:enabled")
    says(page, "#hardest", "Cancel")
    page.click("#hardest")
    says(page, "#editor-says", "No hardest start: cancelled")
    says(page, "#hardest", "Hardest start")


CHANGED = """async ([text, how]) => {
  const { Drawings } = await import("/static/drawings.js");
  const drawings = new Drawings(text);
  if (how === "written") return drawings.written();
  if (how === "halved") drawings.halve(true);
  else drawings.label(how);
  return drawings.written();
}"""
ODD = r'''family = 'sliding' # "quoted"
name = """board = "no" """
note = """
labelled = "nothing"
"""
board = """
$.&
".\\
"""
goal = [\'\'\'
..&
".\
\'\'\', """
$..
".\\
"""]
'''.replace(r"\'", "'")
"""Pieces that are signs of TOML, or of patterns, in every sort of drawing."""


def test_odd_pieces_leave_the_text_as_it_is(page: Page, server: WebServer) -> None:
    def changed(how: str) -> dict[str, Any]:
        return tomllib.loads(page.evaluate(CHANGED, [ODD, how]))

    page.goto(server.url)
    assert page.evaluate(CHANGED, [ODD, "written"]) == ODD
    for letters in ("$&", "$'", '"\\', "$$"):
        assert changed(letters) == {**tomllib.loads(ODD), "labelled": letters}
    doubled = changed("halved")
    assert doubled["cell"] == 2
    assert doubled["board"] == '$$..&&\n$$..&&\n""..\\\\\n""..\\\\\n'
    assert [len(goal.splitlines()) for goal in doubled["goal"]] == [4, 4]
    assert doubled["note"] == 'labelled = "nothing"\n'


def test_odd_pieces_are_labelled_and_painted(page: Page, server: WebServer) -> None:
    edited(page, server, "family = 'sliding'\nboard = '''\n$\"\n..\n'''\ngoal = '''\n..\n$.\n'''\n")
    for letter in '$"':
        page.locator("#labels button").get_by_text(letter, exact=True).click()
    assert r'labelled = "\"$"' in page.locator("#source").input_value()
    page.locator(cell("1,1")).focus()
    page.keyboard.press('"')
    assert "'''\n$\"\n.\"\n'''" in page.locator("#source").input_value()
    says(page, "#fault", "^$")


def test_a_drawing_that_is_not_understood_is_named(page: Page, server: WebServer) -> None:
    edited(page, server, 'family = "frogs"\nboard = "F.T"\n')
    says(page, "#written-only", "^'board': this drawing can only be written, not painted")
    assert page.locator("#painter").is_hidden()
    page.fill("#source", 'family = "frogs"\nboard = """\nF.T\n"""\n')
    says(page, "#written-only", "^$")
    assert page.locator("#painter").is_visible()
