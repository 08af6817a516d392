"""Aliases: names of kinds that setters and solvers use.

An alias stands for a kind, some with a field preset: a ``german-whisper`` is a ``whisper`` whose
``d`` is 5. Some stand for several kinds, and a field selects one: a ``kropki`` dot is a
``difference`` with ``dot: white`` and a ``ratio`` with ``dot: black``. Files written by the library
use the names of the kinds themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sudokulib.shapes.kind_index import KIND_MODULES


@dataclass(frozen=True, slots=True)
class AliasTarget:
    """A kind that an alias stands for.

    Args:
        kind: its name.
        preset: the values of its unwritten fields.
    """

    kind: str
    preset: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a kind, or of several.

    Args:
        name: the word in files.
        meanings: the kind; if there are several, each by its word in the field `choice`.
        choice: the field that selects one; empty if there is only one.
    """

    name: str
    meanings: Mapping[str, AliasTarget]
    choice: str = ""

    @property
    def is_plain(self) -> bool:
        """True if it is just another name of one kind."""
        return not self.choice and not self.meanings[""].preset

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds that it stands for."""
        return tuple(meaning.kind for meaning in self.meanings.values())

    def describe(self, kind: str) -> str:
        """Return how it is written when it stands for a kind, with its presets.

        >>> alias_named("german-whisper").describe("whisper")
        '`german-whisper` (`d: 5`)'
        >>> alias_named("kropki").describe("ratio")
        '`kropki` with `dot: black` (`value: 2`)'
        """
        ways = [
            (f" with `{self.choice}: {word}`" if self.choice else "") + _preset(meaning)
            for word, meaning in self.meanings.items()
            if meaning.kind == kind
        ]
        return f"`{self.name}`{' or'.join(ways)}"


def _preset(meaning: AliasTarget) -> str:
    listed = ", ".join(f"`{name}: {value}`" for name, value in meaning.preset.items())
    return f" ({listed})" if listed else ""


_ALIASES: dict[str, Alias] = {}


def register_alias(kind: str, *names: str, **preset: Any) -> None:
    """Make other names of a kind known.

    Args:
        kind: the name of the kind that they stand for.
        names: the other names.
        preset: fields of the kind left unwritten under these names, with their values.

    Raises:
        ValueError: a name is taken by another alias, or by a kind.
    """
    for name in names:
        _register(Alias(name, {"": AliasTarget(kind, preset)}))


def _register(alias: Alias) -> None:
    if alias.name in KIND_MODULES:
        raise ValueError(f"{alias.name!r} is the name of a kind; choose another alias")
    if _ALIASES.setdefault(alias.name, alias) != alias:
        raise ValueError(f"an alias named {alias.name!r} is registered already")


def aliases() -> tuple[Alias, ...]:
    """Return all aliases, by name."""
    return tuple(alias for _, alias in sorted(_ALIASES.items()))


def alias_named(name: str) -> Alias:
    """Return the alias of that name.

    Raises:
        KeyError: there is none.
    """
    return _ALIASES[name]


def aliases_of(kind: str) -> tuple[Alias, ...]:
    """Return the aliases that stand or may stand for a kind, by name.

    >>> [alias.name for alias in aliases_of("cage")]
    ['killer', 'killer-cage', 'sum-cage']
    """
    return tuple(one for one in aliases() if kind in one.kinds)


_PLAIN = {
    "anti-taxicab": "taxicab",
    "argyle": "argyle-lines",
    "arrow": "arrow-sum",
    "automaton": "dfa",
    "between": "between-line",
    "cage": "killer killer-cage sum-cage",
    "centre-dot": "center-dot",
    "clone": "clones",
    "contains": "quad quadruple",
    "counting-circles": "counting-circle",
    "diagonals": "diagonal",
    "difference": "difference-dot",
    "difference-cage": "subtraction-cage",
    "disjoint-groups": "disjoint-sets",
    "distinct": "all-different no-repeats",
    "doppelganger": "doppelgaenger doppelgänger",
    "double-arrow": "double-arrow-line",
    "entropic": "entropic-line",
    "equal-sum": "equal-sums",
    "even": "even-cell",
    "full-rank": "rank",
    "galaxies": "spiral-galaxies tentai-show",
    "hashiwokakero": "bridges hashi",
    "high": "high-cell",
    "house": "extra-region",
    "less-than": "inequality",
    "little-killer": "little-killer-sum",
    "lockout": "lockout-line",
    "look-and-say": "look-and-say-cage",
    "low": "low-cell",
    "magic": "magic-square",
    "maximum": "local-maximum",
    "minimum": "local-minimum",
    "modular": "modular-line",
    "nabner": "nabner-line",
    "negative": "negative-constraint",
    "nonconsecutive": "anti-consecutive non-consecutive",
    "numbered-room": "numbered-rooms",
    "odd": "odd-cell",
    "operator-cage": "calcudoku-cage kenken-cage mathdoku-cage",
    "outside": "outside-clue",
    "palindrome": "palindrome-line",
    "parity": "alternating-parity parity-line",
    "ratio": "ratio-dot",
    "ratio-cage": "division-cage quotient-cage",
    "region-sum": "region-sum-line",
    "rellik": "rellik-cage",
    "renban": "renban-line",
    "ripple": "hakyuu ripple-effect",
    "sandwich": "sandwich-sum",
    "search-nine": "find-the-nine search-9",
    "simple-path": "path",
    "skyscraper": "skyscrapers",
    "skyscraper-sum": "seen-sum skyscraper-sums sumscraper",
    "slingshot": "value-indexer value-indexing",
    "slow-thermometer": "slow-thermo",
    "thermometer": "thermo",
    "whisper": "whisper-line whispers",
    "windows": "hyper windoku",
    "x-sum": "x-sums",
    "zipper": "zipper-line",
}
"""For each kind, its plain aliases."""

for _kind, _names in _PLAIN.items():
    register_alias(_kind, *_names.split())
register_alias("anti", "anti-king", moves="king")
register_alias("anti", "anti-knight", moves="knight")
register_alias("difference", "consecutive", "white-dot", "white-kropki", value=1)
register_alias("indexer", "box-indexer", axis="box")
register_alias("indexer", "column-indexer", axis="column")
register_alias("indexer", "row-indexer", axis="row")
register_alias("operator-cage", "product-cage", operators=["product"])
register_alias("pair-sum", "v", sum=5)
register_alias("pair-sum", "x", sum=10)
register_alias("ratio", "black-dot", "black-kropki", value=2)
register_alias("skyscraper", "skyscraper-with-parks", ground=0)
register_alias("sum-line", "ten-line", sum=10)
register_alias("whisper", "dutch-whisper", "dutch-whispers", d=4)
register_alias("whisper", "german-whisper", "german-whispers", d=5)
_register(
    Alias(
        "kropki",
        {
            "white": AliasTarget("difference", {"value": 1}),
            "black": AliasTarget("ratio", {"value": 2}),
        },
        "dot",
    )
)
_register(
    Alias(
        "xv",
        {"X": AliasTarget("pair-sum", {"sum": 10}), "V": AliasTarget("pair-sum", {"sum": 5})},
        "mark",
    )
)
