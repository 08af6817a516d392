"""Spellings of each kind in the Interactive Sudoku Solver and f-puzzles: one row per kind.

A kind may have several spellings; the first one that fits a rule is written. To read another
spelling, or to write another kind, add it to the row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from sudokulib.formats.fpuzzles import layouts as fp
from sudokulib.formats.iss import automata, doppelgangers, loops, regions, sums, tables
from sudokulib.formats.iss import layouts as iss
from sudokulib.formats.iss.solver_grid import SolverGrid
from sudokulib.formats.spelling import NOTHING, Layout, Spelling, unread
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import kind_named
from sudokulib.shapes.pairs import dots_between


def _form(form: str) -> Callable[..., Spelling]:
    """Return a function that makes spellings of one form; further arguments are fixed fields."""

    def make(name: str, layout: Layout = NOTHING, **fixed: Any) -> Spelling:
        return Spelling(form, name, layout, fixed)

    return make


_entry, _flag, _group, _negative = map(_form, ("entry", "flag", "group", "negative"))


def _item(
    name: str,
    layout: Layout = NOTHING,
    needs: Callable[[SolverGrid], str] = lambda _: "",
    when: Callable[[Any, SolverGrid, Puzzle], bool] = lambda *_: True,
    **fixed: Any,
) -> Spelling:
    return Spelling("item", name, layout, fixed, needs, when)


def _written(spelling: Spelling) -> Spelling:
    """Return a spelling that is only written; when read, it means another kind."""
    return replace(spelling, layout=replace(spelling.layout, read=unread))


def _nine_from(*least: int) -> Callable[[SolverGrid], str]:
    known = " or ".join(f"{first} to {first + 8}" for first in least)
    message = f"{{}} is only for the values {known}; drop it"
    return lambda board: "" if len(board.values) == 9 and board.values[0] in least else message


def _positive(board: SolverGrid) -> str:
    bad = "{} is only for values from 1 on; drop it, or the value 0"
    return bad if 0 in board.values else ""


def _boxes(board: SolverGrid) -> str:
    return "{} needs boxes; drop it" if board.boxes is None else ""


def _square(board: SolverGrid) -> str:
    bad = "a grid that is not a square has no long diagonals; drop the constraint"
    return "" if board.rows == board.columns else bad


def _full(board: SolverGrid) -> str:
    bad = "lines are ranked only on a square grid with as many values as cells per side; drop {}"
    return "" if board.rows == board.columns == len(board.values) else bad


def _ground_is_clear(rule: Any, board: SolverGrid, puzzle: Puzzle) -> bool:
    """Return whether the ground is irrelevant, or that of the solver, where a 0 is never seen."""
    if 0 not in board.values:
        return rule.ground is None
    zero = 1 << board.values.index(0)
    first = rule.cells[0]
    may_begin = puzzle.masks[first] & puzzle.geometry.domains[first] & zero
    return rule.ground == 0 or (rule.ground is None and not may_begin)


def _without_dots(rule: Any, _: SolverGrid, puzzle: Puzzle) -> bool:
    return not dots_between(puzzle.context, rule.except_)


def _plain_dots(rule: Any, _: SolverGrid, puzzle: Puzzle) -> bool:
    """Return whether no dot is inside .Or: the solver refuses such dots beside this rule."""
    dots = chain.from_iterable(dots_between(puzzle.context, rule.kinds).values())
    return not any(dot.where for dot in dots)


def _no_line_ties(rule: Any, board: SolverGrid, puzzle: Puzzle) -> bool:
    """Return whether all rules by which no two lines read the same are given, this one included."""
    meanings = {one.meaning for one in iss.no_ties(board)}
    given = {one.rule.meaning for one in puzzle.all_shapes}
    return board.ties != "any" and rule.meaning in meanings and meanings <= given


_CELLS = iss.listed()
_DOTS = ("difference", "ratio")
_SET = _item("AllDifferent", sums.DIFFERENT)
_DIAGONAL = _item("Diagonal", iss.DIAGONAL, _square)
_EXCEPT = replace(NOTHING, fields=("except_",))

RULES: Mapping[str, tuple[Spelling, ...]] = {
    "allowed": (_item("", iss.GIVENS),),
    "anti": (
        _item("AntiKing", moves="king"), _item("AntiKnight", moves="knight"),
        _flag("antiking", moves="king"), _flag("antiknight", moves="knight"),
    ),
    "anti-taxicab": (_item("AntiTaxicab", NOTHING, _positive),),
    "any-of": (_item("DutchFlatmates", iss.FLATMATES, _nine_from(1)),),
    "arrow": (
        _item("Arrow", sums.ARROW, pill=False), _item("PillArrow", sums.PILL, pill=True),
        _entry("arrow", fp.ARROW),
    ),
    "automaton": (_item("NFA", automata.AUTOMATON),),
    "between": (_item("Between", iss.line_layout()), _entry("betweenline", fp.lines(3))),
    "cage": (
        _item("Cage", sums.CAGE), _written(_item("Sum", sums.CAGE, repeats=True)),
        _written(_item("AllDifferent", sums.DIFFERENT, sum=None)), _entry("killercage", fp.CAGE),
    ),
    "chaos-construction": (_item("ChaosConstruction", regions.REGIONS),),
    "clone": (_entry("clone", fp.CLONE),),
    "connected-values": (_item("ConnectedValues", regions.CONNECTED),),
    "contains": (
        _item("ContainAtLeast", iss.VALUES), _item("Quad", iss.QUAD),
        _entry("quadruple", fp.QUADRUPLE),
    ),
    "count-distinct": (_item("CountDistinct", iss.CONTROLLED),),
    "counting-circles": (_item("CountingCircles", _CELLS),),
    "difference": (
        _item("WhiteDot", iss.touching(), value=1), _entry("difference", fp.DOT),
    ),
    "distinct": (
        _DIAGONAL, _SET, _item("Windoku", iss.WINDOWS, _boxes),
        _item("DisjointSets", iss.PLACES, _boxes),
        _item("Doppelganger", doppelgangers.DOPPELGANGER, doppelgangers.problem),
        _entry("extraregion", fp.EXTRA_REGION),
        _flag("disjointgroups", fp.PLACES),
    ),
    "double-arrow": (_item("DoubleArrow", sums.DOUBLE_ARROW), _entry("doublearrow", fp.lines(3))),
    "entropic": (
        _item("Entropic", loops.loop(classes=lambda _: 3), _nine_from(1)),
        _entry("entropicline", fp.lines(closed=True)),
    ),
    "equal-count": (_item("ChaosCount", regions.COUNT),),
    "equal-run": (_item("ChaosArrow", regions.RUN),),
    "equal-sum": (_item("EqualSum", sums.GROUPS),),
    "equality-cage": (_item("EqualityCage", _CELLS),),
    "even": (_group("even", fp.MARKED),),
    "exactly": (_item("ContainExact", iss.VALUES), _item("LookAndSay", iss.ABSENT)),
    "frame": (_written(_item("Sum", sums.FIRST)),),
    "full-rank": (_item("FullRank", iss.RANK, _full), _item("FullRankTies", iss.TIES, _full)),
    "global-entropy": (_item("GlobalEntropy", NOTHING, _nine_from(1)),),
    "global-modular": (_item("GlobalMod", NOTHING, _nine_from(1, 0)),),
    "hidden-skyscraper": (_item("HiddenSkyscraper", iss.outside("value")),),
    "house": (
        _written(_DIAGONAL), _written(_SET), _written(_entry("extraregion", fp.EXTRA_REGION)),
        _flag("diagonal+", fp.RISING), _flag("diagonal-", fp.FALLING),
    ),
    "indexer": (
        _item("Indexing", iss.INDEXING), _entry("boxindexer", fp.CELLS, axis="box"),
        _entry("columnindexer", fp.CELLS, axis="column"),
        _entry("rowindexer", fp.CELLS, axis="row"),
    ),
    "less-than": (_item("GreaterThan", iss.touching(down=True)),),
    "little-killer": (
        _item("LittleKiller", iss.LITTLE_KILLER), _written(_item("Sum", iss.listed("sum"))),
        _entry("littlekillersum", fp.DIAGONAL),
    ),
    "lockout": (_item("Lockout", iss.line_layout("d")), _entry("lockout", fp.lines(number="d"))),
    "look-and-say": (_item("LookAndSay", iss.LOOK_AND_SAY),),
    "lunchbox": (_item("Lunchbox", iss.listed("sum")),),
    "maximum": (_group("maximum", fp.MARKED),),
    "minimum": (_group("minimum", fp.MARKED),),
    "modular": (
        _item("Modular", loops.loop("m", classes=lambda fields: fields["m"])),
        _entry("modularline", fp.lines(closed=True, number="m")),
    ),
    "nabner": (_entry("nabner", fp.SETS),),
    "negative": (
        _item("StrictKropki", when=_plain_dots, kinds=_DOTS),
        _item("StrictXV", when=_plain_dots, kinds=("pair-sum",), sums=(5, 10)),
        # White dots exempt their cells too; the difference 0 is forbidden by the rows anyway.
        _negative("ratio", kinds=_DOTS, differences=(0,)),
        _negative("xv", kinds=("pair-sum",), sums=(5, 10)),
    ),
    "nonconsecutive": (
        _item("AntiConsecutive", _EXCEPT, when=_without_dots),
        _flag("nonconsecutive", except_=_DOTS),  # dots of either colour exempt their cells
    ),
    "not": (_written(_item("FullRankTies", iss.NO_TIES, _full, _no_line_ties)),),
    "numbered-room": (_item("NumberedRoom", iss.outside("value")),),
    "odd": (_group("odd", fp.MARKED),),
    "pair": (
        _item("Pair", tables.PAIRS, among="neighbours"), _item("PairX", tables.PAIRS, among="all"),
        _item("Binary", tables.SWAPPED_PAIRS, among="neighbours"),
        _item("BinaryX", tables.SWAPPED_PAIRS, among="all"),
    ),
    "pair-sum": (
        _item("V", iss.touching(), sum=5), _item("X", iss.touching(), sum=10),
        _entry("xv", fp.XV),
    ),
    "palindrome": (_item("Palindrome", iss.line_layout()), _entry("palindrome", fp.PALINDROME)),
    "ratio": (_item("BlackDot", iss.touching(), value=2), _entry("ratio", fp.DOT)),
    "regex": (_item("Regex", tables.REGEX),),
    "region-sum": (
        _item("RegionSumLine", iss.line_layout(loop=True), closed=False),
        _entry("regionsumline", fp.lines(closed=True)),
    ),
    "rellik": (_item("RellikCage", iss.listed("sum")),),
    "renban": (_item("Renban", loops.RENBAN), _entry("renban", fp.SETS)),
    "same-multiset": (_item("SameValues", iss.SAME_VALUES),),
    "sandwich": (_item("Sandwich", iss.SANDWICH), _entry("sandwichsum", fp.outside("sum"))),
    "skyscraper": (
        _item("Skyscraper", iss.SKYSCRAPER, when=_ground_is_clear),
        _entry("skyscraper", fp.outside("count")),
    ),
    "slingshot": (_item("ValueIndexing", iss.line_layout()),),
    "slow-thermometer": (_entry("slowthermometer", fp.lines()),),
    "sum": (_item("Sum", sums.SUM),),
    "sum-line": (_item("SumLine", iss.line_layout("sum", loop=True)),),
    "thermometer": (_item("Thermo", iss.line_layout()), _entry("thermometer", fp.lines())),
    "whisper": (
        _item("Whisper", loops.loop("d", 5)),
        _entry("whispers", fp.lines(closed=True, number="d")),
    ),
    "x-sum": (_item("XSum", iss.outside("sum")), _entry("xsum", fp.outside("sum"))),
    "zipper": (_item("Zipper", iss.line_layout()), _entry("zipperline", fp.lines(3))),
}  # fmt: skip
"""The spellings of each kind."""


for _kind in RULES:
    kind_named(_kind)
"""All of them are imported at once: one string rarely comes alone, and a module takes 1 to 6 ms."""


def spellings_by_name(form: str) -> dict[str, tuple[str, Spelling]]:
    """Return the spellings of a form that are read, by name, each with its kind."""
    found = {
        one.name: (kind, one)
        for kind, spellings in RULES.items()
        for one in spellings
        if one.form == form and one.layout.read is not unread
    }
    return dict(sorted(found.items()))


def spellings_by_kind(form: str) -> dict[str, tuple[Spelling, ...]]:
    """Return the spellings of a form, by kind."""
    return {
        kind: tuple(one for one in spellings if one.form == form)
        for kind, spellings in RULES.items()
    }
