"""Mistakes that are easily made in strategies, for the kit to find.

Most are one word in a strategy that is right without it: `find(board)` is right, and
`find(board, word=True)` is not. Each entry of `MISTAKES` says which check finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, pairwise, permutations, product
from typing import Any

from sudokulib.board import Board, Candidate
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts, required, truths
from sudokulib.logic.step import Rank, Step, Truth
from sudokulib.model import Clique, bits
from sudokulib.primitives import DistinctSum, Linear, Table, When
from sudokulib.strategies import Strategy, strategy_named
from sudokulib.testing import (
    check_explained,
    check_monotone,
    check_relabelling,
    check_sound,
    check_symmetry,
    check_terminates,
)

__all__ = ["DONE", "MISTAKES", "REMEMBERED", "Mistake"]

Steps = Iterator[Step]


@dataclass(frozen=True)
class Mistake:
    """A strategy that is wrong.

    Args:
        name: what is wrong with it.
        find: its function; with the words it is wrong.
        words: the words.
        check: which check finds it.
        assumes, monotone: as of `Strategy`.
        right: whether the function is right without the words.
    """

    name: str
    find: Callable[..., Steps]
    words: dict[str, Any] = field(default_factory=dict)
    check: Callable[..., object] = check_sound
    assumes: Any = ""
    monotone: bool = True
    right: bool = True

    def strategy(self, *, wrong: bool = True) -> Strategy:
        """Return the strategy with the mistake, or without."""
        find = partial(self.find, **self.words) if wrong and self.words else self.find
        return Strategy(
            "seeded", find, "", "", 0.0, 0, "", assumes=self.assumes, monotone=self.monotone
        )


def removal(board: Board, candidates: Iterable[Candidate]) -> list[Step]:
    """A step that removes those of the candidates that are on the board, if there are any."""
    gone = tuple(sorted({c for c in candidates if board.allows(c)}))
    return [Step("seeded", eliminations=gone)] if gone else []


def placement(board: Board, cell: int, value: int) -> list[Step]:
    """A step that places a value, if that is news."""
    new = board.open >> cell & 1 and board.allows((cell, value))
    return [Step("seeded", ((cell, value),))] if new else []


def of_value(cells: int, value: int) -> list[Candidate]:
    return [(cell, value) for cell in bits(cells)]


def see(board: Board, one: int, other: int) -> bool:
    return bool(board.model.peers[one] >> other & 1)


def seen_by(board: Board, cells: Iterable[int], *, some: bool = False) -> int:
    """The cells that see all of some cells, or some of them."""
    peers = [board.model.peers[cell] for cell in cells]
    left = 0 if some else -1
    for one in peers:
        left = left | one if some else left & one
    return left & (1 << board.model.cells) - 1


def needs(board: Board, clique: Clique, value: int) -> bool:
    """Whether a value must stand in a set; what a rule on more cells needs may be elsewhere."""
    whole = board.model.spans[clique.primitive] == clique.variables
    return whole and bool(required(board, clique.primitive) >> value & 1)


def pairs_of(board: Board) -> list[int]:
    return [c for c in bits(board.open) if board.masks[c].bit_count() == 2]


def strong_pairs(board: Board, value: int, *, weak: bool = False) -> Iterator[tuple[int, int]]:
    """Two cells one of which must hold a value; or that merely share a set."""
    for clique in board.model.cliques:
        cells = tuple(bits(board.places[value] & clique.variables))
        if len(cells) == 2 and (weak or needs(board, clique, value)):
            yield cells[0], cells[1]


# Sets of cells and values


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
    """What two houses of the same values do not share holds the same in either."""
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


# Fish and chains


def x_wing(
    board: Board, *, subset: bool = False, overlap: bool = False, outside: bool = False
) -> Steps:
    """Two bases and two covers; what is in a cover only goes."""
    for value, places in enumerate(board.places):
        able = [c.variables for c in board.model.cliques if subset or needs(board, c, value)]
        bases = [cells & places for cells in able if cells & places]
        covers = {clique.variables & places for clique in board.model.cliques}
        for first, second in combinations(bases, 2):
            for one, other in combinations(sorted(covers), 2):
                held, covered = first | second, one | other
                inside = not held & ~covered
                if outside:
                    inside = bool(first & one and first & other and second & one and second & other)
                if inside and (overlap or not first & second):
                    yield from removal(board, of_value(covered & ~held, value))


def finned_fish(board: Board, *, one_fin_less: bool = False) -> Steps:
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
                    seen = seen_by(board, fins[one_fin_less:])
                    yield from removal(board, of_value(covered & ~bases & seen, value))


def xy_wing(board: Board, *, some: bool = False, apart: bool = False, pivot: bool = False) -> Steps:
    """A pivot xy that sees xz and yz; what sees both of these is not z."""
    pairs = pairs_of(board)
    for middle in pairs:
        for one, other in combinations([c for c in pairs if c != middle], 2):
            x, y, p = board.masks[one], board.masks[other], board.masks[middle]
            shared = x & y & ~p
            near = see(board, one, middle) and (apart or see(board, other, middle))
            if near and shared.bit_count() == 1 and (x | y) & ~shared == p and x != y:
                gone = x & p if pivot else shared
                seen = seen_by(board, (one, other), some=some) & ~(
                    1 << one | 1 << other | 1 << middle
                )
                yield from removal(board, of_value(seen, gone.bit_length() - 1))


def skyscraper(board: Board, *, weak: bool = False, either: bool = False) -> Steps:
    """Two pairs of places, of which two see each other: one of the other ends is true."""
    for value in range(len(board.places)):
        links = [*dict.fromkeys(strong_pairs(board, value, weak=weak))]
        ways = [*links, *(link[::-1] for link in links)]
        for (end, foot), (other_foot, other_end) in permutations(ways, 2):
            apart = len({end, foot, other_foot, other_end}) == 4
            if apart and see(board, foot, other_foot):
                seen = seen_by(board, (end, other_end), some=either)
                own = 1 << end | 1 << other_end | 1 << foot | 1 << other_foot
                yield from removal(board, of_value(seen & ~own, value))


def remote_pair(board: Board, *, length: int = 4) -> Steps:
    """Cells with the same pair that see one another in a row: the first and last of four differ."""
    pairs = pairs_of(board)
    for cells in permutations(pairs, length):
        row = all(see(board, one, other) for one, other in pairwise(cells))
        if row and len({board.masks[cell] for cell in cells}) == 1:
            seen = seen_by(board, (cells[0], cells[-1])) & ~sum(1 << cell for cell in cells)
            values = bits(board.masks[cells[0]])
            yield from removal(board, [(c, v) for v in values for c in bits(seen)])


def w_wing(board: Board, *, weak: bool = False) -> Steps:
    """Two cells with the same pair, joined by two places of one of its values."""
    for one, other in permutations(pairs_of(board), 2):
        if board.masks[one] == board.masks[other]:
            for via in bits(board.masks[one]):
                for here, there in strong_pairs(board, via, weak=weak):
                    if (
                        see(board, one, here)
                        and see(board, other, there)
                        and {one, other}.isdisjoint((here, there))
                    ):
                        value = (board.masks[one] & ~(1 << via)).bit_length() - 1
                        yield from removal(board, of_value(seen_by(board, (one, other)), value))


def short_chain(board: Board, *, any_link: bool = False) -> Steps:
    """x excludes y, y or z is true, and z excludes x: so x is false."""
    numbered, excluded = numbering(board.model), conflicts(board)
    pairs = [tuple(bits(t.mask)) for t in truths(board) if t.mask.bit_count() == 2]
    ways = [*pairs, *(pair[::-1] for pair in pairs)]
    for (x, y), (again, z) in product(ways, ways):
        link = any_link or excluded[x] >> y & 1
        if again == y and z != x and link and excluded[x] >> z & 1:
            yield from removal(board, numbered.candidates(1 << x))


# Uniqueness


def unique_rectangle(
    board: Board, *, careless: bool = False, rules: bool = False, absent: bool = False
) -> Steps:
    """Four cells of two values, were it not for one: no shape meets them in a single cell."""
    for pair in combinations(range(len(board.places)), 2):
        both = sum(1 << value for value in pair)
        cells = [
            c
            for c in bits(board.open)
            if board.masks[c] & both and (absent or not both & ~board.masks[c])
        ]
        bare = [c for c in cells if board.masks[c] == both]
        for corners in combinations(bare, 3):
            for last in cells:
                if last not in bare and exchangeable(board, (*corners, last), careless, rules):
                    yield from removal(board, [(last, value) for value in pair])


def exchangeable(board: Board, cells: tuple[int, ...], careless: bool, rules: bool) -> bool:
    """Whether two values of four cells could be exchanged."""
    model, own = board.model, sum(1 << cell for cell in cells)
    if not rules and any(model.spans[number] & own for number in model.rules):
        return False
    spans = [s for n, s in enumerate(model.spans) if s & own and not (rules and n in model.rules)]
    met = [[c for c in cells if span >> c & 1] for span in spans]
    if any(len(some) > 2 or (len(some) == 1 and not careless) for some in met):
        return False
    pairs = {tuple(sorted(some)) for some in met if len(some) == 2}
    return len(pairs) == 4 and all(sum(c in pair for pair in pairs) == 2 for c in cells)


def bug(board: Board) -> Steps:
    """All open cells have two candidates but for one, which takes what is in a house three times.

    Nothing is said of other houses, in which a value may be as often as it will.
    """
    unsolved = [c for c in bits(board.open) if board.masks[c].bit_count() > 1]
    more = [c for c in unsolved if board.masks[c].bit_count() != 2]
    if len(more) == 1 and board.masks[more[0]].bit_count() == 3:
        for clique in board.model.cliques_of[more[0]]:
            for value in bits(board.masks[more[0]]):
                if (board.places[value] & clique.variables & board.open).bit_count() % 2:
                    yield from placement(board, more[0], value)
                    return


# Sums and other rules


def sums_of(board: Board) -> Iterator[Linear | DistinctSum]:
    for number, primitive in enumerate(board.model.primitives):
        sums = isinstance(primitive, Linear | DistinctSum) and number not in board.model.derived
        if sums and len(primitive.variables) <= 4:
            yield primitive


def cage_table(
    board: Board,
    *,
    off: int = 0,
    plain: bool = False,
    counting: bool = False,
    first: bool = False,
) -> Steps:
    """What the combinations of a cage leave to its cells."""
    for primitive in sums_of(board):
        weights, totals = primitive.weights, primitive.totals
        if plain:  # every cell counts once
            weights = (board.model.values,) * len(weights)
        if counting:  # symbols are taken for 1, 2, 3 and so on
            weights = (tuple(range(1, len(board.model.values) + 1)),) * len(weights)
        if all(len(weight) >= len(board.model.values) for weight in weights):
            yield from listed(
                board, primitive, weights, totals[:1] if first else totals, off, False
            )


def innies(board: Board, *, no_repeats: bool = False) -> Steps:
    """What a sum that follows from houses and cages leaves to its cells."""
    for number in sorted(board.model.derived):
        primitive = board.model.primitives[number]
        if isinstance(primitive, Linear | DistinctSum) and len(primitive.variables) <= 4:
            yield from listed(board, primitive, primitive.weights, primitive.totals, 0, no_repeats)


def listed(
    board: Board, primitive: Any, weights: Any, totals: Any, off: int, no_repeats: bool
) -> Steps:
    cells, found = primitive.variables, set()
    for values in product(*(bits(board.masks[c]) for c in cells)):
        total = sum(w[v] for w, v in zip(weights, values, strict=True))
        pairs = combinations(range(len(cells)), 2)
        if total + off in totals and not any(
            values[i] == values[j] and (no_repeats or see(board, cells[i], cells[j]))
            for i, j in pairs
        ):
            found.update(zip(cells, values, strict=True))
    here = {(c, v) for c in cells for v in bits(board.masks[c])}
    yield from removal(board, here - found)


def bounds(board: Board, *, least: int | None = None) -> Steps:
    """A summand is at most the sum less the least that the others can be."""
    values = board.model.values
    for primitive in sums_of(board):
        if all(weights == values for weights in primitive.weights):
            small = min(values) if least is None else least
            most = max(primitive.totals) - small * (len(primitive.variables) - 1)
            gone = [v for v, value in enumerate(values) if value > most]
            yield from removal(board, [(c, v) for c in primitive.variables for v in gone])


def relation(board: Board, *, turned: bool = False, cells_sorted: bool = False) -> Steps:
    """A value goes that no tuple of a relation has with what is left in the other cells."""
    for primitive in board.model.primitives:
        if isinstance(primitive, Table) and len(primitive.variables) == 2:
            cells = sorted(primitive.variables) if cells_sorted else primitive.variables
            if max(cells) < board.model.cells:
                yield from supported(board, tuple(cells), primitive.tuples, turned)


def supported(board: Board, cells: tuple[int, ...], tuples: Any, turned: bool) -> Steps:
    found = set()
    for row in tuples:
        values = row[::-1] if turned else row
        if all(board.allows(candidate) for candidate in zip(cells, values, strict=True)):
            found.update(zip(cells, values, strict=True))
    yield from removal(
        board, [(c, v) for c in cells for v in bits(board.masks[c]) if (c, v) not in found]
    )


def by_rules(board: Board, *, always: bool = False) -> Steps:
    """What propagation of a rule removes; a rule of one case only if that is known."""
    for primitive in board.model.primitives:
        if isinstance(primitive, When):
            sure = board.masks[primitive.variables[0]] == 1 << primitive.case
            rule = primitive.then if always or sure else None
        else:
            rule = primitive
        smaller = None if rule is None else rule.propagate(board.masks)
        for variable, mask in (smaller or {}).items():
            gone = board.masks[variable] & ~mask
            yield from removal(board, [(variable, value) for value in bits(gone)])


def one_left(board: Board, *, unseen: bool = False) -> Steps:
    """What is left of a rule's only open cell; hidden variables are cells as well."""
    cells = (1 << board.model.cells) - 1
    for primitive, span in zip(board.model.primitives, board.model.spans, strict=True):
        left = [v for v in bits(span & (cells if unseen else -1)) if board.masks[v].bit_count() > 1]
        if len(left) == 1 and left[0] < board.model.cells:
            fits = set()
            for value in bits(board.masks[left[0]]):
                known = {v: (board.masks[v] & -board.masks[v]).bit_length() - 1 for v in bits(span)}
                known[left[0]] = value
                if primitive.check([known[v] for v in primitive.variables]):
                    fits.add(value)
            gone = [v for v in bits(board.masks[left[0]]) if v not in fits]
            yield from removal(board, [(left[0], value) for value in gone])


