"""How ``make docs`` makes a site of the Markdown pages in this folder (Sphinx, MyST, Furo).

The pages stay readable as plain files: the lists in ``index.md`` give the order of the site, and
where prose names a page as ``docs/NAME.md``, the site has a link.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

import puzzleproof as pp  # noqa: E402  from this tree, if it is not installed
from puzzleproof.cli.main import whole_parser  # noqa: E402  the same
from puzzleproof.provers.events import Event  # noqa: E402  the same

project = "puzzleproof"
version = release = pp.__version__
copyright = "the authors of puzzleproof, MIT licence"  # noqa: A001  Sphinx's own name
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["_templates", "_static"]
templates_path = ["_templates"]

html_theme = "furo"
html_title = "puzzleproof"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options: dict[str, Any] = {"footer_icons": []}
html_copy_source = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/play.html",
        "sidebar/scroll-end.html",
    ]
}
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]  # a console block may show any text

default_role = "code"  # for docstrings, which quote names as Markdown does
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 80

PAGE = re.compile(r"(?<![\w/.])docs/([\w./-]*\w(?:/(?=\W|$))?)")
"""How prose names a page, a file or a folder of the documentation."""
OPTIONS, JSON, REFERENCE = "<!-- options -->", "<!-- json -->", "<!-- reference -->"
"""The marks in pages for text that is made from the parser, from answers and from docstrings."""
SAMPLES = """
list frogs-1-1
show frogs-1-1
prove hughes --evidence labelling --certificate a.cert
solve frogs-1-1
solve frogs-1-1 --plans all
solve instant-insanity
verify a.cert
audit frogs-1-1
export frogs-1-1 --to dimacs --horizon 3
export frogs-1-1 --to lrat --output f
verify f.cnf --proof f.lrat
replay frogs-1-1 '1-2 3-1 2-3'
compare tiles-2x2
explore frogs-1-1
generate tiles --size 2x2
completion bash
"""
"""Commands that run in turn; the keys of their answers make the reference of JSON."""
LINKED = re.compile(r"^- \[[^\]]*\]\(([\w-]+)\.md\)", re.MULTILINE)


class PagesNamed(SphinxTransform):
    """Replaces ``docs/NAME.md``, in prose or as code, by a link that shows the page's title."""

    default_priority = 400

    def apply(self, **_: Any) -> None:
        """Replace the words, except in blocks of code, headings and links."""
        for literal in list(self.document.findall(nodes.literal)):
            if PAGE.fullmatch(literal.astext()) and self._stands_in_prose(literal):
                literal.replace_self(list(self._linked(literal.astext())))
        for text in list(self.document.findall(nodes.Text)):
            if PAGE.search(text) and self._stands_in_prose(text):
                text.parent.replace(text, list(self._linked(str(text))))

    def _stands_in_prose(self, node: nodes.Node) -> bool:
        above: nodes.Node | None = node.parent
        while above is not None:
            kinds = (nodes.literal_block, nodes.literal, nodes.title, nodes.reference)
            if isinstance(above, (*kinds, addnodes.pending_xref, addnodes.desc_signature)):
                return False
            above = above.parent
        return True

    def _linked(self, text: str) -> Iterator[nodes.Node]:
        end = 0
        for found in PAGE.finditer(text):
            link = self._link(found[1])
            if link is not None:
                yield nodes.Text(text[end : found.start()])
                yield link
                end = found.end()
        yield nodes.Text(text[end:])

    def _link(self, name: str) -> nodes.Node | None:
        if name.endswith(".md") and name.removesuffix(".md") in self.env.found_docs:
            return _to_page(name.removesuffix(".md"), self.env.docname)
        if (FOLDER / name).is_file():
            shown = nodes.literal("", Path(name).name)
            return addnodes.download_reference("", "", shown, reftarget=f"/{name}", refdoc="index")
        return None


def _to_page(target: str, begin: str) -> nodes.Node:
    """Return a reference that Sphinx completes with the title of the page."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", target),
        refdomain="std",
        reftype="doc",
        reftarget=f"/{target}",
        refdoc=begin,
        refexplicit=False,
        refwarn=True,
    )


def order_the_pages(app: Sphinx, docname: str, source: list[str]) -> None:
    """Make a part of the contents from each section of ``index.md``; pages not named come last."""
    if docname != "index":
        return
    first, *sections = re.split(r"^## ", source[0], flags=re.MULTILINE)
    named = set(LINKED.findall(source[0]))
    more = sorted(app.env.found_docs - named - {"index"})
    parts = [(part.partition("\n")[0], LINKED.findall(part)) for part in sections]
    trees = [_contents(*part) for part in [*parts, ("More", more)] if part[1]]
    source[0] = "## ".join([first, *sections]) + "\n" + "\n".join(trees)


def write_from_the_code(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace each mark by its text: options, JSON, or docstrings of the public names."""
    for mark, write in ((OPTIONS, _options), (JSON, _json), (REFERENCE, _reference)):
        if f"\n{mark}\n" in source[0]:
            source[0] = source[0].replace(mark, write())


