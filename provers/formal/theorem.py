"""A theorem about one puzzle as a file for Coq, with the modules on which it rests."""

import re
import string as alphabet
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.texts import count

FOLDER = Path(__file__).parents[2] / "verify" / "formal"
"""The folder of the development; each file ``.v`` is a module."""
LOGICAL = "PuzzleProof"
"""The name under which coqc knows the folder."""
MARK = "(* puzzleproof-coq "
"""The first words of a file of this program."""
REQUIRED = re.compile(rf"^From {LOGICAL} Require (Import|Export) ([\w\s]+)\.$", re.MULTILINE)
LIBRARY = re.compile(r"^From Coq Require Import ([\w.\s]+?)\.$", re.MULTILINE)
INSIDE = re.compile(r"\w+\.(?=\w)")
"""The folder in the name of a module of Coq's library: 'MSets.' in MSets.MSetPositive."""
PLAN_WIDTH = 90
SPARE = alphabet.ascii_letters + alphabet.digits
"""Characters that may replace letters beyond ASCII; '*' may not, as it means all pieces."""
FUEL = 100_000
"""A search that finds no plan may have at most this many layers."""
Hints: TypeAlias = Sequence[Sequence[str]]
"""The rows of each entry ``hint`` in a text for the checker that Coq has proven."""
Plan: TypeAlias = Sequence[str] | None
Claim: TypeAlias = tuple[int | None, str | None]
"""The bound (None: there is no plan), and the type and value of a plan of that length."""
HOW = """'coqc -q FILE' checks it, and is to answer 'Closed under the global context'.  To be read
   are the modules whose first lines say so, and the end, from 'Definition instance' on."""


@dataclass(frozen=True, slots=True)
class Theorem:
    """The claim of one file: an instance, a statement about it, and the lemma that proves it."""

    module: str
    """The module of ``verify/formal/`` that has the lemma."""
    definitions: str
    statement: str
    lemma: str
    """The lemma that reduces the statement to a check, which the kernel computes."""
    remark: str
    """A remark for the reader; it may be any text."""
    hints: Hints = ()
    """How the proven checker proves the same claim (`ProgramHints.v`)."""

    @classmethod
    def searched(
        cls, module: str, definitions: str, about: str, blanks: str, claim: Claim, remark: str
    ) -> "Theorem":
        """Return the theorem, proven by a search; Coq infers the lemma's arguments ``blanks``."""
        at_least, plan = claim
        if at_least is None:
            lemma = f"(refuted_sound{blanks} (N.to_nat {FUEL}))"
            return cls(module, definitions, f"has_no_plan {about}", lemma, remark)
        if plan is None:
            statement = f"needs_at_least {about} {at_least}"
            return cls(module, definitions, statement, "lower_bound_sound", remark)
        definitions = f"{definitions}\nDefinition plan{plan}.\n"
        lemma = f"(minimum_by_search{blanks} _ plan)"
        return cls(module, definitions, f"minimum_is {about} {at_least}", lemma, remark)

    def proven_by(
        self,
        module: str,
        way: str,
        given: str,
        definitions: str,
        hints: Hints,
        *,
        never: str = "",
        to: str = "",
    ) -> "Theorem":
        """Return the theorem, proven by a lemma of another module.

        The lemma's name is never_by, bound_by or minimum_by, depending on the claim, then ``way``.
        Its arguments are ``given``, then ``never`` for 'there is no plan', or ``to`` and the plan
        for a minimum.
        """
        kind, more = "bound", ""
        if self.statement.startswith("has_no_plan"):
            kind, more = "never", never
        elif self.statement.startswith("minimum_is"):
            kind, more = "minimum", f"{to} plan"
        return replace(
            self,
            module=module,
            definitions=self.definitions + definitions,
            lemma=f"({kind}_by_{way} {given}{more})",
            hints=hints,
        )

    def text(self) -> str:
        """Write the file: the modules on which the claim rests, rules first, and the claim."""
        remark = re.sub(r"[^\w ,.:;!?\'+-]", "", self.remark)  # Coq reads strings even in comments
        head = f"{MARK}of {remark}.\n   {HOW} *)\n"
        return f"{head}{development(self.module)}{self.claim()}"

    def claim(self) -> str:
        """Write the end of the file: definitions, the theorem, and the query for its axioms."""
        return (
            f"{self.definitions}\n"
            f"Theorem claim : {self.statement}.\n"
            f"Proof. apply {self.lemma}. vm_cast_no_check (eq_refl true). Qed.\n"
            "Print Assumptions claim.\n"
        )


