"""Almost locked sets: two that share a value, chains of them, and petals around a stem.

An almost locked set holds all of its values but one. So if one of its values is not in it, each of
the others is (see `sudokulib.logic.almost_locked`), and may drive values out of further sets. All
techniques here follow such consequences through a *web* of groups, the candidates of one value in
one set. Sets may overlap: a cell that is in two of them is counted twice throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise

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
            targets = alive(board) & web.excludes[pairs[0][0]] & web.excludes[pairs[-1][1]]
            done |= targets | 1 << number
            yield _chain(board, web, pairs, targets | 1 << number, technique)


def _chain(board: Board, web: _Web, pairs: Pairs, targets: int, technique: str) -> Step:
    plain = numbering(board.model).candidates
    sets = [web.joining(off, on) for off, on in pairs]
    parts = [cell_truth(board, v) for one in sets for v in bits(one.cells)]
    joints = [web.groups[one[1]] | web.groups[other[0]] for one, other in pairwise(pairs)]
    inner = [*joints]
    for one, pair in zip(sets, pairs, strict=True):
        used = {web.groups[group] for group in pair}
        inner += [group for group in one.groups if group not in used]
    links = [plain(mask) for mask in inner]
    gone = plain(targets)
    roles = [Role("set", plain(sum(one.groups))) for one in sets]
    roles += [Role("restricted", plain(joint)) for joint in joints]
    roles.append(Role("ends", plain(web.groups[pairs[0][0]] | web.groups[pairs[-1][1]])))
    cells = sum(one.cells.bit_count() for one in sets)
    return Step(
        technique,
        (),
        gone,
        tuple(overrun(board, parts, links, target) for target in gone),
        tuple(roles),
        _BY_CELLS.get(cells, _BY_CELLS[7]) if len(sets) == 2 else None,
    )


def _among(own: Candidates, others: Candidates) -> Candidates:
    return tuple(c for c in own if c in others)


def _tell_chain(step: Step, words: Words) -> str:
    """Set by set: without one value it has the next one, which the next set then lacks."""
    sets = [role.candidates for role in step.roles if role.name == "set"]
    joints = [role.candidates for role in step.roles if role.name == "restricted"]
    ends = step.roles[-1].candidates
    parts = []
    for index, own in enumerate(sets):
        off = _among(own, joints[index - 1] if index else ends)
        on = _among(own, joints[index] if index < len(joints) else ends)
        why = f", in {words.shapes(through(words, joints[index - 1]))}," if index else ""
        lead = f"{'then ' if index else 'if '}{_nowhere(words, off)}{why}"
        parts.append(f"{lead} {'and' if index else 'then'} {_driven(words, own, on)}")
    return f"{'; '.join(parts)}; either way {_at(words, ends)}, and " + (
        sights(words, step.eliminations, ends)
    )


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
    rest = dict.fromkeys(step.eliminations)
    seen = []
    told = {c for joint in joints for c in joint}
    groups = [g for own in (one, other) for g in by_value(own) if not told & set(g)]
    for link in [*joints, *groups]:
        hit = tuple(t for t in rest if t[1] == link[0][1] and _sees_all(words.board, t, link))
        rest = {target: None for target in rest if target not in hit}
        if hit:
            seen.append(f"{_at(words, link)}, and {sights(words, hit, link)}")
    return (
        f"{_all_but_one(words, one)}; {_all_but_one(words, other)}; only one of the two can have "
        f"{links[0]}, and only one {links[1]}, hence each has one of these and everything else: "
        f"{'; '.join(seen)}"
    )


def _sees_all(board: Board, target: Candidate, link: Candidates) -> bool:
    numbered = numbering(board.model)
    off = conflicts(board)[numbered.number(target)]
    return all(off >> numbered.number(candidate) & 1 for candidate in link)


def _tell_blossom(step: Step, words: Words) -> str:
    """Case by case: what becomes of the petals."""
    stem, *others = step.roles
    petals = [role.candidates for role in others if role.name == "petal"]
    joints = [role.candidates for role in others if role.name == "restricted"]
    ends = step.roles[-1].candidates
    cases = []
    for own, joint in zip(petals, joints, strict=True):
        if_, off = _among(stem.candidates, joint), _among(own, joint)
        why = words.shapes(through(words, joint))
        where = f"{_nowhere(words, off)}, in {why}, and {_driven(words, own, _among(own, ends))}"
        cases.append(f"if {_at(words, if_)}, {where}")
    arguments = [one for one in step.arguments if isinstance(one, Rank)]
    return (
        f"{words.truth(arguments[0].truths[0])}; {'; '.join(cases)}; in every case "
        f"{_at(words, ends)}, and {sights(words, step.eliminations, ends)}"
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
    """The step of a stem, with as few and as small petals as come first."""
    plain = numbering(board.model).candidates
    rest = stem.mask & ~_outward(board)[number]
    targets = alive(board)
    for direct in bits(stem.mask & ~rest):
        targets &= _outward(board)[direct]
    petals: list[tuple[AlmostLockedSet, int, int, int]] = []
    while rest:
        own, group, off, covers = _petal(web, web.off_by[number], rest, on)
        petals.append((own, group, off, covers))
        targets &= web.excludes[off]
        rest &= ~covers
    parts = [truth(board, stem)]
    parts += [cell_truth(board, v) for own, *_ in petals for v in bits(own.cells)]
    links = [plain(web.groups[group] | covers) for _, group, _, covers in petals]
    for own, group, off, _ in petals:
        used = (web.groups[group], web.groups[off])
        links += [plain(mask) for mask in own.groups if mask not in used]
    gone = plain(targets | 1 << number)
    shapes = () if stem.primitive is None else (stem.primitive,)
    roles = [Role("stem", plain(stem.mask), shapes)]
    roles += [Role("petal", plain(sum(own.groups))) for own, *_ in petals]
    roles += [Role("restricted", own) for own in links[: len(petals)]]
    ends = _united(web.groups, sum({1 << off for _, _, off, _ in petals}))
    direct = stem.mask & _outward(board)[number]
    roles.append(Role("ends", plain(ends | direct)))
    arguments = tuple(overrun(board, parts, links, target) for target in gone)
    return Step("death-blossom", (), gone, arguments, tuple(roles))


def _petal(web: _Web, start: int, rest: int, on: int) -> tuple[AlmostLockedSet, int, int, int]:
    """A set that drives out the first of some candidates; that which drives out most of them.

    Returns:
        The set, its group that does so, its group that is off, and what is driven out.
    """
    first = rest & -rest
    options = []
    for group in bits(on):
        covers = web.excludes[group] & rest
        if covers & first:
            for off in bits(web.on[group] & start):
                own = web.joining(off, group)
                options.append((-covers.bit_count(), own.cells.bit_count(), group, off, covers))
    _, _, group, off, covers = min(options)
    return web.joining(off, group), group, off, covers


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
