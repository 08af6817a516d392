"""Comparing the answers of two revisions to the same request."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

__all__ = ["answer_text", "differences", "differs", "only_one_in_time"]

Answer = dict[str, Any]

_BESIDE_THE_POINT = {"steps", "text"}
"""Parts of an answer that may change: how many steps led there, the wording of an error."""


def differs(one: Answer, other: Answer) -> bool:
    """Return whether two answers cannot both be right.

    A limit that was reached, or a function that a revision does not have, is no answer. An error
    differs from any answer, and from an error of another class.

    >>> differs({"status": "unique", "solution": "12"}, {"status": "none"})
    True
    >>> differs({"status": "none"}, {"timeout": True})
    False
    >>> differs({"error": "GivensError", "text": "a"}, {"error": "GivensError", "text": "b"})
    False
    """
    return next(differences(one, other), None) is not None


def differences(one: Answer, other: Answer) -> Iterator[tuple[int, Answer, Answer]]:
    """Yield each pair of answers that differ, with its number in the batch (0: no batch).

    >>> batch = {"answers": [{"status": "none"}, {"status": "multiple"}]}
    >>> list(differences(batch, {"answers": [{"status": "none"}, {"status": "none"}]}))
    [(1, {'status': 'multiple'}, {'status': 'none'})]
    """
    if any("timeout" in answer or "missing" in answer for answer in (one, other)):
        return
    if "answers" in one and "answers" in other:
        pairs: Iterator[tuple[Answer, Answer]]
        pairs = zip_longest(one["answers"], other["answers"], fillvalue={})
        for number, (mine, theirs) in enumerate(pairs):
            for _, *both in differences(mine, theirs):
                yield number, both[0], both[1]
    elif _point(one) != _point(other):
        yield 0, one, other


def _point(answer: Answer) -> Answer:
    return {name: said for name, said in answer.items() if name not in _BESIDE_THE_POINT}


def only_one_in_time(one: Answer, other: Answer) -> bool:
    """Return whether one ran out of time, or one of its batch did, where the other answered."""
    return _timeouts(one) != _timeouts(other) and not ("missing" in one or "missing" in other)


def _timeouts(answer: Answer) -> list[int]:
    if "answers" in answer:
        return [number for number, one in enumerate(answer["answers"]) if "timeout" in one]
    return [-1] if "timeout" in answer else []


def answer_text(answer: Answer) -> str:
    """Return an answer in words.

    >>> answer_text({"status": "unique", "solution": "12"}), answer_text({"timeout": True})
    ('status unique, solution 12', 'out of time')
    >>> answer_text({"error": "GivensError", "text": "no such cell"})
    'GivensError: no such cell'
    """
    if "timeout" in answer:
        return "out of time"
    if "missing" in answer:
        return f"has no {answer['missing']!r}"
    if "error" in answer:
        return f"{answer['error']}: {answer['text']}"
    if "answers" in answer:
        late = len(_timeouts(answer))
        return f"{late} of {len(answer['answers'])} out of time"
    return ", ".join(f"{name} {said}" for name, said in answer.items()) or "nothing"
