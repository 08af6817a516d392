"""Mistakes that are easily made: each is found by a check of the kit, and shown on few cells.

Every mistake is one word in a small strategy: without it the strategy passes. A check runs as
anybody runs it, with the number of cases that it tries unless it is told otherwise.
"""

import re
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, product

import pytest

from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts, required, truths
from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.primitives import DistinctSum, Linear
from sudokulib.strategies import Strategy, strategy_named
from sudokulib.testing import check_explained, check_sound


def removal(board, candidates):
    """A step that removes those of the candidates that are on the board, if there are any."""
    gone = tuple(sorted({c for c in candidates if board.allows(c)}))
    return [Step("seeded", eliminations=gone)] if gone else []


def of_value(cells, value):
    return [(cell, value) for cell in bits(cells)]


def see(board, one, other):
    return bool(board.model.peers[one] >> other & 1)


def seen_by_all(board, cells):
    left = -1
    for cell in cells:
        left &= board.model.peers[cell]
    return left


def needs(board, clique, value):
    return bool(required(board, clique.primitive) >> value & 1)


def hidden_single(board, *, any_shape=False):
    """One place left for a value: in a house, or in any shape without repeats."""
    for clique in board.model.cliques:
        for value, places in enumerate(board.places):
            cells = places & clique.variables & board.open
            alone = places & clique.variables
            if cells and not alone & (alone - 1) and (any_shape or needs(board, clique, value)):
                yield Step("seeded", ((cells.bit_length() - 1, value),))


def naked_pair(board, *, blind=False):
    """Two cells with the same two candidates, which see each other."""
    pairs = [c for c in bits(board.open) if board.masks[c].bit_count() == 2]
    for one, other in combinations(pairs, 2):
        if board.masks[one] == board.masks[other] and (blind or see(board, one, other)):
            near = seen_by_all(board, (one, other))
            values = list(bits(board.masks[one]))
            yield from removal(board, [(c, v) for c in bits(near) for v in values])


def set_equivalence(board, *, any_shapes=False):
    """What two houses of the same values do not share holds the same in either."""
    houses = {house.primitive: house.values for house in board.model.houses}
    for one, other in permutations(board.model.cliques, 2):
        same = houses.get(one.primitive, 0) == houses.get(other.primitive, 1)
        equal = one.variables.bit_count() == other.variables.bit_count()
        if same or (any_shapes and equal):
            here, there = one.variables & ~other.variables, other.variables & ~one.variables
            for value, places in enumerate(board.places):
                if not places & there:
                    yield from removal(board, of_value(here, value))


def finned_fish(board, *, one_fin_less=False):
    """Two bases and two covers; what goes sees every fin."""
    houses = board.model.houses
    for value, places in enumerate(board.places):
        able = [h.cells & places for h in houses if h.values >> value & 1]
        covers = {clique.variables & places for clique in board.model.cliques}
        for first, second in combinations([b for b in able if b & (b - 1)], 2):
            for one, other in combinations(sorted(covers), 2):
                if not first & second and not one & other:
                    bases, covered = first | second, one | other
                    fins = list(bits(bases & ~covered))
                    seen = seen_by_all(board, fins[one_fin_less:])
                    yield from removal(board, of_value(covered & ~bases & seen, value))


def hidden_pair(board, *, any_values=False):
    """Two values with two places between them in a shape that needs both."""
    for clique in board.model.cliques:
        known = [(p & clique.variables, v) for v, p in enumerate(board.places)]
        usual = [(p, v) for p, v in known if p & board.open and p.bit_count() == 2]
        for (places, one), (same, other) in combinations(usual, 2):
            both = needs(board, clique, one) and needs(board, clique, other)
            if places == same and (any_values or both):
                values = range(len(board.places))
                rest = [(c, v) for c in bits(places) for v in values if v not in (one, other)]
                yield from removal(board, rest)


def unique_rectangle(board, *, careless=False):
    """Four cells of two values, were it not for one: no shape meets them in a single cell."""
    for pair in combinations(range(len(board.places)), 2):
        both = sum(1 << value for value in pair)
        cells = [c for c in bits(board.open) if not both & ~board.masks[c]]
        bare = [c for c in cells if board.masks[c] == both]
        for corners in combinations(bare, 3):
            for last in cells:
                if last not in bare and exchangeable(board, (*corners, last), careless):
                    yield from removal(board, [(last, value) for value in pair])


def exchangeable(board, cells, careless):
    """Whether two values of four cells could be exchanged."""
    model, own = board.model, sum(1 << cell for cell in cells)
    if any(model.spans[number] & own for number in model.rules):
        return False
    met = [[c for c in cells if span >> c & 1] for span in model.spans if span & own]
    if any(len(some) > 2 or (len(some) == 1 and not careless) for some in met):
        return False
    pairs = {tuple(sorted(some)) for some in met if len(some) == 2}
    return len(pairs) == 4 and all(sum(c in pair for pair in pairs) == 2 for c in cells)


