"""Solving many puzzles in order, by search alone."""

from sudokulib.batch.errors import BadLineError
from sudokulib.batch.line_solver import LineSolver
from sudokulib.batch.many import solve_many
from sudokulib.batch.progress import Progress

__all__ = ["BadLineError", "LineSolver", "Progress", "solve_many"]
