"""Answers cell by cell, which a limit may have cut short."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

__all__ = ["ByCell"]

_T = TypeVar("_T")


class ByCell(dict[str, _T]):
    """What is known of each cell, by name; a dictionary that says whether it is all.

    Args:
        items: the names of cells, each with what is known of it.
        stopped: "time" or "nodes" if a limit was reached first, else empty.

    >>> import sudokulib
    >>> found = sudokulib.true_candidates("4x4", nodes=2)
    >>> found.complete, found.stopped, found["R1C1"] <= ("1", "2", "3", "4")
    (False, 'nodes', True)
    """

    def __init__(self, items: Iterable[tuple[str, _T]] = (), stopped: str = "") -> None:
        super().__init__(items)
        self.stopped = stopped

    def __repr__(self) -> str:
        known = f"out of {self.stopped}" if self.stopped else "complete"
        return f"<ByCell of {len(self)} cells, {known}>"

    def __reduce__(self) -> tuple[type[ByCell[_T]], tuple[list[tuple[str, _T]], str]]:
        return type(self), (list(self.items()), self.stopped)

    @property
    def complete(self) -> bool:
        """True unless a limit was reached first; then there may be more than this says."""
        return not self.stopped