# What is remembered, changed, or said


REMEMBERED: dict[Any, list[Step]] = {}
DONE: list[bool] = []


def remembered(board: Board, *, by: Callable[[Board], Any]) -> Steps:
    """Naked singles that are kept by too little."""
    key = by(board)
    if key not in REMEMBERED:
        REMEMBERED[key] = list(naked_pair(board)) + list(hidden_single(board))
    yield from REMEMBERED[key]


def by_model(board: Board) -> Any:
    return board.model


def by_solved(board: Board) -> Any:
    return board.model, board.solved


def by_name(board: Board) -> Any:
    return board.model.cells, board.model.values, board.solved


def changing(board: Board) -> Steps:
    """Hidden singles that are removed from the board at once."""
    for step in list(hidden_single(board)):
        yield step
        object.__setattr__(board, "masks", step.apply(board).masks)


def once(board: Board) -> Steps:
    """Wrong the first time that there is something to do, and never again."""
    for cell in bits(board.open):
        if board.masks[cell].bit_count() > 1 and not DONE:
            DONE.append(True)
            yield from removal(board, [(cell, value) for value in bits(board.masks[cell])])


def growing(board: Board) -> Steps:
    """Says what is known already, so that it never ends."""
    for cell in bits(board.solved):
        yield Step("seeded", eliminations=((cell, 1 if board.masks[cell] & 1 else 0),))


