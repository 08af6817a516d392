"""Strings of the Interactive Sudoku Solver, read and written."""
