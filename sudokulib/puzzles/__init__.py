"""Puzzles and their solutions, files and geometries."""
