"""The size of the prose: what a reader is given to read may shrink, not grow."""

from tests.support.tree import ROOT

README_WORDS, DOCS_WORDS, PAGES = 1_800, 40_000, 21
"""The notebook is a page; its words are those of its output, and are not counted."""


def words_of(name: str) -> int:
    """As ``wc -w`` counts."""
    return sum(len(path.read_text("utf-8").split()) for path in ROOT.glob(name))


def test_the_readme_is_short() -> None:
    assert 0 < words_of("README.md") <= README_WORDS


def test_the_pages_are_few_and_short() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*.ipynb")]
    assert len(pages) <= PAGES
    assert 0 < words_of("docs/*.md") <= DOCS_WORDS
