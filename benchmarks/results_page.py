"""The page of results: tables of records, which a file beside the page keeps.

The *key* of a record is the name of an instance in the library and a metric.  A run changes single
records; all other records stay, each with the name of the run that made it.  A run is named by its
time and described in the file.

``results.toml`` has the words of the page, and ``surveys.toml`` the published statistics of state
graphs.  A statistic is `certified` if the checker computes it by the rules, else `claimed` by one
search.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from puzzleproof.models.instances import library_names, load
from puzzleproof.models.output import written_whole
from puzzleproof.models.puzzle import Known
from puzzleproof.verify.survey import FIGURES

RowKey: TypeAlias = tuple[str, str]
"""The name of an instance, and a metric."""
Record: TypeAlias = dict[str, Any]
Records: TypeAlias = dict[RowKey, Record]
Value: TypeAlias = int | float | list[int] | dict[str, int] | None

WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("results.toml").read_text("utf-8"))


def listed(name: str) -> tuple[RowKey, ...]:
    """Return the rows of a list in ``results.toml``."""
    return tuple(
        (one, metric) for one, metrics in WORDS[name].items() for metric in metrics.split()
    )


THEOREMS = listed("theorems")
"""The rows that Coq's kernel judges, in the order of the page."""
FIRST_PROOFS: list[str] = WORDS["first_proofs"]
"""Patterns for names of instances whose results are in docs/first-proofs.md instead."""


# --- published statistics -----------------------------------------------------------------


class Published(NamedTuple):
    """A source's statistics of a state graph, and the `explore` options that compute them."""

    puzzle: str
    metric: str
    source: str
    options: list[str]
    figures: dict[str, Value]
    """Name of a statistic -> its published value."""
    certificate: bool = True
    """Whether any of the statistics can be certified."""
    long: bool = False
    """Whether the search takes minutes."""

    def certifies(self, figure: str) -> bool:
        """Tell whether a certificate can contain this statistic."""
        return self.certificate and figure.partition(".")[0] in FIGURES


SURVEYS = {
    (one["puzzle"], one["metric"]): Published(**one)
    for one in tomllib.loads(Path(__file__).with_name("surveys.toml").read_text("utf-8"))["survey"]
}


def figure_of(name: str, found: Mapping[str, Any]) -> Value:
    """Return the statistic of this name from the statistics found."""
    value: Any = found
    for key in name.split("."):
        value = value[int(key) if isinstance(value, list) else key]
    if isinstance(value, dict) and "moves" in value:
        value = cast("Value", value["moves"])
    return cast("Value", value)


def agrees(published: Value, found: Value) -> bool:
    """Tell whether a statistic is as published; of a list, the last index may be published.

    >>> agrees(3.5, 3.4899), agrees(2, [1, 5, 7]), agrees(81, None)
    (True, True, False)
    """
    if isinstance(published, float) and isinstance(found, float):
        return round(found, 1) == published
    if isinstance(published, int) and isinstance(found, list):
        return published == len(found) - 1
    return published == found


def shown(value: Value) -> str:
    """Write a statistic for the page: of a list its last index, of a table its number of entries.

    >>> shown(65880), shown([1, 5, 7]), shown({"1": 4}), shown(None)
    ('65,880', '2', 'of 1 kind', 'none')
    """
    if isinstance(value, dict):
        return f"of {len(value)} kind{'s' * (len(value) != 1)}"
    if value is None:
        return "none"
    return f"{len(value) - 1 if isinstance(value, list) else value:,}"


# --- records ------------------------------------------------------------------------------


def keys() -> dict[RowKey, Known | None]:
    """Return every row of the page in order, each with its published result, if any."""
    names = [n for n in library_names() if not any(fnmatchcase(n, p) for p in FIRST_PROOFS)]
    puzzles = {name: load(name) for name in names}
    families = list(WORDS["titles"])
    rows = dict[RowKey, Known | None]()
    for name, puzzle in sorted(puzzles.items(), key=lambda item: families.index(item[1].family)):
        known = {row.metric: row for row in puzzle.info.known}
        wanted = [m for m in puzzle.metrics if m in known or m == puzzle.metric]
        rows.update({(name, metric): known.get(metric) for metric in wanted})
    return rows


ORDERS: dict[str, Callable[[], Iterable[RowKey]]] = {
    "rows": keys,
    "surveys": lambda: SURVEYS,
    "theorems": lambda: THEOREMS,
    "program": keys,
}
"""The name of a table -> a function that gives its rows in order."""


