"""The size and the structure of the house: what a reader has to carry may shrink, not grow."""

import ast
import sys
from pathlib import Path

import networkx as nx
import pytest

from tests.support.command_line import result_of
from tests.support.tree import ROOT, sources, tracked

MOST_MODULES, MOST_LINES = 348, 52_820
"""Of all Python without tests, benchmarks included.  Lowered as the house shrinks; raised only with
a word in CHANGELOG.md."""
MAIN_MODULES, MAIN_LINES = 54, 9_310
"""Of what `prove ane-rouge` loads."""
PROTOCOLS = 13
"""Classes that are a `typing.Protocol`."""


def package_of(path: Path) -> str:
    """The dotted name of a source file: the folders beside ``puzzleproof`` stand in it."""
    parts = path.with_suffix("").parts
    inside = parts if parts[0] == "puzzleproof" else ("puzzleproof", *parts)
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


MODULES = {package_of(path): path for path in sources()}


def imports_of(path: Path) -> set[str]:
    """The modules of ours that a file names in imports: late ones and those for types included."""
    found = set[str]()
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{name.name}" for name in node.names}
            found |= inside & set(MODULES) or {node.module}
    return found & set(MODULES)


def graph() -> "nx.DiGraph[str]":
    arrows: nx.DiGraph[str] = nx.DiGraph()
    for module, path in MODULES.items():
        arrows.add_edges_from((module, other) for other in imports_of(path))
    return arrows


def circles(arrows: "nx.DiGraph[str]") -> list[list[str]]:
    """The sets of modules each of which imports the others, if by way of others again."""
    strong = nx.strongly_connected_components(arrows)
    alone = {module for module in arrows if arrows.has_edge(module, module)}
    return sorted(sorted(one) for one in strong if len(one) > 1 or one & alone)


def test_no_modules_import_one_another_in_a_circle() -> None:
    """Imports inside functions and for types count too: a circle is read as a whole or not."""
    assert circles(graph()) == []


def test_a_circle_is_found() -> None:
    arrows: nx.DiGraph[str] = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    assert circles(arrows) == [["a", "b", "c"]]


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("puzzleproof.provers.solve", "puzzleproof.provers.invariant.find"),  # inside a function
        ("puzzleproof.provers.labelling", "puzzleproof.provers.session"),  # for types
        ("puzzleproof.provers.strategy", "puzzleproof.models"),
    ],
)
def test_all_ways_to_import_are_seen(module: str, imported: str) -> None:
    assert imported in imports_of(MODULES[module])


def test_the_house_does_not_grow() -> None:
    files = [path for path in tracked() if counts(path)]
    assert len(files) <= MOST_MODULES
    assert lines_of(files) <= MOST_LINES


def counts(path: Path) -> bool:
    """Whether a file is Python of the project and no test of it."""
    return path.suffix == ".py" and path.parts[0] not in {"tests", "docs", "typings", ".ci"}


def lines_of(files: list[Path]) -> int:
    return sum(len((ROOT / path).read_text("utf-8").splitlines()) for path in files)


def test_the_main_job_loads_no_more_than_it_needs(tmp_path: Path) -> None:
    listed = result_of([sys.executable, "-c", LOADED], tmp_path).stdout.splitlines()[-1]
    loaded = [MODULES[name] for name in listed.split() if name in MODULES]
    assert "puzzleproof.provers.strategy" in listed.split()
    assert len(loaded) <= MAIN_MODULES
    assert lines_of(loaded) <= MAIN_LINES


LOADED = """
import sys
import puzzleproof.provers.process, puzzleproof.provers.session
puzzleproof.provers.session.call = puzzleproof.provers.process.call_here
from puzzleproof.cli.main import main

assert main(["prove", "ane-rouge", "-q"]) == 0
print(*(name for name in sys.modules if name.partition(".")[0] == "puzzleproof"))
"""
"""The child's work is done in the process that counts."""


def test_a_protocol_stands_for_several_classes() -> None:
    bases = [base for path in MODULES.values() for base in bases_in(path)]
    assert sum(base in {"Protocol", "typing.Protocol"} for base in bases) <= PROTOCOLS


def bases_in(path: Path) -> list[str]:
    """The base classes that a file names, without their parameters."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return [ast.unparse(base).partition("[")[0] for one in classes for base in one.bases]
