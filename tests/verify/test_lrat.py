"""The LRAT checker: what it accepts does follow, whatever the lines say; and what it rejects."""

import io
from collections.abc import Callable, Sequence
from itertools import accumulate, product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.provers.lrat import as_text
from puzzleproof.verify.lrat import Line, binary_lines, text_lines
from puzzleproof.verify.refutation import check_refutation
from tests.support.solver_proofs import NONE, NOT_1, clrat

PIGEONS: list[tuple[int, ...]] = [
    (1, 2),
    (3, 4),
    (5, 6),
    (-1, -3),
    (-1, -5),
    (-3, -5),
    (-2, -4),
    (-2, -6),
    (-4, -6),
]
"""Three pigeons, two holes: 1 2, 3 4, 5 6 are the places of each."""

Reader = Callable[..., list[Line]]


def ran(*lines: Line, clauses: Sequence[Sequence[int]] = PIGEONS, variables: int = 6) -> int:
    """Check a proof; the number of hints."""
    return check_refutation(list(map(tuple, clauses)), variables, iter(lines))


def text(data: bytes, size: int = 1 << 16) -> list[Line]:
    """Read text, so many bytes at a time."""
    file = io.BytesIO(data)
    return list(text_lines(lambda: file.read(size)))


DIGITS = b"1" * 5_000
"""Python reads no number of over 4,300: `int` raises what no reader of certificates expects."""


def binary(data: bytes, size: int = 1 << 16) -> list[Line]:
    """Read CLRAT, so many bytes at a time."""
    file = io.BytesIO(data)
    return list(binary_lines(lambda: file.read(size)))


# --- good proofs --------------------------------------------------------------------------


END = [1, 7, 8, 2, 3, 6]
GOOD: dict[str, list[Line]] = {
    "three pigeons do not fit into two holes": [NOT_1, NONE],
    "numbers with gaps": [(12, [-1], NOT_1[2]), (99, [], [12, *END])],
    "deletion": [NOT_1, (0, [], [4, 5, 9]), NONE],
    "a literal twice": [(10, [-1, -1], NOT_1[2]), (11, [-1], NOT_1[2]), (12, [], [11, *END])],
    "a hint twice": [(10, [-1], [4, 4, 5, 2, 3, 9]), NONE],
    "tautology": [(10, [5, 6, -6], [3]), (11, [-1], NOT_1[2]), (12, [], [11, *END])],
    "weaker": [NOT_1, (11, [-1, 5], [10]), (12, [], [10, *END])],
}


@pytest.mark.parametrize("lines", GOOD.values(), ids=list(GOOD))
def test_good_proofs_are_accepted(lines: list[Line]) -> None:
    assert ran(*lines) == sum(len(hints) for number, _, hints in lines if number)


def test_clauses_with_a_literal_twice_or_with_both_are_no_danger() -> None:
    """They may be refused as hints; a clause that says nothing must not become a contradiction."""
    some: list[Line] = [(3, [], [1, 2]), (3, [], [2]), (3, [1], [1]), (3, [], [1])]
    for lines in product(some, repeat=2):
        numbered = [(3 + k, line[1], line[2]) for k, line in enumerate(lines)]
        with pytest.raises(CertificateRejected):
            ran(*numbered, clauses=[(1, 1, 2), (-1, 1)], variables=2)
    assert ran((3, [], [1, 2]), clauses=[(1,), (-1, -1)], variables=1) == 2


def test_a_formula_may_hold_the_empty_clause() -> None:
    assert ran((2, [], [1]), clauses=[()], variables=0) == 1


# --- bad proofs ---------------------------------------------------------------------------

