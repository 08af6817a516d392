"""Strategies: how a deduction is found. Importing this package registers the built-in ones."""

from importlib import import_module

from sudokulib.strategies.registry import (
    Strategy,
    register_strategy,
    strategies,
    strategy,
    strategy_named,
)

__all__ = ["Strategy", "register_strategy", "strategies", "strategy", "strategy_named"]

BUILT_IN = (
    "als.chains",
    "als.blossoms",
    "sums.cages",
    "chains.open_chains",
    "colouring",
    "common_exclusions",
    "sums.comparison",
    "direct",
    "chains.duals",
    "aligned_exclusion",
    "fillings",
    "fish.named",
    "forcing.chains",
    "sums.innies",
    "sums.killer_sets",
    "leftovers",
    "chains.loops",
    "forcing.nets",
    "overlaps",
    "overlay",
    "forcing.premises",
    "proving.prover",
    "rank0",
    "chains.remote_pairs",
    "singles",
    "tuples",
    "chains.turbot",
    "uniqueness.patterns",
    "wings",
)
"""The modules that register strategies. Add yours at the end: strategies of the same rating are
tried in the order of registration, so another order would change which step is shown."""

for _module in BUILT_IN:
    import_module(f"{__name__}.{_module}")
