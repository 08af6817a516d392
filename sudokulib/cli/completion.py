"""Values that shells complete: names of geometries, formats, kinds, techniques and the like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    from sudokulib import formats, search, shapes, strategies
    from sudokulib.puzzles.geometries import library
    from sudokulib.shapes import aliases
    from sudokulib.solving import profiles
else:  # not for --help
    formats = lazy_module("sudokulib.formats")
    library = lazy_module("sudokulib.puzzles.geometries.library")
    search = lazy_module("sudokulib.search")
    shapes = lazy_module("sudokulib.shapes")
    aliases = lazy_module("sudokulib.shapes.aliases")
    strategies = lazy_module("sudokulib.strategies")
    profiles = lazy_module("sudokulib.solving.profiles")


def complete_geometry(incomplete: str) -> list[str]:
    """Return the names of geometries that begin like this; shells offer files if there are none."""
    return _beginning(incomplete, library.geometry_names())


def complete_format(incomplete: str) -> list[str]:
    """Return the names of formats that begin like this."""
    return _beginning(incomplete, (made.name for made in formats.formats()))


def complete_kind(incomplete: str) -> list[str]:
    """Return the names and aliases of kinds that begin like this."""
    names = {kind.name for kind in shapes.kinds()} | {one.name for one in aliases.aliases()}
    return _beginning(incomplete, sorted(names))


def complete_technique(incomplete: str) -> list[str]:
    """Return the names of strategies that begin like this."""
    return _beginning(incomplete, (one.name for one in strategies.strategies()))


def complete_profile(incomplete: str) -> list[str]:
    """Return the names of profiles that begin like this."""
    return _beginning(incomplete, profiles.profile_names())


def complete_search(incomplete: str) -> list[str]:
    """Return the names of back-ends that begin like this."""
    return _beginning(incomplete, ("auto", *search.backends()))


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
