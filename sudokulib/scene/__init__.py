"""Drawings of puzzles as items, each with a meaning instead of a colour; `render` writes them."""
