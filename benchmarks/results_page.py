"""The page of results: rows of a table in Markdown, read, changed one by one, and written again.

A row is a *key* (name of the library, metric) and its cells as they stand on the page.  What a run
does not touch keeps its cells, and the name of the run that they are from; a run is named by its
time and described in a line below the tables.  So nothing but the page itself has to be kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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

HEAD = """\
| puzzle | metric | result | published | grade | evidence | states labelled | certificate, bytes \
| make, s | check, s | run |
|---|---|---|---|---|---|---:|---:|---:|---:|---|"""
CELL = {name: place for place, name in enumerate(HEAD.splitlines()[0].strip("| ").split(" | "))}
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
`make results` writes this page. It runs the two commands below for each row, and the cells of the
row are what they report. A row that a run leaves out keeps its cells and the name of their run.

    puzzleproof prove NAME --metric METRIC --certificate FILE --time-limit S
    puzzleproof verify FILE --instance NAME --metric METRIC

| column | what it says |
|---|---|
| result | the minimum; `no plan`; or the bounds, if a limit was reached before they met |
| published | the published number; the instance's file in the library names its source |
| grade | `certified`: the checker accepted a certificate; `cross-checked`: two searches with independent implementations of the rules agree; `claimed`: one search says so |
| evidence | the kinds of evidence found, with the bound if it is not the result; *checked*: accepted by `verify/` |
| states labelled | the number of states in a labelling that the checker accepted |
| certificate | the size of the file, with a link if the file is kept; what it proves, if that is less than the result |
| make, check | the seconds that the two commands took, start-up included, one run of each |
| run | the run that the row is from; the runs are listed below the tables |

docs/certificates.md defines the format of the files. Proofs by other engines, and older
measurements, are kept in the lab notebook docs/long-proofs.md.
"""  # noqa: E501  lines of a table cannot be broken
ROW = re.compile(r"^\| `([\w.-]+)` \| `([\w-]+)` \|(?: .*)? \|$", re.MULTILINE)
RUN = re.compile(r"^- ([\d-]{10} [\d:]{8}): (.*)$", re.MULTILINE)


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
    """The cells of a row, as in `HEAD`."""
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
        """The page; rows that the library no longer has, and runs without rows, are left out."""
        known = keys()
        here = {key: self.rows[key] for key in known if key in self.rows}
        named = {cells[-1] for cells in (*here.values(), *self.theorems.values())}
        parts = _tables(here), kernel_page.lines_of(self.theorems), _runs(self, named)
        return "\n".join([INTRODUCTION, _summary(here, len(known)), *chain(*parts)])


def read_page(path: Path) -> Page:
    """Read what `write_page` wrote; an empty page where there is none."""
    text = path.read_text("utf-8") if path.exists() else ""
    rows, theorems = dict[RowKey, list[str]](), dict[TheoremKey, list[str]]()
    for found in ROW.finditer(text):
        cells = [cell.strip() for cell in found[0].strip("|").split(" |")]
        if len(cells) == len(CELL):
            rows[found[1], found[2]] = cells
        elif len(cells) == kernel_page.CELLS:
            theorems[found[1], found[2]] = cells
    return Page(rows, dict(RUN.findall(text)), theorems)


def write_page(path: Path, page: Page) -> None:
    """Write a page in one step."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(page.text(), "utf-8")
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _summary(rows: Mapping[RowKey, Sequence[str]], known: int) -> str:
    """How many rows have which grade, counted off the page."""
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
                yield f"| {' | '.join(cells)} |"
        yield ""


def _runs(page: Page, named: set[str]) -> Iterator[str]:
    yield "## Runs\n"
    yield from (f"- {run}: {page.runs[run]}" for run in sorted(named & page.runs.keys()))
    yield ""
