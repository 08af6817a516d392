"""All candidates of a model in one big integer, and the singles found on it.

The integer is divided into *fields* of equal width. A cell has one field, with a bit for each
value that it may hold; a house has one for each of its values, with a bit for each of its cells.
So a candidate has one bit in its cell's field and one in the field of each (house, value) that it
belongs to. The top bit of a field, its *guard*, is set while the field is unsolved.

With ``ones`` the lowest bit of every unsolved field, ``x - ones`` borrows inside fields only: a
guard that vanishes marks a field without candidates, and ``x & (x - ones)`` is every field
without its lowest candidate. A handful of operations on long integers thus finds all naked and
hidden singles of the whole geometry, and, repeated, a field with the fewest candidates.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.caching import cached_by
from sudokulib.model import Model
from sudokulib.primitives import AllDifferent, Primitive

_STORED = 1 << 26
"""Bytes that the masks of one layout may take; further ones are recomputed when needed.

A bound on memory that only large geometries reach: on 9x9 all 729 masks take about 0.3 MB.
"""


# Safe to cache: it reads only fields of the model.
@cached_by(lambda root: root.exact_key, maxsize=32)
def bit_layout(root: Model) -> BitLayout:
    """Return the layout of a model without givens (see `Model.root`); cached."""
    return BitLayout(root)


class BitLayout:
    """A bit position for each candidate; candidates are numbered ``cell * values + value``.

    Hidden variables have no bits: they follow from the cells and belong to `rules`.

    Args:
        model: a model without givens.

    Attributes:
        cells, values: the numbers of cells and values.
        shift: the place of the guard in a field; fields are ``shift + 1`` bits wide.
        guards: the guards of all fields.
        full: the integer before any deduction: all candidates of the model, all guards.
        candidate: the candidate of a bit, by the ``bit_length`` of an integer whose top bit it is.
        keep: by candidate, the mask of what remains when it is placed; 0 until `kept` makes it.
        peers: for each cell the cells that must differ from it, as a bit mask.
        rules: the primitives that bits do not express.
    """

    def __init__(self, model: Model) -> None:
        self.cells = model.cells
        self.values = len(model.values)
        self.shift = self.values
        self.domains = model.domains[: model.cells]
        self.peers = model.peers
        self._serves = self._fields(model)
        self.rules = tuple(rules_beyond_bits(model.primitives, model.cells))
        self._fill()
        self._spare = _STORED // max(1, self.full.bit_length() // 8)
        self.keep = [0] * (self.cells * self.values)

    def _fields(self, model: Model) -> list[list[tuple[dict[int, int], int]]]:
        """Return for each cell its houses: lowest bit of the field of each value, and its place."""
        width, cells = self.shift + 1, self.cells
        serves: list[list[tuple[dict[int, int], int]]] = [[] for _ in range(cells)]
        free = cells
        for house in model.houses:
            if house.variables[-1] < cells:
                starts = {v: (free + i) * width for i, v in enumerate(bits(house.values))}
                free += len(starts)
                for place, cell in enumerate(house.variables):
                    serves[cell].append((starts, place))
        self._count = free
        return serves

    def _fill(self) -> None:
        """Set `full`, `guards` and `candidate`."""
        width = self.shift + 1
        owners = array("l", bytes(array("l").itemsize * (self._count * width + 1)))
        marks = []
        for cell, domain in enumerate(self.domains):
            for value in bits(domain):
                places = self.places(cell, value)
                marks += places
                for place in places:
                    owners[place + 1] = cell * self.values + value
        self.candidate: Sequence[int] = owners if len(owners) > 1 << 16 else owners.tolist()
        self.guards = self._mask(range(self.shift, self._count * width, width))
        self.full = self._mask(marks) | self.guards

    def places(self, cell: int, value: int) -> list[int]:
        """Return the bits of a candidate, the one in its cell's field first."""
        width = self.shift + 1
        found = [cell * width + value]
        for starts, place in self._serves[cell]:
            if value in starts:
                found.append(starts[value] + place)
        return found

    def _mask(self, places: Iterable[int]) -> int:
        """Return the integer with those bits."""
        packed = bytearray(self._count * (self.shift + 1) // 8 + 1)
        for place in places:
            packed[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(packed, "little")

    def fields(self, candidates: Iterable[int]) -> int:
        """Return all bits, guards included, of the fields that have the candidates."""
        starts: set[int] = set()
        width = self.shift + 1
        for candidate in candidates:
            starts.update(p // width * width for p in self.places(*divmod(candidate, self.values)))
        return self._mask([start + i for start in starts for i in range(width)])

    def keep_mask(self, candidate: int) -> int:
        """Return the mask of what remains when a candidate is placed.

        It clears all candidates that conflict with it, and the fields that it solves with guards.
        """
        cell, value = divmod(candidate, self.values)
        gone = [candidate]
        gone += [cell * self.values + v for v in bits(self.domains[cell])]
        gone += [p * self.values + value for p in bits(self.peers[cell]) if p < self.cells]
        lost = [place for k in gone for place in self.places(*divmod(k, self.values))]
        width = self.shift + 1
        lost += [p // width * width + self.shift for p in self.places(cell, value)]
        everything = (1 << self._count * width) - 1
        mask = everything ^ self._mask(lost)
        if self._spare:
            self._spare -= 1
            self.keep[candidate] = mask
        return mask

    def without(self, x: int, candidates: Iterable[int]) -> int:
        """Return `x` after removing candidates."""
        places = (self.places(*divmod(k, self.values)) for k in candidates)
        return x & ~self._mask([place for some in places for place in some])

    def start(self, domains: Sequence[int], placed: list[int]) -> int | None:
        """Return the settled integer of a puzzle.

        Args:
            domains: the values that givens and restrictions leave each cell.
            placed: extended by the candidates that are placed.

        Returns:
            None if there is no solution; 0 if all is solved.
        """
        found, gone, count = 0, [], 0
        width, values = self.shift + 1, self.values
        for cell, (domain, before) in enumerate(zip(domains, self.domains, strict=False)):
            if domain == before:
                continue
            domain &= before  # noqa: PLW2901
            if not domain & (domain - 1):
                found |= domain << cell * width
                count += 1
            else:
                gone += [cell * values + v for v in bits(before & ~domain)]
        x = self._place(self.full, found, placed)
        # Fewer are placed than wanted if a cell has no value left or two of them clash.
        if len(placed) != count:
            return None
        return self.settle(self.without(x, gone) if gone else x, placed)

    def _place(self, x: int, found: int, placed: list[int]) -> int:
        while found:
            k = self.candidate[found.bit_length()]
            mask = self.keep[k] or self.keep_mask(k)
            x &= mask
            found &= mask
            placed.append(k)
        return x

    def settle(self, x: int, placed: list[int]) -> int | None:
        """Place naked and hidden singles until there are none.

        Args:
            x: the state.
            placed: extended by the candidates that are placed.

        Returns:
            The new state, 0 when all is solved; None at a contradiction.
        """
        guards, shift, candidate, keep = self.guards, self.shift, self.candidate, self.keep
        while True:
            unsolved = x & guards
            ones = unsolved >> shift
            less = x - ones
            if less & guards != unsolved:
                return None
            single = ((x & less) - ones) & guards ^ unsolved
            if not single:
                return x
            found = x & (single - (single >> shift))
            while found:  # of two that clash the second is removed; its empty field fails above
                k = candidate[found.bit_length()]
                mask = keep[k] or self.keep_mask(k)
                x &= mask
                found &= mask
                placed.append(k)

    def options(self, x: int) -> list[int]:
        """Return the candidates of the first field with the fewest, cells before houses.

        The state must be settled and not 0.
        """
        shift = self.shift
        unsolved = x & self.guards
        ones = unsolved >> shift
        rest = x & (x - ones)
        few = 0
        while not few:
            rest &= rest - ones
            few = (rest - ones) & unsolved ^ unsolved
        start = (few & -few).bit_length() - 1 - shift
        field = x >> start & (1 << shift) - 1
        return [self.candidate[start + i + 1] for i in bits(field)]

    def allows(self, x: int, candidate: int) -> bool:
        """Return whether a candidate of an unsolved cell is still possible."""
        cell, value = divmod(candidate, self.values)
        return bool(x >> cell * (self.shift + 1) + value & 1)

    def masks(self, x: int) -> Iterator[tuple[int, int]]:
        """Yield the unsolved cells, each with its values as a bit mask."""
        width, shift = self.shift + 1, self.shift
        fields = x & (1 << self.cells * width) - 1
        for guard in bits(fields & self.guards):
            yield guard // width, fields >> guard - shift & (1 << shift) - 1

    def assignment(self, placed: Iterable[int]) -> tuple[int, ...]:
        """Return the value of every cell, from the candidates placed in all of them."""
        values = self.values
        return tuple([k % values for k in sorted(placed)])


def rules_beyond_bits(primitives: Iterable[Primitive], cells: int) -> Iterator[Primitive]:
    """Yield the primitives that bits on cells and houses do not express.

    Args:
        primitives: those of a model.
        cells: how many of its variables are cells.
    """
    for primitive in primitives:
        if type(primitive) is not AllDifferent or max(primitive.variables, default=-1) >= cells:
            yield primitive
