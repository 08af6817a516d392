"""Drawing: `text` draws geometries, puzzles and solutions in the terminal."""
