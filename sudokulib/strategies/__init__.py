"""Strategies: how a deduction is found. Importing this package registers the built-in ones."""

from sudokulib.strategies import (
    als,
    chains,
    colouring,
    direct,
    fillings,
    forcing,
    loops,
    nets,
    overlaps,
    premises,
    remote_pairs,
    singles,
    tuples,
    turbot,
    wings,
)
from sudokulib.strategies.registry import (
    Strategy,
    register_strategy,
    strategies,
    strategy,
    strategy_named,
)

__all__ = [
    "Strategy",
    "als",
    "chains",
    "colouring",
    "direct",
    "fillings",
    "forcing",
    "loops",
    "nets",
    "overlaps",
    "premises",
    "register_strategy",
    "remote_pairs",
    "singles",
    "strategies",
    "strategy",
    "strategy_named",
    "tuples",
    "turbot",
    "wings",
]
