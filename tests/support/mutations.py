"""Mutations by chance: of bytes, lines, words, headers, claims, labels, lemmas, formulas, proofs.

A header is a list of (key, JSON text), so that a key may stand twice and a number be of any length;
`resealed` puts the hashes right.  Besides changing the files, an adversary may write the formula of
another horizon as it should be; then only the proof can tell.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Any, TypeAlias, cast

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.formula.check import remark
from puzzleproof.verify.formula.dimacs import digest, lines
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.refutation import formula_of
from tests.support.arguments import sealed
from tests.support.certificate_files import blocks_of, packed, records
from tests.support.mutant_subjects import PUZZLES, subjects
from tests.support.mutants import Files, Mutant, Subject

Header: TypeAlias = list[tuple[str, str]]
Blocks: TypeAlias = list[list[int]]
Way: TypeAlias = Callable[[Random, Subject], Files]

DEEP = 960
PLAIN_VALUES = """\
null true false -1 0 1 2 1.0 NaN Infinity 1e999 "x" "" [] [null] [0] ["x"] {} [-1] [1.0] [true]"""
VALUES = (
    *PLAIN_VALUES.split(),
    *('{"a": 1}', '["\\ud800"]', '"\\ud800"', '"\\u0000"'),
    *(str(10**18), "9" * 4000, "9" * 5000, f"[{10**18}]", f"[{10**18}, 1]"),
    "[" * DEEP + "]" * DEEP,
    "[" * 100_000 + "]" * 100_000,
    '{"a":' * DEEP + "1" + "}" * DEEP,
    "",
)
"""JSON texts that belong nowhere, or not everywhere; the last is none."""
NUMBERS: tuple[Callable[[Any], Any], ...] = (
    lambda x: x + 1,
    lambda x: x - 1,
    lambda x: -x,
    lambda x: 2 * x,
    lambda _: 10**30,
    str,
    lambda _: None,
    lambda x: x + 0.5,
    lambda x: [x],
    lambda _: True,
)
WORDS = ("classes", "pagoda", "potential", "count", "permutation", "own", "facts", "", "x", None)
CHARS = ".#AB01 xoF"
INSERTED = (b"\x00", b"\xff", b"\x80", b" ", b"0", b"-")
STRANGE = (
    *(b"", b"c a remark", b"999999 0 0", b"999999 0 1 0", b"0 0 0", b"1 0 0", b"1 d 1 0"),
    *(b"999999 1 -1 0 1 0", b"999999 d 999999 0", b"999999 0 -1 0", b"d", b"a", b"999999 1 0"),
)
"""Lines that belong nowhere in a proof."""


def mutants(subject: Subject, number: int) -> Iterator[Mutant]:
    """So many of a subject, the same ones every time."""
    chance = Random(f"{subject.kind} {subject.name}")  # noqa: S311  no secret
    for k in range(number):
        way = chance.choice(WAYS[subject.kind.partition(" ")[0]])
        yield Mutant(f"{way.__name__}, number {k}", way(chance, subject))


def bent_bytes(chance: Random, data: bytes) -> bytes:
    """A piece, mostly a byte, changed, dropped, doubled, moved or put in; or all after it cut."""
    if not data:
        return chance.choice(INSERTED)
    a = chance.randrange(len(data))
    b, c = a + 1, a + 2
    if chance.random() < 0.3:
        b, c = sorted(chance.choices(range(a, len(data) + 1), k=2))
    flipped = bytes([data[a] ^ 1 << chance.randrange(8)])
    return chance.choice(
        (
            data[:a] + flipped + data[a + 1 :],
            data[:a] + data[b:],
            data[:b] + data[a:],
            data[:a] + data[b:c] + data[a:b] + data[c:],
            data[:a] + chance.choice(INSERTED) + data[a:],
            data[:a],
            data + chance.choice((b"\x00", b"\n", b"0", data)),
        )
    )


def bent_lines(chance: Random, data: bytes) -> bytes:
    """A line dropped, doubled, moved or of other words; or a strange one put in."""
    some = data.splitlines(keepends=True) or [b"\n"]
    k, to = (chance.randrange(len(some)) for _ in "12")
    line, rest = some[k], some[:k] + some[k + 1 :]
    worded = [*some[:k], _bent_words(chance, line), *some[k + 1 :]]
    moved = [*rest[:to], line, *rest[to:]]
    strange = [*some[:to], chance.choice(STRANGE) + b"\n", *some[to:]]
    return b"".join(chance.choice((rest, [*some[:k], line, *some[k:]], moved, strange, worded)))


def _bent_words(chance: Random, line: bytes) -> bytes:
    words = line.split() or [b"0"]
    k = chance.randrange(len(words))
    word, other = words[k], chance.choice(words)
    number = int(word) if word.lstrip(b"-").isdigit() and len(word) < 30 else 0
    numbers = (number + 1, number - 1, -number, 0, int("9" * 30))
    none = list[bytes]()
    instead = (none, [word, word], [other], [other, word], *([b"%d" % n] for n in numbers))
    return b" ".join([*words[:k], *chance.choice(instead), *words[k + 1 :]]) + b"\n"


def bent_tree(chance: Random, tree: object) -> Any:
    """A tree of JSON with one leaf, item or key changed, dropped, doubled or exchanged."""
    if isinstance(tree, dict) and tree:
        keys = cast("dict[str, Any]", tree)
        key = chance.choice(sorted(keys))
        without = {name: value for name, value in keys.items() if name != key}
        features = keys | {"features": chance.choice(("own", "facts"))}
        inside = keys | {key: bent_tree(chance, keys[key])}
        return chance.choice((without, features, *[inside] * 6))
    if isinstance(tree, list) and tree:
        items = list(cast("Sequence[Any]", tree))
        k = chance.randrange(len(items))
        one, other = items[k], chance.choice(items)
        nested = [bent_tree(chance, one)]
        middle = chance.choice(([], [one, one], [other], [other, one], *[nested] * 6))
        return [*items[:k], *middle, *items[k + 1 :]]
    if isinstance(tree, int | float):
        return chance.choice(NUMBERS)(tree)
    return chance.choice(WORDS)


def opened(data: bytes) -> tuple[dict[str, Any], bytes, bytes]:
    """Header, body as it stands, body decompressed."""
    line, _, tail = data.partition(b"\n")
    header = json.loads(line)
    del header["header_sha256"]
    return header, tail, zlib.decompress(tail) if tail else b""


def texts(header: dict[str, Any]) -> Header:
    """The header as JSON texts."""
    return [(key, json.dumps(value)) for key, value in header.items()]


def joined(header: Header, tail: bytes = b"") -> bytes:
    """A file with the header's hash as it should be."""
    return sealed(_object(header)) + tail


