"""The check of formats: texts that they write are recognised, read back and rewritten unchanged."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import hypothesis
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.errors import SudokuError, UnknownNameError
from sudokulib.formats import Format, UnreadRuleWarning, Unwritable, format_named, format_of
from sudokulib.formats.format import unwrapped
from sudokulib.formats.round_trip import dropped
from sudokulib.model import compile_geometry
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, backend
from sudokulib.shapes import Shape
from sudokulib.shapes.sums import Cage
from sudokulib.testing.geometry_strategies import shapes
from sudokulib.testing.position import rule_text
from sudokulib.testing.runner import failure_of, run_check

_EXAMPLES = 50
"""The default number of puzzles, samurai among them: 2 s for `check_format("f-puzzles")`
(2026-11)."""

_GRIDS = ("9x9", "4x4", "6x6", "jigsaw-9", "x", "samurai")
"""Geometries that formats know, the commonest first."""

_KINDS = ("cage", "thermometer", "less-than", "difference", "even")
"""Kinds that many formats know."""

_SHORTEST = 200
"""The most characters shown of a counterexample's text."""


def check_format(
    form: Format | str,
    *,
    puzzles: st.SearchStrategy[Puzzle] | Iterable[Puzzle] | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
) -> None:
    """Check that a format writes puzzles as they are, and reports wrong texts as wrong.

    A written text must be recognised, and by this format before all others; read back, it must be
    the puzzle less what was reported as dropped, also when that is written once more. A text that
    is cut short, or has a wrong character, may raise nothing but a `SudokuError`. A format that is
    only read is checked with texts that others have written.

    Args:
        form: a format, or the name of one that is registered.
        puzzles: puzzles to write instead of grids of usual sizes with givens, cages or a few rules;
            a strategy of hypothesis, or given ones.
        settings: settings of hypothesis; by default 50 puzzles, the same every time.
        max_examples: how many puzzles.

    Raises:
        AssertionError: with the smallest failing puzzle.
        InvalidArgument: the format writes none of the puzzles.

    >>> check_format("line", max_examples=5)
    """
    chosen = _as_format(form)
    written: list[str] = []
    refused: list[str] = []

    def check(case: _Case) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnreadRuleWarning)
            for law in _LAWS if chosen.encode else (_takes_any_text,):
                if wrong := failure_of(law, case):
                    raise AssertionError(f"{chosen.name} {wrong}\n{case!r}")
            if case.refusal:
                refused.append(case.refusal)
            else:
                written.append(case.text)

    run_check(
        check,
        _cases(chosen, _puzzles() if puzzles is None else puzzles),
        settings=settings,
        max_examples=_EXAMPLES if settings is None and max_examples is None else max_examples,
    )
    if not written:
        why = f" ({refused[0]})" if refused else ""
        raise InvalidArgument(
            f"{chosen.name} writes none of the puzzles{why}; pass some by puzzles="
        )


def _as_format(form: Format | str) -> Format:
    if isinstance(form, Format):
        return form
    try:
        return format_named(form)
    except UnknownNameError as error:
        raise InvalidArgument(str(error)) from None


def _cases(
    form: Format, puzzles: st.SearchStrategy[Puzzle] | Iterable[Puzzle]
) -> st.SearchStrategy[_Case] | Iterable[_Case]:
    if isinstance(puzzles, st.SearchStrategy):
        return puzzles.map(partial(_Case, form))
    return map(partial(_Case, form), puzzles)


