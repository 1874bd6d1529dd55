"""Files with several things changed at once are rejected, or what they claim is true."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.models.errors import CertificateRejected, InstanceError
from tests.support.certificate_files import packed
from tests.support.mutant_subjects import subjects
from tests.support.mutants import Files, Subject, accepted, lie
from tests.support.mutations import opened, resealed

CHEAP = ("frog", "frogs, square", "tiles", "tiles, column", "jumps, strip", "jumps, stuck", "cubes")
CERTIFICATES = [
    one
    for one in subjects()
    if one.files.proof is None and (one.kind != "refutation" or one.name in CHEAP)
]
FORMULAS = [one for one in subjects() if one.files.proof is not None and one.name in CHEAP]


def of_kind(kind: str) -> st.SearchStrategy[Subject]:
    return st.sampled_from([one for one in CERTIFICATES if one.kind.startswith(kind)])


def assert_no_lie(files: Files) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            checked = accepted(files, Path(folder))
        except (CertificateRejected, InstanceError) as error:
            checked, lines = None, str(error).splitlines()
            if len(lines) != 1:
                raise AssertionError(f"no reason in one line: {lines}") from None
    assert checked is None or lie(checked) is None


@st.composite
def edited(draw: st.DrawFn, tree: object) -> Any:
    """A tree of JSON with one thing changed at a random place."""
    if isinstance(tree, dict) and tree and draw(st.integers(0, 9)):
        keys = cast("dict[str, Any]", tree)
        key = draw(st.sampled_from(sorted(keys)))
        return keys | {key: draw(edited(keys[key]))}
    if isinstance(tree, list) and tree:
        items = list(cast("Sequence[Any]", tree))
        k = draw(st.integers(0, len(items) - 1))
        one, other = items[k], items[draw(st.integers(0, len(items) - 1))]
        edits: list[list[Any]] = [[], [one, one], [other], [other, one], [draw(edited(one))]]
        return [*items[:k], *draw(st.sampled_from(edits)), *items[k + 1 :]]
    if isinstance(tree, int):
        return tree + draw(st.sampled_from((-2, -1, 1, 2, 10**20)))
    return draw(st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.just([]))


def spliced(draw: st.DrawFn, data: bytes, times: int) -> bytes:
    """Pieces cut out, put in, or taken elsewhere."""
    for _ in range(times):
        a, b, c = sorted(draw(st.integers(0, len(data))) for _ in range(3))
        data = draw(
            st.sampled_from(
                (
                    data[:a] + data[b:],
                    data[:b] + data[a:],
                    data[:a] + data[b:c] + data[a:b] + data[c:],
                    data[:a] + data[b:c] + data[b:],
                )
            )
        )
    return data


@settings(max_examples=settings().max_examples * 5)
@given(st.data())
def test_headers_with_several_edits(data: st.DataObject) -> None:
    subject = data.draw(st.sampled_from(CERTIFICATES))
    header, _, raw = opened(subject.files.first)
    whole = {"body_bytes": header.pop("body_bytes")}
    for _ in range(data.draw(st.integers(1, 4))):
        drawn = data.draw(edited(header))
        header = cast("dict[str, Any]", drawn) if isinstance(drawn, dict) else {}
    claims = {"at_least": data.draw(st.none() | st.integers(0, 25)), "plan": None}
    header |= claims if data.draw(st.booleans()) else {}
    header.pop("sha256", None)
    assert_no_lie(Files(resealed(whole | header, raw)))


@settings(max_examples=settings().max_examples * 3)
@given(st.data())
def test_arguments_with_several_edits(data: st.DataObject) -> None:
    subject = data.draw(of_kind("invariant"))
    header, _, raw = opened(subject.files.first)
    argument = header["argument"]
    for _ in range(data.draw(st.integers(1, 5))):
        argument = data.draw(edited(argument))
    bound = data.draw(st.none() | st.integers(0, 25))
    told = {"argument": argument, "at_least": bound, "plan": None}
    assert_no_lie(Files(resealed(header, raw, **told)))


@settings(max_examples=settings().max_examples * 4)
@given(st.data(), st.integers(1, 3))
def test_bodies_spliced(data: st.DataObject, times: int) -> None:
    subject = data.draw(of_kind("labelling") | of_kind("refutation"))
    header, _, raw = opened(subject.files.first)
    raw = data.draw(st.composite(spliced)(raw, times))
    for key in ("sizes", "backward") if "sizes" in header else ():
        if data.draw(st.booleans()):
            header[key] = data.draw(edited(header[key]))
    assert_no_lie(Files(resealed(header, raw)))
    assert_no_lie(Files(resealed(header, raw, at_least=None, plan=None)))


@given(st.data(), st.integers(1, 3))
def test_formulas_and_proofs_spliced(data: st.DataObject, times: int) -> None:
    subject = data.draw(st.sampled_from(FORMULAS))
    first, proof = subject.files.first, subject.files.proof
    assert proof is not None
    splice = st.composite(spliced)
    if data.draw(st.booleans()):
        proof = data.draw(splice(proof, times))
    else:
        first = data.draw(splice(first, times))
    assert_no_lie(Files(first, proof))


def test_the_files_are_honest_before_they_are_edited(tmp_path: Path) -> None:
    for subject in (*CERTIFICATES, *FORMULAS):
        assert lie(accepted(subject.files, tmp_path)) is None
        if subject.files.proof is None:
            header, tail, raw = opened(subject.files.first)
            assert tail == packed(raw)
            assert lie(accepted(Files(resealed(header, raw)), tmp_path)) is None
