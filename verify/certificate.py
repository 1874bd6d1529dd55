"""Certificate files: one line of JSON, then a body compressed by zlib; read without trust.

The hashes reveal any changed byte.  The checker of the evidence decides whether the claim
is true.  docs/certificates.md lists the keys, docs/demands.md what each checker demands.
"""

import hashlib
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from puzzleproof.models import imported
from puzzleproof.models.documents import loads, path_of
from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    InstanceError,
    LimitReached,
    NotationError,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.files import SIZE_LIMIT, opened
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief, count, shortened
from puzzleproof.verify.records import DAMAGED, Body, Tell
from puzzleproof.verify.replay import replay_to_goal

FORMAT, VERSION = "puzzleproof-certificate", 2
VERSIONS = {2: None, 3: "bounds", 4: "symmetry"}
"""Version -> the key that only its files have; the other keys are those of version 2.  Version 3
has lower bounds (`puzzleproof.verify.bounds`), version 4 classes (`puzzleproof.verify.classes`)."""
BOUNDS_VERSION, SYMMETRY_VERSION = 3, 4
HEADER_LIMIT = 8_000_000
PLAN_LIMIT, PLAN_CHARACTERS = 100_000, 4_000_000
"""Limits on the moves of a plan, and on the characters of all its moves."""
FORMULA_MARK = b"c puzzleproof-formula "
"""The beginning of the first remark of a formula (`puzzleproof.verify.formula.check`)."""
NO_CERTIFICATE = f'not a certificate: what \'prove\' writes begins with {{"format": "{FORMAT}"'
SEAL = b', "header_sha256": "%s"}'
"""The end of the first line.  The hash is of the line without the comma and this key."""
SEALED = re.compile(rb'(.*), "header_sha256": "([0-9a-f]{64})"\}\n?', re.DOTALL)
HASH = re.compile(r"[0-9a-f]{64}")
DEFINITION, GRAPH, ARRAYS = "definition", "graph", "arrays"
"""The source of the checker's moves: the rules' `successors`, the quick graph of a table with
bounds (`puzzleproof.verify.bounds.graphs`), or arrays with numpy, for many states."""
WAYS = {DEFINITION: "by the rules", GRAPH: "on a graph of verify/bounds", ARRAYS: "on arrays"}
"""The words for this source in the line about an accepted table or survey."""
TRUSTED = "models/, verify/, Python, {}the machine"
"""The code that has to be trusted if a check accepts, with or without numpy."""


class Counted(NamedTuple):
    """The result of a checker that accepts a certificate."""

    units: int
    """The number of states, lemmas or hints checked."""
    remark: str = ""
    by: str = DEFINITION
    in_arrays: bool = False
    """Whether numpy has computed lower bounds."""
    figures: Mapping[str, Any] | None = None
    """The statistics that were computed, for a survey."""
    defined: int | None = None
    """The number of units that the definition has checked, if arrays have checked all units."""


class Checker(NamedTuple):
    """The function that checks a kind of evidence, and what it counts."""

    function: str
    """module:name; takes a `Certificate`, returns a `Counted` or the number of ``units``."""
    units: str
    is_bound: bool = True
    """Whether the evidence proves a lower bound on moves; a certificate may then have a plan."""


