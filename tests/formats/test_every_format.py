"""Properties of every format: samples are recognised and survive, and losses are listed."""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import replace
from functools import cache
from time import process_time

import pytest
from format_samples import SAMPLES, Sample
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sudokulib
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.errors import SudokuError
from sudokulib.formats import (
    Format,
    UnreadRuleWarning,
    Unwritable,
    Written,
    format_named,
    format_of,
    formats,
    read,
    read_all,
)
from sudokulib.formats import format as format_module
from sudokulib.formats.format import unwrapped
from sudokulib.formats.round_trip import dropped
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import kinds

NAMES = [made.name for made in formats()]
WRITTEN = [made.name for made in formats() if made.encode]
EVERY = [(name, sample) for name in NAMES for sample in SAMPLES[name]]
OURS = [kind for kind in kinds() if kind.__module__.startswith("sudokulib.")]

RICH = {"f-puzzles", "iss", "yaml"}
"""Formats that know many kinds."""
FEW = {"allowed", "anti", "argyle", "cage", "diagonals", "distinct", "sum", "thermometer", "x-sum"}
"""Kinds that tell apart what the other formats know."""


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnreadRuleWarning)
        yield


def read_first(name: str, text: str) -> Puzzle:
    return next(format_named(name).read_all(text, "<text>", DEFAULT_LIMITS))


def written(made: Format, puzzle: Puzzle) -> Written | None:
    with suppress(Unwritable):
        return made.write(puzzle)
    return None


def test_every_format_says_what_it_is_and_has_samples():
    assert set(SAMPLES) == set(NAMES)
    for made in formats():
        assert made.summary
        assert made.keeps
        assert SAMPLES[made.name]


@pytest.mark.parametrize(("name", "sample"), EVERY)
def test_a_text_is_read_once_if_its_puzzle_depends_on_nothing_else(name: str, sample: Sample):
    made = format_named(name)
    puzzles = list(made.read_all(sample.text, "<text>", DEFAULT_LIMITS))
    if len(puzzles) > 1:
        return
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        first = read(sample.text, form=name)
        warned = len(said)
        again = read(sample.text, form=name)
    assert first.exact_key == again.exact_key == puzzles[0].exact_key
    assert [str(one.message) for one in said[warned:]] == [
        str(one.message) for one in said[:warned]
    ]
    assert (again is first) == (made.text_alone and not warned)