@st.composite
def _puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw one of a few grids with some cells of a solution given, or cages of its sums."""
    where = geometry(draw(st.sampled_from(_GRIDS)))
    solution = _solution(where.name, draw(st.integers(0, 3)))
    if where.name == "9x9" and draw(st.booleans()):
        return where.puzzle(shapes=_cages(solution, draw(st.lists(st.integers(1, 4), min_size=81))))
    cells = draw(st.sets(st.integers(0, len(where.cells) - 1), max_size=12))
    symbols = where.alphabet.symbols
    givens = {where.name_of(cell): symbols[solution[cell]] for cell in sorted(cells)}
    rules = draw(st.lists(shapes(where, kinds=_KINDS), max_size=2)) if where.name == "4x4" else []
    return where.puzzle(givens, shapes=rules)


def _cages(solution: Sequence[int], sizes: Iterable[int]) -> list[Shape]:
    """Return the lines of a 9x9 in pieces of some sizes, each with the sum of its values."""
    rest, found = list(range(81)), []
    for size in sizes:
        piece = [cell for cell in rest[:size] if cell // 9 == rest[0] // 9]
        del rest[: len(piece)]
        if piece:
            total = sum(solution[cell] + 1 for cell in piece)
            found.append(Shape(Cage(tuple(piece), total)))
    return found


def _solution(name: str, seed: int) -> tuple[int, ...]:
    found = backend("auto").random_solution(compile_geometry(geometry(name)), Budget(), seed)
    assert found is not None, "these geometries can be filled"
    return found


@dataclass(frozen=True, slots=True, repr=False)
class _Case:
    """A format and a puzzle."""

    form: Format
    puzzle: Puzzle

    def __repr__(self) -> str:
        geometry = self.puzzle.geometry
        rules = (f"\n  {rule_text(shape.rule, geometry)}" for shape in self.puzzle.shapes)
        return f"{geometry.name or 'a geometry'}: {self.puzzle.line()}{''.join(rules)}"

    @property
    def text(self) -> str:
        """The puzzle as the format writes it; empty if it cannot."""
        try:
            return self.form.write(self.puzzle).text
        except Unwritable:
            return ""

    @property
    def refusal(self) -> str:
        """The reason why the format does not write this puzzle; empty if it does."""
        try:
            if self.form.encode:
                self.form.write(self.puzzle)
        except Unwritable as reason:
            return str(reason)
        return ""

    def read(self, text: str) -> Puzzle:
        """Return the puzzle that the format reads from a text."""
        return self.form.read_one(text, "the text", DEFAULT_LIMITS)


Law = Callable[[_Case], str]
"""Returns what is wrong with a format on a puzzle, to follow its name; empty if nothing is."""


def _is_recognised(case: _Case) -> str:
    text = case.text
    if not text:
        return ""
    if not case.form.recognises(unwrapped(text)):
        return f"does not recognise what it writes: {text[:_SHORTEST]}"
    first = format_of(text)
    if first is not None and first.name != case.form.name:
        return f"writes what is taken for {first.name}: {text[:_SHORTEST]}"
    return ""


def _is_read_back(case: _Case) -> str:
    text = case.text
    if not text:
        return ""
    back = case.read(text)
    lost, gained = dropped(case.puzzle, back)
    stated = case.form.write(case.puzzle).dropped
    if gained or lost != stated:
        return (
            f"says that it drops {stated}, but drops {lost} and adds {gained}: {text[:_SHORTEST]}"
        )
    again = case.form.write(back).text
    if case.read(again) != back:
        return f"makes another puzzle of what it read, once it is written again:\n{text}\n{again}"
    return ""


def _survives_editors(case: _Case) -> str:
    text = case.text
    for copy in ("\ufeff" + text, text.replace("\n", "\r\n"), text + "\n") if text else ():
        if case.read(copy) != case.read(text):
            return f"reads another puzzle once an editor saved it: {copy[:_SHORTEST]!r}"
    return ""


def _takes_any_text(case: _Case) -> str:
    """Check that all errors are those of the library, whatever the text."""
    text = case.text or case.puzzle.line()
    middle = len(text) // 2
    for wrong in (text[:middle], text[:middle] + "☃" + text[middle + 1 :], text[1:], "", "\n"):
        try:
            if case.form.recognises(unwrapped(wrong)):
                case.read(wrong)
        except SudokuError:
            continue
        except Exception as error:
            return (
                f"raises {type(error).__name__}, no SudokuError, at {wrong[:_SHORTEST]!r}: {error}"
            )
    return ""


_LAWS: tuple[Law, ...] = (_is_recognised, _is_read_back, _survives_editors, _takes_any_text)
