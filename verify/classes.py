"""Labels of classes: where the header names a symmetry, a state stands for its mirror image too.

A symmetry m takes states to states, each back when done twice, moves to moves, and goal states to
goal states; whoever names one has this checked (`models/sliding/mirrors.py`).  The *class* of a
state s is s and m(s), and its name the one with the smaller packed number.  A labelling with a
symmetry gives labels to names alone.  The checkers demand that each record is the name of its
class.  They also demand of names what `puzzleproof.verify.labelling` demands of states: the name of
the start is labelled 0, no labelled name is a goal state, and each move from a labelled name leads
to a state whose name has an allowed label.  The same holds for the labels from the goals.

*Why the bound holds.*  Let s and t be states with a move from s to t, and let the name of s have
the label g.  That name is s, or it is m(s), from which a move leads to m(t), of the same class as
t.  So by (3) the name of t has a label of g + 1 at most.  Let k < L moves lead from the start to a
goal state.  By induction the name of the state after i moves has a label of i at most; so does that
of the last one, which is labelled then.  But it is a goal state or the image of one, so a goal
state, against (2).  The start need not be its own image.  With labels from both ends, (5) gives the
same from the goals back, and the first state whose name is labelled a has a name that (6) excludes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzleproof.models import imported
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.certificate import Certificate

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror

MIRRORS = {"sliding": "puzzleproof.models.sliding.mirrors:Mirror"}
"""By family, what makes a symmetry of a puzzle by its name, and raises ValueError for none."""


def mirror_of(certificate: Certificate) -> Mirror | None:
    """The symmetry that a header names; raises CertificateRejected if it is none of the puzzle."""
    if "symmetry" not in certificate.extra:
        return None
    name, puzzle = certificate.extra["symmetry"], certificate.puzzle
    try:
        if not isinstance(name, str):
            raise TypeError("expected a name")
        if puzzle.family not in MIRRORS:
            raise ValueError(f"family {puzzle.family!r} has none")
        found: Mirror = imported(MIRRORS[puzzle.family])(puzzle, name)
    except (TypeError, ValueError) as error:
        raise CertificateRejected(f"'symmetry' {name!r}: {error}") from None
    return found