def development(module: str) -> str:
    """Join a module and the modules that it requires to one text; import the module at the end."""
    names = needed(module)
    library = _library(names)
    first = f"From Coq Require {' '.join(library)}.\n\n"
    parts = "\n".join(map(_as_module, names))
    last = (
        f"Import List Ascii String NArith ZArith {module}.\n"
        "Import ListNotations.\nOpen Scope string_scope.\n\n"
    )
    return f"{first}{parts}\n{last}"


def modules(module: str) -> set[str]:
    """List the names of all modules in the file: of ``verify/formal/`` and of Coq's library."""
    names = needed(module)
    return {*names, *(name.rpartition(".")[2] for name in _library(names))}


def _library(names: Iterable[str]) -> dict[str, None]:
    """List the modules of Coq's library that these modules require, in order."""
    return dict.fromkeys(
        one for name in names for found in LIBRARY.findall(source(name)) for one in found.split()
    )


def needed(module: str) -> list[str]:
    """List the modules of ``verify/formal/`` that a module requires, in order, then the module."""
    found: list[str] = []
    for _, names in REQUIRED.findall(source(module)):
        for name in names.split():
            found += [one for one in needed(name) if one not in found]
    return [*found, module]


def source(module: str) -> str:
    """Read a module of ``verify/formal/``."""
    return (FOLDER / f"{module}.v").read_text("utf-8")


def _as_module(name: str) -> str:
    text = REQUIRED.sub(r"\1 \2.", source(name))
    text = LIBRARY.sub(lambda found: f"Import {re.sub(INSIDE, '', found[1])}.", text)
    return f"Module {name}.\n{text}End {name}.\n"


def ascii_letters(drawn: Iterable[str]) -> dict[int, str]:
    """Map letters beyond ASCII to unused ASCII letters; raises Unsupported if there are too few."""
    used = dict.fromkeys(drawn)
    foreign = [char for char in used if not char.isascii()]
    free = [char for char in SPARE if char not in used]
    if len(foreign) > len(free):
        fault = f"{count(len(foreign), 'letter')} beyond ASCII, but {len(free)} are free in ASCII"
        raise Unsupported(f"format 'coq': the drawings have {fault}")
    return {ord(char): other for char, other in zip(foreign, free, strict=False)}


def renamed(letters: Mapping[int, str]) -> str:
    """Describe the replacements of `ascii_letters` in words, for a remark.

    >>> renamed({ord("é"): "a", ord("→"): "b"})
    '; é is drawn as a, U+2192 as b'
    """
    shown = (chr(n) if chr(n).isalpha() else f"U+{n:04X}" for n in letters)
    words = [f"{char} as {other}" for char, other in zip(shown, letters.values(), strict=True)]
    return f"; {', '.join(words)}".replace(" as ", " is drawn as ", 1) if words else ""


def string(text: str) -> str:
    """Return a text of ASCII characters as a string of Coq.

    >>> print(string('A"B'))
    "A""B"
    """
    assert text.isascii()
    return '"' + text.replace('"', '""') + '"'


def strings(texts: Iterable[str], indent: int = 0) -> str:
    """Return a list of strings of Coq, one below the other."""
    return _listed(map(string, texts), indent)


def weighing(how: str, weights: Iterable[tuple[Cell, str, int]], crossing: int = 0) -> str:
    """Return the weights of pairs (cell, content) in Coq's notation (``Weights.v``)."""
    entries = (f'(({r}, {c}), ("{char}", {w}))' for (r, c), char, w in weights if w)
    table = textwrap.indent(textwrap.fill("; ".join(entries), PLAN_WIDTH), "    ")
    return f"  Weighing ({how}) [\n{table}\n  ] ({crossing})"


def drawings(rows: Iterable[Iterable[str]], indent: int = 0) -> str:
    """Return a list of drawings in Coq's notation, one below the other."""
    return _listed((strings(some, indent + 2) for some in rows), indent)


def _listed(texts: Iterable[str], indent: int) -> str:
    inside = f";\n{' ' * (indent + 2)}".join(texts)
    return f"[ {inside} ]" if inside else "[]"


def plan_text(moves: Iterable[str]) -> str:
    """Return moves as one string of several lines; the moves are ASCII, without spaces."""
    lines: Iterator[str] = iter(
        textwrap.wrap(" ".join(moves), PLAN_WIDTH, break_on_hyphens=False, break_long_words=False)
    )
    return string("\n  ".join(["", *lines]))
