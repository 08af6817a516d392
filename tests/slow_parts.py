"""Slow tests in daily parts: a plugin of pytest, for whoever cannot wait for all of them.

`SUDOKULIB_SLOW_PART` says which part of the slow tests runs: ``2/12`` for the second of twelve, or
``today/12`` for another one every day. Without it all run, and other tests run in any case.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import count
from zlib import crc32

import pytest

__all__ = ["VARIABLE", "pytest_collection_modifyitems", "pytest_configure", "pytest_report_header"]

VARIABLE = "SUDOKULIB_SLOW_PART"


def chosen(said: str, day: int) -> tuple[int, int] | None:
    """Return the part that is asked for on a day, from 1, and of how many; None for all.

    Raises:
        pytest.UsageError: there is no such part.
    """
    if not said:
        return None
    if found := re.fullmatch(r"(today|[1-9]\d{0,2})/([1-9]\d{0,2})", said):
        parts = int(found[2])
        part = day % parts + 1 if found[1] == "today" else int(found[1])
        if part <= parts:
            return part, parts
    raise pytest.UsageError(f"{VARIABLE} is {said!r}; write 2/12 or today/12, or unset it")


def pytest_configure() -> None:
    """Settle which day it is, before workers are started: they inherit the environment."""
    asked = chosen(os.environ.get(VARIABLE, ""), datetime.now(UTC).toordinal())
    if asked:
        os.environ[VARIABLE] = f"{asked[0]}/{asked[1]}"


def pytest_report_header() -> str | None:
    """Return which part runs, and how to run all."""
    said = os.environ.get(VARIABLE)
    return said and f"slow tests: part {said}; without {VARIABLE} all run"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests of the other parts."""
    asked = chosen(os.environ.get(VARIABLE, ""), 0)
    if asked is None:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    found = parts_of(slow, asked[1])
    others = {item for item, part in zip(slow, found, strict=True) if part != asked[0]}
    if others:
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]


def parts_of(slow: Iterable[pytest.Item], parts: int) -> list[int]:
    """Return the part that each test belongs to, from 1.

    Within a module tests take turns, so the cases of a parametrised test are spread evenly. Those
    that use fixtures of their module stay together: such a fixture is expensive, and would be set
    up in each part. Each module begins at a part of its own, which its name decides: what else
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
                together[module] = next(turn) % parts + 1
            found.append(together[module])
        else:
            found.append(next(turn) % parts + 1)
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
