"""Names that verbs and options had, and what to use instead; they go at version 1.0.

A command with an old name ends with the exit code of bad input and one line that says the new one.
"""

from collections.abc import Sequence

from puzzleproof.models.errors import NotationError

VERBS = {
    "animate": "draw INSTANCE --animate --output FILE",
    "link": "show INSTANCE --link (or --sheet)",
}
"""Verb -> what to use."""
EVERYWHERE = {
    "--format": "--from",
    "--target": "--goal",
    "--keep-going": "no option: the others of several puzzles are always answered",
    "--scheduler": "--jobs ADDRESS",
    "--states": "--boards",
    "--write": "--output",
}
OPTIONS = {
    "prove": {"--plan-by": "--no-search"},
    "solve": {
        "--any": "--plans any",
        "--all": "--plans all",
        "--limit": "--plans N",
        "--seed": "prove --seed",
    },
    "list": {"--family": "list FAMILY"},
    "results": dict.fromkeys(
        ("--family", "--metric", "--status", "--puzzle"), "the word alone: results LEDGER WORD"
    ),
    "replay": {"--plan": "replay INSTANCE MOVES"},
    "compare": {"--only": "--strategies", "--metric": "no option: it is always single"},
    "export": {"--as": "--to", "--form": "--to FORMAT:FORM", "--binary": "--to clrat"},
    "atlas": {
        "--size": "the size alone: atlas RxC",
        "--block": "--pieces, the block first",
        "--set": "--pieces",
        "--stock": "--pieces, with * for any number: '2x2 1x2* 2x1*4'",
        "--claimed": "--only survey",
        "--count-only": "--only count",
    },
    "explore": {
        "--write-graph": "--output",
        "--finals": "--find final-holes",
        **{f"--{name}": f"--find {name}" for name in ("from-goals", "eccentricities", "pairs")},
        **{f"--{name}": f"--find {name}" for name in ("solutions", "starts")},
    },
    "generate": {
        "--difficulty": "--distance easy, medium or hard",
        "--board": "--like",
        "--toads": "--frogs N,M",
        "--number": "--cubes",
    },
}
"""Verb -> option -> what to use."""


def refuse(words: Sequence[str], verb: str | None) -> None:
    """Raise NotationError for the first word of a command that is an old name."""
    if verb is None:
        for word in filter(VERBS.__contains__, words):
            raise NotationError(f"{word!r} is an old name: use 'puzzleproof {VERBS[word]}'")
        return
    old = EVERYWHERE | OPTIONS.get(verb, {})
    for flag in (word.partition("=")[0] for word in words):
        if flag in old:
            raise NotationError(f"{flag} is an old name: use {old[flag]} (puzzleproof {verb})")
