"""The records of the corpus with rules beyond all-different: as puzzle files, or as f-puzzles."""

from __future__ import annotations

import warnings
from typing import Any

from acceptance import corpus
from acceptance.corpus import Record

from sudokulib.formats import UnreadRuleWarning, read
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle

LINES = {"thermometers": "thermometer"}
"""Fields that are lists of lines, and the kind that has them as its lines."""

PAIRS = {
    "black_dots": "ratio",
    "white_dots": "difference",
    "consecutive_bars": "difference",
    "less_than": "less-than",
}
"""Fields that are lists of pairs, and the kind of each."""

GLOBAL: dict[str, dict[str, Any]] = {
    "anti-knight": {"kind": "anti", "moves": "knight"},
    "anti-king": {"kind": "anti", "moves": "king"},
    "toroidal-anti-knight": {"kind": "anti", "moves": "knight", "wrap": True},
    "nonconsecutive": {"kind": "nonconsecutive"},
    "negative-kropki": {"kind": "negative", "kinds": ["difference", "ratio"]},
    "negative-bars": {"kind": "negative", "kinds": ["difference"]},
}
"""Rules about the whole grid, as shapes."""

PARITY = {"o": "odd", "e": "even"}

SLOW = {"fpuzzles-dclamage-21", "fpuzzles-dclamage-30", "fpuzzles-dclamage-36"}
"""Records that take seconds to search."""

ROWS = {
    "fpuzzles": "f-puzzles",
    "cages": "killer",
    "black_dots": "kropki, all dots given",
    "consecutive_bars": "consecutive, all bars given",
    "less_than": "greater than",
    "parity": "odd and even",
    **dict.fromkeys(LINES, "thermometers"),
}
"""The row of the report by field."""


def with_rules() -> list[Record]:
    """Every record that has a rule which is a shape here."""
    said = {*corpus.OTHER_FIELDS, "parity"}
    return [r for r in corpus.records() if said & set(r) or set(GLOBAL) & set(r["rules"])]


def family(record: Record) -> str:
    """The row of the report that a record belongs to."""
    rows = [row for field, row in ROWS.items() if field in record]
    return rows[0] if rows else " and ".join(sorted(set(GLOBAL) & set(record["rules"])))


def puzzle(record: Record) -> Puzzle:
    """The record through the public loader or importer."""
    if "fpuzzles" in record:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnreadRuleWarning)
            return read(record["fpuzzles"])
    return loads(corpus.yaml_text(puzzle_file(record)))


def puzzle_file(record: Record) -> dict[str, Any]:
    """The content of a puzzle file for a record."""
    plain = {**record, "rules": [rule for rule in record["rules"] if rule not in GLOBAL]}
    plain.pop("parity", None)
    geometry = corpus.geometry_file(plain)
    if "toroidal-anti-knight" in record["rules"]:
        geometry["build"][0]["wrap"] = "both"
    return {
        "geometry": geometry,
        "givens": corpus.givens(record),
        "shapes": _shapes(record),
    }


def solution(record: Record) -> str:
    """The solution as rows of text."""
    return "\n".join(record["solution"])


def _shapes(record: Record) -> list[dict[str, Any]]:
    shapes = [
        {"kind": "cage", "sum": cage["sum"], "cells": _cells(cage["cells"])}
        for cage in record.get("cages", [])
    ]
    for field, kind in LINES.items():
        if field in record:
            shapes.append({"kind": kind, "lines": [_cells(line) for line in record[field]]})
    for field, kind in PAIRS.items():
        shapes += [{"kind": kind, "cells": _cells(pair)} for pair in record.get(field, [])]
    for letter, kind in PARITY.items():
        if cells := _lettered(record.get("parity", []), letter):
            shapes.append({"kind": kind, "cells": cells})
    return shapes + [shape for rule, shape in GLOBAL.items() if rule in record["rules"]]


def _cells(names: list[str]) -> str:
    return " ".join(name.upper() for name in names)


def _lettered(rows: list[str], letter: str) -> str:
    """The cells that have this letter in a map."""
    places = [
        (r, c) for r, row in enumerate(rows) for c, found in enumerate(row) if found == letter
    ]
    return " ".join(corpus.cell_at(*place) for place in places)
