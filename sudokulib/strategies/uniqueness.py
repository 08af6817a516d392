"""Uniqueness: cells whose two values could be exchanged would make a second solution.

A *swap set* is some cells that are not given, with two values for each, such that exchanging the
two in all of them leaves every shape satisfied: a shape without repeats has each of the values in
exactly two of its cells there (or in one, and nowhere else can it hold them), a sum has two cells
with the same two values. Whatever shape meets the set, even in one cell, has its say. If the puzzle
has one solution, some cell of the set holds something else: one of its *extras* is true.

The extras are then used like the candidates of one cell: alone (type 1), all of one value (types 2
and 5), as part of a naked tuple (type 3). In types 4 and 6 and in hidden rectangles some values of
the pair have no other place in a shape, so that one of them in one cell would put them into all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product

from sudokulib.board import Board
from sudokulib.logic.facts import link, required
from sudokulib.logic.memo import of_board, of_model
from sudokulib.logic.patience import ask
from sudokulib.logic.reasons import cell_truth, covered, seeing_all
from sudokulib.logic.step import Candidates, Link, Rank, Role, Step, Swap, Truth
from sudokulib.logic.words import Words, listed
from sudokulib.model import Model, bits
from sudokulib.primitives import AllDifferent, DistinctSum, Linear
from sudokulib.strategies.phrases import named, symbols
from sudokulib.strategies.registry import Strategy, register_strategy

__all__ = ["swaps"]

_MOST_LOOP = 10
"""Cells of the longest loop that is looked for."""

_MOST_NODES = 3_000
"""Partial loops tried in one look."""

_MOST_TUPLE = 4
"""Cells that make a naked tuple with the extras, at most."""

_MOST_EXTRA = 4
"""Cells with extras in a loop, at most."""

_MOST_BUG = 4
"""Cells with extras in a universal grave, at most."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Set:
    """A swap set on a board.

    Args:
        pairs: its cells, sorted, with their two values.
        cells: the same cells as a bit mask.
        extras: what its cells may hold besides.
        holders: the cells that may hold an extra, as a bit mask.
    """

    pairs: tuple[tuple[int, Pair], ...]
    cells: int
    extras: Candidates
    holders: int

    @property
    def swap(self) -> Swap:
        """Some extra is true."""
        return Swap(self.pairs, self.extras)


def _set(board: Board, pairs: Mapping[int, Pair]) -> _Set:
    extras = tuple(
        (cell, value)
        for cell, pair in sorted(pairs.items())
        for value in bits(board.masks[cell])
        if value not in pair
    )
    holders = sum({1 << cell for cell, _ in extras})
    cells = sum(1 << cell for cell in pairs)
    return _Set(tuple(sorted(pairs.items())), cells, extras, holders)


# Finding them.


@of_model
def _shapes_of(model: Model) -> tuple[tuple[int, ...], ...]:
    """For each variable the primitives that it is in, derived ones left out."""
    found: list[list[int]] = [[] for _ in model.domains]
    for number, primitive in enumerate(model.primitives):
        for v in primitive.variables if number not in model.derived else ():
            found[v].append(number)
    return tuple(map(tuple, found))


@of_board
def _free(board: Board) -> tuple[int, ...]:
    """For each value the cells that were free to hold it before anything was deduced."""
    found = [0] * len(board.places)
    for cell, mask in enumerate(board.model.domains[: board.model.cells]):
        for value in bits(mask):
            found[value] |= 1 << cell
    return tuple(found)


def _survives(board: Board, pairs: Mapping[int, Pair]) -> bool:
    """Whether every shape that some cells are in survives an exchange of their two values."""
    shapes = {number for cell in pairs for number in _shapes_of(board.model)[cell]}
    return all(_keeps(board, number, pairs) for number in shapes)


def _keeps(board: Board, number: int, pairs: Mapping[int, Pair]) -> bool:
    primitive = board.model.primitives[number]
    inside = [v for v in primitive.variables if v in pairs]
    if not isinstance(primitive, AllDifferent):
        return _twins(board.model, number, inside, pairs)
    once = twice = 0
    for v in inside:
        for value in pairs[v]:
            if twice >> value & 1:
                return False
            twice |= once & 1 << value
            once |= 1 << value
    if once == twice:
        return True
    cells = board.model.spans[number] & ~(1 << inside[0])
    return len(inside) == 1 and not any(board.places[x] & cells for x in pairs[inside[0]])


