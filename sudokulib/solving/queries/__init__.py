"""Further questions one can ask of a puzzle: count, list, sample, compare, lint."""
