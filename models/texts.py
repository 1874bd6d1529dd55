"""Texts for people: made safe to print; numbers with their nouns; suggestions for wrong words."""

from collections.abc import Iterable

REASON_CHARACTERS = 600
"""The greatest length of a message; a text that it quotes may be far longer."""
NAME_CHARACTERS = 160
"""The greatest length of a name in a message."""
NO_INK = frozenset("\u115f\u1160\u3164\uffa0\u2800\ufe0e\ufe0f\u034f\u17b4\u17b5")
"""Printable characters that show nothing: fillers, an empty pattern, selectors of variants."""
TYPE_NAMES: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
}
"""The words that messages use for the types of values."""
HINT_CHARACTERS = 80
"""For words longer than this no known word is suggested: they are no typing errors."""


def named(name: str) -> str:
    """Return a name for the ``repr`` of an object: quoted unless it is one plain word."""
    plain = name.replace("-", "").replace(".", "").isalnum()
    return name if plain else repr(name) if name else "(no name)"


def clean(text: str) -> str:
    r"""Return one line that is safe to print: no newline, no escape code, nothing invisible.

    A run of white space becomes one space.  Every other character that cannot be seen becomes a
    question mark (controls, marks that turn the direction of writing, lone surrogates, blank
    letters), and so does a mark that encloses the character before it.

    >>> clean("A\tname\nin   lines\x1b[2K")
    'A name in lines?[2K'
    """
    if text.isascii() and text.isprintable() and "  " not in text and text == text.strip():
        return text
    return "".join(map(_seen, " ".join(text.split())))


def _seen(character: str) -> str:
    from unicodedata import category

    hidden = character in NO_INK or category(character) == "Me"
    return "?" if hidden or not character.isprintable() else character


def brief(name: str) -> str:
    r"""Return a name of a file or a puzzle as it is printed: cleaned, and cut if it is long.

    >>> brief("a.cert\naccepted: b.cert")
    'a.cert accepted: b.cert'
    """
    line = clean(name)
    return line if len(line) <= NAME_CHARACTERS else f"{line[:90]}…{line[-60:]}"


def shortened(reason: str) -> str:
    """Leave the middle out of a long message; return a short one unchanged."""
    if len(reason) <= REASON_CHARACTERS:
        return reason
    return f"{reason[: REASON_CHARACTERS - 100]} … {reason[-80:]}"


def count(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun, as in ``1 move`` or ``2,000 moves``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: a similar known word, if any.

    >>> did_you_mean("ane-rogue", ["ane-rouge", "pennant"])
    "; did you mean 'ane-rouge'?"
    >>> did_you_mean("x", ["ane-rouge"])
    ''
    """
    if not isinstance(word, str) or len(word) > HINT_CHARACTERS:
        return ""
    from difflib import get_close_matches

    names = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), names, n=1)
    return f"; did you mean {names[near[0]]!r}?" if near else ""


def expected_one_of(word: object, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the known words, with a suggestion.

    >>> expected_one_of("unti", ["piece", "line", "unit"])
    "expected one of piece, line, unit; did you mean 'unit'?"
    """
    names = list(known)
    return f"expected one of {', '.join(names)}{did_you_mean(word, names)}"
