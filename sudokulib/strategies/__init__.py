"""Strategies: how a deduction is found. The module of a strategy is imported when first used."""

from sudokulib.strategies.registry import (
    Strategy,
    register_strategy,
    strategies,
    strategy,
    strategy_named,
)

__all__ = ["Strategy", "register_strategy", "strategies", "strategy", "strategy_named"]
