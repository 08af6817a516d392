"""Candidates as bits: all that the constraints allow, numbered, so that sets of them are masks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from sudokulib.board import Board, Candidate
from sudokulib.logic.memo import cached_on_board, cached_on_model
from sudokulib.model import Model, bits


@dataclass(frozen=True, slots=True)
class Numbering:
    """The candidates of a model and their numbers.

    Candidate (v, x) has number ``first[v] + x``, so that the values of one variable lie together,
    and variables of two values, of which layers and rules have many, take no more than two numbers.

    Args:
        first: the number of value 0 of each variable; last, how many numbers there are.
        variable_of: the variable of each number.
    """

    first: tuple[int, ...]
    variable_of: tuple[int, ...]

    def number(self, candidate: Candidate) -> int:
        """Return the number of a candidate."""
        return self.first[candidate[0]] + candidate[1]

    def candidate(self, number: int) -> Candidate:
        """Return the candidate of a number."""
        variable = self.variable_of[number]
        return variable, number - self.first[variable]

    def mask(self, candidates: Iterable[Candidate]) -> int:
        """Return candidates as a bit mask."""
        found = 0
        for variable, value in candidates:
            found |= 1 << self.first[variable] + value
        return found

    def candidates(self, mask: int) -> tuple[Candidate, ...]:
        """Return the candidates of a bit mask, sorted."""
        return tuple(map(self.candidate, bits(mask)))

    def of_value(self, value: int, variables: int) -> int:
        """Return one value on some variables (a mask), which all have it, as a mask."""
        found = 0
        for variable in bits(variables):
            found |= 1 << self.first[variable] + value
        return found

    def of_variable(self, variable: int, values: int) -> int:
        """Return some values of a variable (a mask) as a mask of candidates."""
        return values << self.first[variable]

    def all_values(self, variable: int) -> int:
        """Return the mask of all values for which a variable has numbers."""
        return (1 << self.first[variable + 1] - self.first[variable]) - 1

    def values(self, variable: int, candidates: int) -> int:
        """Return the values of a variable among some candidates (a mask), as a mask."""
        return candidates >> self.first[variable] & self.all_values(variable)


@cached_on_model
def numbering(model: Model) -> Numbering:
    """Return the numbering of a model; the same for every board on its constraints."""
    lengths = [mask.bit_length() for mask in model.domains]
    owners = [v for v, length in enumerate(lengths) for _ in range(length)]
    return Numbering((0, *accumulate(lengths)), tuple(owners))


@cached_on_board
def candidates_left(board: Board) -> int:
    """Return all candidates of a board as a bit mask."""
    found = 0
    for first, mask in zip(numbering(board.model).first, board.masks, strict=False):
        found |= mask << first
    return found
