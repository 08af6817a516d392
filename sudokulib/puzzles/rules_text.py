"""The rules of a puzzle in sentences, for people who see its picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from string import Formatter

from sudokulib.basics.quoting import join_words
from sudokulib.puzzles.geometries.core import Cell, Geometry
from sudokulib.shapes import Context, Kind, Shape
from sudokulib.shapes.fields import cell_fields, rule_fields
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.overlays import Overlay
from sudokulib.shapes.sets import Distinct

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

_WHOLE = 20
"""The most cells that are listed one by one; of more, the first and the last are named."""

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
    sets = [shape for shape in shapes if isinstance(shape.rule, Distinct) and _names(shape)]
    known = {shape.meaning for shape in geometry.shapes}
    bare = [
        s for s in shapes if isinstance(s.rule, Distinct) and not _names(s) and s.meaning in known
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


def undrawn_sentences(
    geometry: Geometry, shapes: tuple[Shape, ...], undrawn: Iterable[Shape]
) -> tuple[str, ...]:
    """Return the sentences of some shapes of a puzzle of which a picture shows nothing.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle().add("parity", "R1C1 R2C2")
    >>> undrawn_sentences(puzzle.geometry, puzzle.all_shapes, puzzle.shapes)
    ('Odd and even digits alternate along the line (R1C1 R2C2).',)
    """
    said = _of_rules(geometry, geometry.context_of(shapes), undrawn, lambda _: None)
    word = _word(geometry.alphabet.symbols)
    return tuple(_with_word(one.text, word) for one in said)


def _word(symbols: Sequence[str]) -> str:
    """Return what the symbols are: digits, numbers, or symbols."""
    if all(re.fullmatch(r"\d", one) for one in symbols):
        return "digit"
    return "number" if all(re.fullmatch(r"-?\d+", one) for one in symbols) else "symbol"


def _with_word(text: str, word: str) -> str:
    return text.replace("digit", word).replace("Digit", word.capitalize())


def _names(shape: Shape) -> list[str]:
    """Return the words for what sort of set it is: its roles, or its label without a number."""
    numbered = (re.fullmatch(r"([a-z][a-z -]*) \d+", label) for label in shape.labels)
    return sorted(shape.roles) or [match[1] for match in numbered if match][:1]


def _of_sets(geometry: Geometry, sets: Iterable[Shape]) -> Iterator[RuleSentence]:
    """Yield which sorts of sets contain all symbols, and which only repeat none."""
    whole: dict[str, bool] = {}
    for shape in sets:
        full = len(shape.cells) == len(geometry.alphabet.symbols)
        for name in _names(shape):
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
    return isinstance(shape.rule, Distinct) and len(shape.cells) == 2 and not _names(shape)


def _of_bare_sets(geometry: Geometry, sets: Sequence[Shape]) -> Iterator[RuleSentence]:
    """Yield which cells differ although no role says what sort of set they are."""
    if any(map(is_link, sets)):
        yield RuleSentence("Cells joined by a thin line contain different digits.", drawn=True)
    if named := [_cells(geometry, shape.cells) for shape in sets if not is_link(shape)]:
        yield RuleSentence(f"Digits cannot repeat in {'; '.join(named)}.", drawn=False)


def _of_rules(
    geometry: Geometry, context: Context, shapes: Iterable[Shape], looks: DrawnWords | None = None
) -> Iterator[RuleSentence]:
    """Yield the sentences of shapes, each once, with the places where no mark shows them."""
    places: dict[tuple[str, bool], dict[str, None]] = {}
    for shape in shapes:
        words = looks(shape.rule) if looks else {}
        marked = [cell for mark in shape.rule.drawn(context) for cell in mark.cells]
        everywhere = isinstance(shape.rule, GlobalKind) and not shape.rule.cells
        drawn = words is not None and bool(marked) and max(marked) < len(geometry.cells)
        # Shades on all cells are told apart by their colours alone.
        drawn &= not (everywhere and geometry.topology.base_cells.issubset(marked))
        where = "" if drawn or everywhere else _details(geometry, shape.rule)
        if words is None and isinstance(shape.rule, Overlay):
            groups = (mark.cells for mark in shape.rule.drawn(context))
            where = "; ".join(_cells(geometry, cells) for cells in groups)
        text = _sentence(geometry, context, shape.rule, _UNDRAWN if words is None else words)
        places.setdefault((text, drawn), {})[where] = None
    for (text, drawn), at in places.items():
        listed = "" if "" in at else " / ".join(at)
        yield RuleSentence(f"{text[:-1]} ({listed})." if listed else text, drawn)


def _sentence(geometry: Geometry, context: Context, rule: Kind, words: Mapping[str, str]) -> str:
    """Return the sentence of a rule; of one that lists others, with theirs."""
    text = rule.sentence(context)
    if words and rule.says and type(rule).sentence is Kind.sentence:
        text = rule.says.format_map({**rule.phrases(context), **words})
        text = text[:1].upper() + text[1:]
    inner = [one for name in rule_fields(type(rule)) for one in getattr(rule, name)]
    if not inner:
        return text
    parts = (_inner(geometry, context, one, words) for one in inner)
    return f"{text[:-1]}: {'; '.join(parts)}."


def _inner(geometry: Geometry, context: Context, rule: Kind, words: Mapping[str, str]) -> str:
    """Return a rule inside another, with its cells."""
    if rule_fields(type(rule)):
        return f"({_sentence(geometry, context, rule, words)[:-1]})"
    where = _details(geometry, rule)
    if isinstance(rule, Distinct):
        return f"digits cannot repeat in {where}"
    text = _sentence(geometry, context, rule, words)
    return f"{text[:-1]}{f' ({where})' if where else ''}"


def _details(geometry: Geometry, rule: Kind) -> str:
    """Return what marks would show of a rule: its cells, and the numbers that it has."""
    said = []
    told = {name for _, name, _, _ in Formatter().parse(rule.says)}
    for one in fields(rule):
        value, form = getattr(rule, one.name), cell_fields(type(rule)).get(one.name)
        if value == one.default or one.name in told.union(rule_fields(type(rule))):
            continue
        if form is None and isinstance(rule, GlobalKind):
            continue  # whose sentence says it
        if form is None:
            said += [] if isinstance(value, bool) else [f"{one.name.rstrip('_')} {_number(value)}"]
        elif form.form == "one":
            said.append(_cells(geometry, (value,)))
        else:
            lines = value if form.many else (value,)
            named = _set if form.form == "set" else _cells
            said.append(", ".join(named(geometry, line) for line in lines))
    return "; ".join(filter(None, said))


def _number(value: object) -> str:
    """Return a parameter as it is written; lists within lists as in files."""
    if isinstance(value, tuple):
        return " ".join(str(list(one) if isinstance(one, tuple) else one) for one in value)
    return str(value)


def _cells(geometry: Geometry, cells: Sequence[int]) -> str:
    """Return cells by name: a grid of several by the name of the grid, none if it is all cells."""
    if set(cells) >= geometry.topology.base_cells:
        return ""
    for face in dict.fromkeys(face for cell in geometry.cells for face in cell.faces):
        if set(cells) == {n for n, cell in enumerate(geometry.cells) if face in cell.faces}:
            return f"in {face}"
    names = [geometry.name_of(cell) for cell in cells]
    if len(names) > _WHOLE:
        return f"in {len(names)} cells from {names[0]} to {names[-1]}"
    return " ".join(names)


def _set(geometry: Geometry, cells: Sequence[int]) -> str:
    """Return cells in any order: by the label of the set that they are, or by their names."""
    labels = (one.label for one in geometry.shapes if _names(one) and one.cells == cells)
    return next(filter(None, labels), "") or _cells(geometry, cells)


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
