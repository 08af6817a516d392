"""Caches with keys that are stricter than equality by meaning.

Geometries, shapes, puzzles and models are equal if they mean the same, whatever their order, words
and drawing. Results computed from them may depend on all of these, so equality is no key for a
cache. Their `exact_key` is: it is equal only if every field is. The rule for every cache of the
library: **its key covers all that its value depends on.** Plain `lru_cache` is right where all
arguments are numbers, texts, alphabets, topologies, kinds or primitives, or tuples of them, whose
equality compares every field; any other cache is `cached_by` an explicit key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial, wraps
from typing import Any, Generic, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ExactKey:
    """Parts that are compared one by one, with a hash that is computed only once.

    Not to be pickled: the hashes of texts differ from process to process.

    Args:
        *parts: the parts of the key.
        unhashed: further parts that have no hash, such as mappings.

    >>> ExactKey(1, "a") == ExactKey(1, "a"), ExactKey(1, unhashed=({},)) == ExactKey(1)
    (True, False)
    """

    __slots__ = ("_hash", "_parts")

    def __init__(self, *parts: Hashable, unhashed: tuple[object, ...] = ()) -> None:
        self._parts = (*parts, unhashed)
        self._hash = hash(parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExactKey):
            return NotImplemented
        return self is other or (self._hash == other._hash and self._parts == other._parts)

    def __hash__(self) -> int:
        return self._hash


def cached_by(
    key: Callable[_P, Hashable], *, maxsize: int
) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Cache the results of a function by a key of its arguments, the latest ones only.

    Args:
        key: called with the arguments of the function; its result must cover all that the
            function reads of them.
        maxsize: the number of results that are kept.

    >>> @cached_by(str.lower, maxsize=8)
    ... def first(text: str) -> str:
    ...     return text[0]
    >>> first("Abc"), first("aBC")
    ('A', 'A')
    """

    def decorate(compute: Callable[_P, _T]) -> Callable[_P, _T]:
        @lru_cache(maxsize)
        def known(call: _Call) -> _T:
            value: _T = call.compute()
            return value

        @wraps(compute)
        def value(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            call = _Call((key(*args, **kwargs),))
            call.compute = partial(compute, *args, **kwargs)
            return known(call)

        # The interface of functools, so that benchmarks that clear caches find this one too.
        for name in ("cache_clear", "cache_info", "cache_parameters"):
            setattr(value, name, getattr(known, name))
        return value

    return decorate


class _Call(tuple[Hashable]):
    """A call that is identified by its key, as a tuple, which is hashed and compared in C."""

    compute: Callable[[], Any]


class Memo(Generic[_T], dict[Hashable, _T]):
    """A dictionary as a cache, for what takes little longer than a call of a cached function.

    When it is full, it is emptied before the next entry.

    Args:
        maxsize: the number of entries that are kept.

    >>> memo = Memo(2)
    >>> memo[1] = memo[2] = memo[3] = "x"
    >>> memo
    {3: 'x'}
    """

    def __init__(self, maxsize: int) -> None:
        super().__init__()
        self._maxsize = maxsize

    def __setitem__(self, key: Hashable, value: _T) -> None:
        if len(self) >= self._maxsize:
            self.clear()
        super().__setitem__(key, value)
