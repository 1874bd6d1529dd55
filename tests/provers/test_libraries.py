"""A library that is not installed is named with what brings it, as pyproject.toml has it."""

from __future__ import annotations

import re
import tomllib

import pytest

from puzzleproof.provers.libraries import EXTRAS, PACKAGES, REQUIRED, in_words, lacking
from tests.support.tree import ROOT

IMPORTED_AS = {"python-sat": "pysat", "pillow": "PIL"}
"""Packages that are imported by another name."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
COLLECTIONS = ("all", "test")


def _imported(requirement: str) -> str:
    name = re.split(r"[\[<>=~! ;]", requirement)[0]
    return IMPORTED_AS.get(name, name.replace("-", "_"))


def brought() -> dict[str, set[str]]:
    """What is imported -> the extras that bring it."""
    found: dict[str, set[str]] = {}
    for extra, requirements in PROJECT["optional-dependencies"].items():
        for requirement in requirements if extra not in COLLECTIONS else ():
            found.setdefault(_imported(requirement), set()).add(extra)
    return found


def test_required_libraries_are_the_dependencies() -> None:
    named = {_imported(requirement) for requirement in PROJECT["dependencies"]}
    assert named == REQUIRED
    assert {PACKAGES[name] for name in PACKAGES} == {
        k for k, v in IMPORTED_AS.items() if v in REQUIRED
    }


@pytest.mark.parametrize("library", sorted(REQUIRED))
def test_a_required_library_is_brought_by_its_package(library: str) -> None:
    package = PACKAGES.get(library, library)
    assert lacking(ModuleNotFoundError(name=library)) == (
        f"{library}, which is not installed ('pip install {package}' brings it)"
    )


@pytest.mark.parametrize("library", sorted(set(brought()) | set(EXTRAS)))
def test_each_library_has_its_extra(library: str) -> None:
    assert EXTRAS[library] in brought()[library]


def test_all_is_all() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    named = set(re.findall(r"\w+", everything)) - {"puzzleproof"}
    assert named == set(PROJECT["optional-dependencies"]) - set(COLLECTIONS)


@pytest.mark.parametrize("extra", sorted(set(EXTRAS.values())))
def test_the_readme_says_what_an_extra_adds(extra: str) -> None:
    assert f"\n| `{extra}` | " in (ROOT / "README.md").read_text("utf-8")


def test_our_own_modules_and_other_errors_are_no_libraries() -> None:
    assert lacking(ModuleNotFoundError(name="puzzleproof.nothing")) is None
    assert lacking(ModuleNotFoundError(name="_multiprocessing")) == (
        "_multiprocessing, which this Python does without"
    )
    assert in_words(ValueError("of another kind")) == "of another kind"
