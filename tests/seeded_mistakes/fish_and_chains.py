"""Mistakes with fish, wings and chains."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations, product

from seeded_mistakes.mistake import Mistake, Steps
from seeded_mistakes.on_boards import needs, of_value, pairs_of, removal, see, seen_by, strong_pairs
from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts, truths
from sudokulib.model import bits


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


MISTAKES = (
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
)