CHECKERS = {
    "invariant": Checker("puzzleproof.verify.invariant:check", "lemmas"),
    "labelling": Checker("puzzleproof.verify.labelling:check", "states"),
    "refutation": Checker("puzzleproof.verify.refutation:check", "hints of an LRAT proof"),
    "survey": Checker("puzzleproof.verify.survey:check", "states", is_bound=False),
}
"""Kind of evidence -> its checker; a new kind needs a row here and a module."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate whose header has been read and typed; its body is still to be read."""

    kind: str
    puzzle: AnyPuzzle
    at_least: int | None
    plan: tuple[str, ...] | None
    extra: Mapping[str, Any]
    """The whole header as JSON.  The checker of the kind reads the keys that only it knows."""
    body: Body
    by_rules: bool = False
    """Whether the definition must check it, whatever its size."""
    tell: Tell | None = None
    """Called with progress before the body is read."""

    @property
    def bound(self) -> float:
        """The bound that is proven if the file is accepted; infinite if no plan can be so long."""
        return math.inf if self.at_least is None else self.puzzle.bound_by(self.at_least)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Read the natural numbers at a key of the header; raises CertificateRejected."""
        return _list(self.extra, key, _natural)


@dataclass(frozen=True, slots=True, repr=False)
class CheckedCertificate:
    """An accepted certificate: what it proves, and how many states (or lemmas) were checked."""

    kind: str
    puzzle: AnyPuzzle
    at_least: int | None
    plan: tuple[str, ...] | None
    states: int
    remark: str = ""
    """Other things that were checked."""
    by: str = DEFINITION
    """Which of `WAYS` gave the moves to the checker."""
    in_arrays: bool = False
    """Whether numpy has computed lower bounds."""
    figures: Mapping[str, Any] | None = None
    """The statistics that were computed, for a survey; ``at_least`` is then 0."""
    defined: int | None = None
    """The number of states that the definition has checked, if arrays have checked all states."""
    shown: int | None = None
    """The bound by which the puzzle is unsolvable, because no plan is so long."""

    @property
    def optimum(self) -> int | None:
        """The minimum, if the plan is as long as the lower bound; else None."""
        reached = self.plan is not None and len(self.plan) == self.at_least
        return self.at_least if reached else None

    def __repr__(self) -> str:
        """Return the claim: ``<CheckedCertificate 'Hughes': 21 moves (piece), labelling>``."""
        moves, metric = self.at_least, self.puzzle.metric
        least = "" if self.optimum is not None else "at least "
        claim = "unsolvable" if moves is None else f"{least}{count(moves, 'move')}"
        claim = claim if self.figures is None else count(len(self.figures), "statistic")
        name = brief(self.puzzle.info.name)
        return f"<CheckedCertificate {name!r}: {claim} ({metric}), {self.kind}>"

    def words(self) -> str:
        """Say in a line what was checked."""
        from puzzleproof.verify.about import listed, subject

        metric = f"metric {self.puzzle.metric}"
        if self.figures is not None:
            claim = f"{listed(self.figures)} ({metric})"
        elif self.at_least is None:
            claim = f"unsolvable ({metric})"
        elif self.optimum is not None:
            claim = f"minimum {count(self.optimum, 'move')} ({metric}), plan replayed"
        else:
            claim = f"at least {count(self.at_least, 'move')} ({metric})"
        size = f" of {count(self.states, 'state')}" if self.kind == "labelling" else ""
        size += " with lower bounds" if size and self.remark else ""
        return f"{subject(self.puzzle)}: {claim}; {self.kind}{size}{self._way()}"

    def _way(self, family: str = "") -> str:
        """Say what gave the moves for a labelling or survey; other evidence lists no states."""
        if self.kind not in ("labelling", "survey"):
            return family
        some = "" if self.defined is None else f", {self.defined:,} of them by the rules"
        return f", {WAYS[self.by]}{family}{some}"

    def details(self, compared: bool = False) -> str:
        """Say in a line what was checked, and what has to be trusted."""
        checker = CHECKERS[self.kind]
        first, space, rest = checker.units.partition(" ")
        units = count(self.states, first.removesuffix("s"), first) + space + rest
        checked = [f"{units}{self._way(f' of family {self.puzzle.family!r}')}"]
        numpy = "numpy, " if self.in_arrays or self.by == ARRAYS else ""
        checked += [self.remark] if self.remark else []
        if self.shown is not None:
            longest = self.puzzle.longest_plan
            checked.append(f"every plan has at least {self.shown} moves, but at most {longest}")
        if self.plan is not None:
            checked.append(f"a plan of {count(len(self.plan), 'move')}")
        if compared:
            checked.append("that it is about the instance given")
        return f"checked: {', '.join(checked)}; trusted: {TRUSTED.format(numpy)}"


def check_file(
    path: str | Path,
    against: AnyPuzzle | None = None,
    *,
    by_rules: bool = False,
    tell: Tell | None = None,
) -> CheckedCertificate:
    """Check a certificate from the rules alone; returns what it proves.

    Raises CertificateRejected with the first fault.  With ``against`` the file must be about that
    puzzle in its metric; names and notes may differ.  ``tell`` is called with the progress.  With
    ``by_rules`` the definition runs at any size; only walking distances and large tables of tiles
    need numpy.  ``-`` is standard input.  Raises InstanceError for an unreadable file.
    """
    path = path_of(path)
    with opened(path) as file:
        return check_stream(file, brief(path), against, by_rules=by_rules, tell=tell)


def check_stream(
    file: BinaryIO,
    where: str,
    against: AnyPuzzle | None = None,
    *,
    by_rules: bool = False,
    tell: Tell | None = None,
) -> CheckedCertificate:
    """Check a certificate, reading it once from its first byte; returns what it proves.

    Messages begin with ``where``.
    """
    try:
        certificate = read_header(file)
        certificate = replace(certificate, by_rules=by_rules, tell=tell)
        certificate.body.tell = tell
        if against is not None:
            compare(certificate.puzzle, against)
        _check_plan(certificate)
        check = imported(CHECKERS[certificate.kind].function)
        try:
            found: int | Counted = check(certificate)
            certificate.body.finish()
        except CertificateRejected:
            certificate.body.check_whole()
            raise
    except (CertificateRejected, LimitReached, NotationError) as error:
        raise type(error)(f"{where}: {shortened(str(error))}") from None
    counted = found if isinstance(found, Counted) else Counted(found)
    kind, puzzle, bound = certificate.kind, certificate.puzzle, certificate.bound
    at_least = None if math.isinf(bound) else certificate.at_least
    shown = certificate.at_least if at_least is None else None
    return CheckedCertificate(kind, puzzle, at_least, certificate.plan, *counted, shown)


def plan_fits(plan: Sequence[str]) -> bool:
    """Tell whether this plan is short enough for a certificate."""
    return len(plan) <= PLAN_LIMIT and sum(map(len, plan)) <= PLAN_CHARACTERS


def compare(claimed: AnyPuzzle, own: AnyPuzzle) -> None:
    """Raise CertificateRejected naming the first key of the rules in which two puzzles differ."""
    one, other = ({"family": p.family, "metric": p.metric, **p.document()} for p in (claimed, own))
    for key in {**one, **other}:
        if one.get(key) != other.get(key):
            raise CertificateRejected(
                f"the certificate is about another instance: key {key!r} is {one.get(key)!r} "
                f"in the certificate and {other.get(key)!r} in the instance given"
            )


def header_about(path: Path, puzzle: AnyPuzzle) -> Certificate | None:
    """Return a file's header, unchecked; None if it is no certificate of this puzzle and metric."""
    try:
        with path.open("rb") as file:
            found = read_header(file)
        compare(found.puzzle, puzzle)
    except (PuzzleProofError, OSError):
        return None
    return found


