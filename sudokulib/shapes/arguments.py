"""Tests of values by type hints: whether an argument of a kind has the form that the kind keeps."""

from __future__ import annotations

from collections.abc import Callable
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

__all__ = ["Test", "test_of"]

Test = Callable[[Any], bool]
"""Returns whether a value is of a type."""


def test_of(hint: Any) -> Test:
    """Return the test of values that are exactly of a type; of a type that it does not know, any.

    >>> test_of(tuple[int, ...])((1, 2)), test_of(tuple[int, ...])([1, 2])
    (True, False)
    """
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return lambda value: isinstance(value, str | int) and value in arguments
    if origin in (Union, UnionType):
        return _union_test(arguments)
    if origin is tuple:
        return _tuple_test(arguments)
    is_class = isinstance(hint, type) and origin is None
    return lambda value: not is_class or isinstance(value, hint)


def _union_test(arguments: tuple[Any, ...]) -> Test:
    # Most values are of a plain class, which one look finds; to try each test takes twice as long.
    classes = {one for one in arguments if isinstance(one, type)}
    tests = [test_of(one) for one in arguments]
    return lambda value: type(value) in classes or any(test(value) for test in tests)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and value is not True and value is not False


def _tuple_test(arguments: tuple[Any, ...]) -> Test:
    if arguments == (int, ...):
        return _is_integers
    if len(arguments) == 2 and arguments[1] is ...:
        each = test_of(arguments[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    tests = [test_of(one) for one in arguments]
    return lambda value: (
        type(value) is tuple
        and len(value) == len(tests)
        and all(test(one) for test, one in zip(tests, value, strict=True))
    )


def _is_integers(value: Any) -> bool:
    # Nearly always plain integers: their types as a set are four times as quick as one by one.
    return type(value) is tuple and ({*map(type, value)} <= {int} or all(map(_is_integer, value)))


_SIMPLE: dict[Any, Test] = {
    int: _is_integer,
    float: lambda value: isinstance(value, float) or _is_integer(value),
}
