"""The page of results: rows kept in a file beside it, changed one by one, and shown as tables.

A row is a *key* (name of the library, metric) and its cells.  A row that a run does not touch keeps
its cells, and the name of the run that they are from; a run is named by its time and described in
the file.  The page shows the cells that a reader compares; the file has all of them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from benchmarks import kernel_page
from benchmarks.kernel_page import TheoremKey
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import Known

RowKey: TypeAlias = tuple[str, str]
"""Instance and metric."""

COLUMNS = (
    "puzzle",
    "metric",
    "result",
    "published",
    "grade",
    "evidence",
    "states labelled",
    "certificate, bytes",
    "make, s",
    "check, s",
    "run",
)
CELL = {name: place for place, name in enumerate(COLUMNS)}
HEAD = """\
| puzzle | metric | minimum | evidence | states | certificate, bytes |
|---|---|---|---|---:|---:|"""
TITLES = {
    "sliding": "Sliding blocks",
    "pegs": "Peg solitaire",
    "cubes": "Instant Insanity",
    "frogs": "Frogs and toads",
    "tiles": "Sliding tiles",
}
"""In this order; a family that is not among them follows under its own name."""
INTRODUCTION = """# Results

Every instance of the library, in its own metric and in every metric with a published minimum.
`make results` writes this page. It runs two commands for each row:

    puzzleproof prove NAME --metric METRIC --certificate FILE --time-limit S
    puzzleproof verify FILE --instance NAME --metric METRIC

The evidence named is what the checker accepted; *states* counts those of a labelling. The size of
a certificate is a link if the file is kept. A minimum that is not certified, or not as published,
says so. [docs/results.json](results.json) has more of each row: the published number, the grade,
all evidence, the seconds that the two commands took, and the run with its date and versions.
"""
CHECKED = re.compile(r"(\w+) \(checked\)")
"""In the cell of the evidence, a kind that proves the result and was checked."""


class Proof(NamedTuple):
    """What the two commands said: their documents, and what they took."""

    verdict: Mapping[str, Any]
    make: float
    checked: Mapping[str, Any] | None = None
    """None where there is no certificate."""
    check: float = 0.0
    size: int = 0
    kept: str | None = None
    """Where the certificate is, seen from the page."""


def keys() -> dict[RowKey, Known | None]:
    """Every row of the page in its order, with what is published about it."""
    puzzles = {name: load(name) for name in library_names()}
    families = [*TITLES, *sorted({p.family for p in puzzles.values()} - TITLES.keys())]
    rows = dict[RowKey, Known | None]()
    for name, puzzle in sorted(puzzles.items(), key=lambda item: families.index(item[1].family)):
        known = {row.metric: row for row in puzzle.info.known}
        wanted = [m for m in puzzle.metrics if m in known or m == puzzle.metric]
        rows.update({(name, metric): known.get(metric) for metric in wanted})
    return rows


# --- a row --------------------------------------------------------------------------------


def cells_of(key: RowKey, known: Known | None, proof: Proof, run: str) -> list[str]:
    """The cells of a row, as in `COLUMNS`."""
    verdict = proof.verdict
    result, grade = _result(verdict)
    stopped = "" if has_ended(verdict) else ", stopped"
    return [
        f"`{key[0]}`",
        f"`{key[1]}`",
        result,
        _published(known, verdict),
        grade,
        _evidence(verdict),
        _labelled(verdict),
        _certificate(proof),
        f"{proof.make:.2f}{stopped}",
        "" if proof.checked is None else f"{proof.check:.2f}",
        run,
    ]


def has_ended(verdict: Mapping[str, Any]) -> bool:
    """Whether the bounds have met."""
    return verdict["status"] in ("optimal", "unsolvable")


def _result(verdict: Mapping[str, Any]) -> tuple[str, str]:
    """The minimum or the bounds, and their grade; what is merely claimed is marked."""
    if verdict["status"] == "optimal":
        return str(verdict["optimum"]), verdict["grade"]
    if verdict["status"] == "unsolvable":
        return "no plan", verdict["grade"]
    lower, proven = verdict["lower"], verdict["proven"]
    if not proven:
        plan = "" if verdict["upper"] is None else f", a plan of {verdict['upper']}"
        return _bounds(lower, None) + plan, "claimed" if lower != 0 else ""
    certified = [row["bound"] for row in verdict["evidence"] if row["checked"]]
    grade = "certified" if proven in certified else "cross-checked"
    more = "" if lower == proven else f" ({_bounds(lower, None)} claimed)"
    return _bounds(proven, verdict["upper"]) + more, grade


def _bounds(lower: int | None, upper: int | None) -> str:
    if lower is None:
        return "no plan"
    return f"at least {lower}" if upper is None else f"{lower} to {upper}"


def _published(known: Known | None, verdict: Mapping[str, Any]) -> str:
    if known is None:
        return ""
    number = "no plan" if known.optimum is None else str(known.optimum)
    return f"{number}, {_compared(known.optimum, verdict)}"


def _compared(published: int | None, verdict: Mapping[str, Any]) -> str:
    if has_ended(verdict):
        return "agrees" if published == verdict["optimum"] else "**differs**"
    proven, upper = verdict["proven"], verdict["upper"]
    if published is None:
        return "open" if upper is None else "**differs**"
    return (
        "open" if proven <= published and (upper is None or published <= upper) else "**differs**"
    )


def _evidence(verdict: Mapping[str, Any]) -> str:
    target = verdict["lower"]
    words = Counter(_kind(row, target) for row in verdict["evidence"])
    return ", ".join(f"{n} × {word}" if n > 1 else word for word, n in words.items())


def _kind(row: Mapping[str, Any], target: int | None) -> str:
    remarks = ["checked"] * bool(row["checked"])
    if row["bound"] != target:
        remarks.append(_bounds(row["bound"], None))
    return f"{row['kind']} ({', '.join(remarks)})" if remarks else str(row["kind"])


def _labelled(verdict: Mapping[str, Any]) -> str:
    states = [r["states"] for r in verdict["evidence"] if r["kind"] == "labelling" and r["checked"]]
    return f"{max(states):,}" if states else ""


def _certificate(proof: Proof) -> str:
    if proof.checked is None:
        return ""
    size = f"{proof.size:,}" if proof.kept is None else f"[{proof.size:,}]({proof.kept})"
    same = has_ended(proof.verdict) and proof.checked["at_least"] == proof.verdict["lower"]
    return size if same else f"{size}, of {_bounds(proof.checked['at_least'], None)}"


def taken(cells: Sequence[str] | None) -> tuple[float, bool]:
    """Seconds that a row on the page took to be made, and whether it was proven to its end."""
    if cells is None:
        return 0.0, False
    seconds, _, stopped = cells[CELL["make, s"]].partition(",")
    return float(seconds), not stopped


# --- the page -----------------------------------------------------------------------------


@dataclass
class Page:
    """Cells by key, and the description of each run."""

    rows: dict[RowKey, list[str]] = field(default_factory=dict[RowKey, list[str]])
    runs: dict[str, str] = field(default_factory=dict[str, str])
    theorems: dict[TheoremKey, list[str]] = field(default_factory=dict[TheoremKey, list[str]])
    """Cells of what Coq's kernel accepted (`benchmarks.kernel_page`)."""

    def text(self) -> str:
        """The page; rows that the library no longer has are left out."""
        rows = self.current()
        parts = _tables(rows), kernel_page.lines_of(self.theorems)
        return "\n".join([INTRODUCTION, _summary(rows, len(keys())), *chain(*parts)])

    def current(self) -> dict[RowKey, list[str]]:
        """The rows of the library as it is."""
        return {key: self.rows[key] for key in keys() if key in self.rows}

    def record(self) -> str:
        """The file beside the page, a row a line; runs without rows are left out."""
        rows = self.current()
        named = {cells[-1] for cells in (*rows.values(), *self.theorems.values())}
        runs = {run: said for run, said in sorted(self.runs.items()) if run in named}
        theorems = [self.theorems[key] for key in kernel_page.THEOREMS if key in self.theorems]
        parts = [
            ("columns", json.dumps(COLUMNS)),
            ("rows", _lines(rows.values())),
            ("columns of theorems", json.dumps(kernel_page.COLUMNS)),
            ("theorems", _lines(theorems)),
            ("runs", json.dumps(runs, indent=1)),
        ]
        return "{\n" + ",\n".join(f'"{name}": {text}' for name, text in parts) + "\n}\n"


