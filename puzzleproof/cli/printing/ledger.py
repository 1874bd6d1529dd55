"""Results of a ledger in words."""

from __future__ import annotations

from puzzleproof.cli.printing import count
from puzzleproof.provers.batch.row import Row


def row_words(row: Row) -> str:
    """The answer of a row in words, with its metric and grade."""
    about = f"(metric {row.metric})"
    if row.state == "failed":
        return f"failed {about}: {row.reason}"
    if row.status == "unsolvable":
        return f"no plan {about}, {row.grade}"
    if row.optimum is not None:
        return f"{count(row.optimum, 'move')} {about}, {row.grade}"
    bounds = [f"at least {row.proven or 0}"]
    bounds += [] if row.upper is None else [f"at most {row.upper}"]
    return f"{', '.join(bounds)} moves {about}, open"
