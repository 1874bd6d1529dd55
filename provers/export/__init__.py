"""Exporters: functions that write a puzzle, or a claim about it, for other programs.

A *claim* is written with its proof; by default a checker accepts the files before they get their
names (`claims.py`).  A *description* gives the puzzle to a planner, a solver or a drawing program,
and claims nothing.  The verb ``export`` offers the rows of `EXPORTERS` as its choices.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

from puzzleproof.models import imported
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.graph_view import ALL_STATES, REACHABLE
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import expected_one_of
from puzzleproof.options import FLAG, PATH, Options, Value, flag_of, one_of, option, whole


@dataclass(frozen=True)
class Exported:
    """The files written, and a description of their content."""

    files: tuple[Path, ...]
    words: str
    """The content or the claim, in words."""
    document: Mapping[str, Any]
    lines: tuple[str, ...]
    """The lines to print, one for each file."""
    at_least: int | None = None
    """The lower bound that the files claim; None if they claim nothing, or that no plan exists."""
    command: tuple[str, ...] = ()
    text: str | None = None
    """The text itself, if no file was requested."""


class Exporter(NamedTuple):
    """A format of ``export --to``."""

    help: str
    function: str
    """``module:name`` of a function that writes files at ``paths``; later the files are moved to
    their places.

    A function for descriptions takes ``(puzzle, request, paths)``, and returns the content of the
    files in words.  A function for claims takes ``(puzzle, request, paths, base, memory)``, and
    returns an `Exported`; ``memory`` is the limit in bytes of a large search.
    """
    suffixes: tuple[str, ...]
    """The suffixes of the files, to be added to the name ``base``; a description in one file may
    have any suffix."""
    claims: bool = False
    """Whether the files hold a claim and its proof."""
    options: tuple[str, ...] = ()
    """The fields of `ExportRequest` that a request for this format may set."""
    forms: tuple[str, ...] = ()
    """The names of the format's forms; the first is the default."""

    def load(self) -> Callable[..., Any]:
        """Import and return the function."""
        function: Callable[..., Any] = imported(self.function)
        return function


HERE = "puzzleproof.provers.export"
CLAIM = ("form", "at_least", "check")
OF_FORMULA = ("horizon", "paths", "shifts")
"""The forms of a formula: moves as actions, as paths of single-cell slides (sliding blocks in
metrics piece and line), or as shifts along lines (tiles)."""
OF_COQ = ("minimum", "survey")
"""The forms of a theorem: about the length of plans, or about all states."""
EXPORTERS = {
    "lrat": Exporter(
        "a formula (DIMACS) and a SAT solver's proof that it has no solution",
        f"{HERE}.claims:export_lrat",
        (".cnf", ".lrat"),
        True,
        CLAIM,
        OF_FORMULA,
    ),
    "clrat": Exporter(
        "as lrat, but with the proof in the binary form that ACL2's checker reads",
        f"{HERE}.claims:export_lrat",
        (".cnf", ".clrat"),
        True,
        CLAIM,
        OF_FORMULA,
    ),
    "coq": Exporter(
        "a theorem about rules written in Coq, proven by Coq's kernel",
        f"{HERE}.claims:export_coq",
        (".v",),
        True,
        CLAIM,
        OF_COQ,
    ),
    "proven": Exporter(
        "a text for a checker that is proven correct in Coq",
        f"{HERE}.claims:export_proven",
        (".proven",),
        True,
        CLAIM,
        OF_COQ,
    ),
    "pddl": Exporter(
        "domain and problem for planners",
        f"{HERE}.work:write_pddl",
        ("-domain.pddl", "-problem.pddl"),
    ),
    "dimacs": Exporter(
        "the formula 'a plan of at most T moves', for SAT solvers",
        f"{HERE}.work:write_dimacs",
        (".cnf",),
        options=("horizon", "form"),
        forms=OF_FORMULA,
    ),
    "minizinc": Exporter(
        "a model of 'a plan of at most T moves', for constraint solvers",
        f"{HERE}.work:write_minizinc",
        (".mzn",),
        options=("horizon", "form"),
        forms=("decide", "minimise"),
    ),
    "graphml": Exporter(
        "the state graph",
        f"{HERE}.work:write_graph",
        (".graphml",),
        options=("form",),
        forms=(ALL_STATES, REACHABLE),
    ),
    "dot": Exporter(
        "the state graph, for Graphviz",
        f"{HERE}.work:write_graph",
        (".dot",),
        options=("form",),
        forms=(ALL_STATES, REACHABLE),
    ),
    "answers": Exporter(
        "for every state the fewest moves and a best move: FILE.csv, FILE.jsonl or FILE.sqlite",
        f"{HERE}.answers:write_answers",
        (".csv",),
        options=("form", "certificate"),
        forms=(REACHABLE, ALL_STATES),
    ),
    "toml": Exporter("the instance file", f"{HERE}.work:write_instance", (".toml",)),
    **{
        name: Exporter(row.help, f"{HERE}.work:write_board", (row.suffix,))
        for name, row in FORMATS.items()
    },
}
NEEDED = {"horizon": "--horizon T with it, the T of 'a plan of at most T moves'"}
"""Field -> what a message says is expected if a format takes the field and it is not set."""

