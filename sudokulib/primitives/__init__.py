"""The few constraints to which every rule is lowered, over variables with bit-mask domains.

A variable is an index; its domain an int whose bit i stands for the i-th symbol of the alphabet.
"""

from sudokulib.primitives.all_different import AllDifferent
from sudokulib.primitives.areas import Areas
from sudokulib.primitives.connected import Connected
from sudokulib.primitives.distinct_pairs import DistinctPairs
from sudokulib.primitives.distinct_sum import DistinctSum
from sudokulib.primitives.distinct_word import DistinctWord
from sudokulib.primitives.linear import Linear
from sudokulib.primitives.loop import Loop
from sudokulib.primitives.primitive import Primitive
from sudokulib.primitives.rank import LineRank
from sudokulib.primitives.regions import Regions
from sudokulib.primitives.regular import Automaton, Regular
from sudokulib.primitives.table import Table
from sudokulib.primitives.when import When

__all__ = [
    "AllDifferent",
    "Areas",
    "Automaton",
    "Connected",
    "DistinctPairs",
    "DistinctSum",
    "DistinctWord",
    "LineRank",
    "Linear",
    "Loop",
    "Primitive",
    "Regions",
    "Regular",
    "Table",
    "When",
]
