"""Audit: compare claims about minima, or about statistics of state graphs, with proven answers.

A claim without a metric may mean any metric of the puzzle's family.  The claim is confirmed if it
is right in one of these metrics, and refuted only if it is proven wrong in all of them.

Claims come from instance files, files of other programs, folders, and tables (CSV).  A table has a
header line.  Its columns are ``puzzle`` (the name of a library instance, a file whose path starts
at the table's folder, or FILE::NAME for one of a file's puzzles) and ``claimed`` (a number
of moves, or ``unsolvable``); ``metric``, ``source`` and ``figure`` are optional.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from puzzleproof.models.capabilities import gets_out
from puzzleproof.models.collected import SUFFIXES, entries_of, files_in
from puzzleproof.models.documents import AS_WRITTEN, SEPARATOR, ReadOptions
from puzzleproof.models.errors import InstanceError, PuzzleProofError, Unsupported
from puzzleproof.models.files import read_text
from puzzleproof.models.formats import format_in, number_in
from puzzleproof.models.instances import library_names, load_one, read_all
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief, clean, count, did_you_mean, expected_one_of
from puzzleproof.provers.batch.figures import FigureJob
from puzzleproof.provers.batch.jobs import DEFAULT, Job
from puzzleproof.provers.batch.pool import Key
from puzzleproof.provers.batch.row import Outcome
from puzzleproof.provers.process import Limits
from puzzleproof.provers.verdict import ClaimStatus


class Claim(NamedTuple):
    """A published minimum or statistic of a puzzle; ``metric`` is None if no metric is named."""

    name: str
    puzzle: AnyPuzzle
    metric: str | None
    claimed: int | None
    """The claimed number of moves; None if the claim is that there is no plan."""
    source: str = ""
    figure: str = ""
    """The claimed statistic of the state graph; if empty, the claim is about the minimum."""
    counts_exit: bool = False
    """Whether the claim counts one more move, with which the piece leaves the board."""

    @property
    def moves(self) -> int | None:
        """The claimed number of moves, without the move that leaves the board."""
        return self.claimed and self.claimed - self.counts_exit

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that the claim may mean."""
        return self.puzzle.metrics if self.metric is None else (self.metric,)

    def job(self, metric: str, limits: Limits) -> Job | FigureJob:
        """Return the job that finds the answer in this metric."""
        puzzle = self.puzzle.with_metric(metric)
        if self.figure:
            return FigureJob(self.name, puzzle, self.figure, limits)
        return Job(self.name, puzzle, DEFAULT, limits)


class Reading(NamedTuple):
    """A claim understood in this metric, and the answer in this metric."""

    metric: str
    verdict: ClaimStatus
    because: str
    claimed: int | None
    answer: Outcome

    @property
    def shorter_plan(self) -> list[str] | None:
        """A plan that is shorter than the claimed minimum, and so refutes this reading."""
        plan, claimed = self.answer.known.plan, self.claimed
        shorter = plan is not None and (claimed is None or len(plan) < claimed)
        return list(plan or ()) if shorter and self.verdict == "refuted" else None

    def to_json(self) -> dict[str, Any]:
        """Return a row of ``answers`` in `audit --json`; its bounds count moves in its metric."""
        return {
            "metric": self.metric,
            "verdict": self.verdict,
            "because": self.because,
            **self.answer.facts(),
            "plan": self.shorter_plan,
            "certificate_sha256": self.answer.certificate_hash,
        }


class Offset(NamedTuple):
    """One difference by which all claims of a source are wrong: the source may count otherwise."""

    metric: str
    amount: int
    """The claimed number minus the proven minimum."""
    claims: int
    may_leave: bool
    """Whether all these claims are about boards that a piece may leave."""


OF_ONE_METRIC = ("status", "grade", "lower", "upper", "plan", "certificate_sha256")
"""Keys of a finding that are null if it is not known which metric the claim means."""


