"""The results of solving puzzles, as data and rows."""

from __future__ import annotations

from typing import get_args

from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.codec import Data, ResultCodec
from sudokulib.render.results.parts import (
    difference_data,
    puzzle_data,
    read_puzzle,
    read_solution,
    read_steps,
    solution_data,
    steps_data,
)
from sudokulib.render.results.reading import Fields
from sudokulib.solving.candidates import SupportCounts, TrueCandidates
from sudokulib.solving.result import Placement, Result, Stats, Status


def outcome_data(result: Result) -> Data:
    """Return all of a result but its puzzle."""
    stats = result.stats
    return {
        "status": result.status,
        "solutions": [solution_data(solution) for solution in result.solutions],
        "difference": list(map(difference_data, result.differences)),
        "conflict": result.conflict,
        "steps": steps_data(result.puzzle, result.steps),
        "order": [{"cell": p.cell, "symbol": p.symbol, "by": p.by} for p in result.order],
        "stats": {
            "steps": dict(stats.steps),
            "nodes": stats.nodes,
            "seconds": stats.seconds,
            "stopped": stats.stopped,
            "search": stats.search,
        },
    }


def read_outcome(fields: Fields, puzzle: Puzzle) -> Result:
    """Return the result of a puzzle from its data.

    Raises:
        SudokuError: something is missing or wrong in it.
    """
    stats = fields.part("stats")
    return Result(
        puzzle,
        fields.choice("status", get_args(Status)),
        tuple(read_solution(one, puzzle) for one in fields.parts("solutions")),
        read_steps(fields.parts("steps"), puzzle),
        tuple(
            Placement(one.text("cell"), one.text("symbol"), one.text("by"))
            for one in fields.parts("order")
        ),
        fields.text("conflict"),
        Stats(
            tuple(stats.counts("steps").items()),
            stats.integer("nodes"),
            stats.number("seconds"),
            stats.text("stopped"),
            stats.text("search"),
        ),
    )


def _result_row(result: Result) -> Data:
    stats = result.stats
    return {
        "status": result.status,
        "puzzle": result.puzzle.line(),
        "solution": result.solution.line() if result.solution else "",
        "conflict": result.conflict,
        "steps": len(result.steps),
        "nodes": stats.nodes,
        "seconds": stats.seconds,
        "stopped": stats.stopped,
        "search": stats.search,
    }


def _result_rows(result: Result) -> list[Data]:
    return [
        {
            "step": number,
            "technique": one["technique"],
            "text": one["text"],
            "placements": _said(one["placements"]),
            "eliminations": _said(one["eliminations"]),
        }
        for number, one in enumerate(steps_data(result.puzzle, result.steps), 1)
    ]


def _said(candidates: list[Data]) -> str:
    return " ".join(f"{one['cell']}={one['symbol']}" for one in candidates)


def _write_candidates(found: TrueCandidates) -> Data:
    symbols = {cell: list(left) for cell, left in found.items()}
    pairs = [{"cells": list(cells), "same": same} for cells, same in found.same_region.items()]
    return {
        "puzzle": puzzle_data(found.puzzle),
        "cells": symbols,
        "same_region": pairs,
        **_marks(found),
    }


def _marks(found: TrueCandidates | SupportCounts) -> Data:
    return {"complete": found.complete, "stopped": found.stopped}


def _read_candidates(fields: Fields, puzzle: Puzzle | None) -> TrueCandidates:
    puzzle, cells = read_puzzle(fields, puzzle), fields.part("cells")
    alphabet = puzzle.geometry.alphabet
    masks = (sum(map(alphabet.mask, set(cells.texts(cell.name)))) for cell in puzzle.geometry.cells)
    pairs = map(_read_pair, fields.parts("same_region"))
    return TrueCandidates(
        puzzle, map(alphabet.of_mask, masks), fields.limit("stopped"), dict(pairs)
    )


def _read_pair(fields: Fields) -> tuple[tuple[str, str], bool | None]:
    cells = fields.texts("cells")
    if len(cells) != 2:
        fields.fail("cells", "a list of two names")
    same = None if fields.get("same") is None else fields.flag("same")
    return (cells[0], cells[1]), same


def _candidates_row(found: TrueCandidates) -> Data:
    left = [len(symbols) for symbols in found.values()]
    pairs = list(found.same_region.values())
    return {
        "geometry": found.puzzle.geometry.name,
        "cells": len(left),
        "decided": left.count(1) if found.complete else None,
        "candidates": sum(left),
        "borders": pairs.count(False) if pairs else None,
        "in_one_region": pairs.count(True) if pairs else None,
        **_marks(found),
    }


def _write_support(found: SupportCounts) -> Data:
    counts = {
        cell: {symbol: str(n) for symbol, n in symbols.items()} for cell, symbols in found.items()
    }
    known = {"puzzle": puzzle_data(found.puzzle), "cap": found.cap, "cells": counts}
    return {**known, **_marks(found)}


def _read_support(fields: Fields, puzzle: Puzzle | None) -> SupportCounts:
    puzzle, cells = read_puzzle(fields, puzzle), fields.part("cells")
    cap = None if fields.get("cap") is None else fields.integer("cap")
    symbols = puzzle.geometry.alphabet.symbols
    known = (cells.part(cell.name) for cell in puzzle.geometry.cells)
    counts = ({s: own.digits(s) for s in symbols if s in own.data} for own in known)
    return SupportCounts(puzzle, counts, cap, fields.limit("stopped"))


def _support_rows(found: SupportCounts) -> list[Data]:
    return [
        {"cell": cell, "symbol": symbol, "solutions": count}
        for cell, symbols in found.items()
        for symbol, count in symbols.items()
    ]


CODECS = {
    "Result": ResultCodec(
        lambda result: {"puzzle": puzzle_data(result.puzzle), **outcome_data(result)},
        lambda fields, puzzle: read_outcome(fields, read_puzzle(fields, puzzle)),
        _result_row,
        _result_rows,
    ),
    "TrueCandidates": ResultCodec(
        _write_candidates,
        _read_candidates,
        _candidates_row,
        lambda found: [{"cell": c, "symbols": " ".join(symbols)} for c, symbols in found.items()],
    ),
    "SupportCounts": ResultCodec(
        _write_support,
        _read_support,
        lambda one: {"geometry": one.puzzle.geometry.name, "cap": one.cap, **_marks(one)},
        _support_rows,
    ),
}
