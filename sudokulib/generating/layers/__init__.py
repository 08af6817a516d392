"""What lays rules on a solution, layer by layer."""

from sudokulib.generating.layers.cages import Cages
from sudokulib.generating.layers.layer import (
    Canvas,
    Layer,
    layers,
    register_layer,
    word_or_number,
)

__all__ = ["Cages", "Canvas", "Layer", "layers", "register_layer", "word_or_number"]
