"""Write the lines of a proof as LRAT text, in pieces of some thousand lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puzzleproof.verify.lrat import Line

PIECE = 4096


def as_text(lines: Iterable[Line], last: int) -> Iterator[bytes]:
    """``id literals 0 hints 0``, or ``id d ids 0``; ``last`` is the number of the last clause."""
    piece = list[str]()
    for number, literals, hints in lines:
        last = number or last
        if number:
            piece.append(" ".join(map(str, (number, *literals, 0, *hints, 0))))
        else:
            piece.append(f"{last} d " + " ".join(map(str, (*hints, 0))))
        if len(piece) >= PIECE:
            yield ("\n".join(piece) + "\n").encode()
            piece.clear()
    if piece:
        yield ("\n".join(piece) + "\n").encode()