class Page(NamedTuple):
    """The records of each table in `ORDERS`, and the description of each run."""

    tables: dict[str, Records]
    runs: dict[str, str]

    def text(self) -> str:
        """Return the text of the page, without rows that the library no longer has."""
        tables, known = self._in_order(), keys()
        rows, surveys, theorems, program = tables.values()
        lines = [WORDS["introduction"], _summary(rows, known), *_tables(rows, known)]
        if surveys:
            lines += [WORDS["state_graphs"], *map(_survey, surveys.values()), ""]
        if theorems:
            found = (_theorem(one, program.get(key)) for key, one in theorems.items())
            lines += [WORDS["kernel"], *found, ""]
        if theorems and program:
            longest = max(program.values(), key=lambda one: float(one["cpu"]))
            lines.append(
                f"The proven checker accepts {len(program)} rows of the library; "
                f"`{longest['puzzle']}` takes longest, {longest['cpu']:.0f} s "
                "([results.json](results.json) has all times).\n"
            )
        return "\n".join(lines)

    def record(self) -> str:
        """Return the text of the file beside the page, without runs that have no record left."""
        tables = self._in_order()
        named = {one["run"] for table in tables.values() for one in table.values()}
        runs = {run: said for run, said in sorted(self.runs.items()) if run in named}
        parts = list[str]()
        for name, table in tables.items():
            rows = (json.dumps(record, ensure_ascii=False) for record in table.values())
            parts.append(f'"{name}": [\n{f",{chr(10)}".join(rows)}\n]')
        return "{\n" + ",\n".join([*parts, f'"runs": {json.dumps(runs, indent=1)}']) + "\n}\n"

    def _in_order(self) -> dict[str, Records]:
        named = ((name, self.tables[name], order()) for name, order in ORDERS.items())
        return {name: {k: kept[k] for k in order if k in kept} for name, kept, order in named}


def read_page(path: Path) -> Page:
    """Read the records that `write_page` wrote; returns an empty page if there are none."""
    file = path.with_suffix(".json")
    kept: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    tables = {
        name: {(one["puzzle"], one["metric"]): one for one in kept.get(name, ())} for name in ORDERS
    }
    return Page(tables, kept.get("runs", {}))


def write_page(path: Path, page: Page) -> None:
    """Write a page and its records; each file is replaced in one step."""
    for file, text in ((path.with_suffix(".json"), page.record()), (path, page.text())):
        with written_whole(file) as part:
            part.write_text(text, "utf-8")


# --- tables -------------------------------------------------------------------------------


def _summary(rows: Records, known: dict[RowKey, Known | None]) -> str:
    agree = [
        published.optimum == rows[key]["minimum"]
        for key, published in known.items()
        if published is not None and key in rows
    ]
    missing = f", {len(known) - len(rows)} not proven yet" if len(rows) < len(known) else ""
    compared = f"Of the published minima, {sum(agree)} agree and {agree.count(False)} differ."
    return f"{len(known)} rows: {len(rows)} certified{missing}. {compared}\n"


def _tables(rows: Records, known: dict[RowKey, Known | None]) -> Iterator[str]:
    family_of = {name: load(name).family for name, _ in rows}
    for family in dict.fromkeys(family_of.values()):
        yield f"## {WORDS['titles'][family]}\n"
        yield WORDS["head"]
        for key, record in rows.items():
            if family_of[key[0]] != family:
                continue
            minimum, published = record["minimum"], known[key]
            result = "no plan" if minimum is None else str(minimum)
            if published is not None and published.optimum != minimum:
                other = "no plan" if published.optimum is None else published.optimum
                result += f" (published {other}, **differs**)"
            states = f"{record['states']:,}" if record["states"] else ""
            evidence = ", ".join(record["evidence"]) if record["evidence"] != ["labelling"] else ""
            yield _cells(record, result, evidence, states, _size(record, "cert"))
        yield ""


def _survey(record: Record) -> str:
    """Write a list item with the statistics of a puzzle; certified ones come first."""
    published = SURVEYS[record["puzzle"], record["metric"]]
    said = dict[str, list[str]](certified=[], claimed=[])
    for name, (found, grade) in record["figures"].items():
        first, *rest = name.replace("_", " ").split(".")
        which = f" ({', '.join(rest)})" if rest else ""
        printed = published.figures[name]
        other = "" if agrees(printed, found) else f" (**{shown(printed)}**)"
        said[grade].append(f"{first}{which} {shown(found)}{other}")
    parts = [", ".join(said["certified"]), "claimed: " * bool(said["claimed"])]
    parts[1] += ", ".join(said["claimed"])
    parts.append(_size(record, "survey") if published.certificate else "")
    head = f"- `{record['puzzle']}`, `{record['metric']}` ({published.source}):"
    return f"{head} {'; '.join(filter(None, parts))}"


def _theorem(record: Record, answered: Record | None) -> str:
    kernel = (f"{record['cpu']:.1f}", f"{record['peak_mb']}")
    program = (f"{answered['cpu']:.2f}", f"{answered['peak_mb']}") if answered else ("", "")
    return _cells(record, record["theorem"], _size(record, "v"), *kernel, *program)


def _cells(record: Record, *cells: str) -> str:
    return f"| `{record['puzzle']}` | `{record['metric']}` | {' | '.join(cells)} |"


def kept_name(key: RowKey, suffix: str) -> str:
    """Name the file of a certificate (``cert``, ``survey``) or of a theorem (``v``)."""
    stem = "-".join(key) if suffix != "v" else "_".join(key).replace("-", "_")
    return f"certificates/{stem}.{suffix}"


def _size(record: Record, suffix: str) -> str:
    size = f"{record['bytes']:,}"
    name = kept_name((record["puzzle"], record["metric"]), suffix)
    return f"[{size}]({name})" if record["kept"] else size
