"""Pickles of objects with long bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pickle import PickleBuffer
from typing import TYPE_CHECKING, Any, SupportsIndex

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_LONG = 1 << 14
"""Bytes from which a buffer pays: 16,000 take 0.7 µs in a pickle and 0.8 beside it, 100,000 take 60
and 0.8 (`pickle.dumps` and `loads` of a pair, 2026-11)."""


def reduce_with_buffers(
    one: DataclassInstance, protocol: SupportsIndex
) -> tuple[Callable[..., Any], Any]:
    """Return what `__reduce_ex__` has to return, so that long bytes may be left out of a pickle.

    Who pickles with a `buffer_callback`, as Dask does, sends them without copying them.

    Args:
        one: an instance of a data class.
        protocol: that of the pickle; there are no buffers before the fifth.
    """
    values = (getattr(one, field.name) for field in fields(one))
    if protocol.__index__() < 5:
        return type(one), tuple(values)
    return _restored, (type(one), *map(_buffer, values))


def _buffer(value: Any) -> Any:
    return PickleBuffer(value) if isinstance(value, bytes) and len(value) > _LONG else value


def _restored(kind: Callable[..., Any], *values: Any) -> Any:
    """Call a class with values; those that were left out of a pickle may be any buffers."""
    return kind(*(bytes(one) if isinstance(one, memoryview | bytearray) else one for one in values))
