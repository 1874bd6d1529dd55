"""What the parser of the command line takes, verb by verb."""

import argparse
from typing import Any, cast

from puzzleproof.cli.main import whole_parser


def arguments() -> dict[str, list[argparse.Action]]:
    """Each verb with its arguments, options and others."""
    inside: Any = whole_parser()  # argparse has no public names for what a parser holds
    held: list[Any] = [one.choices for one in inside._actions]
    (verbs,) = (cast("dict[str, Any]", one) for one in held if isinstance(one, dict))
    return {name: verb._actions for name, verb in verbs.items()}


def flags() -> dict[str, set[str]]:
    """Each verb with its options, the global ones among them."""
    return {
        verb: {flag for one in found for flag in one.option_strings}
        for verb, found in arguments().items()
    }
