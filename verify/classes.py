"""Labels of classes: if the header names a symmetry, one label holds for two mirror images.

A symmetry m maps states to states (with m(m(s)) = s), moves to moves, and goal states to goal
states.  `models/sliding/mirrors.py` checks this for every symmetry that a header names.  The
*class* of a state s consists of s and m(s); the *representative* of the class is the state of the
two with the smaller packed number.  With a symmetry only representatives are labelled, and the
checkers demand that each record is the representative of its class.  They also demand of
representatives what `puzzleproof.verify.labelling` demands of states: the representative of the
start is labelled 0, no labelled representative is a goal state, and each move from a labelled
representative leads to a state whose representative has an allowed label.  They demand the same of
the labels from the goals.

*Why the bound holds.*  Let s and t be states with a move from s to t, and let the representative of
s have the label g.  That representative is s, or it is m(s), from which a move leads to m(t), of
the same class as t.  So by (3) the representative of t has a label of g + 1 at most.  Suppose that
k < L moves lead from the start to a goal state.  By induction the representative of the state after
i moves has a label of at most i, so the representative of the last state is labelled.  But this
representative is a goal state or the image of one, hence a goal state, which contradicts (2).  The
start need not be its own image.  With labels from both ends, (5) gives the same bound from the
goals backwards, and the first state whose representative is labelled a has a representative that
(6) excludes.
"""

from typing import TYPE_CHECKING

from puzzleproof.models import imported
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.certificate import Certificate

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror

MIRRORS = {"sliding": "puzzleproof.models.sliding.mirrors:Mirror"}
"""Family -> the function that takes a puzzle and the name of a symmetry, and returns the symmetry;
it raises ValueError if the puzzle has no such symmetry."""


def mirror_of(certificate: Certificate) -> "Mirror":
    """Find the symmetry that a header names; raises CertificateRejected if the puzzle lacks it."""
    name, puzzle = certificate.extra["symmetry"], certificate.puzzle
    try:
        if not isinstance(name, str):
            raise TypeError("expected a name")
        if puzzle.family not in MIRRORS:
            raise ValueError(f"no symmetries are known for family {puzzle.family!r}")
        found: Mirror = imported(MIRRORS[puzzle.family])(puzzle, name)
    except (TypeError, ValueError) as error:
        raise CertificateRejected(f"'symmetry' {name!r}: {error}") from None
    return found
