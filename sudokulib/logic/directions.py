"""Directions of loops and paths: what their rules state.

Such rules are found by what they say, not by their names: of the edges that meet at a vertex of a
loop or path, at most one may have the value by which the line leads there, or leads on.
"""

from __future__ import annotations

from sudokulib.logic.memo import cached_on_model
from sudokulib.model import Model
from sudokulib.primitives import Linear, Loop, Primitive


@cached_on_model
def direction_counts(model: Model) -> dict[int, int]:
    """Return the rules by which a line comes to a place, or leaves it, at most once.

    Returns:
        By the number of each such rule, that of the loop or path.
    """
    lines = {
        number: line for number in model.rules if isinstance(line := model.primitives[number], Loop)
    }
    return {
        number: loop
        for loop, line in lines.items()
        for number in model.rules
        if {*model.sources[loop]}.intersection(model.sources[number])
        and _is_direction(model.primitives[number], line)
    }


def _is_direction(rule: Primitive, line: Loop) -> bool:
    """Return whether at most one of the edges at a vertex has one of the values of a line."""
    if not isinstance(rule, Linear) or rule.totals != (0, 1):
        return False
    counted = [[value for value, weight in enumerate(own) if weight] for own in rule.weights]
    if not all(len(own) == 1 and line.values >> own[0] & 1 for own in counted):
        return False
    joined = dict(zip(line.variables, line.ends, strict=True))
    return bool(set.intersection(*[{*joined.get(v, ())} for v in rule.variables]))