def read_header(file: BinaryIO) -> Certificate:
    """Read the first line; returns a certificate whose body is still to be checked.

    Raises CertificateRejected if anything is not as documented, NotationError for a board and for a
    formula, which has to be given with ``--proof``.
    """
    line = file.readline(HEADER_LIMIT)
    if not line:
        raise CertificateRejected("an empty file: expected a certificate")
    if line.startswith(FORMULA_MARK):
        raise NotationError("a formula: name its proof with --proof FILE")
    try:
        header = json.loads(line, object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise _no_header(line, file) from None
    header = cast("dict[str, Any]", header) if isinstance(header, dict) else {}
    if header.get("format") != FORMAT:
        raise CertificateRejected(NO_CERTIFICATE)
    seal = SEALED.fullmatch(line)
    if seal is not None and hashlib.sha256(seal[1] + b"}").hexdigest().encode() != seal[2]:
        # This test comes before the test of the version, which may be what was changed.
        raise CertificateRejected(f"{DAMAGED}: its header does not match its 'header_sha256'")
    version = header.get("version")
    if type(version) is not int or version not in VERSIONS:
        *some, last = VERSIONS
        expected = f"expected {', '.join(map(str, some))} or {last}"
        raise CertificateRejected(f"version {header.get('version')!r}: {expected}")
    for number, key in VERSIONS.items():
        if key and (key in header) != (version == number):
            raise CertificateRejected(f"{key!r} and version {number} go together")
    if seal is None:
        raise CertificateRejected(f"{DAMAGED}: its header does not end with its 'header_sha256'")
    return _typed(header, file)


def _no_header(line: bytes, file: BinaryIO) -> CertificateRejected | NotationError:
    """Say what is wrong with a file that does not begin with JSON; it may be a board."""
    if FORMAT.encode() in line or line.startswith(b'{"'):
        return CertificateRejected(f"{DAMAGED}: its first line is not a header in JSON")
    from puzzleproof.models.formats import format_in

    text = (line + file.read(SIZE_LIMIT)).decode("utf-8-sig", "replace")
    if (format_name := format_in(text)) is None:
        return CertificateRejected(NO_CERTIFICATE)
    how = "'puzzleproof prove' writes one with --certificate"
    return NotationError(f"a board (format {format_name}), not a certificate: {how}")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a JSON object; raises ValueError for a repeated key: programs differ on its value."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key occurs twice")
    return found


