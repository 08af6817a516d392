"""The module that registers each of the library's formats, to import only modules in use."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudokulib.basics.registry import index_of

_NAMES = {
    "fpuzzles.reader": "f-puzzles f-puzzles-link",
    "general": "general",
    "hodoku": "hodoku",
    "iss.reader": "iss",
    "janko": "janko",
    "jigsaw": "jigsaw-lines",
    "json_lines": "jsonl",
    "killers": "ps sumocue",
    "ksudoku": "ksudoku",
    "ksudoku_games": "ksudoku-game",
    "line": "line",
    "numbers": "number-lines numbers",
    "own_yaml": "yaml",
    "penpa": "penpa",
    "rows": "rows",
    "samurai": "samurai-lines",
    "simple": "candidates simple-sudoku",
    "snarfable": "snarfable",
    "sudocue": "sdk sdx",
    "sudokumaker": "sudokumaker",
    "sudokupad": "sudokupad",
    "sudokupad.ids": "sudokupad-id",
    "tatham": "tatham",
}
"""For each module the formats that it registers; add new ones here (a test checks that)."""

FORMAT_MODULES = index_of("sudokulib.formats", _NAMES)
"""For each format of the library the full name of its module."""

_QUICK = {
    "iss": re.compile(r"(?s)\s*\.+(?:~[Rr]|[A-Z][A-Za-z]*\s*(?:[.~]|\Z))(?!.*fpuz)[^|,/?&#]*"),
    "ps": re.compile(r"\s*\dx\d:d?:k:[\d:]*\s*"),
    "snarfable": re.compile(r"(?!\.)(?=.*[<>^v])[0-9A-Za-jv<>^`',.]{81}"),
    "candidates": re.compile(r"[^\n]{729}"),
    "jigsaw-lines": re.compile(r"[0-9.]{81}\s?[A-Za-z]{81}\n?"),
    "line": re.compile(r"[^\n]{16,1225}"),
    "f-puzzles": re.compile(r"(?s)\s*\{\s*\".*"),
    "yaml": re.compile(
        r"(?s)\{?\s*[\"']?geometry[\"']?\s*:(?!.*(?:[/?&]|fpuz|load=|\n\s*\n)).{0,20000}"
    ),
}
"""Patterns of texts for which some formats are tried first, the most common ones.

No format before them recognises such a text, which a test checks. Trying all formats imports them,
and takes a third of a millisecond.
"""

_LINE_SIZES = frozenset(size * size for size in range(4, 36))


def quick_formats(text: str) -> Iterator[str]:
    """Yield the names of formats to try first on a text, judging by its pattern.

    >>> [*quick_formats(".Cage~10~R1C1~R1C2~R1C3")], [*quick_formats("1.....2..3.....4")]
    (['iss'], ['line'])
    >>> [*quick_formats(".NoBoxes\\n.AntiKnight")], [*quick_formats(".AntiKnight")]
    (['iss'], ['iss'])
    """
    for name, looks in _QUICK.items():
        if (name != "line" or len(text) in _LINE_SIZES) and looks.fullmatch(text):
            yield name
