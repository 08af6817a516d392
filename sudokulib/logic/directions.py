"""Directions of loops and paths: what their rules state.

Such rules are found by what they say, not by their names: of the edges that meet at a vertex of a
loop or path, at most one may have the value by which the line leads there, or leads on.
"""

from __future__ import annotations

from sudokulib.logic.memo import cached_on_model
from sudokulib.model import Model
from sudokulib.primitives import Linear, Loop


@cached_on_model
def direction_counts(model: Model) -> dict[int, int]:
    """Return the rules by which a line comes to a place, or leaves it, at most once.

    Returns:
        By the number of each such rule, that of the loop or path.
    """
    ends: dict[int, dict[int, tuple[int, int]]] = {}
    for number in model.rules:
        rule = model.primitives[number]
        if isinstance(rule, Loop):
            ends[number] = dict(zip(rule.variables, rule.ends, strict=True))
    found = {}
    for number in model.rules if ends else ():
        rule = model.primitives[number]
        if isinstance(rule, Linear) and rule.totals == (0, 1):
            counted = {tuple([x for x, w in enumerate(own) if w]) for own in rule.weights}
            for loop, joined in ends.items():
                values = _values(model, loop)
                if joined.keys() >= {*rule.variables} and all(
                    len(own) == 1 and values >> own[0] & 1 for own in counted
                ):
                    meeting = [{*joined[v]} for v in rule.variables]
                    if set.intersection(*meeting):
                        found[number] = loop
    return found


def _values(model: Model, loop: int) -> int:
    rule = model.primitives[loop]
    assert isinstance(rule, Loop)
    return rule.values
