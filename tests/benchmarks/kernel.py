"""Access to the compiled search and to the caches of the library, for measuring."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sudokulib.model import Model

__all__ = ["Effort", "forget", "is_supported", "native", "proofs_without", "techniques"]


def forget() -> None:
    """Empty the caches of compiled models and searches."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("sudokulib.model", "sudokulib.search")):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def native() -> bool:
    """Return whether puzzles are solved by the compiled search here."""
    from sudokulib.search import backends

    return "native" in backends() and hasattr(_core(), "Engine")


def _core() -> Any:
    from sudokulib import _kernel

    return _kernel.core


def techniques() -> Mapping[str, int]:
    """Return the techniques that can be switched off in the compiled search, with their bits."""
    found = getattr(_core(), "TECHNIQUES", {})
    return found if isinstance(found, Mapping) else {name: 1 << n for n, name in enumerate(found)}


def is_supported(model: Model) -> bool:
    """Return whether the compiled search can be built for a model."""
    from sudokulib.search.flattening import FlattenError

    try:
        _engine(model.root, 0)
    except (FlattenError, ValueError):
        return False
    return True


def _engine(root: Model, without: int) -> Any:
    from sudokulib.search.flattening import domain_bytes, flatten, words

    problem = _core().Problem(flatten(root), domain_bytes(root.domains, words(root)))
    return _core().Engine(problem, without=without)


class Effort(NamedTuple):
    """The cost of a proof of uniqueness."""

    nodes: int
    seconds: float
    number: int


Prove = Callable[["Model", int], Effort]
"""Looks for two solutions of a model without the techniques of a mask."""


def proofs_without(limit: int) -> Prove:
    """Return a function that makes proofs of at most `limit` nodes; it keeps its engines."""
    from sudokulib.search.flattening import domain_bytes, words

    engines: dict[tuple[int, int], tuple[Any, Model]] = {}

    def engine(root: Model, without: int) -> Any:
        key = (id(root), without)
        if key not in engines:
            engines[key] = _engine(root, without), root
        return engines[key][0]

    def prove(model: Model, without: int) -> Effort:
        made = engine(model.root, without)
        masks = domain_bytes(model.domains, words(model.root))
        began = process_time()
        search = made.search(masks)
        found = 0
        while found < 2 and search.next(None, limit) is not None:
            found += 1
        return Effort(search.spent, process_time() - began, -1 if search.stopped else found)

    return prove
