"""The examples in docstrings run."""

import doctest
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("models", "encoders", "explore", "provers", "verify", "render", "puzzleproof")
SKIPPED = ("puzzleproof.__main__",)
"""Importing it runs the command line."""


def module_name(path: Path) -> str:
    """``verify/bfs.py`` is `puzzleproof.verify.bfs`, a package its ``__init__.py``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "puzzleproof" else ("puzzleproof", *parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = sorted(
    name
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*.py")
    if (name := module_name(path)) not in SKIPPED
)


@cache
def outcome(name: str) -> doctest.TestResults:
    return doctest.testmod(import_module(name), verbose=False)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    assert outcome(name).failed == 0


def test_there_are_examples_to_run() -> None:
    with_examples = (
        "puzzleproof",
        "puzzleproof.models.drawing",
        "puzzleproof.provers.refutation.horizons",
    )
    assert set(with_examples) <= set(MODULES)
    assert all(outcome(name).attempted for name in with_examples)
