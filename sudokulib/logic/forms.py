"""Forms and the places that they may have: what their rules state.

Rules about forms are found by what they say, not by their names: a table lists the places that one
form may have, and its variables tell for each cell whether it is in that form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sudokulib.board import Board
from sudokulib.logic.memo import cached_on_model
from sudokulib.model import Model
from sudokulib.primitives import DistinctPairs, Table


@dataclass(frozen=True, slots=True)
class Form:
    """A form.

    Args:
        number: the table of its places, by number.
        value: the value that its cells have.
        hidden: the cell for each variable of the table.
        places: the sets of cells in which it may be, as bit masks.
    """

    number: int
    value: int
    hidden: Mapping[int, int]
    places: tuple[int, ...]

    def possible(self, board: Board) -> int:
        """Return the cells that may be in the form, as a bit mask."""
        return sum(1 << cell for v, cell in self.hidden.items() if board.masks[v] & 0b10)

    def known(self, board: Board) -> int:
        """Return the cells that are in the form, as a bit mask."""
        return sum(1 << cell for v, cell in self.hidden.items() if board.masks[v] == 0b10)

    def places_left(self, board: Board) -> tuple[int, ...]:
        """Return the places in which it may still be."""
        known, never = self.known(board), ~self.possible(board)
        return tuple([p for p in self.places if not known & ~p and not p & never])


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of a puzzle.

    Args:
        forms: the forms.
        digit_rule: the rule, by number, by which no form has a digit twice; -1 for none.
        digits: for cells in forms, the cell with the digit, if there is such a rule.
    """

    forms: tuple[Form, ...]
    digit_rule: int
    digits: Mapping[int, int]


@cached_on_model
def forms_of(model: Model) -> Forms | None:
    """Return the forms of a puzzle; None if it has none."""
    forms = [form for number in model.rules if (form := _form(model, number))]
    if not forms:
        return None
    cells = {cell for form in forms for cell in form.hidden.values()}
    for number in model.rules:
        rule = model.primitives[number]
        if isinstance(rule, DistinctPairs):
            pairs = [(rule.variables[one], rule.variables[other]) for one, other in rule.pairs]
            digits = {v: w for pair in pairs for v, w in (pair, pair[::-1]) if v in cells}
            if len(digits) == len(pairs) and not cells.intersection(digits.values()):
                return Forms(tuple(forms), number, digits)
    return Forms(tuple(forms), -1, {})


def _form(model: Model, number: int) -> Form | None:
    """Return the form whose places a rule lists; None if it does not do so."""
    rule = model.primitives[number]
    if not isinstance(rule, Table) or len(rule.variables) < 2:
        return None
    told = [model.indicators.get(v, (-1, -1)) for v in rule.variables]
    cells = [cell for cell, _ in told]
    if min(cells) < 0 or len({value for _, value in told}) > 1 or len({*cells}) < len(cells):
        return None
    places = [
        sum(1 << cell for cell, is_in in zip(cells, one, strict=True) if is_in)
        for one in rule.tuples
    ]
    hidden = dict(zip(rule.variables, cells, strict=True))
    return Form(number, told[0][1], hidden, tuple(sorted(places)))


@cached_on_model
def form_tables(model: Model) -> frozenset[int]:
    """Return the rules, by number, that list the places of a form."""
    known = forms_of(model)
    return frozenset(form.number for form in known.forms) if known else frozenset()
