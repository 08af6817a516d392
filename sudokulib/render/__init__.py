"""Pictures, pages and text of geometries, puzzles and steps; results as data, rows and HTML."""