def _twins(model: Model, number: int, inside: Sequence[int], pairs: Mapping[int, Pair]) -> bool:
    primitive = model.primitives[number]
    if not isinstance(primitive, DistinctSum | Linear) or len(inside) != 2:
        return False
    one, other = inside
    weights = dict(zip(primitive.variables, primitive.weights, strict=True))
    parts = primitive.parts if isinstance(primitive, DistinctSum) else ()
    return (
        set(pairs[one]) == set(pairs[other])
        and bool(model.peers[one] >> other & 1)
        and weights[one] == weights[other]
        and all((one in part) == (other in part) for part in parts)
    )


@of_board
def _rectangles(board: Board) -> tuple[_Set, ...]:
    """Swap sets of four cells with one pair, three of them with extras at most."""
    found = [s for s in _loops(board, 4, 3) if len(s.pairs) == 4]
    return tuple(sorted(found, key=lambda s: (s.pairs, s.extras)))


@of_board
def _longer_loops(board: Board) -> tuple[_Set, ...]:
    """Swap sets of more cells with one pair, few of them with extras; none placed."""
    found = [s for s in _loops(board, _MOST_LOOP, _MOST_EXTRA) if len(s.pairs) > 4]
    return tuple(sorted(found, key=lambda s: (len(s.pairs), s.pairs)))


def _loops(board: Board, most: int, most_extra: int) -> Iterator[_Set]:
    """Swap sets with one pair that begin with a cell without extras."""
    done: dict[Pair, int] = {}
    seen = set()
    for start, pair in _anchors(board, placed=most == 4):
        usable = _usable(board, pair, strict=most > 4) & ~done.get(pair, 0)
        done[pair] = done.get(pair, 0) | 1 << start
        for cells in _grown(board, pair, usable, 1 << start, (most, most_extra)):
            if (cells, pair) not in seen:
                seen.add((cells, pair))
                pairs = dict.fromkeys(bits(cells), pair)
                if _survives(board, pairs):
                    found = _set(board, pairs)
                    if found.extras:
                        yield found


def _anchors(board: Board, *, placed: bool) -> Iterator[tuple[int, Pair]]:
    for cell, mask in enumerate(board.masks[: board.model.cells]):
        domain = board.model.domains[cell]
        if mask.bit_count() == 2:
            low, high = bits(mask)
            yield cell, (low, high)
        elif placed and board.solved >> cell & 1 and domain != mask:
            value = mask.bit_length() - 1
            for other in bits(domain & ~mask):
                yield cell, (min(value, other), max(value, other))


def _usable(board: Board, pair: Pair, *, strict: bool) -> int:
    """The cells that may take part in swaps of a pair."""
    one, other = pair
    free = _free(board)[one] & _free(board)[other]
    if strict:
        return board.places[one] & board.places[other] & free
    return (board.places[one] | board.places[other]) & free


def _grown(
    board: Board, pair: Pair, usable: int, start: int, most: tuple[int, int]
) -> Iterator[int]:
    """Sets of cells, of which each shape has two or none, grown from one."""
    spans, shapes_of = board.model.spans, _shapes_of(board.model)
    either = board.places[pair[0]] | board.places[pair[1]]
    both = 1 << pair[0] | 1 << pair[1]
    most_cells, most_extra = most
    nodes = _MOST_NODES

    def grow(cells: int, extra: int) -> Iterator[int]:
        nonlocal nodes
        nodes -= 1
        ask()
        lonely = _lonely(board, cells, either)
        if lonely is None:
            yield cells
        elif cells.bit_count() < most_cells and nodes > 0:
            for partner in bits(spans[lonely] & usable & ~cells):
                more = extra + bool(board.masks[partner] & ~both)
                wider = cells | 1 << partner
                if more <= most_extra and all(
                    (spans[shape] & wider).bit_count() <= 2 for shape in shapes_of[partner]
                ):
                    yield from grow(wider, more)

    yield from grow(start, 0)


