"""What is said of the work: its parts, how far they are, and which library is missing."""

import re
import tomllib

from puzzleproof.explore.random_cubes import TOLD_EACH, solvable_share
from puzzleproof.models.instances import load
from puzzleproof.provers.events import Event, Working, searching
from puzzleproof.provers.libraries import EXTRAS, PACKAGES, REQUIRED, in_words, lacking
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from tests.support.tree import ROOT

CHECKING = "checking the certificate by the rules"


def parts(name: str, request: Request) -> tuple[list[Working], list[str]]:
    """What `prove` says of its work, and the names of its parts in order."""
    events: list[Event] = []
    prove("test", load(name), request, events.append)
    found = [event for event in events if isinstance(event, Working)]
    return found, list(dict.fromkeys(event.phase for event in found))


def test_the_parts_of_the_work_are_named() -> None:
    found, phases = parts("hughes", Request(evidence=("labelling",)))
    assert phases == ["searching", "writing the certificate", CHECKING]
    checks = [event for event in found if event.phase == CHECKING]
    assert checks[-1].done == checks[-1].total
    for request, phase in (
        (Request(evidence=("invariant",)), "looking for an invariant"),
        (Request(evidence=("exhaustion",)), "searching the encoders' task"),
        (Request(engine="sat"), "asking sat.* 7 moves"),
    ):
        assert any(re.fullmatch(phase, one) for one in parts("frogs-2-2", request)[1])


def test_a_search_knows_how_many_states_there_are_at_most() -> None:
    assert searching(load("tiles-3x3")) == Working("searching", 0, 181_440, "states", at_most=True)
    assert searching(load("hughes")).total is None


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
    assert {*PACKAGES.values()} == {k for k, v in IMPORTED_AS.items() if v in REQUIRED}
    for library in REQUIRED:
        brings = (
            f"which is not installed ('pip install {PACKAGES.get(library, library)}' installs it)"
        )
        assert lacking(ModuleNotFoundError(name=library)) == f"{library}, {brings}"


def test_each_library_has_its_extra_and_all_is_all() -> None:
    """The README says what an extra adds."""
    assert EXTRAS.keys() == brought().keys()
    assert all(EXTRAS[library] in brought()[library] for library in EXTRAS)
    (everything,) = PROJECT["optional-dependencies"]["all"]
    named = set(re.findall(r"\w+", everything)) - {"puzzleproof"}
    assert named == set(PROJECT["optional-dependencies"]) - set(COLLECTIONS)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert all(f"\n| `{extra}` | " in readme for extra in EXTRAS.values())


def test_our_own_modules_and_other_errors_are_no_libraries() -> None:
    assert lacking(ModuleNotFoundError(name="puzzleproof.nothing")) is None
    assert lacking(ModuleNotFoundError(name="_multiprocessing")) == (
        "_multiprocessing, which this Python lacks"
    )
    assert in_words(ValueError("of another kind")) == "of another kind"


def test_samples_are_counted_and_are_the_same_when_they_are() -> None:
    drawn: list[int] = []
    assert solvable_share(3, 3 * TOLD_EACH, 1, drawn.append) == solvable_share(3, 3 * TOLD_EACH, 1)
    assert drawn == [0, TOLD_EACH, 2 * TOLD_EACH]
