"""Notebooks of the documentation: run in a fresh kernel, and stored with what they print.

``python -m tests.support.notebooks`` runs each again and writes it: look at what has changed.
"""

import re
import tempfile
from pathlib import Path
from typing import Any, cast

from tests.support.command_line import environment
from tests.support.tree import ROOT

NOTEBOOKS = sorted((ROOT / "docs").glob("*.ipynb"))
LIVE = "application/vnd.jupyter.widget-view+json"
"""A widget needs its kernel; what is stored is its text."""
SECONDS = 120


def executed(path: Path) -> Any:
    """The notebook with the outputs of a fresh kernel, which works in an empty folder."""
    import nbformat
    from nbclient import NotebookClient

    notebook: Any = cast("Any", nbformat).read(path, 4)
    with tempfile.TemporaryDirectory() as folder:
        where = {"metadata": {"path": folder}}
        client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=where)
        cast("Any", client).execute(env=environment())
    return tidy(notebook)


def tidy(notebook: Any) -> Any:
    """The notebook without what says when and where it ran."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(LIVE, None)
            output.get("metadata", {}).clear()
    return notebook


def printed(notebook: Any) -> list[list[str]]:
    """For each cell of code the text that it prints, and what its pictures are called.

    One plan is as good as another of the same length: the moves in pictures may differ.
    """
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    return [_texts(cell.outputs) for cell in cells]


def _texts(outputs: Any) -> list[str]:
    found = list[str]()
    for output in outputs:
        data = output.get("data") or {"text": output.get("text", "")}
        found += [f"{kind}: {_said(kind, data[kind])}" for kind in sorted(data)]
    return found


def _said(kind: str, content: str) -> str:
    """The text itself; of a picture the titles, up to the number of moves made."""
    if kind in ("text", "text/plain"):
        return content
    return ", ".join(re.findall(r"<title>(.*?metric \w+\)(?:: \d+)?)", content))


def main() -> None:
    """Run and write all."""
    import nbformat

    for path in NOTEBOOKS:
        cast("Any", nbformat).write(executed(path), path)


if __name__ == "__main__":
    main()