def _lonely(board: Board, cells: int, either: int) -> int | None:
    """A shape that has one of some cells only and could hold its values elsewhere too."""
    for cell in bits(cells):
        for shape in _shapes_of(board.model)[cell]:
            span = board.model.spans[shape]
            alone = span & cells == 1 << cell
            if alone and (span & either & ~cells or shape in _rules(board.model)):
                return shape
    return None


@of_model
def _rules(model: Model) -> frozenset[int]:
    return frozenset(model.rules)


@of_board
def _graves(board: Board) -> tuple[_Set, ...]:
    """The universal graves: all open cells, with a choice of two values for those with more."""
    open_ = list(bits(board.open))
    wide = [v for v in open_ if board.masks[v].bit_count() > 2]
    narrow = [v for v in open_ if board.masks[v].bit_count() < 2]
    if narrow or not 0 < len(wide) <= _MOST_BUG:
        return ()
    pairs: dict[int, Pair] = {}
    for v in open_:
        if v not in wide:
            low, high = bits(board.masks[v])
            pairs[v] = (low, high)
    found = []
    choices = [list(combinations(bits(board.masks[v]), 2)) for v in wide]
    for chosen in product(*choices):
        whole = {**pairs, **dict(zip(wide, chosen, strict=True))}
        if _survives(board, whole):
            found.append(_set(board, whole))
    return tuple(found)


@of_board
def _lite(board: Board) -> tuple[_Set, ...]:
    """Swap sets of cells with different pairs, all without extras but one.

    They grow from a cell with extras by cells with two candidates: a shape that has one place of a
    value of a pair gets a second one.
    """
    found: dict[tuple[tuple[int, Pair], ...], _Set] = {}
    nodes = _MOST_NODES

    def grow(pairs: dict[int, Pair]) -> Iterator[dict[int, Pair]]:
        nonlocal nodes
        nodes -= 1
        ask()
        need = _needed(board, pairs)
        if need is None:
            yield pairs
            return
        shape, value = need
        if len(pairs) >= _MOST_LOOP or nodes <= 0 or shape in _rules(board.model):
            return
        cells = board.places[value] & board.model.spans[shape] & ~board.solved
        for cell in bits(cells):
            mask = board.masks[cell]
            if cell not in pairs and mask.bit_count() == 2:
                low, high = bits(mask)
                wider = {**pairs, cell: (low, high)}
                if not _crowded(board, wider, cell):
                    yield from grow(wider)

    for cell in bits(board.open):
        mask = board.masks[cell]
        if 3 <= mask.bit_count() <= 4:
            for pair in combinations(bits(mask), 2):
                nodes = _MOST_NODES // 10
                for pairs in grow({cell: pair}):
                    if len(set(pairs.values())) > 1 and _survives(board, pairs):
                        one = _set(board, pairs)
                        found.setdefault(one.pairs, one)
    return tuple(sorted(found.values(), key=lambda s: (len(s.pairs), s.pairs)))


def _needed(board: Board, pairs: Mapping[int, Pair]) -> tuple[int, int] | None:
    """A shape and a value that only one of some cells brings to it."""
    for cell, pair in pairs.items():
        for shape in _shapes_of(board.model)[cell]:
            span = board.model.spans[shape]
            inside = [v for v in pairs if span >> v & 1]
            for value in pair:
                if sum(value in pairs[v] for v in inside) == 1 and (
                    len(inside) > 1 or board.places[value] & span & ~(1 << cell)
                ):
                    return shape, value
    return None


def _crowded(board: Board, pairs: Mapping[int, Pair], cell: int) -> bool:
    """Whether a shape of a cell has a value of it in more than two pairs."""
    for shape in _shapes_of(board.model)[cell]:
        span = board.model.spans[shape]
        for value in pairs[cell]:
            if sum(value in pair for v, pair in pairs.items() if span >> v & 1) > 2:
                return True
    return False


# Using them.


_Found = tuple[Candidates, tuple[Rank, ...], tuple[Role, ...]]
"""Eliminations, their proofs, and further roles."""

_Use = Callable[[Board, _Set], Iterator[_Found]]


