"""Rules as items of the Interactive Sudoku Solver: the reverse of the codecs."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from sudokulib.formats.grids import diagonals
from sudokulib.formats.iss.board import Board, lines_of, little_killer_lines
from sudokulib.formats.iss.grammar import DIGITS, cell_name
from sudokulib.formats.iss.tables import table_text
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import (
    AllOf,
    Allowed,
    Anti,
    AnyOf,
    Distinct,
    Indexer,
    Kind,
    LittleKiller,
    Nonconsecutive,
    Skyscraper,
)
from sudokulib.shapes.pairs import dots_between

__all__ = ["RuleEncoder"]

Encoder = Callable[["RuleEncoder", Any], str]


class RuleEncoder:
    """Writes rules as items.

    Args:
        board: the grid.
        puzzle: the puzzle whose rules they are.
    """

    def __init__(self, board: Board, puzzle: Puzzle) -> None:
        self.board = board
        self.values = board.values
        self.size = len(puzzle.geometry)
        self.context = puzzle.context
        self.masks = [m & d for m, d in zip(puzzle.masks, puzzle.geometry.domains, strict=True)]
        self._end_names = {line: name for name, line in self._ends()}

    def names(self, cells: Sequence[int]) -> str:
        """Return the names of cells, each after a tilde."""
        return "".join("~" + cell_name(*divmod(cell, self.board.columns)) for cell in cells)

    def write(self, rule: Kind) -> str:
        """Return the item of a rule; empty if there is none."""
        if any(cell >= self.size for cell in rule.all_cells):
            return ""
        encode = _ENCODERS.get(rule.name)
        return encode(self, rule) if encode else ""

    def _ends(self) -> Iterator[tuple[tuple[str, int], tuple[int, ...]]]:
        for number, line in enumerate(lines_of(self.board)):
            row = number < self.board.rows
            name = f"R{DIGITS[number + 1]}" if row else f"C{DIGITS[number - self.board.rows + 1]}"
            yield (name, 1), line[::-1]
            yield (name, 0), line

    def end(self, cells: tuple[int, ...]) -> tuple[str, int] | None:
        """Return the name of the row or column that cells form, and from which end."""
        return self._end_names.get(cells)


def _on_line(type_: str, number: str = "") -> Encoder:
    def write(encoder: RuleEncoder, rule: Any) -> str:
        (line,) = rule.lines
        if getattr(rule, "closed", False):
            if type_ != "SumLine":
                return ""
            return f".SumLine~{rule.sum}{encoder.names(line)}~LOOP"
        value = f"~{getattr(rule, number)}" if number else ""
        return f".{type_}{value}{encoder.names(line)}"

    return write


def _if_plain(encode: Encoder, *fields: str) -> Encoder:
    """Return an encoder for rules in which these fields are unset."""
    return lambda encoder, rule: (
        "" if any(getattr(rule, f) for f in fields) else encode(encoder, rule)
    )


def _on_set(type_: str, number: str = "") -> Encoder:
    def write(encoder: RuleEncoder, rule: Any) -> str:
        value = f"~{getattr(rule, number)}" if number else ""
        return f".{type_}{value}{encoder.names(rule.cells)}"

    return write


def _on_values(type_: str) -> Encoder:
    return lambda encoder, rule: (
        f".{type_}~{'_'.join(map(str, rule.values))}{encoder.names(rule.cells)}"
        if rule.values
        else ""
    )


def _exactly(encoder: RuleEncoder, rule: Any) -> str:
    """Write counts; absent values need LookAndSay, which takes digits and counts up to 9."""
    if not rule.absent:
        return _on_values("ContainExact")(encoder, rule)
    counts = {**Counter(rule.values), **dict.fromkeys(rule.absent, 0)}
    if not all(0 <= number <= 9 for pair in counts.items() for number in pair):
        return ""
    said = "".join(f"{times}{value}" for value, times in sorted(counts.items()))
    return f".LookAndSay~{said}{encoder.names(rule.cells)}"


def _cage(encoder: RuleEncoder, rule: Any) -> str:
    if isinstance(rule.sum, tuple) or rule.sum == 0:
        return ""
    if rule.sum is None:
        return f".AllDifferent{encoder.names(rule.cells)}"
    return f".{'Sum' if rule.repeats else 'Cage'}~{rule.sum}{encoder.names(rule.cells)}"


def _sum(encoder: RuleEncoder, rule: Any) -> str:
    weights = rule.coefficients
    small = all(abs(weight) <= 100 for weight in weights)
    if isinstance(rule.total, tuple) or rule.comparison != "=" or not small:
        return ""
    said = f"_={''.join(f'_{w}' for w in weights)}" if weights else ""
    return f".Sum~{rule.total}{said}{encoder.names(rule.cells)}"


def _distinct(encoder: RuleEncoder, rule: Any) -> str:
    if encoder.board.rows == encoder.board.columns:
        falling, rising = diagonals(encoder.board.rows)
        if rule.cells in (falling, rising):
            return f".Diagonal~{1 if rule.cells == rising else -1}"
    return f".AllDifferent{encoder.names(rule.cells)}"


def _arrow(encoder: RuleEncoder, rule: Any) -> str:
    shaft = rule.shafts[0]
    if not rule.repeats or rule.pill != (len(rule.circle) > 1):
        return ""
    if rule.pill and (
        len(rule.circle) > 3 or list(rule.circle) != sorted(rule.circle) or len(encoder.values) > 9
    ):
        return ""  # pills are read from the top left on there, and hold digits
    kind = f"PillArrow~{len(rule.circle)}" if rule.pill else "Arrow"
    return f".{kind}{encoder.names((*rule.circle, *shaft))}"


def _couple(type_: str) -> Encoder:
    def write(encoder: RuleEncoder, rule: Any) -> str:
        if not encoder.board.touch(*rule.cells):
            return ""
        cells = rule.cells[::-1] if type_ == "GreaterThan" else rule.cells
        return f".{type_}{encoder.names(cells)}"

    return write


def _couple_table(encoder: RuleEncoder, rule: Any) -> str:
    """Write relations of non-neighbours, or with other numbers, as a truth table."""
    if rule.name != "pair":
        return ""
    pairs = rule.integers(encoder.board.values)
    kind = "PairX" if rule.among == "all" else "Pair"
    return f".{kind}~{table_text(pairs, encoder.board.values)}{encoder.names(rule.cells)}"


def _numbered(type_: str, field: str, number: int) -> Encoder:
    encode = _couple(type_)
    return lambda encoder, rule: encode(encoder, rule) if getattr(rule, field) == number else ""


def _regex(encoder: RuleEncoder, rule: Any) -> str:
    if len(encoder.board.values) > 9 or not rule.pattern.isascii():
        return ""
    pattern = base64.urlsafe_b64encode("".join(rule.pattern.split()).encode()).decode().rstrip("=")
    return f".Regex~{pattern}{encoder.names(rule.lines[0])}"


def _xv(encoder: RuleEncoder, rule: Any) -> str:
    letter = {5: "V", 10: "X"}.get(rule.sum)
    return _couple(letter)(encoder, rule) if letter else ""


def _same_values(encoder: RuleEncoder, rule: Any) -> str:
    cells = [cell for group in rule.groups for cell in group]
    return f".SameValues~{len(rule.groups)}{encoder.names(cells)}"


def _equal_sum(encoder: RuleEncoder, rule: Any) -> str:
    return f".EqualSum{'~-'.join(encoder.names(group) for group in rule.groups)}"


def _indexer(encoder: RuleEncoder, rule: Indexer) -> str:
    letter = {"row": "R", "column": "C"}.get(rule.axis)
    return f".Indexing~{letter}{encoder.names(rule.cells)}" if letter else ""


def _outside(type_: str, clue: str) -> Encoder:
    def write(encoder: RuleEncoder, rule: Any) -> str:
        found = encoder.end(rule.cells)
        if found is None:
            return ""
        clues = ["", ""]
        clues[found[1]] = str(getattr(rule, clue))
        return f".{type_}~{found[0]}~{'~'.join(clues)}"

    return write


def _skyscraper(encoder: RuleEncoder, rule: Any) -> str:
    """Write a skyscraper clue; there a 0 is never seen, so lines that may show one are refused."""
    flat = 0 in encoder.values
    may_begin = flat and encoder.masks[rule.cells[0]] >> encoder.values.index(0) & 1
    same = (flat and rule.ground == 0) or (rule.ground is None and not may_begin)
    return _outside("Skyscraper", "count")(encoder, rule) if same else ""


def _sandwich(encoder: RuleEncoder, rule: Any) -> str:
    found = encoder.end(rule.cells)
    whole = len(rule.cells) == len(encoder.values)  # on shorter lines other crusts are meant there
    return f".Sandwich~{rule.sum}~{found[0]}" if found and whole else ""


def _little_killer(encoder: RuleEncoder, rule: LittleKiller) -> str:
    for cell, line in little_killer_lines(encoder.board).items():
        if sorted(line) == sorted(rule.cells):
            return f".LittleKiller~{rule.sum}{encoder.names((cell,))}"
    return f".Sum~{rule.sum}{encoder.names(rule.cells)}"


def _everywhere(type_: str, *plain: str) -> Encoder:
    return _if_plain(lambda _, __: f".{type_}", "cells", *plain)


def _thirds(encode: Encoder, least: Sequence[int] = (1,)) -> Encoder:
    """Return an encoder for rules about thirds of nine values that begin with one of `least`."""
    return lambda encoder, rule: (
        encode(encoder, rule) if len(encoder.values) == 9 and encoder.values[0] in least else ""
    )


def _anti(_: RuleEncoder, rule: Anti) -> str:
    piece = {"king": "King", "knight": "Knight"}.get(str(rule.moves))
    return f".Anti{piece}" if piece and not rule.wrap and not rule.cells else ""


def _anti_taxicab(encoder: RuleEncoder, rule: Any) -> str:
    return "" if 0 in encoder.values else _everywhere("AntiTaxicab", "wrap")(encoder, rule)


def _nonconsecutive(encoder: RuleEncoder, rule: Nonconsecutive) -> str:
    dotted = dots_between(encoder.context, rule.except_)
    return "" if rule.cells or dotted else ".AntiConsecutive"


def _full_rank(encoder: RuleEncoder, rule: Any) -> str:
    square = encoder.board.rows == encoder.board.columns == len(encoder.values)
    plain = square and not rule.among and rule.ties == "none"
    return _outside("FullRank", "rank")(encoder, rule) if plain else ""


def _count_distinct(encoder: RuleEncoder, rule: Any) -> str:
    if rule.control is None:
        return ""
    return f".CountDistinct{encoder.names((rule.control, *rule.cells))}"


def _negative(encoder: RuleEncoder, rule: Any) -> str:
    dots = chain.from_iterable(dots_between(encoder.context, rule.kinds).values())
    if any(dot.where for dot in dots):
        return ""  # the solver refuses dots within .Or beside such a rule
    if rule.cells or rule.strict or rule.ratios or rule.differences:
        return ""
    if rule.kinds == ("difference", "ratio") and not rule.sums:
        return ".StrictKropki"
    return ".StrictXV" if rule.kinds == ("pair-sum",) and rule.sums == (5, 10) else ""


def _composite(type_: str) -> Encoder:
    def write(encoder: RuleEncoder, rule: AllOf | AnyOf) -> str:
        said = [_given(encoder, one) or _inside(encoder, one) for one in rule.shapes]
        return f".{type_}{''.join(said)}.End" if all(said) else ""

    return write


def _inside(encoder: RuleEncoder, rule: Kind) -> str:
    """Write a rule within others, where only rules about listed cells may stand."""
    if isinstance(rule, Distinct):
        return f".AllDifferent{encoder.names(rule.cells)}"
    if isinstance(rule, Skyscraper) and rule.ground is None and 0 in encoder.values:
        return ""  # read back it would have a ground
    said = encoder.write(rule)
    return "" if said.partition("~")[0][1:] in _WHOLE else said


def _given(encoder: RuleEncoder, rule: Kind) -> str:
    if not isinstance(rule, Allowed) or len(rule.cells) != 1:
        return ""
    return f".{encoder.names(rule.cells)}_{'_'.join(map(str, rule.values))}"


_WHOLE = frozenset({
    "AntiConsecutive", "AntiKing", "AntiKnight", "AntiTaxicab", "GlobalEntropy", "GlobalMod",
    "StrictKropki", "StrictXV",
})  # fmt: skip
"""Types that apply to the whole grid."""

_ENCODERS: Mapping[str, Encoder] = {
    "all-of": _composite("And"),
    "anti": _anti,
    "anti-taxicab": _anti_taxicab,
    "any-of": _composite("Or"),
    "arrow": _arrow,
    "between": _on_line("Between"),
    "cage": _cage,
    "contains": _on_values("ContainAtLeast"),
    "count-distinct": _count_distinct,
    "counting-circles": _on_set("CountingCircles"),
    "difference": _numbered("WhiteDot", "value", 1),
    "distinct": _distinct,
    "double-arrow": _on_line("DoubleArrow"),
    "entropic": _thirds(_if_plain(_on_line("Entropic"), "classes")),
    "equal-sum": _equal_sum,
    "equality-cage": _on_set("EqualityCage"),
    "exactly": _exactly,
    "frame": lambda encoder, rule: f".Sum~{rule.sum}{encoder.names(rule.cells[: rule.first])}",
    "full-rank": _full_rank,
    "global-entropy": _thirds(_everywhere("GlobalEntropy", "classes", "wrap")),
    "global-modular": _thirds(_everywhere("GlobalMod", "wrap"), (1, 0)),
    "hidden-skyscraper": _outside("HiddenSkyscraper", "value"),
    "house": _distinct,
    "indexer": _indexer,
    "less-than": _couple("GreaterThan"),
    "little-killer": _little_killer,
    "lockout": _on_line("Lockout", "d"),
    "lunchbox": _on_set("Lunchbox", "sum"),
    "modular": _on_line("Modular", "m"),
    "negative": _negative,
    "nonconsecutive": _nonconsecutive,
    "numbered-room": _outside("NumberedRoom", "value"),
    "pair": _couple_table,
    "pair-sum": _xv,
    "palindrome": _on_line("Palindrome"),
    "ratio": _numbered("BlackDot", "value", 2),
    "regex": _regex,
    "region-sum": _if_plain(_on_line("RegionSumLine"), "regions"),
    "rellik": _on_set("RellikCage", "sum"),
    "renban": _on_line("Renban"),
    "same-multiset": _same_values,
    "sandwich": _if_plain(_sandwich, "crusts"),
    "skyscraper": _skyscraper,
    "sum": _sum,
    "sum-line": _on_line("SumLine", "sum"),
    "thermometer": _on_line("Thermo"),
    "whisper": _on_line("Whisper", "d"),
    "x-sum": _outside("XSum", "sum"),
    "zipper": _on_line("Zipper"),
}
