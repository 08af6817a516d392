"""Solving many puzzles, by search alone."""

from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_names
from sudokulib.solving.batch.errors import BadLineError
from sudokulib.solving.batch.line_solver import LineSolver
from sudokulib.solving.batch.many import solve_many
from sudokulib.solving.batch.progress import Progress

if TYPE_CHECKING:
    from sudokulib.solving.batch.dask_cluster import ClusterError, cluster

__all__ = ["BadLineError", "ClusterError", "LineSolver", "Progress", "cluster", "solve_many"]

__getattr__, __dir__ = lazy_names(__name__, __all__, {"dask_cluster": "ClusterError cluster"})
