"""The compiled part of the search; absent where it could not be built.

``core`` is the extension module in use, None if there is none; ``build`` names it.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

__all__ = ["PURE", "build", "core"]

PURE = "SUDOKULIB_PURE"
"""The environment variable that, if set to anything, leaves the kernel out."""


def _load() -> tuple[ModuleType | None, str]:
    """Load the fastest build that this machine runs."""
    if os.environ.get(PURE):
        return None, ""
    try:
        if import_module("sudokulib._kernel.cpu").has_v3():
            return import_module("sudokulib._kernel.core_v3"), "x86-64-v3"
    except ImportError:
        pass
    try:
        return import_module("sudokulib._kernel.core"), "portable"
    except ImportError:
        return None, ""


if TYPE_CHECKING:
    # Types cannot express "this module or None"; callers check for None all the same.
    from sudokulib._kernel import core as core

    build: str
else:
    core, build = _load()
