"""The option ``--where`` for conditions on boards, and the line about the boards examined."""

import argparse
from collections.abc import Mapping
from typing import Any

from puzzleproof.cli.printing import count, wrapped
from puzzleproof.explore.graph.starts import NAMES
from puzzleproof.options import add_options
from puzzleproof.provers.survey.request import Conditioned


def add_conditions(parser: argparse.ArgumentParser, of: str) -> None:
    """Add ``--where`` for the boards that ``of`` names, and list the statistics below the help."""
    names = (f"  {name:14}  {text}" for name, (text, _) in NAMES.items())
    below = "\n".join(["names of statistics (docs/glossary.md defines them):", *names])
    add_options(parser, Conditioned, of=of)
    parser.epilog = f"{parser.epilog or ''}\n{below}\n"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def looked_lines(found: Mapping[str, Any] | None, sign: str = "") -> list[str]:
    """Say how many boards were examined, and how many meet the conditions, if any were given."""
    if not found:
        return []
    looked = f"{count(found['looked_at'], 'board')} examined, of {found['searched']}"
    return wrapped(f"{looked}; {found['met']:,} with {found['where']}", sign, sign or "  ")
