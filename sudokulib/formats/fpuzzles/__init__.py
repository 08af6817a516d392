"""JSON and links of f-puzzles, read and written."""
