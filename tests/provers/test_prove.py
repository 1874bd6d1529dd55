"""`prove` with each engine and kind of evidence, or left to itself: one minimum, and its grade."""

import errno
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import puzzleproof
from puzzleproof.models.errors import CertificateRejected, InternalError, LimitReached, Unsupported
from puzzleproof.models.instances import load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Claim, header
from puzzleproof.provers.events import BoundsChanged, Event, Note, PlanFound, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import ENGINES, EVIDENCE, Engine, Request
from puzzleproof.provers.session import Session
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import SMALL, library, sliding
from tests.support.frog_boards import frogs
from tests.support.stand_ins import always
from tests.support.tile_boards import alike, tiles

PUZZLE = SMALL["walls"]
MINIMUM = 8

CANNOT = {
    **dict.fromkeys(("sat", "cpsat"), ("labelling", "exhaustion", "invariant")),
    "search": ("refutation",),
}
"""Engine -> kinds of evidence that it does not make; no invariant finds this board's minimum."""


def proven(engine: Engine, *kinds: str) -> Verdict:
    """Prove the minimum; events tell each change of the bounds."""
    events: list[Event] = []
    request = Request(engine=engine, evidence=kinds)
    verdict = prove("walls", PUZZLE, request, events.append)
    assert (verdict.status, verdict.optimum) == ("optimal", MINIMUM)
    assert verdict.lower == verdict.upper == MINIMUM
    assert replay_to_goal(PUZZLE, verdict.plan or ()) == MINIMUM
    assert all(row.bound == MINIMUM for row in verdict.evidence if row.kind != "invariant")
    assert all(row.bound <= MINIMUM for row in verdict.evidence)
    told = [event for event in events if isinstance(event, BoundsChanged)]
    assert told[-1] == BoundsChanged(verdict.lower, verdict.upper, verdict.grade)
    lowers = [event.lower or 0 for event in told]
    assert lowers == sorted(lowers)
    return verdict


@pytest.mark.parametrize(("engine", "kind"), [*product(ENGINES, EVIDENCE)])
def test_each_engine_and_kind_of_evidence_finds_the_minimum(engine: Engine, kind: str) -> None:
    if kind in CANNOT.get(engine, ()):
        with pytest.raises(Unsupported):
            Request(engine=engine, evidence=(kind,))
    elif kind != "invariant":
        verdict = proven(engine, kind)
        assert verdict.grade == ("cross-checked" if kind == "exhaustion" else "certified")
        kinds = {row.kind for row in verdict.evidence}
        assert kind in ("auto", "all") or kind in kinds
        if kind == "all":
            assert kinds >= {"exhaustion"} | ({"refutation"} if engine != "search" else set())
            assert "labelling" in kinds or engine in ("sat", "cpsat")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_is_no_answer(engine: Engine) -> None:
    verdict = prove("hard", library("ane-rouge"), Request(engine=engine), limits=Limits(0.05))
    assert verdict.status in ("bounded", "unknown")
    assert verdict.optimum is None
    assert any("time limit" in note for note in verdict.notes)
    assert verdict.lower is None or verdict.lower <= 81
    done = prove("done", sliding("A.", goal="A."), Request(engine=engine))
    assert (done.status, done.optimum, done.plan) == ("optimal", 0, ())


def test_a_listener_may_end_the_work() -> None:
    """By a limit; any other error of it is its own."""

    def enough(event: Event) -> None:
        if isinstance(event, BoundsChanged) and (event.lower or 0) > 5:
            raise LimitReached("enough for me")

    verdict = prove("hard", library("ane-rouge"), Request(), enough, Limits(60))
    assert (verdict.status, verdict.lower) == ("bounded", 6)
    assert verdict.notes[-1] == "enough for me"
    for error in (ValueError, Unsupported, ImportError):

        def fail(event: Event, error: type[Exception] = error) -> None:
            raise error("not listening")

        with pytest.raises(error, match="not listening"):
            prove("walls", PUZZLE, Request(), fail)


def test_a_long_constructed_plan_keeps_to_the_time_limit() -> None:
    row = "F" * 500 + "." + "T" * 500
    long = loads(f'family = "frogs"\nboard = "{row}"\n')
    verdict = prove("long", long, Request(), limits=Limits(0.3))
    assert verdict.plan is None
    assert verdict.notes[-1] == "time limit reached"


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError("this host starts no processes")

    monkeypatch.setattr("puzzleproof.provers.process.start", refuse)
    monkeypatch.setattr("puzzleproof.provers.refutation.queries.start", refuse)


@pytest.mark.usefixtures("no_processes")
@pytest.mark.parametrize(
    ("name", "engine"),
    [
        *(("gnome-18-steps", engine) for engine in ("auto", "search")),
        *(("triangle-4", engine) for engine in ENGINES),
        ("frogs-2-2", "auto"),
        ("tiles-2x3", "auto"),
        ("four-cubes", "sat"),
        ("european-centre", "auto"),
    ],
)
def test_a_host_without_processes_proves_the_same(name: str, engine: Engine) -> None:
    puzzle = load(name)
    verdict = prove(name, puzzle, Request(engine=engine), in_process=True)
    (known,) = {row.optimum for row in puzzle.info.known if row.metric == verdict.metric}
    assert verdict.status == ("unsolvable" if known is None else "optimal")
    assert verdict.optimum == known