def by_numbers(board: Board, *, cell: int = -1, value: int = -1) -> Steps:
    """Hidden singles, or only those of one cell or one symbol."""
    for step in hidden_single(board):
        ((where, what),) = step.placements
        if cell in (-1, where) and value in (-1, what):
            yield step


def half_proved(board: Board, *, one_less: bool = False) -> Steps:
    """A hidden single, for which a house is the reason."""
    for house in board.model.houses:
        for value in bits(house.values):
            cells = tuple(bits(board.places[value] & house.cells))
            if cells and board.open >> cells[0] & 1 and len(cells) == 1 + one_less:
                because = Rank((Truth(((cells[0], value),), primitive=house.primitive),))
                yield Step("seeded", ((cells[0], value),), arguments=(because,))


def crashing(board: Board) -> Steps:
    """Takes it for granted that the first cell of a set sees another one."""
    for clique in board.model.cliques:
        cells = list(bits(clique.variables & board.open))
        yield from removal(board, [(cells[2], 5)] if board.masks[cells[2]] < 0 else [])


def tell_next(step: Step, words: Any) -> str:
    """A reason that speaks of the next cell instead of the one that it means."""
    cell, value = step.placements[0]
    number = (cell + 1) % words.board.model.cells
    return f"{words.cell(number)} is the only place for {words.symbol(cell, value)}"


