"""What the library keeps of puzzles, cleared before a run that is to find nothing of them."""

from __future__ import annotations

from typing import Any

__all__ = ["forget_puzzles"]


def forget_puzzles() -> None:
    """Clear what was read and compiled of single puzzles, but nothing that many have in common."""
    from sudokulib.formats import format
    from sudokulib.formats.iss import grammar, reader
    from sudokulib.model import compiler
    from sudokulib.search import native

    kept: list[Any] = [
        format._puzzles, grammar._items_by_text, reader._board,
        compiler._compile_with, native.engine_of, native._unable,
    ]  # fmt: skip
    for cache in kept:
        cache.cache_clear()