def swaps(
    technique: str, sets: Callable[[Board], Iterable[_Set]], use: _Use, board: Board
) -> Iterator[Step]:
    """Some cell must break a pattern that could be exchanged for another solution."""
    known = set()
    for one in sets(board):
        for gone, proofs, roles in use(board, one):
            key = (gone, one.cells)
            if gone and key not in known:
                known.add(key)
                plain = tuple((v, x) for v, pair in one.pairs for x in pair if board.allows((v, x)))
                own = (Role("pairs", plain), Role("extra", one.extras), *roles)
                yield Step(technique, (), gone, proofs, own, _rating(technique, one, roles))


def _rating(technique: str, one: _Set, roles: tuple[Role, ...]) -> float | None:
    """Longer loops and larger tuples are harder, as in Sudoku Explainer."""
    size = max(
        (len({v for v, _ in role.candidates}) for role in roles if role.name == "set"), default=0
    )
    if technique.startswith("unique"):
        base = {4: 4.5, 6: 4.6, 8: 4.7}.get(len(one.pairs), 5.0)
        return round(base + (0.1 * (size - 1) if size else 0.0), 1)
    return round(5.7 + 0.1 * size, 1) if technique == "bug-3" else None


def _alone(board: Board, one: _Set) -> Iterator[_Found]:
    """Type 1: only one cell has extras, so it holds one of them."""
    if one.holders.bit_count() == 1:
        cell = one.holders.bit_length() - 1
        gone = tuple((cell, x) for x in dict(one.pairs)[cell] if board.allows((cell, x)))
        whole = tuple((cell, x) for x in bits(board.masks[cell]))
        yield gone, (Rank((one.swap,), (Link(whole),)),), ()


def _of_one_value(board: Board, one: _Set) -> tuple[Candidates, tuple[Rank, ...]]:
    """What sees all extras, if they are of one value in several cells."""
    if one.holders.bit_count() < 2 or len({value for _, value in one.extras}) > 1:
        return (), ()
    value = one.extras[0][1]
    gone = tuple((v, value) for v in bits(seeing_all(board, value, one.holders)))
    return gone, covered(board, [one.swap], [one.extras], [gone]) if _clique(board, one) else tuple(
        Rank((one.swap,), tuple(link(board, (extra, target)) for extra in one.extras))
        for target in gone
    )


def _clique(board: Board, one: _Set) -> bool:
    """Whether the cells with extras see one another."""
    peers = board.model.peers
    return all(not one.holders & ~(peers[v] | 1 << v) for v in bits(one.holders))


def _same_value(board: Board, one: _Set) -> Iterator[_Found]:
    """Type 2: the extras are one value, in cells that see one another."""
    if _clique(board, one):
        yield (*_of_one_value(board, one), ())


def _same_value_apart(board: Board, one: _Set) -> Iterator[_Found]:
    """Type 5: the extras are one value, in cells of which some do not see one another."""
    if not _clique(board, one):
        yield (*_of_one_value(board, one), ())


def _any_same_value(board: Board, one: _Set) -> Iterator[_Found]:
    yield (*_of_one_value(board, one), ())


def _tuple(board: Board, one: _Set) -> Iterator[_Found]:
    """Type 3: the extras and some cells beside them are a naked tuple."""
    values = 0
    for _, value in one.extras:
        values |= 1 << value
    if one.holders.bit_count() < 2 or not 1 < values.bit_count() <= _MOST_TUPLE + 1:
        return
    for clique in board.model.cliques_of[one.holders.bit_length() - 1]:
        if not one.holders & ~clique.variables:
            others = [
                v
                for v in bits(clique.variables & board.open & ~one.holders)
                if board.masks[v].bit_count() <= _MOST_TUPLE + 1
            ]
            for size in range(values.bit_count() - 1, _MOST_TUPLE + 1):
                for chosen in combinations(others, size):
                    union = values
                    for v in chosen:
                        union |= board.masks[v]
                    if union.bit_count() == size + 1:
                        yield _naked(board, one, chosen, union)


def _naked(board: Board, one: _Set, chosen: tuple[int, ...], union: int) -> _Found:
    truths = [cell_truth(board, v) for v in chosen]
    links, targets = [], []
    for value in bits(union):
        own = tuple(c for truth in truths for c in truth.candidates if c[1] == value)
        own += tuple(c for c in one.extras if c[1] == value)
        holders = sum(1 << v for v, _ in own)
        links.append(own)
        targets.append([(v, value) for v in bits(seeing_all(board, value, holders))] if own else [])
    gone = tuple(sorted(target for some in targets for target in some))
    cells = tuple(c for truth in truths for c in truth.candidates)
    proofs = covered(board, [one.swap, *truths], links, targets)
    return gone, proofs, (Role("set", cells),)


