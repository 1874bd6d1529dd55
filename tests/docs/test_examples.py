"""The examples in docstrings run, and the notebooks, which print what is stored in them."""

import doctest
import json
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from tests.support.notebooks import LIVE, NOTEBOOKS, executed, printed
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


LARGEST = 300_000


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_prints_what_is_stored_in_it(path: Path) -> None:
    for library in ("nbformat", "nbclient", "ipykernel", "anywidget"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    import nbformat

    stored: Any = cast("Any", nbformat).read(path, 4)
    assert printed(stored) == printed(executed(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_small_and_complete(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text) < LARGEST
    assert LIVE not in text
    cells = json.loads(text)["cells"]
    ran = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    assert ran == list(range(1, len(ran) + 1))


def test_there_is_a_notebook() -> None:
    assert "tour.ipynb" in {path.name for path in NOTEBOOKS}
