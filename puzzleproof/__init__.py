"""Minimum move counts of classic puzzles, with evidence that anyone can check.

>>> import puzzleproof as pp
>>> verdict = pp.prove("hughes")
>>> verdict.optimum, verdict.metric, verdict.grade
(21, 'piece', 'certified')

The functions (docs/python.md has examples):

====================  ==========================================================================
load, load_all, read  a puzzle of the library or of a file; `library_names` lists the library
loads, dumps          a puzzle from the text of its file; the text from a puzzle
generate              a random puzzle
prove, prove_all      the minimum, a plan and a certificate: a `Verdict` with its `Evidence`
solve, solve_all      a plan; all shortest plans
verify                check a certificate; `second_opinion` asks another program
replay                play a plan by the rules
explore               survey the state graph; `bfs` searches it, `graph` returns it for `networkx`
answers               for every state the fewest moves to a goal, and a best move
audit, atlas          check published minima (each a `Claim`); prove the hardest starts of a board
results               what a ledger holds
compare               run every search strategy for sliding tiles
export, link          write a puzzle, or a claim about it, for other programs; link to a puzzle
picture, film         a `Drawing` of a board, a `PlanView` of a plan; `state_graph` draws the graph
versions              of this project and of the solvers
====================  ==========================================================================

Each error is a `PuzzleProofError`.  Everything here is imported when it is first used.
"""

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

_here = Path(__file__).resolve().parent
if not (_here / "models").is_dir():
    # In a clone that is not installed, the other packages are beside this folder.
    __path__.append(str(_here.parent))

if TYPE_CHECKING:
    from puzzleproof.api import compare, prove, solve, solve_all
    from puzzleproof.arguments import StoppedByUser
    from puzzleproof.batches import atlas, audit, prove_all, results
    from puzzleproof.models.errors import (
        CertificateRejected,
        IllegalMove,
        InstanceError,
        LimitReached,
        NotationError,
        OutputError,
        PuzzleProofError,
        Unsupported,
    )
    from puzzleproof.models.instances import dumps, library_names, load, load_all, loads, read
    from puzzleproof.notebook import Drawing, PlanView, film, picture, state_graph
    from puzzleproof.provers.batch.audit import Claim
    from puzzleproof.provers.verdict import Evidence, Verdict
    from puzzleproof.release import __version__, versions
    from puzzleproof.tools import (
        answers,
        bfs,
        explore,
        export,
        generate,
        graph,
        link,
        replay,
        second_opinion,
    )
    from puzzleproof.verify.function import verify

__all__ = ["Evidence", "Verdict", "__version__", "bfs", "compare", "explore", "export", "generate"]
__all__ += ["graph", "link", "prove", "replay", "second_opinion", "solve", "solve_all", "verify"]
__all__ += ["CertificateRejected", "IllegalMove", "InstanceError", "LimitReached", "NotationError"]
__all__ += ["OutputError", "PuzzleProofError", "StoppedByUser", "Unsupported"]
__all__ += ["Drawing", "PlanView", "film", "picture", "state_graph"]
__all__ += ["Claim", "answers", "atlas", "audit", "prove_all", "results"]
__all__ += ["dumps", "library_names", "load", "load_all", "loads", "read", "versions"]

_NAMES = {
    "api": "compare prove solve solve_all",
    "arguments": "StoppedByUser",
    "batches": "atlas audit prove_all results",
    "models.errors": "CertificateRejected IllegalMove InstanceError LimitReached NotationError "
    "OutputError PuzzleProofError Unsupported",
    "models.instances": "dumps library_names load load_all loads read",
    "notebook": "Drawing PlanView film picture state_graph",
    "provers.batch.audit": "Claim",
    "provers.verdict": "Evidence Verdict",
    "release": "__version__ versions",
    "tools": "answers bfs explore export generate graph link replay second_opinion",
    "verify.function": "verify",
}
"""Module -> the public names that it defines."""
_ALSO_PACKAGES = ("explore", "verify")
"""Names of both a function and a package; ``puzzleproof.NAME`` is the function."""


class _Face(ModuleType):
    def __setattr__(self, name: str, value: object) -> None:
        """Do not let the import system replace a function by the package of the same name.

        ``from puzzleproof.verify.bfs import bfs`` finds packages in `sys.modules` all the same.
        """
        if not (name in _ALSO_PACKAGES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    from importlib import import_module

    module = next((module for module, names in _NAMES.items() if name in names.split()), None)
    if module is None:
        raise AttributeError(f"module 'puzzleproof' has no attribute {name!r}")
    value = getattr(import_module(f"puzzleproof.{module}"), name)
    if name in _ALSO_PACKAGES:
        # ``import puzzleproof.verify.bfs as x`` looks for `bfs` among the function's attributes.
        package = import_module(f"puzzleproof.{name}")
        vars(package).update(value.__dict__)  # with `__signature__`, which `inspect` reads
        value.__dict__ = vars(package)
    if module == "models.instances":
        import_module("puzzleproof.notebook").show_in_notebooks()
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted(__all__)
