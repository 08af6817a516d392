"""Solve a puzzle: strategies in a pipeline first, search for what is left."""
