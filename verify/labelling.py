"""Check a labelling by the rules alone: no plan reaches a state in fewer moves than its label.

A labelling gives states the labels 0, 1, 2, …: block k of the body lists the states labelled k.
It proves 'every plan has at least L moves' if (1) the start is labelled 0, (2) no state labelled
below L is a goal, and (3) every move from a state labelled g < L - 1 leads to a state labelled at
most g + 1.  Then, by induction, any k < L moves lead to a state labelled at most k, which is no
goal.  If (3) holds for all labelled states (L infinite), the labelling proves `unsolvable`.

A bidirectional labelling (I. Pohl, Bi-directional search, 1971) needs fewer states: labels 0 … a
from the start as above, with (3) for g < a, and labels 0 … b from the goals, where a + b = L - 1.
The checker demands that (4) the rules list all goals that can be reached, each labelled 0, that (5)
every move *to* a state labelled h < b comes from a state labelled at most h + 1, and that (6) no
state labelled a has a backward label.  Suppose there is a plan of k < L moves.  The labels of its
states rise by at most one per move until some state has label a, which takes at least a moves.  If
no state has label a, the goal at the end is labelled, against (2).  Otherwise at most b moves
remain, so by (4) and (5) that state has a backward label, against (6).  If a goal leaves pieces
free, the rules list all their arrangements; with over `GOALS_LISTED` goals the file is rejected.

If the header names a symmetry, only one of two states that mirror each other is labelled
(`puzzleproof.verify.classes`).  If it names lower bounds, the table may leave out states that these
bounds show to be too far from the goals to matter (`puzzleproof.verify.bounds.labels`).

`puzzleproof.verify.table` checks these demands on a board (`puzzleproof.models.board`).  This
module chooses the board, and reads the blocks.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from puzzleproof.models import imported
from puzzleproof.models.board import RuleBoard
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import GOALS_LISTED, State
from puzzleproof.models.texts import count
from puzzleproof.verify.certificate import ARRAYS, Certificate, Counted
from puzzleproof.verify.records import Records

TABLE = "puzzleproof.verify.table:Table"
ARRAY_BOARD = "puzzleproof.models.arrays:array_board"
ARRAY_TABLE = "puzzleproof.verify.arrays.table:ArrayTable"
MIRROR = "puzzleproof.verify.classes:mirror_of"
"""The function that reads the symmetry that a header names."""
BOUNDED = "puzzleproof.verify.bounds.labels:check"
DEFINED = 25_000
"""The definition checks this many states of a table, or all states of a smaller table."""


def check(certificate: Certificate) -> Counted:
    """Check the body of a labelling; returns how many states it labels, and what checked them."""
    if "bounds" in certificate.extra:
        checked: Counted = imported(BOUNDED)(certificate)
        return checked
    check_claim(certificate)
    mirror = imported(MIRROR)(certificate) if "symmetry" in certificate.extra else None
    rules = RuleBoard(certificate.puzzle, mirror)
    board = None
    if sum(map(sum, sizes(certificate))) > DEFINED and not certificate.by_rules:
        with suppress(ImportError):  # there may be no numpy
            board = imported(ARRAY_BOARD)(certificate.puzzle, mirror=mirror)
    table = imported(TABLE if board is None else ARRAY_TABLE)(certificate, board or rules, rules)
    table.check()
    if board is None:
        return Counted(table.states)
    return Counted(table.states, by=ARRAYS, defined=table.defined)


def check_claim(certificate: Certificate) -> None:
    """Raise CertificateRejected if the sizes of the blocks do not fit the claim."""
    forward, backward = sizes(certificate)
    at_least = certificate.at_least
    if backward and not forward:
        raise CertificateRejected("has backward labels and no forward labels")
    claimed = len(forward) + len(backward) - bool(backward)
    if at_least is not None and claimed != at_least:
        counted = f"{len(forward)} + {len(backward)} blocks" if backward else ""
        counted = counted or count(len(forward), "block")
        claim = f"at least {count(at_least, 'move')}"
        raise CertificateRejected(f"claims {claim} with {counted} of labels")
    if at_least is None and backward:
        raise CertificateRejected("claims 'unsolvable' and has backward labels")


def sizes(certificate: Certificate) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the sizes of all blocks; raises CertificateRejected if the body is too short."""
    forward, backward = certificate.numbers("sizes"), certificate.numbers("backward")
    if sum(forward) + sum(backward) > certificate.body.left:
        raise CertificateRejected("the body ends too early for the states of 'sizes'")
    return forward, backward


def goals_of(certificate: Certificate) -> tuple[State, ...]:
    """Return all goal states; raises CertificateRejected if the rules do not list them."""
    from puzzleproof.models.capabilities import listed_goals

    goals = listed_goals(certificate.puzzle)
    if goals is None:
        raise CertificateRejected(
            "has backward labels: the rules list no goal states (or more than "
            f"{GOALS_LISTED:,}), or moves cannot be undone"
        )
    return goals


class Block(NamedTuple):
    """The packed states of one label, in parts that must be read before the next block."""

    name: str
    """The block's name in messages."""
    label: int
    parts: Iterator[Any]
    """Lists, or arrays if the reader makes arrays."""


def blocks(certificate: Certificate, reader: type[Records] = Records) -> Iterator[Block]:
    """Yield the blocks of a labelling in the order of its body: forward, then backward."""
    records = reader(certificate.body, certificate.puzzle.pack_width)
    for word, side in zip(("label", "backward label"), sizes(certificate), strict=True):
        for label, size in enumerate(side):
            name = f"{word} {label}"
            yield Block(name, label, records.block(name, size))
    records.finish()
