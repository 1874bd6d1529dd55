"""The names of verbs and options: how many there are, the nearest to a wrong one, and old ones."""

import shlex

import pytest

from puzzleproof.cli import GLOBAL, GROUPS, UNLISTED, VERBS, old_names
from tests.support.command_line import Run, arguments, flags

MOST_VERBS, MOST_OPTIONS, MOST_LINES = 15, 147, 40
"""Verbs that help lists, options of all verbs together, lines of ``-h``."""
OF_ALL = {*" ".join(GLOBAL).split(), "-h", "--help"}
"""Options of every verb, which are not counted."""


def test_there_are_few_verbs_and_options() -> None:
    """An option counts once for each verb that has it."""
    listed = [verb for group in GROUPS.values() for verb in group]
    assert len(listed) == len({*listed}) <= MOST_VERBS
    assert {*VERBS} == {*listed, *UNLISTED}
    own = [
        (verb, one.option_strings[-1])
        for verb, found in arguments().items()
        for one in found
        if one.option_strings and OF_ALL.isdisjoint(one.option_strings)
    ]
    assert len(own) <= MOST_OPTIONS


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_a_screen_of_help_says_what_there_is(run: Run, verb: str) -> None:
    short, whole = (run(*filter(None, (verb, flag))).stdout for flag in ("-h", "--help"))
    assert len(short.splitlines()) <= MOST_LINES
    assert all(len(line) <= 94 for line in short.splitlines())
    names = flags()[verb] - OF_ALL if verb else {one for group in GROUPS.values() for one in group}
    for name in names:
        assert name in short
        assert name in whole
    assert f"puzzleproof {verb}".strip() in whole.partition("examples:")[2]


NEAREST = {
    "prov hughes": "'prov' is not a verb; did you mean 'prove'?",
    "prove hughs": "did you mean 'hughes'?",
    "prove hughes --metric lin": "did you mean 'line'?",
    "prove hughes --engine sta": "did you mean 'sat'?",
    "prove hughes --solver glucos4": "did you mean 'glucose4'?",
    "prove hughes --certficate a": "did you mean '--certificate'?",
    "prove hughes --evidence refutaton": "did you mean 'refutation'?",
    "explore hughes --find start": "did you mean 'starts'?",
    "export hughes --to dimcs": "did you mean 'dimacs'?",
    "export hughes --to coq:surve --output a": "did you mean 'survey'?",
    "prove here.toml --from rushhour": "did you mean 'rush-hour'?",
    "generate frog": "did you mean 'frogs'?",
    "results here.toml --chek": "did you mean '--check'?",
}
"""A mistyped name, and what is suggested."""


@pytest.mark.parametrize("words", NEAREST)
def test_the_nearest_name_is_suggested(run: Run, words: str) -> None:
    run("export", "hughes", "--to", "toml", "--output", "here.toml")
    found = run(*shlex.split(words))
    assert found.returncode in (40, 41)
    assert NEAREST[words] in found.fault


OLD = [(verb, flag, text) for verb in VERBS for flag, text in old_names.old_options(verb).items()]


def test_an_old_option_says_what_to_use(run: Run) -> None:
    now = flags()
    for verb, flag, text in OLD:
        assert flag not in now[verb], (verb, flag)
        found = run(verb, "hughes", f"{flag}=1")
        assert (found.returncode, found.fault) == (
            40,
            f"puzzleproof: {flag} is an old option of {verb!r}: {text}\n",
        )
        for word in text.split():
            if word.startswith("--"):
                other = text.partition(word)[0].split()[-1:]
                assert word.strip(",;:") in now[other[0] if other[0] in VERBS else verb]


@pytest.mark.parametrize("verb", old_names.VERBS)
def test_an_old_verb_says_what_to_use(run: Run, verb: str) -> None:
    assert verb not in VERBS
    assert f"{old_names.VERBS[verb]}\n" in run(verb, "hughes").fault
