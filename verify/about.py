"""Which board a claim is about: by the library's name, by a drawing, or by a fingerprint.

The name in a file proves nothing.  A board is the library's if family, drawings and all other keys
of the rules are equal; name, notes and metric do not count.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, cast

from puzzleproof.models.documents import LIBRARY, loads
from puzzleproof.models.drawing import size_words
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief

ROWS, COLUMNS = 60, 100
"""A board is drawn if it has at most this many lines, each of at most this many characters."""
ENTRIES = 24
"""Of a statistic with more entries, only the first and last entries are printed."""
ALPHABETS = ("LATIN ", "CJK ", "HIRAGANA ", "KATAKANA ", "HANGUL ", "HORIZONTAL ELLIPSIS")
"""Beginnings of the Unicode names of letters that are printed; all other letters beyond ASCII,
which may look like printed ones, get an escape code."""


def form_of(puzzle: AnyPuzzle) -> str:
    """Write the family and the keys of the rules as JSON, equal for all texts of one instance."""
    return json.dumps({"family": puzzle.family, **puzzle.document()}, sort_keys=True)


def fingerprint(puzzle: AnyPuzzle) -> str:
    """Return the SHA-256 of `form_of`, in hexadecimal digits."""
    return hashlib.sha256(form_of(puzzle).encode()).hexdigest()


def library_name(puzzle: AnyPuzzle) -> str | None:
    """Return the name of this board in the library; None if the library does not have it."""
    return _row(form_of(puzzle))


@cache
def _row(form: str) -> str | None:
    document = json.loads(form)
    board, family = str(document.get("board", "")), f'"{document["family"]}"'
    for path in sorted(LIBRARY.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        if board in text and family in text and form_of(loads(text, path.stem)) == form:
            return path.stem
    return None


def subject(puzzle: AnyPuzzle) -> str:
    """Say which board a puzzle has; a name that only the file gives is quoted and marked."""
    name = library_name(puzzle)
    words = f"the library's {name}" if name else _own_word(puzzle.info.name)
    words += f" (goal: {goal})" if (goal := puzzle.goal_in_words) else ""
    for key in puzzle.info.left_out:
        lines = " / ".join(" ".join(row.split()) for row in puzzle.document()[key].splitlines())
        words += f" (no {key} is drawn, so it is {lines})"
    return words


def _own_word(name: str) -> str:
    return f"{_plain(repr(brief(name)))} (the file's own word)" if name else "(no name)"


def _plain(text: str) -> str:
    """Return the text with an escape code for each letter beyond ASCII and `ALPHABETS`."""
    if text.isascii():
        return text
    from unicodedata import name

    kept = (x if x.isascii() or name(x, "").startswith(ALPHABETS) else ascii(x)[1:-1] for x in text)
    return "".join(kept)


def drawing(puzzle: AnyPuzzle) -> list[str]:
    """Return the lines that draw a board and its goal, or a large board's size and fingerprint."""
    lines = [*chain.from_iterable(map(str.splitlines, values_of(puzzle)))]
    if len(lines) > ROWS or max(map(len, lines)) > COLUMNS:
        return size(puzzle)
    strange = sorted({letter for line in lines for letter in line if not letter.isascii()})
    codes = ", ".join(f"{ord(letter):#06x}" for letter in strange)
    return [*lines, *([f"letters beyond ASCII: {codes}"] if strange else [])]


def values_of(puzzle: AnyPuzzle) -> Iterator[str]:
    """Yield each key of an instance with its value; drawings are indented lines of their own.

    The start is drawn last if no key draws anything.
    """

    def indented(text: str) -> str:
        return "\n".join(f"  {line}" for line in text.splitlines())

    drawn = False
    for key, value in puzzle.document().items():
        items = cast("list[object]", value) if isinstance(value, list) else [cast("object", value)]
        texts = map(str, items if all(isinstance(x, str) for x in items) else [f"{value}"])
        for text in texts:
            drawn |= "\n" in text
            yield f"{key}:\n{indented(text)}" if "\n" in text else f"{key}: {text}"
    if not drawn:
        yield f"start:\n{indented(puzzle.draw(puzzle.start))}"


def size(puzzle: AnyPuzzle) -> list[str]:
    """Return the line with the size and the fingerprint of a board."""
    rows = puzzle.draw(puzzle.start).splitlines()
    dimensions = size_words(len(rows), max(map(len, rows), default=0))
    return [f"board: {dimensions}, fingerprint {fingerprint(puzzle)}"]


def listed(figures: Mapping[str, Any]) -> str:
    """Return the statistics in a line, each with its value."""
    return ", ".join(f"{name.replace('_', ' ')} {_value(x)}" for name, x in figures.items())


def _value(figure: Any) -> str:
    if figure in (None, []):
        return "none"
    if isinstance(figure, int):
        return f"{figure:,}"
    if isinstance(figure, str):
        return figure
    if isinstance(figure, list):
        return _entries([f"{number:,}" for number in cast("list[int]", figure)], " ")
    table = cast("Mapping[str, int]", figure)
    return f"({_entries([f'{key}: {number:,}' for key, number in table.items()], ', ')})"


def _entries(entries: list[str], comma: str) -> str:
    if len(entries) > ENTRIES:
        entries = [*entries[:4], "…", *entries[-4:], f"({len(entries):,} entries)"]
    return comma.join(entries)
