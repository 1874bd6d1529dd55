"""PNG and GIF: resvg turns the SVG of a scene into pixels, and Pillow makes a GIF of frames.

Both libraries come with the extra ``pictures``.  Letters are drawn with the machine's fonts, or
with Pillow's own font if the machine has none.  So the bytes of these files depend on the machine;
an SVG's do not.
"""

import io
import math
from dataclasses import replace
from importlib import import_module
from tempfile import NamedTemporaryFile
from typing import Any

from puzzleproof.models.errors import Unsupported
from puzzleproof.render.draw import Film, check_seconds
from puzzleproof.render.palette import Theme
from puzzleproof.render.scene import Scene
from puzzleproof.render.svg import svg

PIXELS_LIMIT = 64_000_000
"""Pictures with more pixels are refused: a page of this size takes 256 MB of memory."""
FRAMES_LIMIT = 1_000
COLOURS = 64


def png(scene: Scene, theme: Theme = "light", scale: float = 2) -> bytes:
    """Return a PNG, ``scale`` pixels per pixel of the SVG; raises Unsupported if it is too big."""
    zoom = scene.zoom * scale
    width, height = (math.ceil(side * zoom) for side in (scene.width, scene.height))
    if (size := width * height) > PIXELS_LIMIT:
        most = f"{PIXELS_LIMIT // 10**6} million at most; an SVG has no such limit"
        raise Unsupported(f"a PNG of {size / 1e6:.0f} million pixels: {most}")
    resvg: Any = import_module("resvg_py")
    whole = replace(scene, width=width / zoom, height=height / zoom)  # whole pixels
    fonts: Any = import_module("PIL.ImageFont")
    font = getattr(fonts.load_default(16), "font_bytes", b"")  # not in every Pillow
    with NamedTemporaryFile(suffix=".ttf") as file:
        file.write(font)
        file.flush()
        return bytes(
            resvg.svg_to_bytes(
                svg_string=svg(whole, "light" if theme == "auto" else theme),
                zoom=scale,
                font_files=[file.name] if font else None,
                sans_serif_family="Aileron" if font else None,
            )
        )


def gif(film: Film, theme: Theme = "light", seconds: float = 0.6) -> bytes:
    """Return a GIF with a frame of ``seconds`` for each position; the last frame is longer."""
    images: Any = import_module("PIL.Image")
    check_seconds(seconds)
    number, first = len(film.plan) + 1, film.position(0)
    if number > FRAMES_LIMIT:
        most = f"{FRAMES_LIMIT:,} at most; an SVG takes more"
        raise Unsupported(f"a GIF of {number:,} positions: {most}")
    width, height = round(first.width), round(first.height)
    if width * height * number > 8 * PIXELS_LIMIT:
        raise Unsupported(f"a GIF of {number} frames of {width} x {height} pixels is too large")
    pixels = (png(film.position(k), theme, 1) for k in range(len(film.frames)))
    frames = [images.open(io.BytesIO(data)).convert("RGB") for data in pixels]
    strip = images.new("RGB", (width, 3 * height))
    for k, at in enumerate((0, len(frames) // 2, -1)):  # a stack of cubes begins without colours
        strip.paste(frames[at], (0, k * height))
    palette = strip.quantize(COLOURS, method=images.Quantize.MEDIANCUT)
    indexed = [frame.quantize(palette=palette, dither=images.Dither.NONE) for frame in frames]
    each = round(seconds * 1000)
    out = io.BytesIO()
    indexed[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=indexed[1:],
        duration=[each] * (len(indexed) - 1) + [each + 2000],
        loop=0,
        optimize=False,
    )
    return out.getvalue()
