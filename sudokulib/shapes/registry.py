"""The registry of kinds: our own, imported when first used, and those of plug-ins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.quoting import close_matches
from sudokulib.basics.registry import Registry
from sudokulib.errors import UnknownNameError
from sudokulib.shapes.kind import Kind
from sudokulib.shapes.kind_index import KIND_MODULES

if TYPE_CHECKING:
    from sudokulib.shapes import aliases
else:
    aliases = lazy_module("sudokulib.shapes.aliases")

ENTRY_POINTS = "sudokulib.kinds"
"""Entry-point group in which other packages announce their kinds."""


def _register_offered(found: object) -> None:
    """Register a kind of a plug-in; an entry point may load a module that registers its own."""
    if isinstance(found, type) and issubclass(found, Kind):
        register_kind(found)


KINDS: Registry[type[Kind]] = Registry(
    "kind", KIND_MODULES, entry_points=ENTRY_POINTS, accept=_register_offered
)


SEE_KINDS = "`sudokulib kinds` lists all"
"""How to find the right name of a kind, of which there are too many for a message."""


_K = TypeVar("_K", bound=type[Kind])


def register_kind(kind: _K) -> _K:
    """Register a kind under its `name`; usable as a class decorator.

    Raises:
        ValueError: another kind already has the name, or some field is excluded from comparison, by
            which caches identify rules (see `sudokulib.basics.caching`).
    """
    if hidden := [f.name for f in fields(kind) if not f.compare]:
        raise ValueError(
            f"the field {hidden[0]!r} of {kind.name!r} is excluded from comparison; include it"
        )
    if kind.name not in KIND_MODULES and kind.name in {one.name for one in aliases.aliases()}:
        raise ValueError(f"{kind.name!r} is already an alias of a kind; choose another name")
    KINDS.add(kind.name, kind)
    return kind


def kinds() -> Iterator[type[Kind]]:
    """Return all kinds, built-in and of plug-ins, by name."""
    return (kind for _, kind in sorted(KINDS.load_all().items()))


def is_kind(name: str) -> bool:
    """Return whether there is a kind of that name."""
    return name in KINDS or name in KINDS.load_all()


def kind_named(name: str) -> type[Kind]:
    """Return the kind of that name or alias.

    Raises:
        UnknownNameError: there is no such kind, or an alias stands for several.

    >>> kind_named("killer").name
    'cage'
    """
    found = kinds_meant(name)
    if len(found) > 1:
        listed = " or ".join(kind.name for kind in found)
        raise UnknownNameError(f"{name!r} may be {listed}; name one of them")
    return found[0]


def kinds_meant(name: str) -> tuple[type[Kind], ...]:
    """Return the kinds that a name or alias may stand for, usually one.

    Raises:
        UnknownNameError: there is no such kind.

    >>> [kind.name for kind in kinds_meant("kropki")]
    ['difference', 'ratio']
    """
    if found := KINDS.get(name):
        return (found,)
    known = {alias.name: alias for alias in aliases.aliases()}
    if name in known:
        return tuple(kind_named(one) for one in sorted(set(known[name].kinds)))
    every = KINDS.load_all()
    if name in every:
        return (every[name],)
    near = close_matches(name, [*every, *known])
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    raise UnknownNameError(f"unknown kind {name!r}; {hint}{SEE_KINDS}")
