"""Puzzles, geometries and filled grids as data and rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.codec import Data, ResultCodec
from sudokulib.render.results.parts import (
    geometry_data,
    name_or_data,
    puzzle_data,
    read_geometry_file,
    read_puzzle,
    read_solution,
    solution_data,
)
from sudokulib.render.results.reading import Fields


def _write_solution(solution: Solution) -> Data:
    return {
        "puzzle": puzzle_data(solution.puzzle),
        **solution_data(solution),
        "seed": solution.seed,
    }


def _read_solution(fields: Fields, puzzle: Puzzle | None) -> Solution:
    found = read_solution(fields, read_puzzle(fields, puzzle))
    seed = None if fields.get("seed") is None else fields.integer("seed")
    return Solution(found.puzzle, found.indices, seed)


def _write_geometry(geometry: Geometry) -> Data:
    return {**geometry_data(geometry), "seed": geometry.seed, "file": name_or_data(geometry)}


def _read_geometry(fields: Fields, _: Puzzle | None) -> Geometry:
    seed = None if fields.get("seed") is None else fields.integer("seed")
    found = read_geometry_file(fields, "file")
    return replace(found, name=fields.text("name"), title=fields.text("title"), seed=seed)


def _cell_rows(puzzle: Puzzle, known: Mapping[int, int]) -> list[Data]:
    """Return a row for each cell: its name, its place from 1, its symbol and integer, if any."""
    alphabet, given = puzzle.geometry.alphabet, dict(puzzle.given_values)
    return [
        {
            "cell": cell.name,
            "row": cell.at[0] + 1,
            "column": cell.at[1] + 1,
            "symbol": alphabet.symbols[known[number]] if number in known else "",
            "value": alphabet.values[known[number]] if number in known else None,
            "given": number in given,
        }
        for number, cell in enumerate(puzzle.geometry.cells)
    ]


def _geometry_row(geometry: Geometry) -> Data:
    data = {**geometry_data(geometry), "seed": geometry.seed}
    return {**data, "symbols": " ".join(geometry.alphabet.symbols)}


def _geometry_rows(geometry: Geometry) -> list[Data]:
    return [
        {
            "shape": shape.label,
            "kind": shape.kind,
            "roles": " ".join(sorted(shape.roles)),
            "cells": " ".join(map(geometry.name_of, shape.cells)),
        }
        for shape in geometry.shapes
    ]


def _puzzle_row(puzzle: Puzzle) -> Data:
    return {
        "title": puzzle.title,
        "author": puzzle.author,
        "geometry": puzzle.geometry.name,
        "givens": len(puzzle.givens),
        "shapes": len(puzzle.shapes),
        "line": puzzle.line(),
    }


def _solution_row(solution: Solution) -> Data:
    geometry = solution.puzzle.geometry.name
    return {"geometry": geometry, "line": solution.line(), "seed": solution.seed}


CODECS = {
    "Geometry": ResultCodec(_write_geometry, _read_geometry, _geometry_row, _geometry_rows),
    "Puzzle": ResultCodec(
        puzzle_data,
        lambda fields, puzzle: read_puzzle(fields, puzzle, ""),
        _puzzle_row,
        lambda puzzle: _cell_rows(puzzle, dict(puzzle.given_values)),
    ),
    "Solution": ResultCodec(
        _write_solution,
        _read_solution,
        _solution_row,
        lambda solution: _cell_rows(solution.puzzle, dict(enumerate(solution.indices))),
    ),
}
