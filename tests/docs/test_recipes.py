"""What the pages tell a reader to type or to touch is there: verbs, options, codes, files."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Self

import pytest

from puzzleproof.cli import VERBS, WORST_LAST
from puzzleproof.cli.main import whole_parser
from puzzleproof.models.errors import NotationError
from tests.support.command_line import flags, run_here
from tests.support.tree import ROOT, sources

CONTRIBUTING, DOCS = ROOT / "CONTRIBUTING.md", sorted((ROOT / "docs").glob("*.md"))
PAGES = [ROOT / "README.md", CONTRIBUTING, *DOCS]
RECIPES = [CONTRIBUTING, ROOT / "docs" / "extending.md"]
FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+(?:\n[^`\n]+)?)`")
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
CALL = re.compile(rf"(?<![\w./-])puzzleproof (?:-\S+ )*({'|'.join(VERBS)})\b")
REST = re.compile(r"( #| [|<>]|;|&&).*$", re.DOTALL)
"""What comes after a command of a line."""
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|toml|md|txt|v))|\.ci/\w+")
"""Names of files, and of folders, which end in a slash."""
PLACE = re.compile(r"\b[A-Z]{3,}\b")
"""In such a name, what any name may stand for."""
TABLE = re.compile(r"`([A-Z_]{3,})` (?:of|in)\s+`([\w/.]+\.py)`")
NAME = re.compile(r"[a-z]+(?:_[a-z]+)+|[A-Z]\w*[a-z]\w*")
"""Names of functions and of classes."""
WORD = re.compile(r"\w+")
PARSER, FLAGS = whole_parser(), flags()


class Page(NamedTuple):
    """A page's lines of code, and the words that its prose marks as code."""

    lines: list[str]
    spans: list[str]

    @classmethod
    def of(cls, path: Path) -> Self:
        text = path.read_text("utf-8")
        prose = FENCE.sub("", text)
        lines = [line for block in FENCE.findall(text) for line in block.splitlines()]
        return cls(lines + re.findall(r"^    .*$", prose, re.MULTILINE), SPAN.findall(prose))

    def calls(self) -> Iterator[tuple[str, str]]:
        """Each verb that is called, with the words behind it."""
        for text in (*self.lines, *self.spans):
            if (found := CALL.search(text)) and " = " not in text:
                yield found[1], REST.sub("", text[found.start() :]).partition(" ")[2]
        for span in self.spans:
            if (verb := span.partition(" ")[0]) in VERBS:
                yield verb, span


def unknown(page: Page) -> list[str]:
    """Options behind a verb that does not take them."""
    return [
        f"{verb} {flag}"
        for verb, words in page.calls()
        for flag in OPTION.findall(words)
        if flag not in FLAGS[verb]
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_option_behind_a_verb_is_one_that_it_takes(path: Path) -> None:
    assert not unknown(Page.of(path))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_command_shown_can_be_read(path: Path) -> None:
    for verb, words in Page(Page.of(path).lines, []).calls():
        filled = ["60" if word == "S" else word for word in shlex.split(words)]
        try:
            PARSER.parse_args(filled)
        except NotationError as error:
            pytest.fail(f"{verb}: {words}: {error}")
        except SystemExit:
            assert {"--help", "--version"} & {*filled}


def test_an_option_that_no_verb_takes_is_found_out() -> None:
    page = Page(
        ["$ puzzleproof atlas --metric line --count | head"],
        ["puzzleproof prove hughes --gaol", "prove --graph FILE", "explore", "--output"],
    )
    assert unknown(page) == ["atlas --count", "prove --gaol", "prove --graph"]


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.name)
def test_every_file_and_folder_of_a_recipe_is_there(path: Path) -> None:
    prose = FENCE.sub("", path.read_text("utf-8"))
    for line in prose.splitlines():
        row = re.match(r"\| `([\w/]+)/` ", line)  # of the table of folders: names inside one
        folder = ROOT / row[1] if row else ROOT
        for span in filter(PATH.fullmatch, SPAN.findall(line)):
            name = PLACE.sub("*", span).rstrip("/")
            found = any(ROOT.glob(name)) or (row and any(folder.rglob(name)))
            assert found, span


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.name)
def test_every_table_of_a_recipe_is_in_the_file_that_is_named(path: Path) -> None:
    prose = FENCE.sub("", path.read_text("utf-8"))
    for table, file in TABLE.findall(prose):
        text = (ROOT / file).read_text("utf-8")
        assert re.search(rf"^{table}\b.* = ", text, re.MULTILINE), f"{table} of {file}"


