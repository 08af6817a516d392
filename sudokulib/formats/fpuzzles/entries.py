"""Rules as entries of an f-puzzles file, and entries as rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.fpuzzles.editor_grid import EditorGrid
from sudokulib.formats.rule_table import spellings_by_kind, spellings_by_name
from sudokulib.formats.spelling import Fields, Spelling
from sudokulib.shapes import Kind

ENTRIES = spellings_by_name("entry")
"""Lists of objects, each of which is one shape or several."""
GROUPS = spellings_by_name("group")
"""Lists of objects that together are one shape."""
FLAGS = spellings_by_name("flag")
"""Rules about the whole grid, as flags."""
_NEGATIVE = spellings_by_name("negative")
_WRITTEN = spellings_by_kind("entry")


def entry_specifications(found: tuple[str, Spelling], source: Any) -> Iterator[Fields]:
    """Yield the fields of the shapes stated by an entry, a list of entries or a flag."""
    kind, spelling = found
    for fields in spelling.layout.read(source):
        yield {"kind": kind, **spelling.fixed, **fields}


def negative_specifications(listed: Any) -> Iterator[Fields]:
    """Yield the rules that all dots or marks of the listed kinds are given.

    Raises:
        SudokuError: it is not a list, or names an unknown kind.
    """
    if not isinstance(listed, list):
        raise SudokuError(
            f"{short(repr(listed))} is not a list; a list such as ['ratio', 'xv'] is expected here"
        )
    for number, name in enumerate(listed):
        if not isinstance(name, str) or name not in _NEGATIVE:
            raise SudokuError(
                f"{short(repr(name))} is not known; write ratio or xv", field=(number,)
            )
        yield from entry_specifications(_NEGATIVE[name], None)


def written_entry(rule: Kind, grid: EditorGrid) -> tuple[str, Fields] | None:
    """Return the key and the entry that state a rule; None if no key does."""
    for spelling in _WRITTEN.get(rule.name, ()):
        if spelling.means(rule) and (made := spelling.layout.write(rule, grid)):
            return spelling.name, made
    return None
