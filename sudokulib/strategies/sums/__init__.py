"""Cages and other sums."""
