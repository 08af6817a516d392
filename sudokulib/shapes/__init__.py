"""Shapes: collections of cells with a rule; the module of a kind is imported when first used."""

from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_names

if TYPE_CHECKING:
    from sudokulib.shapes.areas import Fillomino
    from sudokulib.shapes.arithmetic_cages import DifferenceCage, OperatorCage, RatioCage
    from sudokulib.shapes.arrows import Arrow, DoubleArrow
    from sudokulib.shapes.cages import EqualityCage, Lunchbox, Rellik
    from sudokulib.shapes.candidates import Allowed, Even, High, Low, Maximum, Minimum, Odd
    from sudokulib.shapes.composite import AllOf, AnyOf, Not
    from sudokulib.shapes.connections import ConnectedValues
    from sudokulib.shapes.contents import (
        Contains,
        CountDistinct,
        CountingCircles,
        Exactly,
        LookAndSay,
    )
    from sudokulib.shapes.copies import Clone, SameMultiset
    from sudokulib.shapes.doppelgangers import Doppelganger
    from sudokulib.shapes.fields import (
        CellLine,
        CellLines,
        CellSet,
        CellSets,
        OneCell,
        OptionalCell,
    )
    from sudokulib.shapes.galaxies import Galaxies
    from sudokulib.shapes.hashiwokakero import Hashiwokakero
    from sudokulib.shapes.indexers import Indexer
    from sudokulib.shapes.kind import Context, Impossible, Kind, Rules, Shape, merge_shapes
    from sudokulib.shapes.line_classes import Entropic, Modular, Parity
    from sudokulib.shapes.line_sums import RegionSum, SumLine, Zipper
    from sudokulib.shapes.lines import Between, Lockout, Nabner, Palindrome, Renban, Whisper
    from sudokulib.shapes.loops import Masyu, SimpleLoop, Slitherlink
    from sudokulib.shapes.marks import Depiction, Hue, Mark
    from sudokulib.shapes.modifiers import Modifier
    from sudokulib.shapes.moves import Anti, AntiTaxicab, Nonconsecutive, Ripple
    from sudokulib.shapes.negatives import Negative
    from sudokulib.shapes.neighbour_marks import BetweenMark, EqualNeighbours
    from sudokulib.shapes.one_in_each import OneInEach
    from sudokulib.shapes.outside import (
        Doppelblock,
        Frame,
        LittleKiller,
        Outside,
        Product,
        Sandwich,
    )
    from sudokulib.shapes.overlays import (
        Argyle,
        Asterisk,
        CentreDot,
        Diagonals,
        DisjointGroups,
        Girandola,
        Windows,
    )
    from sudokulib.shapes.pairs import Difference, LessThan, Pair, PairSum, Ratio
    from sudokulib.shapes.paths import LineDigits, SimplePath
    from sudokulib.shapes.prefixes import Battlefield, NumberedRoom, XSum
    from sudokulib.shapes.ranks import FullRank
    from sudokulib.shapes.registry import kind_named, kinds, register_kind
    from sudokulib.shapes.schrodinger import Schrodinger
    from sudokulib.shapes.sets import Distinct, House, all_different
    from sudokulib.shapes.shaded_areas import Cave, Nurikabe, ShadedAreas, Snake
    from sudokulib.shapes.shading import Hitori, ShadedDigits, StarBattle, YinYang
    from sudokulib.shapes.slingshots import SearchNine, Slingshot
    from sudokulib.shapes.squares import GlobalEntropy, GlobalModular
    from sudokulib.shapes.sums import Cage, EqualSum, Magic, Sum
    from sudokulib.shapes.thermometers import SlowThermometer, Thermometer
    from sudokulib.shapes.tilings import Dominoes, Polyominoes
    from sudokulib.shapes.unknown_regions import ChaosConstruction, EqualCount, EqualRun
    from sudokulib.shapes.vampires import SwappedCells, Vampires
    from sudokulib.shapes.visibility import HiddenSkyscraper, Skyscraper, SkyscraperSum
    from sudokulib.shapes.words import AutomatonLine, Regex
    from sudokulib.shapes.yajilin import Yajilin

