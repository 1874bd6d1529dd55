"""Two arguments that hold alone and not together: a bound for what the start reaches, and images.

The graph asks bounds about the least image of a state.  Were the symmetries to move the start, that
image might be a state that the start never reaches, and a lemma that counts something at the start
would speak of another goal there.
"""

from __future__ import annotations

from io import BytesIO

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds.graphs import graph_of
from puzzleproof.verify.certificate import check_stream
from tests.support.bounded import bounded
from tests.support.peg_boards import game

STRIP = game("o.ooooo.o\n", start="o.xxooo.x\n", goal=["o.ooxoo.x\n", "x.ooxoo.o\n"])
"""A reflection exchanges the two goals, and moves the start.  One move leads to the first."""
UNTOUCHED = 10**30
"""A weight for the first hole, which no jump touches: there is a peg in the second goal alone."""


def forged(puzzle: PegPuzzle, at_least: int | None) -> bytes:
    """The start alone has a label; what is next is left out by the weight of the first hole."""
    weights = [UNTOUCHED] + [0] * (len(puzzle.board.holes) - 1)
    lemma = ("potential", {"features": "facts", "weights": weights, "drop": 1})
    blocks = [[graph_of(puzzle).start]]
    return bounded(puzzle, [lemma], at_least, blocks=blocks)


@pytest.mark.parametrize("at_least", [1000, 2, None])
def test_no_bound_speaks_of_another_goal_than_the_image(at_least: int | None) -> None:
    assert bfs(STRIP).optimum == 1
    with pytest.raises(CertificateRejected, match="no bound says"):
        check_stream(BytesIO(forged(STRIP, at_least)), "forged by hand")
