"""``make docs``: the site is built without a warning, is whole, and asks no other host."""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import puzzleproof
from tests.support.command_line import Result, flags, result_of
from tests.support.tree import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("furo") is None, reason="Sphinx and its theme are not installed"),
]

DOCS = ROOT / "docs"
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
"""What a browser asks for when it shows a page."""
LINKED = {"a": "href", **LOADED}


class Links(HTMLParser):
    """The addresses in a page, and the names of its places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[tuple[str, str]] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        address = values.get(LINKED.get(tag, ""))
        if address:
            self.addresses.append((tag, address))
        self.places |= {place for key in ("id", "name") if (place := values.get(key))}


def build(out: Path, docs: Path = DOCS) -> Result:
    """What ``make docs`` does."""
    words = ("-b", "html", "-q", "-W", "--keep-going", "-d", out.parent / "doctrees", docs, out)
    return result_of([sys.executable, "-m", "sphinx", *words], out.parent)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, with a page to play on where ``serve --static`` puts one."""
    out = tmp_path_factory.mktemp("docs") / "site"
    (out / "play").mkdir(parents=True)
    (out / "play" / "index.html").write_text("<title>play</title>", encoding="utf-8")
    built = build(out)
    assert (built.returncode, built.stdout, built.stderr) == (0, "", "")
    return out


def pages(site: Path) -> Iterator[tuple[Path, Links]]:
    for path in sorted(site.rglob("*.html")):
        yield path, Links(path.read_text("utf-8"))


def test_every_page_of_the_folder_is_in_the_site_and_its_contents(site: Path) -> None:
    front = Links((site / "index.html").read_text("utf-8"))
    contents = {address for tag, address in front.addresses if tag == "a"}
    for path in DOCS.glob("*.md"):
        page = path.with_suffix(".html").name
        text = (site / page).read_text("utf-8")
        title = re.escape(path.read_text("utf-8")[2:].split("\n")[0].split(" `")[0])
        title = title.replace("'", "(?:’|&#39;)")  # another page of that name is Sphinx's own
        assert re.search(f"<h1>{title}", text), page
        assert page in contents or page == "index.html"


def test_no_link_leads_nowhere(site: Path) -> None:
    found = dict(pages(site))
    for page, links in found.items():
        for _, address in links.addresses:
            parts = urlsplit(address)
            if not parts.scheme and not parts.netloc:
                path = (page.parent / unquote(parts.path)).resolve() if parts.path else page
                assert path.is_file(), f"{page.name}: {address}"
                if parts.fragment and path in found:
                    assert unquote(parts.fragment) in found[path].places, f"{page.name}: {address}"


def test_no_page_asks_another_host(site: Path) -> None:
    for page, links in pages(site):
        for tag, address in links.addresses:
            local = not re.match(r"([a-z]+:)?//", address)
            assert local or tag not in LOADED, f"{page.name}: {address}"
    for sheet in site.rglob("*.css"):
        text = sheet.read_text("utf-8")
        assert not re.search(r"(@import|url\()\s*[\"']?\s*([a-z]+:)?//", text), sheet.name
    for picture in site.rglob("*.svg"):
        text = picture.read_text("utf-8")
        assert not re.search(r"(href|src)=\"([a-z]+:)?//|url\([\"']?([a-z]+:)?//", text)


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    places = Links((site / "python.html").read_text("utf-8")).places
    assert {f"puzzleproof.{name}" for name in dir(puzzleproof)} <= places
    assert "puzzleproof.Verdict.save" in places


def test_every_option_is_on_the_page_of_commands(site: Path) -> None:
    text = (site / "commands.html").read_text("utf-8")
    for verb, found in flags().items():
        section = text.partition(f'<section id="{verb}">')[2].partition("</section>")[0]
        assert section, verb
        common = flags()["list"] & flags()["show"]
        shown = section if verb != "list" else text
        assert all(flag in shown for flag in found - common), verb


def test_every_document_and_event_is_on_the_page_of_commands(site: Path) -> None:
    """They are what the commands answered when the site was built."""
    text = (site / "commands.html").read_text("utf-8").partition('<section id="json">')[2]
    for key in ("fingerprint", "older_certificate", "shortest_plans", "afresh", "strategies"):
        assert f">{key}<" in text, key


def test_what_prose_calls_a_page_is_a_link_with_its_title(site: Path) -> None:
    text = (site / "glossary.html").read_text("utf-8")
    assert re.search(r'<a class="reference internal" href="certificates.html"><[^>]*>Cert', text)
    left = re.compile(r"docs/[\w-]+\.md")
    for page, _ in pages(site):
        body = page.read_text("utf-8").partition("<article")[2].partition("</article>")[0]
        prose = re.sub(r"(?s)<pre.*?</pre>|<code.*?</code>|<h\d.*?</h\d>", "", body)
        assert not [name for name in left.findall(prose) if (ROOT / name).exists()], page.name


def test_the_page_to_play_on_is_linked_where_it_was_written(site: Path) -> None:
    linked = 'href="play/index.html"'
    for page in DOCS.glob("*.md"):
        assert linked in (site / f"{page.stem}.html").read_text("utf-8")


def test_a_fault_in_a_page_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    copied = ("conf.py", "library.md", "_static", "_templates")
    for name in copied:
        (tmp_path / "docs" / name).symlink_to(DOCS / name)
    index = "# Index\n\n## Part\n\n- [Library](library.md)\n- [None](nowhere.md)\n"
    (tmp_path / "docs" / "index.md").write_text(index, encoding="utf-8")
    result = build(tmp_path / "site", tmp_path / "docs")
    assert result.returncode != 0
    assert "nowhere" in result.stderr
