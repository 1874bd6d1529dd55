"""Addresses of the page that contain boards after the ``#``; ``static/share.js`` reads them.

A board is ``p=NAME`` for an instance of the library, or ``i=TEXT`` for the text of an instance file
(deflated, in base64url), perhaps followed by ``metric=M``.  An address that begins with ``sheet=1``
may contain several boards.
"""

import base64
import zlib
from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.instances import dumps, library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.web.questions import read_for_page

PAGE = "http://127.0.0.1:8000/"
BYTES_LIMIT, BOARDS_LIMIT = 60_000, 24
"""Limits on the bytes of a board's text, and on the boards of a sheet, as in ``share.js``."""


def address(
    boards: Sequence[tuple[str, AnyPuzzle]], page: str = PAGE, *, sheet: bool = False
) -> str:
    """Return the address of a board or of a ``sheet``; each board comes with its name or ''."""
    if len(boards) > BOARDS_LIMIT:
        raise Unsupported(f"a sheet has {BOARDS_LIMIT} boards at most, got {len(boards)}")
    if not page.startswith(("http://", "https://")) or "#" in page:
        expected = "expected an address that begins with http:// or https://, without '#'"
        raise NotationError(f"page {page!r}: {expected}")
    words = [word for name, puzzle in boards for word in _words(puzzle, name)]
    return f"{page}#{urlencode([('sheet', '1'), *words] if sheet else words)}"


def opened_by(page: str) -> str:
    """Say who can open an address of the page."""
    host = urlsplit(page).hostname or ""
    if host in ("localhost", "::1") or host.startswith("127."):
        return "opens on this machine alone, while 'serve' runs; --page names another address"
    return f"opens for everyone who reaches {host}, if the page is served there"


def _words(puzzle: AnyPuzzle, name: str) -> list[tuple[str, str]]:
    """Write a board of the library as its name, any other as its text, if it can be shown."""
    if name in library_names() and puzzle == (known := load(name)).with_metric(puzzle.metric):
        return [("p", name), *([("metric", puzzle.metric)] * (puzzle.metric != known.metric))]
    text = dumps(puzzle)
    if (size := len(text.encode())) > BYTES_LIMIT:
        raise Unsupported(f"a link holds {BYTES_LIMIT:,} bytes of a board at most, got {size:,}")
    read_for_page(text)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(text.encode()) + packer.flush()
    return [("i", base64.urlsafe_b64encode(packed).decode().rstrip("="))]
