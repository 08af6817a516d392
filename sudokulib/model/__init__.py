"""The puzzle compiled for reasoning: variables, primitives, houses, peers."""

from sudokulib.model.compile import compile_geometry, compile_puzzle
from sudokulib.model.model import House, Model

__all__ = ["House", "Model", "compile_geometry", "compile_puzzle"]