@dataclass(frozen=True)
class Mistold(Mistake):
    """A registered strategy whose words are wrong."""

    def strategy(self, *, wrong: bool = True) -> Strategy:
        """Return the strategy with the mistake, or without."""
        right = strategy_named("hidden-single")
        return replace(right, tell=tell_next) if wrong else right


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
    Mistake("fish with a base that is no house", x_wing, {"subset": True}),
    Mistake("fish with bases that overlap", x_wing, {"overlap": True}),
    Mistake("fish whose bases stick out of the covers", x_wing, {"outside": True}),
    Mistake("finned fish without one of its fins", finned_fish, {"one_fin_less": True}),
    Mistake("xy-wing: any for all in what sees it", xy_wing, {"some": True}),
    Mistake("xy-wing whose pivot sees one wing", xy_wing, {"apart": True}),
    Mistake("xy-wing that removes the pivot's value", xy_wing, {"pivot": True}),
    Mistake("skyscraper of pairs that are no strong links", skyscraper, {"weak": True}),
    Mistake("skyscraper: what sees either end", skyscraper, {"either": True}),
    Mistake("remote pair of three cells (off by one)", remote_pair, {"length": 3}),
    Mistake("w-wing joined by a weak link", w_wing, {"weak": True}),
    Mistake("chain through a link that is only a truth", short_chain, {"any_link": True}),
    Mistake(
        "unique rectangle that a set meets in one cell",
        unique_rectangle,
        {"careless": True},
        assumes="unique",
    ),
    Mistake(
        "unique rectangle that a rule reads", unique_rectangle, {"rules": True}, assumes="unique"
    ),
    Mistake("unique rectangle without saying what it assumes", unique_rectangle, right=False),
    Mistake("BUG+1 by an odd number in one set", bug, assumes="unique", right=False),
    Mistake("cage combinations off by one", cage_table, {"off": 1}),
    Mistake("cage whose coefficients are forgotten", cage_table, {"plain": True}),
    Mistake("cage whose symbols are taken for 1 to n", cage_table, {"counting": True}),
    Mistake("cage of which the first of several totals is read", cage_table, {"first": True}),
    Mistake("innies without repeats", innies, {"no_repeats": True}),
    Mistake("bounds with 1 as the least value", bounds, {"least": 1}),
    Mistake("relation read the wrong way round", relation, {"turned": True}),
    Mistake("relation on its cells in order of their numbers", relation, {"cells_sorted": True}),
    Mistake("a rule of one case taken to hold in all", by_rules, {"always": True}),
    Mistake("hidden variables taken for known", one_left, {"unseen": True}),
    Mistake("remembered by the model", remembered, {"by": by_model}, check_terminates, right=False),
    Mistake(
        "remembered by what is solved", remembered, {"by": by_solved}, check_terminates, right=False
    ),
    Mistake("remembered by what puzzles share", remembered, {"by": by_name}, right=False),
    Mistake("the board is changed", changing, right=False),
    Mistake("wrong once in a lifetime", once, right=False),
    Mistake("goes on for ever", growing, {}, check_terminates, right=False),
    Mistake(
        "a triple only without a pair", naked_triple, {"pairs": True}, check_monotone, right=False
    ),
    Mistake(
        "a triple only while all three cells have all",
        naked_triple,
        {"whole": True},
        check_monotone,
        right=False,
    ),
    Mistake("only the first cell", by_numbers, {"cell": 0}, check_relabelling),
    Mistake("only the first symbol", by_numbers, {"value": 0}, check_relabelling),
    Mistake("only the first cell, by a symmetry", by_numbers, {"cell": 0}, check_symmetry),
    Mistake("a proof that leaves out a place", half_proved, {"one_less": True}, check_explained),
    Mistold("words that name the next cell", hidden_single, {"any_shape": True}, check_explained),
    Mistake("crashes on small sets", crashing, right=False),
)
"""What is wrong, and which check finds it."""