@pytest.mark.parametrize("name", [made.name for made in formats() if made.text_alone])
def test_what_is_kept_of_texts_is_bounded_and_keeps_to_limits(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    made, text = format_named(name), SAMPLES[name][0].text
    known = read(text, form=name)
    assert read(text, form=name, limits=Limits(symbols=99)) is not known
    with pytest.raises(SudokuError, match="more than the limit"):
        read(text, form=name, limits=Limits(text=9))
    monkeypatch.setattr(format_module, "_LONGEST_KEPT", len(text) - 1)
    assert read(text, form=name) is not known
    assert len(format_module._puzzles()) <= 64
    assert replace(made, text_alone=False).read_one(text, "<text>", DEFAULT_LIMITS) is not known


@pytest.mark.parametrize(("name", "sample"), EVERY)
def test_a_sample_is_recognised_by_its_format_alone(name: str, sample: Sample):
    assert [made.name for made in formats() if made.recognises(sample.text)] == [name]
    assert format_of(sample.text + "\n") is format_named(name)


def format_by_asking_all(text: str) -> Format | None:
    return next((made for made in formats() if made.recognises(unwrapped(text))), None)


LOOKS = st.one_of(
    st.from_regex(
        r"\n? ?\.{1,2}(V|X|Or|Cage|Shape|~R1C1_2)([.~0-9a-zA-Z<^=_\n -]{0,80}|[|,:\n]|=fpuzA){0,4}",
        fullmatch=True,
    ),
    st.text("VX.<>^v0123456789~", min_size=81, max_size=81),
    st.from_regex(r'\{"(size|grid|geometry|data)": ?[0-9{\["]{1,3}', fullmatch=True),
    st.from_regex(r"3x3:d?:k:[0-9:]{0,20}", fullmatch=True),
    st.text(".123456789X ,", min_size=16, max_size=16),
    st.from_regex(r"[0-9.]{81}\s?[A-I]{81}|(V\.|\.){81}\s?(A{9}B{9}){4}C{9}", fullmatch=True),
    st.text(".V123456789|", min_size=729, max_size=729),
    st.from_regex(r"\{?\"?geometry\"?: ?(4x4|9x9|[1-9.]{4})([\n ,}|.1-4:=\-]|/sclAAAA|a){0,60}"),
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(LOOKS)
def test_formats_that_are_asked_first_take_no_text_of_another(text: str):
    assert format_of(text) is format_by_asking_all(text)


@pytest.mark.parametrize(("name", "sample"), EVERY)
def test_what_editors_do_to_a_sample_says_nothing(name: str, sample: Sample):
    lines = sample.text.splitlines()
    puzzles = list(read_all(sample.text))
    copies = ["\ufeff" + sample.text, "\r\n".join(lines), "\n\n" + sample.text + "\n\n"]
    if " 7  4 " not in sample.text:  # blanks are empty cells there
        copies += ["".join(f"{line}  \n" for line in lines), "".join(f"  {s}\n" for s in lines)]
    for text in copies:
        assert list(read_all(text)) == puzzles


@pytest.mark.parametrize(("name", "sample"), [(n, s) for n, s in EVERY if s.solution])
def test_a_sample_has_its_solution(name: str, sample: Sample):
    result = sudokulib.solve(read_first(name, sample.text))
    assert result.status == "unique"
    assert result.solution is not None
    assert result.solution.line() == sample.solution


@pytest.mark.parametrize(("name", "sample"), [(n, s) for n, s in EVERY if n in WRITTEN])
def test_a_sample_survives_in_its_own_format(name: str, sample: Sample):
    puzzle = read_first(name, sample.text)
    done = format_named(name).write(puzzle)
    if sample.lossless:
        assert done.dropped == ()
        assert read_first(name, done.text) == puzzle
    if sample.canonical:
        assert done.text == sample.text


@pytest.mark.parametrize(
    ("name", "kind"),
    [(name, kind) for name in WRITTEN for kind in OURS if name in RICH or kind.name in FEW],
    ids=lambda value: getattr(value, "name", value),
)
def test_every_kind_is_kept_or_told_of(name: str, kind):
    """Nothing is lost silently, and a text never means more than the puzzle."""
    made = format_named(name)
    puzzle = example_of(kind)
    done = written(made, puzzle)
    if done is None:
        return
    assert format_of(done.text) is made
    back = made.read(done.text, "<text>", DEFAULT_LIMITS)
    lost, gained = dropped(puzzle, back)
    assert (lost, gained) == (done.dropped, ())
    if not lost and back != puzzle:
        assert sudokulib.solve(back).status == status_of(kind)


@cache
def example_of(kind) -> Puzzle:
    return loads(f"geometry: {kind.example_on}\nshapes: {kind.example}\n")


@cache
def status_of(kind) -> str:
    return sudokulib.solve(example_of(kind)).status


CELLS = st.integers(0, 3).map(lambda n: n + 1)


@st.composite
def small_puzzles(draw: st.DrawFn) -> Puzzle:
    """4×4 puzzles with givens, candidates and a few rules that many formats know."""
    cell = st.tuples(CELLS, CELLS).map(lambda at: f"R{at[0]}C{at[1]}")
    solution = draw(st.sampled_from(["1234341221434321", "1234341243212143", "2143431212343421"]))
    value = {f"R{n // 4 + 1}C{n % 4 + 1}": int(solution[n]) for n in range(16)}
    shapes: list[str] = []
    for _ in range(draw(st.integers(0, 3))):
        cells = draw(st.lists(cell, min_size=2, max_size=3, unique=True))
        total = sum(value[c] for c in cells)
        listed = " ".join(cells)
        options = [f"{{kind: sum, cells: {listed}, total: {total}}}"]
        if len({value[c] for c in cells}) == len(cells):
            options.append(f"{{kind: cage, cells: {listed}, sum: {total}}}")
        if value[cells[0]] < value[cells[1]]:
            options.append(f"{{kind: less-than, cells: {cells[0]} {cells[1]}}}")
            options.append(f"{{kind: thermometer, lines: [{cells[0]} {cells[1]}]}}")
        shapes.append(draw(st.sampled_from(options)))
    known = draw(st.dictionaries(cell, st.none(), max_size=6))
    allowed = {
        c: [value[c], *draw(st.lists(CELLS, max_size=3))]
        for c in draw(st.lists(cell, max_size=3, unique=True))
    }
    where = draw(st.sampled_from(["4x4", "4x4", "latin-4"]))
    data = {
        "geometry": where if where == "4x4" or not allowed else "4x4",
        "givens": {c: str(value[c]) for c in known},
        "allowed": {c: sorted(set(map(str, options))) for c, options in allowed.items()},
        "title": draw(st.sampled_from(["", "A title"])),
    }
    listed = "".join(f"\n- {shape}" for shape in shapes) or " []"
    return loads("\n".join(f"{key}: {value!r}" for key, value in data.items() if value)
                 + f"\nshapes:{listed}\n")  # fmt: skip


def solved(puzzle: Puzzle) -> set[str]:
    return {solution.line() for solution in sudokulib.solutions(puzzle)}


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(small_puzzles())
def test_small_puzzles_mean_the_same_in_every_format(puzzle: Puzzle):
    check_meaning(puzzle)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(small_puzzles())
def test_many_small_puzzles_mean_the_same_in_every_format(puzzle: Puzzle):
    check_meaning(puzzle)


def check_meaning(puzzle: Puzzle) -> None:
    """A text means no more than the puzzle, and no less where no rule was dropped."""
    mine = solved(puzzle)
    for name in WRITTEN:
        made = format_named(name)
        if (done := written(made, puzzle)) is not None:
            back = made.read(done.text, "<text>", DEFAULT_LIMITS)
            kept = not any(d.startswith(("the shape", "that", "the given")) for d in done.dropped)
            other = mine if back == puzzle else solved(back)
            assert mine == other if kept else mine <= other, name


ODD = st.sampled_from(list("0123456789.,:;~-_=+*/\\|<>[]{}()\"'#%& \n\t\0abzAZuRC²é€🂡"))


@st.composite
def broken(draw: st.DrawFn, text: str) -> str:
    """A text with a piece cut off, doubled, or replaced."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 40)))
    middle = draw(
        st.one_of(
            st.just(""),
            st.just(text[start:end] * 2),
            st.text(ODD, max_size=6),
            st.just("9" * 30),
            st.just("[" * 2000),
        )
    )
    return text[:start] + middle + draw(st.sampled_from([text[end:], ""]))


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
@pytest.mark.parametrize("name", NAMES)
def test_broken_texts_are_errors_and_nothing_else(name: str, data: st.DataObject):
    check_broken(name, data)


@pytest.mark.slow
@settings(max_examples=150, deadline=5000, suppress_health_check=list(HealthCheck))
@given(st.data())
@pytest.mark.parametrize("name", NAMES)
def test_many_broken_texts_are_errors_and_nothing_else(name: str, data: st.DataObject):
    check_broken(name, data)


def check_broken(name: str, data: st.DataObject) -> None:
    made = format_named(name)
    sample = data.draw(st.sampled_from(SAMPLES[name])).text
    text = data.draw(broken(sample))
    assert format_of(text) is format_by_asking_all(text)
    with suppress(SudokuError):
        list(made.read_all(text, "<text>", Limits(cells=2000)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["", "\n", " ", "\ufeff", "x" * 100_000, "[" * 100_000])
def test_nothing_and_too_much_are_errors(name: str, text: str):
    made = format_named(name)
    assert not made.recognises(text)
    with pytest.raises(SudokuError):
        made.read_one(text, "<text>", Limits(text=10_000))


LONG = {
    "runs of blanks": " " * 200_000 + "x",
    "empty lines": "\n" * 200_000 + "x",
    "a line that is nearly a ruler": "|1|2|\n|" + "-" * 90_000 + "x\n",
    "flags that may be read in two ways": "3x3" + "r1da" * 40 + "z:aa",
    "many beginnings of a link": "/sclAAAAAAAAAAAA" * 10_000 + "& x",
    "many beginnings of an id": "/scf00000000000000" * 10_000 + "& x",
    "many queries": "https://sigh.github.io/" + "?q=" * 60_000 + " x",
    "ranges without an end": ".Regex~" + "MS0y" * 30_000 + "~R1C1~R1C2",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_texts_are_told_apart_and_read_in_no_time(text: str):
    began = process_time()
    format_of(text)
    for made in formats():
        with suppress(SudokuError):
            list(made.read_all(text, "<text>", DEFAULT_LIMITS))
    assert process_time() - began < 10
