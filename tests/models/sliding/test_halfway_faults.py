"""Drawings of where pieces may rest half-way, that cannot be."""

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import loads

TEXT = """
family = "sliding"
cell = 2
board = "AA..##\\nAA..##"
goal = "..AA##\\n..AA##"
halfway = "{halfway}"
"""


@pytest.mark.parametrize(
    ("halfway", "message"),
    [
        ("AA..##\\\\nAA..##", "expected a piece half-way between cells"),
        (".AA.##\\\\n.AA.##", ""),
    ],
)
def test_a_drawing_of_a_rest_has_a_piece_half_way(halfway: str, message: str) -> None:
    text = TEXT.replace("\\\\n", "\\n").replace("{halfway}", halfway.replace("\\\\n", "\\n"))
    if message:
        with pytest.raises(InstanceError, match=message):
            loads(text)
    else:
        assert loads(text)
