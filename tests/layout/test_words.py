"""The prose: its size may shrink, not grow, and docstrings are sentences.

A function's docstring begins with a verb, and no docstring ends a phrase with a bare pronoun.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from puzzleproof import __version__
from tests.support.tree import ROOT, counts, tracked

MOST_WORDS = {"README.md": 1_800, "CONTRIBUTING.md": 1_500, "docs/*.md": 40_000}
"""As ``wc -w`` counts; the words of the notebook are those of its output, and are not counted."""
NO_VERB = re.compile(
    r"`*(A|About|All|An|Any|At|Both|By|Each|Every|For|From|How|If|In|It|Its|Like|No|None|Not|Of|One"
    r"|Pairs|Some|That|The|There|These|They|This|Those|Two|What|When|Where|Whether|Which|Why|With)\b"
    r"|\(|\w+( as \w+)? -> "
)
"""No docstring of a function begins with these words."""
BARE = re.compile(r"\b(those|that of|each once|as it is|as they are)(?= *([.,:;)]|$))|\bthat of\b")
"""Words that leave the reader to look for their noun."""
STATED = ("encoders/", "verify/formula/")
"""Here a function that adds clauses states the constraint: 'A piece moves along its axis.'"""
RELEASE_WORDS = 600
"""Of a release in CHANGELOG.md."""


def words_of(name: str) -> int:
    return sum(len(path.read_text("utf-8").split()) for path in ROOT.glob(name))


@pytest.mark.parametrize("name", MOST_WORDS)
def test_the_prose_does_not_grow(name: str) -> None:
    assert 0 < words_of(name) <= MOST_WORDS[name]


def docstrings(text: str) -> Iterator[tuple[ast.AST, str]]:
    """Yield each definition with its docstring; a property is named like a thing, and left out."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            marks = map(ast.unparse, getattr(node, "decorator_list", ()))
            found = ast.get_docstring(node)
            if found and not any("property" in mark for mark in marks):
                yield node, found


def faults_of_words(name: str, text: str) -> list[str]:
    found = list[str]()
    for node, words in docstrings(text):
        function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        stated = name.startswith(STATED) and words.split("\n")[0].endswith(".")
        if function and NO_VERB.match(words) and not stated:
            found.append(words.split("\n")[0])
        found += [match[0] for match in BARE.finditer(words)]
    return found


def test_docstrings_are_sentences_with_their_nouns() -> None:
    faults = {
        path.as_posix(): faults_of_words(path.as_posix(), (ROOT / path).read_text("utf-8"))
        for path in filter(counts, tracked())
    }
    assert not {name: found for name, found in faults.items() if found}


def test_an_example_to_copy_from_has_such_docstrings() -> None:
    examples = ROOT / "docs" / "examples"
    faults = {
        path: faults_of_words("/".join(path.relative_to(examples).parts[1:]), path.read_text())
        for path in examples.rglob("*.py")
    }
    assert faults
    assert not any(faults.values()), faults


def test_docstrings_that_are_no_sentences_are_found() -> None:
    text = '"""A module."""\ndef f():\n    """The least, {}."""\n'
    assert faults_of_words("verify/x.py", text.format("a word")) == ["The least, a word."]
    assert faults_of_words("encoders/x.py", text.format("that of all")) == ["that of"]


def test_a_release_is_told_in_few_words_and_soundness_comes_first() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first, *rest = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert first.startswith("Unreleased\n")
    for release in rest:
        assert len(release.split()) <= RELEASE_WORDS
        assert re.findall(r"^### (.*)", release, re.MULTILINE)[0] == "Soundness"


def test_the_release_that_is_told_and_cited_is_this_one() -> None:
    told = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert told[0] == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
