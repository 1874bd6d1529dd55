"""The examples in docstrings run."""

import doctest
from importlib import import_module

import pytest

from tests.support.tree import module_of, sources

MODULES = [module_of(path) for path in sources() if path.name != "__main__.py"]
"""Importing ``puzzleproof.__main__`` runs the command line."""
WITH_EXAMPLES = {
    "puzzleproof",
    "puzzleproof.models.drawing",
    "puzzleproof.provers.refutation.horizons",
}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    found = doctest.testmod(import_module(name), verbose=False)
    assert found.failed == 0
    assert found.attempted or name not in WITH_EXAMPLES
