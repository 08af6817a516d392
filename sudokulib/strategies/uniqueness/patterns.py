"""Uniqueness: cells whose two values could be exchanged would make a second solution.

A technique is a sort of deadly pattern (`deadly_patterns`) and a use of it: what follows from its
extras (`extras`), or from values that have no other place (`confined_values`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from sudokulib.board import Board
from sudokulib.logic.step import Candidates, Rank, Role, Step, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.strategies.phrases import name_list, symbol_list
from sudokulib.strategies.registry import Strategy, register_strategy
from sudokulib.strategies.uniqueness.confined_values import (
    confined_diagonally,
    confined_value,
    forced_pair,
)
from sudokulib.strategies.uniqueness.deadly_patterns import (
    MOST_LOOP,
    DeadlyPattern,
    longer_loops,
    mixed_pair_patterns,
    rectangles,
    universal_graves,
)
from sudokulib.strategies.uniqueness.extras import (
    Conclusion,
    any_same_value,
    naked_tuple,
    same_extra,
    same_extra_apart,
    single_extra_cell,
)

_Use = Callable[[Board, DeadlyPattern], Iterator[Conclusion]]


def uniqueness_steps(
    technique: str, sets: Callable[[Board], Iterable[DeadlyPattern]], use: _Use, board: Board
) -> Iterator[Step]:
    """Yield the steps of deadly patterns, which some cell must break."""
    known = set()
    for one in sets(board):
        for gone, proofs, roles in use(board, one):
            key = (gone, one.cells)
            if gone and key not in known:
                known.add(key)
                plain = tuple((v, x) for v, pair in one.pairs for x in pair if board.allows((v, x)))
                own = (Role("pairs", plain), Role("extra", one.extras), *roles)
                yield Step(technique, (), gone, proofs, own, _rating(technique, one, roles))


def _rating(technique: str, one: DeadlyPattern, roles: tuple[Role, ...]) -> float | None:
    """Return the rating of longer loops and larger tuples, as in Sudoku Explainer."""
    size = max(
        (len({v for v, _ in role.candidates}) for role in roles if role.name == "set"), default=0
    )
    if technique.startswith("unique"):
        base = {4: 4.5, 6: 4.6, 8: 4.7}.get(len(one.pairs), 5.0)
        return round(base + (0.1 * (size - 1) if size else 0.0), 1)
    return round(5.7 + 0.1 * size, 1) if technique == "bug-3" else None


# Wordings and registration.


def _tell(step: Step, words: Words) -> str:
    roles = {role.name: role for role in step.roles}
    extra = roles["extra"].candidates
    why = f"{_exchange(roles['pairs'].candidates, words)}; hence {_either(words, extra)}"
    ranks = [a for a in step.arguments if isinstance(a, Rank)]
    truths = [t for t in ranks[0].truths if isinstance(t, Truth)]
    if "set" in roles:
        cells = name_list(words, roles["set"].candidates)
        values = symbol_list(words, (*roles["set"].candidates, *extra))
        return f"{why}; with {cells} that makes a naked tuple of {values}"
    facts = list(dict.fromkeys(words.truth(truth) for truth in truths))
    return "; ".join([why, *facts]) + _close(step, words, extra, bool(facts))


def _exchange(pairs: Candidates, words: Words) -> str:
    """Describe what could be exchanged; the values of many cells are not listed."""
    cells = name_list(words, pairs)
    if len({v for v, _ in pairs}) > MOST_LOOP:
        return f"if {cells} held nothing but two values each, these could all be exchanged"
    return (
        f"if {cells} held nothing but {symbol_list(words, pairs)}, these could be exchanged for a "
        f"second solution"
    )


def _either(words: Words, extra: Candidates) -> str:
    """Describe what must hold where a cell breaks its pair: ``R1C1 is 5 or 7, or R4C1 is 2``."""
    by_cell: dict[int, list[str]] = {}
    for variable, value in extra:
        by_cell.setdefault(variable, []).append(words.symbol(variable, value))
    parts = [f"{words.cell(v)} is {join_words(own, 'or')}" for v, own in by_cell.items()]
    return ", or ".join(parts)


def _close(step: Step, words: Words, extra: Candidates, forced: bool) -> str:
    targets = name_list(words, step.eliminations)
    if forced:
        return f"; {symbol_list(words, step.eliminations)} in {targets} would leave none of these"
    holders = {v for v, _ in extra}
    if {v for v, _ in step.eliminations} <= holders:
        return ""
    return f", and {targets} {'sees' if len(step.eliminations) == 1 else 'see'} them all"


def _open_rectangles(board: Board) -> Iterator[DeadlyPattern]:
    return (one for one in rectangles(board) if not _placed(board, one))


def _placed_rectangles(board: Board) -> Iterator[DeadlyPattern]:
    return (one for one in rectangles(board) if _placed(board, one))


def _placed(board: Board, one: DeadlyPattern) -> bool:
    return bool(one.cells & board.solved)


_SUDOPEDIA = "Sudopedia, Uniqueness Test"

_ALL: tuple[tuple[str, Callable[[Board], Iterable[DeadlyPattern]], _Use, float, str, str], ...] = (
    ("unique-rectangle-1", _open_rectangles, single_extra_cell, 4.5,
     "Three cells of a rectangle have no more than two values; the fourth has something else.",
     _SUDOPEDIA),
    ("unique-rectangle-2", _open_rectangles, same_extra, 4.5,
     "Two cells of a rectangle, in one shape, have the same extra value.", _SUDOPEDIA),
    ("unique-rectangle-3", _open_rectangles, naked_tuple, 4.5,
     "The extra values of a rectangle make a naked tuple with cells beside them.", _SUDOPEDIA),
    ("unique-rectangle-4", _open_rectangles, confined_value, 4.5,
     "One value of a rectangle is confined to the two cells with extras.", _SUDOPEDIA),
    ("unique-rectangle-5", _open_rectangles, same_extra_apart, 4.5,
     "Cells of a rectangle that are apart have the same extra value.", _SUDOPEDIA),
    ("unique-rectangle-6", _open_rectangles, confined_diagonally, 4.5,
     "One value of a rectangle is, of two opposite cells, in both or in neither.", _SUDOPEDIA),
    ("hidden-rectangle", _open_rectangles, forced_pair, 4.6,
     "A value in one corner would force the pair of a rectangle into all corners.",
     "Sudopedia, Hidden Rectangle"),
    ("avoidable-rectangle-1", _placed_rectangles, single_extra_cell, 4.5,
     "Placed cells of a rectangle could be exchanged but for one cell.",
     "Sudopedia, Avoidable Rectangle"),
    ("avoidable-rectangle-2", _placed_rectangles, any_same_value, 4.5,
     "Placed cells of a rectangle could be exchanged but for one value.",
     "Sudopedia, Avoidable Rectangle"),
    ("unique-loop-1", longer_loops, single_extra_cell, 4.6,
     "A loop of cells has no more than two values but for one cell.",
     "Sudopedia, Unique Loop; N. Juillerat, Sudoku Explainer"),
    ("unique-loop-2", longer_loops, any_same_value, 4.6,
     "The cells of a loop have two values and one extra value.",
     "Sudopedia, Unique Loop; N. Juillerat, Sudoku Explainer"),
    ("unique-loop-3", longer_loops, naked_tuple, 4.6,
     "The extra values of a loop make a naked tuple with cells beside them.",
     "Sudopedia, Unique Loop; N. Juillerat, Sudoku Explainer"),
    ("unique-loop-4", longer_loops, confined_value, 4.6,
     "One value of a loop is confined to the two cells with extras.",
     "Sudopedia, Unique Loop; N. Juillerat, Sudoku Explainer"),
    ("bug-lite", mixed_pair_patterns, single_extra_cell, 5.5,
     "Cells with several pairs could be exchanged but for one cell.", "Sudopedia, BUG-Lite"),
    ("bug", universal_graves, single_extra_cell, 5.6,
     "All open cells could be exchanged but for one cell.",
     "Sudopedia, Bivalue Universal Grave"),
    ("bug-2", universal_graves, any_same_value, 5.7,
     "All open cells could be exchanged but for one extra value.",
     "Sudopedia, BUG Type 2; N. Juillerat, Sudoku Explainer"),
    ("bug-3", universal_graves, naked_tuple, 5.8,
     "The extra values of the open cells make a naked tuple with cells beside them.",
     "N. Juillerat, Sudoku Explainer"),
    ("bug-4", universal_graves, confined_value, 5.7,
     "Of two open cells with extras, in one shape, one holds a value of their pairs.",
     "N. Juillerat, Sudoku Explainer"),
)  # fmt: skip

_ALIASES = {"bug": ("bug-1", "bug-plus-1", "bivalue-universal-grave")}


def _register() -> None:
    for name, sets, use, rating, summary, source in _ALL:
        register_strategy(
            Strategy(
                name, partial(uniqueness_steps, name, sets, use), summary, "uniqueness",
                rating, 100, source, _ALIASES.get(name, ()),
                assumes="unique", monotone=False, tell=_tell,
            )
        )  # fmt: skip


_register()