# Values of the pair that have no other place in a shape.


@dataclass(frozen=True, slots=True)
class _Way:
    """If the target is true, a cell of the set holds a value (or does not hold it).

    In sums: the target and all that `held` stands for come to at most one.
    """

    truths: tuple[Truth, ...]
    links: tuple[Link, ...]
    held: int


_State = tuple[int, int, bool]
"""A cell, a value of the pair, and whether it holds it or not."""


def _ways(board: Board, one: _Set, target: tuple[int, int]) -> dict[_State, _Way]:
    """What a value of the pair in one cell makes of the others, each in the shortest way."""
    pairs = dict(one.pairs)
    cell, value = target
    first: _State = (cell, value, True)
    found = {first: _Way((), (_whole(board, cell),), 1 << cell)}
    queue = [first]
    for other, shape in _beside(board, one, cell):
        seen = Link(((cell, value), (other, value)), (shape,))
        if value in pairs[other]:
            found[other, value, False] = _Way((), (seen,), 0)
            queue.append((other, value, False))
    for state in queue:
        for after, way in _next(board, one, state, found[state]):
            if after not in found:
                found[after] = way
                queue.append(after)
    return found


def _next(board: Board, one: _Set, state: _State, way: _Way) -> Iterator[tuple[_State, _Way]]:
    """What follows from a cell that holds a value, or does not."""
    cell, value, holds = state
    pair = dict(one.pairs)[cell]
    other = pair[0] if pair[1] == value else pair[1]
    lacks = other if holds else value
    for near, shape in _beside(board, one, cell):
        if _only(board, shape, lacks, cell, near):
            truth = Truth(((cell, lacks), (near, lacks)), primitive=shape)
            links = (*way.links, _whole(board, near))
            yield (near, lacks, True), _Way((*way.truths, truth), links, way.held | 1 << near)
    if not holds and one.holders >> cell & 1:
        return
    takes = value if holds else other
    truths = (*way.truths, cell_truth(board, cell))
    for near, shape in _beside(board, one, cell):
        seen = Link(((cell, takes), (near, takes)), (shape,))
        yield (near, takes, False), _Way(truths, (*way.links, seen), way.held & ~(1 << cell))


def _whole(board: Board, cell: int) -> Link:
    return Link(tuple([(cell, x) for x in bits(board.masks[cell])]))


def _beside(board: Board, one: _Set, cell: int) -> Iterator[tuple[int, int]]:
    """The cells of a set that share a shape without repeats with one of them, with the shape."""
    for clique in board.model.cliques_of[cell]:
        for near in bits(clique.variables & one.cells & ~(1 << cell)):
            yield near, clique.primitive


def _only(board: Board, shape: int, value: int, cell: int, near: int) -> bool:
    """Whether a shape requires a value and has no place for it but two cells."""
    places = board.places[value] & board.model.spans[shape]
    return places == (1 << cell | 1 << near) and bool(required(board, shape) >> value & 1)


def _forced(board: Board, one: _Set, target: tuple[int, int]) -> Rank | None:
    """Why a value of the pair in a cell would leave no extra: each cell with extras has its way.

    Each way says that its target and the extras of some cells come to one at most. The sum of k
    ways, less the swap, gives the target a weight of k in what comes to k - 1 at most.
    """
    found = _ways(board, one, target)
    ways: list[_Way] = []
    held = 0
    for way in sorted(found.values(), key=lambda w: -(w.held & one.holders).bit_count()):
        if way.held & one.holders & ~held:
            ways.append(way)
            held |= way.held
    if one.holders & ~held:
        return None
    truths = tuple(truth for way in ways for truth in way.truths)
    return Rank((one.swap, *truths), tuple(part for way in ways for part in way.links))


def _forced_all(board: Board, one: _Set) -> Iterator[tuple[tuple[int, int], Rank]]:
    for cell, pair in one.pairs:
        for value in pair:
            if board.allows((cell, value)) and not board.solved >> cell & 1:
                rank = _forced(board, one, (cell, value))
                if rank is not None:
                    yield (cell, value), rank


