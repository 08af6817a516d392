"""Solve, explain, count any sudoku: cells and shapes."""
