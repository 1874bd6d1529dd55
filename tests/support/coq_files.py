"""Theorems for Coq: many in one file, so that the development is compiled once for all of them."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.formal import theorem_of
from puzzleproof.provers.formal.theorem import Theorem, development, source
from puzzleproof.provers.labelling import label
from tests.support.command_line import result_of

needs_coq = pytest.mark.external("coq")
"""For tests that run coqc."""


def lines_to_read(modules: Iterable[str]) -> list[str]:
    """The lines of modules, comments included, but for blank ones and those that load others."""
    lines = (line for name in modules for line in source(name).splitlines() if line.strip())
    return [line for line in lines if not line.startswith(("From ", "Import ", "Open Scope "))]


def theorem(puzzle: AnyPuzzle, at_least: int | None = None) -> Theorem:
    """The minimum that a search finds, or the lower bound alone."""
    found = label(puzzle, ignore, at_least)
    return theorem_of(puzzle, found.at_least, found.plan, found.moves_back)


def together(theorems: Iterable[Theorem], module: str = "SlidingBothEnds") -> str:
    """One file of many theorems of one family."""
    claims = enumerate(one.claim() for one in theorems)
    return development(module) + "".join(
        f"Module Claim{number}.\n{text}End Claim{number}.\n\n" for number, text in claims
    )


def accepted_and_refused(module: str, tries: Iterable[tuple[Theorem, str, bool]]) -> str:
    """A file that compiles if just the right claims are accepted, each by its lemma."""
    parts = [development(module)]
    for number, (one, lemma, right) in enumerate(tries):
        computed = "vm_compute; reflexivity"
        end = f"{computed}. Qed" if right else f"Fail ({computed}). Abort"
        goal = f"Goal {one.statement}. Proof. apply {lemma}. {end}."
        parts.append(f"Module C{number}.\n{one.definitions}\n{goal}\nEnd C{number}.\n")
    return "".join(parts)


def answers(text: str, folder: Path) -> tuple[list[str], str]:
    """What coqc says of a file: lines on standard output, and its complaint."""
    (folder / "all.v").write_text(text, encoding="utf-8")
    done = result_of(["coqc", "-q", "all.v"], folder, timeout=3600)
    return done.stdout.splitlines(), done.stderr


def judged(
    folder: Path, right: Iterable[Theorem], wrong: Iterable[Theorem]
) -> tuple[list[str], str]:
    """What coqc says of a file that compiles if just the right ones are accepted: nothing then."""
    tries = [
        *((one, one.lemma, True) for one in right),
        *((one, one.lemma, False) for one in wrong),
    ]
    return answers(accepted_and_refused(tries[0][0].module, tries), folder)
