"""``puzzleproof completion``: a script with which a shell completes verbs, options and names."""

from __future__ import annotations

import argparse

from puzzleproof import __version__
from puzzleproof.cli.grammar import grammar_of
from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.cli.printing.completion import SHELLS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the shell."""
    parser.add_argument("shell", choices=SHELLS, help="which shell is to read the script")
    parser.epilog = (
        'bash, in ~/.bashrc: eval "$(puzzleproof completion bash)"; '
        'zsh, in ~/.zshrc, below compinit: eval "$(puzzleproof completion zsh)"; '
        "fish: puzzleproof completion fish > ~/.config/fish/completions/puzzleproof.fish. "
        "The script holds the names of the library: no program runs while you type. "
        "A script that was kept in a file is made again after an update."
    )


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    script = SHELLS[options.shell](grammar_of(options.whole_parser()), __version__)
    if wants_json(options):
        print_json({"shell": options.shell, "script": script})
    else:
        print(script, end="")
    return 0
