"""Wordings of sums: equations, combinations before and after, and where values may repeat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations as pairs_of
from math import comb

from sudokulib.logic.combinations import combinations
from sudokulib.logic.equations import Equation, equation, signed_sum
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.primitives import DistinctSum, Linear
from sudokulib.strategies.phrases import candidates_by_cell

_LISTED = 8
"""The most combinations listed, for readability; of more only their number is given."""

_MOST = 6000
"""The most sets of values gone through to count combinations. A bound on time: six cells of 9×9
that may repeat have 3,003 multisets, 9 have 24,310."""


def combinations_left(number: int, words: Words) -> str:
    """Return the number of combinations of a sum, and those that the candidates leave.

    Returns:
        For example ``8 combinations → 2: 159 or 168``, or ``2 combinations: 12 or 13`` if all
        are left; empty if there are too many, if each cell has only two symbols, which
        the sum counts, or if some cells count negative, which has none.
    """
    primitive = words.model.primitives[number]
    known = signed_sum(words.model, number)
    if not isinstance(primitive, Linear | DistinctSum) or (known and known.minus):
        return ""
    domains = words.model.root.domains
    counts = all(domains[v].bit_count() < 3 for v in primitive.variables)
    if len(primitive.variables) < 2 or counts or not _few(primitive, words):
        return ""
    every = combinations(primitive, domains)
    left = combinations(primitive, words.board.masks)
    if len(every) == len(left) == 1:
        return f"only {_listed(left, words)}"
    phrase = "" if len(left) > _LISTED else f": {_listed(left, words)}"
    fewer = f" → {len(left)}" if len(left) < len(every) else ""
    plural = "" if len(every) == 1 else "s"
    return f"{len(every)} combination{plural}{fewer}{phrase}"


def _few(primitive: Linear | DistinctSum, words: Words) -> bool:
    width, ways = len(words.model.values), 1
    for part in primitive.groups():
        ways *= comb(width, len(part))
    return min(ways, comb(width + len(primitive.variables) - 1, width - 1)) <= _MOST


def _listed(found: Sequence[Sequence[int]], words: Words) -> str:
    symbols = words.symbols((1 << len(words.model.values)) - 1)
    join = "" if all(len(symbol) == 1 for symbol in symbols) else "+"
    return join_words([join.join(symbols[x] for x in one) for one in found], "or")


def sum_text(number: int, words: Words) -> str:
    """Return a sum as an equation: ``R1C4 + R3C7 = 12``."""
    return words.equation(number) or words.rule(number)


def named_sum(number: int, words: Words) -> str:
    """Return the name and total of a sum; for a derived one its equation and origin."""
    if number in words.model.derived:
        equation_ = words.equation(number)
        return f"{equation_} ({words.derivation(number)})" if equation_ else words.rule(number)
    name, known = words.rule(number), signed_sum(words.model, number)
    if known and known.minus:
        return f"{name} ({sum_text(number, words)})"
    return name if known is None or str(known.total) in name.split() else f"{name} ({known.total})"


def equation_text(number: int, words: Words) -> str:
    """Describe the derivation of a sum, ending in the sum itself.

    Returns:
        For example ``north + south = 90, less cage 12 and cage 15 = 78, leaves A4 + C7 = 12``;
        the shapes that it follows from if how is not known.
    """
    found, known = equation(words.model, number), signed_sum(words.model, number)
    if found is None or known is None:
        return f"{sum_text(number, words)} follows from {words.origin(number)}"
    return f"{_sides(found, -1 if known.total < 0 else 1, words)}, leaves {sum_text(number, words)}"


def _sides(found: Equation, turn: int, words: Words) -> str:
    """Return the added terms, houses before sums, then the subtracted ones; signs turned if -1."""
    terms = {1: list[str](), -1: list[str]()}
    totals = {1: Fraction(0), -1: Fraction(0)}
    for own in (found.houses, found.sums):
        for number, factor in own:
            sign = turn if factor > 0 else -turn
            terms[sign].append(_times(abs(factor), _term_name(number, words)))
            totals[sign] += abs(factor) * _total(number, words)
    text = f"{' + '.join(terms[1])} = {totals[1]}"
    if not (totals[1] or totals[-1]):
        return ", less ".join(filter(None, map(join_words, terms.values())))
    if len(terms[-1]) == 1 and str(totals[-1]) in terms[-1][0]:
        return f"{text}, less {terms[-1][0]}"
    return f"{text}, less {join_words(terms[-1])} = {totals[-1]}" if terms[-1] else text


def _term_name(number: int, words: Words) -> str:
    """Return the name of a house, or the name and total of a sum."""
    if any(house.primitive == number for house in words.model.houses):
        return words.shape(number)
    return named_sum(number, words)


def _times(factor: Fraction, name: str) -> str:
    return name if factor == 1 else f"{factor} × {name}"


def _total(number: int, words: Words) -> int:
    for house in words.model.houses:
        if house.primitive == number:
            return sum(words.model.values[x] for x in bits(house.values))
    known = signed_sum(words.model, number)
    return known.total if known else 0


def sum_with_ways(number: int, words: Words) -> str:
    """Return the name of a sum with its combinations in brackets, if they can be listed."""
    name, phrase = named_sum(number, words), combinations_left(number, words)
    if phrase and name.endswith(")"):
        return f"{name[:-1]}; {phrase})"
    return f"{name} ({phrase})" if phrase else name


def unfilled(step: Step, number: int, words: Words) -> str:
    """Return a clause that removed candidates fit into none of the combinations left.

    Empty if all candidates that a step removes are in no combination.
    """
    if not combinations_left(number, words):
        return ""
    primitive = words.model.primitives[number]
    assert isinstance(primitive, Linear | DistinctSum)
    left = {x for one in combinations(primitive, words.board.masks) for x in one}
    nowhere = [one for one in step.eliminations if one[1] in left]
    if not nowhere:
        return ""
    return f"; with {candidates_by_cell(words, nowhere)} none of these can be filled in"


def may_repeat(number: int, words: Words) -> str:
    """Return which cells of a sum may be equal, and why: they see each other through no shape."""
    variables = words.model.primitives[number].variables
    known = signed_sum(words.model, number)
    if len(variables) < 2 or (known and known.minus):
        return ""
    peers = words.model.peers
    apart = [(a, b) for a, b in pairs_of(variables, 2) if not peers[a] >> b & 1]
    two = len(variables) == 2
    if not apart:
        return f"without repeats, as {'they' if two else 'all'} see each other"
    if len(apart) == comb(len(variables), 2):
        return f"repeats allowed, as {'they do not' if two else 'no two of them'} see each other"
    names = join_words([f"{words.cell(a)} and {words.cell(b)}" for a, b in apart[:3]], "or")
    more = " or others" if len(apart) > 3 else ""
    return f"repeats allowed in {names}{more}, which do not see each other"
