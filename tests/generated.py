"""Geometries that tests of generators make, and what is looked at in them."""

import json
from collections import Counter
from pathlib import Path

import pytest
from support import from_file

__all__ = ["drawn", "make", "record", "runs", "shapes", "tiles"]

RECORDS = Path(__file__).parents[2] / "shared" / "data" / "puzzles.jsonl"


def record(name):
    if not RECORDS.exists():
        pytest.skip("the collection of third-party puzzles is not here")
    with RECORDS.open(encoding="utf-8") as lines:
        return next(r for r in map(json.loads, lines) if r["id"] == name)


def make(symbols, *build):
    return from_file(symbols=symbols, build=list(build))


def tiles(text, **options):
    return make("123456789", {"make": "tiles", "tiles": text, **options})


def shapes(g, role=None):
    """The shapes (of a role) as sets of cell names."""
    chosen = (s for s in g.shapes if role is None or role in s.roles)
    return {frozenset(g.cells[c].name for c in s.cells) for s in chosen}


def runs(g):
    """For each set of faces that lines run through, how many do."""
    lines = (s for s in g.shapes if "line" in s.roles)
    return Counter(frozenset(g.cells[c].faces[0] for c in s.cells) for s in lines)


def drawn(g):
    """The shapes by places in the picture."""
    return {frozenset(g.cells[c].at for c in s.cells) for s in g.shapes}
