"""Animations: every piece ends where the last picture has it; pages of steps need no script."""

import re

import pytest

from puzzleproof.notebook import stepper
from puzzleproof.render.motion import animated_svg
from tests.support.golden_pictures import PLANS, film


@pytest.mark.parametrize("name", PLANS)
def test_key_frames_are_of_this_plan_alone_and_each_is_used(name: str) -> None:
    text = animated_svg(film(name))
    names = set(re.findall(r"@keyframes ([\w-]+)", text))
    assert names
    assert all(text.count(one) > 1 for one in names)
    assert len({one[:9] for one in names}) == 1
    assert not names & set(re.findall(r"@keyframes ([\w-]+)", animated_svg(film(name, ""))))


def test_a_block_ends_where_the_plan_takes_it() -> None:
    text = animated_svg(film("hughes"))
    plan = [move for move in PLANS["hughes"].split() if move[0] == "A"]
    steps = "".join(move[1:] for move in plan)
    right, down = (40 * (steps.count(a) - steps.count(b)) for a, b in ("EW", "SN"))
    assert f"to{{transform:translate({right}px,{down}px)}}" in text


def test_pegs_jumped_over_fade_and_the_others_stay() -> None:
    text = animated_svg(film("triangle-4"))
    assert text.count(",to{opacity:0}") == 9 - 1


def test_cubes_appear_one_by_one() -> None:
    text = animated_svg(film("instant-insanity"))
    assert text.count("%{opacity:0}") == 4 * 6


def test_a_page_of_steps_has_a_button_for_each_position_and_no_script() -> None:
    text = stepper(film("frogs-1-1"))
    assert text.count("<input ") == text.count("<svg ") == 4
    assert text.count(" checked>") == 1
    assert text.count("<style>") == 1
    assert "<script" not in text
    assert "onclick" not in text
    ids = set(re.findall(r' id="([\w-]+)"', text))
    assert set(re.findall(r' for="([\w-]+)"', text)) <= ids


def test_two_pages_of_one_plan_do_not_share_buttons() -> None:
    one, other = (set(re.findall(r' id="([\w-]+)"', stepper(film("frogs-1-1")))) for _ in range(2))
    assert not one & other


def test_names_are_escaped() -> None:
    assert "&lt;b&gt;" in stepper(film("frogs-1-1"), above="<b>")
