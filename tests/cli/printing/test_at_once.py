"""The answer is printed as soon as it stands; the rest of the verdict follows."""

from __future__ import annotations

import argparse
from dataclasses import replace

import pytest

from puzzleproof.cli.printing.verdict import AtOnce, print_verdict, verdict_lines
from puzzleproof.models.instances import load
from puzzleproof.provers.events import Answered, Event, ignore
from puzzleproof.provers.prove import prove
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import Verdict

OPTIONS = argparse.Namespace(quiet=False, json=False, json_stream=False)


@pytest.fixture(scope="module")
def proven() -> tuple[Answered, Verdict]:
    events: list[Event] = []
    verdict = prove("frogs-2-2", load("frogs-2-2"), Request(), events.append)
    (answer,) = (event for event in events if isinstance(event, Answered))
    return answer, verdict


def test_the_answer_comes_before_the_evidence(
    proven: tuple[Answered, Verdict], capsys: pytest.CaptureFixture[str]
) -> None:
    answer, verdict = proven
    at_once = AtOnce(OPTIONS, ignore)
    at_once(answer)
    first = capsys.readouterr().out
    assert first.startswith("Frogs and toads, 2 + 2: 8 moves (metric move), certified\n")
    assert "plan: " in first
    assert "evidence: " not in first
    print_verdict(verdict, OPTIONS, at_once.lines)
    assert first + capsys.readouterr().out == "\n".join(verdict_lines(verdict)) + "\n"


def test_a_verdict_that_became_another_is_printed_whole(
    proven: tuple[Answered, Verdict], capsys: pytest.CaptureFixture[str]
) -> None:
    answer, verdict = proven
    at_once = AtOnce(OPTIONS, ignore)
    at_once(answer)
    capsys.readouterr()
    print_verdict(replace(verdict, status="bounded", grade="claimed"), OPTIONS, at_once.lines)
    assert "\n" in capsys.readouterr().out.partition("not proven")[2]


def test_a_document_is_printed_once(
    proven: tuple[Answered, Verdict], capsys: pytest.CaptureFixture[str]
) -> None:
    heard: list[Event] = []
    at_once = AtOnce(argparse.Namespace(**vars(OPTIONS) | {"json": True}), heard.append)
    at_once(proven[0])
    assert heard == [proven[0]]
    assert capsys.readouterr().out == ""