__all__ = [
    "AllOf",
    "Allowed",
    "Anti",
    "AntiTaxicab",
    "AnyOf",
    "Argyle",
    "Arrow",
    "Asterisk",
    "AutomatonLine",
    "Battlefield",
    "Between",
    "BetweenMark",
    "Cage",
    "Cave",
    "CellLine",
    "CellLines",
    "CellSet",
    "CellSets",
    "CentreDot",
    "ChaosConstruction",
    "Clone",
    "ConnectedValues",
    "Contains",
    "Context",
    "CountDistinct",
    "CountingCircles",
    "Depiction",
    "Diagonals",
    "Difference",
    "DifferenceCage",
    "DisjointGroups",
    "Distinct",
    "Dominoes",
    "Doppelblock",
    "Doppelganger",
    "DoubleArrow",
    "Entropic",
    "EqualCount",
    "EqualNeighbours",
    "EqualRun",
    "EqualSum",
    "EqualityCage",
    "Even",
    "Exactly",
    "Fillomino",
    "Frame",
    "FullRank",
    "Galaxies",
    "Girandola",
    "GlobalEntropy",
    "GlobalModular",
    "Hashiwokakero",
    "HiddenSkyscraper",
    "High",
    "Hitori",
    "House",
    "Hue",
    "Impossible",
    "Indexer",
    "Kind",
    "LessThan",
    "LineDigits",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Low",
    "Lunchbox",
    "Magic",
    "Mark",
    "Masyu",
    "Maximum",
    "Minimum",
    "Modifier",
    "Modular",
    "Nabner",
    "Negative",
    "Nonconsecutive",
    "Not",
    "NumberedRoom",
    "Nurikabe",
    "Odd",
    "OneCell",
    "OneInEach",
    "OperatorCage",
    "OptionalCell",
    "Outside",
    "Pair",
    "PairSum",
    "Palindrome",
    "Parity",
    "Polyominoes",
    "Product",
    "Ratio",
    "RatioCage",
    "Regex",
    "RegionSum",
    "Rellik",
    "Renban",
    "Ripple",
    "Rules",
    "SameMultiset",
    "Sandwich",
    "Schrodinger",
    "SearchNine",
    "ShadedAreas",
    "ShadedDigits",
    "Shape",
    "SimpleLoop",
    "SimplePath",
    "Skyscraper",
    "SkyscraperSum",
    "Slingshot",
    "Slitherlink",
    "SlowThermometer",
    "Snake",
    "StarBattle",
    "Sum",
    "SumLine",
    "SwappedCells",
    "Thermometer",
    "Vampires",
    "Whisper",
    "Windows",
    "XSum",
    "Yajilin",
    "YinYang",
    "Zipper",
    "all_different",
    "kind_named",
    "kinds",
    "merge_shapes",
    "register_kind",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    __all__,
    {
        "areas": "Fillomino",
        "arithmetic_cages": "DifferenceCage OperatorCage RatioCage",
        "arrows": "Arrow DoubleArrow",
        "cages": "EqualityCage Lunchbox Rellik",
        "candidates": "Allowed Even High Low Maximum Minimum Odd",
        "composite": "AllOf AnyOf Not",
        "connections": "ConnectedValues",
        "contents": "Contains CountDistinct CountingCircles Exactly LookAndSay",
        "copies": "Clone SameMultiset",
        "doppelgangers": "Doppelganger",
        "fields": "CellLine CellLines CellSet CellSets OneCell OptionalCell",
        "galaxies": "Galaxies",
        "hashiwokakero": "Hashiwokakero",
        "indexers": "Indexer",
        "kind": "Context Impossible Kind Rules Shape merge_shapes",
        "line_classes": "Entropic Modular Parity",
        "line_sums": "RegionSum SumLine Zipper",
        "lines": "Between Lockout Nabner Palindrome Renban Whisper",
        "marks": "Depiction Hue Mark",
        "loops": "Masyu SimpleLoop Slitherlink",
        "modifiers": "Modifier",
        "moves": "Anti AntiTaxicab Nonconsecutive Ripple",
        "negatives": "Negative",
        "neighbour_marks": "BetweenMark EqualNeighbours",
        "one_in_each": "OneInEach",
        "outside": "Doppelblock Frame LittleKiller Outside Product Sandwich",
        "overlays": "Argyle Asterisk CentreDot Diagonals DisjointGroups Girandola Windows",
        "pairs": "Difference LessThan Pair PairSum Ratio",
        "paths": "LineDigits SimplePath",
        "prefixes": "Battlefield NumberedRoom XSum",
        "ranks": "FullRank",
        "registry": "kind_named kinds register_kind",
        "schrodinger": "Schrodinger",
        "sets": "Distinct House all_different",
        "shaded_areas": "Cave Nurikabe ShadedAreas Snake",
        "shading": "Hitori ShadedDigits StarBattle YinYang",
        "slingshots": "SearchNine Slingshot",
        "squares": "GlobalEntropy GlobalModular",
        "sums": "Cage EqualSum Magic Sum",
        "thermometers": "SlowThermometer Thermometer",
        "tilings": "Dominoes Polyominoes",
        "unknown_regions": "ChaosConstruction EqualCount EqualRun",
        "vampires": "SwappedCells Vampires",
        "visibility": "HiddenSkyscraper Skyscraper SkyscraperSum",
        "words": "AutomatonLine Regex",
        "yajilin": "Yajilin",
    },
)