@dataclass(frozen=True, slots=True, repr=False)
class Finding:
    """A claim, and whether it is confirmed, refuted or open."""

    claim: Claim
    verdict: ClaimStatus
    metric: str | None
    """The metric that the claim names, or a metric in which the claim is right."""
    proven: int | None
    """The proven minimum, or statistic, in that metric."""
    because: str
    readings: tuple[Reading, ...]
    """A reading in each metric that the claim may mean."""
    offset: Offset | None = None
    """The difference, if there is one, by which all claims of the claim's source are wrong."""

    def __repr__(self) -> str:
        """Return the claim and its verdict, as in ``<Finding hughes: 21 (piece) open>``."""
        claimed = "unsolvable" if self.claim.claimed is None else self.claim.claimed
        said = f"{self.verdict}, {self.because}" if self.because else self.verdict
        return f"<Finding {self.claim.name}: {claimed} ({self.metric or 'no metric'}) {said}>"

    @property
    def source(self) -> tuple[str, str]:
        """The file, if the claim is one of many in a file, and the source that the claim names."""
        file, of_many, _ = self.claim.name.partition(SEPARATOR)
        return file if of_many else "", self.claim.source

    @property
    def answers(self) -> tuple[Outcome, ...]:
        """The answer in each metric that the claim may mean."""
        return tuple(reading.answer for reading in self.readings)

    @property
    def shown(self) -> tuple[Reading, ...]:
        """The reading in the finding's metric, or all readings if there is no such metric."""
        return tuple(one for one in self.readings if self.metric in (None, one.metric))

    def to_json(self) -> dict[str, Any]:
        """Return the row of `audit --json`; without ``metric``, all bounds are in ``answers``."""
        one = self.shown[0].to_json() if self.metric is not None and self.readings else {}
        return {
            "puzzle": self.claim.name,
            "assumed": list(self.claim.puzzle.assumed),
            "figure": self.claim.figure or None,
            "title": self.claim.puzzle.info.name,
            "metric": self.metric,
            "metric_named": self.claim.metric is not None,
            "claimed": self.claim.claimed,
            "counts_exit": self.claim.counts_exit,
            "offset": self.offset and self.offset.amount,
            "proven": self.proven,
            "verdict": self.verdict,
            "because": self.because,
            "source": self.claim.source,
            **{key: one.get(key) for key in OF_ONE_METRIC},
            "answers": [reading.to_json() for reading in self.readings],
        }


class Audit:
    """Claims, the jobs that answer them (equal jobs only once), and the answers so far.

    Two jobs are the same if they have the same content, whatever their names: two tables may use
    one name for different boards.
    """

    def __init__(self, claims: Sequence[Claim], limits: Limits) -> None:
        self.claims, self.jobs = claims, list[Job | FigureJob]()
        self.answers = dict[int, Outcome]()
        """Index of a job -> its outcome."""
        numbers = dict[Key, int]()
        self._asked = list[list[int]]()
        for claim in claims:
            self._asked.append([])
            for metric in claim.metrics:
                job = claim.job(metric, limits)
                number = numbers.setdefault(job.key, len(self.jobs))
                if number == len(self.jobs):
                    self.jobs.append(job)
                self._asked[-1].append(number)

    def finding(self, number: int) -> Finding | None:
        """Return the finding about the claim with this index, or None if an answer is missing."""
        asked = self._asked[number]
        if not all(k in self.answers for k in asked):
            return None
        return judged(self.claims[number], [self.answers[k] for k in asked])


def judged(claim: Claim, answers: Sequence[Outcome]) -> Finding:
    """Compare a claim with ``answers``: one answer for each of `Claim.metrics`, in this order."""
    readings, moves = tuple[Reading, ...](), claim.moves
    for answer in answers:
        status, because = answer.compared(moves)
        if claim.counts_exit and moves is not None:
            because = ", ".join(filter(None, (because, "counting the exit as a move")))
        readings += (Reading(answer.metric, status, because, moves, answer),)
    right = [one for one in readings if one.verdict == "confirmed"]
    is_refuted = all(one.verdict == "refuted" for one in readings)
    verdict: ClaimStatus = "confirmed" if right else "refuted" if is_refuted else "open"
    of, because = readings[0], readings[0].because
    if claim.metric is None:  # state the reason for each metric
        others = [f"metric {one.metric}: {one.because}" for one in readings if one not in right]
        because = "; ".join([*(f"right in metric {one.metric}" for one in right), *others])
        if not right:
            return Finding(claim, verdict, None, None, because, readings)
        of = right[0]
    return Finding(claim, verdict, of.metric, of.answer.proven, because, readings)