def _options() -> str:
    """Write every verb with a table of its arguments, as help shows them."""
    parser = whole_parser()
    (verbs,) = (one.choices for one in parser._actions if isinstance(one.choices, dict))
    common = {flag for one in parser._actions for flag in one.option_strings}
    tables = {"Every verb": [one for one in parser._actions if one.option_strings]}
    for name, verb in verbs.items():
        tables[name] = [a for a in verb._actions if not common & {*a.option_strings}]
    return "\n".join(f"### {name}\n\n{_table(actions)}" for name, actions in tables.items())


def _table(actions: Iterable[argparse.Action]) -> str:
    shown = [one for one in actions if one.help != argparse.SUPPRESS]
    cells = [(f"`{_usage(one)}`", (one.help or "").replace("%%", "%")) for one in shown]
    rows = ("| {} | {} |\n".format(*(cell.replace("|", "\\|") for cell in row)) for row in cells)
    return "".join(["| option | meaning |\n", "|---|---|\n", *rows])


def _usage(action: argparse.Action) -> str:
    """Write how an argument is given, such as ``--metric M``."""
    choices = "/".join(map(str, action.choices or ()))
    value = action.metavar or choices or (action.dest if not action.option_strings else "")
    if not action.option_strings:
        return f"{action.metavar or action.dest}{' ...' if action.nargs == '+' else ''}"
    value = "" if action.nargs == 0 else f" {value or action.dest.upper()}"
    return f"{', '.join(action.option_strings)}{value}"


def _json() -> str:
    """Write the keys and types of each sample's document, and the keys of each event."""
    lines = ["| command | keys of its document |\n", "|---|---|\n"]
    with TemporaryDirectory() as folder:
        for sample in SAMPLES.strip().splitlines():
            words = [sys.executable, "-m", "puzzleproof", *shlex.split(sample), "--json"]
            answer = subprocess.run(  # noqa: S603  our own command
                words, cwd=folder, capture_output=True, text=True, check=False
            )
            found = json.loads(answer.stdout)
            document = found[0] if isinstance(found, list) else found
            assert "error" not in document, sample
            keys = ", ".join(f"`{key}` {_type(value)}" for key, value in document.items())
            lines.append(f"| `{sample}` | {keys} |\n")
    lines += ["\n| event | keys | sent when |\n", "|---|---|---|\n"]
    events = {one.event: one for one in Event.__subclasses__()}  # slots=True makes a second class
    for event in events.values():
        names = ", ".join(f"`{one.name}`" for one in fields(event))
        lines.append(f"| `{event.event}` | {names} | {(event.__doc__ or '').splitlines()[0]} |\n")
    return "".join(lines)


def _type(value: object) -> str:
    names = {str: "text", bool: "true or false", int: "number", float: "number", dict: "object"}
    return "null" if value is None else names.get(type(value), "array")


def _reference() -> str:
    names = "".join(_directive(name) for name in sorted(dir(pp), key=str.lower))
    return f"```{{eval-rst}}\n.. currentmodule:: puzzleproof\n\n{names}```\n"


def _directive(name: str) -> str:
    value: Any = getattr(pp, name)
    has_fields = hasattr(value, "__match_args__")
    if isinstance(value, str):
        kind = "data"
    elif isinstance(value, type):
        kind = "exception" if issubclass(value, BaseException) else "class"
    else:
        kind = "function"
    options = "   :members:\n" if kind == "class" else ""
    if kind == "class" and has_fields:  # fields have no docstrings
        options += "   :undoc-members:\n   :exclude-members: html_by\n"
    return f".. auto{kind}:: {name}\n{options}\n"


def _contents(caption: str, pages: list[str]) -> str:
    lines = "\n".join(pages)
    return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"


def tell_of_the_game(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object
) -> None:
    """Tell the template whether ``serve --static`` has written its page into the site."""
    context["play"] = (Path(app.outdir) / "play" / "index.html").is_file()


def name_the_arguments(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Turn the lines of a docstring that begin with ``argument: `` into fields."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    if what == "function" and callable(obj):
        lines[:] = list(_as_fields(lines, set(signature(obj).parameters)))


def _as_fields(lines: list[str], arguments: set[str]) -> Iterator[str]:
    """Yield the lines with arguments as fields; prose after them becomes a new paragraph."""
    in_fields = False
    for line in lines:
        names, colon, text = line.partition(": ")
        if colon and set(names.split(", ")) <= arguments:
            in_fields = True
            line = f":param {names.replace(', ', '/')}: {text}"
        elif in_fields and line and not line.startswith(" "):
            in_fields = False
            yield ""
        yield line


def setup(app: Sphinx) -> None:
    """Connect the functions above to Sphinx, which calls this."""
    app.add_transform(PagesNamed)
    app.connect("autodoc-process-docstring", name_the_arguments)
    app.connect("html-page-context", tell_of_the_game)
    app.connect("source-read", order_the_pages)
    app.connect("source-read", write_from_the_code)
