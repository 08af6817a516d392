"""The meaning of a string of the Interactive Sudoku Solver, found by search."""

from sudokulib import read
from sudokulib.basics.budget import Budget
from sudokulib.model import compile_puzzle
from sudokulib.search import backend


def fillings(text):
    """Every solution of a small string, as the values of its cells in order."""
    puzzle = read(text, form="iss")
    values = puzzle.geometry.alphabet.values
    found = backend("reference").solutions(compile_puzzle(puzzle), Budget(20))
    return {tuple(values[v] for v in one[: len(puzzle.geometry)]) for one in found}