LEAST_CLAIMS = 3
"""A source with fewer claims has no `Offset`."""


def counting_exit(claims: Iterable[Claim]) -> list[Claim]:
    """Mark claims about minima as counting the move that leaves the board.

    Raises Unsupported if no piece may leave a claim's board.
    """
    found = [one._replace(counts_exit=not one.figure) for one in claims]
    for one in found:
        if one.counts_exit and not gets_out(one.puzzle):
            fault = "the goal is not that one piece gets to the edge of the board"
            raise Unsupported(f"--counts-exit: {one.name!r}: {fault}")
    return found


def with_offsets(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings, each with the `Offset` of its source, if there is one."""
    sources = dict[tuple[str, str], list[Finding]]()
    for one in found:
        sources.setdefault(one.source, []).append(one)
    offsets = dict[tuple[str, str], Offset]()
    for source, some in sources.items():
        for metric in some[0].claim.metrics if len(some) >= LEAST_CLAIMS else ():
            amounts = {_amount(one, metric) for one in some}
            if len(amounts) == 1 and (amount := amounts.pop()):
                may_leave = all(gets_out(one.claim.puzzle) for one in some)
                offsets.setdefault(source, Offset(metric, amount, len(some), may_leave))
    return [replace(one, offset=offsets.get(one.source)) for one in found]


def offset_words(found: Iterable[Finding]) -> list[str]:
    """Return a sentence for each source with an `Offset`."""
    offsets, said = {one.source: one.offset for one in found if one.offset}, list[str]()
    for source, (metric, amount, claims, may_leave) in offsets.items():
        each = f"minimum {'-+'[amount > 0]} {abs(amount)} in metric {metric}"
        words = f"{': '.join(filter(None, source))}: {claims} of {claims} claims are {each}"
        exit_too = " (as if leaving the board were counted as a move: see --counts-exit)"
        said.append(words + (exit_too if amount == 1 and may_leave else ""))
    return said


def _amount(finding: Finding, metric: str) -> int | None:
    """Subtract the proven minimum from a refuted claim; return None if a number is missing."""
    if finding.verdict != "refuted" or finding.claim.figure:
        return None
    for one in finding.readings:
        if one.metric == metric and one.claimed is not None and one.answer.proven is not None:
            return one.claimed - one.answer.proven
    return None


# --- where claims come from ---------------------------------------------------------------

COLUMNS = ("puzzle", "claimed", "metric", "source", "figure")
NEEDED = ("puzzle", "claimed")
UNSOLVABLE = "unsolvable"


class Claims(NamedTuple):
    """The claims of some files, and the faults of files, puzzles and rows that cannot be read."""

    claims: list[Claim]
    faults: list[str]
    silent: list[str]
    """Files and puzzles without a claim."""
    skipped: list[str]
    """Files of unknown format, found in folders."""


def claims_of(names: list[str], reading: ReadOptions = AS_WRITTEN) -> Claims:
    """Read the claims of files, folders and library instances; without names, of the whole library.

    After a fault in one file, puzzle or row, the other claims are still read.
    """
    found = Claims([], [], [], [])

    def is_wanted(text: str) -> bool:
        return set(NEEDED) <= _header(text) or format_in(text) is not None

    for name in names or library_names():
        files = [name]
        if name and Path(name).is_dir():
            files, others = files_in(name, SUFFIXES, is_wanted)
            found.skipped.extend(others)
        for one in files:
            before = len(found.claims) + len(found.faults)
            try:
                for entry in _entries(one, reading):
                    if isinstance(entry, Claim):
                        found.claims.append(entry)
                    else:
                        found.faults.append(str(entry))
            except PuzzleProofError as error:
                found.faults.append(str(error))
            if before == len(found.claims) + len(found.faults):
                found.silent.append(one)
    return found


def _header(text: str) -> set[str]:
    """Return the column names in line 1, or an empty set if the line has no separator."""
    first, mark = text.lstrip().partition("\n")[0].lower(), _separator(text)
    return {name.strip(' "\r') for name in first.split(mark)} if mark in first else set()


def _separator(text: str) -> str:
    """Return a table's separator: a semicolon if line 1 has one but has no comma, else a comma."""
    first = text.lstrip().partition("\n")[0]
    return ";" if ";" in first and "," not in first else ","


def _entries(name: str, reading: ReadOptions) -> Iterator[Claim | PuzzleProofError]:
    """Yield the claims of the file or library instance with this name, and faults.

    A CSV file, or standard input, may have a table of claims or puzzles.
    """
    is_csv = name.lower().endswith(".csv")
    if not is_csv and (name != "-" or reading.format is not None):
        entries = read_all(name, reading)
    else:
        text = read_text(name, "a file of puzzles, or a table of claims")
        if _header(text) & set(COLUMNS) or (is_csv and format_in(text) is None):
            where = ("<stdin>", Path()) if name == "-" else (name, Path(name).parent)
            yield from _table(text, *where, reading)  # names the faults of a bad table
            return
        entries = entries_of(text, name, reading)
    for title, found in entries:
        if isinstance(found, Exception):
            yield found
            continue
        for known in found.info.known:
            yield Claim(brief(title), found, known.metric, known.optimum, known.source)


def _table(
    text: str, where: str, folder: Path, reading: ReadOptions
) -> Iterator[Claim | PuzzleProofError]:
    """Yield a table's claims and its rows' faults; raises InstanceError for any other text."""
    rows = csv.DictReader(text.splitlines(), strict=True, delimiter=_separator(text))
    try:
        rows.fieldnames = header = [name.strip().lower() for name in rows.fieldnames or ()]
        if fault := _fault_of(header):
            raise InstanceError(f"{where}: line 1: {fault}")

        @cache
        def load(name: str) -> tuple[str, AnyPuzzle]:
            whole = name if name in library_names() else str(folder / name)
            return whole, load_one(whole, reading)

        for row in rows:
            try:
                if None in row or None in row.values():
                    raise InstanceError(f"expected {count(len(header), 'value')}")
                yield _claim(row, load)
            except PuzzleProofError as error:
                yield InstanceError(f"{where}: line {rows.line_num}: {error}")
    except csv.Error as error:
        raise InstanceError(f"{where}: line {rows.line_num}: not CSV: {error}") from None


def _fault_of(header: list[str]) -> str:
    """Describe the fault of a table's header; return an empty text if there is none."""
    missing = [name for name in NEEDED if name not in header]
    unknown = [name for name in header if name not in COLUMNS]
    if missing:
        found = ", ".join(repr(clean(one)[:60]) for one in header) or "none"
        more = ", ".join(COLUMNS[len(NEEDED) :])
        columns = f"the columns {' and '.join(NEEDED)}, and optionally {more}"
        return f"no column {missing[0]!r}: expected {columns}; found {found}"
    if unknown:
        hint = did_you_mean(unknown[0], COLUMNS)
        return f"unknown column {unknown[0]!r}: expected some of {', '.join(COLUMNS)}{hint}"
    return "a column occurs twice" if len(set(header)) < len(header) else ""


def _claim(row: Mapping[str, str], load: Callable[[str], tuple[str, AnyPuzzle]]) -> Claim:
    """Read the claim of a row; raises PuzzleProofError."""
    if not row["puzzle"].strip():
        raise InstanceError("puzzle: expected the name of a library instance, or a file")
    name, puzzle = load(row["puzzle"].strip())
    metric = row.get("metric", "").strip() or None
    if metric is not None and metric not in puzzle.metrics:
        expected = expected_one_of(metric, puzzle.metrics)
        raise InstanceError(f"metric {metric!r}: {expected}, or no metric")
    figure = row.get("figure", "").strip()
    if figure:
        FigureJob(name, puzzle, figure)  # raises NotationError for an unknown name
        if puzzle.no_survey:
            raise InstanceError(f"figure {figure!r}: {puzzle.no_survey}")
    word = row["claimed"].strip()
    if word != UNSOLVABLE and not (word.isascii() and word.isdigit()):
        expected = f"expected a number of moves, or {UNSOLVABLE!r}"
        raise InstanceError(f"claimed {word[:60]!r}: {expected}")
    moves = None if word == UNSOLVABLE else number_in(word)
    if figure and figure != "optimum" and moves is None:
        raise InstanceError(f"figure {figure!r}: expected a number, got {UNSOLVABLE!r}")
    return Claim(brief(name), puzzle, metric, moves, clean(row.get("source", "").strip()), figure)
