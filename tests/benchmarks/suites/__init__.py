"""The suites, in the order of the page."""

from __future__ import annotations

from benchmarks.suites import (
    answering,
    beside_iss,
    classic,
    counting,
    editing,
    explaining,
    footprint,
    generating,
    growth,
    limits,
    loops,
    rating,
    several,
    techniques,
    variants,
)
from benchmarks.suites.suite import Suite

__all__ = ["SUITES"]

SUITES: tuple[Suite, ...] = (
    classic.SUITE,
    variants.SETS,
    variants.SUITE,
    beside_iss.SUITE,
    loops.SUITE,
    several.SUITE,
    techniques.SUITE,
    growth.SUITE,
    counting.SUITE,
    footprint.SUITE,
    answering.SUITE,
    editing.SUITE,
    limits.SUITE,
    explaining.SUITE,
    rating.SUITE,
    generating.SUITE,
)
