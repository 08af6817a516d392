"""The suites, in the order of the page."""

from __future__ import annotations

from benchmarks.suites import (
    answering,
    classic,
    counting,
    editing,
    explaining,
    footprint,
    generating,
    growth,
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
    several.SUITE,
    techniques.SUITE,
    growth.SUITE,
    counting.SUITE,
    footprint.SUITE,
    answering.SUITE,
    editing.SUITE,
    explaining.SUITE,
    rating.SUITE,
    generating.SUITE,
)
