"""Final holes of a peg board: the holes that position classes allow for each vacancy, and plans.

A plan is found for one pair (vacancy, final hole), and mapped to all symmetric pairs; the rules
replay each image.  A final hole is *excluded* only by the position classes.  A final hole that is
allowed, but has no plan, is *open*, even if a search has visited all positions: such a search
leaves no certificate.
"""

from typing import Any

from puzzleproof.explore.pegs.finals import FinalPairs, FinalPlan, Pair, find_plans
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.rules import PegMove, PegPuzzle
from puzzleproof.models.puzzle import Info
from puzzleproof.provers.events import Working
from puzzleproof.provers.survey.survey import Work
from puzzleproof.verify.replay import replay_to_goal

MOST_HOLES = 64
"""A board with more holes is not searched; its classes are computed all the same."""
NUMPY_BYTES = 60_000_000
"""The process holds this many bytes before it searches."""


def survey_finals(work: Work) -> None:
    """Report the finding ``finals``, first by the classes alone, then after each plan found."""
    puzzle = work.puzzle
    assert isinstance(puzzle, PegPuzzle), "only pegs have final holes"
    if len(puzzle.board.holes) < 2:
        raise Unsupported("--find final-holes: on a board of one hole, a vacancy leaves no peg")
    table = _FinalsTable(puzzle)
    work.report("finals", table.to_json())
    if len(puzzle.board.holes) > MOST_HOLES:
        work.note(f"boards of more than {MOST_HOLES} holes are not searched")
        return
    spare, seed = work.spare(NUMPY_BYTES), work.request.seed
    pairs = len({table.pairs.least_alike(pair) for pair in table.pairs.pairs})
    work.emit(Working("looking for plans to final holes", 0, pairs, "pairs"))
    for number, found in enumerate(find_plans(table.pairs, spare, seed), 1):
        if isinstance(found, FinalPlan):
            table.add(found)
        else:
            table.exhausted.add(found.pair)
        work.report("finals", table.to_json())
        work.emit(Working("looking for plans to final holes", number, pairs, "pairs"))
    if table.is_open:
        work.note("'not excluded, not found' is no proof: the beam search may have missed a plan")


class _FinalsTable:
    """The known plans of pairs (vacancy, final hole), and the pairs searched in vain."""

    def __init__(self, puzzle: PegPuzzle) -> None:
        self.puzzle = puzzle
        self.pairs = FinalPairs(puzzle.board)
        self.plans: dict[Pair, list[str]] = {}
        self.exhausted: set[Pair] = set()
        """Pairs whose positions have all been visited; one of each set of symmetric pairs."""
        self._jumps = {(jump.whole, 1 << jump.landing): jump for jump in self.pairs.jumps}

    @property
    def is_open(self) -> bool:
        """Whether some allowed pair has no plan, and not all its positions were visited."""
        pairs = (pair for pair in self.pairs.pairs if pair not in self.plans)
        return any(self.pairs.least_alike(pair) not in self.exhausted for pair in pairs)

    def add(self, plan: FinalPlan) -> None:
        """Add a plan and its images; raises IllegalMove if the rules reject one of them."""
        for one in self.pairs.alike(plan):
            pair = one.pair(self.pairs.full)
            if pair not in self.plans:
                self.plans[pair] = self._moves(pair, one)

    def _moves(self, pair: Pair, plan: FinalPlan) -> list[str]:
        """Return the plan in the puzzle's notation and metric, replayed by the rules."""
        board = self.puzzle.board
        vacate, finish = (board.holes[k] for k in pair)
        puzzle = PegPuzzle(Info(), self.puzzle.metric, board, vacate=vacate, finish=finish)
        moves = list[PegMove]()
        for before, after in zip(plan.positions, plan.positions[1:], strict=False):
            whole = before ^ after
            origin, _, landing = self._jumps[whole, whole & after]
            one, other = board.numbers[origin], board.numbers[landing]
            if moves and moves[-1][-1] == one and puzzle.metric == "move":
                moves[-1] = (*moves[-1], other)
            else:
                moves.append((one, other))
        texts = list(map(puzzle.format_move, moves))
        replay_to_goal(puzzle, texts)
        return texts

    def to_json(self) -> dict[str, Any]:
        """Return the finding as JSON, in which holes are called by their numbers."""
        pairs, board = self.pairs, self.puzzle.board
        return {
            "holes": pairs.holes,
            "classes": pairs.classes.number(pairs.holes),
            "symmetries": 1 + len(pairs.symmetries),
            "allowed": sum(map(len, pairs.allowed)),
            "reached": len(self.plans),
            "alike": {
                "allowed": len({pairs.least_alike(pair) for pair in pairs.pairs}),
                "reached": len({pairs.least_alike(pair) for pair in self.plans}),
                "exhausted": len(self.exhausted),
            },
            "board": board.draw(0),
            "drawn": sorted(range(pairs.holes), key=lambda k: board.cell(board.holes[k])),
            "vacancies": [self._vacancy(v) for v in range(pairs.holes)],
        }

    def _vacancy(self, vacancy: int) -> dict[str, Any]:
        pairs, numbers = self.pairs, self.puzzle.board.numbers
        finals, same = pairs.allowed[vacancy], pairs.same_as(vacancy)
        plans = {f: self.plans[vacancy, f] for f in finals if (vacancy, f) in self.plans}
        missing = [f for f in finals if f not in plans]
        searched = [f for f in missing if pairs.least_alike((vacancy, f)) in self.exhausted]
        return {
            "vacate": numbers[vacancy],
            "hole": list(self.puzzle.board.holes[vacancy]),
            "same_as": same and {"vacate": numbers[same[0]], "symmetry": same[1].name},
            "allowed": [numbers[f] for f in finals],
            "reached": [{"finish": numbers[f], "plan": plan} for f, plan in plans.items()],
            "open": [numbers[f] for f in missing],
            "exhausted": [numbers[f] for f in searched],
        }
