"""The rules of a puzzle in sentences, for people who see its picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudokulib.basics.quoting import join_words
from sudokulib.puzzles.geometries.core import Cell, Geometry
from sudokulib.puzzles.rule_places import cells_in_words, details, layers_of, set_names, shortened
from sudokulib.shapes import Context, Depiction, Kind, Shape
from sudokulib.shapes.composite import AllOf, AnyOf, Composite, Not, stated_rules
from sudokulib.shapes.fields import rule_fields
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.overlays import Overlay
from sudokulib.shapes.sets import Distinct
from sudokulib.shapes.sums import Sum

_PLAIN = ("row", "column", "region")
"""The roles of sets that every picture shows by its lines and borders."""

_USUAL = "Each row, column and region contains "
"""How the rule of every sudoku begins, which descriptions rarely say."""

_GENERAL = frozenset(
    re.findall(
        r"\w+",
        "the and one not its are all any each from with that this cell digi numb symb othe cont "
        "cann must have more two both once exac some when wher whos whic they them thes than then "
        "also only into",
    )
)
"""The first four letters of words that say nothing of which rule a sentence is about."""

_TELLING = 2
"""The words of a rule that a description of it shares. With one, half of the examples whose
description is a remark ("Clues say how many towers are seen.") would count as complete."""

_SUMS = "These sums hold."
"""What is said of sums without marks, before their equations."""

_NO_REPEATS = "digits cannot repeat in "

CellPair = tuple[int, int]
"""Two cells."""

DrawnWords = Callable[[Kind], Mapping[str, str] | None]
"""A function that returns the words for what another program draws of a rule.

