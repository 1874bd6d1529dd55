"""``puzzleproof completion``: a script by which a shell completes verbs, options and names.

shtab makes the script from the parser; `script_of` adds values that argparse does not know.
"""

import argparse
from collections.abc import Iterator
from typing import Any, cast

from puzzleproof.cli import ALL_METRICS
from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import print_either
from puzzleproof.cli.verbs import METRIC_NAMES
from puzzleproof.models.instances import library_names
from puzzleproof.provers.export import EXPORTERS
from puzzleproof.provers.request import EVIDENCE, SOLVERS
from puzzleproof.provers.survey.request import FIND

SHELLS = ("bash", "zsh", "fish")
INSTANCES = {
    "bash": "_puzzleproof_instance_FILE",
    "zsh": "_puzzleproof_instances",
    "fish": "$_puzzleproof_library (__fish_complete_path (commandline -ct))",
}
"""Shell -> what completes an instance: names in the library, and files.  Because bash's function
has FILE in its name, shtab treats its output as files, and puts a slash after each folder."""
LIBRARY = {
    "bash": (
        '_puzzleproof_instance_FILE() {{\n  compgen -W "{names}" -- "$1"\n  compgen -f -- "$1"\n}}'
    ),
    "zsh": (
        "_puzzleproof_instances() {{\n"
        "  local -a names=({names})\n"
        "  _alternative 'library:name:compadd -a names' 'files:file:_files'\n"
        "}}"
    ),
    "fish": "set -g _puzzleproof_library {names}",
}
VALUES: dict[str, tuple[str, ...]] = {
    "metric": METRIC_NAMES,
    "solver": SOLVERS,
    "evidence": EVIDENCE,
    "find": tuple(FIND),
    "format": tuple(EXPORTERS),
}
"""Name of an option -> its values, which argparse does not know as choices."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the shell."""
    parser.add_argument("shell", choices=SHELLS, help="which shell is to read the script")
    parser.epilog = (
        'bash, in ~/.bashrc: eval "$(puzzleproof completion bash)"; '
        'zsh, in ~/.zshrc, below compinit: eval "$(puzzleproof completion zsh)"; '
        "fish: puzzleproof completion fish > ~/.config/fish/completions/puzzleproof.fish. "
        "The script holds the names of the library: no program runs while you type. "
        "If you keep the script in a file, print it again after an update."
    )


def run(options: Context) -> int:
    """Print the script."""
    script = script_of(options.whole_parser(), options.shell)
    print_either(options, "", {"shell": options.shell, "script": script}, [script])
    return 0


def script_of(parser: argparse.ArgumentParser, shell: str) -> str:
    """Write the script for a shell of `SHELLS`, from a parser with the options of every verb."""
    import shtab

    for action in actions_of(parser):
        completed: Any = action  # shtab reads an attribute that argparse does not have
        metavar = str(action.metavar)
        if action.dest in ("instance", "instances"):
            completed.complete = INSTANCES
        elif action.dest in VALUES and action.nargs != 0:
            several = action.dest == "metric" and f"{ALL_METRICS}:" in (action.help or "").split()
            action.choices = (*VALUES[action.dest], *((ALL_METRICS,) if several else ()))
        elif metavar == "FOLDER":
            completed.complete = shtab.DIRECTORY
        elif metavar.startswith("FILE") or action.dest == "file":
            completed.complete = shtab.FILE
    preamble = LIBRARY[shell].format(names=" ".join(library_names()))
    return shtab.complete(parser, shell=shell, preamble=preamble)


def actions_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield all arguments of a parser and of its verbs."""
    inside: Any = parser  # argparse has no public name for a parser's arguments
    actions: list[argparse.Action] = inside._actions
    for action in actions:
        yield action
        choices: object = action.choices
        verbs = cast("dict[str, object]", choices) if isinstance(choices, dict) else {}
        for below in verbs.values():
            if isinstance(below, argparse.ArgumentParser):
                yield from actions_of(below)
