"""The widget that steps through a plan: what Python knows of it, and what a browser does."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

import puzzleproof as pp
from puzzleproof.models.errors import NotationError, Unsupported
from tests.support.golden_pictures import PLANS
from tests.support.tree import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STUB = """\
window.listeners = []; window.saved = [];
window.model = {
  get: (name) => window.traits[name],
  set: (name, value) => { window.traits[name] = value; window.listeners.forEach((f) => f()); },
  save_changes: () => window.saved.push(window.traits.position),
  on: (name, f) => window.listeners.push(f),
  off: (name, f) => { window.listeners = window.listeners.filter((one) => one !== f); },
};
"""
"""In place of the kernel's side of the traits."""


def view() -> pp.PlanView:
    return pp.film("frogs-1-1", PLANS["frogs-1-1"].split())


def widget() -> Any:
    pytest.importorskip("anywidget", reason="the extra 'notebook' is not installed")
    return view().widget()


def test_without_the_library_one_line_says_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "puzzleproof.widget", raising=False)
    with pytest.raises(Unsupported) as refused:
        view().widget()
    assert "this needs anywidget" in str(refused.value)
    assert "pip install puzzleproof[notebook]" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "<svg" in view().html()


def test_the_position_is_read_set_and_observed() -> None:
    made, seen = widget(), list[int]()

    def note(change: dict[str, int]) -> None:
        seen.append(change["new"])

    made.observe(note, "position")
    made.position = 2
    made.position = 3
    assert seen == [2, 3]
    assert repr(made) == (
        "<PlanWidget 'Frogs and toads, 1 + 1: 3 moves (metric move)': position 3 of 3>"
    )
    for wrong in (-1, 4):
        with pytest.raises(NotationError, match=f"position {wrong}: expected 0 to 3"):
            made.position = wrong
    assert made.position == 3
    assert made.captions == ["start", "1 3-2", "2 1-3", "3 2-1"]
    assert len(set(made.frames)) == sum(frame.count("<svg ") for frame in made.frames) == 4


@pytest.fixture
def page(browser: Browser) -> Generator[Page]:
    """A page with the widget, and a model that stands for the kernel's."""
    made = widget()
    names = ("position", "seconds", "heading", "captions", "frames", "style_sheet", "theme")
    traits = {name: getattr(made, name) for name in names} | {"seconds": 0.05}
    module = (ROOT / "puzzleproof" / "widget.js").read_text("utf-8")
    opened, faults = browser.new_page(), list[str]()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.set_content("<main></main>")
    opened.evaluate(f"() => {{ {STUB} window.traits = {json.dumps(traits)}; }}")
    opened.evaluate(
        """async (text) => {
          const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
          const { default: widget } = await import(url);
          window.leave = widget.render({ model, el: document.querySelector("main") });
        }""",
        module,
    )
    yield opened
    opened.close()
    assert not faults


def position(page: Page) -> tuple[int, str]:
    """What the model says and what the picture says."""
    title = page.locator("main svg title").text_content() or ""
    return page.evaluate("() => traits.position"), title.rpartition(": ")[2]


def test_buttons_slider_and_keys_move_the_position(page: Page) -> None:
    assert position(page) == (0, "start")
    page.get_by_role("button", name="one move on").click()
    assert position(page) == (1, "1 3-2")
    page.get_by_role("button", name="to the end").click()
    assert position(page) == (3, "3 2-1")
    assert page.get_by_role("button", name="one move on").is_disabled()
    page.get_by_role("slider").fill("2")
    assert position(page) == (2, "2 1-3")
    page.locator(".puzzleproof-widget").focus()
    for key, number in (("ArrowLeft", 1), ("Home", 0), ("End", 3), ("ArrowRight", 3)):
        page.keyboard.press(key)
        assert position(page)[0] == number
    assert page.evaluate("() => saved") == [1, 3, 2, 1, 0, 3]


def test_it_plays_to_the_end_and_can_be_paused(page: Page) -> None:
    page.get_by_role("button", name="play").click()
    page.wait_for_function("() => traits.position === 3")
    page.get_by_role("button", name="play").wait_for()
    page.evaluate("() => { traits.seconds = 60; }")
    page.get_by_role("button", name="play").click()
    page.get_by_role("button", name="pause").click()
    assert position(page)[0] == 0


def test_what_the_kernel_sets_is_shown_until_it_is_taken_away(page: Page) -> None:
    page.evaluate("() => model.set('position', 2)")
    assert position(page) == (2, "2 1-3")
    assert page.get_by_role("slider").input_value() == "2"
    assert page.evaluate("() => { leave(); return listeners.length; }") == 0
