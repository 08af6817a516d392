"""The module that registers each kind of the library, to import only modules in use."""

from __future__ import annotations

from sudokulib.basics.registry import index_of

_NAMES = {
    "areas": "fillomino",
    "arithmetic_cages": "difference-cage operator-cage ratio-cage",
    "arrows": "arrow double-arrow",
    "cages": "equality-cage lunchbox rellik",
    "candidates": "allowed even high low maximum minimum odd",
    "composite": "all-of any-of not",
    "connections": "connected-values",
    "contents": "contains count-distinct counting-circles exactly look-and-say",
    "copies": "clone same-multiset",
    "doppelgangers": "doppelganger",
    "galaxies": "galaxies",
    "hashiwokakero": "hashiwokakero",
    "indexers": "indexer",
    "line_classes": "entropic modular parity",
    "line_sums": "region-sum sum-line zipper",
    "lines": "between lockout nabner palindrome renban whisper",
    "loops": "masyu simple-loop slitherlink",
    "modifiers": "modifier",
    "moves": "anti anti-taxicab nonconsecutive ripple",
    "negatives": "negative",
    "neighbour_marks": "between-mark equal-neighbours",
    "one_in_each": "one-in-each",
    "outside": "doppelblock frame little-killer outside product sandwich",
    "overlays": "argyle asterisk centre-dot diagonals disjoint-groups girandola windows",
    "pairs": "difference less-than pair pair-sum ratio",
    "paths": "line-digits simple-path",
    "prefixes": "battlefield numbered-room x-sum",
    "ranks": "full-rank",
    "schrodinger": "schrodinger",
    "sets": "distinct house",
    "shaded_areas": "cave nurikabe shaded-areas snake",
    "shading": "hitori shaded-digits star-battle yin-yang",
    "slingshots": "search-nine slingshot",
    "squares": "global-entropy global-modular",
    "sums": "cage equal-sum magic sum",
    "thermometers": "slow-thermometer thermometer",
    "tilings": "dominoes polyominoes",
    "unknown_regions": "chaos-construction equal-count equal-run",
    "vampires": "swapped-cells vampires",
    "visibility": "hidden-skyscraper skyscraper skyscraper-sum",
    "words": "automaton regex",
    "yajilin": "yajilin",
}
"""For each module the kinds that it registers; add new ones here (a test checks that)."""

KIND_MODULES = index_of("sudokulib.shapes", _NAMES)
"""For each kind of the library the full name of its module."""
