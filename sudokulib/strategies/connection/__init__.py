"""Connected cells, areas of some sizes, loops and paths."""
