"""Steps that nobody vouches for: made up at random, or genuine ones with something changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any

from sudokulib.board import Board, Candidate
from sudokulib.logic.proof import is_proved
from sudokulib.logic.step import (
    Argument,
    Bound,
    Branch,
    Fillings,
    Link,
    Rank,
    Refutation,
    Split,
    Step,
    Swap,
    Truth,
)
from sudokulib.model import bits

_ODD = (-1, 0, 1, 2, 3, 5, 64, 10**18, -(10**18))
"""Numbers that a forger would try."""


@dataclass(frozen=True)
class Forger:
    """Makes arguments about a board: some hold, more nearly do, the rest are nonsense.

    Args:
        board: what they are about.
        chance: what decides.
    """

    board: Board
    chance: Random

    def argument(self, depth: int = 2) -> Argument:
        """Any argument, with others nested in it so deeply."""
        kind = self.chance.randrange(6 if depth else 3)
        if kind < 2:
            return self.rank(depth)
        if kind == 2:
            return Fillings(self._primitive(), self._cut() if self._maybe(0.5) else None)
        if kind == 3:
            return Refutation(self.candidate(), self._steps(depth), self._maybe(0.7))
        truth = self.truth()
        chosen = [c for c in truth.candidates if self._maybe(0.9)]
        branches = [Branch(c, self._steps(depth)) for c in chosen]
        return Split(truth, tuple(branches))

    def _cut(self) -> tuple[int, ...]:
        """A few vertices of some graph."""
        return tuple(self._number(range(9)) for _ in range(self.chance.randrange(5)))

    def rank(self, depth: int) -> Rank:
        """Truths, links, bounds and other sums added, perhaps divided."""
        truths = tuple(self.truth() for _ in range(self.chance.randrange(4)))
        links = tuple(self.link(depth) for _ in range(self.chance.randrange(4)))
        divisor = 1 if self._maybe(0.7) else self._number((2, 3))
        return Rank(truths * self.chance.choice((1, 1, 2)), links, divisor)

    def truth(self) -> Truth | Swap:
        """Draw a truth of a variable or a primitive, or else a swap; it need not be valid."""
        kind = self.chance.randrange(8)
        if kind == 0:
            return self.swap()
        if kind < 4:
            variable = self._variable()
            here = [(variable, value) for value in bits(self.board.masks[variable])]
            return Truth(self._changed(here), variable)
        number = self._primitive()
        if kind == 4:
            return Truth(self._some(4), None, number)
        spread = self._of_primitive(number)
        value = self.chance.choice(spread)[1] if spread else 0
        return Truth(self._changed([c for c in spread if c[1] == value]), None, number)

    def swap(self) -> Swap:
        """A few cells with pairs of values."""
        model = self.board.model
        values = self.chance.sample(range(len(model.values)), min(2, len(model.values)))
        cells = {self._variable() for _ in range(self.chance.randrange(5))}
        if self._maybe(0.3):
            spans = [p.variables for p in model.primitives if len(p.variables) == 2]
            cells = set(self.chance.choice(spans)) if spans else cells
        pairs = []
        for cell in sorted(cells):
            pair = values if self._maybe(0.8) else [self._value(), self._value()]
            pairs.append((cell, (pair[0], pair[-1])))
        rest = [
            (cell, value)
            for cell, pair in pairs
            for value in bits(self.board.masks[cell])
            if value not in pair
        ]
        return Swap(tuple(pairs), self._changed(rest))

    def link(self, depth: int) -> Link | Bound | Rank:
        """Draw a link, a bound, or a sum derived before; it need not be valid."""
        kind = self.chance.randrange(6)
        if kind == 0 and depth:
            return self.rank(depth - 1)
        number = self._primitive()
        if kind == 1:
            terms = [(c, self.chance.randint(-2, 3)) for c in self._some(4, number)]
            return Bound(tuple(terms), self._number(range(-1, 4)), number)
        numbers = (number,) if self._maybe(0.7) else (number, self._primitive())
        if kind < 4:
            spread = self._of_primitive(number)
            value = self.chance.choice(spread)[1] if spread else 0
            return Link(self._changed([c for c in spread if c[1] == value]), numbers)
        return Link(self._some(3, number), numbers)

    def _steps(self, depth: int) -> tuple[Step, ...]:
        chosen = [self.step(depth - 1) for _ in range(self.chance.randrange(3))]
        if self._maybe(0.6):
            chosen.append(Step("contradiction", arguments=(self.argument(depth - 1),)))
        return tuple(chosen)

    def step(self, depth: int) -> Step:
        """A step with one argument."""
        placed, gone = self._some(1), self._some(2)
        return Step("any", placed, gone, (self.argument(depth),))

    def _changed(self, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """The candidates, perhaps one too many, too few, or twice."""
        found = list(candidates)
        if found and self._maybe(0.15):
            found.remove(self.chance.choice(found))
        if found and self._maybe(0.05):
            found.append(self.chance.choice(found))
        if self._maybe(0.1):
            found.append(self.candidate())
        return tuple(found)

    def _of_primitive(self, number: int) -> list[Candidate]:
        if not 0 <= number < len(self.board.model.primitives):
            return []
        variables = self.board.model.primitives[number].variables
        return [(v, x) for v in variables for x in bits(self.board.masks[v])]

    def _some(self, most: int, number: int | None = None) -> tuple[Candidate, ...]:
        spread = [] if number is None else self._of_primitive(number)
        count = self.chance.randint(0, most)
        return tuple(
            self.chance.choice(spread) if spread and self._maybe(0.9) else self.candidate()
            for _ in range(count)
        )

    def candidate(self) -> Candidate:
        """A candidate, mostly one of the board, rarely none at all."""
        if self._maybe(0.02):
            return self._number(_ODD), self._number(_ODD)
        variable = self._variable()
        here = list(bits(self.board.masks[variable]))
        return variable, self.chance.choice(here) if here and self._maybe(0.9) else self._value()

    def _variable(self) -> int:
        return self.chance.randrange(len(self.board.masks))

    def _value(self) -> int:
        return self.chance.randrange(len(self.board.model.values))

    def _primitive(self) -> int:
        numbers = range(len(self.board.model.primitives))
        return self._number(numbers or (0,))

    def _number(self, usual: Sequence[int]) -> int:
        return self.chance.choice(_ODD if self._maybe(0.03) else usual)

    def _maybe(self, how_often: float) -> bool:
        return self.chance.randrange(100) < 100 * how_often


_Path = tuple[str | int, ...]


def tampered(step: Step, forger: Forger) -> Step:
    """The step with one thing in its arguments changed."""
    paths = [path for path in _paths(step.arguments) if path]
    if not paths:
        return step
    path = forger.chance.choice(paths)
    arguments = _with(step.arguments, path, lambda old: _another(old, forger))
    return replace(step, arguments=arguments)


def _paths(part: Any, path: _Path = ()) -> Iterator[_Path]:
    yield path
    if is_dataclass(part):
        for f in fields(part):
            if f.name not in ("technique", "roles", "rating"):
                yield from _paths(getattr(part, f.name), (*path, f.name))
    elif isinstance(part, tuple):
        for number, one in enumerate(part):
            yield from _paths(one, (*path, number))


def _with(part: Any, path: _Path, change: Any) -> Any:
    if not path:
        return change(part)
    first, *rest = path
    if isinstance(first, str):
        return replace(part, **{first: _with(getattr(part, first), tuple(rest), change)})
    inner = _with(part[first], tuple(rest), change)
    return (*part[:first], inner, *part[first + 1 :])


def _another(old: Any, forger: Forger) -> Any:
    """Something else of the same type."""
    chance = forger.chance
    if old is None:
        return chance.randrange(4)
    if isinstance(old, int):
        near = old + chance.choice((-2, -1, 1, 2))
        return (
            not old
            if isinstance(old, bool)
            else near
            if chance.randrange(10)
            else chance.choice(_ODD)
        )
    if isinstance(old, tuple):
        return _other_tuple(old, forger)
    made = {
        Truth: forger.truth,
        Swap: forger.swap,
        Link: lambda: forger.link(1),
        Bound: lambda: forger.link(1),
        Rank: lambda: forger.rank(1),
        Step: lambda: forger.step(1),
        Branch: lambda: replace(old, candidate=forger.candidate()),
    }
    return made.get(type(old), lambda: forger.argument(1))()


def _other_tuple(old: tuple[Any, ...], forger: Forger) -> tuple[Any, ...]:
    if not old:
        return old
    if len(old) == 2 and all(isinstance(one, int) for one in old):
        return forger.candidate()
    number = forger.chance.randrange(len(old))
    less = (*old[:number], *old[number + 1 :])
    return forger.chance.choice((less, less, (*old, old[number]), old[::-1]))


def believed(board: Board, right: Sequence[int], *arguments: Argument) -> list[str]:
    """The claims that the checker takes from some arguments although a filling says otherwise.

    Args:
        board: the board before the step.
        right: for each variable the values that it takes in some filling, as a bit mask.
        arguments: what is to prove each claim there is.
    """
    found = []
    for variable, here in enumerate(right):
        for value in bits(board.model.root.domains[variable]):
            one = ((variable, value),)
            gone = Step("any", eliminations=one, arguments=arguments)
            if here >> value & 1 and is_proved(board, gone):
                found.append(f"{one} is false")
            placed = Step("any", placements=one, arguments=arguments)
            if here & ~(1 << value) and is_proved(board, placed):
                found.append(f"{one} is true")
    return found
