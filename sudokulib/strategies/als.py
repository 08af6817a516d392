"""Almost locked sets: two that share a value, chains of them, and petals around a stem.

An almost locked set holds all of its values but one. So if one of its values is not in it, each of
the others is (see `sudokulib.logic.almost_locked`), and may drive values out of further sets. All
techniques here follow such consequences through a *web* of groups, the candidates of one value in
one set. Sets may overlap: a cell that is in two of them is counted twice throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise, product

from sudokulib.board import Board, Candidate
from sudokulib.logic.almost_locked import AlmostLockedSet, almost_locked_sets
from sudokulib.logic.candidates import alive, numbering
from sudokulib.logic.facts import Strong, conflicts, truth, truths
from sudokulib.logic.memo import of_board
from sudokulib.logic.reasons import cell_truth, covered, overrun
from sudokulib.logic.step import Candidates, Rank, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.phrases import by_value, named, sights, symbols, through
from sudokulib.strategies.registry import Find, Strategy, Tell, register_strategy

__all__ = ["als_chains", "als_xz", "death_blossom"]

_LONGEST = 7
"""The most sets of a chain."""

_MOST = 500
"""The most sets that are looked at, small ones first."""

_BY_CELLS = {2: 4.2, 3: 4.4, 4: 5.5, 5: 6.2, 6: 6.6, 7: 7.5}
"""Rating of two sets by how many cells they have: that of bent sets; larger ones as the last."""


@dataclass(frozen=True, slots=True)
class _Web:
    """What the groups of almost locked sets do to one another; groups are numbered from 0.

    Args:
        sets: the sets.
        groups: for each group its candidates, as a bit mask.
        owners: for each group the sets that it is in, by number, smaller ones first.
        excludes: for each group the candidates of other cells in conflict with all of it.
        off: for each group those, as bits of groups, in which nothing is true if it is in this.
        on: for each group those, as bits, in which something is true if nothing is in this.
        next_off: for each group those, as bits, in which then by way of `on` nothing is true.
        off_by: for each candidate, by number, the groups in which nothing is true if it is.
    """

    sets: tuple[AlmostLockedSet, ...]
    groups: tuple[int, ...]
    owners: tuple[tuple[int, ...], ...]
    excludes: tuple[int, ...]
    off: tuple[int, ...]
    on: tuple[int, ...]
    next_off: tuple[int, ...]
    off_by: dict[int, int]

    def joining(self, one: int, other: int) -> AlmostLockedSet:
        """The smallest set that two groups are both in."""
        here = set(self.owners[other])
        return self.sets[next(number for number in self.owners[one] if number in here)]


@of_board
def _outward(board: Board) -> tuple[int, ...]:
    """The conflicts of each candidate with those of other cells."""
    width = numbering(board.model).width
    cell = (1 << width) - 1
    found = conflicts(board)
    return tuple([mask & ~(cell << i // width * width) for i, mask in enumerate(found)])


@of_board
def _web(board: Board) -> _Web:
    sets = almost_locked_sets(board)[:_MOST]
    owners: dict[int, list[int]] = {}
    for number, one in enumerate(sets):
        for group in one.groups:
            owners.setdefault(group, []).append(number)
    groups = tuple(owners)
    excludes = tuple([_common(board, group) for group in groups])
    within = _Within(board, groups)
    index = {group: number for number, group in enumerate(groups)}
    of_set = [sum([1 << index[group] for group in one.groups]) for one in sets]
    on = []
    for number, group in enumerate(groups):
        reached = 0
        for owner in owners[group]:
            reached |= of_set[owner]
        on.append(reached & ~(1 << number))
    off = [within(mask) for mask in excludes]
    seen = _outward(board)
    return _Web(
        sets,
        groups,
        tuple(map(tuple, owners.values())),
        excludes,
        tuple(off),
        tuple(on),
        tuple([_united(off, reached) for reached in on]),
        {number: within(seen[number]) for number in bits(alive(board)) if seen[number]},
    )


def _united(masks: Sequence[int], chosen: int) -> int:
    found = 0
    for number in bits(chosen):
        found |= masks[number]
    return found


def _common(board: Board, group: int) -> int:
    """What is in conflict with all candidates of a group, in other cells."""
    seen, found = _outward(board), -1
    for number in bits(group):
        found &= seen[number]
    return found


class _Within:
    """Answers which groups lie within a set of candidates.

    Args:
        board: where.
        groups: the groups, each of one value.
    """

    def __init__(self, board: Board, groups: Sequence[int]) -> None:
        self._width = numbering(board.model).width
        self._holding: dict[int, int] = {}
        for index, group in enumerate(groups):
            for number in bits(group):
                self._holding[number] = self._holding.get(number, 0) | 1 << index
        self._values: dict[int, tuple[int, int]] = {}
        for number, own in self._holding.items():
            mask, every = self._values.get(number % self._width, (0, 0))
            self._values[number % self._width] = mask | 1 << number, every | own

    def __call__(self, candidates: int) -> int:
        found = 0
        for mask, every in self._values.values():
            if mask & candidates:
                missed = 0
                for number in bits(mask & ~candidates):
                    missed |= self._holding[number]
                found |= every & ~missed
        return found


Pairs = tuple[tuple[int, int], ...]
"""A chain: for each of its sets the group that is off and the one that therefore is on."""


def _shortest(web: _Web, start: int, fewest: int, most: int) -> Pairs | None:
    """The shortest chain from some groups that are off to one of them that is on.

    Args:
        web: what follows from what.
        start: the groups that are off, as bits.
        fewest: the fewest sets that it may have.
        most: the most.
    """
    last = _united(web.on, start)
    levels, known = [start], 0
    while levels[-1] and len(levels) <= most:
        if levels[-1] & last and len(levels) >= fewest:
            return _back(web, levels, start)
        if len(levels) == most:
            return None
        off = _united(web.next_off, levels[-1])
        levels.append(off & ~known)
        known |= off if len(levels) >= fewest else 0
    return None


def _back(web: _Web, levels: Sequence[int], ends: int) -> Pairs:
    """The chain to one of some groups that are on, found backwards; small sets are preferred."""
    pairs: list[tuple[int, int]] = []
    for level in reversed(levels):
        options = [
            (web.joining(here, there).cells.bit_count(), here, there)
            for there in bits(ends)
            for here in bits(level & web.on[there])
        ]
        _, here, there = min(options)
        pairs.append((here, there))
        ends = web.off[here]
    return tuple(reversed(pairs))


def als_chains(board: Board, fewest: int, most: int, technique: str) -> Iterator[Step]:
    """Almost locked sets in a chain: a value must be in the first one or in the last one.

    Args:
        board: where.
        fewest: the fewest sets of a chain.
        most: the most.
        technique: what the steps are called.
    """
    web, done = _web(board), 0
    for number, start in web.off_by.items():
        if not start or done >> number & 1:
            continue
        pairs = _shortest(web, start, fewest, most)
        if pairs is not None:
            step = _chain(board, web, pairs, technique)
            done |= 1 << number | numbering(board.model).mask(step.eliminations)
            yield step


def _chain(board: Board, web: _Web, pairs: Pairs, technique: str) -> Step:
    """The step of a chain, for every value that its first and its last set have in common."""
    plain = numbering(board.model).candidates
    sets = [web.joining(off, on) for off, on in pairs]
    parts = [cell_truth(board, v) for one in sets for v in bits(one.cells)]
    masks = [(web.groups[off], web.groups[on]) for off, on in pairs]
    joints = [one[1] | other[0] for one, other in pairwise(masks)]
    free = [list(one.groups) for one in sets]
    for index, (off, on) in enumerate(masks):
        linked = (off if index else 0, on if index < len(masks) - 1 else 0)
        free[index] = [group for group in free[index] if group not in linked]
    roles = [Role("set", plain(sum(one.groups))) for one in sets]
    roles += [Role("restricted", plain(joint)) for joint in joints]
    arguments: dict[Candidate, Rank] = {}
    for (first, last), targets in _ends(board, free, (masks[0][0], masks[-1][1])):
        inner = [*joints, *_kept(free, first, last)]
        links = [plain(mask) for mask in inner]
        for target in plain(targets):
            arguments.setdefault(target, overrun(board, parts, links, target))
        roles.append(Role("ends", plain(first | last)))
    rating = _BY_CELLS.get(len(parts), _BY_CELLS[7]) if len(sets) == 2 else None
    gone = tuple(sorted(arguments))
    return Step(technique, (), gone, tuple(arguments.values()), tuple(roles), rating)


def _ends(
    board: Board, free: Sequence[Sequence[int]], main: tuple[int, int]
) -> Iterator[tuple[tuple[int, int], int]]:
    """Groups of the first and of the last set, with what both of them exclude; those given first.

    Args:
        board: where.
        free: the groups of each set that are not used to join it to the next.
        main: two such groups that exclude something.
    """
    here = alive(board)
    one = {group: _common(board, group) for group in free[0]}
    other = {group: _common(board, group) for group in free[-1]}
    yield main, here & one[main[0]] & other[main[1]]
    for first, last in product(one, other) if len(free) > 1 else ():
        targets = here & one[first] & other[last]
        if targets and (first, last) != main:
            yield (first, last), targets


def _kept(free: Sequence[Sequence[int]], first: int, last: int) -> Iterator[int]:
    """The free groups of each set, but for the one at either end of the chain."""
    for index, own in enumerate(free):
        ends = (first if not index else 0, last if index == len(free) - 1 else 0)
        yield from [group for group in own if group not in ends]


def _among(own: Candidates, others: Candidates) -> Candidates:
    return tuple(c for c in own if c in others)


def _tell_chain(step: Step, words: Words) -> str:
    """Set by set: without one value it has the next one, which the next set then lacks."""
    sets, joints = _roles(step, "set"), _roles(step, "restricted")
    ends = _roles(step, "ends")
    parts = []
    for index, own in enumerate(sets):
        off = _among(own, joints[index - 1] if index else ends[0])
        on = _among(own, joints[index] if index < len(joints) else ends[0])
        why = f", in {words.shapes(through(words, joints[index - 1]))}," if index else ""
        lead = f"{'then ' if index else 'if '}{_nowhere(words, off)}{why}"
        parts.append(f"{lead} {'and' if index else 'then'} {_driven(words, own, on)}")
    return f"{'; '.join(parts)}; either way {_seen(step, words, ends)}"


def _roles(step: Step, name: str) -> list[Candidates]:
    return [role.candidates for role in step.roles if role.name == name]


def _seen(step: Step, words: Words, ends: Sequence[Candidates]) -> str:
    """What is at the ends of a pattern, and who sees it; value by value."""
    parts, rest = [], dict.fromkeys(step.eliminations)
    for own in ends:
        hit = [t for t in rest if _excludes_all(words.board, t, own)]
        rest = {target: None for target in rest if target not in hit}
        if hit:
            parts.append(f"{_at(words, own)}, and {sights(words, hit, own)}")
    return "; ".join(parts)


def _excludes_all(board: Board, target: Candidate, others: Candidates) -> bool:
    number = numbering(board.model)
    return not number.mask(others) & ~conflicts(board)[number.number(target)]


def _nowhere(words: Words, off: Candidates) -> str:
    if len(off) == 1:
        return f"{named(words, off)} is not {symbols(words, off)}"
    return f"none of {named(words, off)} is {symbols(words, off)}"


def _at(words: Words, on: Candidates) -> str:
    return f"{named(words, on, 'or')} is {symbols(words, on)}"


def _driven(words: Words, own: Candidates, on: Candidates) -> str:
    """Where a set has a value when it lacks another one."""
    return f"{_at(words, on)} ({_all_but_one(words, own)})"


def _all_but_one(words: Words, own: Candidates) -> str:
    if len({variable for variable, _ in own}) == 1:
        return f"{named(words, own)} holds {symbols(words, own, 'or')}"
    return f"{named(words, own)} hold all but one of {symbols(words, own)}"


def als_xz(board: Board) -> Iterator[Step]:
    """Two almost locked sets share a value that only one of them can hold, or two such values."""
    yield from _doubly_linked(board)
    yield from als_chains(board, 1, 2, "als-xz")


def _doubly_linked(board: Board) -> Iterator[Step]:
    """Two sets, two values of which only one of them each can hold: every value stands there."""
    web = _web(board)
    groups = {group: number for number, group in enumerate(web.groups)}
    for first, one in enumerate(web.sets):
        links: dict[int, list[tuple[int, int]]] = {}
        for group in one.groups:
            for other in bits(web.off[groups[group]]):
                for second in web.owners[other]:
                    if second > first:
                        links.setdefault(second, []).append((groups[group], other))
        for second, joints in sorted(links.items()):
            for pair in combinations(joints, 2):
                if all(here != there for here, there in zip(*pair, strict=True)):
                    yield from _rank_0(board, web, (one, web.sets[second]), pair)
                    break


def _rank_0(
    board: Board,
    web: _Web,
    sets: tuple[AlmostLockedSet, AlmostLockedSet],
    joints: Sequence[tuple[int, int]],
) -> Iterator[Step]:
    plain = numbering(board.model).candidates
    joint = [web.groups[here] | web.groups[there] for here, there in joints]
    used = {web.groups[group] for pair in joints for group in pair}
    masks = [*joint, *(group for one in sets for group in one.groups if group not in used)]
    inside = 0
    for mask in masks:
        inside |= mask
    targets = [plain(_common(board, mask) & alive(board) & ~inside) for mask in masks]
    gone = tuple(sorted({candidate for own in targets for candidate in own}))
    if gone:
        parts = [cell_truth(board, v) for one in sets for v in bits(one.cells)]
        roles = [Role("set", plain(sum(one.groups))) for one in sets]
        roles += [Role("restricted", plain(mask)) for mask in joint]
        arguments = covered(board, parts, [plain(mask) for mask in masks], targets)
        rating = _BY_CELLS.get(len(parts), _BY_CELLS[7])
        yield Step("als-xz", (), gone, arguments, tuple(roles), rating)


def _tell_xz(step: Step, words: Words) -> str:
    if step.roles[-1].name == "ends":
        return _tell_chain(step, words)
    one, other, *joints = (role.candidates for role in step.roles)
    links = [f"{symbols(words, j)} (in {words.shapes(through(words, j))})" for j in joints]
    told = {c for joint in joints for c in joint}
    groups = [g for own in (one, other) for g in by_value(own) if not told & set(g)]
    return (
        f"{_all_but_one(words, one)}; {_all_but_one(words, other)}; only one of the two can have "
        f"{links[0]}, and only one {links[1]}, hence each has one of these and everything else: "
        f"{_seen(step, words, [*joints, *groups])}"
    )


def _tell_blossom(step: Step, words: Words) -> str:
    """Case by case: what becomes of the petals."""
    stem, ends = step.roles[0].candidates, _roles(step, "ends")
    cases = []
    for own, joint in zip(_roles(step, "petal"), _roles(step, "restricted"), strict=True):
        off = _among(own, joint)
        lead = f"if {_at(words, _among(stem, joint))}, {_nowhere(words, off)}, in "
        then = _driven(words, own, _among(own, ends[0]))
        cases.append(f"{lead}{words.shapes(through(words, joint))}, and {then}")
    arguments = [one for one in step.arguments if isinstance(one, Rank)]
    return (
        f"{words.truth(arguments[0].truths[0])}; {'; '.join(cases)}; in every case "
        f"{_seen(step, words, ends)}"
    )


def death_blossom(board: Board) -> Iterator[Step]:
    """Whatever is true of a truth (the stem), a value stands in one of several sets (petals)."""
    web, done = _web(board), 0
    stems = [strong for strong in truths(board) if strong.mask & (strong.mask - 1)]
    seen = _outward(board)
    for number, start in web.off_by.items():
        if not start or done >> number & 1:
            continue
        target = 1 << number
        on = _united(web.on, start)
        gone = seen[number] | _united(web.excludes, on)
        for stem in stems:
            if not stem.mask & ~gone and not stem.mask & target and stem.mask & ~seen[number]:
                step = _blossom(board, web, stem, number, on)
                done |= numbering(board.model).mask(step.eliminations)
                yield step
                break


def _blossom(board: Board, web: _Web, stem: Strong, number: int, on: int) -> Step:
    """The step of a stem, with as few and as small petals as come first.

    Args:
        board: where.
        web: what follows from what.
        stem: the truth, each of whose candidates is excluded by a petal or by the target.
        number: of the target.
        on: the groups, as bits, in which something is true if the target is.
    """
    plain = numbering(board.model).candidates
    direct = stem.mask & _outward(board)[number]
    petals, rest = [], stem.mask & ~direct
    while rest:
        petals.append(_petal(web, web.off_by[number], rest, on))
        rest &= ~petals[-1].driven
    parts = [truth(board, stem)]
    parts += [cell_truth(board, v) for petal in petals for v in bits(petal.own.cells)]
    joints = [petal.driving | petal.driven for petal in petals]
    shapes = () if stem.primitive is None else (stem.primitive,)
    roles = [Role("stem", plain(stem.mask), shapes)]
    roles += [Role("petal", plain(sum(petal.own.groups))) for petal in petals]
    roles += [Role("restricted", plain(joint)) for joint in joints]
    arguments: dict[Candidate, Rank] = {}
    for off, targets in _tips(board, petals, direct):
        links = [*joints]
        for petal, tip in zip(petals, off, strict=True):
            links += [group for group in petal.own.groups if group not in (petal.driving, tip)]
        for target in plain(targets):
            inner = [plain(mask) for mask in links]
            arguments.setdefault(target, overrun(board, parts, inner, target))
        roles.append(Role("ends", plain(_union(off) | direct)))
    gone = tuple(sorted(arguments))
    return Step("death-blossom", (), gone, tuple(arguments.values()), tuple(roles))


def _tips(
    board: Board, petals: Sequence[_Petal], direct: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """One group of each petal, with what all of these exclude; those that were found first.

    Args:
        board: where.
        petals: the petals.
        direct: candidates of the stem that no petal excludes.
    """
    main = tuple(petal.tip for petal in petals)
    values = petals[0].own.values
    for petal in petals:
        values &= petal.own.values
    options = [tuple(petal.own.group(value) for petal in petals) for value in bits(values)]
    for off in dict.fromkeys([main, *options]):
        if not any(tip == petal.driving for tip, petal in zip(off, petals, strict=True)):
            targets = alive(board) & _common(board, _union(off) | direct)
            if targets:
                yield off, targets


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


@dataclass(frozen=True, slots=True)
class _Petal:
    """An almost locked set that excludes some candidates of a stem.

    Args:
        own: the set.
        driving: its candidates that exclude these.
        tip: its candidates that the target excludes.
        driven: the candidates of the stem.
    """

    own: AlmostLockedSet
    driving: int
    tip: int
    driven: int


def _petal(web: _Web, start: int, rest: int, on: int) -> _Petal:
    """The petal that drives out the first of some candidates, and most of them.

    Args:
        web: what follows from what.
        start: the groups, as bits, that the target excludes.
        rest: candidates of the stem.
        on: the groups, as bits, in which something is true if the target is.
    """
    first = rest & -rest
    options = []
    for group in bits(on):
        driven = web.excludes[group] & rest
        if driven & first:
            for tip in bits(web.on[group] & start):
                own = web.joining(tip, group)
                options.append((-driven.bit_count(), own.cells.bit_count(), group, tip, driven))
    _, _, group, tip, driven = min(options)
    return _Petal(web.joining(tip, group), web.groups[group], web.groups[tip], driven)


_TECHNIQUES: tuple[tuple[str, Find, str, Tell | None, float, int, str], ...] = (
    (
        "als-xz",
        als_xz,
        "Two almost locked sets share a value, or two, that only one of them can hold.",
        _tell_xz,
        5.5,
        300,
        "Sudopedia, ALS-XZ",
    ),
    (
        "als-xy-wing",
        partial(als_chains, fewest=3, most=3, technique="als-xy-wing"),
        "Three almost locked sets in a chain: a value must be in the first or in the last one.",
        _tell_chain,
        6.6,
        320,
        "Sudopedia, ALS-XY-Wing",
    ),
    (
        "als-chain",
        partial(als_chains, fewest=4, most=_LONGEST, technique="als-chain"),
        "Almost locked sets in a chain: a value must be in the first one or in the last one.",
        _tell_chain,
        7.0,
        340,
        "HoDoKu, ALS Chain",
    ),
    (
        "death-blossom",
        death_blossom,
        "Whatever is true of a truth, a value stands in one of several almost locked sets.",
        _tell_blossom,
        7.0,
        360,
        "Sudopedia, Death Blossom",
    ),
)

for _name, _find, _summary, _tell, _rating, _score, _source in _TECHNIQUES:
    register_strategy(
        Strategy(
            _name,
            _find,
            _summary,
            "als",
            _rating,
            _score,
            _source,
            monotone=False,
            tell=_tell,
        )
    )
