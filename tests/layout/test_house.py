"""The size and the structure of the house: what a reader has to carry may shrink, not grow."""

import ast
from pathlib import Path

import networkx as nx
import pytest

from puzzleproof.provers.process import NO_PROCESSES, START_METHOD
from tests.support.command_line import modules_after
from tests.support.tree import ROOT, module_of, sources, tracked

MOST_MODULES, MOST_LINES = 359, 55_610
"""Of all Python without tests, benchmarks included.  Lowered as the house shrinks; raised only with
a word in CHANGELOG.md."""
MAIN_MODULES, MAIN_LINES = 55, 9_420
"""Of what `prove ane-rouge` loads."""
PROTOCOLS = 13
"""Classes that are a `typing.Protocol`."""


MODULES = {module_of(path): path for path in sources()}


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
    names = modules_after(tmp_path, "prove", "ane-rouge", "-q", env={START_METHOD: NO_PROCESSES})
    loaded = [MODULES[name] for name in names if name in MODULES]
    assert "puzzleproof.provers.strategy" in names
    assert len(loaded) <= MAIN_MODULES
    assert lines_of(loaded) <= MAIN_LINES


def test_a_protocol_stands_for_several_classes() -> None:
    bases = [base for path in MODULES.values() for base in bases_in(path)]
    assert sum(base in {"Protocol", "typing.Protocol"} for base in bases) <= PROTOCOLS


def bases_in(path: Path) -> list[str]:
    """The base classes that a file names, without their parameters."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return [ast.unparse(base).partition("[")[0] for one in classes for base in one.bases]
