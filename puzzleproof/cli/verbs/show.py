"""``puzzleproof show``: one instance drawn, with what is known about it."""

from __future__ import annotations

import argparse
from typing import cast

from puzzleproof.cli.printing import count, print_answer, wants_json
from puzzleproof.cli.verbs import add_instances, for_each
from puzzleproof.models.puzzle import AnyPuzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances."""
    add_instances(parser)


def run(options: argparse.Namespace) -> int:
    """Print each board, its goal and the published results with their sources."""
    return for_each(options, _show)


def _show(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Print one instance."""
    if wants_json(options):
        head = {"puzzle": name, "family": puzzle.family, "title": puzzle.info.name}
        known = [known._asdict() for known in puzzle.info.known]
        document = {**head, "metric": puzzle.metric, **puzzle.document(), "known": known}
        print_answer(options, "instance", document)
    else:
        print("\n".join(_lines(name, puzzle)))
    return 0


def _lines(name: str, puzzle: AnyPuzzle) -> list[str]:
    info = puzzle.info
    by = ", ".join(str(x) for x in (info.author, info.year) if x)
    lines = [f"{info.name or name} ({puzzle.family}, metric {puzzle.metric})"]
    lines += [by] if by else []
    for key, value in puzzle.document().items():
        items = cast("list[object]", value) if isinstance(value, list) else [value]
        if not all(isinstance(item, str) for item in items):
            items = [cast("object", value)]
        for item in items:
            lines += _shown(key, str(item))
    if not any("\n" in str(value) for value in puzzle.document().values()):
        lines += _shown("start", puzzle.draw(puzzle.start))
    remarks = {"note": info.note, "source": info.source}
    lines += [f"{key}: {text}" for key, text in remarks.items() if text]
    for known in info.known:
        minimum = "unsolvable" if known.optimum is None else count(known.optimum, "move")
        lines.append(f"known: {minimum} (metric {known.metric}) — {known.source}")
    return lines


def _shown(key: str, text: str) -> list[str]:
    """A value, over several lines where it has some."""
    if "\n" not in text:
        return [f"{key}: {text}"]
    return [f"{key}:", *(f"  {row}" for row in text.splitlines())]
