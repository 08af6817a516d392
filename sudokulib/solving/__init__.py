"""All one can ask of a puzzle: its solution, steps, hints, rating, counts; one puzzle or many."""