@pytest.mark.usefixtures("no_processes")
def test_a_host_without_processes_keeps_to_the_time_limit() -> None:
    hard = library("century-and-a-half")
    verdict = prove("hard", hard, Request(), limits=Limits(0.02), in_process=True)
    assert verdict.status in ("bounded", "unknown")
    assert verdict.grade == "claimed"
    assert (verdict.lower or 0) < 150
    assert any("time limit" in note for note in verdict.notes)
    with pytest.raises(OSError, match="no processes"):
        prove("hughes", library("hughes"), Request())  # so that the tests above can fail


@pytest.mark.parametrize("engine", ENGINES)
def test_solve_finds_a_plan_and_proves_nothing(engine: Engine) -> None:
    verdict = puzzleproof.solve(PUZZLE, engine=engine)
    assert verdict.plan is not None
    assert replay_to_goal(PUZZLE, verdict.plan) == verdict.upper
    assert (verdict.status, verdict.optimum) == ("bounded", None)


def test_what_the_system_refuses_ends_the_work_with_what_is_known() -> None:
    def refused(_session: Session) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "part")

    def wrong(_session: Session) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", "part")

    session = Session(load("tiles-2x2"), ignore, NO_LIMITS)
    verdict = session.run(refused, "x", {})
    assert (verdict.status, verdict.grade) == ("unknown", "claimed")
    assert verdict.notes == ("stopped by the system: 'part': No space left on device",)
    with pytest.raises(FileNotFoundError):
        session.run(wrong, "x", {})


def certified(folder: Path, puzzle: AnyPuzzle, **keys: Any) -> tuple[Verdict, Path]:
    """Prove with a certificate; the file is there just if the verdict says so."""
    path = folder / "auto.cert"
    request = Request(certificate=str(path), **keys)
    verdict = prove("auto", puzzle, request, limits=Limits(120.0))
    assert verdict.certificate in (None, str(path))
    assert path.exists() == (verdict.certificate is not None)
    assert [file.name for file in folder.iterdir()] == (["auto.cert"] if path.exists() else [])
    return verdict, path


def kinds(verdict: Verdict) -> list[str]:
    return [row.kind for row in verdict.evidence]


@pytest.mark.parametrize(
    ("name", "asked", "optimum", "made"),
    [
        ("frogs-6-6", {}, 48, ["invariant"]),
        ("tiles-2x3", {}, 21, ["invariant", "labelling"]),
        ("one-colour-cubes", {}, None, ["invariant", "labelling"]),
        ("european-centre, move", {}, None, ["invariant"]),
        ("taquin-swapped, multi", {}, None, ["invariant"]),
        ("frogs-6-6", {"evidence": ("invariant",)}, 48, ["invariant"]),
        ("frogs-3x3", {"evidence": ("labelling",)}, 12, ["labelling"]),
        ("tiles-2x3", {"evidence": ("labelling",)}, 21, ["labelling"]),
    ],
)
def test_what_closes_which_puzzle(
    name: str, asked: dict[str, Any], optimum: int | None, made: list[str], tmp_path: Path
) -> None:
    """What an invariant decides is not searched; evidence named leaves its own certificate."""
    name, _, metric = name.partition(", ")
    puzzle = load(name)
    verdict, path = certified(tmp_path, puzzle.with_metric(metric or puzzle.metric), **asked)
    status = "unsolvable" if optimum is None else "optimal"
    assert (verdict.status, verdict.grade, verdict.optimum) == (status, "certified", optimum)
    assert kinds(verdict) == made
    checked = check_file(path)
    assert (checked.kind, checked.at_least, checked.optimum) == (made[-1], optimum, optimum)
    assert checked.plan == verdict.plan


def test_a_large_board_is_proven_by_an_invariant_and_a_plan_by_sat(tmp_path: Path) -> None:
    events: list[Event] = []
    path = tmp_path / "english.cert"
    puzzle = load("english-centre").with_metric("jump")
    request = Request(certificate=str(path), solver="glucose4")
    verdict = prove("english-centre", puzzle, request, events.append)
    assert (verdict.status, verdict.grade, verdict.optimum) == ("optimal", "certified", 31)
    assert {event.by for event in events if isinstance(event, PlanFound)} == {"sat"}
    assert "labelling" not in kinds(verdict)
    assert "exhaustion" not in kinds(verdict)
    checked = check_file(path)
    assert (checked.kind, checked.optimum, checked.plan) == ("invariant", 31, verdict.plan)
    assert checked.plan is not None
    assert replay_to_goal(puzzle, checked.plan) == 31


