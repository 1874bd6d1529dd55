"""Conditions on boards on the command line: the option ``--where``, and what was looked at."""

import argparse
from collections.abc import Mapping
from typing import Any

from puzzleproof.cli.printing import count, wrapped
from puzzleproof.explore.graph.starts import NAMES
from puzzleproof.options import add_options
from puzzleproof.provers.survey.request import Conditioned


def add_conditions(parser: argparse.ArgumentParser, of: str) -> None:
    """Add the conditions on what is looked at, and the names of statistics below the help."""
    names = (f"  {name:14}  {text}" for name, (text, _) in NAMES.items())
    below = "\n".join(["names of statistics (docs/glossary.md defines them):", *names])
    add_options(parser, Conditioned, of=of)
    parser.epilog = f"{parser.epilog or ''}\n{below}\n"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def looked_lines(found: Mapping[str, Any] | None, sign: str = "") -> list[str]:
    """Say what was looked at for conditions, if any were given, and how much of it meets them."""
    if not found:
        return []
    looked = f"{count(found['looked_at'], 'board')} looked at, of {found['searched']}"
    return wrapped(f"{looked}; {found['met']:,} with {found['where']}", sign, sign or "  ")
