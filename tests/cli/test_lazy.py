"""Light commands stay light: no solver, no numpy, no drawing is imported for them."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from puzzleproof.cli.main import main
from tests.support.command_line import Result, Run, modules_after, result_of

HEAVY = ("ortools", "pysat", "numpy", "pandas", "networkx", "rich", "psutil")
SEARCHES = ("puzzleproof.encoders", "puzzleproof.explore", "puzzleproof.provers")
VERIFIED = "import puzzleproof as pp; pp.verify('a.cert')"
LISTED = "; import sys; print(*sys.modules)"


def heavy(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] in HEAVY}


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "prove --help",
        "list",
        "show hughes",
        "replay frogs-1-1 --plan '3-2 1-3 2-1' --states",
        # 23,922 states, which plain Python labels before numpy would be there
        "prove ane-rouge --evidence labelling",
    ],
)
def test_a_light_command_imports_no_library(tmp_path: Path, words: str) -> None:
    names = modules_after(tmp_path, *shlex.split(words))
    assert not heavy(names)
    verbs = {name for name in names if name.startswith("puzzleproof.cli.verbs.")}
    assert "replay" not in words or not [name for name in names if name.startswith(SEARCHES[0])]
    assert words != "show hughes" or verbs == {"puzzleproof.cli.verbs.show"}


def test_verify_imports_no_library_no_search_and_no_encoder(run: Run, tmp_path: Path) -> None:
    words = ("prove", "hughes", "--evidence", "labelling", "--certificate", "a.cert")
    assert run(*words).returncode == 0
    in_python = result_of([sys.executable, "-c", VERIFIED + LISTED], tmp_path).stdout
    for names in (modules_after(tmp_path, "verify", "a.cert"), set(in_python.split())):
        assert "puzzleproof.verify.labelling" in names
        assert not heavy(names)
        assert not {name for name in names if name.startswith(SEARCHES)}


def test_importing_the_package_imports_none_of_its_parts_until_used(tmp_path: Path) -> None:
    code = f"import puzzleproof as pp{LISTED}; pp.load; print(*sys.modules)"
    first, then = result_of([sys.executable, "-c", code], tmp_path).stdout.splitlines()
    assert {name for name in first.split() if name.startswith("puzzleproof")} == {"puzzleproof"}
    assert "puzzleproof.models" in then.split()


def test_numpy_is_told_to_start_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, found in (("2", "2"), (None, "1")):
        if given:
            monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
        else:
            monkeypatch.delenv("OPENBLAS_NUM_THREADS")
        assert main(["list", "-q"]) == 0
        assert os.environ["OPENBLAS_NUM_THREADS"] == found


WITHOUT = """
import sys
sys.modules |= dict.fromkeys(sys.argv[1].split(","))
from puzzleproof.cli.main import main
sys.exit(main(sys.argv[2:]))
"""
MISSING = {
    "draw frogs-1-1 --output a.png": ("resvg_py", "pictures"),
    "serve": ("uvicorn", "web"),
    "prove hughes --scheduler tcp://127.0.0.1:1": ("distributed", "cluster"),
}
"""Command -> a library that it needs, and what brings it."""


def without(folder: Path, libraries: str, words: str) -> Result:
    return result_of([sys.executable, "-c", WITHOUT, libraries, *words.split()], folder)


@pytest.mark.parametrize("words", MISSING)
def test_a_library_that_is_missing_is_named_with_its_extra(tmp_path: Path, words: str) -> None:
    library, extra = MISSING[words]
    found = without(tmp_path, library, words)
    said = f"{library}, which is not installed ('pip install puzzleproof[{extra}]' brings it)"
    assert (found.returncode, found.stderr) == (41, f"puzzleproof: this needs {said}\n")


def test_an_svg_needs_no_library(tmp_path: Path) -> None:
    libraries = "PIL,resvg_py,numpy,rich,ortools,networkx"
    assert without(tmp_path, libraries, "draw frogs-1-1 --output a.svg").returncode == 0
