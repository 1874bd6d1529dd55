"""The jumps of a peg board and its symmetries; holes are given by their indices."""

from typing import NamedTuple

from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.symmetries import hole_symmetries


class Jump(NamedTuple):
    """A jump, given by the indices of its three holes."""

    origin: int
    over: int
    landing: int

    @property
    def whole(self) -> int:
        """The mask of the three holes that the jump changes."""
        return self.pegs | 1 << self.landing

    @property
    def pegs(self) -> int:
        """The mask of the two holes that have pegs before the jump."""
        return 1 << self.origin | 1 << self.over


class Symmetry(NamedTuple):
    """A reflection or rotation of a board that maps jumps to jumps."""

    name: str
    images: tuple[int, ...]
    """For each hole: its image."""

    def image(self, position: int) -> int:
        """Return the image of a position."""
        return sum(1 << to for hole, to in enumerate(self.images) if position >> hole & 1)


def jumps_of(board: PegBoard) -> list[Jump]:
    """Return the jumps, sorted by the hole where they begin."""
    place = board.place
    return [
        Jump(place[hole], place[over], place[landing])
        for hole in board.holes
        for over, landing in board.lines(hole)
    ]


def symmetries_of(board: PegBoard) -> tuple[Symmetry, ...]:
    """List the symmetries of a board, without the identity; start and goals do not matter."""
    jumps = set(jumps_of(board))
    return tuple(
        Symmetry(name, to)
        for name, to in hole_symmetries(board)
        if {Jump(*(to[hole] for hole in jump)) for jump in jumps} == jumps
    )


def goal_symmetries(puzzle: PegPuzzle) -> tuple[Symmetry, ...]:
    """Return the symmetries that keep the set of goals, and therefore the distances to a goal."""
    goals = set(puzzle.goals)
    found = symmetries_of(puzzle.board)
    return tuple(one for one in found if set(map(one.image, goals)) == goals)
