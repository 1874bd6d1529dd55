"""Addresses that hold boards: what `link` prints, the page opens; several make a sheet to print."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import pytest

import puzzleproof as pp
from puzzleproof.web.links import BOARDS_LIMIT, PAGE, address
from tests.support.boards import sliding
from tests.support.browsing import walk
from tests.support.command_line import run_here
from tests.support.web_server import WebServer

pytest.importorskip("starlette", reason="the extra 'web' is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Page

OWN = sliding("A./B.", goal="../.A", labelled="A", axes="B:EW")
"""Two moves in the metric unit."""


def words_of(link: str) -> list[tuple[str, str]]:
    page, _, fragment = link.partition("#")
    assert page == PAGE
    return parse_qsl(fragment)


def test_a_link_holds_a_name_of_the_library_or_the_text() -> None:
    assert words_of(pp.link("hughes")) == [("p", "hughes")]
    assert words_of(pp.link("hughes", "line")) == [("p", "hughes"), ("metric", "line")]
    ((key, packed),) = words_of(address([("hughes", OWN)]))
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=="), -zlib.MAX_WBITS).decode()
    assert key == "i"
    assert pp.loads(text) == OWN
    assert pp.link(OWN, page="https://example.org/p/").startswith("https://example.org/p/#i=")


def test_what_the_page_would_not_open_is_refused() -> None:
    for page in ("example.org", "http://example.org/#p=hughes"):
        with pytest.raises(pp.NotationError, match="expected an address that begins with http"):
            pp.link("hughes", page=page)
    large = sliding("\n".join(["A" + "." * 59] * 50), goal="\n".join(["." * 59 + "A"] * 50))
    with pytest.raises(pp.Unsupported, match="boards of up to 2,500 characters"):
        pp.link(large)
    with pytest.raises(pp.Unsupported, match="a sheet has 24 boards at most, got 25"):
        address([("hughes", pp.load("hughes"))] * (BOARDS_LIMIT + 1), sheet=True)


@pytest.mark.external
def test_the_page_opens_what_link_prints(page: Page, server: WebServer, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(pp.dumps(OWN))
    at = ("--page", server.url, "--metric", "unit", "-q")
    page.goto(run_here(tmp_path, "link", "own.toml", *at).stdout.strip())
    walk(page, server, "says #title | ^made by hand$\nwait #board .axis")
    assert page.locator("#metric").input_value() == "unit"
    page.goto(run_here(tmp_path, "link", "own.toml", "hughes", "--sheet", *at).stdout.strip())
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