def _object(pairs: Header) -> bytes:
    return ("{" + ", ".join(f"{json.dumps(key)}: {text}" for key, text in pairs) + "}").encode()


def changed(header: Header, key: str, text: str) -> Header:
    """The header with another text for a key."""
    return [(k, text if k == key else t) for k, t in header]


def resealed(header: dict[str, Any], raw: bytes, **changes: Any) -> bytes:
    """A file with all hashes right; a change to None puts null."""
    tail = packed(raw)
    told = {"body_bytes": len(raw), "sha256": hashlib.sha256(tail).hexdigest(), **changes}
    return joined(texts(header | told), tail)


def bent_header(chance: Random, header: dict[str, Any]) -> Header:
    """Up to three keys missing, doubled or with other values."""
    pairs = texts(header)
    for _ in range(chance.choice((1, 1, 2, 3))):
        key = chance.choice(sorted(header))
        value = chance.choice((*VALUES, json.dumps(bent_tree(chance, header[key]))))
        without = [pair for pair in pairs if pair[0] != key]
        doubled = [(key, value), *pairs]
        twice, more = [*pairs, (key, json.dumps(header[key]))], [*pairs, ("more", "1")]
        other = changed(pairs, key, value)
        pairs = chance.choice((without, doubled, twice, more, pairs[::-1], *[other] * 5))
    return pairs


