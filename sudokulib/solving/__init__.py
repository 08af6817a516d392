"""Solve a puzzle: the answer by search, the steps by strategies in a pipeline."""
