"""Mistakes with sets of cells and of values."""

from __future__ import annotations

from itertools import combinations, permutations

from seeded_mistakes.mistake import Mistake, Steps
from seeded_mistakes.on_boards import needs, of_value, pairs_of, placement, removal, see, seen_by
from sudokulib.board import Board
from sudokulib.model import bits


def hidden_single(board: Board, *, any_shape: bool = False, ever: bool = False) -> Steps:
    """One place left for a value: in a house, or in any shape without repeats."""
    for clique in board.model.cliques:
        for value, places in enumerate(board.places):
            alone = places & clique.variables
            wanted = any_shape or needs(board, clique, value)
            if ever:  # some rule wants it somewhere
                spans = [board.model.spans[n] for n in board.model.rules]
                wanted = wanted or any(span == clique.variables for span in spans)
            if alone & board.open and not alone & (alone - 1) and wanted:
                yield from placement(board, alone.bit_length() - 1, value)


def naked_pair(board: Board, *, blind: bool = False, some: bool = False) -> Steps:
    """Two cells with the same two candidates, which see each other."""
    for one, other in combinations(pairs_of(board), 2):
        if board.masks[one] == board.masks[other] and (blind or see(board, one, other)):
            near = seen_by(board, (one, other), some=some) & ~(1 << one | 1 << other)
            values = list(bits(board.masks[one]))
            yield from removal(board, [(c, v) for c in bits(near) for v in values])


def naked_triple(board: Board, *, more: int = 0, whole: bool = False, pairs: bool = False) -> Steps:
    """Three cells of a set with three candidates; or with some more.

    Args:
        board: where.
        more: candidates above three.
        whole: whether each of the cells must have all of them.
        pairs: whether triples of which two cells are a pair are passed over.
    """
    for clique in board.model.cliques:
        for cells in combinations(bits(clique.variables & board.open), 3):
            masks = [board.masks[cell] for cell in cells]
            union = masks[0] | masks[1] | masks[2]
            same = not whole or masks[0] == masks[1] == masks[2]
            if pairs and any(
                (one | other).bit_count() < 3 for one, other in combinations(masks, 2)
            ):
                continue
            if 3 <= union.bit_count() <= 3 + more and same:
                rest = [c for c in bits(clique.variables) if c not in cells]
                yield from removal(board, [(c, v) for c in rest for v in bits(union)])


def pointing(
    board: Board, *, some: bool = False, subset: bool = False, back: bool = False
) -> Steps:
    """The places of a value in a house all lie in another set, the rest of which loses it."""
    for one, other in permutations(board.model.cliques, 2):
        for value, places in enumerate(board.places):
            here, shared = places & one.variables, places & one.variables & other.variables
            inside = shared if some else here and not here & ~other.variables
            if inside and (subset or needs(board, one, value)):
                rest = one.variables & ~other.variables if back else other.variables & ~here
                rest = other.variables & ~one.variables if some else rest
                yield from removal(board, of_value(rest & ~shared, value))


def hidden_pair(board: Board, *, any_values: bool = False, absent: bool = False) -> Steps:
    """Two values with two places between them in a shape that needs both."""
    for clique in board.model.cliques:
        known = [(p & clique.variables, v) for v, p in enumerate(board.places)]
        houses = {house.primitive for house in board.model.houses}
        for (here, one), (there, other) in combinations(known, 2):
            both = needs(board, clique, one) and needs(board, clique, other)
            all_symbols = absent and clique.primitive in houses
            places = here | there
            if (
                places.bit_count() == 2
                and places & board.open
                and (any_values or all_symbols or both)
            ):
                rest = [v for v in range(len(known)) if v not in (one, other)]
                yield from removal(board, [(c, v) for c in bits(places) for v in rest])


def set_equivalence(board: Board, *, any_shapes: bool = False, any_values: bool = False) -> Steps:
    """The remainders of two houses with the same values hold the same values."""
    houses = {house.primitive: house.values for house in board.model.houses}
    for one, other in permutations(board.model.cliques, 2):
        here, there = one.variables & ~other.variables, other.variables & ~one.variables
        same = houses.get(one.primitive, 0) == houses.get(other.primitive, 1)
        equal = here.bit_count() == there.bit_count()
        both = one.primitive in houses and other.primitive in houses
        if same or (equal and (any_shapes or (any_values and both))):
            for value, places in enumerate(board.places):
                if not places & there:
                    yield from removal(board, of_value(here, value))


def leftovers(board: Board, *, cell_by_cell: bool = False) -> Steps:
    """A cell of one house and one of another, which share all others, hold the same."""
    for one, other in permutations(board.model.houses, 2):
        here, there = (list(bits(a.cells & ~b.cells)) for a, b in ((one, other), (other, one)))
        if one.values == other.values and (cell_by_cell or len(here) == 1):
            for cell, twin in zip(here, there, strict=False):
                gone = board.masks[cell] & ~board.masks[twin]
                yield from removal(board, [(cell, value) for value in bits(gone)])


def two_of_house(board: Board, *, all_symbols: bool = False, values: bool = False) -> Steps:
    """All but two cells of a house are placed: these two hold what is missing from the sum."""
    known = board.model.values
    numbers = tuple(range(1, len(known) + 1)) if values else known
    for house in board.model.houses:
        left = list(bits(house.cells & board.open))
        if len(left) == 2:
            placed = [board.masks[c].bit_length() - 1 for c in house.variables if c not in left]
            whole = (1 << len(known)) - 1 if all_symbols else house.values
            missing = sum(numbers[v] for v in bits(whole)) - sum(known[v] for v in placed)
            for cell, other in permutations(left):
                there = {known[v] for v in bits(board.masks[other])}
                gone = [v for v in bits(board.masks[cell]) if missing - known[v] not in there]
                yield from removal(board, [(cell, value) for value in gone])


MISTAKES = (
    Mistake("all-different taken for a house", hidden_single, {"any_shape": True}),
    Mistake("every value of a rule's cells is required", hidden_single, {"ever": True}),
    Mistake("naked pair of cells that do not see each other", naked_pair, {"blind": True}),
    Mistake("naked pair: any for all in what sees it", naked_pair, {"some": True}),
    Mistake("naked triple of four candidates (off by one)", naked_triple, {"more": 1}),
    Mistake("pointing: any place for all places", pointing, {"some": True}),
    Mistake("pointing from a set that is no house", pointing, {"subset": True}),
    Mistake("pointing the wrong way round", pointing, {"some": True, "back": True, "subset": True}),
    Mistake("hidden pair of values that are not required", hidden_pair, {"any_values": True}),
    Mistake("hidden pair of a symbol that a house lacks", hidden_pair, {"absent": True}),
    Mistake("set equivalence of sets that are no houses", set_equivalence, {"any_shapes": True}),
    Mistake("set equivalence of houses of other values", set_equivalence, {"any_values": True}),
    Mistake("leftovers described cell by cell", leftovers, {"cell_by_cell": True}),
    Mistake("the sum of a house is that of all symbols", two_of_house, {"all_symbols": True}),
    Mistake("symbols of a house are taken for 1 to n", two_of_house, {"values": True}),
)
