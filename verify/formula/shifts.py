"""'There is a plan of at most T moves' as a formula in which a move shifts contents along a line.

In `puzzleproof.verify.formula.horizon`, sliding tiles have an action for each line and each tile on
it (in ``multi`` each run of tiles).  Here a move is the line alone (`puzzleproof.models.strips`):
whatever lies on it is carried along.  Families of clauses, besides those of
`puzzleproof.verify.formula.unrolled`:

``some shift``  the blank goes along one of the lines, or the step is idle
``blank``       the blank is in the line's first cell before the move, in its last cell after it
``carried``     any other content is in a cell of the line after the move if and only if it was in
                the line's next cell before
``why``         a content that leaves a cell, or enters one, does so by a line that carries it
``colour``      for the facts 'the blank is in a cell'

*Every legal move satisfies them* with only its line's variable true: the rules move the
contents of one line, and nothing else.  *Groups are kept*: a move permutes the contents of cells,
so each cell still has one content, and each content is still in one cell.

*A solution is a plan*: all true lines of a step have the same first cell and the same last cell, as
the blank is in one cell.  Two such lines must shift alike.  A content outside the true lines stays,
by ``why``.  In an idle step nothing changes.  (A proved bound holds without this argument.)
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Shifts
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.formula.unrolled import ClauseFamily, UnrolledFormula, two_colours


class ShiftFormula(UnrolledFormula[int]):
    """The variables of a move: one for each line, and 'idle'."""

    form = "shifts"

    def __init__(self, shifts: Shifts, start: int, length: int) -> None:
        self.shifts = shifts
        super().__init__(shifts, start, length, (), (), len(shifts.lines))
        self._lines = range(self.counted + 1, self.counted + len(shifts.lines) + 1)

    # --- moves ------------------------------------------------------------------------------

    def moves_from(self, facts: int) -> dict[int, int]:
        """Map, for each line open to the blank, the facts after the move to the line's number."""
        blank, found = self.shifts.contents[-1], dict[int, int]()
        for k, line in enumerate(self.shifts.lines):
            if facts >> blank[line[0]] & 1:
                found[self._shifted(facts, line)] = k
        return found

    def _shifted(self, facts: int, line: Sequence[int]) -> int:
        """Shift a line's contents by one cell; the first cell's content goes to the last cell."""
        after = facts
        for content in self.shifts.contents:
            for cell, before in zip((*line[1:], line[0]), line, strict=True):
                after &= ~(1 << content[before])
                after |= (facts >> content[cell] & 1) << content[before]
        return after

    def true_of_move(self, via: int) -> Iterator[int]:
        """Return the variable of the line."""
        yield self._lines[via]

    def names_of_move(self, number: int) -> Iterator[str]:
        """Return the names of the lines, made of the names of the blank's facts."""
        names, blank = self.shifts.facts, self.shifts.contents[-1]
        for line in self.shifts.lines:
            yield f"move {number} is {'>'.join(names[blank[cell]] for cell in line)}"

    # --- clauses ----------------------------------------------------------------------------

    def of_move(self) -> Iterator[ClauseFamily]:
        """Return the families between steps 0 and 1."""
        yield "some shift", [(*self._lines, self.idle)]
        yield "blank", self._blank()
        yield "carried", self._carried()
        yield "idle", self.same_facts()
        yield "why", self._why()

    def _blank(self) -> Iterator[Clause]:
        blank = self.shifts.contents[-1]
        for x, line in zip(self._lines, self.shifts.lines, strict=True):
            yield (-x, blank[line[0]] + 1)
            yield (-x, self.width + blank[line[-1]] + 1)

    def _carried(self) -> Iterator[Clause]:
        for x, line in zip(self._lines, self.shifts.lines, strict=True):
            for there, here in pairwise(line):
                for content in self.shifts.contents[:-1]:
                    now, then = content[here] + 1, self.width + content[there] + 1
                    yield (-x, -now, then)
                    yield (-x, now, -then)

    def _why(self) -> Iterator[Clause]:
        *tiles, blank = self.shifts.contents
        losing, winning = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for x, line in zip(self._lines, self.shifts.lines, strict=True):
            for content in tiles:
                for there, here in pairwise(line):
                    losing[content[here]].append(x)
                    winning[content[there]].append(x)
            losing[blank[line[0]]].append(x)
            winning[blank[line[-1]]].append(x)
        for fact in range(len(self.shifts.facts)):
            now, then = fact + 1, self.width + fact + 1
            yield (-now, then, *losing[fact])
            yield (now, -then, *winning[fact])

    @cached_property
    def colours(self) -> list[tuple[int, int]]:
        """The two colours of the blank's facts, if every line changes the colour."""
        blank = self.shifts.contents[-1]
        ends = ((1 << blank[line[0]], 1 << blank[line[-1]]) for line in self.shifts.lines)
        found = two_colours(ends)
        return [] if found is None else [found]


def check_shifts(shifts: Shifts) -> None:
    """Check what the formula assumes about contents and lines; raises CertificateRejected.

    Each fact must say that one content is in one cell; there must be a group for each cell and for
    each content, and no other group; a line must have at least two cells, all different.
    """
    contents = shifts.contents
    facts = sorted(fact for content in contents for fact in content)
    if facts != list(range(len(shifts.facts))) or len(set(map(len, contents))) != 1:
        raise CertificateRejected("the rules' contents and facts are not one to one")
    cells = zip(*contents, strict=True)
    groups = {sum(1 << fact for fact in some) for some in (*contents, *cells)}
    if groups != set(shifts.groups):
        raise CertificateRejected("the rules' groups are not those of cells and contents")
    size = len(contents[0])
    for line in shifts.lines:
        if not 2 <= len(set(line)) == len(line) or not set(line) <= set(range(size)):
            raise CertificateRejected(f"the rules' line {line}: expected different cells")
