"""A puzzle, its solution, and the files that they are read from and written to."""