def _placed(board: Board, one: _Set) -> bool:
    return bool(one.cells & board.solved)


def _strong(board: Board, one: _Set) -> Iterator[_Found]:
    """Type 4: two cells with extras share a shape where only they can hold a value of the pair."""
    if one.holders.bit_count() != 2 or not _clique(board, one):
        return
    first, second = bits(one.holders)
    pair = dict(one.pairs)[first]
    shapes = [shape for near, shape in _beside(board, one, first) if near == second]
    if set(pair) != set(dict(one.pairs)[second]):
        return
    for value, other in (pair, pair[::-1]):
        for shape in shapes:
            if _only(board, shape, value, first, second):
                gone = tuple((v, other) for v in (first, second) if board.allows((v, other)))
                truth = Truth(((first, value), (second, value)), primitive=shape)
                links = (_whole(board, first), _whole(board, second))
                role = Role("truth", truth.candidates, (shape,))
                yield gone, (Rank((one.swap, truth), links),), (role,)
                break


def _crossed(board: Board, one: _Set) -> Iterator[_Found]:
    """Type 6: a value of the pair, in either of two cells with extras apart, is in both."""
    if one.holders.bit_count() == 2 and not _clique(board, one):
        forced = dict(_forced_all(board, one))
        for value in one.pairs[0][1]:
            targets = [(cell, value) for cell in bits(one.holders)]
            if all(target in forced for target in targets):
                yield tuple(targets), tuple(forced[target] for target in targets), ()


def _hidden(board: Board, one: _Set) -> Iterator[_Found]:
    """A value of the pair in one cell puts the pair into all the others, too."""
    if one.holders.bit_count() < 2 or (one.holders.bit_count() == 2 and _clique(board, one)):
        return
    simple = {target for gone, _, _ in _crossed(board, one) for target in gone}
    for target, rank in _forced_all(board, one):
        if target not in simple:
            yield (target,), (rank,), ()


# Names.


def _tell(step: Step, words: Words) -> str:
    roles = {role.name: role for role in step.roles}
    extra = roles["extra"].candidates
    why = f"{_exchange(roles['pairs'].candidates, words)}; hence {_either(words, extra)}"
    ranks = [a for a in step.arguments if isinstance(a, Rank)]
    truths = [t for t in ranks[0].truths if isinstance(t, Truth)]
    if "set" in roles:
        cells = named(words, roles["set"].candidates)
        values = symbols(words, (*roles["set"].candidates, *extra))
        return f"{why}; with {cells} that makes a naked tuple of {values}"
    facts = list(dict.fromkeys(words.truth(truth) for truth in truths))
    return "; ".join([why, *facts]) + _close(step, words, extra, bool(facts))


def _exchange(pairs: Candidates, words: Words) -> str:
    """What could be exchanged; the values of many cells are not listed."""
    cells = named(words, pairs)
    if len({v for v, _ in pairs}) > _MOST_LOOP:
        return f"if {cells} held nothing but two values each, these could all be exchanged"
    return (
        f"if {cells} held nothing but {symbols(words, pairs)}, these could be exchanged for a "
        f"second solution"
    )


def _either(words: Words, extra: Candidates) -> str:
    """What must hold where not all cells hold their pair: ``R1C1 is 5 or 7, or R4C1 is 2``."""
    by_cell: dict[int, list[str]] = {}
    for variable, value in extra:
        by_cell.setdefault(variable, []).append(words.symbol(variable, value))
    parts = [f"{words.cell(v)} is {listed(own, 'or')}" for v, own in by_cell.items()]
    return ", or ".join(parts)


def _close(step: Step, words: Words, extra: Candidates, forced: bool) -> str:
    targets = named(words, step.eliminations)
    if forced:
        return f"; {symbols(words, step.eliminations)} in {targets} would leave none of these"
    holders = {v for v, _ in extra}
    if {v for v, _ in step.eliminations} <= holders:
        return ""
    return f", and {targets} {'sees' if len(step.eliminations) == 1 else 'see'} them all"


def _open_rectangles(board: Board) -> Iterator[_Set]:
    return (one for one in _rectangles(board) if not _placed(board, one))


