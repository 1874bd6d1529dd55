"""The tree: folders, lists and links agree; nothing in it belongs to one machine."""

import ast
import re
from pathlib import Path

import pytest

from tests.support.tree import PACKAGES, ROOT, SETUPTOOLS, sources, tracked

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


@pytest.mark.parametrize("name", sorted(linked()))
def test_the_type_checkers_see_every_part(name: str) -> None:
    link = ROOT / "typings" / "puzzleproof" / name
    assert link.is_symlink()
    assert not link.readlink().is_absolute()
    assert link.resolve() == linked()[name].resolve()


def test_no_link_is_left_over() -> None:
    found = {path.name for path in (ROOT / "typings" / "puzzleproof").iterdir()}
    assert found - {"__pycache__", "py.typed"} == set(linked())


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