def _header(chance: Random, subject: Subject) -> Files:
    header, tail, _ = opened(subject.files.first)
    return Files(joined(bent_header(chance, header), tail))


def _claim(chance: Random, subject: Subject) -> Files:
    """Another bound, plan, metric or kind."""
    header, tail, _ = opened(subject.files.first)
    puzzle, bound = subject.puzzle, header["at_least"]
    legal = [puzzle.format_move(move) for move in puzzle.moves(puzzle.start)]
    plan: list[str] = header["plan"] or legal[:1]
    for _ in range(chance.choice((0, 1, 1, 2))):
        k, move = chance.randrange(len(plan) + 1), chance.choice([*plan, *legal, ""])
        plan = [*plan[:k], *chance.choice(([], [move], [move, *plan[k : k + 1]])), *plan[k + 1 :]]
    bounds = (bound, len(plan), None, *range((bound or 0) + 3), 2 * (bound or 5), 10**9)
    told = {"at_least": chance.choice(bounds), "plan": chance.choice((plan, plan, None))}
    if chance.random() < 0.3:
        told["metric"] = chance.choice(type(puzzle).metrics)
        told["kind"] = chance.choice((header["kind"], "labelling", "invariant", "refutation", "x"))
    return Files(joined(texts(header | told), tail))


def _instance(chance: Random, subject: Subject) -> Files:
    """Another board, another goal, other rules."""
    header, tail, _ = opened(subject.files.first)
    text, other = header["instance"], PUZZLES[chance.choice(list(PUZZLES))]
    k = chance.randrange(len(text))
    middle = chance.choice((*[chance.choice(CHARS)] * 4, "", text[k] * 2))
    bent = {"instance": text[:k] + middle + text[k + 1 :]}
    theirs = {"instance": dumps(other)}
    told = chance.choice((*[bent] * 8, theirs, theirs | {"metric": other.metric}))
    return Files(joined(texts(header | told), tail))


def _body(chance: Random, subject: Subject) -> Files:
    """A body bent above or below the compression; another's body or hash."""
    header, tail, raw = opened(subject.files.first)
    other = chance.choice([one for one in subjects() if one.files.proof is None])
    theirs, foreign, unpacked = opened(other.files.first)
    level = chance.choice((0, 1, 9))
    sealed_tail = chance.choice((bent_bytes(chance, tail), zlib.compress(raw, level)))
    told = header | {"sha256": hashlib.sha256(sealed_tail).hexdigest()}
    size = header | {"body_bytes": chance.choice((len(raw) - 1, len(raw) + 1, 0, 10**18))}
    bent = resealed(header, bent_bytes(chance, raw))
    made = (
        joined(texts(told), sealed_tail),
        joined(texts(size), tail),
        resealed(header, unpacked),
        joined(texts(header | {"sha256": theirs["sha256"]}), tail),
        joined(texts(header), foreign),
    )
    return Files(chance.choice((*[bent] * 5, *made)))


def _raw(chance: Random, subject: Subject) -> Files:
    """Bytes of either file changed, or a file of another subject."""
    first, proof = subject.files.first, subject.files.proof
    other = chance.choice(
        [one for one in subjects() if (one.files.proof is None) == (proof is None)]
    )
    bent = Files(bent_bytes(chance, first), proof)
    if proof is None:
        header, body = first.partition(b"\n")[0], other.files.first.partition(b"\n")[2]
        return chance.choice((bent, bent, bent, Files(header + b"\n" + body)))
    last = Files(first, bent_bytes(chance, proof))
    exchanged = (Files(proof, first), Files(first, b""), Files(b"", proof))
    theirs = Files(first, other.files.proof), Files(other.files.first, proof)
    return chance.choice((*[bent, last] * 5, *exchanged, *theirs))


