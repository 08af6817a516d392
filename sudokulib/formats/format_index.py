"""The module that registers each format of the library, so that only what is used is imported."""

from __future__ import annotations

from sudokulib.basics.registry import index_of

__all__ = ["FORMAT_MODULES"]

_NAMES = {
    "fpuzzles.reader": "f-puzzles f-puzzles-link",
    "general": "general",
    "hodoku": "hodoku",
    "iss.reader": "iss",
    "jigsaw": "jigsaw-lines",
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
    "sudokupad": "sudokupad",
    "sudokupad.ids": "sudokupad-id",
    "tatham": "tatham",
}
"""For each module the formats that it registers; a new one is named here, which a test checks."""

FORMAT_MODULES = index_of("sudokulib.formats", _NAMES)
"""For each format of the library the full name of its module."""
