"""The board: an immutable record of which candidates are still possible."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from sudokulib.basics.bit_sets import bits
from sudokulib.model.model import Model

Candidate = tuple[int, int]
"""(variable, value index)."""


@dataclass(frozen=True, slots=True)
class Board:
    """The state of a solve: the set of values left to each variable, indexed two ways.

    Args:
        model: what is being solved.
        masks: for each variable, its candidates as a bit mask over value indices.
        places: for each value, the cells that may hold it, as a bit mask; hidden variables have
            values of their own and are left out.
        solved: the cells that have been placed. Those merely reduced to one candidate have not,
            except for `Model.plain_cells`.
        memo: cached facts about this board (see `sudokulib.logic.memo`); ignored when boards
            are compared.

    >>> import sudokulib
    >>> before = next(sudokulib.steps("1.....2..3.....4")).before
    >>> before
    <Board: 12 cells open, 24 candidates>
    >>> before.placed([(1, 1)]).open.bit_count()
    11
    """

    model: Model
    masks: tuple[int, ...]
    places: tuple[int, ...]
    solved: int
    memo: dict[Hashable, object] = field(default_factory=dict, compare=False, repr=False)

    def __repr__(self) -> str:
        left = sum(mask.bit_count() for mask in self.masks)
        return f"<Board: {self.open.bit_count()} cells open, {left} candidates>"

    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        return Board, (self.model, self.masks, self.places, self.solved)

    @classmethod
    def start(cls, model: Model) -> Board:
        """Return the board before any deduction: the model's domains, nothing placed."""
        return cls.of(model, model.domains)

    @classmethod
    def of(cls, model: Model, masks: Iterable[int], solved: int = 0) -> Board:
        """Return a board with the given candidates."""
        masks = tuple(masks)
        places = [0] * len(model.values)
        alike: dict[int, int] = {}  # many cells have the same candidates, at the start nearly all
        for cell, mask in enumerate(masks[: model.cells]):
            alike[mask] = alike.get(mask, 0) | 1 << cell
        for mask, cells in alike.items():
            for value in bits(mask):
                places[value] |= cells
        board = cls(model, masks, tuple(places), solved)
        follows = {*model.indicators, *model.indicators_of} if model.indicators else set()
        return board._settled({*follows, *bits(model.plain_cells)})

    @property
    def open(self) -> int:
        """The cells that have not been placed, as a bit mask."""
        return (1 << self.model.cells) - 1 & ~self.solved

    @property
    def complete(self) -> bool:
        """Return whether every cell has been placed."""
        return not self.open

    @property
    def broken(self) -> bool:
        """Return whether some variable has no candidate, or a house no place for a value."""
        return 0 in self.masks or any(map(_lacks_place, self.places, self.model.needs))

    def breaks(self, before: Board) -> bool:
        """Return whether this board is broken, given an unbroken earlier one to compare with."""
        if 0 in self.masks:
            return True
        for places, old, needs in zip(self.places, before.places, self.model.needs, strict=True):
            if places != old and _lacks_place(places, needs):
                return True
        return False

    def allows(self, candidate: Candidate) -> bool:
        """Return whether a candidate is still possible."""
        return bool(self.masks[candidate[0]] >> candidate[1] & 1)

    def without(self, eliminations: Iterable[Candidate]) -> Board:
        """Return the board without some candidates; those already removed are ignored."""
        return self._without(eliminations, ())

    def _without(self, eliminations: Iterable[Candidate], changed: Iterable[int]) -> Board:
        """Return the board without some candidates, after changes of some variables."""
        masks, places, changed = list(self.masks), list(self.places), {*changed}
        for variable, value in eliminations:
            masks[variable] &= ~(1 << value)
            changed.add(variable)
            if variable < self.model.cells:
                places[value] &= ~(1 << variable)
        return Board(self.model, tuple(masks), tuple(places), self.solved)._settled(changed)

    def placed(self, placements: Iterable[Candidate]) -> Board:
        """Return the board after placing values, which then leave the peers of their cells."""
        masks, places, solved = list(self.masks), list(self.places), self.solved
        cells, peers, changed = self.model.cells, self.model.peers, set()
        for variable, value in placements:
            bit, here = 1 << value, 1 << variable
            rest = masks[variable] & ~bit
            if variable < cells:
                for other in bits(rest):
                    places[other] &= ~here
            masks[variable] ^= rest
            changed.add(variable)
            hit = places[value] & peers[variable] if value < len(places) else 0
            if hit:
                places[value] ^= hit
                while hit:  # `bits` inlined: this is the innermost loop
                    low = hit & -hit
                    changed.add(low.bit_length() - 1)
                    masks[low.bit_length() - 1] &= ~bit
                    hit ^= low
            solved |= here
        return Board(self.model, tuple(masks), tuple(places), solved)._settled(changed)

    def _settled(self, changed: Collection[int]) -> Board:
        """Return the board after what follows of itself from changes of some variables.

        Indicators follow their cells, and these them; plain cells with one candidate are placed.
        """
        model = self.model
        lost = _told_again(model, self.masks, changed) if model.indicators else []
        if lost:
            return self._without(lost, changed)
        plain = model.plain_cells & ~self.solved
        if not plain:
            return self
        left = [(v, self.masks[v]) for v in changed if plain >> v & 1]
        found = [(v, mask.bit_length() - 1) for v, mask in left if mask.bit_count() == 1]
        return self.placed(found) if found else self


def _told_again(model: Model, masks: Sequence[int], changed: Iterable[int]) -> list[Candidate]:
    """Return the candidates that go as an indicator, or the cell of one, has been decided."""
    gone: list[Candidate] = []
    for cell in {model.indicators.get(v, (v, 0))[0] for v in changed}:
        for value, hidden in model.indicators_of.get(cell, ()):
            if not masks[cell] >> value & 1:
                gone.append((hidden, 1))
            elif masks[cell] == 1 << value:
                gone.append((hidden, 0))
            if masks[hidden] == 1:
                gone.append((cell, value))
            elif masks[hidden] == 2:
                gone += [(cell, other) for other in bits(masks[cell]) if other != value]
    return [(v, value) for v, value in gone if masks[v] >> value & 1]


def _lacks_place(places: int, needs: tuple[int, ...]) -> bool:
    """Return whether a value has no place left in some house."""
    for cells in needs:  # noqa: SIM110 - twice as fast as any()
        if not places & cells:
            return True
    return False
