"""Profiles: which strategies take part, and in which order, as data.

Two profiles follow the lists of published programs; the others are made of families, easiest
first, so that strategies of other packages find their place by their rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from sudokulib.basics.quoting import close_matches
from sudokulib.errors import UnknownNameError
from sudokulib.solving.pipeline import DEFAULT, Plan
from sudokulib.strategies import Strategy, strategies, strategy_named

COMPOSITE: Mapping[str, float] = {
    "naked-tuples-fast": 7.5,
    "hidden-tuples-fast": 7.5,
    "naked-tuples": 7.5,
    "hidden-tuples": 7.5,
    "shape-fillings": 7.5,
    "derived-sums": 7.5,
}
"""Strategies that find several techniques at once, with the rating of the hardest of these: where
techniques are distinguished, the composite ones come last."""

_LAST_RESORT = 11.0
"""The rating of the slowest searches: nobody tries these before following what a candidate
implies, with further assumptions if need be."""

_LATE: Mapping[str, float] = {
    "set-equivalence": 7.4,
    "truths-and-links": _LAST_RESORT,
    "smallest-premises": _LAST_RESORT,
}
"""Strategies with easy steps that take long to find: people try chains first."""

_EXTREME_FISH = 340
"""The score above which HoDoKu calls fish extreme: mutant ones, large ones."""

CAGES = ("fillings", "cages", "connection")
"""Families for rules other than all-different."""

SUDOKU_EXPLAINER = (
    "full-house", "hidden-single", "direct-overlap", "direct-hidden-pair", "naked-single",
    "direct-hidden-triple", "overlapping-shapes", "naked-pair", "x-wing", "hidden-pair",
    "naked-triple", "swordfish", "hidden-triple", "xy-wing", "xyz-wing",
    "unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3", "unique-rectangle-4",
    "unique-loop-1", "unique-loop-2", "unique-loop-3", "unique-loop-4",
    "naked-quad", "jellyfish", "hidden-quad", "bug", "bug-2", "bug-3", "bug-4",
    "aligned-pair-exclusion",
    "continuous-loop", "x-chain", "xy-chain", "aic",
    "nishio", "contradiction-chain", "cell-forcing-chain", "region-forcing-chain",
    "forcing-net", "forcing-net-cases", "forcing-net-plus", "nested-forcing-net",
)  # fmt: skip
"""The techniques of Sudoku Explainer 1.2.1 in its order; most published ratings are its. Aligned
triplet exclusion is left out: it is switched off there, and nothing is rated 7.5."""

SUKAKU_EXPLAINER = (
    "full-house", "hidden-single", "direct-overlap", "direct-hidden-pair", "naked-single",
    "direct-hidden-triple", "overlapping-shapes", "naked-pair", "x-wing", "hidden-pair",
    "naked-triple", "swordfish", "hidden-triple", "skyscraper", "two-string-kite", "turbot-fish",
    "empty-rectangle", "xy-wing", "xyz-wing",
    "unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3", "unique-rectangle-4",
    "unique-loop-1", "unique-loop-2", "unique-loop-3", "unique-loop-4",
    "naked-quad", "jellyfish", "hidden-quad", "naked-quintuple", "wxyz-wing",
    "bug", "bug-2", "bug-3", "bug-4", "aligned-pair-exclusion", "vwxyz-wing", "naked-sextuple",
    "continuous-loop", "x-chain", "xy-chain", "aic", "aligned-triple-exclusion",
    "nishio", "contradiction-chain", "cell-forcing-chain", "region-forcing-chain",
    "forcing-net", "forcing-net-cases", "forcing-net-plus", "nested-forcing-net",
)  # fmt: skip
"""The techniques of Sukaku Explainer in its order."""

_EXPLAINER_RATINGS = {"xy-chain": 7.0}
"""The ratings in which the two differ from ours: they look for chains of one value separately, but
not for chains through cells only, which they count among the mixed ones."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Strategies in order.

    Args:
        name: what it is called.
        summary: what it is for, in one sentence.
        names: the strategies, in order.
        ratings: the ratings of the easiest steps of strategies, where they differ from their own.
    """

    name: str
    summary: str
    names: tuple[str, ...]
    ratings: Mapping[str, float] = field(default_factory=dict, hash=False)

    def without(self, names: Iterable[str]) -> Profile:
        """Return the profile without some strategies, by name or alias."""
        gone = {strategy_named(name).name for name in names}
        return replace(self, names=tuple(name for name in self.names if name not in gone))

    def plan(self) -> Plan:
        """Return the plan for the pipeline: the easiest step first."""
        found = tuple(strategy_named(name) for name in self.names)
        ratings = tuple(self.ratings.get(strategy.name, strategy.rating) for strategy in found)
        return Plan(found, ratings, easiest_first=True)


def profile(name: str, *, unique: bool = True) -> Profile:
    """Return the profile of that name, with the strategies that are registered now.

    Args:
        name: one of `profile_names`.
        unique: whether strategies may take part that assume a single solution.

    Raises:
        UnknownNameError: there is no profile of that name.

    >>> profile("quick").names[:2]
    ('naked-single', 'hidden-single')
    """
    if name not in _PROFILES:
        near = close_matches(name, _PROFILES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_PROFILES)}"
        raise UnknownNameError(f"unknown profile {name[:100]!r}; {hint}")
    summary, members = _PROFILES[name]
    found = [s for s in members() if unique or s.assumes != "unique"]
    return Profile(name, summary, tuple(s.name for s in found), _ratings(name, found))


def profile_names() -> tuple[str, ...]:
    """Return the names of all profiles.

    >>> "everything" in profile_names()
    True
    """
    return tuple(_PROFILES)


def is_builtin(strategy: Strategy) -> bool:
    """Return whether a strategy comes with the library."""
    find = strategy.find.func if isinstance(strategy.find, partial) else strategy.find
    return find.__module__.startswith("sudokulib.")


def _rating(strategy: Strategy) -> float:
    """Return the rating of a strategy where everything takes part."""
    if strategy.family == "fish" and strategy.score > _EXTREME_FISH:
        return max(strategy.rating, _LAST_RESORT)
    late = COMPOSITE.get(strategy.name) or _LATE.get(strategy.name)
    return late or strategy.rating


def _sort_key(strategy: Strategy) -> tuple[float, int, str]:
    return _rating(strategy), strategy.score, strategy.name


def _ratings(name: str, found: Iterable[Strategy]) -> dict[str, float]:
    """Return the ratings of a profile where they differ from the strategies' own."""
    if name.endswith("-explainer"):
        return _EXPLAINER_RATINGS
    if name == "quick":
        return {}
    return {s.name: _rating(s) for s in found if _rating(s) != s.rating}


