"""Descriptions of hidden variables in words, so that users never see variables."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_PLACE = re.compile(r"\{(shape|\d+)\}")


@dataclass(frozen=True, slots=True)
class Unseen:
    """A hidden variable as sentences: the subject *is* one of the values, or it *is not*.

    In every text ``{shape}`` is the name of the shape that needs the variable, and ``{7}`` that of
    cell 7.

    Args:
        subject: the subject of the sentence.
        values: the predicates, one for each value.
        name: the name of the variable outside such sentences; absent: the subject.
        same: the predicate of a value that another variable is known to have as well, whose subject
            replaces ``{same}``; absent: the usual one.
    """

    subject: str
    values: tuple[str, ...]
    name: str = ""
    same: str = ""

    def described(self, shape: str, cell: Callable[[int], str]) -> Unseen:
        """Return the same description with names in place of the placeholders.

        >>> Unseen("{3}", ("below {4}", "above {4}")).described("the clue", "ABCDE".__getitem__)
        Unseen(subject='D', values=('below E', 'above E'), name='D', same='')
        """

        def named(text: str) -> str:
            return _PLACE.sub(lambda m: shape if m[1] == "shape" else cell(int(m[1])), text)

        return Unseen(
            named(self.subject),
            tuple(map(named, self.values)),
            named(self.name or self.subject),
            self.same,
        )
