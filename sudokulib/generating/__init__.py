"""Generating puzzles: givens are removed while the solution stays unique."""

from sudokulib.generating.makers import Generated
from sudokulib.generating.puzzles import generate, generate_many
from sudokulib.generating.recipes import Recipe, load_recipe
from sudokulib.generating.set_files import write_set
from sudokulib.generating.sets import generate_set
from sudokulib.puzzles.geometries.labelling import Permutation, orbits
from sudokulib.puzzles.geometries.motions import SYMMETRIES, moves_of

__all__ = [
    "SYMMETRIES",
    "Generated",
    "Permutation",
    "Recipe",
    "generate",
    "generate_many",
    "generate_set",
    "load_recipe",
    "moves_of",
    "orbits",
    "write_set",
]
