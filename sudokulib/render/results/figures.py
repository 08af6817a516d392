"""Numbers of solutions, canonical forms, symmetries and texts, as data and rows."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import get_args

from sudokulib.errors import SudokuError
from sudokulib.formats import Written
from sudokulib.puzzles.geometries.core import Count, Known
from sudokulib.puzzles.geometries.motions import Symmetry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.codec import Data, ResultCodec
from sudokulib.render.results.parts import count_data, estimate_data, puzzle_data, read_puzzle
from sudokulib.render.results.reading import Fields
from sudokulib.search import Estimate
from sudokulib.solving.queries.equivalence import Canonical, canonical


def _read_count(fields: Fields, _: Puzzle | None) -> Count:
    known = fields.choice("known", get_args(Known))
    return Count(fields.digits("count"), known, fields.text("source"), fields.limit("stopped"))


def _write_estimate(estimate: Estimate) -> Data:
    return estimate_data(estimate) or {}


def _read_estimate(fields: Fields, _: Puzzle | None) -> Estimate:
    seed = None if fields.get("seed") is None else fields.integer("seed")
    mean, error = (_decimal(fields, name) for name in ("mean", "error"))
    return Estimate(mean, error, fields.integer("samples"), seed)


def _decimal(fields: Fields, name: str) -> Decimal:
    try:
        return Decimal(fields.text(name))
    except InvalidOperation:
        fields.fail(name, "the digits of a number")


def _write_canonical(found: Canonical) -> Data:
    geometry = found.original.geometry
    names = [cell.name for cell in geometry.cells]
    symbols, values = geometry.alphabet.symbols, found.values
    return {
        "puzzle": puzzle_data(found.original),
        "key": found.key,
        "canonical": puzzle_data(found.puzzle),
        "cells": {name: names[new] for name, new in zip(names, found.cells, strict=False)},
        "symbols": {symbol: symbols[new] for symbol, new in zip(symbols, values, strict=True)},
        "automorphisms": found.symmetries.order,
    }


def _read_canonical(fields: Fields, puzzle: Puzzle | None) -> Canonical:
    found = canonical(read_puzzle(fields, puzzle))
    if found.key != fields.text("key"):
        raise SudokuError(
            f"the puzzle has the key {found.key!r}, not {fields.text('key')!r}; the data is of "
            "another puzzle, or of another version: compute it again with sudokulib.canonical"
        )
    return found


def _canonical_row(found: Canonical) -> Data:
    return {
        "key": found.key,
        "original": found.original.line(),
        "canonical": found.puzzle.line(),
        "automorphisms": found.symmetries.order,
    }


def symmetry_data(symmetry: Symmetry) -> Data:
    """Return a symmetry in short."""
    return {
        "name": symmetry.name,
        "sets": len(symmetry.orbits),
        "fixed": symmetry.fixed,
        "alike": len(symmetry.conjugates) or 1,
        "rules": symmetry.keeps_rules,
    }


def _write_symmetry(symmetry: Symmetry) -> Data:
    return {
        **symmetry_data(symmetry),
        "moves": list(map(list, symmetry.permutations)),
        "conjugates": list(map(list, symmetry.conjugates)),
    }


def _read_symmetry(fields: Fields, _: Puzzle | None) -> Symmetry:
    moves, others = (_read_moves(fields, name) for name in ("moves", "conjugates"))
    return Symmetry(fields.text("name"), moves, fields.flag("rules"), others)


def _read_moves(fields: Fields, name: str) -> tuple[tuple[int, ...], ...]:
    moves = fields.get(name)
    if not isinstance(moves, list) or not all(
        isinstance(move, list) and sorted(move, key=str) == sorted(range(len(move)), key=str)
        for move in moves
    ):
        fields.fail(name, "a list of moves, each with every number from 0 once")
    return tuple(map(tuple, moves))


def _write_text(written: Written) -> Data:
    return {"text": written.text, "dropped": list(written.dropped)}


def _read_text(fields: Fields, _: Puzzle | None) -> Written:
    return Written(fields.text("text"), fields.texts("dropped"))


CODECS = {
    "Canonical": ResultCodec(_write_canonical, _read_canonical, _canonical_row),
    "Count": ResultCodec(
        count_data,
        _read_count,
        lambda count: {**count_data(count), "count": count.value},
    ),
    "Estimate": ResultCodec(
        _write_estimate,
        _read_estimate,
        lambda one: {
            "mean": one.mean,
            "error": one.error,
            "samples": one.samples,
            "seed": one.seed,
        },
    ),
    "Symmetry": ResultCodec(_write_symmetry, _read_symmetry, symmetry_data),
    "Written": ResultCodec(
        _write_text,
        _read_text,
        lambda one: {"text": one.text, "dropped": "; ".join(one.dropped)},
    ),
}
