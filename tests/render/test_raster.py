"""PNG and GIF: as large as said, with the colours of the theme, a frame for each position."""

import io
from importlib import import_module
from typing import Any

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.render import raster
from puzzleproof.render.palette import LIGHT, SURFACES
from puzzleproof.render.scene import Scene
from tests.support.golden_pictures import film

pytest.importorskip("PIL")
pytest.importorskip("resvg_py")


def image(data: bytes) -> Any:
    return import_module("PIL.Image").open(io.BytesIO(data))


def colours(picture: Any) -> set[str]:
    found = picture.convert("RGB").getcolors(1 << 20)
    return {f"#{r:02x}{g:02x}{b:02x}" for _, (r, g, b) in found}


def test_a_png_has_two_pixels_a_unit_and_the_colours_of_its_theme() -> None:
    scene = film("frogs-1-1").position(1)
    for theme in ("light", "dark"):
        found = image(raster.png(scene, theme))
        assert found.size == (round(2 * scene.width), round(2 * scene.height))
        assert {SURFACES[theme]["paper"], SURFACES[theme]["floor"], LIGHT[5]} <= colours(found)


def test_letters_are_drawn() -> None:
    """A rasterizer without fonts leaves them out, and says nothing."""
    scene = film("frogs-1-1").position(0)
    words = [shape for shape in scene.shapes if shape]
    without = Scene(scene.width, scene.height, (), "")
    assert words
    assert len(colours(image(raster.png(scene)))) > 40
    assert len(colours(image(raster.png(without)))) == 1


def test_a_gif_has_a_frame_for_each_position_the_last_one_longer() -> None:
    found = image(raster.gif(film("instant-insanity"), seconds=0.5))
    assert found.n_frames == 5
    times = list[int]()
    for frame in range(5):
        found.seek(frame)
        times.append(found.info["duration"])
    assert times == [500, 500, 500, 500, 2500]
    assert {LIGHT[0], LIGHT[1], LIGHT[2], LIGHT[5]} <= colours(found), "the first frame has none"


def test_too_many_pixels_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "PIXELS_LIMIT", 1000)
    with pytest.raises(Unsupported, match="million"):
        raster.png(film("frogs-1-1").position(0))
    with pytest.raises(Unsupported, match="too large"):
        raster.gif(film("frogs-1-1"))
