"""Chains in words, with the reason of every link."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sudokulib.logic.step import Candidates, Link, Rank, Role, Step
from sudokulib.logic.words import Words, listed

__all__ = ["tell_chain"]


def tell_chain(step: Step, words: Words) -> str:
    """A chain as what follows from its first node being false, link by link."""
    nodes = _nodes(step)
    inferences = ", then ".join(_inferences(step, words))
    first = _said(nodes[0].candidates, words, holds=False)
    start = f"if {first}, then {inferences}"
    if len(nodes) % 2:
        return (
            f"{start}; so it goes round and either way, and each link of this loop holds one "
            "that is true"
        )
    if nodes[0].candidates == nodes[-1].candidates:
        return f"{start}, which cannot be"
    ends = [_said(nodes[i].candidates, words, holds=True) for i in (0, -1)]
    return f"{start}; either way, {listed(ends, 'or')}{_ends_exclude(step, words)}"


def _nodes(step: Step) -> list[Role]:
    return [role for role in step.roles if role.name == "node"]


def _inferences(step: Step, words: Words) -> Iterator[str]:
    """What follows from node to node, with the reason in brackets."""
    nodes = _nodes(step)
    sets = iter([role for role in step.roles if role.name == "set"])
    for place, (before, node) in enumerate(pairwise(nodes)):
        strong = place % 2 == 0
        own = next(sets) if strong and _by_set(before, node) else None
        reason = _strong(node, words, own) if strong else _weak(node, words)
        yield f"{_said(node.candidates, words, holds=strong)} ({reason})"


def _by_set(before: Role, node: Role) -> bool:
    """Whether a strong inference is none of a variable or a shape, but of several variables."""
    return not node.primitives and len({v for v, _ in before.candidates + node.candidates}) > 1


def _strong(node: Role, words: Words, own: Role | None) -> str:
    values = {value for _, value in node.candidates}
    if own is not None:
        cells = words.cells(dict.fromkeys(v for v, _ in own.candidates))
        return f"{cells} have just one value more than cells"
    if not node.primitives:
        return "nothing else is left there"
    where = words.rule(node.primitives[0])
    if len(values) > 1:
        return f"{where} needs one of them"
    places = "place" if len(node.candidates) == 1 else "places"
    return f"the only other {places} in {where}"


def _weak(node: Role, words: Words) -> str:
    return words.shapes(node.primitives) if node.primitives else "one value in a cell"


def _said(candidates: Candidates, words: Words, *, holds: bool) -> str:
    """That one of some candidates is true, or that none is."""
    variables = list(dict.fromkeys(variable for variable, _ in candidates))
    symbols = list(dict.fromkeys(words.symbol(*candidate) for candidate in candidates))
    cells = [words.cell(variable) for variable in variables]
    if len(cells) == 1:
        one = listed(symbols, "or")
        return f"{cells[0]} is {one}" if holds else f"{cells[0]} is not {one}"
    if len(symbols) == 1:
        where = listed(cells, "or")
        return f"{symbols[0]} is in {where}" if holds else f"{symbols[0]} is not in {where}"
    each = listed([words.candidate(candidate) for candidate in candidates], "or")
    return f"{each} holds" if holds else f"neither {each} holds"


def _ends_exclude(step: Step, words: Words) -> str:
    """Through which shapes the ends exclude what goes."""
    shapes: dict[int, None] = {}
    for argument in step.arguments:
        for link in argument.links[-2:] if isinstance(argument, Rank) else ():
            if isinstance(link, Link):
                shapes.update(dict.fromkeys(link.primitives))
    through = f" through {words.shapes(shapes)}" if shapes else ""
    return f", and both exclude the rest{through}"