def bent_blocks(chance: Random, puzzle: AnyPuzzle, blocks: Blocks) -> Blocks:
    """Records dropped, doubled, changed, moved, goals put in; blocks dropped, doubled, joined."""
    found, layers = [list(block) for block in blocks], blocks_of(puzzle, len(blocks) + 2)
    goals = [
        number for layer in layers for number in layer if puzzle.is_goal(puzzle.unpack(number))
    ]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        filled = [block for block in found if block]
        if not filled:
            return found
        if chance.random() < 0.75:
            _bend_record(chance, chance.choice(filled), chance.choice(found), goals or [0])
            continue
        k, none = chance.randrange(len(found)), list[int]()
        block = found[k]
        joint, more = sorted({*block, *found[k - 1]}), list(chance.choice(layers))
        instead: tuple[Blocks, ...] = (
            *([], [none], [block, [*block]], [block, none]),
            *([block, more], [joint], [more]),
        )
        found[k : k + 1] = chance.choice(instead)
    return found


def _bend_record(chance: Random, block: list[int], other: list[int], goals: list[int]) -> None:
    one, there = chance.choice(block), chance.choice((block, other))
    if chance.random() < 0.8:
        block.remove(one)
    near, goal = [one + 1], [chance.choice(goals)]
    there += chance.choice(([], [one], [one, one], near, [max(0, one - 1)], goal, [one, *goal]))
    if chance.random() < 0.9:
        there.sort()


def _labels(chance: Random, subject: Subject) -> Files:
    """Bent labels, with the bound as it was, as it would have to be, and none."""
    header, _, raw = opened(subject.files.first)
    front, back = _sides(header, raw)
    if not back or chance.random() < 0.6:
        front = bent_blocks(chance, subject.puzzle, front)
    elif chance.random() < 0.7:
        back = bent_blocks(chance, subject.puzzle, back)
    others: tuple[tuple[Blocks, Blocks], ...] = (
        *((back, front), (front, []), ([], back), ([*front, *back[::-1]], [])),
        *((front[:1], front[1:]), ([*front, *back[-1:]], back), (front[:-1], back + front[-1:])),
    )
    front, back = chance.choice((*[(front, back)] * 12, *others))
    sizes = [list(map(len, side)) for side in (front, back)]
    if chance.random() < 0.1:
        sizes = bent_tree(chance, sizes)
    fits = len(front) + len(back) - bool(back)
    bound = chance.choice((header["at_least"], fits, fits, None))
    plan = header["plan"] if bound is None or bound <= len(header["plan"] or ()) else None
    told = {"at_least": bound, "plan": plan} | dict(zip(("sizes", "backward"), sizes, strict=False))
    return Files(resealed(header, records([*front, *back]), **told))


def _sides(header: dict[str, Any], raw: bytes) -> tuple[Blocks, Blocks]:
    gaps, number, shift = list[int](), 0, 0
    for byte in raw:
        number, shift = number | (byte & 127) << shift, shift + 7
        if byte < 128:
            gaps.append(number)
            number = shift = 0
    ends = list(accumulate(header["sizes"] + header["backward"], initial=0))
    blocks = [list(accumulate(gaps[a:b], initial=-1))[1:] for a, b in pairwise(ends)]
    return blocks[: len(header["sizes"])], blocks[len(header["sizes"]) :]


def _lemmas(chance: Random, subject: Subject) -> Files:
    """The lemmas of an invariant, or the bounds of a labelling, bent or of another subject."""
    header, _, raw = opened(subject.files.first)
    key = "argument" if subject.kind == "invariant" else "bounds"
    if key not in header:
        return _labels(chance, subject)
    told, bound = header[key], header["at_least"]
    for _ in range(chance.choice((1, 1, 2, 4))):
        told = bent_tree(chance, told)
    if chance.random() < 0.1:
        others = [one for one in subjects() if one.kind == subject.kind]
        told = opened(chance.choice(others).files.first)[0][key]
    claim = chance.choice((bound, (bound or 0) + 1, (bound or 0) + 2, None))
    return Files(resealed(header, raw, at_least=claim, plan=None, **{key: told}))


