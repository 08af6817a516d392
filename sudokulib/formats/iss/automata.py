"""Automata of the Interactive Sudoku Solver as base64, read and written.

A line may consist of segments. Between two of them the automaton reads an extra symbol, numbered
after the symbols of the values, so that it can tell where a segment ends.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any, TypeVar

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.iss.grammar import KEY, Item, cell_groups, required_arguments
from sudokulib.formats.iss.solver_grid import SolverGrid
from sudokulib.formats.spelling import Fields, Layout

_MOST_STATES = 2000
"""The most states of an automaton.

A bound against hostile strings: one with as many, nine steps from each, takes 0.2 s (`python
tests/benchmarks/at_limits.py`, 2026-11).
"""

_MOST_STEPS = 50_000
"""The most steps of an automaton for a line of segments: likewise."""

Transitions = list[tuple[int, int, int]]
"""Transitions of an automaton: from a state, by the index of a value, to a state."""

Steps = list[tuple[int, str, int]]
"""Steps of an automaton: from a state, by any of some symbols, to a state."""

_Read = TypeVar("_Read", int, str)
"""What a step reads: the index of a value, or symbols."""

_Found = tuple[list[int], Transitions]
"""The accepting states of an automaton, and its transitions."""

_BITS = {mark: f"{number:06b}" for number, mark in enumerate(KEY)}
"""The six bits of each digit of base64."""


def automaton_of(key: str, name: str = "the automaton") -> _Found:
    """Return the accepting states of an automaton, and its transitions; it begins in state 0.

    Its bits, highest first: 2 for the encoding of states, 4 for the bits per state, 4 for the
    number of values, each less one; then the number of initial states, the number of other
    accepting ones, and which initial states accept. States follow, initial ones first, then
    accepting ones: either the number of steps with a value and a state each, or a bit for each
    value and a state for each set bit.

    Raises:
        SudokuError: the text is cut off, or the automaton is too large.

    >>> automaton_of("QXf1fqg")[0]
    [1]
    """
    if not _BITS.keys() >= {*key}:
        raise SudokuError(f"{name} {short(key)!r} is not base64; copy the whole string")
    bits = _BitReader("".join([_BITS[mark] for mark in key]), name)
    packed = bits.take(2) == 1
    width, values = bits.take(4) + 1, bits.take(4) + 1
    begin, others = bits.take(width), bits.take(width)
    accept = [1 + n for n in range(begin) if bits.take(1)]
    accept += [1 + begin + n for n in range(others)]
    steps: Transitions = []
    count = values if packed else bits.take(4)
    state = 0
    while count and bits.left >= count:
        state += 1
        if state > _MOST_STATES:
            raise SudokuError(f"{name} has more than {_MOST_STATES} states; leave it out")
        said = bits.take(count)
        if packed:
            read = [value for value in range(values) if said >> value & 1]
            steps += [(state, value, 1 + bits.take(width)) for value in read]
        else:
            steps += [(state, bits.take((values - 1).bit_length()), 1 + bits.take(width))
                      for _ in range(said)]  # fmt: skip
    if begin == 1:
        return _numbered([state - 1 for state in accept], [(a - 1, v, b - 1) for a, v, b in steps])
    steps += [(0, value, target) for origin, value, target in steps if 1 <= origin <= begin]
    accept += [0] * any(state <= begin for state in accept)
    return _numbered(accept, steps)


def _numbered(
    accept: Sequence[int], steps: Sequence[tuple[int, _Read, int]]
) -> tuple[list[int], list[tuple[int, _Read, int]]]:
    """Return an automaton without the states that cannot be reached from state 0.

    State 0 comes first, then the accepting states, then the others, as in encoded strings.
    """
    after: dict[int, set[int]] = {}
    for origin, _, target in steps:
        after.setdefault(origin, set()).add(target)
    found: set[int] = {0}
    left = [0]
    while left:
        new = after.get(left.pop(), set()) - found
        found |= new
        left += new
    ends: set[int] = found.intersection(accept)
    order = [0, *sorted(ends - {0}), *sorted(found - ends - {0})]
    number = {state: n for n, state in enumerate(order)}
    return sorted(number[state] for state in ends), sorted(
        (number[a], value, number[b]) for a, value, b in steps if a in found
    )


class _BitReader:
    """Reads bits from the front of a string."""

    __slots__ = ("_name", "_text", "left")

    def __init__(self, text: str, name: str) -> None:
        self._text, self.left, self._name = text, len(text), name

    def take(self, count: int) -> int:
        """Return the next bits as a number, the highest first; ``left`` counts those remaining."""
        left = self.left
        if left < count:
            raise SudokuError(f"{self._name} is cut off; copy the whole string")
        self.left = left - count
        place = len(self._text) - left
        return int(self._text[place : place + count] or "0", 2)


def automaton_text(values: int, accept: Sequence[int], steps: Transitions) -> str:
    """Return an automaton that begins in state 0 as base64: the inverse of `automaton_of`.

    Args:
        values: how many values there are.
        accept: its accepting states.
        steps: its transitions.

    Raises:
        SudokuError: the encoding has no room for that many states, values or steps of one state.

    >>> automaton_of(automaton_text(2, [1], [(0, 0, 1), (1, 1, 1)]))
    ([1], [(0, 0, 1), (1, 1, 1)])
    """
    states = {0, *accept, *chain.from_iterable((a, b) for a, _, b in steps)}
    ends = [state for state in sorted(accept) if state]
    order = {s: n for n, s in enumerate([0, *ends, *sorted(states - {0, *ends})])}
    after: dict[int, list[tuple[int, int]]] = {state: [] for state in order}
    for origin, value, target in sorted(steps, key=lambda step: (step[1], order[step[2]])):
        after[origin].append((value, order[target]))
    width, most = max(1, (len(order) - 1).bit_length()), max(map(len, after.values()))
    if width > 16 or values > 16 or most.bit_length() > 15:
        raise SudokuError(f"an automaton of {len(order)} states is too large; leave it out")
    packed = all(len({value for value, _ in after[state]}) == len(after[state]) for state in order)
    said = [(1 if packed else 0, 2), (width - 1, 4), (values - 1, 4), (1, width)]
    said += [(len(ends), width), (int(0 in accept), 1)]
    said += [] if packed else [(most.bit_length(), 4)]
    for state in order:
        if packed:
            said.append((sum(1 << value for value, _ in after[state]), values))
            said += [(target, width) for _, target in after[state]]
        else:
            said.append((len(after[state]), most.bit_length()))
            for value, target in after[state]:
                said += [(value, (values - 1).bit_length()), (target, width)]
    bits = "".join(f"{number:0{size}b}" for number, size in said if size)
    bits += "0" * (-len(bits) % 8)
    packed_bytes = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return base64.urlsafe_b64encode(packed_bytes).decode().rstrip("=")


def _segments(names: Sequence[str]) -> list[list[str]]:
    if "-" not in names:
        return [[*names]]
    found: list[list[str]] = [[]]
    for name in names:
        if name == "-":
            found.append([])
        else:
            found[-1].append(name)
    return found


class _Joiner:
    """Makes automata that read segments as one word; what a state reads is computed once.

    Args:
        automaton: with one value more than the grid, which it reads at a break.
        alphabet: the symbols of the grid.
    """

    def __init__(self, automaton: _Found, alphabet: Alphabet) -> None:
        self._accept, steps = automaton
        self._alphabet, self._break = alphabet, len(alphabet)
        # Tuples, as the garbage collector need not visit them: there may be thousands.
        self._after: dict[int, dict[int, tuple[int, ...]]] = {}
        for origin, value, target in steps:
            row = self._after.setdefault(origin, {})
            row[value] = (*row[value], target) if value in row else (target,)
        self._rows: dict[tuple[tuple[int, ...], int], list[tuple[str, int]]] = {}

    def of_one_segment(self) -> tuple[list[int], Steps]:
        """Return the accepting states and the steps of an automaton that reads one segment."""
        steps = [(a, read, b) for a in self._after for read, b in self._row((a,), 0)]
        return _numbered(self._accept, steps)

    def of_segments(self, lengths: Sequence[int]) -> tuple[list[int], Steps]:
        """Return the same of one that reads segments of some lengths as one word, without breaks.

        Each of its states but the first stands for a state of the original and a number of cells
        that have been read.
        """
        breaks = list(accumulate(lengths))[:-1]
        begin = tuple(sorted(self._crossed({0}, breaks.count(0))))
        now, count, found = {begin: 0}, 0, Steps()
        for read in range(1, sum(lengths) + 1):
            ahead: dict[int, int] = {}
            crossings = breaks.count(read)
            for states, number in now.items():
                for symbols, target in self._row(states, crossings):
                    after = ahead.get(target)
                    if after is None:
                        after = ahead[target] = count = count + 1
                    found.append((number, symbols, after))
            if len(found) > _MOST_STEPS:
                raise SudokuError(
                    f"the automaton takes more than {_MOST_STEPS} steps for segments; leave it out"
                )
            now = {(state,): number for state, number in ahead.items()}
        ends = [number for states, number in now.items() if not {*states}.isdisjoint(self._accept)]
        if 0 in ends:  # a word of no cells
            return _numbered(ends, found)
        # All states are reached, and only the last, which no step leaves, can be accepting.
        order = [0, *ends, *sorted({*range(1, count + 1)}.difference(ends))]
        number_of = dict(zip(order, range(count + 1), strict=True))
        return list(range(1, len(ends) + 1)), sorted(
            [(number_of[a], symbols, number_of[b]) for a, symbols, b in found]
        )

    def _row(self, states: tuple[int, ...], crossings: int) -> list[tuple[str, int]]:
        """Return the symbols by which any of some states leads to each state after some breaks."""
        row = self._rows.get((states, crossings))
        if row is None:
            read: dict[int, set[int]] = {}
            for state in states:
                for value, targets in self._after.get(state, {}).items():
                    for target in self._crossed(targets, crossings) if value < self._break else ():
                        read.setdefault(target, set()).add(value)
            text = self._alphabet.text
            row = sorted((text(sorted(values)), target) for target, values in read.items())
            self._rows[states, crossings] = row
        return row

    def _crossed(self, states: Collection[int], crossings: int) -> Collection[int]:
        for _ in range(crossings):
            near = (self._after.get(state, {}).get(self._break, ()) for state in states)
            states = {target for targets in near for target in targets}
        return states


@lru_cache(maxsize=64)
def _joiner(key: str, alphabet: Alphabet) -> _Joiner:
    return _Joiner(automaton_of(key), alphabet)


@lru_cache(maxsize=256)
def _word_automaton(key: str, alphabet: Alphabet, lengths: tuple[int, ...]) -> Fields:
    """Return the fields of a rule, but for its lines, which have segments of these lengths."""
    joiner = _joiner(key, alphabet)
    accept, steps = joiner.of_segments(lengths) if lengths else joiner.of_one_segment()
    # Each name is one object, of which the hash is computed once.
    names = [*map(str, range(1 + max([0, *accept, *(b for _, _, b in steps)])))]
    return {
        "start": "0",
        "accept": tuple([names[state] for state in accept]),
        "steps": tuple([(names[a], symbols, names[b]) for a, symbols, b in steps]),
    }


def _read_automaton(item: Item, board: SolverGrid) -> Iterator[Fields]:
    key, *names = required_arguments(item)
    lines: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for group in cell_groups(names):
        segments = _segments(group)
        lengths = tuple(map(len, segments)) if len(segments) > 1 else ()
        lines.setdefault(lengths, []).append(board.cells(list(chain.from_iterable(segments))))
    for lengths, listed in lines.items():
        yield {**_word_automaton(key, board.alphabet, lengths), "lines": tuple(listed)}


def _write_automaton(rule: Any, board: SolverGrid) -> list[str] | None:
    if len(rule.lines) > 1:
        return None
    plain = rule.numbered(board.alphabet)
    steps = [(int(a), board.symbols.index(read), int(b)) for a, read, b in plain.steps]
    try:
        key = automaton_text(len(board.values), tuple(map(int, plain.accept)), steps)
    except SudokuError:
        return None
    return [key, "_", *board.names(rule.lines[0])]


AUTOMATON = Layout(("lines", "start", "accept", "steps"), _read_automaton, _write_automaton)
