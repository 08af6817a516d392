"""Slow tests in daily thirds: a plugin of pytest, for whoever cannot wait for all of them.

`SUDOKULIB_SLOW_THIRD` says which third of the slow tests runs: 0, 1, 2, or ``today`` for another
one every day. Without it all run, and other tests run in any case.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import count
from zlib import crc32

import pytest

__all__ = ["VARIABLE", "pytest_collection_modifyitems", "pytest_configure", "pytest_report_header"]

VARIABLE = "SUDOKULIB_SLOW_THIRD"
_THIRDS = 3


def chosen(said: str, day: int) -> int | None:
    """Return the third that is asked for on a day, None for all.

    Raises:
        pytest.UsageError: there is no such third.
    """
    if not said:
        return None
    if said == "today":
        return day % _THIRDS
    if said in map(str, range(_THIRDS)):
        return int(said)
    raise pytest.UsageError(f"{VARIABLE} is {said!r}; write 0, 1, 2 or today, or unset it")


def pytest_configure() -> None:
    """Settle which day it is, before workers are started: they inherit the environment."""
    third = chosen(os.environ.get(VARIABLE, ""), datetime.now(UTC).toordinal())
    if third is not None:
        os.environ[VARIABLE] = str(third)


def pytest_report_header() -> str | None:
    """Return which third runs, and how to run the others."""
    third = os.environ.get(VARIABLE)
    if not third:
        return None
    others = (f"{VARIABLE}={n}" for n in range(_THIRDS) if str(n) != third)
    return (
        f"slow tests: only third {third}; {' and '.join(others)} run the others, without it all run"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests of the other thirds."""
    said = os.environ.get(VARIABLE)
    if not said:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    others = {item for item, third in zip(slow, thirds(slow), strict=True) if str(third) != said}
    if others:
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]


def thirds(slow: Iterable[pytest.Item]) -> list[int]:
    """Return the third that each test belongs to.

    Within a module tests take turns, so the cases of a parametrised test are spread evenly. Those
    that use fixtures of their module stay together: such a fixture is expensive, and would be set
    up in each third. Each module begins at a third of its own, which its name decides: what else
    is collected makes no difference.
    """
    turns: dict[str, count[int]] = {}
    together: dict[str, int] = {}
    found = []
    for item in slow:
        module = item.nodeid.partition("::")[0]
        turn = turns.setdefault(module, count(crc32(module.encode())))
        if _shares_a_fixture(item, module):
            if module not in together:
                together[module] = next(turn) % _THIRDS
            found.append(together[module])
        else:
            found.append(next(turn) % _THIRDS)
    return found


def _shares_a_fixture(item: pytest.Item, module: str) -> bool:
    """Return whether a test uses a fixture of its module that is kept beyond one test."""
    known = getattr(item, "_fixtureinfo", None)
    definitions = known.name2fixturedefs.values() if known else ()
    return any(
        one.scope != "function" and one.baseid.partition("::")[0] == module
        for defined in definitions
        for one in defined
    )
