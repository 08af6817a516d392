"""The records of the corpus, which of them we can express, and how: as geometry files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from support import KING, KNIGHT, SYMBOLS, cell_at, move_pairs

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

Record = dict[str, Any]

ABOUT = {
    "id", "variant", "source", "path", "commit", "licence", "author", "origin", "note", "title",
    "size", "sumocue", "ps", "faces", "neighbours",
}  # fmt: skip
"""Fields that say nothing which the others do not say."""
FIELDS = {
    "givens", "solution", "verified", "rules", "box", "subgrids", "regions", "extra_groups",
    "symbols", "topology", "lines", "masks", "allowed", "parity",
}  # fmt: skip
RULES = {
    "diagonals", "windoku", "anti-knight", "anti-king", "toroidal-anti-knight", "no-boxes",
    "topology", "3d-lines+subcubes", "allowed-sets",
}  # fmt: skip
OTHER_FIELDS = {
    "cages", "thermometers", "black_dots", "white_dots", "consecutive_bars", "less_than",
    "fpuzzles",
}  # fmt: skip
"""Fields with rules that all-different shapes and candidate masks cannot express; see
`corpus_rules`."""
OTHER_RULES = {"nonconsecutive", "negative-kropki", "negative-bars", "see fpuzzles"}


@cache
def records() -> tuple[Record, ...]:
    """All records; none without the corpus."""
    path = DATA / "puzzles.jsonl"
    if not path.exists():
        return ()
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def obstacles(record: Record) -> set[str]:
    """Return the fields of a record that all-different shapes cannot express, known or not."""
    return (set(record) - ABOUT - FIELDS) | (set(record["rules"]) - RULES)


def expressible() -> list[Record]:
    return [record for record in records() if not obstacles(record)]


def family(record: Record) -> str:
    """The row of the report that a record belongs to."""
    rules = set(record["rules"])
    grids = sorted(tuple(corner) for corner in record.get("subgrids", []))
    rows = {
        "tredoku": "lines" in record,
        "cubes": "topology" in record or "3d-lines+subcubes" in rules,
        "clueless": len(grids) > 1 and "extra_groups" in record,
        "samurai": SHIPPED_LAYOUTS.get(tuple(grids), "").startswith("samurai"),
        "other multi-grids": len(grids) > 1,
        "allowed-symbol sets": "masks" in record or "parity" in record,
        "chess moves": bool(rules & {"anti-knight", "anti-king", "toroidal-anti-knight"}),
        "jigsaw": "regions" in record,
        "X, windoku, disjoint groups": bool(rules) or "extra_groups" in record,
        "two and no solutions": record["verified"] != "unique",
        "classic 9x9": record.get("box") == [3, 3],
    }
    return next((row for row, fits in rows.items() if fits), "other sizes")


def geometry_file(record: Record) -> dict[str, Any]:
    """The content of a geometry file for a record."""
    if "topology" in record:
        return _topology(record)
    if "lines" in record:
        return _tredoku(record)
    if "3d-lines+subcubes" in record["rules"]:
        return _volume(record)
    side = _side(record)
    build = _grids(record, side)
    if "regions" in record:
        build.append({"make": "regions", "map": "\n".join(record["regions"])})
    if "diagonals" in record["rules"]:
        build.append({"make": "diagonals"})
    if "windoku" in record["rules"]:
        build.append({"make": "windows"})
    return {
        "symbols": record.get("symbols", SYMBOLS[:side]),
        "build": build,
        "allowed": _allowed(record),
        "shapes": _moves(record) + _groups(record),
    }


def yaml_text(content: dict[str, Any]) -> str:
    """The content as somebody would write it in a file."""
    return yaml.safe_dump({"format": 1, **content}, sort_keys=False)


def givens(record: Record) -> str:
    """The givens as the text picture of `geometry_file(record)`."""
    return _picture(record, record["givens"])


def solution(record: Record) -> str:
    """The solution laid out like `givens`; empty if the record has none."""
    return _picture(record, record["solution"] or [])


def _picture(record: Record, rows: list[str]) -> str:
    if "3d-lines+subcubes" in record["rules"]:
        rows = [row for plane in rows for row in plane.split("/")]
    if "lines" in record:
        rows = [face[i : i + 3] for face in rows for i in (0, 3, 6)]
    return "\n".join(row.rstrip() for row in rows)


def _side(record: Record) -> int:
    if "box" in record:
        rows, columns = record["box"]
        return rows * columns
    return len(record["givens"])


def _grids(record: Record, side: int) -> list[dict[str, Any]]:
    plain = {"make": "grid", "size": f"{side}x{side}"}
    if "box" in record:
        plain["box"] = "x".join(map(str, record["box"]))
    corners = record.get("subgrids", [])
    if len(corners) < 2:
        return [plain]
    return [plain | {"at": cell_at(r, c), "as": f"G{i}"} for i, (r, c) in enumerate(corners, 1)]


def _groups(record: Record) -> list[dict[str, str]]:
    groups = record.get("extra_groups", [])
    return [
        {"kind": "house", "cells": " ".join(cell_at(*cell) for cell in group)} for group in groups
    ]


def _moves(record: Record) -> list[dict[str, Any]]:
    side = len(record["givens"])
    shapes = []
    for rule, moves, wrap in (
        ("anti-knight", KNIGHT, False),
        ("anti-king", KING, False),
        ("toroidal-anti-knight", KNIGHT, True),
    ):
        if rule in record["rules"]:
            shapes += move_pairs(side, side, moves, wrap=wrap)
    return shapes


def _allowed(record: Record) -> dict[str, Any]:
    if "parity" in record:
        return {"map": "\n".join(record["parity"]), "key": {"o": "13579", "e": "2468"}}
    if "masks" not in record:
        return {}
    key = {letter: "".join(map(str, symbols)) for letter, symbols in record["allowed"].items()}
    return {"map": "\n".join(record["masks"]), "key": key}


def _topology(record: Record) -> dict[str, Any]:
    """Cells that name their shapes: every named shape is a house."""
    shapes: dict[str, list[str]] = {}
    rows = [row.split() for row in record["topology"]]
    for r, row in enumerate(rows):
        for c, names in enumerate(row):
            for name in names.split(","):
                shapes.setdefault(name, []).append(cell_at(r, c))
    return {
        "symbols": record["symbols"],
        "build": [{"make": "grid", "size": f"{len(rows)}x{len(rows[0])}", "lines": False}],
        "shapes": [
            {"kind": "house", "label": name, "cells": cells} for name, cells in shapes.items()
        ],
    }


def _tredoku(record: Record) -> dict[str, Any]:
    """Faces below one another; each a house, joined by lines of cells `face.index`."""
    faces = range(len(record["givens"]))

    def cell(text: str) -> str:
        face, index = map(int, text.split("."))
        return f"F{face}.{cell_at(*divmod(index, 3))}"

    return {
        "symbols": SYMBOLS[:9],
        "build": [
            {
                "make": "grid", "size": "3x3", "box": "3x3", "lines": False,
                "at": cell_at(3 * face, 0), "as": f"F{face}",
            }
            for face in faces
        ],
        "shapes": [
            {"kind": "house", "cells": " ".join(map(cell, line))} for line in record["lines"]
        ],
    }  # fmt: skip


def _volume(record: Record) -> dict[str, Any]:
    """Planes of 8x8 below one another, pillars through them, and cubes of two cells a side."""
    n = len(record["givens"])
    pillars = [
        " ".join(f"P{p}.{cell_at(r, c)}" for p in range(n)) for r in range(n) for c in range(n)
    ]
    halves = range(0, n, 2)
    cubes = [
        " ".join(f"P{q}.{cell_at(r, c)}:{cell_at(r + 1, c + 1)}" for q in (p, p + 1))
        for p in halves
        for r in halves
        for c in halves
    ]
    return {
        "symbols": SYMBOLS[:n],
        "build": [
            {"make": "grid", "size": f"{n}x{n}", "at": cell_at(n * p, 0), "as": f"P{p}"}
            for p in range(n)
        ],
        "shapes": [{"kind": "house", "cells": cells} for cells in pillars + cubes],
    }


SHIPPED_LAYOUTS = {
    ((0, 0), (6, 6)): "twin",
    ((0, 0), (0, 3), (3, 0), (3, 3)): "butterfly",
    ((0, 3), (3, 0), (3, 6), (6, 3)): "flower",
    ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)): "flower",
    ((0, 6), (6, 0), (6, 12), (12, 6)): "sohei",
    ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)): "samurai",
    ((0, 0), (0, 24), (12, 12), (24, 0), (24, 24)): "samurai-16x16",
    ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)): "windmill",
}
SHIPPED_SIZES = {
    (2, 2): "4x4", (2, 3): "6x6", (3, 2): "6x6-tall", (3, 3): "9x9", (3, 4): "12x12",
    (4, 3): "12x12-tall", (4, 4): "16x16", (5, 5): "25x25",
}  # fmt: skip
SHIPPED_RULES = {
    frozenset(["diagonals"]): "x",
    frozenset(["windoku"]): "windoku",
    frozenset(["diagonals", "windoku"]): "windoku-x",
}
SHIPPED_COUNTS = {8: "gattai-8", 11: "shogun", 13: "sumo"}


def shipped(record: Record) -> str:
    """The name of the shipped geometry that a record is played on; empty if there is none."""
    if "lines" in record:
        return ""
    if "clueless" in record["variant"]:
        return str(record["variant"]).split()[0]
    if "extra_groups" in record:
        return "disjoint-groups"
    corners = tuple(sorted(tuple(corner) for corner in record.get("subgrids", [])))
    if len(corners) > 1:
        return SHIPPED_LAYOUTS.get(corners) or SHIPPED_COUNTS.get(len(corners), "")
    rules = frozenset(record["rules"]) - {"allowed-sets"}
    if rules:
        return SHIPPED_RULES.get(rules, "")
    return SHIPPED_SIZES.get(tuple(record.get("box", ())), "")
