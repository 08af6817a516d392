"""The base of everything else: symbols, names of cells, limits, caches, random draws."""
