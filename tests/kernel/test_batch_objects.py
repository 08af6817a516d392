"""What the kernel makes of objects for a batch, and objects of its bytes, is what Python makes."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from types import FunctionType, ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import grid

from sudokulib import Result, solve_many
from sudokulib._kernel import core
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.solving.batch import lines as batch_lines
from sudokulib.solving.batch import solved_chunk
from sudokulib.solving.batch.lines import EMPTY, LineCodec

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")

FOUR = grid("4x4", "2x2", symbols="1234")
LINES = ["1.....2..3.....4", "1" + "." * 15, "11" + "." * 14, "." * 16]
FULL = 0b1111


def results(lines: Sequence[str]) -> list[Result]:
    return list(solve_many(lines, FOUR, nodes=20))


def test_results_are_those_that_python_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [LINES[n * n % 7 % 4] for n in range(300)]  # more than are made at once
    made = results(lines)
    monkeypatch.setattr(solved_chunk, "core", None)
    expected = results(lines)
    assert {result.status for result in made} == {"unique", "multiple", "none"}
    assert made == expected
    assert [r.stats.nodes for r in made] == [r.stats.nodes for r in expected]


def test_results_are_forgotten_with_all_that_they_refer_to() -> None:
    assert core
    chunk = object()
    before = sys.getrefcount(chunk)
    classes = (Result, Solution, solved_chunk._ChunkPuzzle)
    kept = core.make_results(
        classes, solved_chunk.STATUS, chunk, FOUR, bytes([2]) * 50, bytes(50 * 32), 0, 50
    )
    assert sum(len(result.solutions) for result in kept) == 100
    assert sys.getrefcount(chunk) == before + 50
    kept.clear()
    assert sys.getrefcount(chunk) == before


def test_the_garbage_collector_does_not_visit_results_and_need_not() -> None:
    (result,) = results(LINES[:1])
    own = (result, result.solutions, *result.solutions)
    assert [gc.is_tracked(one) for one in own] == [False] * 3
    # Nothing that is computed later refers to the result: it is part of no circle.
    later = [result._late, result.puzzle, result.steps, result.order, result.conflict, result.stats]
    seen = {id(one): one for one in later}
    while later:
        for one in gc.get_referents(later.pop()):
            if id(one) not in seen and not isinstance(one, type | ModuleType | FunctionType):
                seen[id(one)] = one
                later.append(one)
    assert not {id(one) for one in own} & {*seen}


@pytest.mark.parametrize(
    ("classes", "outcomes", "end", "error"),
    [
        ((int, Solution, tuple), b"\1", 1, AttributeError),
        ((Result, 7, tuple), b"\1", 1, TypeError),
        ((Result, Solution, list), b"\1", 1, TypeError),
        ((Result, Solution, tuple), b"\1", 2, IndexError),
        ((Result, Solution, tuple), b"\1", -1, TypeError),
        ((Result, Solution, tuple), b"\5", 1, IndexError),
        ((Result, Solution, tuple), b"", 1, IndexError),
    ],
)
def test_what_is_no_batch_is_refused(
    classes: tuple[type, type, type], outcomes: bytes, end: int, error: type[Exception]
) -> None:
    assert core
    with pytest.raises(error):
        core.make_results(classes, solved_chunk.STATUS, 0, FOUR, outcomes, bytes(32), 0, end)


CHARACTERS = st.text("1234.0\t\x1c\x1f \n5é\xa0\u2028", max_size=18)
PADDED = st.tuples(
    st.text("\t\n\v\f\r\x1c\x1d\x1e\x1f ", max_size=2),
    st.text("1234.", min_size=16, max_size=16),
    st.text("\t\n\v\f\r\x1c\x1d\x1e\x1f \xa0\x1b", max_size=2),
).map("".join)


@given(st.lists(PADDED | CHARACTERS | st.sampled_from(LINES), min_size=1, max_size=4))
def test_lines_are_packed_as_python_packs_them(drawn: list[str]) -> None:
    codec = LineCodec(FOUR)
    packed = codec.pack(drawn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch_lines, "core", None)
        assert codec.pack(drawn) == packed


def test_lines_that_are_no_plain_text_are_left_to_python() -> None:
    assert core
    codes = bytes(range(256))
    assert core.pack_lines(["ab", " cd\n", " e"], 2, codes, 0) == b"abcd e"
    for around in map(chr, range(128)):
        packed = core.pack_lines([f"{around}ab{around}"], 2, codes, 0)
        assert packed == (b"ab" if around.isspace() else None)
    wrong: list[list[object]] = [["a\0"], ["abc"], ["a"], ["é1"], ["ab", b"cd"], ["ab", 1]]
    assert [core.pack_lines(one, 2, codes, 0) for one in wrong] == [None] * len(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no code for each byte"):
        core.pack_lines(["ab"], 2, codes[1:], 0)


@given(st.lists(st.integers(0, FULL), max_size=9).map(tuple))
def test_masks_are_packed_where_they_say_no_more_than_givens(masks: tuple[int, ...]) -> None:
    known = {FULL: EMPTY, **{1 << value: value for value in range(4)}}
    plain = bytes(known[mask] for mask in masks) if {*masks} <= {*known} else None
    assert core
    assert core.pack_masks(masks, FULL) == plain


@given(st.data(), st.integers(1, 40), st.integers(0, 5))
def test_two_values_share_a_byte_and_are_told_apart_again(
    data: st.DataObject, record: int, records: int
) -> None:
    assert core
    kept = data.draw(st.integers(1, record))
    value = st.sampled_from([*range(15), EMPTY])
    drawn = st.lists(value, min_size=record * records, max_size=record * records)
    values = bytes(data.draw(drawn))
    packed = core.pack_values(values, record, kept)
    assert len(packed) == (records * kept + 1) // 2
    expected = [
        values[at : at + kept] + bytes([EMPTY]) * (record - kept)
        for at in range(0, len(values), record)
    ]
    assert core.unpack_values(packed, records, record, kept) == b"".join(expected)


@pytest.mark.parametrize("value", [*range(15, 255)])
def test_values_that_are_too_large_are_not_packed(value: int) -> None:
    assert core
    for at in range(20):
        values = bytes(value if n == at else EMPTY for n in range(20))
        assert core.pack_values(values, 20, 20) == b""
        assert (core.pack_values(values, 10, 5) == b"") == (at % 10 < 5)


@pytest.mark.parametrize(("record", "kept"), [(0, 1), (1, 0), (4, 5), (3, 3)])
def test_what_are_no_records_is_refused(record: int, kept: int) -> None:
    assert core
    with pytest.raises(ValueError, match="no whole records"):
        core.pack_values(bytes(4), record, kept)
    for records, length in ((3, 4), (1, 2)):
        with pytest.raises(ValueError, match="no whole records"):
            core.unpack_values(bytes(3), records, length, length if record else 0)


def test_masks_that_are_too_wide_are_refused() -> None:
    assert core
    with pytest.raises(OverflowError):
        core.pack_masks((1 << 64,), FULL)
    assert core.pack_masks((1 << 63,), (1 << 64) - 1) == bytes([63])
