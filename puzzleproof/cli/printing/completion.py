"""Scripts for bash, zsh and fish, written from the parser.

They hold every word that they offer, so nothing is started while somebody types.  In each, a word
after an option that takes a value is completed by the option's values, a word with a dash by the
verb's options, any other word by the verb's arguments: names of the library, and files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from puzzleproof.cli.grammar import LIBRARY, Grammar, Option, Verb, values_of

SHORT, MENU = 10, 70
"""Characters: of a word that explains nothing, and of what a menu has room for."""
HEAD = "# Completion of puzzleproof {} for {}, written by 'puzzleproof completion'."


def bash(grammar: Grammar, version: str) -> str:
    """Return the script for bash 3.2 or later, which needs no other package."""
    verbs = [verb.name for verb in grammar.verbs]
    flags = [flag for option in grammar.options for flag in option.flags]
    lines = [
        HEAD.format(version, "bash"),
        f"_puzzleproof_library='{' '.join(_library(grammar))}'",
        "_puzzleproof() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
        "  local verb='' words='' files='' i",
        "  for ((i = 1; i < COMP_CWORD; i++)); do",
        f"    case ${{COMP_WORDS[i]}} in {'|'.join(verbs)}) verb=${{COMP_WORDS[i]}}; break;; esac",
        "  done",
        '  case "$verb:$before" in',
        *(f"    {line}" for verb in grammar.verbs for line in _bash_values(verb)),
        '    *) case "$verb:$word" in',
        f"      :-*) words='{' '.join(flags)}';;",
        f"      :*) words='{' '.join(verbs)}';;",
        *(f"      {line}" for verb in grammar.verbs for line in _bash_words(verb)),
        "    esac;;",
        "  esac",
        "  local IFS=$' \\t\\n'",
        '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
        "  if [[ -n $files ]]; then",
        "    IFS=$'\\n'",
        "    compopt -o filenames 2>/dev/null",
        '    COMPREPLY+=($(compgen -f -- "$word"))',
        "  fi",
        "}",
        "complete -F _puzzleproof puzzleproof",
    ]
    return "\n".join(lines) + "\n"


def _bash_values(verb: Verb) -> Iterator[str]:
    """What follows an option with a value: its values, a file, or nothing that is known."""
    for option in verb.valued:
        patterns = "|".join(f"{verb.name}:{flag}" for flag in option.flags)
        yield f"{patterns}) {_bash_offer(option.values, option.files)};;"


def _bash_words(verb: Verb) -> Iterator[str]:
    """What may stand where no option asks for a value."""
    yield f"{verb.name}:-*) words='{' '.join(verb.flags)}';;"
    values = [value for option in verb.positional for value in option.values]
    yield f"{verb.name}:*) {_bash_offer(values, any(option.files for option in verb.positional))};;"


def _bash_offer(values: Iterable[str], files: bool) -> str:
    words = " ".join(values).replace(LIBRARY, "$_puzzleproof_library")
    return f'words="{words}"' + (" files=yes" if files else "")


def zsh(grammar: Grammar, version: str) -> str:
    """Return the script for zsh: to be read after compinit, or kept as a file of $fpath."""
    verbs = " ".join(_quoted(f"{verb.name}:{verb.line}") for verb in grammar.verbs)
    lines = [
        "#compdef puzzleproof",
        HEAD.format(version, "zsh"),
        "_puzzleproof_instances() {",
        f"  local -a names=({' '.join(_library(grammar))})",
        "  _alternative 'library:name:compadd -a names' 'files:file:_files'",
        "}",
        "_puzzleproof() {",
        "  local curcontext=$curcontext state line",
        "  typeset -A opt_args",
        "  _arguments -C \\",
        *(f"    {_zsh_argument(option)} \\" for option in grammar.options),
        "    '1:verb:->verb' '*::argument:->argument'",
        "  case $state in",
        "  verb)",
        f"    local -a verbs=({verbs})",
        "    _describe verb verbs;;",
        "  argument)",
        "    case $words[1] in",
        *(line for verb in grammar.verbs for line in _zsh_verb(verb)),
        "    esac;;",
        "  esac",
        "}",
        'if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _puzzleproof "$@"',
        "else compdef _puzzleproof puzzleproof; fi",
    ]
    return "\n".join(lines) + "\n"


def _zsh_verb(verb: Verb) -> Iterator[str]:
    arguments = [_zsh_argument(option) for option in verb.options]
    yield f"    {verb.name}) _arguments \\"
    yield from (f"      {argument} \\" for argument in arguments[:-1])
    yield f"      {arguments[-1]};;"


def _zsh_argument(option: Option) -> str:
    """A specification of _arguments; of several flags each excludes the others."""
    value = f":{option.name}:{_zsh_action(option)}" if option.name else ""
    if not option.flags:
        return _quoted(f"{'*' if option.many else ''}{value}")
    told = re.sub(r"([\[\]:\\])", r"\\\1", _brief(option))
    if len(option.flags) == 1:
        return _quoted(f"{option.flags[0]}[{told}]{value}")
    flags = " ".join(option.flags)
    return f"{_quoted(f'({flags})')}{{{','.join(option.flags)}}}{_quoted(f'[{told}]{value}')}"


def _zsh_action(option: Option) -> str:
    if option.values == (LIBRARY,):
        return "_puzzleproof_instances"
    return f"({' '.join(option.values)})" if option.values else "_files" if option.files else " "


def fish(grammar: Grammar, version: str) -> str:
    """Return the script for fish."""
    begin = "complete -c puzzleproof"
    verbs = " ".join(verb.name for verb in grammar.verbs)
    lines = [
        HEAD.format(version, "fish"),
        f"set -g _puzzleproof_library {' '.join(_library(grammar))}",
        f"{begin} -f",
        *(f"{begin} {_fish_option(option)}" for option in grammar.options),
        *(
            f"{begin} -n 'not __fish_seen_subcommand_from {verbs}' -a {verb.name} "
            f"-d {_fish_quoted(verb.line)}"
            for verb in grammar.verbs
        ),
    ]
    for verb in grammar.verbs:
        seen = f"{begin} -n '__fish_seen_subcommand_from {verb.name}'"
        own = [option for option in verb.options if not option.is_global]
        lines += [f"{seen} {_fish_option(option)}" for option in own]
    return "\n".join(lines) + "\n"


def _fish_option(option: Option) -> str:
    longs = [f"-l {flag[2:]}" for flag in option.flags if flag.startswith("--")]
    shorts = [f"-s {flag[1:]}" for flag in option.flags if not flag.startswith("--")]
    words = [*shorts, *longs]
    if option.name and option.flags:
        words.append("-r" if option.files else "-x")
    if option.files:
        words.append("-F")
    if option.values:
        values = " ".join(option.values).replace(LIBRARY, "$_puzzleproof_library")
        words.append(f'-a "{values}"')
    return " ".join([*words, *(["-d", _fish_quoted(_brief(option))] if option.flags else ())])


def _library(grammar: Grammar) -> tuple[str, ...]:
    """The names of the library."""
    options = (option for verb in grammar.verbs for option in verb.options)
    return next(values_of(option) for option in options if option.values == (LIBRARY,))


def _brief(option: Option) -> str:
    """The help of an option without its details, for a menu."""
    brief = re.split(r" \(|: |; ", option.help)[0]
    return option.help[:MENU] if len(brief) < SHORT else brief


def _quoted(text: str) -> str:
    """The text as one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: dict[str, Callable[[Grammar, str], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
