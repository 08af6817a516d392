"""Rules as items of the Interactive Sudoku Solver, and items as rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudokulib.errors import SudokuError
from sudokulib.formats.iss.grammar import LONGEST_KEPT, Item, without_replaced
from sudokulib.formats.iss.replicate import replicated
from sudokulib.formats.iss.solver_grid import SolverGrid
from sudokulib.formats.rule_table import spellings_by_kind, spellings_by_name
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import AllOf, AnyOf, Kind, Shape, Skyscraper

_READ = {
    name: (spelling.needs, spelling.reader(kind))
    for name, (kind, spelling) in spellings_by_name("item").items()
}
_WRITTEN = spellings_by_kind("item")
_COMPOSITES = frozenset({"And", "Or", "Replicate"})
"""Types that have items inside."""
_IGNORED = {"Priority", "SearchPriority"}
"""Types that are only hints to the solver where to begin."""

_HOLDS_IF_EMPTY = frozenset({"And", "EqualSum", "Modular", "Replicate", *_IGNORED})
"""Types whose items always hold if they give no rules; others then count as absent."""

RULE_TYPES = frozenset({*_READ, *_COMPOSITES, *_IGNORED} - {""})
"""Types that state rules, and those that may occur among them."""


_WARNING = frozenset({"Renban"})
"""Types that may warn when they are read, which they do each time."""
_MOST_KEPT = 100
"""Rules of an item up to which they are kept for the next text: a bound on memory."""


def shapes_of(item: Item, board: SolverGrid) -> Sequence[Shape]:
    """Return the rules of an item as shapes; the same ones for an item that was read before.

    Of a text that was edited, only the items that have changed are read.

    Raises:
        SudokuError: something in the item is wrong.
    """
    known = board.shapes_by_item.get(item)
    if known is None:
        known = tuple(map(Shape, rules_of(item, board)))
        small = len(known) <= _MOST_KEPT and item.length <= LONGEST_KEPT
        if small and not _may_warn(item):
            board.shapes_by_item[item] = known
    return known


def _may_warn(item: Item) -> bool:
    return item.type in _WARNING or any(map(_may_warn, item.items))


def rules_of(item: Item, board: SolverGrid) -> list[Kind]:
    """Return the rules of an item, including those of the items inside it.

    Raises:
        SudokuError: something in the item is wrong.
    """
    found = _READ.get(item.type)
    if found is None:
        return _rules_inside(item, board)
    needs, read = found
    if problem := needs(board):
        raise SudokuError(problem.format(f".{item.type}"))
    return read(item, board)


def _rules_inside(item: Item, board: SolverGrid) -> list[Kind]:
    """Return the rules of an item that states none itself."""
    if item.type == "Or":
        return _choice(item, board)
    if item.type in _IGNORED:
        return []
    if item.type not in _COMPOSITES:
        raise SudokuError(f".{item.type} is about the whole grid; write it outside of .Or and .And")
    inner = without_replaced(item.items)
    rules = [rule for one in inner for rule in rules_of(one, board)]
    if item.type == "Replicate":
        return replicated(item, rules, board)
    return [AllOf(tuple(rules))] if rules else []


def _choice(item: Item, board: SolverGrid) -> list[Kind]:
    """Return the rule that at least one of the items holds; no rule if one always holds."""
    ways: list[Kind] = []
    for one in item.items:
        rules = rules_of(one, board)
        if rules:
            ways.append(rules[0] if len(rules) == 1 else AllOf(tuple(rules)))
        elif one.type in _HOLDS_IF_EMPTY:
            return []
    if not ways:
        raise SudokuError(".Or has no alternatives; write constraints before its .End")
    return [AnyOf(tuple(ways))]


@dataclass(frozen=True)
class ItemWriter:
    """Writes the rules of a puzzle as items.

    Args:
        puzzle: the puzzle.
        board: its grid.
    """

    puzzle: Puzzle
    board: SolverGrid

    def write(self, rule: Kind) -> str:
        """Return the item of a rule; empty if there is none."""
        if rule.name == "allowed":
            return ""  # candidates of cells are written with the givens
        return str(next(self._items(rule), ""))

    def _items(self, rule: Kind) -> Iterator[Item]:
        """Yield the items that state a rule, best first."""
        most = len(self.puzzle.geometry) + len(self.board.hidden)
        if any(cell >= most for cell in rule.all_cells):
            return
        if isinstance(rule, AllOf | AnyOf):
            inner = [item for one in rule.shapes if (item := self._inside(one))]
            if len(inner) == len(rule.shapes):
                yield Item("And" if isinstance(rule, AllOf) else "Or", items=tuple(inner))
        for spelling in _WRITTEN.get(rule.name, ()):
            apt = not spelling.needs(self.board) and spelling.means(rule)
            if not apt or not spelling.when(rule, self.board, self.puzzle):
                continue
            if (args := spelling.layout.write(rule, self.board)) is not None:
                yield Item(spelling.name, tuple(map(str, args)))

    def _inside(self, rule: Kind) -> Item | None:
        """Return the item of a rule inside another item, if the rule is about listed cells."""
        if isinstance(rule, Skyscraper) and rule.ground is None and 0 in self.board.values:
            return None  # read back, it would have a ground
        listed = (item for item in self._items(rule) if item.type != "Diagonal")
        return next((item for item in listed if item.args or item.items), None)