HELP = "; ".join(
    f"{name}: {row.help}" + f" (forms {', '.join(row.forms)})" * bool(row.forms)
    for name, row in EXPORTERS.items()
)
FORM = one_of(tuple(dict.fromkeys(form for row in EXPORTERS.values() for form in row.forms)))


def _is_format(one: Any) -> bool:
    return str(one).partition(":")[0] in EXPORTERS


TO = Value(
    f"one of {', '.join(EXPORTERS)}",
    _is_format,
    metavar="FORMAT[:FORM]",
    known=tuple(EXPORTERS),
)


@dataclass(frozen=True, kw_only=True)
class ExportRequest(Options):
    """The format and the options of an export; `puzzleproof export` takes its options from here."""

    format: str = option(
        TO,
        f"what to write; the first form of a format is its default. {HELP}",
        MISSING,
        "--to",
    )
    form: str | None = option(FORM, "a form of the format (or --to FORMAT:FORM)")
    horizon: int | None = option(
        whole(0, metavar="T"), "plans of at most T moves, for dimacs and minizinc"
    )
    certificate: str | Path | None = option(
        PATH, "where to write a certificate of the distances, for answers; 'verify' checks it"
    )
    at_least: int | None = option(
        whole(1, metavar="L"),
        "claim this bound (lrat, clrat, coq, proven; default: the minimum)",
    )
    check: bool = option(
        FLAG,
        "do not check the files of a claim (lrat, clrat, coq, proven; exit code 10)",
        True,
        "--no-check",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        name, _, form = self.format.partition(":")
        if form:
            object.__setattr__(self, "format", name)
            object.__setattr__(self, "form", form)
        options = self.exporter.options
        for one in fields(ExportRequest)[1:]:
            name, given = one.name, getattr(self, one.name) != one.default
            if given and name not in options:
                flag = "a form" if name == "form" else flag_of(ExportRequest, name)
                takers = ", ".join(f for f, row in EXPORTERS.items() if name in row.options)
                raise Unsupported(f"{flag}: not for format {self.format!r}, but for {takers}")
            if not given and name in NEEDED and name in options:
                raise NotationError(f"--to {self.format}: expected {NEEDED[name]}")
        if self.form is not None and self.form not in self.exporter.forms:
            expected = expected_one_of(self.form, self.exporter.forms)
            raise Unsupported(f"format {self.format!r}: form {self.form!r}: {expected}")

    @property
    def exporter(self) -> Exporter:
        """The row of the format."""
        return EXPORTERS[self.format]

    @property
    def alone(self) -> bool:
        """Whether one file is written and claims nothing; it may also be standard output."""
        return not self.exporter.claims and len(self.suffixes) == 1

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The suffixes to add to the name of the output, one for each file."""
        return self.exporter.suffixes

    @property
    def form_or_default(self) -> str | None:
        """The requested form, or else the format's first form; None if the format has no forms."""
        return self.form or next(iter(self.exporter.forms), None)

    def about(self, puzzle: AnyPuzzle) -> str:
        """Return the fingerprint of the puzzle and the request (`puzzleproof.models.marks`)."""
        return fingerprint("export", *asdict(self).items(), puzzle=puzzle)

    def targets(self, output: Path) -> list[Path]:
        """List the files for the name ``output``; a file that is `alone` has just this name."""
        if self.alone:
            return [output]
        return [output.with_name(output.name + suffix) for suffix in self.suffixes]