def innies(board, *, no_repeats=False):
    """What a sum that follows from houses and cages leaves to its cells."""
    for number in sorted(board.model.derived):
        primitive = board.model.primitives[number]
        if len(primitive.variables) <= 4:
            yield from listed(board, primitive, 0, no_repeats)


def cage_table(board, *, off=0):
    """What the combinations of a cage leave to its cells."""
    for number, primitive in enumerate(board.model.primitives):
        sums = isinstance(primitive, Linear | DistinctSum) and number not in board.model.derived
        if sums and len(primitive.variables) <= 4:
            yield from listed(board, primitive, off, no_repeats=False)


def listed(board, primitive, off, no_repeats):
    cells, found = primitive.variables, set()
    for values in product(*(bits(board.masks[c]) for c in cells)):
        weights = sum(w[v] for w, v in zip(primitive.weights, values, strict=True))
        pairs = combinations(range(len(cells)), 2)
        if weights + off in primitive.totals and not any(
            values[i] == values[j] and (no_repeats or see(board, cells[i], cells[j]))
            for i, j in pairs
        ):
            found.update(zip(cells, values, strict=True))
    here = {(c, v) for c in cells for v in bits(board.masks[c])}
    yield from removal(board, here - found)


def short_chain(board, *, any_link=False):
    """x excludes y, y or z is true, and z excludes x: so x is false."""
    numbered, excluded = numbering(board.model), conflicts(board)
    pairs = [tuple(bits(t.mask)) for t in truths(board) if t.mask.bit_count() == 2]
    ways = [*pairs, *(pair[::-1] for pair in pairs)]
    for (x, y), (again, z) in product(ways, ways):
        link = any_link or excluded[x] >> y & 1
        if again == y and z != x and link and excluded[x] >> z & 1:
            yield from removal(board, numbered.candidates(1 << x))


def tell_next(step, words):
    """A reason that speaks of the next cell instead of the one that it means."""
    cell, value = step.placements[0]
    number = (cell + 1) % words.board.model.cells
    return f"{words.cell(number)} is the only place for {words.symbol(cell, value)}"


SEEDED = {
    "all-different taken for a house": (hidden_single, {"any_shape": True}, 4),
    "naked pair on cells that do not see each other": (naked_pair, {"blind": True}, 4),
    "set equivalence on non-houses": (set_equivalence, {"any_shapes": True}, 4),
    "finned fish without one of its fins": (finned_fish, {"one_fin_less": True}, 6),
    "unique rectangle that a shape meets in one cell": (
        unique_rectangle,
        {"careless": True},
        6,
    ),
    "hidden pair of a value that is not required": (hidden_pair, {"any_values": True}, 4),
    "innies without repeats": (innies, {"no_repeats": True}, 6),
    "cage combinations off by one": (cage_table, {"off": 1}, 3),
    "chain through a link that is only a truth": (short_chain, {"any_link": True}, 4),
}

QUICK = "cage"
EACH = [
    pytest.param(*seeded, id=name, marks=[] if name.startswith(QUICK) else pytest.mark.slow)
    for name, seeded in SEEDED.items()
]


def seeded(find, **mistake):
    """A strategy, with a mistake or without."""
    assumes = "unique" if find is unique_rectangle else ""
    return Strategy("seeded", partial(find, **mistake), "", "", 0.0, 0, "", assumes=assumes)


def cells_of(error):
    """How many cells the counterexample has."""
    return int(re.search(r"^# (\d+) cells, symbols", str(error.value), re.MULTILINE)[1])


@pytest.mark.parametrize(("find", "mistake", "cells"), EACH)
def test_the_mistake_is_found_and_shown_on_few_cells(find, mistake, cells):
    with pytest.raises(AssertionError, match="contradicts a filling of the board") as error:
        check_sound(seeded(find, **mistake))
    assert cells_of(error) <= cells


@pytest.mark.parametrize(("find", "mistake", "cells"), EACH)
def test_without_the_mistake_it_passes(find, mistake, cells):
    del mistake, cells
    check_sound(seeded(find), max_examples=50)


@pytest.mark.slow
def test_a_text_that_names_a_wrong_cell_is_found_and_shown_on_few_cells():
    right = strategy_named("hidden-single")
    with pytest.raises(AssertionError, match=r"has nothing to do with|does not say so") as error:
        check_explained(replace(right, tell=tell_next))
    assert cells_of(error) <= 4
    check_explained(right, max_examples=50)
