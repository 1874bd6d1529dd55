"""The files of the tree, as git lists them: what a clone has, and what is about to be added."""

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parents[2]
NO_SOURCE = ("tests", "benchmarks", "docs", "typings", ".ci")
SETUPTOOLS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
    "setuptools"
]


def folder_of(package: str) -> str:
    """Where a package stands in the tree."""
    inside = package == "puzzleproof" or package.startswith("puzzleproof.cli")
    return (package if inside else package.removeprefix("puzzleproof.")).replace(".", "/")


PACKAGES = {package: folder_of(package) for package in cast("list[str]", SETUPTOOLS["packages"])}
"""Each package and its folder."""
DATA = ("models/library", "verify/formal", "web/static")
"""Folders of what is installed and is no package."""


def tracked() -> list[Path]:
    """Every file that is not ignored, relative to `ROOT`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    paths = sorted({Path(name) for name in listed.split("\0") if name})
    return [path for path in paths if (ROOT / path).exists()]


def sources() -> list[Path]:
    """Every Python file that is installed."""
    return [p for p in tracked() if p.suffix == ".py" and p.parts[0] not in NO_SOURCE]


def module_of(path: Path) -> str:
    """The dotted name of a source file: the folders beside ``puzzleproof`` stand in it."""
    parts = path.with_suffix("").parts
    inside = parts if parts[0] == "puzzleproof" else ("puzzleproof", *parts)
    return ".".join(inside).removesuffix(".__init__")


def installed() -> set[str]:
    """Where the files of the tree go in a wheel."""
    package_in = {folder: package.replace(".", "/") for package, folder in PACKAGES.items()}
    inside = [path for path in tracked() if str(path.parent) in {*package_in, *DATA}]
    return {f"{package_in.get(str(p.parent), f'puzzleproof/{p.parent}')}/{p.name}" for p in inside}


def clone(folder: Path) -> Path:
    """Copy the tree, links as links; nothing that a build or a test left behind comes along."""
    for path in tracked():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, folder / path, follow_symlinks=False)
    return folder


def counts(path: Path) -> bool:
    """Whether a file is Python of the project and no test of it."""
    return path.suffix == ".py" and path.parts[0] not in {"tests", "docs", "typings", ".ci"}
