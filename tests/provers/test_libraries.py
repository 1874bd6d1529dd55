"""A library that is not installed is named with the extra that brings it in pyproject.toml."""

from __future__ import annotations

import re
import tomllib

import pytest

from puzzleproof.provers.libraries import EXTRAS, in_words, lacking
from tests.support.tree import ROOT

IMPORTED_AS = {"python-sat": "pysat", "pillow": "PIL"}
"""Packages that are imported by another name."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
COLLECTIONS = ("all", "test")


def brought() -> dict[str, set[str]]:
    """What is imported -> the extras that bring it."""
    found: dict[str, set[str]] = {}
    for extra, requirements in PROJECT["optional-dependencies"].items():
        for requirement in requirements if extra not in COLLECTIONS else ():
            name = re.split(r"[\[<>=~! ;]", requirement)[0]
            found.setdefault(IMPORTED_AS.get(name, name.replace("-", "_")), set()).add(extra)
    return found


def test_the_core_needs_nothing() -> None:
    assert PROJECT["dependencies"] == []


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