BAD: dict[str, tuple[list[Line], str]] = {
    "a tautology without hints": ([(10, [1, -1], [3]), NOT_1, NONE], "do not make it follow"),
    "a wrong hint": ([(10, [-1], [4, 5, 2, 3, 8]), NONE], "clause 10: its hints"),
    "a hint in the wrong place": ([(10, [-1], [9, 4, 5, 2, 3]), NONE], "clause 10: its hints"),
    "a hint missing": ([(10, [-1], [4, 5, 2, 3]), NONE], "clause 10: its hints"),
    "a hint too many": ([(10, [-1], [4, 5, 2, 3, 9, 1]), NONE], "clause 10: its hints"),
    "the last hint twice": ([(10, [-1], [4, 5, 2, 3, 9, 9]), NONE], "clause 10: its hints"),
    "half of a lemma": ([(10, [-1, 5], NOT_1[2]), NONE], "clause 11: its hints"),
    "no hints": ([(10, [-1], []), NONE], "clause 10: its hints"),
    "another literal": ([(10, [1], [4, 5, 2, 3, 9]), NONE], "clause 10: its hints"),
    "a hint to itself": ([(10, [-1], [10, 4, 5, 2, 3, 9]), NONE], "no clause 10"),
    "a hint to what comes": ([(10, [-1], [11]), NONE], "no clause 11"),
    "a hint to an unknown clause": ([(10, [-1], [4, 5, 2, 3, 99]), NONE], "no clause 99"),
    "a hint to clause 0": ([(10, [-1], [0, 4, 5, 2, 3, 9]), NONE], "no clause 0"),
    "a negative hint": ([(10, [-1], [4, 5, 2, 3, -9]), NONE], "no clause -9"),
    "a hint to a forgotten clause": ([NOT_1, (0, [], [10]), NONE], "no clause 10"),
    "a hint to a forgotten one of the formula": ([(0, [], [9]), NOT_1, NONE], "no clause 9"),
    "an unknown clause forgotten": ([NOT_1, (0, [], [77]), NONE], "forgets clause 77"),
    "a clause forgotten twice": ([(0, [], [1, 1]), NOT_1, NONE], "forgets clause 1"),
    "a number that does not rise": ([NOT_1, (10, [], NONE[2])], "10: its number does not rise"),
    "a number of the formula": ([(9, [-1], NOT_1[2]), NONE], "9: its number does not rise"),
    "a negative number": ([(-10, [-1], NOT_1[2]), NONE], "-10: its number does not rise"),
    "a forgotten number again": (
        [NOT_1, (0, [], [10]), (10, [-1], NOT_1[2]), NONE],
        "10: its number does not rise",
    ),
    "it goes on": ([NOT_1, NONE, (12, [1], [10])], "goes on after the empty clause"),
    "it forgets after the end": ([NOT_1, NONE, (0, [], [1])], "goes on after the empty clause"),
    "no empty clause": ([NOT_1], "ends without the empty clause"),
    "nothing": ([], "ends without the empty clause"),
    "deletions alone": ([(0, [], [1, 2])], "ends without the empty clause"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_proofs_are_rejected_with_the_place(name: str) -> None:
    lines, words = BAD[name]
    with pytest.raises(CertificateRejected, match=words):
        ran(*lines)


@pytest.mark.parametrize("literal", [7, -7, 8, 12, 13, 14, -13, 10**30, -(10**30)])
def test_literals_beyond_the_variables_are_rejected(literal: int) -> None:
    """The table of false literals has 13 places: 7 would stand for -6, and 13 for none."""
    with pytest.raises(CertificateRejected, match="clause 10: a literal above 6"):
        ran((10, [literal], [3]), NONE)
    with pytest.raises(CertificateRejected, match="clause 10: a literal above 6"):
        ran((10, [-1, literal, 2], [3]), NONE)


def test_what_a_rejected_line_supposed_is_not_kept() -> None:
    """Falsehood is of one line; the table must be clean for the next."""
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    good: list[Line] = [(5, [1], [1, 3]), (6, [], [5, 2, 4])]
    assert ran(*good, clauses=clauses, variables=2) == 5
    with pytest.raises(CertificateRejected, match="clause 6"):
        ran(good[0], (6, [], [2, 4]), clauses=clauses, variables=2)


# --- soundness: arbitrary lines -----------------------------------------------------------

VARIABLES = 4
LITERALS = st.integers(-VARIABLES, VARIABLES).filter(bool)


def satisfiable(clauses: Sequence[Sequence[int]], variables: int = VARIABLES) -> bool:
    """All truths are tried."""
    return any(
        all(any(truth[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        for truth in product([False, True], repeat=variables)
    )


def every_hint(clauses: Sequence[Sequence[int]], literals: Sequence[int]) -> list[int] | None:
    """Hints by unit propagation over all clauses, as a prover finds them; None if there are none.

    Written on its own: sets of literals, no trail.
    """
    false, hints = set(literals), list[int]()
    while True:
        for number, clause in enumerate(clauses, 1):
            left = set(clause) - false
            if not left:
                return [*hints, number]
            if len(left) == 1 and len(clause) == len(set(clause)) and -min(left) not in false:
                false.add(-min(left))
                hints.append(number)
                break
        else:
            return None


def proof_of(clauses: Sequence[Sequence[int]]) -> list[Line]:
    """All clauses that follow by propagation, the shorter the later, and the empty one last."""
    known, lines = list(clauses), list[Line]()
    for width in (3, 2, 1, 0):
        for signs in product([-1, 0, 1], repeat=VARIABLES):
            literals = [sign * (k + 1) for k, sign in enumerate(signs) if sign]
            hints = every_hint(known, literals) if len(literals) == width else None
            if hints:
                known.append(tuple(literals))
                lines.append((len(known), literals, hints))
    return lines


@given(st.lists(st.lists(LITERALS, min_size=1, max_size=2).map(tuple), min_size=4, max_size=16))
@settings(max_examples=60)
def test_a_proof_is_found_and_accepted_just_where_there_is_one(
    clauses: list[tuple[int, ...]],
) -> None:
    """Width 3 is complete for four variables: what cannot hold is refuted."""
    lines = proof_of(clauses)
    refuted = bool(lines) and not lines[-1][1]
    assert refuted != satisfiable(clauses)
    if refuted:
        assert ran(*lines, clauses=clauses, variables=VARIABLES) > 0
        assert binary(clrat(*lines)) == lines


def test_whatever_is_accepted_of_very_many_is_unsatisfiable() -> None:
    """Lines by chance, of which the accepted are counted."""
    chance, accepted = Random(5), 0  # noqa: S311 (no secret)
    for _ in range(TRIALS):
        clauses = [
            tuple(chance.choice(SIGNED) for _ in range(chance.choice((1, 2, 2, 2, 3))))
            for _ in range(chance.randrange(4, 10))
        ]
        if accepted_of(chance, clauses):
            accepted += 1
            assert not satisfiable(clauses, 3)
    assert accepted > TRIALS // 100


TRIALS, SIGNED = 8_000, (1, 2, 3, -1, -2, -3)


def accepted_of(chance: Random, clauses: Sequence[Sequence[int]]) -> bool:
    """Whether some lines by chance are accepted; their hints are good ones, good ones spoilt, any,
    or good if a clause were shorter."""
    lines, known, last = list[Line](), list(clauses), len(clauses)
    for width in (*chance.choices((0, 1, 1, 2), k=chance.randrange(4)), 0):
        last += chance.choice((1, 1, 1, 1, 1, 2, 0))
        literals = [chance.choice((*SIGNED, 4, -4, 7)) for _ in range(width)]
        believed = known.copy()
        if chance.random() < 0.3:
            spoilt = chance.randrange(len(known))
            believed[spoilt] = known[spoilt][: chance.randrange(3)]
        good = every_hint(believed, literals) if chance.random() < 0.7 else None
        hints = good or chance.sample(range(last + 1), min(last, chance.randrange(1, 7)))
        if chance.random() < 0.3:
            hints[chance.randrange(len(hints))] = chance.randrange(last + 1)
        known.append(tuple(literals))
        lines.append((last, literals, hints))
    try:
        ran(*lines, clauses=clauses, variables=3)
    except CertificateRejected:
        return False
    return True


# --- the two forms ------------------------------------------------------------------------

LINES: list[Line] = [(0, [], [4]), NOT_1, (0, [], [1, 2]), (300, [70, -9000], [1, 299]), NONE]
TEXT = b"".join(as_text(LINES, 9))
BINARY = clrat(*LINES)


def test_text_as_it_stands() -> None:
    assert TEXT.splitlines()[:3] == [b"9 d 4 0", b"10 -1 0 4 5 2 3 9 0", b"10 d 1 2 0"]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 16])
def test_lines_are_the_same_however_they_are_read(size: int) -> None:
    assert text(TEXT, size) == LINES
    assert binary(BINARY, size) == [(n, sorted(x, key=abs), h) for n, x, h in LINES]


def test_remarks_and_blank_lines_are_passed_over() -> None:
    assert text(b"c a remark 0\n\n  \nc\n" + TEXT + b"c 1 0 2 0\n") == LINES


@pytest.mark.parametrize("read", [text, binary])
def test_a_proof_cut_short_is_no_other_proof(read: Reader) -> None:
    """At the end of a line the lines before it are left, elsewhere none are accepted."""
    pieces = TEXT.splitlines(keepends=True) if read is text else [clrat(x) for x in LINES]
    whole, ends = b"".join(pieces), list(accumulate(map(len, pieces)))
    for cut in range(1, len(whole)):
        if cut in ends:
            assert len(read(whole[:cut])) == ends.index(cut) + 1
            continue
        with pytest.raises(CertificateRejected, match="middle of a line"):
            read(whole[:cut])


@pytest.mark.parametrize(
    "line",
    [
        b"10 -1 0 4 5",
        b"10 -1 4 5 0",
        b"10",
        b"0",
        b"0 0",
        b"0 1 0 2 0",
        b"x -1 0 4 0",
        b"d 4 0",
        b"10 d 4",
        b"10 d",
        b"10 d x 0",
        b"10 -1 0 4 0x5 0",
        b"10 -1.0 0 4 0",
        b"a \x14\x03\0\x08\0",
        b"1 d %s 0" % DIGITS,
        b"%s 1 0 1 0" % DIGITS,
        b"1 %s 0 1 0" % DIGITS,
        b"1 1 0 -%s 0" % DIGITS,
        b"\xff\xfe",
        b"10 \xb2 0 1 0",
    ],
)
def test_text_that_is_no_line_is_rejected_with_its_number(line: bytes) -> None:
    with pytest.raises(CertificateRejected, match=r"proof, line 3: cannot be read as LRAT"):
        text(b"c\n9 d 4 0\n" + line + b"\n")


@pytest.mark.parametrize(
    "data",
    [b"b\x14\0\0", b"\0", b"a\0\0", b"A\x14\0\x02\0", b"10 -1 0 4 0\n\0", b"d\x02\0\0"],
)
def test_binary_that_is_no_line_is_rejected(data: bytes) -> None:
    with pytest.raises(CertificateRejected, match="neither 'a' nor 'd'"):
        binary(data)


@pytest.mark.parametrize("data", [b"a\x14\x01\x02\0\0", b"a\x14\x80\0\x02\0\0", b"a\x01\0\0"])
def test_a_binary_number_is_written_the_short_way(data: bytes) -> None:
    """Else 0, the end of a list, could be told as a literal."""
    with pytest.raises(CertificateRejected, match="not written the short way"):
        binary(data)


@given(st.binary(max_size=40), st.integers(1, 8))
@example(b"10 1 0 0 0\n10 -0 1 0 0\n10 1 -0 2 0 3 0\n", 8)
@settings(max_examples=80)
def test_arbitrary_bytes_are_read_or_rejected(data: bytes, size: int) -> None:
    """No other error; what is read at a time changes nothing; no literal is 0, as none is false."""
    for start, read in ((b"a", binary), (b"d", binary), (b"", text), (b"10 1 0 2", text)):
        whole, parts = (outcome(start + data, read, n) for n in (1 << 16, size))
        assert whole == parts


def outcome(data: bytes, read: Reader, size: int) -> list[Line] | str:
    """The lines, or that they are rejected."""
    try:
        found = read(data, size)
    except CertificateRejected:
        return "rejected"
    assert all(0 not in literals for _, literals, _ in found)
    return found


@pytest.mark.parametrize("length", [11, 3_000, 200_000])
def test_binary_numbers_without_end_are_rejected_at_once(length: int) -> None:
    """A number of a million bits would take long to put together, and longer to print."""
    huge = b"\xff" * length + b"\x7f"
    for data in (
        b"a" + huge + b"\0\0",
        b"a\x14" + huge + b"\0\x02\0",
        b"a\x14\x02\0" + huge + b"\0",
    ):
        with pytest.raises(CertificateRejected):
            ran(*binary(data))


def test_numbers_that_are_not_kept_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"a\x14\x02\0\x04\x06\0" * 3
    whole = binary(data)
    monkeypatch.setattr("puzzleproof.verify.records.NUMBERS_KEPT", 1)
    assert binary(data) == whole


def test_a_line_without_end_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzleproof.verify.lrat.LINE_LIMIT", 1000)
    with pytest.raises(CertificateRejected, match="a line of over 1,000 bytes"):
        text(b"10 " + b"1 " * 2000, 100)
    with pytest.raises(CertificateRejected, match="a line of over 1,000 numbers"):
        binary(b"a" + b"\x02" * 2000, 100)