def _proof(chance: Random, subject: Subject) -> Files:
    """Lines of a proof; of a formula in a file of its own, lines of either."""
    first, proof = subject.files.first, subject.files.proof
    if proof is None:
        header, _, raw = opened(first)
        return Files(resealed(header, bent_lines(chance, raw)))
    line, _, rest = first.partition(b"\n")
    if subject.kind.endswith("text") and chance.random() < 0.5:
        return Files(first, bent_lines(chance, proof))
    return Files(line + b"\n" + bent_lines(chance, rest), proof)


def _formula(puzzle: AnyPuzzle, length: int) -> tuple[int, list[Clause]] | None:
    try:
        horizon = formula_of(puzzle, length, "horizon")
    except CertificateRejected:
        return None
    return horizon.variables, list(horizon.clauses())


def _other_formula(chance: Random, subject: Subject) -> Files:
    """The hash of another horizon's formula, of another board's, or of one with a clause bent."""
    header, _, raw = opened(subject.files.first)
    puzzle, bound, name = subject.puzzle, header["at_least"], chance.choice(list(PUZZLES))
    told: dict[str, Any] = {"plan": None}
    if chance.random() < 0.4:
        told["at_least"] = bound = chance.randrange(1, bound + 3)
    elif chance.random() < 0.3:
        puzzle = PUZZLES[name]
        told |= {"instance": dumps(puzzle), "metric": puzzle.metric}
    made = _formula(puzzle, bound - 1)
    if made is None:
        return subject.files
    variables, clauses = made
    if len(told) == 1:
        k = chance.randrange(len(clauses))
        clauses[k : k + 1] = chance.choice(([], [clauses[k][1:]]))
    return Files(resealed(header, raw, cnf_sha256=digest(variables, clauses), **told))


MARK = b"c puzzleproof-formula "


def _remark(chance: Random, subject: Subject) -> Files:
    """What the first line of a formula says."""
    line, _, rest = subject.files.first.partition(b"\n")
    header = json.loads(line.removeprefix(MARK))
    pairs, bound = bent_header(chance, header), header["at_least"] or 0
    name, forms = chance.choice(list(PUZZLES)), ("paths", "horizon", "x")
    claim = {"at_least": chance.choice((None, *range(bound + 3))), "form": chance.choice(forms)}
    theirs = {"instance": dumps(PUZZLES[name]), "metric": PUZZLES[name].metric}
    said = chance.choice((pairs, pairs, texts(header | claim), texts(header | theirs)))
    return Files(MARK + _object(said) + b"\n" + rest, subject.files.proof)


def _honest_formula(chance: Random, subject: Subject) -> Files:
    """Of another horizon, with the old proof."""
    header = json.loads(subject.files.first.partition(b"\n")[0].removeprefix(MARK))
    text, metric, bound = (header[key] for key in ("instance", "metric", "at_least"))
    bound = chance.randrange(1, bound + 3)
    made = _formula(subject.puzzle, bound - 1)
    assert made is not None
    head = remark("horizon", text, metric, bound)
    return Files(head + b"".join(lines(*made)), subject.files.proof)


CERTIFICATE = (_raw, _header, _claim, _instance, _body)
FORMULA = (_raw, _proof, _proof, _remark, _honest_formula)
WAYS: dict[str, tuple[Way, ...]] = {
    "labelling,": (*CERTIFICATE, _labels, _labels, _lemmas, _lemmas),
    "invariant": (*CERTIFICATE, _lemmas, _lemmas, _lemmas),
    "refutation": (*CERTIFICATE, _proof, _proof, _other_formula),
    "horizon,": FORMULA,
}
"""By the first word of a subject's kind."""
