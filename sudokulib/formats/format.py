"""The class of formats, its registry, and the warning that formats give."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.caching import Memo
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import clipped, short
from sudokulib.basics.registry import Registry
from sudokulib.basics.results import ResultBase
from sudokulib.errors import Problem, ProblemsError, SudokuError, UnknownNameError
from sudokulib.formats.format_index import FORMAT_MODULES, quick_formats
from sudokulib.puzzles.geometries.error_collector import problems_error
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Shape

if TYPE_CHECKING:
    from sudokulib.formats import round_trip
else:
    round_trip = lazy_module("sudokulib.formats.round_trip")  # many kinds; only for writing


class UnreadRuleWarning(UserWarning):
    """A puzzle was read, but something in it may be a rule that only people can read."""


_WARNINGS = [0]
"""How many warnings were given so far."""


def warn_unread(messages: Iterable[str]) -> None:
    """Give an `UnreadRuleWarning` for each message, attributed to the caller of the library."""
    messages = list(messages)
    _WARNINGS[0] += len(messages)
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("sudokulib."):
        level, frame = level + 1, frame.f_back
    for message in messages:
        warnings.warn(message, UnreadRuleWarning, stacklevel=level)


class Unwritable(SudokuError):  # noqa: N818 - a fact about a puzzle and a format, not a fault
    """A puzzle that a format cannot express, not even in part."""


@dataclass(frozen=True, slots=True)
class Written(ResultBase):
    """A puzzle written in a format.

    Args:
        text: the puzzle.
        dropped: everything that the text leaves out, each item in words; empty if nothing is.

    >>> import sudokulib
    >>> four = sudokulib.read("{geometry: 4x4, title: Four, givens: {R1C1: 1}}")
    >>> sudokulib.write(four, "line").dropped
    ("the title 'Four'",)
    """

    text: str
    dropped: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return clipped(f"Written(text={self.text!r}, dropped={self.dropped!r})")

    def __str__(self) -> str:
        return self.text


def has_link(text: str, link: re.Pattern[str], most: int = 2_000_000) -> bool:
    """Return whether a text is one line of at most `most` characters that contains a link.

    >>> has_link(" see x=1 ", re.compile("x=[0-9]")), has_link("x=1\\nx=2", re.compile("x"))
    (True, False)
    """
    text = text.strip()
    return len(text) <= most and "\n" not in text and link.search(text) is not None


def _moved(problem: Problem, line: int) -> Problem:
    """Return a problem in a one-line text, moved to the line of the file that the text is from."""
    return replace(problem, line=line) if problem.line else problem


_WRAPPED = re.compile(r"""\s*[<"'](https?://[^\s<>"']+)[>"']\s*""")
"""A link as copied from an e-mail or a program."""

_LONGEST_KEPT = 20_000
"""Characters of a text up to which its puzzle is kept: a bound on memory.

