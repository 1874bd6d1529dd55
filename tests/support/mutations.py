"""Mutations of certificates: bytes and lines of any file, headers, labels, arguments.

A header is a list of (key, JSON text), so that a key may stand twice and a number be of any length;
`resealed` puts the hashes right.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, TypeAlias, cast

from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.arguments import sealed
from tests.support.certificate_files import blocks_of, packed, records
from tests.support.mutant_subjects import PUZZLES, subjects
from tests.support.mutants import Files, Mutant, Subject

Edit: TypeAlias = tuple[str, bytes]
Header: TypeAlias = list[tuple[str, str]]
Blocks: TypeAlias = list[list[int]]

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
    float,
    str,
    lambda _: None,
    lambda x: x + 0.5,
    lambda x: [x],
    lambda _: True,
)
CHARS = ".#AB01 xoF"
PLACES = 1500
"""Of longer files so many places at most are changed, at equal distances."""
INSERTED = b"\x00\xff\x80 0-"


# --- bytes, lines, words ------------------------------------------------------------------


def _places(count: int) -> range:
    return range(0, count, 1 + count // PLACES)


def byte_edits(data: bytes) -> Iterator[Edit]:
    """Every bit, byte, pair of neighbours and length."""
    for k in _places(len(data)):
        before, byte, after = data[:k], data[k], data[k + 1 :]
        for bit in range(8):
            yield f"bit {bit} of byte {k}", before + bytes([byte ^ 1 << bit]) + after
        yield f"byte {k} dropped", before + after
        yield f"byte {k} twice", before + bytes([byte, byte]) + after
        yield f"a byte before {k}", before + INSERTED[k % 6 : k % 6 + 1] + data[k:]
        yield f"bytes {k} exchanged", before + after[:1] + bytes([byte]) + after[1:]
        yield f"cut at {k}", before
    for tail in (b"\x00", b"\n", b"0", data):
        yield f"{tail[:1]!r} after the end", data + tail


def line_edits(data: bytes) -> Iterator[Edit]:
    """Every line dropped, twice, exchanged, moved to either end, or put in where it is not."""
    lines = data.splitlines(keepends=True)
    for k in _places(len(lines)):
        line = lines[k]
        rest = lines[:k] + lines[k + 1 :]
        yield f"line {k} dropped", b"".join(rest)
        yield f"line {k} twice", b"".join([*lines[: k + 1], *lines[k:]])
        yield f"line {k} last", b"".join([*rest, line])
        yield f"line {k} first", b"".join([line, *rest])
        yield f"lines {k} exchanged", b"".join([*rest[: k + 1], line, *rest[k + 1 :]])


def token_edits(data: bytes) -> Iterator[Edit]:
    """Every number of every line changed, dropped, twice, exchanged with the next."""
    lines = data.splitlines(keepends=True)
    words_a_line = [line.split() for line in lines]
    total = sum(map(len, words_a_line))
    for n, words in enumerate(words_a_line):
        for k in range(n * 7 % (1 + 4 * total // PLACES), len(words), 1 + 4 * total // PLACES):
            for what, some in _words(words, k, words[k]):
                new = b" ".join([*words[:k], *some, *words[k + 1 :]]) + b"\n"
                yield f"line {n}, word {k} {what}", b"".join([*lines[:n], new, *lines[n + 1 :]])
        for k in range(0, len(words) - 1, 1 + 4 * total // PLACES):
            new = b" ".join([*words[:k], words[k + 1], words[k], *words[k + 2 :]]) + b"\n"
            yield f"line {n}, words {k} exchanged", b"".join([*lines[:n], new, *lines[n + 1 :]])


def _words(words: Sequence[bytes], k: int, word: bytes) -> Iterator[tuple[str, list[bytes]]]:
    yield "dropped", []
    yield "twice", [word, word]
    yield "huge", [b"9" * 30]
    other = words[(k * 7 + 3) % len(words)]
    yield "as another", [other]
    if word.lstrip(b"-").isdigit():
        number = int(word)
        for value in (number + 1, number - 1, -number, 0):
            yield f"now {value}", [b"%d" % value]


# --- headers ------------------------------------------------------------------------------


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
    line = ", ".join(f"{json.dumps(key)}: {text}" for key, text in header)
    return sealed(b"{" + line.encode() + b"}") + tail


def changed(header: Header, key: str, text: str) -> Header:
    """The header with another text for a key."""
    return [(k, text if k == key else t) for k, t in header]


def resealed(header: dict[str, Any], raw: bytes, **changes: Any) -> bytes:
    """A file with all hashes right; a change to None puts null."""
    tail = packed(raw)
    told = {"body_bytes": len(raw), "sha256": hashlib.sha256(tail).hexdigest(), **changes}
    return joined(texts(header | told), tail)


def _header_edits(subject: Subject) -> Iterator[Edit]:
    header, tail, _ = opened(subject.files.first)
    pairs = texts(header)
    for number, (key, text) in enumerate(pairs):
        yield f"{key} missing", joined(pairs[:number] + pairs[number + 1 :], tail)
        yield f"{key} twice", joined([*pairs, (key, text)], tail)
        for value in VALUES:
            yield f"{key} is {value[:20]}", joined(changed(pairs, key, value), tail)
            if value != text and len(value) < 20:
                yield f"{key} also {value}", joined([(key, value), *pairs], tail)
    yield "another order", joined(pairs[::-1], tail)
    yield "a key more", joined([*pairs, ("more", "1")], tail)
    yield "the line twice", joined(pairs) + joined(pairs, tail)
    for what, changes in chain(_claims(header, subject.puzzle), _instances(header)):
        yield what, joined(texts(header | changes), tail)


Changes: TypeAlias = tuple[str, dict[str, Any]]


def _claims(header: dict[str, Any], puzzle: AnyPuzzle) -> Iterator[Changes]:
    """Bounds, plans, metrics and kinds."""
    bound, plan = header["at_least"], header["plan"]
    for value in (None, *range((bound or 0) + 3), 2 * (bound or 5), 10**9):
        yield f"at least {value}", {"at_least": value}
        yield f"at least {value} with no plan", {"at_least": value, "plan": None}
    for key, values in (
        ("metric", type(puzzle).metrics),
        ("kind", ("labelling", "invariant", "refutation", "exhaustion")),
    ):
        for value in values:
            yield f"{key} {value}", {key: value}
    legal = [puzzle.format_move(move) for move in puzzle.moves(puzzle.start)]
    for other in _plans(plan or legal[:1], legal):
        yield f"plan {other}"[:60], {"plan": other}
        yield f"plan {other} as the bound"[:60], {"plan": other, "at_least": len(other)}


def _plans(plan: list[str], legal: list[str]) -> Iterator[list[str]]:
    for k in range(len(plan)):
        yield plan[:k]
        yield plan[k + 1 :]
        yield plan[:k] + plan[k + 1 :]
        yield [*plan[: k + 1], *plan[k:]]
        yield [*plan[:k], *reversed(plan[k : k + 2]), *plan[k + 2 :]]
        for move in {*plan, *legal, ""}:
            yield [*plan[:k], move, *plan[k + 1 :]]
    for move in {*plan, *legal}:
        yield [move, *plan]
        yield [*plan, move]


def _instances(header: dict[str, Any]) -> Iterator[Changes]:
    """Other boards, other goals, other rules."""
    text = header["instance"]
    for name, puzzle in PUZZLES.items():
        other = {"instance": dumps(puzzle)}
        yield f"the instance {name}", other
        yield f"instance and metric of {name}", other | {"metric": puzzle.metric}
    for k, char in enumerate(text):
        for new in CHARS:
            if new != char:
                yield f"instance, {new!r} at {k}", {"instance": text[:k] + new + text[k + 1 :]}
        yield f"instance, {k} dropped", {"instance": text[:k] + text[k + 1 :]}
        yield f"instance, {k} twice", {"instance": text[: k + 1] + text[k:]}


def _bodies(subject: Subject) -> Iterator[Edit]:
    """Bytes of the body changed, above and below the compression; bodies of other subjects."""
    header, tail, raw = opened(subject.files.first)
    if not raw:
        return
    for what, new in byte_edits(tail):
        told = header | {"sha256": hashlib.sha256(new).hexdigest()}
        yield f"compressed, {what}", joined(texts(told), new)
    for what, new in byte_edits(raw):
        yield f"body, {what}", resealed(header, new)
    for level in (0, 1, 9):
        new = zlib.compress(raw, level)
        told = header | {"sha256": hashlib.sha256(new).hexdigest()}
        yield f"compressed by {level}", joined(texts(told), new)
    for size in (len(raw) - 1, len(raw) + 1, 0, 10**18):
        yield f"body of {size}", joined(texts(header | {"body_bytes": size}), tail)
    for other in subjects():
        if other.files.proof is None and other is not subject:
            theirs, foreign, unpacked = opened(other.files.first)
            yield f"body of {other.name}", resealed(header, unpacked)
            yield (
                f"hash of {other.name}",
                joined(texts(header | {"sha256": theirs["sha256"]}), tail),
            )
            yield f"header beside {other.name}", joined(texts(header), foreign)


# --- labels -------------------------------------------------------------------------------


def bent_blocks(puzzle: AnyPuzzle, blocks: Blocks) -> Iterator[tuple[str, Blocks]]:
    """Labels with records, blocks or boundaries changed."""
    goals = _goals(puzzle)
    for label, block in enumerate(blocks):
        for k in range(len(block)):
            for what, new in _bent(blocks, label, k, goals):
                yield f"label {label}, record {k} {what}", new
        none, bare = list[int](), Blocks()
        for what, some in (
            ("dropped", bare),
            ("empty", [none]),
            ("twice", [block, block]),
            ("and none", [block, none]),
        ):
            yield f"label {label} {what}", [*blocks[:label], *some, *blocks[label + 1 :]]
        if label:
            low, high = blocks[label - 1], block
            for what, pair in (("exchanged", [high, low]), ("joined", [sorted({*low, *high})])):
                yield f"label {label} {what}", [*blocks[: label - 1], *pair, *blocks[label + 1 :]]
    for number, layer in enumerate(blocks_of(puzzle, len(blocks) + 2)):
        yield f"layer {number} put last", [*blocks, layer]
    yield "nothing", []


def _goals(puzzle: AnyPuzzle) -> list[int]:
    """Two goal states that can be reached, packed."""
    found = (s for layer in layers(puzzle) for s in sorted(layer) if puzzle.is_goal(s))
    return [puzzle.pack(state) for state, _ in zip(found, "12", strict=False)]


def _bent(blocks: Blocks, label: int, k: int, goals: Sequence[int]) -> Iterator[tuple[str, Blocks]]:
    block = blocks[label]
    one, rest = block[k], block[:k] + block[k + 1 :]
    for what, new in (
        ("dropped", rest),
        ("twice", sorted([*block, one])),
        ("last", [*rest, one]),
        ("one higher", sorted({*rest, one + 1})),
        ("one lower", sorted({*rest, max(0, one - 1)})),
        *((f"replaced by the goal {g}", sorted({*rest, g})) for g in goals),
        *((f"and the goal {g}", sorted({*block, g})) for g in goals),
    ):
        yield what, [*blocks[:label], new, *blocks[label + 1 :]]
    for other in {0, label - 1, label + 1, len(blocks) - 1} - {label, -1, len(blocks)}:
        for what, there in (("", sorted({*blocks[other], one})), (" too", blocks[other])):
            moved = [*blocks[:label], block if what else rest, *blocks[label + 1 :]]
            moved[other] = sorted({*there, one})
            yield f"moved to label {other}{what}", moved


def _label_edits(subject: Subject) -> Iterator[Edit]:
    header, _, raw = opened(subject.files.first)
    front, back = _sides(header, raw)
    for what, new in bent_blocks(subject.puzzle, front):
        yield from _written(header, what, new, back)
    for what, new in bent_blocks(subject.puzzle, back) if back else ():
        yield from _written(header, f"backward {what}", front, new)
    sides: list[tuple[str, Blocks, Blocks]]
    sides = [("exchanged", back, front), ("no backward", front, []), ("no forward", [], back)]
    sides += [("all forward", [*front, *back[::-1]], []), ("all backward", front[:1], front[1:])]
    sides += [
        ("the middle", [*front, *back[-1:]], back),
        ("shifted", front[:-1], back + front[-1:]),
    ]
    for what, one, other in sides:
        yield from _written(header, what, one, other)
    sizes = header["sizes"] + header["backward"]
    for k, _ in enumerate(sizes[1:], 1):
        for d in (1, -1):
            new = [*sizes[: k - 1], sizes[k - 1] + d, sizes[k] - d, *sizes[k + 1 :]]
            told = {"sizes": new[: len(front)], "backward": new[len(front) :]}
            yield f"boundary {k} moved by {d}", resealed(header, raw, **told)


def _written(header: dict[str, Any], what: str, front: Blocks, back: Blocks) -> Iterator[Edit]:
    """Labels with the bound as it was, as it would have to be, one more, and none."""
    sizes = {"sizes": list(map(len, front)), "backward": list(map(len, back))}
    fits = len(front) + len(back) - bool(back)
    raw = records([*front, *back])
    bounds = {header["at_least"]: None, fits: None, None: None}
    for bound in bounds:
        yield f"{what}, at least {bound}", resealed(header, raw, at_least=bound, **sizes)
        if bound is not None and header["plan"] is not None and bound > len(header["plan"]):
            changes = sizes | {"at_least": bound, "plan": None}
            yield f"{what}, at least {bound}, no plan", resealed(header, raw, **changes)


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


# --- arguments ----------------------------------------------------------------------------

WORDS = ("classes", "pagoda", "potential", "count", "permutation", "own", "facts", "", "x")


def tree_edits(tree: object) -> Iterator[tuple[str, Any]]:
    """A tree of JSON with one leaf, item or key changed, dropped, twice or exchanged."""
    if isinstance(tree, dict):
        keys = cast("dict[str, Any]", tree)
        for key, value in keys.items():
            yield f"{key} missing", {k: v for k, v in keys.items() if k != key}
            yield from ((f"{key}: {what}", keys | {key: new}) for what, new in tree_edits(value))
        yield "own", keys | {"features": "own"}
        yield "facts", keys | {"features": "facts"}
    elif isinstance(tree, list):
        yield "empty", []
        items = list(cast("Sequence[Any]", tree))
        for k, value in enumerate(items):
            before, after = items[:k], items[k + 1 :]
            yield f"{k} dropped", before + after
            yield f"{k} twice", [*before, value, value, *after]
            yield f"{k} exchanged", [*before, *after[:1], value, *after[1:]]
            yield from ((f"{k}: {what}", [*before, n, *after]) for what, n in tree_edits(value))
    elif isinstance(tree, str):
        yield from ((word, word) for word in WORDS)
    else:
        yield from ((f"number {k}", change(tree)) for k, change in enumerate(NUMBERS))


def _argument_edits(subject: Subject) -> Iterator[Edit]:
    header, _, raw = opened(subject.files.first)
    bound = header["at_least"]
    for what, argument in tree_edits(header["argument"]):
        for claim in dict.fromkeys((bound, (bound or 0) + 1, None)):
            changes = {"argument": argument, "at_least": claim, "plan": None}
            yield f"{what}, at least {claim}", resealed(header, raw, **changes)
    for other in subjects():
        if other.kind == subject.kind:
            argument = opened(other.files.first)[0]["argument"]
            yield f"argument of {other.name}", resealed(header, raw, argument=argument)


def _bound_edits(subject: Subject) -> Iterator[Edit]:
    """Lemmas and their parameters changed, with the labels that the honest ones left."""
    header, _, raw = opened(subject.files.first)
    bound, named = header["at_least"], header["bounds"]
    lists: Iterator[tuple[str, Any]] = chain(
        tree_edits(named), ((f"bounds of {s.name}", _bounds_of(s)) for s in subjects())
    )
    for what, other in lists:
        for claim in (bound, bound + 1, bound + 2, None):
            changes = {"bounds": other, "at_least": claim, "plan": None}
            yield f"{what}, at least {claim}", resealed(header, raw, **changes)


def _bounds_of(subject: Subject) -> object:
    if subject.files.proof is not None:
        return []
    return opened(subject.files.first)[0].get("bounds", [])


# --- all of a certificate -----------------------------------------------------------------


def raw_certificate_mutants(subject: Subject) -> Iterator[Mutant]:
    """Bytes of the file."""
    for what, data in byte_edits(subject.files.first):
        yield Mutant(what, Files(data))
    for other in subjects():
        if other.files.proof is None and other is not subject:
            line, tail = other.files.first.partition(b"\n")[::2]
            mine, body = subject.files.first.partition(b"\n")[::2]
            yield Mutant(f"header of {other.name}", Files(line + b"\n" + body))
            yield Mutant(f"body of {other.name}", Files(mine + b"\n" + tail))


def certificate_mutants(subject: Subject) -> Iterator[Mutant]:
    """What an adversary would try who knows the format."""
    edits = [_header_edits(subject), _bodies(subject)]
    if subject.kind.startswith("labelling"):
        edits.append(_label_edits(subject))
    if subject.kind == "labelling, with bounds":
        edits.append(_bound_edits(subject))
    if subject.kind == "invariant":
        edits.append(_argument_edits(subject))
    for what, data in chain(*edits):
        yield Mutant(what, Files(data))
