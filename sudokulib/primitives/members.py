"""Members, the variables whose values lie in a set, as bit masks over their places."""

from __future__ import annotations

from collections.abc import Sequence

Split = tuple[int, int]
"""The places that must be members and those that may be; the first are among both."""


def split_members(variables: Sequence[int], values: int, domains: Sequence[int]) -> Split | None:
    """Return which variables must be members and which may be; None if a domain is empty.

    Args:
        variables: the variables.
        values: the values of members, as a bit mask.
        domains: the domain of every variable of the model.
    """
    must = may = 0
    for place, v in enumerate(variables):
        domain = domains[v]
        if not domain:
            return None
        if inside := domain & values:
            may |= 1 << place
            if inside == domain:
                must |= 1 << place
    return must, may


def narrowed_to_members(
    variables: Sequence[int], values: int, domains: Sequence[int], split: Split
) -> dict[int, int]:
    """Return the smaller domains of the variables that a split decides.

    Args:
        variables: the variables.
        values: the values of members, as a bit mask.
        domains: the domain of every variable of the model.
        split: which must be members, and which may be.
    """
    must, may = split
    smaller = {}
    for place, v in enumerate(variables):
        domain = domains[v]
        if must >> place & 1:
            domain &= values
        elif not may >> place & 1:
            domain &= ~values
        if domain != domains[v]:
            smaller[v] = domain
    return smaller
