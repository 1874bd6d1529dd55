"""Old names of verbs and options, and what to use instead; version 1.0 removes this module.

A command with an old name ends with the exit code of bad input; a line says what to use instead.
"""

from collections.abc import Sequence

from puzzleproof.models.errors import NotationError

VERBS = {
    "animate": "use draw INSTANCE --animate --output FILE",
    "link": "use show INSTANCE --link (or --sheet)",
}
"""Old verb -> what to use instead."""
OPTIONS = {
    "show draw replay prove solve audit explore compare export": {
        "--format": "use --from",
        "--target": "use --goal",
    },
    "show draw prove solve explore": {
        "--keep-going": "if one of several puzzles fails, the other puzzles are now always answered"
    },
    "prove audit atlas": {"--scheduler": "use --jobs ADDRESS"},
    "prove solve replay": {"--states": "use --boards"},
    "atlas explore generate": {"--write": "use --output"},
    "prove": {"--plan-by": "use --no-search"},
    "solve": {
        "--any": "use --plans any",
        "--all": "use --plans all",
        "--limit": "use --plans N",
        "--seed": "use prove --seed",
    },
    "draw": {
        "--origin": "use --graph rings:goal or distances:goal",
        "--reachable": "use --graph components:reachable or degrees:reachable",
    },
    "list": {"--family": "use list FAMILY"},
    "results": dict.fromkeys(
        ("--family", "--metric", "--status", "--puzzle"), "use the word alone: results LEDGER WORD"
    ),
    "replay": {"--plan": "use replay INSTANCE MOVES"},
    "compare": {"--only": "use --strategies", "--metric": "the metric is always single"},
    "export": {
        "--as": "use --to",
        "--form": "use --to FORMAT:FORM",
        "--binary": "use --to clrat",
        "--reachable": "use --to graphml:reachable or dot:reachable",
        "--all-states": "use --to answers:all-states",
    },
    "atlas": {
        "--size": "use the size alone: atlas RxC",
        "--block": "use --pieces, the block first",
        "--set": "use --pieces",
        "--stock": "use --pieces, with * for any number: '2x2 1x2* 2x1*4'",
        "--claimed": "use --only survey",
        "--count-only": "use --only count",
    },
    "explore": {
        "--write-graph": "use --output",
        "--finals": "use --find final-holes",
        **{f"--{name}": f"use --find {name}" for name in ("from-goals", "eccentricities", "pairs")},
        **{f"--{name}": f"use --find {name}" for name in ("solutions", "starts")},
    },
    "generate": {
        "--kind": "use the word alone: generate FAMILY KIND",
        "--difficulty": "use --distance easy, medium or hard",
        "--board": "use --like",
        "--toads": "use --frogs N,M",
        "--number": "use --cubes",
    },
}
"""Verbs -> their old options -> what to use instead."""


def old_options(verb: str) -> dict[str, str]:
    """Return the old options of a verb, each with what to use instead."""
    tables = (table for verbs, table in OPTIONS.items() if verb in verbs.split())
    return {flag: text for table in tables for flag, text in table.items()}


def refuse(words: Sequence[str], verb: str | None) -> None:
    """Raise NotationError if a word of the command is an old name."""
    if verb is None:
        for word in filter(VERBS.__contains__, words):
            raise NotationError(f"{word!r} is an old name: {VERBS[word]}")
        return
    old = old_options(verb)
    for flag in (word.partition("=")[0] for word in words):
        if flag in old:
            raise NotationError(f"{flag} is an old option of {verb!r}: {old[flag]}")