def _typed(header: Mapping[str, Any], file: BinaryIO) -> Certificate:
    kind = header.get("kind")
    if not isinstance(kind, str) or kind not in CHECKERS:
        raise CertificateRejected(f"kind {kind!r}: expected one of {', '.join(CHECKERS)}")
    puzzle = puzzle_of(header, "the header")
    if not CHECKERS[kind].is_bound:
        if extra := {"at_least", "plan", *filter(None, VERSIONS.values())} & header.keys():
            raise CertificateRejected(f"kind {kind!r} has no key {min(extra)!r}")
        return Certificate(kind, puzzle, 0, None, header, _body(header, file))
    bound, plan = header.get("at_least", -1), header.get("plan")
    if not (bound is None or _natural(bound)):
        raise CertificateRejected(f"'at_least' {bound!r}: expected a number or null")
    moves = None if plan is None else _list(header, "plan", lambda move: type(move) is str)
    if moves is not None and not plan_fits(moves):
        most = f"{PLAN_LIMIT:,} moves and {PLAN_CHARACTERS:,} characters at most"
        raise CertificateRejected(f"'plan': {count(len(moves), 'move')}, expected {most}")
    return Certificate(kind, puzzle, bound, moves, header, _body(header, file))


def puzzle_of(claim: Mapping[str, Any], where: str) -> AnyPuzzle:
    """Read the instance that a claim states, in its metric; raises CertificateRejected."""
    try:
        text, metric = claim["instance"], claim["metric"]
        if not isinstance(text, str) or not isinstance(metric, str):
            raise TypeError(
                f"{text!r:.60}, {metric!r:.60}: expected an instance's text, and a metric's name"
            )
        return loads(text, "instance", stored=True).with_metric(metric)
    except (InstanceError, Unsupported, KeyError, TypeError) as error:
        raise CertificateRejected(f"{where}'s instance or metric: {error}") from None


def _body(header: Mapping[str, Any], file: BinaryIO) -> Body:
    length, digest = header.get("body_bytes"), header.get("sha256")
    if not isinstance(length, int) or not _natural(length):
        raise CertificateRejected(f"'body_bytes' {length!r}: expected a number")
    if not isinstance(digest, str) or not HASH.fullmatch(digest):
        raise CertificateRejected(f"'sha256' {digest!r}: expected 64 hexadecimal digits")
    return Body(file, length, digest)


def _natural(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


def _list(header: Mapping[str, Any], key: str, fits: Callable[[object], bool]) -> tuple[Any, ...]:
    """Return a list of the header; raises CertificateRejected if an item does not fit."""
    value = header.get(key)
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    if not all(map(fits, items)):
        raise CertificateRejected(f"the header's {key!r} is not a list as documented")
    return tuple(items)


def _check_plan(certificate: Certificate) -> None:
    if certificate.plan is None:
        return
    if certificate.at_least is None:
        raise CertificateRejected("claims 'unsolvable' but has a plan")
    try:
        replay_to_goal(certificate.puzzle, certificate.plan)
    except (IllegalMove, NotationError) as error:
        raise CertificateRejected(f"the plan: {error}") from None
    if len(certificate.plan) < certificate.at_least:
        raise CertificateRejected("the plan is shorter than the bound")