def _placed_rectangles(board: Board) -> Iterator[_Set]:
    return (one for one in _rectangles(board) if _placed(board, one))


_SUDOPEDIA = "Sudopedia, Uniqueness Test"

_ALL: tuple[tuple[str, Callable[[Board], Iterable[_Set]], _Use, float, str, str], ...] = (
    ("unique-rectangle-1", _open_rectangles, _alone, 4.5,
     "Three cells of a rectangle have no more than two values; the fourth has something else.",
     _SUDOPEDIA),
    ("unique-rectangle-2", _open_rectangles, _same_value, 4.5,
     "Two cells of a rectangle, in one shape, have the same extra value.", _SUDOPEDIA),
    ("unique-rectangle-3", _open_rectangles, _tuple, 4.5,
     "The extra values of a rectangle make a naked tuple with cells beside them.", _SUDOPEDIA),
    ("unique-rectangle-4", _open_rectangles, _strong, 4.5,
     "One value of a rectangle is confined to the two cells with extras.", _SUDOPEDIA),
    ("unique-rectangle-5", _open_rectangles, _same_value_apart, 4.5,
     "Cells of a rectangle that are apart have the same extra value.", _SUDOPEDIA),
    ("unique-rectangle-6", _open_rectangles, _crossed, 4.5,
     "One value of a rectangle is, of two opposite cells, in both or in neither.", _SUDOPEDIA),
    ("hidden-rectangle", _open_rectangles, _hidden, 4.6,
     "A value in one corner would force the pair of a rectangle into all corners.",
     "Sudopedia, Hidden Rectangle"),
    ("avoidable-rectangle-1", _placed_rectangles, _alone, 4.5,
     "Placed cells of a rectangle could be exchanged but for one cell.",
     "Sudopedia, Avoidable Rectangle"),
    ("avoidable-rectangle-2", _placed_rectangles, _any_same_value, 4.5,
     "Placed cells of a rectangle could be exchanged but for one value.",
     "Sudopedia, Avoidable Rectangle"),
    ("unique-loop-1", _longer_loops, _alone, 4.6,
     "A loop of cells has no more than two values but for one cell.",
     "Sudopedia, Unique Loop; N. Juillerat, Sudoku Explainer"),
    ("unique-loop-2", _longer_loops, _any_same_value, 4.6,
     "The cells of a loop have two values and one extra value.",
     "Sudopedia, Unique Loop; N. Juillerat, Sudoku Explainer"),
    ("unique-loop-3", _longer_loops, _tuple, 4.6,
     "The extra values of a loop make a naked tuple with cells beside them.",
     "Sudopedia, Unique Loop; N. Juillerat, Sudoku Explainer"),
    ("unique-loop-4", _longer_loops, _strong, 4.6,
     "One value of a loop is confined to the two cells with extras.",
     "Sudopedia, Unique Loop; N. Juillerat, Sudoku Explainer"),
    ("bug-lite", _lite, _alone, 5.5,
     "Cells with several pairs could be exchanged but for one cell.", "Sudopedia, BUG-Lite"),
    ("bug", _graves, _alone, 5.6,
     "All open cells could be exchanged but for one cell.",
     "Sudopedia, Bivalue Universal Grave"),
    ("bug-2", _graves, _any_same_value, 5.7,
     "All open cells could be exchanged but for one extra value.",
     "Sudopedia, BUG Type 2; N. Juillerat, Sudoku Explainer"),
    ("bug-3", _graves, _tuple, 5.8,
     "The extra values of the open cells make a naked tuple with cells beside them.",
     "N. Juillerat, Sudoku Explainer"),
    ("bug-4", _graves, _strong, 5.7,
     "Of two open cells with extras, in one shape, one holds a value of their pairs.",
     "N. Juillerat, Sudoku Explainer"),
)  # fmt: skip

_ALIASES = {"bug": ("bug-1", "bug-plus-1", "bivalue-universal-grave")}


def _register() -> None:
    for name, sets, use, rating, summary, source in _ALL:
        register_strategy(
            Strategy(
                name, partial(swaps, name, sets, use), summary, "uniqueness", rating, 100, source,
                _ALIASES.get(name, ()), assumes="unique", monotone=False, tell=_tell,
            )
        )  # fmt: skip


_register()
