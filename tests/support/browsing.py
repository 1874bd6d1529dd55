"""The page in Debian's Chromium, at the width of a desk and of a phone: what tests of it share."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.support.web_server import WebServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

CHROMIUM = shutil.which("chromium")
SIZES = {"desk": (1280, 900), "phone": (390, 800)}
PATIENCE = 90_000
"""Milliseconds for what takes a proof."""
LOADING = 120_000
"""Milliseconds for what has Python loaded into the browser, on a machine that is busy."""


@contextmanager
def chromium() -> Generator[Browser]:
    """Start the browser, until the block ends."""
    from playwright.sync_api import sync_playwright

    words = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=words)
        yield browser
        browser.close()


@contextmanager
def sound_page(browser: Browser, server: WebServer, size: str, **options: Any) -> Generator[Page]:
    """A page that fails the test for any error in it, and for a request to another host.

    ``options`` are those of a browser's context; by default a phone is dark, a desk light.
    """
    width, height = SIZES[size]
    options.setdefault("color_scheme", "dark" if size == "phone" else "light")
    options.setdefault("reduced_motion", "reduce")
    viewport: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, has_touch=size == "phone", **options)
    page, faults, hosts = context.new_page(), list[str](), set[str]()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: hosts.add(asked.url.split("#")[0].split("/")[2]))
    yield page
    context.close()
    assert not faults
    assert hosts <= {server.url.split("/")[2]}


def says(page: Page, place: str, words: str, patience: int = PATIENCE) -> None:
    """Wait until an element has these words, a regular expression."""
    from playwright.sync_api import expect

    expect(page.locator(place)).to_contain_text(re.compile(words), timeout=patience)


def opened(page: Page, server: WebServer, fragment: str) -> None:
    """Open a puzzle, and wait for its board."""
    if page.url != server.url + fragment:  # the board before it does not count
        page.evaluate("document.querySelector('#board svg')?.setAttribute('data-old', '')")
    page.goto(server.url + fragment)
    page.wait_for_selector("#board svg:not([data-old])")


def drag(page: Page, name: str, right: str, down: str) -> None:
    """Drag a piece so many of its own widths and heights."""
    box = page.locator(f'#board .piece[aria-label^="piece {name},"]').bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y := y + float(down) * box["height"], steps=4)
    page.mouse.move(x + float(right) * box["width"], y, steps=4)
    page.mouse.up()


def swipe(page: Page, name: str, right: str, down: str) -> None:
    """Drag a piece as a finger does, by events of touch, so many of its own widths and heights."""
    box = page.locator(f'#board .piece[aria-label^="piece {name},"]').bounding_box()
    assert box
    touch: Any = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for step in range(6):
        at = {"x": x, "y": y}
        at["x"] += float(right) * box["width"] * step / 5
        at["y"] += float(down) * box["height"] * step / 5
        kind = "touchMove" if step else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def walk(page: Page, server: WebServer, steps: str) -> None:
    """Do what each line says: a word of `STEPS`, what it is done to, and behind a bar its value."""
    for line in filter(None, map(str.strip, steps.splitlines())):
        word, _, rest = line.partition(" ")
        place, _, value = rest.partition(" | ")
        match word:
            case "open":
                opened(page, server, place)
            case "goto":
                page.goto(server.url + place)
            case _:
                STEPS[word](page, place, value)


def _source_has(page: Page, text: str, _value: str) -> None:
    assert text.replace("\\n", "\n") in page.locator("#source").input_value()


def _source_lacks(page: Page, text: str, _value: str) -> None:
    assert text not in page.locator("#source").input_value()


def _count(page: Page, place: str, value: str) -> None:
    assert page.locator(place).count() == int(value)


STEPS: dict[str, Callable[[Page, str, str], object]] = {
    "drag": lambda page, place, _: drag(page, *place.split()),
    "swipe": lambda page, place, _: swipe(page, *place.split()),
    "at": lambda page, place, _: page.wait_for_url(f"**/{place}"),
    "asked": lambda page, place, _: page.once("dialog", lambda d: getattr(d, place)()),
    "again": lambda page, _, __: [page.goto(u) for u in (page.url.partition("#")[0], page.url)],
    "press": lambda page, place, _: list(map(page.keyboard.press, place.split())),
    "tab": lambda page, place, _: tab_to(page, place),
    "says": lambda page, place, value: says(page, place, value, LOADING),
    "click": lambda page, place, _: page.locator(place).first.click(),
    "focus": lambda page, place, _: page.locator(place).first.focus(),
    "fill": lambda page, place, value: page.fill(place, value.replace("\\n", "\n")),
    "select": lambda page, place, value: page.select_option(place, value),
    "wait": lambda page, place, _: page.wait_for_selector(place),
    "hidden": lambda page, place, _: page.locator(place).wait_for(state="hidden"),
    "gone": lambda page, place, _: page.wait_for_selector(place, state="detached"),
    "source": _source_has,
    "no-source": _source_lacks,
    "count": _count,
}
"""What a visitor does and sees; ``says`` wants a regular expression, and waits."""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there; whoever has only keys must get there too."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(selector)


def held(page: Page, ask: str, name: str | None = None) -> list[Route]:
    """Hold back questions to the server about the rules; the requests stand in the list.

    ``name`` is that of the instance which is asked about, by default any.
    """
    found: list[Route] = []

    def hold(route: Route) -> None:
        question = json.loads(route.request.post_data or "{}")
        about = question.get("instance", {}).get("name")
        if question.get("ask") == ask and name in (None, about):
            found.append(route)
        else:
            route.continue_()

    page.route("**/api/ask", hold)
    return found


def verdict(grade: str) -> str:
    """What the server would say of the minimum of 'hughes', if it had this grade."""
    bounds = {"optimum": 21, "lower": 21, "upper": 21, "proven": 21, "metric": "piece"}
    rest: dict[str, object] = {"plan": [], "evidence": [], "notes": [], "certificate": None}
    event = {"event": "verdict", "status": "optimal", "grade": grade, **bounds, **rest}
    return f"data: {json.dumps(event)}\n\n"


def wait_for(page: Page, found: Sequence[object]) -> None:
    """Wait until there is something in a list that the page's requests fill."""
    for _ in range(PATIENCE // 100):
        if found:
            return
        page.wait_for_timeout(100)
    raise AssertionError("nothing was asked")