They replace the words in braces of `Kind.says`. It returns None where nothing is drawn, so that the
sentence has to name the cells.
"""

_UNDRAWN = {"line": "the line", "clue": "clues"}
"""The words for what is not drawn."""


FOG = (
    "Fog hides what is drawn on shaded cells; a digit that is right lifts it from its cell and "
    "from all that touch it."
)
"""The sentence on fog, which is no rule of any shape."""


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """A rule of a puzzle in words.

    Args:
        text: one sentence or a few.
        drawn: whether a picture shows where the rule holds, by marks or by its borders.
    """

    text: str
    drawn: bool


def rule_sentences(
    geometry: Geometry, shapes: tuple[Shape, ...], looks: DrawnWords | None = None
) -> tuple[RuleSentence, ...]:
    """Return the rules of a puzzle: those of its sets, of its joined edges, and of other shapes.

    Args:
        geometry: the geometry of the puzzle.
        shapes: all shapes of the puzzle, those of the geometry included.
        looks: what a picture shows of each rule; by default what pictures of this library show.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle().add("anti", moves="knight")
    >>> for rule in rule_sentences(puzzle.geometry, puzzle.all_shapes):
    ...     print(rule.text)
    Each row, column and region contains the digits from 1 to 4 exactly once.
    Identical digits cannot be a knight's move apart.
    """
    sets = [shape for shape in shapes if isinstance(shape.rule, Distinct) and set_names(shape)]
    known = {shape.meaning for shape in geometry.shapes}
    bare = [
        s
        for s in shapes
        if isinstance(s.rule, Distinct) and not set_names(s) and s.meaning in known
    ]
    taken = {shape.meaning for shape in (*sets, *bare)}
    rules = [shape for shape in shapes if shape.meaning not in taken]
    said = [
        *_of_sets(geometry, sets),
        *_of_bare_sets(geometry, bare),
        *_of_edges(geometry),
        *_of_rules(geometry, geometry.context_of(shapes), rules, looks),
    ]
    word = _word(geometry.alphabet.symbols)
    return tuple(RuleSentence(_with_word(one.text, word), one.drawn) for one in said)


def is_said(rule: str, description: str) -> bool:
    """Return whether a description seems to say a rule.

    It does if it shares two words with the sentence, or the only one, that are not about cells and
    digits in general; of longer words the first four letters count. What it says of them is not
    read, so the answer is good enough to fold a text, not to leave it out. The rule of rows,
    columns and regions counts as said.

    Args:
        rule: a sentence of `Puzzle.rules_text`.
        description: the author's text.

    >>> rule = "Digits along thermometers increase from the bulb."
    >>> is_said(rule, "Along each thermometer the digits rise from the bulb.")
    True
    >>> is_said(rule, "Thermometers everywhere!")
    False
    """
    words = _telling_words(rule)
    shared = words & _telling_words(description)
    return rule.startswith(_USUAL) or len(shared) >= min(_TELLING, len(words))


def _telling_words(text: str) -> set[str]:
    return {word[:4] for word in re.findall(r"[^\W\d_]{3,}|\d+", text.lower())} - _GENERAL


def sentences_of(
    geometry: Geometry,
    shapes: tuple[Shape, ...],
    some: Iterable[Shape],
    looks: DrawnWords | None = None,
) -> tuple[str, ...]:
    """Return the sentences of some shapes of a puzzle.

    Args:
        geometry: the geometry of the puzzle.
        shapes: all shapes of the puzzle, those of the geometry included.
        some: those to be said.
        looks: what a picture shows of each rule; by default what pictures of this library show.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle().add("parity", "R1C1 R2C2")
    >>> sentences_of(puzzle.geometry, puzzle.all_shapes, puzzle.shapes)
    ('Odd and even digits alternate along a red line with dashes along its middle.',)
    """
    said = _of_rules(geometry, geometry.context_of(shapes), some, looks)
    word = _word(geometry.alphabet.symbols)
    return tuple(_with_word(one.text, word) for one in said)


def undrawn_sentences(
    geometry: Geometry, shapes: tuple[Shape, ...], undrawn: Iterable[Shape]
) -> tuple[str, ...]:
    """Return the sentences of some shapes of a puzzle of which a picture shows nothing.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle().add("parity", "R1C1 R2C2")
    >>> undrawn_sentences(puzzle.geometry, puzzle.all_shapes, puzzle.shapes)
    ('Odd and even digits alternate along the line (R1C1 R2C2).',)
    """
    return sentences_of(geometry, shapes, undrawn, lambda _: None)


def _word(symbols: Sequence[str]) -> str:
    """Return what the symbols are: digits, numbers, or symbols."""
    if all(re.fullmatch(r"\d", one) for one in symbols):
        return "digit"
    return "number" if all(re.fullmatch(r"-?\d+", one) for one in symbols) else "symbol"


def _with_word(text: str, word: str) -> str:
    return text.replace("digit", word).replace("Digit", word.capitalize())


def _of_sets(geometry: Geometry, sets: Iterable[Shape]) -> Iterator[RuleSentence]:
    """Yield which sorts of sets contain all symbols, and which only repeat none."""
    whole: dict[str, bool] = {}
    for shape in sets:
        full = len(shape.cells) == len(geometry.alphabet.symbols)
        for name in set_names(shape):
            whole[name] = whole.get(name, True) and full
    for full in (True, False):
        names = [name for name in whole if whole[name] == full]
        for drawn in (True, False):
            if some := [name for name in names if (name in _PLAIN) == drawn]:
                yield RuleSentence(_said_of_sets(geometry, some, full), drawn)


def _said_of_sets(geometry: Geometry, names: Sequence[str], full: bool) -> str:
    if not full:
        return f"Digits cannot repeat in any {join_words(names, 'or')}."
    values, symbols = geometry.alphabet.values, geometry.alphabet.symbols
    run = tuple(range(values[0], values[0] + len(values)))
    numbered = tuple(map(str, run)) == tuple(symbols) and run == tuple(values)
    what = f"from {symbols[0]} to {symbols[-1]}" if numbered else " ".join(symbols)
    return f"Each {join_words(names)} contains the digits {what} exactly once."


def is_link(shape: Shape) -> bool:
    """Return whether a set of a geometry is two cells that a picture joins: a pair of a graph."""
    return isinstance(shape.rule, Distinct) and len(shape.cells) == 2 and not set_names(shape)


def _of_bare_sets(geometry: Geometry, sets: Sequence[Shape]) -> Iterator[RuleSentence]:
    """Yield which cells differ although no role says what sort of set they are."""
    if any(map(is_link, sets)):
        yield RuleSentence("Cells joined by a thin line contain different digits.", drawn=True)
    if named := [cells_in_words(geometry, shape.cells) for shape in sets if not is_link(shape)]:
        yield RuleSentence(f"Digits cannot repeat in {'; '.join(named)}.", drawn=False)


def _of_rules(
    geometry: Geometry, context: Context, shapes: Iterable[Shape], looks: DrawnWords | None = None
) -> Iterator[RuleSentence]:
    """Yield the sentences of shapes, each once, with the places where no mark shows them."""
    places: dict[tuple[str, bool], dict[str, None]] = {}
    for rule in (part for shape in shapes for part in stated_rules(shape.rule)):
        words = looks(rule) if looks else {}
        marked = [cell for mark in rule.drawn(context) for cell in mark.cells]
        everywhere = isinstance(rule, GlobalKind) and not rule.cells
        drawn = words is not None and bool(marked) and max(marked) < len(geometry.cells)
        # The outline of a choice does not show what is to be chosen from.
        drawn &= not isinstance(rule, Composite) or _is_repeat(rule)
        # Shades on all cells are told apart by their colours alone.
        drawn &= not (everywhere and geometry.topology.base_cells.issubset(marked))
        where = "" if drawn or everywhere else details(geometry, rule)
        if words is None and isinstance(rule, Overlay):
            groups = (mark.cells for mark in rule.drawn(context))
            where = "; ".join(cells_in_words(geometry, cells) for cells in groups)
        text = _sentence(geometry, context, rule, _UNDRAWN if words is None else words)
        if not drawn and not everywhere:
            text = _SUMS if isinstance(rule, Sum) else _in_layers(geometry, context, rule, text)
        places.setdefault((text, drawn), {})[where] = None
    for (text, drawn), at in places.items():
        listed = "" if "" in at else " / ".join(shortened(at))
        if text == _SUMS:
            yield RuleSentence(f"{text[:-1]}: {'; '.join(at)}.", drawn)
        else:
            yield RuleSentence(f"{text[:-1]} ({listed})." if listed else text, drawn)


def _is_repeat(rule: Kind) -> bool:
    """Return whether a rule only says that the digits of some cells do not all differ."""
    return isinstance(rule, Not) and len(rule.shapes) == 1 and isinstance(rule.shapes[0], Distinct)


def _in_layers(geometry: Geometry, context: Context, rule: Kind, text: str) -> str:
    """Return a sentence with the layer that its rule is about, unless it speaks of a drawing."""
    layers = layers_of(geometry, rule)
    if len(layers) != 1 or _is_only_one(rule.depiction(context), context):
        return text
    where = f"in the layer “{next(iter(layers.values()))}”"
    if "in the layer" in text:
        return text.replace("in the layer", where, 1)
    return f"{where[:1].upper()}{where[1:]}, {_uncapitalized(text)}"


def _is_only_one(own: Depiction | None, context: Context) -> bool:
    """Return whether what a rule draws, such as shades, is drawn of its layer alone."""
    every = (shape.rule.depiction(context) for shape in context.shapes)
    return own is not None and all(
        one is None or one.look != own.look or one.cells == own.cells for one in every
    )


def _uncapitalized(text: str) -> str:
    return text[:1].lower() + text[1:]


def _sentence(geometry: Geometry, context: Context, rule: Kind, words: Mapping[str, str]) -> str:
    """Return the sentence of a rule; of one that lists others, with theirs."""
    if isinstance(rule, AnyOf | Not):
        if _is_repeat(rule) and not words:
            return "Some digit repeats in an outlined group marked “not”."
        text = _clause(geometry, context, rule)
        return f"{text[:1].upper()}{text[1:]}."
    text = rule.sentence(context)
    if words and rule.says and text == Kind.sentence(rule, context):
        text = rule.says.format_map({**rule.phrases(context), **words})
        text = text[:1].upper() + text[1:]
    inner = [one for name in rule_fields(type(rule)) for one in getattr(rule, name)]
    return f"{text[:-1]}: {_listed(geometry, context, inner, 'and')}." if inner else text


def _clause(geometry: Geometry, context: Context, rule: Kind) -> str:
    """Return a rule within another as part of a sentence, with its cells."""
    if isinstance(rule, AllOf):
        return " and ".join(_clauses(geometry, context, rule.shapes, "and"))
    if isinstance(rule, AnyOf):
        return f"at least one of these holds: {_listed(geometry, context, rule.shapes, 'or')}"
    if isinstance(rule, Not):
        if _is_repeat(rule):
            return f"some digit repeats in {cells_in_words(geometry, rule.shapes[0].all_cells)}"
        what = "this does not hold" if len(rule.shapes) == 1 else "these do not all hold"
        return f"{what}: {_listed(geometry, context, rule.shapes, 'and')}"
    return next(_clauses(geometry, context, [rule], "and"))


def _listed(geometry: Geometry, context: Context, rules: Iterable[Kind], joint: str) -> str:
    return "; ".join(_clauses(geometry, context, rules, joint))


def _clauses(
    geometry: Geometry, context: Context, rules: Iterable[Kind], joint: str
) -> Iterator[str]:
    """Yield rules as parts of a sentence, those that differ only in their cells as one."""
    places: dict[str, list[str]] = {}
    for rule in rules:
        if isinstance(rule, Composite):
            clause = _clause(geometry, context, rule)
            places[f"({clause})" if ": " in clause else clause] = []
            continue
        if isinstance(rule, Distinct):
            text, where = _NO_REPEATS, cells_in_words(geometry, rule.cells)
        elif isinstance(rule, Sum):
            text, where = "", details(geometry, rule)
        else:
            sentence = _sentence(geometry, context, rule, _UNDRAWN)
            text = _uncapitalized(_in_layers(geometry, context, rule, sentence)[:-1])
            where = details(geometry, rule)
        places.setdefault(text, []).append(where)
    for text, at in places.items():
        if text == _NO_REPEATS and joint == "and":
            yield text + ", nor in ".join(at)
        elif text in ("", _NO_REPEATS):
            yield from (f"{text}{where}" for where in at)
        else:
            listed = f", {joint} ".join(filter(None, at))
            yield f"{text} ({listed})" if listed else text


def _of_edges(geometry: Geometry) -> Iterator[RuleSentence]:
    """Yield which edges of the picture are joined, if any are."""
    joins = [
        f"{_run(geometry, [a for a, _ in run])} with {_run(geometry, [b for _, b in run])}"
        for run in _runs(geometry, _joined(geometry))
    ]
    if joins:
        yield RuleSentence(f"Edges are joined: {', '.join(joins)}.", drawn=False)


def _run(geometry: Geometry, cells: Sequence[int]) -> str:
    ends = dict.fromkeys(geometry.name_of(cell) for cell in (cells[0], cells[-1]))
    return " to ".join(ends)


def _joined(geometry: Geometry) -> list[CellPair]:
    """Return neighbours across seams that do not touch in the picture, smaller first, sorted."""
    cells, near = geometry.cells, geometry.topology.neighbours
    return sorted(
        (a, b)
        for a in geometry.topology.base_cells
        for b in set(near(a)) - {*near(a, across=False)}
        if a < b < len(cells) and not _touch(cells[a], cells[b])
    )


def _touch(a: Cell, b: Cell) -> bool:
    """Return whether the outlines of two cells have two points in common."""
    corners = ({(round(x, 3), round(y, 3)) for x, y in cell.outline()} for cell in (a, b))
    return len(set.intersection(*corners)) > 1


def _runs(geometry: Geometry, couples: Iterable[CellPair]) -> list[list[CellPair]]:
    """Return couples in runs along an edge: both cells of each touch those of the one before."""
    runs: list[list[CellPair]] = []
    for a, b in couples:
        beside = (
            run
            for run in runs
            if run[-1][0] in geometry.topology.neighbours(a, across=False)
            and run[-1][1] in geometry.topology.neighbours(b, across=False)
        )
        if (run := next(beside, None)) is not None:
            run.append((a, b))
        else:
            runs.append([(a, b)])
    return runs
