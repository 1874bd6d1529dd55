"""The text below the help of the whole command."""

from __future__ import annotations

from textwrap import fill

from puzzleproof.cli import EXIT_WORDS, METRICS, WORST_LAST
from puzzleproof.provers.request import ENGINES, SOLVERS

EXAMPLES = """\
examples:
  puzzleproof list --family pegs
  puzzleproof show ane-rouge
  puzzleproof prove pennant --metric line --certificate pennant.cert
  puzzleproof prove simplicity pennant --metric all
  puzzleproof verify pennant.cert
  puzzleproof audit ane-rouge hughes --ledger results.db
  puzzleproof atlas --size 3x3 --block 2x1 --stock 1x2,1x1 --empty 1 --top 1
  puzzleproof results results.db --check
  puzzleproof export pennant --as lrat --output pennant
  puzzleproof export hughes --as pddl --output hughes
  puzzleproof export frogs-1-1 --as dimacs --horizon 3
  puzzleproof solve simplicity --engine sat
  puzzleproof replay frogs-1-1 --plan "3-2 1-3 2-1"
  puzzleproof draw frogs-2-2 --plan --output frogs.svg
  puzzleproof draw simplicity --graph rings --output graph.svg
  puzzleproof animate frogs-1-1 --plan "3-2 1-3 2-1" --output frogs.svg
  puzzleproof compare eight-puzzle-867 --time-limit 1
  puzzleproof explore simplicity --pairs
  puzzleproof explore simplicity --starts --write starts
  puzzleproof explore triangle5 --finals
  puzzleproof explore instant-insanity
  puzzleproof link ane-rouge hughes --sheet
  puzzleproof serve --help
  puzzleproof generate sliding --size 4x5 --distance 20-40 --seed 7
  puzzleproof generate cubes --number 4 --kind unique --seed 7
  puzzleproof completion bash
"""


def epilog() -> str:
    """The examples, the names that options take, and the exit codes."""
    codes = "; ".join(f"{code.value} {words}" for code, words in EXIT_WORDS.items())
    order = ", ".join(str(code.value) for code in WORST_LAST)
    families = (f"{family}: {', '.join(names)}" for family, names in METRICS.items())
    facts = {
        "metrics": f"{'; '.join(families)}; or all",
        "engines": ", ".join(ENGINES),
        "solvers of --engine sat": f"{', '.join(SOLVERS)} (default: {SOLVERS[0]})",
        "exit codes": codes,
        "exit code of several answers": f"the worst, in the order {order}",
    }
    lines = (fill(f"{name}: {text}", 94, subsequent_indent="  ") for name, text in facts.items())
    return f"{EXAMPLES}\n{chr(10).join(lines)}\n"
