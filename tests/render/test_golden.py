"""Pictures that were looked at: the same bytes today, and each can be read by who cannot see."""

from xml.etree import ElementTree as ET

import pytest

from puzzleproof.render.palette import THEMES, Theme
from puzzleproof.render.svg import NAMESPACE, svg
from tests.support.golden_pictures import FOLDER, GOLDEN, film

SVG = f"{{{NAMESPACE}}}"


@pytest.mark.parametrize("name", GOLDEN)
def test_a_picture_has_the_bytes_that_were_looked_at(name: str) -> None:
    """It has a title, a description and no script; each file is compared."""
    text = GOLDEN[name]()
    assert text == (FOLDER / f"{name}.svg").read_text("utf-8")
    root = ET.fromstring(text)  # noqa: S314  made here
    assert root.get("role") == "img"
    assert "metric" in (root.findtext(f"{SVG}title") or "")
    assert root.findtext(f"{SVG}desc")
    assert not [word for word in ("<script", "http", "url(") if word in text.replace(NAMESPACE, "")]
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(GOLDEN)


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_follows_the_reader_or_is_fixed(theme: Theme) -> None:
    text = svg(film("frogs-1-1").position(1), theme)
    assert ("prefers-color-scheme" in text) is (theme == "auto")
    assert f'class="puzzleproof-{theme}"' in text
