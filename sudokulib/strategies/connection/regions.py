"""Unknown regions: their numbers, their borders, and the digits in them.

`Regions` consists of areas, which techniques about connected cells examine, and of what is examined
here. Each technique is one part of its propagation, with the cells that show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from sudokulib.board import Board, Candidate
from sudokulib.logic.memo import cached_by_domains, cached_on_model
from sudokulib.logic.step import Candidates, Fillings, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import Model, bits
from sudokulib.primitives import Primitive, Regions, Regular, Table
from sudokulib.strategies.registry import strategy

_LAW = "Law and Lee, Global Constraints for Integer and Set Value Precedence (2004)"
_MACKWORTH = "Mackworth, Consistency in Networks of Relations (1977)"


@cached_on_model
def _divisions(model: Model) -> tuple[int, ...]:
    """Return the divisions into regions, by number."""
    return tuple([n for n in model.rules if isinstance(model.primitives[n], Regions)])


@cached_on_model
def _parts(model: Model) -> dict[int, tuple[Primitive, ...]]:
    """Return, for each division, what it says of the order of regions and of each border."""
    width = max((domain.bit_length() for domain in model.domains), default=0)
    return {number: tuple(_rule(model, number).parts(width)) for number in _divisions(model)}


def _rule(model: Model, number: int) -> Regions:
    rule = model.primitives[number]
    assert isinstance(rule, Regions)
    return rule


def _lost(board: Board, smaller: Mapping[int, int] | None) -> list[Candidate]:
    """Return the candidates that smaller domains leave out; none if nothing is left at all."""
    return [
        (v, value)
        for v, left in sorted((smaller or {}).items())
        for value in bits(board.masks[v] & ~left)
    ]


def _step(
    technique: str, number: int, gone: Iterable[Candidate], pattern: Candidates = ()
) -> Iterator[Step]:
    """Yield the step by which a division excludes some candidates, if there are any."""
    lost = tuple(dict.fromkeys(gone))
    if lost:
        role = Role("pattern", pattern or lost, (number,))
        yield Step(technique, (), lost, (Fillings(number),), (role,))


def _search_of(
    find: Callable[[Board, int], Iterator[Step]],
) -> Callable[[Board], Iterator[Step]]:
    """Return a search of a board that examines each division into regions by itself."""

    @cached_by_domains
    def found(board: Board, number: int) -> tuple[Step, ...]:
        return tuple(find(board, number))

    def search(board: Board) -> Iterator[Step]:
        for number in _divisions(board.model):
            yield from found(board, number)

    return search


# The order of regions.


def _find_order(board: Board, number: int) -> Iterator[Step]:
    for part in _parts(board.model)[number]:
        if isinstance(part, Regular):
            yield from _step("region-order", number, _lost(board, part.propagate(board.masks)))


def _tell_order(step: Step, words: Words) -> str:
    del step, words
    return "regions are numbered in the order of their first cells"


@strategy(
    "region-order",
    family="connection",
    rating=1.1,
    score=10,
    source=_LAW,
    sweeps=True,
    tell=_tell_order,
)
def region_order(board: Board) -> Iterator[Step]:
    """Regions are numbered in the order of their first cells, so each cell is in few of them."""
    yield from _ORDER(board)


_ORDER = _search_of(_find_order)


# Borders between cells.


@cached_by_domains
def _borders(board: Board, number: int) -> tuple[tuple[Table, list[Candidate]], ...]:
    """Return the borders that exclude something, each a table of two labels and the border."""
    borders = (one for one in _parts(board.model)[number] if isinstance(one, Table))
    found = ((one, _lost(board, one.propagate(board.masks))) for one in borders)
    return tuple([(one, gone) for one, gone in found if gone and len(one.variables) > 1])


def _find_together(board: Board, number: int) -> Iterator[Step]:
    for part, gone in _borders(board, number):
        *labels, border = part.variables
        lost = [candidate for candidate in gone if candidate[0] != border]
        pattern = (border, board.masks[border].bit_length() - 1)
        others = [(v, x) for v in labels if v not in dict(lost) for x in bits(board.masks[v])]
        yield from _step("region-together", number, lost, (pattern, *others))


def _tell_together(step: Step, words: Words) -> str:
    (border, value), *others = step.roles[0].candidates
    said = words.statement(border, [value])
    if not others:
        return f"{said}, and they can only be where both can be"
    return f"{said}, and {words.alternatives(others)}"


@strategy(
    "region-together",
    family="connection",
    rating=1.3,
    score=10,
    source=_MACKWORTH,
    tell=_tell_together,
)
def region_together(board: Board) -> Iterator[Step]:
    """Two cells are known to be in one region or in two, and one restricts the other."""
    yield from _TOGETHER(board)


_TOGETHER = _search_of(_find_together)


def _find_borders(board: Board, number: int) -> Iterator[Step]:
    found = [(part.variables[2], gone) for part, gone in _borders(board, number)]
    lost = [candidate for border, gone in found for candidate in gone if candidate[0] == border]
    yield from _step("region-borders", number, lost)


def _tell_borders(step: Step, words: Words) -> str:
    del step, words
    return "the regions that are left for both cells say whether there is a border between them"


@strategy(
    "region-borders",
    family="connection",
    rating=2.0,
    score=10,
    source=_MACKWORTH,
    aliases=("region-walls",),
    sweeps=True,
    tell=_tell_borders,
)
def region_borders(board: Board) -> Iterator[Step]:
    """Two cells that can be in one region only are, and others with no region in common are not."""
    yield from _BORDERS(board)


_BORDERS = _search_of(_find_borders)


# Digits in regions.


def _find_repeats(board: Board, number: int) -> Iterator[Step]:
    masks, rule = board.masks, _rule(board.model, number)
    pairs = list(zip(rule.labels, rule.values, strict=False))
    for label, cell in pairs:
        own, digit = masks[label], masks[cell]
        if own & (own - 1) or digit & (digit - 1):
            continue
        gone = [
            (v, fixed.bit_length() - 1)
            for its_label, other in pairs
            if other != cell
            for v, fixed, same in (
                (other, digit, masks[its_label] == own),
                (its_label, own, masks[other] == digit),
            )
            if same and masks[v] & fixed
        ]
        pattern = (cell, digit.bit_length() - 1), (label, own.bit_length() - 1)
        yield from _step("region-repeat", number, gone, pattern)


def _tell_repeat(step: Step, words: Words) -> str:
    first, _ = step.roles[0].candidates
    return f"{words.candidate(first)}, and no symbol is in a region twice"


@strategy(
    "region-repeat",
    family="connection",
    rating=1.4,
    score=10,
    source=_MACKWORTH,
    tell=_tell_repeat,
)
def region_repeat(board: Board) -> Iterator[Step]:
    """A symbol is in an unknown region already, so it is in no other cell of that region."""
    yield from _REPEATS(board)


_REPEATS = _search_of(_find_repeats)


def _find_places(board: Board, number: int) -> Iterator[Step]:
    masks, rule = board.masks, _rule(board.model, number)
    digits = 0
    for cell in rule.values:
        digits |= masks[cell]
    if digits.bit_count() != rule.size:
        return  # then a region need not have them all
    pairs = list(zip(rule.labels, rule.values, strict=False))
    for region in range(len(pairs) // rule.size):
        for digit in bits(digits):
            places = [(a, b) for a, b in pairs if masks[a] >> region & 1 and masks[b] >> digit & 1]
            if len(places) == 1:
                ((label, cell),) = places
                only = ((cell, digit), (label, region))
                gone = [(v, x) for v, own in only for x in bits(masks[v]) if x != own]
                yield from _step("region-place", number, gone, only)


def _tell_place(step: Step, words: Words) -> str:
    (cell, digit), (label, region) = step.roles[0].candidates
    where = words.symbol(label, region)
    return f"{words.symbol(cell, digit)} has no other place {where} than {words.cell(cell)}"


@strategy(
    "region-place",
    family="connection",
    rating=1.6,
    score=16,
    source="Sudopedia, Hidden Single",
    aliases=("hidden-single-in-region",),
    tell=_tell_place,
)
def region_place(board: Board) -> Iterator[Step]:
    """A symbol has a single place left in an unknown region, which needs all symbols."""
    yield from _PLACES(board)


_PLACES = _search_of(_find_places)