Of 197 texts in iss-half.jsonl one is longer, with 30,194; the next one has 15,106.
"""


# Safe to cache: what it returns is itself a cache, with keys that cover all that is read.
@cache
def _puzzles() -> Memo[Puzzle]:
    """Return the puzzles that were read, by the functions that read them, texts and limits."""
    return Memo(64)


_LEAST = 4
"""The least number of rows side by side that count as a grid rather than as words."""


def unwrapped(text: str) -> str:
    """Return a text without the wrapping that editors and mail programs add.

    Rows side by side, n of n characters with blanks in between, are put below each other.

    >>> unwrapped("\\ufeff1...\\r\\n"), unwrapped("<https://f-puzzles.com/?load=N4Ig>")
    ('1...\\n', 'https://f-puzzles.com/?load=N4Ig')
    >>> unwrapped("12.. 34.. .... ....")
    '12..\\n34..\\n....\\n....'
    """
    link = _WRAPPED.fullmatch(text)
    text = link[1] if link else text.removeprefix("\ufeff")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    rows = text.strip().split(" ")
    side_by_side = len(rows) >= _LEAST and all(len(row) == len(rows) for row in rows)
    return "\n".join(rows) if side_by_side and "\n" not in text.strip() else text


@dataclass(frozen=True, slots=True)
class Format:
    """A notation of puzzles that other tools write.

    Args:
        name: the word for it on the command line.
        recognises: returns whether a cleaned text is in this notation, well-formed or not.
        read: returns the puzzle in a cleaned text, given also its name for errors, and bounds.
        encode: returns a puzzle as text, without what the format cannot express; None for formats
            that are only read.
        summary: a description for people.
        keeps: the features of puzzles that it can express, for people.
        many: whether each line of a text is a separate puzzle.
        suffixes: the suffixes of its files.
        worded: returns the same text as `encode` with some shapes said in words, if the format has
            a place for words; the shapes are those that the text does not state otherwise.
        text_alone: whether a puzzle depends on the text alone: on no file, no registered kind, and
            nothing that is installed. A puzzle that was read is then kept for the next time.
        unshown: yields in words what the program for which the text is cannot take, although it is
            read back.
    """

    name: str
    recognises: Callable[[str], bool]
    read: Callable[[str, str, Limits], Puzzle]
    encode: Callable[[Puzzle], str] | None = None
    summary: str = ""
    keeps: str = ""
    many: bool = False
    suffixes: tuple[str, ...] = ()
    worded: Callable[[Puzzle, Collection[Shape]], str] | None = None
    unshown: Callable[[Puzzle], Iterable[str]] | None = None
    text_alone: bool = False

    def read_all(self, text: str, name: str, limits: Limits) -> Iterator[Puzzle]:
        """Yield the puzzles in a text, one after the other.

        Raises:
            ProblemsError: something is wrong; where each line is a puzzle, the error names the
                line.
        """
        limits.check("text", len(text))
        text = unwrapped(text)
        if not self.many:
            yield self.read(text, name, limits)
            return
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                try:
                    yield self.read(line, name, limits)
                except ProblemsError as error:
                    moved = (_moved(problem, number) for problem in error.problems)
                    raise problems_error(moved) from None
                except OutOfBudget:
                    raise
                except SudokuError as error:
                    message, _, fix = str(error).rpartition("; ")
                    problem = Problem(message or fix, fix if message else "", name, number, 1)
                    raise problems_error([problem]) from None

    def read_one(self, text: str, name: str, limits: Limits) -> Puzzle:
        """Return the one puzzle in a text; the same one again for a text that gave no warning.

        Raises:
            SudokuError: there are several.
        """
        if not self.text_alone or len(text) > _LONGEST_KEPT:
            return self._read_one(text, name, limits)
        before, known = _WARNINGS[0], _puzzles()
        puzzle = known.get(key := (self.read, text, limits))
        if puzzle is None:
            puzzle = self._read_one(text, name, limits)
            if _WARNINGS[0] == before:
                known[key] = puzzle
        return puzzle

    def _read_one(self, text: str, name: str, limits: Limits) -> Puzzle:
        found = self.read_all(text, name, limits)
        first = next(found, None)
        if first is None:
            raise SudokuError(f"there is no puzzle in {name}; add one")
        if next(found, None) is not None:
            raise SudokuError(
                f"there are several puzzles in {name}; "
                "take them one by one with read_all, or on the command line with solve --batch"
            )
        return first

    def write(self, puzzle: Puzzle) -> Written:
        """Return a puzzle as text, and the features that the text omits, found by reading it back.

        Raises:
            Unwritable: the format cannot express such puzzles, or would turn it into another one.
        """
        if self.encode is None:
            raise Unwritable(
                f"puzzles are only read from {self.name}, not written; choose another format"
            )
        text = self.encode(puzzle)
        back = self._read_back(text)
        if self.worded and (unsaid := round_trip.lost_shapes(puzzle, back)):
            text = self.worded(puzzle, unsaid)
            back = self._read_back(text)
        lost, gained = round_trip.dropped(puzzle, back)
        if gained:
            more = f" and {len(gained) - 1} more" if len(gained) > 1 else ""
            raise Unwritable(
                f"in {self.name} the puzzle would have {gained[0]}{more}, which it does not have; "
                f"choose another format"
            )
        return Written(text, (*lost, *(self.unshown(puzzle) if self.unshown else ())))

    def _read_back(self, text: str) -> Puzzle:
        """Read back a text that was just written; its values may make it impossible."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UnreadRuleWarning)
                return self.read(text, f"the {self.name} text", DEFAULT_LIMITS)
        except OutOfBudget:
            raise
        except SudokuError as error:
            said = str(error).partition("; ")[0]
            raise Unwritable(
                f"in {self.name} the puzzle would become another one, which is refused ({said}); "
                "choose another format"
            ) from None


FORMATS: Registry[Format] = Registry("format", FORMAT_MODULES)


def register_format(made: Format) -> Format:
    """Register a format under its name.

    Raises:
        ValueError: another format already has the name.
    """
    FORMATS.add(made.name, made)
    return made


def formats() -> Iterator[Format]:
    """Return all formats, by name."""
    return (made for _, made in sorted(FORMATS.load_all().items()))


def format_named(name: str) -> Format:
    """Return the format of that name.

    Raises:
        UnknownNameError: no format has that name.

    >>> format_named("f-puzzles").name
    'f-puzzles'
    """
    if found := FORMATS.get(name):
        return found
    known = ", ".join(made.name for made in formats())
    raise UnknownNameError(f"unknown format {short(name)!r}; there are {known}")


def format_of(text: str) -> Format | None:
    """Return the format of a text, if it is in any."""
    text = unwrapped(text)
    if FORMATS.entries.keys() <= FORMAT_MODULES.keys():
        for name in quick_formats(text):
            likely = format_named(name)
            if likely.recognises(text):
                return likely
    return next((made for made in formats() if made.recognises(text)), None)
