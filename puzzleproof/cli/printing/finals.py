"""What ``explore --finals`` says of a peg board: vacancies, the final holes they allow, plans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from puzzleproof.cli.printing import count, wrapped

SIGNS = ("o", "?", "x")
"""Of a vacancy: no final hole is allowed; some is allowed, none reached; some is reached."""


def _finals(found: Mapping[str, Any]) -> list[str]:
    finals = found["finals"]
    alike, open_ = finals["alike"], finals["allowed"] - finals["reached"]
    holes, symmetries = count(finals["holes"], "hole"), finals["symmetries"]
    classes = count(finals["classes"], "position class", "position classes")
    lines = [f"{holes}, {classes}, {count(symmetries, 'symmetry', 'symmetries')}"]
    pairs = f"{count(finals['allowed'], 'pair')} of vacancy and final hole are not excluded"
    up_to = f"{alike['allowed']:,} up to symmetry and reversal"
    lines += wrapped(f"{pairs} by the position classes ({up_to})")
    lines += wrapped(
        f"reached, by plans that the rules replayed: {finals['reached']:,} "
        f"({alike['reached']:,} up to symmetry and reversal); not excluded, not found: {open_:,}"
    )
    lines += ["vacancies (x a final hole is reached, ? none was found, o all are excluded):"]
    lines += [f"  {row}" for row in _map(finals)]
    return [*lines, *_vacancies(finals)]


def _map(finals: Mapping[str, Any]) -> list[str]:
    """The board, each hole with the sign of its vacancy."""
    drawn = (finals["vacancies"][k] for k in finals["drawn"])
    signs = (SIGNS[bool(one["allowed"]) + bool(one["reached"])] for one in drawn)
    rows = finals["board"].splitlines()
    return ["".join(next(signs) if char == "o" else " " for char in row) for row in rows]


def _vacancies(finals: Mapping[str, Any]) -> Iterator[str]:
    """Of vacancies alike, one with its plans."""
    for one in finals["vacancies"]:
        if one["same_as"] or not one["allowed"]:
            continue
        like = [
            v["vacate"]
            for v in finals["vacancies"]
            if v["same_as"] and v["same_as"]["vacate"] == one["vacate"]
        ]
        more = f" (likewise {_numbers(like)})" if like else ""
        yield from wrapped(f"vacate {one['vacate']}{more}: final holes {_numbers(one['allowed'])}")
        for final in one["reached"]:
            plan = final["plan"]
            text = " ".join(plan) if plan else "is the start"
            title = f"to {final['finish']}, {count(len(plan), 'move')}:"
            yield from wrapped(f"{title} {text}", "  ", "    ")
        searched, other = one["exhausted"], [h for h in one["open"] if h not in one["exhausted"]]
        if searched:
            why = "one search looked at all positions"
            yield from wrapped(
                f"not excluded, not found ({why}): {_numbers(searched)}", "  ", "    "
            )
        if other:
            yield from wrapped(f"not excluded, not found: {_numbers(other)}", "  ", "    ")


def _numbers(holes: list[int]) -> str:
    return ", ".join(map(str, holes))


FINALS: dict[str, Callable[[Mapping[str, Any]], list[str]]] = {"finals": _finals}
"""The finding about a peg board, and how it is printed."""
