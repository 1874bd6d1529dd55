"""Large sets of cubes, and a large board of Rush Hour on which the estimate misleads.

Sources: own sets, whose answers a plain backtracking search confirms; a random board, for which
random walks find plans.
"""

import pytest

from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.any_plan import find_some_plan
from puzzleproof.provers.events import Event, PlanFound
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.replay import replay_to_goal
from tests.support.cube_sets import cubes

UNSOLVABLE = """
HKMFAG HEJGFH HBDCKC BFNGNH CIEBEN CMEKDA HAFMFF ALAKHH NCBMKF EHKDLC ADLAJD KBJGLF KECHFE
BLLHCM"""
SOLVABLE = """
FQNELL ENTNHB IEDBTP PLKGML KGQAEE SFHPHP AORJMB BAODDF RCJHMD LJGFJG NKCQKP JTMLPR MBAMTC
QIPRGM HRFCAD CSBSQT DHSKST TPEIFM GMITAK ODLOAT"""
RUSH_HOUR = """
.ggg.DDOO..c
.kkk.AIjjdEc
ooMM.AI.FdEc
..JJJAp.F.VV
.i.YYnpSShhh
.iZZZnRReKK.
XX.f...He...
PPGf.a.HeNN.
LLGf.a.HC.ll
.T.QUUU.C...
.TmQ....C.bb
.Tm.WW.qqqBB
"""


def rush_hour() -> AnyPuzzle:
    """The board; X has to get to the right end of its row."""
    rows = ["." * 12] * 6 + ["." * 10 + "XX"] + ["." * 12] * 5
    drawn = f'board = """{RUSH_HOUR}"""\ngoal = """\n{chr(10).join(rows)}\n"""\n'
    keys = 'family = "sliding"\nmetric = "line"\naxis_locked = true\nlabelled = "X"\n'
    return loads(keys + drawn, "rush hour")


def test_fourteen_cubes_without_a_stack() -> None:
    verdict = prove("cubes", cubes(*UNSOLVABLE.split()), Request(), limits=Limits(40.0))
    assert (verdict.status, verdict.grade) == ("unsolvable", "certified")


def test_twenty_cubes_with_a_stack() -> None:
    puzzle = cubes(*SOLVABLE.split())
    verdict = prove("cubes", puzzle, Request(), limits=Limits(40.0))
    assert (verdict.status, verdict.grade, verdict.lower) == ("optimal", "certified", 20)
    assert verdict.plan is not None
    assert replay_to_goal(puzzle, verdict.plan) == 20


class _Enough(Exception):
    pass


def test_a_random_walk_finds_a_plan_of_a_large_board_which_is_then_shortened() -> None:
    """By the estimate alone, none of the 400,000 states that were kept is a goal."""
    puzzle, plans = rush_hour(), list[tuple[str, ...]]()

    def stop_at_a_short_plan(event: Event) -> None:
        if isinstance(event, PlanFound):
            plans.append(event.plan)
            if len(event.plan) <= 30:
                raise _Enough

    with pytest.raises(_Enough):
        find_some_plan(puzzle, 300.0, stop_at_a_short_plan)
    lengths = [replay_to_goal(puzzle, plan) for plan in plans]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] <= 30 < lengths[0]
