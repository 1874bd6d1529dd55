"""The server and the browser that the tests of the page share, and a page in two sizes."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.support.browsing import SIZES, sound_page
from tests.support.web_server import WebServer, web_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[WebServer]:
    """A server of a module as users start it, with the module's ``OPTIONS``."""
    module = cast("Any", request.module)  # pyright: ignore[reportUnknownMemberType]
    folder = tmp_path_factory.mktemp("web")
    with web_server(folder, *getattr(module, "OPTIONS", ())) as started:
        yield started
        assert "Traceback" not in (folder / "serve.err").read_text()


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, browser: Browser, server: WebServer) -> Generator[Page]:
    """A page in each size."""
    with sound_page(browser, server, request.param) as found:
        yield found
