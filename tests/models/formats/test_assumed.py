"""Nothing is assumed that is not said: of every key, the text states it, or the answer says so.

What the specification of a format fixes counts as stated: docs/boards.md has these conventions.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from puzzleproof.models.collected import entries_of
from puzzleproof.models.documents import AS_WRITTEN, ReadOptions
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import ASSUMED, FORMATS, TARGETS, settled
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import Puzzle
from tests.support.formats import SAMPLES

NO_RULE = {"family", "metric", "name", "author", "year", "source", "note", "known"}
"""Keys that state no rule, and the metric, which every answer has."""
CASES = [(name, *case) for name, cases in SAMPLES.items() for case in cases]


def unsaid(document: Mapping[str, Any], stated: set[str]) -> set[str]:
    """The keys that neither the text states nor the reader says; ``goal`` stands for a finish."""
    said = set(document.get(ASSUMED, {}))
    found = set(document) - NO_RULE - {ASSUMED, TARGETS} - stated
    return {"goal" if key == "finish" else key for key in found} - said


@pytest.mark.parametrize(("name", "text", "stated"), CASES)
def test_what_a_text_does_not_state_is_said(name: str, text: str, stated: set[str]) -> None:
    module = FORMATS[name].load()
    parts = [part for _, part in module.parts(text)]
    assert parts
    for part, (_, puzzle) in zip(parts, entries_of(text, "x"), strict=True):
        document = module.document(part)
        assert not unsaid(document, stated)
        assert isinstance(puzzle, Puzzle)
        assert puzzle.assumed == tuple(document.get(ASSUMED, {}).values())
        assert all(puzzle.assumed)


@pytest.mark.parametrize("name", ["tile-list", "peg-drawing"])
def test_a_silent_reader_is_found_out(name: str) -> None:
    text, stated = SAMPLES[name][0]
    module = FORMATS[name].load()
    for _, part in module.parts(text):
        document = {key: x for key, x in module.document(part).items() if key != ASSUMED}
        assert unsaid(document, stated) == {"goal"}


BY_DEFINITION = {"frogs": {"goal"}}
"""Keys that docs/boards.md defines where an instance file leaves them out."""
LEFT_OUT = [
    'family = "tiles"\nboard = "1 2\\n0 3"\n',
    'family = "frogs"\nboard = "FF.TT"\n',
    'family = "pegs"\nstart = "xxo"\nfinish = "any"\n',
    'family = "sliding"\nboard = "A."\ngoal = ".A"\n',
    'family = "cubes"\ncubes = ["RGBYRG"]\n',
]


@pytest.mark.parametrize("text", LEFT_OUT)
def test_what_an_instance_file_leaves_out_is_said(text: str) -> None:
    puzzle = loads(text)
    added = {key for key in puzzle.document() if f"\n{key} =" not in text} - {"board"}
    added -= BY_DEFINITION.get(puzzle.family, set())
    assert bool(puzzle.assumed) == bool(added) == (puzzle.family == "tiles")


FOUND = {"board": "AX", ASSUMED: {"goal": "the goal is usual", "target": "X is taken"}}
CHOICE = {TARGETS: {"A": {"goal": "A."}, "X": {"goal": ".X"}}}


def test_assumptions_are_said_unless_the_user_states_the_value() -> None:
    assert settled(FOUND, AS_WRITTEN) == ({"board": "AX"}, ("the goal is usual", "X is taken"))
    stated, said = settled({**FOUND, "finish": "any"}, ReadOptions(goal="1 2 / 3 0"))
    assert (stated, said) == ({"board": "AX", "goal": "1 2\n3 0"}, ())
    stated, said = settled({**FOUND, **CHOICE}, ReadOptions(goal="A"))
    assert (stated, said) == ({"board": "AX", "goal": "A."}, ("the goal is usual",))


def test_an_open_target_is_asked_for() -> None:
    with pytest.raises(InstanceError, match=r"is open: expected 'A' or 'X' \(--goal\)"):
        settled({"board": "AX", **CHOICE}, AS_WRITTEN)
    with pytest.raises(InstanceError, match="goal 'B': expected 'A' or 'X', or a drawing"):
        settled({"board": "AX", **CHOICE}, ReadOptions(goal="B"))
