"""What is measured: tables of groups of jobs, read from ``registry.toml``.

A job is a command line (its first word is one of `peers.COMMAND_KINDS`) and what its output must
show (a pattern: a figure that is known).  All jobs of a group are run in turn, round after round.

A table of ``questions`` and ``programs`` has a group for each question and in it a job for each
program: ``{board}``, ``{metric}`` and ``{moves}`` stand for those of the question.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Job:
    """A command and what it must result in."""

    command: str
    figure: str = ""
    """A regular expression that its output must match."""
    code: int | Sequence[int] = 0
    """The exit code that the command must end with, or several of which any will do."""
    title: str = ""
    """What it is called in a comparison of programs."""
    check: str = ""
    """What a stranger can check of its answer."""

    @property
    def codes(self) -> Sequence[int]:
        """Every exit code that it may end with."""
        return (self.code,) if isinstance(self.code, int) else self.code


@dataclass(frozen=True, slots=True)
class Group:
    """Jobs on the same question; the first is the one that the others are compared with."""

    title: str
    jobs: tuple[Job, ...]
    quick: bool = False
    """Whether it is in the bench of half a minute."""
    long: bool = False
    """Whether it takes minutes, and is run once, when asked for."""


@dataclass(frozen=True, slots=True)
class BenchTable:
    """Groups that are printed together."""

    name: str
    title: str
    groups: tuple[Group, ...]
    peers: bool = False
    """Whether it compares programs, and is run only if it is named."""


def _group(row: dict[str, Any]) -> Group:
    jobs = tuple(Job(**job) for job in row.pop("jobs"))
    return Group(jobs=jobs, **row)


def _question(row: dict[str, Any], programs: list[dict[str, Any]]) -> Group:
    def filled(program: dict[str, Any]) -> dict[str, Any]:
        return {**program, **{key: program[key].format(**row) for key in ("command", "figure")}}

    return Group(row["title"], tuple(Job(**filled(program)) for program in programs))


def _groups(table: dict[str, Any]) -> Iterator[Group]:
    yield from map(_group, table.get("group", ()))
    for row in table.get("questions", ()):
        yield _question(row, table["programs"])


def _tables() -> Iterator[BenchTable]:
    document = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    for table in document["table"]:
        groups, peers = tuple(_groups(table)), "programs" in table
        yield BenchTable(table["name"], table["title"], groups, peers)


TABLES = tuple(_tables())
