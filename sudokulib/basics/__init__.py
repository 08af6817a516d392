"""What everything else stands on: symbols, names of cells, limits, caches, random draws."""
