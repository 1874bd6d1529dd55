"""Light commands stay light: no solver, no numpy, no drawing is imported for them."""

import json
import os
import sys
from pathlib import Path
from typing import cast

import pytest

from puzzleproof.cli.main import main
from tests.support.command_line import Run, result_of
from tests.support.loaded import modules_after

HEAVY = ("ortools", "pysat", "numpy", "pandas", "networkx", "rich", "psutil")
SEARCHES = ("puzzleproof.encoders", "puzzleproof.explore", "puzzleproof.provers")


def heavy(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] in HEAVY}


@pytest.fixture
def certificate(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "a.cert"
    assert run("prove", "hughes", "--evidence", "labelling", "--certificate", path).returncode == 0
    return path


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("--version",), ("prove", "--help"), ("list",), ("show", "hughes")],
    ids=" ".join,
)
def test_a_light_command_imports_no_library(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert not heavy(modules_after(tmp_path, *arguments))


def test_verify_imports_no_library_no_search_and_no_encoder(
    tmp_path: Path, certificate: Path
) -> None:
    names = modules_after(tmp_path, "verify", certificate)
    assert not heavy(names)
    assert "puzzleproof.verify.labelling" in names
    assert not {n for n in names if n.startswith(SEARCHES)}


def test_verify_in_python_imports_no_more(tmp_path: Path, certificate: Path) -> None:
    code = f"import json, sys, puzzleproof as pp; pp.verify({str(certificate)!r})"
    code += "; print(json.dumps(sorted(sys.modules)))"
    names = set(
        cast("list[str]", json.loads(result_of([sys.executable, "-c", code], tmp_path).stdout))
    )
    assert "puzzleproof.verify.labelling" in names
    assert not heavy(names)
    assert not {n for n in names if n.startswith(SEARCHES)}


@pytest.mark.parametrize("name", ["hughes", "ane-rouge"])
def test_a_labelling_needs_no_solver_and_no_arrays(tmp_path: Path, name: str) -> None:
    """L'Âne Rouge has 23,922 states, which plain Python labels before numpy would be there."""
    names = modules_after(tmp_path, "prove", name, "--evidence", "labelling")
    assert not heavy(names)


def test_only_the_verb_that_runs_is_imported(tmp_path: Path) -> None:
    names = modules_after(tmp_path, "show", "hughes")
    verbs = {name for name in names if name.startswith("puzzleproof.cli.verbs.")}
    assert verbs == {"puzzleproof.cli.verbs.show"}


def test_importing_the_package_imports_none_of_its_parts(tmp_path: Path) -> None:
    code = "import json, sys, puzzleproof; print(json.dumps(sorted(sys.modules)))"
    result = result_of([sys.executable, "-c", code], tmp_path)
    names = cast("list[str]", json.loads(result.stdout))
    ours = {name for name in names if name.split(".")[0] == "puzzleproof"}
    assert ours == {"puzzleproof"}
    assert not heavy(set(names))


def test_a_public_name_is_imported_when_it_is_used(tmp_path: Path) -> None:
    code = "import sys, puzzleproof as pp; pp.load; print('puzzleproof.models' in sys.modules)"
    result = result_of([sys.executable, "-c", code], tmp_path)
    assert result.stdout == "True\n"


def test_numpy_is_told_to_start_no_threads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    assert main(["list"]) == 0
    assert os.environ["OPENBLAS_NUM_THREADS"] == "2"
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    assert main(["list"]) == 0
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert "hifi" in capsys.readouterr().out
