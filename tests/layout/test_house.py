"""The size and the structure of the house: what a reader has to carry may shrink, not grow.

Folders, lists and links of the tree agree; nothing in it belongs to one machine.
"""

import ast
import re
from pathlib import Path

import networkx as nx
import pytest

from puzzleproof.provers.process import NO_PROCESSES, START_METHOD
from tests.support.command_line import modules_after
from tests.support.tree import PACKAGES, ROOT, SETUPTOOLS, counts, module_of, sources, tracked

MOST_MODULES, MOST_LINES = 300, 49_853
"""Of all Python without tests, benchmarks included.  Lowered as the house shrinks; raised only with
a word in CHANGELOG.md."""
MAIN_MODULES, MAIN_LINES = 49, 8_486
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
        ("puzzleproof.provers.solve", "puzzleproof.provers.invariant"),  # inside a function
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


LONGEST = 500
TOPS: dict[str, str] = SETUPTOOLS["package-dir"]

HOSTS = [
    *(f"{name}.org" for name in ("pypi", "pythonhosted", "npmjs", "anaconda", "rubygems")),
    *(f"{name}.com" for name in ("npmjs", "yarnpkg")),
    *(".".join(words) for words in (("proxy", "golang", "org"), ("crates", "io"))),
]
INDEX = "--" + "index-url"
HOMES = re.compile(r"(?<![\w.~/-])/(?:work|home|root|Users|mnt|srv)/[\w.]")


def test_every_folder_with_code_is_a_package() -> None:
    assert {p: f for p, f in PACKAGES.items() if "/" not in f} == TOPS
    with_code = {str(path.parent) for path in sources()}
    assert with_code == set(PACKAGES.values())
    for folder in with_code:
        assert (ROOT / folder / "__init__.py").is_file(), folder


def linked() -> dict[str, Path]:
    """What ``typings/puzzleproof`` must hold: a name and what it stands for."""
    wanted = {
        package.removeprefix("puzzleproof."): ROOT / folder
        for package, folder in PACKAGES.items()
        if package.count(".") == 1 and "/" not in folder
    }
    wanted["cli"] = ROOT / "puzzleproof" / "cli"
    return wanted | {path.name: path for path in (ROOT / "puzzleproof").glob("*.py")}


def test_the_type_checkers_see_every_part() -> None:
    folder = ROOT / "typings" / "puzzleproof"
    found = {path.name for path in folder.iterdir()} - {"__pycache__", "py.typed"}
    assert found == set(linked())
    for name, target in linked().items():
        assert (folder / name).is_symlink()
        assert not (folder / name).readlink().is_absolute()
        assert (folder / name).resolve() == target.resolve()


@pytest.mark.parametrize("path", sources(), ids=str)
def test_a_source_file_can_be_read_in_one_sitting(path: Path) -> None:
    assert len((ROOT / path).read_text("utf-8").splitlines()) < LONGEST


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    for path in tracked():
        file = ROOT / path
        text = str(file.readlink()) if file.is_symlink() else file.read_text("utf-8", "replace")
        found = [name for name in (*HOSTS, INDEX) if name in text] or HOMES.search(text)
        assert not found, f"{path}: {found}"


def test_the_search_for_machines_finds_one() -> None:
    assert HOMES.search('"' + "/".join(["", "home", "me", "x"]) + '"')
    assert not HOMES.search("https://example.invalid/home/page and ./work/x")


def test_no_test_imports_another() -> None:
    """What several tests need stands in tests/support."""
    for path in tracked():
        if path.suffix == ".py" and path.parts[0] in {"tests", "benchmarks"}:
            for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
                for module in _imported(node):
                    assert not module.rpartition(".")[2].startswith("test_"), f"{path}: {module}"


def _imported(node: ast.AST) -> list[str]:
    """The modules that a statement may import."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
    return []
