"""The command line as data, read off its parser: completion and manual are made from it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, NamedTuple

from puzzleproof.cli import METRICS, SOLVERS
from puzzleproof.models.instances import library_names

LIBRARY = "LIBRARY"
"""Stands for the names of the library, which are many, in `Option.values`."""
FILES = ("FILE", "BASE", "FILE|NAME")
"""Metavars of files."""
FILE_ARGUMENTS = ("file", "instance", "instances")
METRIC_NAMES = tuple(dict.fromkeys(name for names in METRICS.values() for name in names))
EVIDENCE = ("auto", "all", "invariant", "labelling", "refutation", "exhaustion")
VALUES = {
    "instance": (LIBRARY,),
    "instances": (LIBRARY,),
    "metric": (*METRIC_NAMES, "all"),
    "solver": SOLVERS,
    "evidence": EVIDENCE,
}
"""Destination -> values that argparse does not know as choices."""


class Option(NamedTuple):
    """An option or, without flags, a positional argument."""

    flags: tuple[str, ...]
    name: str
    """Of its value, or of the positional argument; empty where it takes none."""
    help: str
    values: tuple[str, ...]
    """What can be given, as far as that is known."""
    files: bool
    """Whether a file can be given."""
    is_global: bool
    required: bool
    many: bool


class Verb(NamedTuple):
    """A verb with its options, the global ones among them."""

    name: str
    line: str
    options: tuple[Option, ...]
    epilog: str

    @property
    def flags(self) -> tuple[str, ...]:
        """All words that begin with a dash."""
        return tuple(flag for option in self.options for flag in option.flags)

    @property
    def positional(self) -> tuple[Option, ...]:
        """The arguments that have no flags."""
        return tuple(option for option in self.options if not option.flags)

    @property
    def valued(self) -> tuple[Option, ...]:
        """The options that take a value."""
        return tuple(option for option in self.options if option.flags and option.name)


class Grammar(NamedTuple):
    """The program, its verbs, and what may stand before them."""

    program: str
    description: str
    options: tuple[Option, ...]
    verbs: tuple[Verb, ...]
    epilog: str


def grammar_of(parser: argparse.ArgumentParser) -> Grammar:
    """Read a parser whose verbs have all their options filled in."""
    parser.format_help()  # which puts the epilog together
    inside: Any = parser  # argparse has no public names for what a parser holds
    (verbs,) = (one for one in inside._actions if is_verb(one))
    lines = {one.dest: one.help for one in verbs._choices_actions}
    found = tuple(
        Verb(name, lines[name], tuple(_options(one)), one.epilog or "")
        for name, one in verbs.choices.items()
    )
    options = tuple(option for option in _options(parser) if option.flags)
    return Grammar(parser.prog, parser.description or "", options, found, parser.epilog or "")


def is_verb(action: argparse.Action) -> bool:
    """Whether an argument is the verb: its choices are parsers."""
    choices: Any = action.choices
    return isinstance(choices, dict) and "prove" in choices


def values_of(option: Option) -> tuple[str, ...]:
    """The values of an option, with the names of the library in place of their sign."""
    return tuple(library_names()) if option.values == (LIBRARY,) else option.values


def _options(parser: argparse.ArgumentParser) -> Iterator[Option]:
    inside: Any = parser
    actions: list[argparse.Action] = inside._actions
    (shared,) = (group for group in inside._action_groups if group.title == "global options")
    several = any(action.dest == "instances" for action in actions)
    for action in actions:
        if action.help != argparse.SUPPRESS and not is_verb(action):
            yield _option(action, several, is_global=action in shared._group_actions)


def _option(action: argparse.Action, several: bool, *, is_global: bool) -> Option:
    """One argument; ``several`` says whether there may be several instances, and all metrics."""
    takes_value = action.nargs != 0
    choices = tuple(map(str, action.choices or ()))
    values = choices or (VALUES.get(action.dest, ()) if takes_value else ())
    if action.dest == "metric" and not several:
        values = METRIC_NAMES
    name = action.metavar or (action.dest if action.choices else action.dest.upper())
    return Option(
        flags=tuple(action.option_strings),
        name=str(name if action.option_strings else action.metavar or action.dest)
        if takes_value
        else "",
        help=(action.help or "").replace("%%", "%"),
        values=values,
        files=takes_value and (name in FILES or action.dest in FILE_ARGUMENTS),
        is_global=is_global or action.dest in ("help", "version"),
        required=action.required,
        many=action.nargs == "+",
    )
