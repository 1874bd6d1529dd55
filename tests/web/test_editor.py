"""The editor in a real browser: text, painted cells, labels, half cells, links, hardest starts."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from puzzleproof.models.instances import loads
from puzzleproof.web.links import address
from tests.support.browsing import walk
from tests.support.web_server import WebServer

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Page

EMPTY = 'click #brushes button:has-text("empty")'
TILES = (
    r"family = 'tiles'\nboard = '''\n8 6 7\n2 5 4\n3 0 1\n'''\n"
    r"goal = '''\n1 2 3\n4 5 6\n7 8 0\n'''\n"
)
LINK = address([("", loads('family = "frogs"\nboard = "F.T"', "board"))], "http://x/")[9:]
WALKS = {
    "paint a board": rf"""
        click #brushes button:text-is("K")
        click [data-at="4,1"]
        click #row-more
        source IK.J\n....\n
        source .BB.\n.BB.\n....\n
        click #brushes button:has-text("wall")
        click [data-at="5,0"]
        source #...
        says #fault | ^$
        {EMPTY}
        click [data-at="5,0"]
        no-source #
        says #fault | ^$
        click #open-it:enabled
        says #title | ^My board$
    """,
    "an error stands at its cell": rf"""
        click #layers button:has-text("goal")
        click #brushes button:text-is("B")
        click #canvas button[data-at="0,3"]
        says #fault | piece 'B' has another shape.*drawn here at row 1, column 4
        wait #canvas .wrong[data-at="0,3"][aria-describedby="fault"][aria-label*="error"]
        count #canvas .wrong | 1
        says #layers | goal \(error\)
        {EMPTY}
        click #canvas button[data-at="0,3"]
        says #fault | ^$
        count #canvas .wrong | 0
    """,
    "labels": """
        click #labels button:text-is("G")
        source labelled = "BG"
        click #labels button:text-is("all")
        source labelled = "*"
        click #labels button:text-is("all")
        no-source labelled
        says #fault | ^$
    """,
    "pieces bound to an axis": """
        click #axes button:text-is("I free")
        source axes = "I:EW"
        click #axes button:text-is("D free")
        click #axes button:text-is("D east–west")
        source axes = "D:NS I:EW"
        says #fault | ^$
        wait #preview .axis[transform$="rotate(90)"]
        count #preview .axis | 2
        click #open-it:enabled
        wait #board .piece[aria-label^="piece I, row 5, column 1, slides east and west, 2 moves"]
        count #board .axis | 2
        asked accept
        click #edit-this
        click #axes button:text-is("D north–south")
        source axes = "I:EW"
        click #axes button:text-is("I east–west")
        click #axes button:text-is("I north–south")
        no-source axes
        says #fault | ^$
    """,
    "half-way between cells": rf"""
        fill #source | family = "sliding"\nboard = '''\nA..\n...\n'''\ngoal = '''\n..A\n...\n'''\n
        says #fault | ^$
        click #half
        says #fault | ^$
        source cell = 2
        source AA....\nAA....\n......\n......\n
        click #brushes button:text-is("B")
        click #canvas button[data-at="2,1"]
        source .BB...\n.BB...\n
        says #fault | ^$
        click #half
        says #editor-says | half-way
        {EMPTY}
        click #canvas button[data-at="2,1"]
        click #half
        no-source cell
        source A..\n...\n
    """,
    "by keys alone": """
        focus #canvas button[data-at="0,0"]
        press ArrowDown ArrowDown ArrowDown ArrowDown ArrowRight K
        source IK.J
        wait [data-at="4,1"]:focus
        press ArrowUp
        wait [data-at="3,1"]:focus
        says #fault | ^$
        wait #open-it:enabled
        focus #open-it
        press Enter
        says #title | ^My board$
    """,
    "the hardest start is found and loaded": r"""
        fill #source | family = "frogs"\nname = "A pond"\nboard = "F.T"\ngoal = "TF."\n
        says #fault | ^$
        click #hardest:enabled
        says #editor-says | Found: .*\d moves? \(metric move\).*not certified
        source hardest start
        says #fault | ^$
        fill #source | family = "sliding"\nboard = "AB."\ngoal = "BA."\nlabelled = "AB"\n
        says #fault | ^$
        click #hardest:enabled
        says #editor-says | No hardest start: .*no state reaches a goal
    """,
    "a search for the hardest start is cancelled": rf"""
        fill #source | {TILES}
        says #fault | ^$
        click #hardest:enabled
        says #hardest | Cancel
        click #hardest
        says #editor-says | No hardest start: cancelled
        says #hardest | Hardest start
    """,
    "odd pieces are labelled and painted": r"""
        fill #source | family = 'sliding'\nboard = '''\n$"\n..\n'''\ngoal = '''\n..\n$.\n'''\n
        click #labels button:text-is("$")
        click #labels button:text-is('"')
        source labelled = "\"$"
        focus #canvas button[data-at="1,1"]
        press "
        source '''\n$"\n."\n'''
        says #fault | ^$
    """,
    "edit a board and share it": r"""
        fill #source | family = "sliding"\nboard = '''\nA.B\n..\n'''\ngoal = '''\n..A\n...\n'''\n
        says #fault | row 2 '..' has 2 characters
        wait #open-it:disabled
        fill #source | family = "sliding"\nname = "<b>Mine</b>"\nboard = "A.B"\ngoal = "B.."\n
        says #fault | ^$
        click #open-it:enabled
        says #title | ^<b>Mine</b>$
        wait #board svg
        drag A 1 0
        says #score | ^1 move
        click #share
        says #shared | the moves
        again
        says #title | ^<b>Mine</b>$
        says #score | ^1 move
    """,
    "several goals are linked and painted": rf"""
        fill #source | family = "sliding"\nboard = "A."\ngoal = ['''\n.A\n''', '''\nA.\n''']\n
        says #fault | ^$
        click #link-it
        says #editor-says | whole text
        again
        wait #preview svg
        source goal = ['''\n.A\n''', '''\nA.\n''']
        click #layers button:has-text("goal[2]")
        {EMPTY}
        click #canvas button[data-at="0,0"]
        says #fault | contains no piece
        source '''\n.A\n''', '''\n..\n'''
    """,
    "what was painted and written is undone": r"""
        wait #edit-undo:disabled
        click #brushes button:text-is("K")
        click [data-at="4,1"]
        click [data-at="4,2"]
        source IKKJ
        click #edit-undo
        source IK.J
        press Control+z
        source I..J
        wait #edit-undo:disabled
        click #edit-redo
        source IK.J
        fill #source | family = "frogs"\nboard = "F.T"\n
        press Control+z
        source IK.J
        says #fault | ^$
    """,
    "nothing replaces the board unasked": rf"""
        {EMPTY}
        click [data-at="0,0"]
        source .BBC\nABBC
        asked dismiss
        select #template | pegs
        source .BBC\nABBC
        asked dismiss
        goto {LINK}&edit
        at #edit
        source .BBC\nABBC
        asked accept
        select #template | pegs
        source family = "pegs"
        select #template | frogs
        source family = "frogs"
        click #edit-undo
        click #edit-undo
        source .BBC\nABBC
    """,
    "a reload keeps the board": r"""
        click #brushes button:text-is("K")
        click [data-at="4,1"]
        click #link-it
        says #editor-says | whole text
        click [data-at="4,2"]
        source IKKJ
        again
        wait #preview svg
        source IKKJ
    """,
    "a drawing that is not understood is named": r"""
        fill #source | family = "frogs"\nboard = "F.T"\n
        says #written-only | ^'board': this drawing can only be written, not painted
        hidden #painter
        fill #source | family = "frogs"\nboard = '''\nF.T\n'''\n
        says #written-only | ^$
        wait #painter:visible
    """,
}


@pytest.mark.parametrize("name", WALKS)
def test_walk(page: Page, server: WebServer, name: str) -> None:
    walk(page, server, f"goto #edit\nwait #preview svg\n{WALKS[name]}")


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
