"""The puzzle compiled for reasoning: variables, primitives, houses, peers."""

from sudokulib.basics.bit_sets import bits
from sudokulib.model.compiler import compile_geometry, compile_puzzle, compile_shapes
from sudokulib.model.model import Model
from sudokulib.model.variable_sets import Clique, House

__all__ = [
    "Clique",
    "House",
    "Model",
    "bits",
    "compile_geometry",
    "compile_puzzle",
    "compile_shapes",
]