def _lines(rows: Iterable[Sequence[str]]) -> str:
    inside = ",\n".join(json.dumps(cells, ensure_ascii=False) for cells in rows)
    return f"[\n{inside}\n]"


def read_page(path: Path) -> Page:
    """Read the rows that `write_page` wrote beside a page; an empty page where there are none."""
    file = path.with_suffix(".json")
    kept: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    rows, theorems = (
        {(cells[0].strip("`"), cells[1].strip("`")): cells for cells in kept.get(name, ())}
        for name in ("rows", "theorems")
    )
    return Page(rows, kept.get("runs", {}), theorems)


def write_page(path: Path, page: Page) -> None:
    """Write a page and its rows, each in one step."""
    for file, text in ((path.with_suffix(".json"), page.record()), (path, page.text())):
        part = file.with_name(file.name + ".part")
        try:
            part.write_text(text, "utf-8")
            part.replace(file)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise


def _summary(rows: Mapping[RowKey, Sequence[str]], known: int) -> str:
    """How many rows have which grade, counted off its rows."""
    ended = [cells for cells in rows.values() if taken(cells)[1]]
    grades = Counter(cells[CELL["grade"]] for cells in ended)
    published = [cells[CELL["published"]] for cells in rows.values()]
    counts = [f"{n} {grade}" for grade, n in grades.most_common()]
    counts.append(f"{len(rows) - len(ended)} not proven to the end")
    if known > len(rows):
        counts.append(f"{known - len(rows)} not run yet")
    agree, differ = (sum(word in cell for cell in published) for word in ("agrees", "differs"))
    compared = f"Of the published minima, {agree} agree and {differ} differ."
    return f"{known} rows: {', '.join(counts)}. {compared}\n"


def _tables(rows: Mapping[RowKey, Sequence[str]]) -> Iterator[str]:
    """A table a family."""
    family_of = {name: load(name).family for name, _ in rows}
    for family in dict.fromkeys(family_of.values()):
        yield f"## {TITLES.get(family, family)}\n"
        yield HEAD
        for (name, _), cells in rows.items():
            if family_of[name] == family:
                yield f"| {' | '.join(_shown(cells))} |"
        yield ""


def _shown(cells: Sequence[str]) -> list[str]:
    """The cells of the page; of the evidence what proves the result."""
    named = {name: cells[place] for name, place in CELL.items()}
    result, grade = named["result"], named["grade"]
    result += f", {grade}" * (grade != "certified")
    result += f" (published {named['published']})" * ("differs" in named["published"])
    evidence = ", ".join(CHECKED.findall(named["evidence"])) or named["evidence"]
    rest = ("states labelled", "certificate, bytes")
    return [*cells[:2], result, evidence, *(named[name] for name in rest)]