@pytest.mark.parametrize("path", [*RECIPES, ROOT / "docs" / "walk.md"], ids=lambda path: path.name)
def test_every_name_of_a_recipe_is_in_the_code(path: Path) -> None:
    names = set(filter(NAME.fullmatch, SPAN.findall(FENCE.sub("", path.read_text("utf-8")))))
    code = {word for file in sources() for word in WORD.findall((ROOT / file).read_text("utf-8"))}
    assert names
    assert not names - code


def test_every_target_that_a_recipe_makes_is_in_the_makefile() -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    said = [span for path in PAGES for span in Page.of(path).spans if span.startswith("make ")]
    assert {span.split()[1] for span in said} <= {*targets}


def test_the_index_and_the_readme_list_every_page() -> None:
    index, readme = ((ROOT / name).read_text("utf-8") for name in ("docs/index.md", "README.md"))
    for page in DOCS:
        if page.stem != "index":
            assert f"]({page.name})" in index, page.name
            assert f"docs/{page.name}" in readme, page.name


def test_every_picture_is_shown_and_can_be_made_again() -> None:
    text = "".join(page.read_text("utf-8") for page in PAGES)
    script = (ROOT / ".ci" / "pictures").read_text("utf-8")
    for picture in (ROOT / "docs" / "pictures").iterdir():
        assert f"pictures/{picture.name})" in text, picture.name
        assert picture.name in script, picture.name


COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")


def test_the_page_has_a_row_of_every_verb() -> None:
    table = COMMANDS.partition("## Verbs")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    assert [verb for row in rows for verb in re.findall(r"`(\w+)`", row)] == [*VERBS]
    assert "\n<!-- options -->\n" in COMMANDS
    assert "\n<!-- json -->\n" in COMMANDS


def test_the_page_lists_the_exit_codes_the_worst_last() -> None:
    codes = re.findall(r"^\| (\d+) \|", COMMANDS, re.MULTILINE)
    assert [int(code) for code in codes] == [int(code) for code in WORST_LAST]


PROOFS = (ROOT / "docs" / "proofs.md").read_text("utf-8")
SHOWN = [
    *((said, code) for said, code in re.findall(r"\| `([^`]+)` \((\d+)\)", PROOFS + COMMANDS)),
    *(
        (row[1], row[0])
        for row in re.findall(r"^\| (\d+) \|.*?\| `([^`]+)`[^|]*\| `", COMMANDS, re.MULTILINE)
    ),
]


def test_each_code_and_each_grade_has_an_example_and_its_opposite() -> None:
    assert len(SHOWN) == 2 * (len(WORST_LAST) - 1) + 2 * 3  # a bug has none


@pytest.mark.parametrize(("said", "code"), sorted(set(SHOWN)))
def test_an_example_of_a_code_or_a_grade_ends_with_it(said: str, code: str, tmp_path: Path) -> None:
    run_here(tmp_path, "prove", "hughes", "--certificate", "hughes.cert")
    data = (tmp_path / "hughes.cert").read_bytes()
    (tmp_path / "changed.cert").write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    result = run_here(tmp_path, *shlex.split(said), "-q")
    assert result.returncode == int(code), result.stderr
    if "exhaustion" in said and code == "0":
        assert "cross-checked" in result.stdout