def _everything() -> list[Strategy]:
    return sorted(strategies(), key=_sort_key)


def _classic() -> list[Strategy]:
    return [s for s in _everything() if s.family not in CAGES and s.name not in COMPOSITE]


def _killer() -> list[Strategy]:
    return [s for s in _everything() if s.name not in COMPOSITE]


def _without_marks() -> list[Strategy]:
    return [s for s in _everything() if not s.pencil_marks]


def _listed(names: Iterable[str]) -> list[Strategy]:
    return [strategy_named(name) for name in names]


_PROFILES: Mapping[str, tuple[str, Callable[[], list[Strategy]]]] = {
    "quick": (
        "Few techniques that find much in little time; the steps of `solve` use them.",
        partial(_listed, DEFAULT),
    ),
    "classic": ("All techniques for shapes without repeats.", _classic),
    "killer": ("All techniques of classic, and those for cages and other rules.", _killer),
    "without-marks": ("Techniques that need no pencil marks.", _without_marks),
    "sudoku-explainer": (
        "The techniques of Sudoku Explainer 1.2.1, to compare ratings with.",
        partial(_listed, SUDOKU_EXPLAINER),
    ),
    "sukaku-explainer": (
        "The techniques of Sukaku Explainer, to compare ratings with.",
        partial(_listed, SUKAKU_EXPLAINER),
    ),
    "everything": ("Every strategy there is, the easiest first.", _everything),
}