@pytest.mark.parametrize(
    ("name", "bound", "kind"),
    [
        ("frogs-6-6", 40, "invariant"),
        ("tiles-2x3", 5, "invariant"),
        ("tiles-2x3", 6, "labelling"),
        ("tiles-2x3", 21, "labelling"),
    ],
)
def test_a_lower_bound_ends_the_work(name: str, bound: int, kind: str, tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load(name), at_least=bound)
    assert (verdict.lower or 0) >= bound
    assert verdict.grade == "certified"
    assert kinds(verdict)[-1] == kind
    checked = check_file(path)
    assert (checked.kind, (checked.at_least or 0) >= bound) == (kind, True)


@pytest.mark.parametrize("name", ["korf-03", "hifi", "english-centre"])
def test_a_time_limit_leaves_no_false_certificate(name: str, tmp_path: Path) -> None:
    puzzle, path = load(name), tmp_path / "auto.cert"
    verdict = prove(name, puzzle, Request(certificate=str(path)), limits=Limits(0.6))
    assert verdict.status in ("bounded", "unknown")
    assert verdict.optimum is None
    assert any("time limit" in note for note in verdict.notes)
    minimum = next(row.optimum for row in puzzle.info.known if row.metric == puzzle.metric) or 0
    assert (verdict.lower or 0) <= minimum
    assert path.exists() == (verdict.certificate is not None)
    if verdict.certificate:
        checked = check_file(path)
        assert 0 < (checked.at_least or 0) <= minimum
        assert checked.optimum is None


def test_where_no_invariant_proves_anything_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = "puzzleproof.provers.invariant.find_argument"
    monkeypatch.setattr(found, always(None))
    puzzle = tiles("1 0 2/3 4 5", "multi")
    verdict = prove("tiles", puzzle, Request(evidence=("invariant",)))
    assert verdict.status == "unknown"
    assert "no invariant proves anything here" in verdict.notes


FALSE: dict[str, tuple[str, Any]] = {
    "a bound too high": ("at_least", 9),
    "no lemma": ("argument", {"lemmas": [], "goals": []}),
    "no plan's end": ("plan", ("4-3",)),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_the_checker_rejects_is_not_published(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer that claims what is false; an earlier file stays as it was."""
    path = tmp_path / "auto.cert"
    path.write_bytes(b"an earlier one")

    def write(part: Path, puzzle: AnyPuzzle, claim: Claim, versions: Any, argument: Any) -> None:
        told: dict[str, Any] = {"at_least": claim.at_least, "plan": claim.plan}
        told |= {"argument": argument}
        told |= dict([FALSE[name]])
        bent = Claim(claim.kind, told["at_least"], told["plan"])
        part.write_bytes(header(puzzle, bent, versions, argument=told["argument"]))

    monkeypatch.setattr("puzzleproof.provers.invariant.write_file", write)
    with pytest.raises((InternalError, CertificateRejected)):
        prove("frogs", load("frogs-2-2"), Request(certificate=str(path)))
    assert path.read_bytes() == b"an earlier one"
    assert [file.name for file in tmp_path.iterdir()] == ["auto.cert"]


def test_what_arrays_hold_is_searched_whole_where_no_other_search_suits() -> None:
    """Frogs on 5 x 5 cells may have 67,603,900 states, tables of 4 x 4 tiles far more."""
    assert not Session(frogs("FFFFF/FFFFF/F...T/TTTTT/TTTTT"), ignore, NO_LIMITS).is_large
    assert Session(frogs("FFFFF/FFFF./F...T/.TTTT/TTTTT"), ignore, NO_LIMITS).is_large
    assert Session(load("korf-01"), ignore, NO_LIMITS).is_large


LARGE = "/".join(["1 2 3 4 5 6 7 8", *["* * * * * * * *"] * 6])
"""More alike tiles than a search of all states visits."""


@pytest.mark.parametrize(
    ("evidence", "grade"),
    [
        ("auto", "certified"),
        ("all", "certified"),
        ("labelling", "certified"),
        ("exhaustion", "claimed"),
    ],
)
def test_a_family_without_an_encoder_is_answered(evidence: str, grade: str) -> None:
    """However large the board; what needs an encoder is noted, if anything else was found."""
    puzzle = alike(f"{LARGE}/* * * * * * 9 0", f"{LARGE}/* * * * * * * 9")
    events = list[Event]()
    verdict = prove("large", puzzle, Request(evidence=(evidence,)), events.append)
    assert (verdict.grade, verdict.upper) == (grade, 1)
    notes = [event.text for event in events if isinstance(event, Note)]
    assert any("no encoder" in text for text in notes) == (evidence in ("all", "exhaustion"))


def test_kinds_that_a_puzzle_lacks_are_noted_beside_others() -> None:
    """A table that cannot be solved has no end for IDA*, but an invariant."""
    events = list[Event]()
    verdict = prove("swapped", load("taquin-swapped"), Request(evidence=("all",)), events.append)
    assert (verdict.status, verdict.grade) == ("unsolvable", "certified")
    assert any("no evidence of kind" in e.text for e in events if isinstance(e, Note))
