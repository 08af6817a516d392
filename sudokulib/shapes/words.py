"""Kinds that determine which words of symbols may stand on a line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.bit_sets import bits
from sudokulib.basics.budget import OutOfBudget
from sudokulib.errors import SudokuError
from sudokulib.primitives import Automaton, Primitive, Regular
from sudokulib.shapes import regex
from sudokulib.shapes.cell_copies import CellCopies
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.line_kind import LineKind, line_problem
from sudokulib.shapes.marks import Hue, MarkStyle
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Regex(LineKind):
    r"""The symbols along each line, first to last, match a pattern from beginning to end.

    Args:
        lines: each in reading order.
        pattern: symbols, `.` for any, sets `[135]` and `[^135]`, groups `( )`, a vertical bar
            between alternatives, and the repetitions `*`, `+`, `?`, `{2}`, `{2,}`, `{2,4}`; `\`
            before a symbol that looks like an operator; blanks mean nothing.
    """

    name: ClassVar[str] = "regex"
    says: ClassVar[str] = (
        "Digits along {line} match the pattern at its start, a regular expression."
    )
    hue: ClassVar[Hue] = "yellow"
    look: ClassVar[MarkStyle] = "directed"
    called: ClassVar[str] = "pattern"
    example: ClassVar[str] = '[{kind: regex, pattern: ".*1[23]4?", lines: [R1C1-R1C4, R2C2-R4C2]}]'

    pattern: str

    @property
    def meaning(self) -> Hashable:
        """The pattern as it is written, without blanks, and the lines."""
        return (self.name, " ".join(self.pattern.split()), tuple(sorted(set(self.lines))))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the pattern, interpreted directly, matches every line."""
        pattern = regex.parse(self.pattern, context.alphabet)
        return all(regex.matches(pattern, _word(line, values, context)) for line in self.lines)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Regular for each line, and copies of the cells that it reads again."""
        return _read(self.lines, _pattern_automaton(self.pattern, context.alphabet), context)

    def problem(self, context: Context) -> str:
        """Report a pattern that cannot be parsed, or that no word of a line's length matches."""
        try:
            regex.parse(self.pattern, context.alphabet)
        except SudokuError as error:
            return str(error)
        return line_problem(self.lines, repeats=True) or _no_word(self, context)

    def clue(self) -> str:
        """Return the pattern without its blanks."""
        return "".join(self.pattern.split())


# Safe to cache, as it reads nothing else: equal alphabets agree in symbols, values and order.
@lru_cache(maxsize=256)
def _pattern_automaton(pattern: str, alphabet: Alphabet) -> Automaton:
    return regex.automaton(regex.parse(pattern, alphabet), len(alphabet))


def _read(
    lines: Iterable[tuple[int, ...]], automaton: Automaton, context: Context
) -> list[Primitive]:
    """Return primitives by which the automaton accepts each line."""
    readings = CellCopies(context)
    words = [Regular(readings.word(line), automaton) for line in lines]
    return [*readings.equal, *words]


def _word(
    line: Sequence[int], values: Mapping[int, int] | Sequence[int], context: Context
) -> list[int]:
    """Return the symbols on a line, as indices."""
    return [context.values.index(values[c]) for c in line]


def _no_word(kind: LineKind, context: Context) -> str:
    own = context.for_trial()
    try:
        words = [one for one in kind.lower(own) if isinstance(one, Regular)]
    except OutOfBudget:
        raise
    except SudokuError as error:
        return str(error)
    for number, word in enumerate(words, 1):
        if not word.feasible((*own.domains, *own.made)):
            return Impossible(
                f"no word of {len(word.variables)} symbols that the cells of line {number} allow "
                "is accepted; change the line's length or what is accepted"
            )
    return ""


@register_kind
@dataclass(frozen=True, slots=True)
class AutomatonLine(LineKind):
    """The symbols along each line, first to last, lead an automaton to an accepting state.

    Where several steps of a state read the same symbol, any may be taken; where none does, the word
    is rejected.

    Args:
        lines: each in reading order.
        start: the initial state.
        accept: the accepting states.
        steps: from a state, by any of some symbols, to a state: `[even, 13, odd]`; `.` stands
            for all symbols.
    """

    name: ClassVar[str] = "automaton"
    says: ClassVar[str] = (
        "Digits along {line} are read from its start to an end in {accept}, beginning in "
        "{start}, with these steps: {steps}."
    )
    hue: ClassVar[Hue] = "orange"
    look: ClassVar[MarkStyle] = "directed"
    called: ClassVar[str] = "line"
    example: ClassVar[str] = (
        "[{kind: automaton, lines: [R1C1-R1C4, R2C1 R3C2 R4C3], start: low, accept: [low],"
        " steps: [[low, 12, low], [low, 34, high], [high, 12, low]]}]"
    )

    start: str
    accept: tuple[str, ...]
    steps: tuple[tuple[str, str, str], ...]

    @property
    def meaning(self) -> Hashable:
        """The automaton and the lines."""
        lines = tuple(sorted(set(self.lines)))
        return (self.name, self.start, frozenset(self.accept), frozenset(self.steps), lines)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether some path through the steps reads every line."""
        return all(self._reads(_word(line, values, context), context) for line in self.lines)

    def _reads(self, word: Sequence[int], context: Context) -> bool:
        alphabet = context.alphabet
        states = {self.start}
        for symbol in word:
            states = {
                target
                for origin, read, target in self.steps
                if origin in states
                and (read == "." or symbol in map(alphabet.index, alphabet.split(read)))
            }
        return not states.isdisjoint(self.accept)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Regular for each line, and copies of the cells that it reads again."""
        automaton = _listed_automaton(self.start, self.accept, self.steps, context.alphabet)
        return _read(self.lines, automaton, context)

    def numbered(self, alphabet: Alphabet) -> AutomatonLine:
        """Return the same rule with numbered states, and steps that read one symbol each.

        The initial state is 0; accepting ones follow, then the others. States that no word reaches
        are left out.
        """
        steps = {
            (origin, symbol, target)
            for origin, read, target in self.steps
            for symbol in (alphabet.symbols if read == "." else alphabet.split(read))
        }
        names = {self.start: 0}
        for origin, _, target in self.steps:
            names.setdefault(origin, len(names))
            names.setdefault(target, len(names))
        if all(name.isdecimal() for name in names):
            names = {name: int(name) for name in names}
        after: dict[str, set[str]] = {name: set() for name in names}
        for origin, _, target in steps:
            after[origin].add(target)
        reached, left = {self.start}, [self.start]
        while left:
            new = after[left.pop()] - reached
            reached |= new
            left += new
        order = sorted(reached, key=lambda name: (name != self.start, name not in self.accept,
                                                  names[name]))  # fmt: skip
        number = {name: str(n) for n, name in enumerate(order)}
        accept = tuple(number[name] for name in order if name in self.accept)
        plain = sorted(
            (int(number[a]), alphabet.index(read), int(number[b]))
            for a, read, b in steps
            if a in reached
        )
        said = tuple((str(a), alphabet.symbols[n], str(b)) for a, n, b in plain)
        return replace(self, start="0", accept=accept, steps=said)

    def problem(self, context: Context) -> str:
        """Report states that are never reached, unknown symbols, or lines that no word fits."""
        return (
            self._bad_states()
            or _bad_symbols(self.steps, context.alphabet)
            or line_problem(self.lines, repeats=True)
            or _no_word(self, context)
        )

    def _bad_states(self) -> str:
        known = {self.start, *[target for _, _, target in self.steps]}
        left = {*self.accept, *[origin for origin, _, _ in self.steps]}
        if self.accept and known >= left:  # nearly always the case; there may be thousands of steps
            return ""
        named = [("accept", state) for state in self.accept]
        named += [("steps", origin) for origin, _, _ in self.steps]
        for where, state in named:
            if state not in known:
                return (
                    f"no step leads to the state {state!r} of {where}; "
                    f"the states that are reached are {', '.join(sorted(known))}"
                )
        return "" if self.accept else "no state is accepting; name one under accept:"

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the steps and the states to end in."""
        steps = ", ".join(f"from {a} by {symbols} to {b}" for a, symbols, b in self.steps)
        accept = " or ".join(self.accept)
        return {**LineKind.phrases(self, context), "accept": accept, "steps": steps}


# Safe to cache, as it reads nothing else: texts, and an alphabet as above. So below.
@lru_cache(maxsize=256)
def _bad_symbols(steps: tuple[tuple[str, str, str], ...], alphabet: Alphabet) -> str:
    """Return which step reads no symbol, or an unknown one; empty if there is none."""
    seen: set[str] = set()
    for origin, symbols, target in steps:
        if symbols in seen:
            continue
        seen.add(symbols)
        try:
            mask = _mask(symbols, alphabet)
        except SudokuError as error:
            return f"the step [{origin}, {symbols}, {target}]: {error}"
        if not mask:
            return f"the step from {origin!r} to {target!r} reads no symbol; list one, or ."
    return ""


@lru_cache(maxsize=256)
def _listed_automaton(
    start: str,
    accept: tuple[str, ...],
    steps: tuple[tuple[str, str, str], ...],
    alphabet: Alphabet,
) -> Automaton:
    said = dict.fromkeys([symbols for _, symbols, _ in steps])
    values = {symbols: tuple(bits(_mask(symbols, alphabet))) for symbols in said}
    # Only the steps, as they are: a list for each value of each of thousands of states would make
    # the garbage collector visit everything that there is.
    after: dict[str, list[tuple[tuple[int, ...], str]]] = {}
    for state, symbols, target in steps:
        after.setdefault(state, []).append((values[symbols], target))
    ends = set(accept)
    return Automaton.of_steps(
        [start], lambda state: after.get(state, ()), ends.__contains__, len(alphabet)
    )


def _mask(symbols: str, alphabet: Alphabet) -> int:
    """Return the symbols that a step reads, as a bit mask."""
    return alphabet.full if symbols == "." else alphabet.mask(symbols)
