"""The size of the prose: what a reader is given to read may shrink, not grow."""

import re

import pytest

from puzzleproof import __version__
from tests.support.tree import ROOT

MOST_WORDS = {"README.md": 1_800, "CONTRIBUTING.md": 1_500, "docs/*.md": 40_000}
"""As ``wc -w`` counts; the words of the notebook are those of its output, and are not counted."""
RELEASE_WORDS = 600
"""Of a release in CHANGELOG.md."""


def words_of(name: str) -> int:
    return sum(len(path.read_text("utf-8").split()) for path in ROOT.glob(name))


@pytest.mark.parametrize("name", MOST_WORDS)
def test_the_prose_does_not_grow(name: str) -> None:
    assert 0 < words_of(name) <= MOST_WORDS[name]


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
