"""The manual page, and the tables of options in docs/commands.md, written from the parser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from puzzleproof.cli import EXIT_WORDS, METRICS, WORST_LAST
from puzzleproof.cli.grammar import Grammar, Option, Verb

TABLE = re.compile(r"(<!-- options: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
"""Where a table of options stands in a page; ``global`` for those that every verb takes."""


# --- roff -----------------------------------------------------------------------------------


def manual(grammar: Grammar, version: str) -> str:
    """Return the page as roff, for ``man``."""
    program = grammar.program
    lines = [
        f'.TH {program.upper()} 1 "" "{program} {version}" "User Commands"',
        ".SH NAME",
        f"{program} \\- minimum move counts of classic puzzles, with evidence",
        ".SH SYNOPSIS",
        f".B {program}",
        ".I VERB\n.RI [ argument \\ .\\|.\\|. ]",
        ".SH DESCRIPTION",
        _roff(grammar.description),
        "Each verb has help of its own:",
        f".B {program} VERB \\-\\-help\n.",
        ".SH GLOBAL OPTIONS",
        "They stand before the verb or after it.",
        *_roff_options(grammar.options),
        ".SH VERBS",
        *(line for verb in grammar.verbs for line in _roff_verb(program, verb)),
        ".SH METRICS",
        *(line for item in METRICS.items() for line in _roff_item(item[0], ", ".join(item[1]))),
        ".SH EXIT STATUS",
        *(line for c, words in EXIT_WORDS.items() for line in _roff_item(str(c.value), words)),
        ".PP",
        f"Of several answers the worst gives the exit status, in the order {_order()}.",
        ".SH EXAMPLES",
        ".nf",
        *map(_roff, _examples(grammar.epilog)),
        ".fi",
    ]
    return "\n".join(lines) + "\n"


def _roff_verb(program: str, verb: Verb) -> Iterator[str]:
    own = [option for option in verb.options if not option.is_global]
    yield f".SS {program} {verb.name}"
    yield _roff(f"{verb.line[0].upper()}{verb.line[1:]}.")
    yield from _roff_options(own)
    if verb.epilog:
        yield f".PP\n{_roff(verb.epilog)}"


def _roff_options(options: Iterable[Option]) -> Iterator[str]:
    for option in options:
        yield from _roff_item(_usage(option), option.help)


def _roff_item(tag: str, text: str) -> Iterator[str]:
    yield f".TP\n.B {_roff(tag)}"
    yield _roff(text)


def _roff(text: str) -> str:
    """The text with what roff would read as its own escaped."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def _order() -> str:
    return ", ".join(str(code.value) for code in WORST_LAST)


def _examples(epilog: str) -> list[str]:
    """The lines of the help that begin with two spaces, below ``examples:``."""
    block = epilog.partition("examples:\n")[2].partition("\n\n")[0]
    return [line.strip() for line in block.splitlines()]


# --- Markdown -------------------------------------------------------------------------------


def with_tables(page: str, grammar: Grammar) -> str:
    """Return a page of docs/ with its tables of options written again."""
    tables = {v.name: _table(o for o in v.options if not o.is_global) for v in grammar.verbs}
    tables["global"] = _table(grammar.options)
    return TABLE.sub(lambda found: f"{found[1]}{tables[found[2]]}{found[3]}", page)


def _table(options: Iterable[Option]) -> str:
    cells = ((f"`{_usage(option)}`", option.help) for option in options)
    rows = ("| {} | {} |\n".format(*(cell.replace("|", "\\|") for cell in row)) for row in cells)
    return "".join(["| option | meaning |\n", "|---|---|\n", *rows])


def _usage(option: Option) -> str:
    """How an option is given, as in ``--metric M``."""
    if not option.flags:
        return option.name + (" ..." if option.many else "")
    return ", ".join(option.flags) + (f" {_value(option)}" if option.name else "")


def _value(option: Option) -> str:
    known = "/".join(option.values)
    return known if option.values and option.name == option.name.lower() else option.name
