"""Help: one screen for ``-h``, all of it for ``--help``; tests run the examples."""

import argparse
import re
import shutil
from textwrap import fill, shorten
from typing import Any

from puzzleproof.cli import GLOBAL, GROUPS, METRICS, WORST_LAST, Exit
from puzzleproof.provers.request import ENGINES

EXAMPLES = """\
examples:
  puzzleproof list pegs
  puzzleproof show ane-rouge
  puzzleproof show ane-rouge hughes --sheet
  puzzleproof prove pennant --metric line --certificate pennant.cert
  puzzleproof prove simplicity pennant --metric all
  puzzleproof verify pennant.cert
  puzzleproof audit ane-rouge hughes --ledger results.db
  puzzleproof atlas 3x3 --pieces "2x1 1x2* 1x1*" --empty 1 --top 1
  puzzleproof results results.db sliding --check
  puzzleproof export hughes --to lrat --output hughes
  puzzleproof export hughes --to pddl --output hughes
  puzzleproof export frogs-1-1 --to dimacs --horizon 3
  puzzleproof solve simplicity --engine sat
  puzzleproof solve frogs-2-2 --plans all
  puzzleproof replay frogs-1-1 "3-2 1-3 2-1"
  puzzleproof draw frogs-2-2 --plan --output frogs.svg
  puzzleproof draw simplicity --graph rings --output graph.svg
  puzzleproof draw frogs-1-1 --plan "3-2 1-3 2-1" --animate --output moves.svg
  puzzleproof compare eight-puzzle-867 --time-limit 1
  puzzleproof explore simplicity --find pairs
  puzzleproof explore simplicity --find starts --output starts
  puzzleproof explore triangle5 --find final-holes
  puzzleproof explore instant-insanity
  puzzleproof serve --help
  puzzleproof generate sliding --size 4x5 --distance 20-40 --seed 7
  puzzleproof generate cubes unique --cubes 4 --seed 7
  puzzleproof completion bash
"""
WIDTH = 94
"""The greatest width of help, in columns."""


def help_of(parser: argparse.ArgumentParser, *, whole: bool) -> str:
    """Return the help of the program or of a verb: the ``whole`` text, or one screen of it."""
    verb = parser.prog.partition(" ")[2]
    if not whole:
        return _screen(parser, verb)
    if verb:
        lines = [one for one in EXAMPLES.splitlines() if one.split()[1:2] == [verb]]
        room = shutil.get_terminal_size().columns - 2
        below = "\n".join([parser.epilog or "", "examples:", *lines]).strip().splitlines()
        below = [line if line.startswith(" ") else fill(line, room) for line in below]
        parser.epilog = "\n".join(below)
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
    else:
        inside: Any = parser  # argparse has no public name for a parser's arguments
        verbs = next(one for one in inside._actions if one.dest == "verb")
        verbs.help = argparse.SUPPRESS  # `_groups` lists them
        parser.description = f"{parser.description}\n\n{_groups()}"
        parser.epilog = f"{EXAMPLES}\n{_tables()}"
    return parser.format_help()


def _groups() -> str:
    """List the verbs, group by group."""
    return "\n\n".join(
        "\n".join([f"{name}:", *(f"  {verb:10}{line}" for verb, line in verbs.items())])
        for name, verbs in GROUPS.items()
    )


def _tables() -> str:
    """List the names that options take, and the exit codes."""
    codes = "; ".join(f"{int(code)} {code.words}" for code in sorted(Exit))
    order = ", ".join(str(int(code)) for code in WORST_LAST)
    families = (f"{family}: {', '.join(names)}" for family, names in METRICS.items())
    facts = {
        "metrics": f"{'; '.join(families)}; or all",
        "engines": f"{', '.join(ENGINES)}; 'prove --solver help' lists the solvers of sat",
        "exit codes": codes,
        "exit code of several answers": f"the worst, in the order {order}",
        "cache": "long searches of tiles keep tables, up to 65 MB, in ~/.cache/puzzleproof; "
        "the variable PUZZLEPROOF_CACHE names another folder, or 'off'",
    }
    lines = (fill(f"{name}: {text}", WIDTH, subsequent_indent="  ") for name, text in facts.items())
    return f"{chr(10).join(lines)}\n"


def _screen(parser: argparse.ArgumentParser, verb: str) -> str:
    """Return the usage, and a line for each verb or for each argument of a verb."""
    inside: Any = parser
    own = {*" ".join(GLOBAL).split(), "-h", "--help", "--version"}
    actions = [one for one in inside._actions if own.isdisjoint(one.option_strings)]
    places = [one for one in actions if not one.option_strings and one.dest != "verb"]
    named = " ".join(_place(one) for one in places) or "VERB ..." * (not verb)
    rows = [(f"{one.metavar or one.dest}", one.help) for one in places]
    rows += [(_option(one), one.help) for one in actions if one.option_strings]
    wide = max((len(name) for name, _ in rows), default=0)
    room = min(WIDTH, shutil.get_terminal_size().columns) - wide - 4
    lines = [f"  {name:{wide}}  {_brief(text, room)}".rstrip() for name, text in rows]
    return "\n".join(
        [
            f"usage: {parser.prog} [options] {named}".rstrip(),
            f"{parser.description}\n",
            *(lines or [_groups()]),
            f"\nglobal options: {', '.join(flags.split()[-1] for flags in GLOBAL)}",
            f"'{parser.prog} --help' says more, with examples" + "; docs/commands.md" * (not verb),
            "",
        ]
    )


def _place(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest)
    return {"+": f"{name} ...", "?": f"[{name}]", "*": f"[{name} ...]"}.get(str(action.nargs), name)


def _option(action: argparse.Action) -> str:
    flag = action.option_strings[-1]
    if action.nargs == 0:
        return flag
    value = action.metavar or "|".join(map(str, action.choices or ()))
    return f"{flag} [{value}]" if action.nargs == "?" else f"{flag} {value}"


def _brief(text: str | None, room: int) -> str:
    """Return the first clause of a help text, shortened to one line."""
    clause = re.split(r"; | \(|: ", (text or "").replace("%%", "%"))[0]
    return shorten(clause, max(room, 20), placeholder=" …")
