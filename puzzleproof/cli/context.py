"""The context of a command: the options of its verb, and the form of its answers."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, Self

from puzzleproof.models.documents import ReadOptions
from puzzleproof.options import Limits


class Context(argparse.Namespace):
    """The options that several verbs share; a verb's own options are further attributes."""

    whole_parser: Callable[[], argparse.ArgumentParser]
    """Builds the parser with the options of every verb."""
    verb: str = ""
    json: bool = False
    json_stream: bool = False
    quiet: bool = False
    verbose: bool = False
    no_color: bool = False
    instances: list[str]
    """The names of puzzles, files and folders on the command line."""
    instance: str = ""
    """The name of the puzzle that this answer is about."""
    metric: str | None = None
    from_format: str | None = None
    goal_of: str | None = None
    force: bool = False
    certificate: str | None = None
    ledger: str | None = None
    time_limit: float | None = None
    memory_limit: int | None = None
    plans: int | str | None = None
    """Which plans to find: ``any``, ``all`` or a number; None means a shortest plan."""
    boards: bool = False
    """Whether to draw the board after each move of a plan."""
    remarks: Sequence[str] = ()
    """The remarks on the puzzle."""
    brief: bool = False
    """Whether an answer is one line."""
    documents: Any = None
    """The object that collects the documents of several answers into one array."""

    @property
    def wants_json(self) -> bool:
        """Whether the answer is JSON and not text."""
        return self.json or self.json_stream

    @property
    def any_plan(self) -> bool:
        """Whether a plan of any length is wanted first, and then shorter plans."""
        return self.plans == "any"

    @property
    def limits(self) -> Limits:
        """The limits of an answer."""
        return Limits(self.time_limit and float(self.time_limit), self.memory_limit)

    @property
    def reading(self) -> ReadOptions:
        """The options for reading files of puzzles."""
        return ReadOptions(self.from_format, self.goal_of)

    def but(self, **changed: Any) -> Self:
        """Return a copy in which the given options have other values."""
        return type(self)(**{**vars(self), **changed})
