"""A theorem about one puzzle as a file for Coq, with the development that it rests on."""

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
"""The folder of the development; each file is a module."""
LOGICAL = "PuzzleProof"
"""The name under which coqc knows the folder."""
MARK = "(* puzzleproof-coq "
"""The first words of a file, by which it is recognised."""
REQUIRED = re.compile(rf"^From {LOGICAL} Require (Import|Export) ([\w\s]+)\.$", re.MULTILINE)
LIBRARY = re.compile(r"^From Coq Require Import ([\w.\s]+?)\.$", re.MULTILINE)
INSIDE = re.compile(r"\w+\.(?=\w)")
"""The folder of a module of Coq's library: 'MSets.' of MSets.MSetPositive."""
PLAN_WIDTH = 90
SPARE = alphabet.ascii_letters + alphabet.digits
"""Characters that may replace those beyond ASCII; not '*', which means all pieces of a drawing."""
FUEL = 100_000
"""The most layers of a search without a plan."""
Hints: TypeAlias = Sequence[Sequence[str]]
"""The rows of each entry ``hint`` of a text for the program that Coq has proven."""
Plan: TypeAlias = Sequence[str] | None
Claim: TypeAlias = tuple[int | None, str | None]
"""The bound (None: there is no plan), and the type and value of a plan of that length."""
HOW = """'coqc -q FILE' checks it, and is to answer 'Closed under the global context'.  To be read
   are the modules whose first lines say so, and the end, from 'Definition instance' on."""


@dataclass(frozen=True, slots=True)
class Theorem:
    """The claim of one file: an instance, a statement about it, and the check that proves it."""

    module: str
    """The module of the development with the rules of the family."""
    definitions: str
    statement: str
    lemma: str
    """The lemma: applied to the statement, it leaves a check to be computed."""
    remark: str
    """A remark for the reader; any text."""
    hints: Hints = ()
    """The same way to prove it, for that program (`ProgramHints.v`)."""

    @classmethod
    def searched(
        cls, module: str, definitions: str, about: str, blanks: str, claim: Claim, remark: str
    ) -> "Theorem":
        """Return the theorem by the kernel's search, which finds the ``blanks`` of the lemmas."""
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
        """Prove the theorem by a lemma never_by, bound_by or minimum_by ``way`` of another module.

        ``given`` are its arguments; then follows ``never`` if there is no plan, else ``to`` and the
        plan.
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
        """Write the file with all that it rests on but Coq's own library, the rules first."""
        remark = re.sub(r"[^\w ,.:;!?\'+-]", "", self.remark)  # Coq looks for strings in comments
        head = f"{MARK}of {remark}.\n   {HOW} *)\n"
        return f"{head}{development(self.module)}{self.claim()}"

    def claim(self) -> str:
        """Write what follows the development: definitions, theorem, the query of its axioms."""
        return (
            f"{self.definitions}\n"
            f"Theorem claim : {self.statement}.\n"
            f"Proof. apply {self.lemma}. vm_cast_no_check (eq_refl true). Qed.\n"
            "Print Assumptions claim.\n"
        )


def development(module: str) -> str:
    """Join a module and all that it needs to one text, after which its theorems may be applied."""
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
    """List names with a meaning in the file: modules of the development and of Coq's library."""
    names = needed(module)
    return {*names, *(name.rpartition(".")[2] for name in _library(names))}


def _library(names: Iterable[str]) -> dict[str, None]:
    """List the modules of Coq's library that modules of the development require, in order."""
    return dict.fromkeys(
        one for name in names for found in LIBRARY.findall(source(name)) for one in found.split()
    )


def needed(module: str) -> list[str]:
    """List the modules of the development that a module requires, in order, and then itself."""
    found: list[str] = []
    for _, names in REQUIRED.findall(source(module)):
        for name in names.split():
            found += [one for one in needed(name) if one not in found]
    return [*found, module]


def source(module: str) -> str:
    """Read a module of the development."""
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
        fault = f"{count(len(foreign), 'letter')} beyond ASCII, with {len(free)} free in ASCII"
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
    """Return a list of strings, one below the other."""
    return _listed(map(string, texts), indent)


def weighing(how: str, weights: Iterable[tuple[Cell, str, int]], crossing: int = 0) -> str:
    """Return weights of cells and their contents, for ``verify/formal/Weights.v``."""
    entries = (f'(({r}, {c}), ("{char}", {w}))' for (r, c), char, w in weights if w)
    table = textwrap.indent(textwrap.fill("; ".join(entries), PLAN_WIDTH), "    ")
    return f"  Weighing ({how}) [\n{table}\n  ] ({crossing})"


def drawings(rows: Iterable[Iterable[str]], indent: int = 0) -> str:
    """Return a list of drawings, one below the other."""
    return _listed((strings(some, indent + 2) for some in rows), indent)


def _listed(texts: Iterable[str], indent: int) -> str:
    inside = f";\n{' ' * (indent + 2)}".join(texts)
    return f"[ {inside} ]" if inside else "[]"


def plan_text(moves: Iterable[str]) -> str:
    """Return moves, which are ASCII without blanks, as one string of several lines."""
    lines: Iterator[str] = iter(
        textwrap.wrap(" ".join(moves), PLAN_WIDTH, break_on_hyphens=False, break_long_words=False)
    )
    return string("\n  ".join(["", *lines]))
