"""Connected cells, and areas of some sizes: what is out of reach, and what joins or completes them.

`Connected` says that all members are joined, `Areas` that each of their parts has one of some
sizes. Each technique is one of the reasons behind their propagation, with the cells that show it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.primitives import Areas, Connected, Loop
from sudokulib.primitives.areas import can_grow
from sudokulib.strategies.connection.members import (
    MemberRule,
    Members,
    MemberWords,
    search_of,
    words_of,
)
from sudokulib.strategies.registry import strategy

STREAM = "Tectonicpuzzel.eu, Solving Techniques for Islands in the Stream"


def _begun(members: Members[Connected]) -> bool:
    """Return whether it is known from where members are reached: from roots, or from a member."""
    return bool(members.rule.roots or members.must)


def reached_places(members: Members[MemberRule], without: int = 0) -> int:
    """Return the places that paths of possible members lead to, with none of some places."""
    rule = members.rule
    assert isinstance(rule, Connected)
    return rule.reached(rule.start(members.must), members.may & ~without)


def _least(members: Members[Connected]) -> int:
    """Return how many members there are at least; 0 if there may be none, or no number fits."""
    known = members.must.bit_count()
    return next((size for size in members.rule.sizes if size >= known), 0)


def _most(members: Members[MemberRule], reached: int) -> int:
    """Return how many members there are at most, all among some places; 0 if no number fits."""
    assert isinstance(members.rule, Connected)
    return max((size for size in members.rule.sizes if size <= reached.bit_count()), default=0)


def _numbers(sizes: tuple[int, ...]) -> str:
    """Return sizes in words; more than two are a range."""
    few = len(sizes) < 3 or sizes[-1] - sizes[0] >= len(sizes)
    return join_words(list(map(str, sizes)), "or") if few else f"{sizes[0]} to {sizes[-1]}"


# Members that are out of reach.


def unreachable_steps(members: Members[Connected]) -> Iterator[Step]:
    """Yield the steps about places that no path, or none that is short enough, leads to."""
    rule, must = members.rule, members.must
    reached = reached_places(members) if _begun(members) else 0
    if must & ~reached or not _begun(members):
        return
    if cut_off := members.may & ~reached:
        yield members.excluded("unreachable", cut_off, must)
    most = _most(members, reached)
    if must.bit_count() < most < reached.bit_count():
        for start in rule.starts(must, reached):
            near = rule.within(start, must, reached, most - must.bit_count())
            if far := members.open & reached & ~near:
                yield members.excluded("unreachable", far, start or must)


def _roots(told: MemberWords) -> str:
    """Return the cells of which each part must have one."""
    rule = told.members.rule
    assert isinstance(rule, Connected)
    roots = sum(1 << place for place in rule.roots)
    return told.names(roots, "or", f"{told.noun} of which each part has one")


def _tell_unreachable(step: Step, words: Words) -> str:
    told = words_of(step, words)
    here = told.names(told.pattern, many=f"of these {told.noun}") if told.pattern else _roots(told)
    there = told.names(told.targets, "or", f"other {told.noun}")
    reached = reached_places(told.members)
    if told.targets & reached:
        most = told.count(_most(told.members, reached))
        return f"in {told.rule}, a path from {here} to {there} would take more than {most}"
    return f"in {told.rule}, no path of {told.what} can lead from {here} to {there}"


@strategy(
    "unreachable",
    family="connection",
    rating=1.9,
    score=20,
    source=f"{STREAM} (unreachable cells)",
    pencil_marks=False,
    tell=_tell_unreachable,
)
def unreachable(board: Board) -> Iterator[Step]:
    """No path, or none that is short enough, leads from a connected area to some cells."""
    yield from _UNREACHABLE(board)


_UNREACHABLE = search_of(connected=unreachable_steps)


# Areas that have too little room.


def _no_room(members: Members[Connected]) -> Iterator[Step]:
    rule = members.rule
    least = next((size for size in rule.sizes if size), 0)
    for part in () if _begun(members) else rule.graph.parts(members.may):
        if part.bit_count() < least:
            yield members.excluded("no-room", part)


def _no_room_for_area(members: Members[Areas]) -> Iterator[Step]:
    rule, must, may = members.rule, members.must, members.may
    for room in rule.graph.parts(may):
        if rule.sizes and room.bit_count() < rule.sizes[0]:
            if not room & must:
                yield members.excluded("no-room", room)
            continue
        for place in bits(room & ~must):
            joined = rule.graph.reached(1 << place, must)
            fits = rule.sizes and joined.bit_count() <= rule.sizes[-1]
            if fits and not can_grow(rule.graph, joined, may, rule.sizes):
                yield members.excluded("no-room", 1 << place, joined & must)


def _tell_no_room(step: Step, words: Words) -> str:
    told = words_of(step, words)
    rule = told.members.rule
    assert not isinstance(rule, Loop)
    sizes = tuple(size for size in rule.sizes if size)
    room = rule.graph.reached(told.targets, told.members.may).bit_count()
    if room < sizes[0]:
        there = told.names(told.targets, "or")
        return (
            f"an area with {there} has room for {told.count(room)}, and {told.rule_does('want')} "
            f"{_numbers(sizes)}"
        )
    joined = told.names(told.targets | told.pattern)
    wanted = f"{_numbers(sizes)} {told.what}"
    return f"an area with {joined} could not grow to {wanted}, as {told.rule_does('want')}"


@strategy(
    "no-room",
    family="connection",
    rating=2.0,
    score=20,
    source=f"{STREAM} (isolated cells)",
    pencil_marks=False,
    tell=_tell_no_room,
)
def no_room(board: Board) -> Iterator[Step]:
    """A connected area that included some cells would have no room to grow to a size that fits."""
    yield from _NO_ROOM(board)


_NO_ROOM = search_of(connected=_no_room, areas=_no_room_for_area)


# Areas that are as large as they may be.


def _complete(members: Members[Connected]) -> Iterator[Step]:
    known = members.must.bit_count()
    if members.open and known and known == members.rule.sizes[-1]:
        yield members.excluded("area-complete", members.open, members.must)


def _complete_area(members: Members[Areas]) -> Iterator[Step]:
    rule = members.rule
    for part in rule.graph.parts(members.must):
        around = rule.graph.beside(part) & members.open
        if around and rule.sizes and part.bit_count() == rule.sizes[-1]:
            yield members.excluded("area-complete", around, part)


def _tell_complete(step: Step, words: Words) -> str:
    told = words_of(step, words)
    known, size = told.names(told.pattern), told.pattern.bit_count()
    if isinstance(told.members.rule, Connected):
        return f"{told.rule_does('allow')} only {told.count(size)}: {known}"
    be = "is" if size == 1 else "are"
    return f"{known} {be} an area of {told.count(size)}, as large as {told.rule_does('allow')}"


@strategy(
    "area-complete",
    family="connection",
    rating=1.6,
    score=10,
    source=f"{STREAM} (completed islands)",
    aliases=("island-complete",),
    pencil_marks=False,
    tell=_tell_complete,
)
def area_complete(board: Board) -> Iterator[Step]:
    """A connected area is as large as it may be, so no more cells belong to it."""
    yield from _COMPLETE(board)


_COMPLETE = search_of(connected=_complete, areas=_complete_area)


def _too_large(members: Members[Areas]) -> Iterator[Step]:
    rule, must = members.rule, members.must
    most = rule.sizes[-1] if rule.sizes else 0
    for place in bits(members.open):
        joined = rule.graph.reached(1 << place, must)
        parts = list(rule.graph.parts(joined & must))
        if joined.bit_count() > most > max(part.bit_count() for part in (*parts, 0)):
            yield members.excluded("area-too-large", 1 << place, joined & must)


def _tell_too_large(step: Step, words: Words) -> str:
    told = words_of(step, words)
    rule = told.members.rule
    assert isinstance(rule, Areas)
    return (
        f"{told.names(told.targets)} would join {told.names(told.pattern)} into an area of "
        f"{told.count(told.pattern.bit_count() + 1)}, and {told.rule_does('allow')} "
        f"{rule.sizes[-1]}"
    )


@strategy(
    "area-too-large",
    family="connection",
    rating=1.8,
    score=20,
    source=f"{STREAM} (diagonally adjacent cells, cells separated by one cell)",
    pencil_marks=False,
    tell=_tell_too_large,
)
def area_too_large(board: Board) -> Iterator[Step]:
    """A cell would join several areas into one that is larger than any may be."""
    yield from _TOO_LARGE(board)


_TOO_LARGE = search_of(areas=_too_large)


# Cells that an area needs.


def _all_needed(members: Members[Connected]) -> Iterator[Step]:
    least = _least(members)
    reached = reached_places(members) if _begun(members) else members.may
    if (members.must or least) and reached.bit_count() == least and members.open & reached:
        yield members.included("exact-fit", members.open & reached, members.must)


def _all_needed_by_area(members: Members[Areas]) -> Iterator[Step]:
    rule = members.rule
    for part in rule.graph.parts(members.must):
        room = rule.graph.reached(part, members.may)
        larger = [size for size in rule.sizes if size >= part.bit_count()]
        if room != part and larger and larger[0] == room.bit_count():
            yield members.included("exact-fit", room & members.open, part)


def _tell_exact_fit(step: Step, words: Words) -> str:
    told = words_of(step, words)
    every = told.targets | told.pattern
    count = told.count(every.bit_count(), "connected ")
    return f"{told.rule_does('want')} {count}, and no others than {told.names(every)} are left"


@strategy(
    "exact-fit",
    family="connection",
    rating=2.0,
    score=20,
    source=f"{STREAM} (expanding islands)",
    pencil_marks=False,
    tell=_tell_exact_fit,
)
def exact_fit(board: Board) -> Iterator[Step]:
    """A connected area needs all cells that are within its reach, as there are no more."""
    yield from _EXACT_FIT(board)


_EXACT_FIT = search_of(connected=_all_needed, areas=_all_needed_by_area)


def _only_way_out(members: Members[Connected]) -> Iterator[Step]:
    rule, must = members.rule, members.must
    roots = sum(1 << place for place in rule.roots)
    least = _least(members)
    for part in rule.graph.parts(must):
        way = rule.graph.beside(part) & members.open
        others = not part & roots if roots else part != must
        small = part == must and part.bit_count() < least and not roots & ~part
        if way and not way & (way - 1) and (others or small):
            yield members.included("only-way-out", way, part)


def _only_way_to_grow(members: Members[Areas]) -> Iterator[Step]:
    rule = members.rule
    for part in rule.graph.parts(members.must):
        way = rule.graph.beside(part) & members.open
        if way and not way & (way - 1) and part.bit_count() not in rule.sizes:
            yield members.included("only-way-out", way, part)


def _tell_only_way_out(step: Step, words: Words) -> str:
    told = words_of(step, words)
    members, rule = told.members, told.members.rule
    assert not isinstance(rule, Loop)
    way = f"{told.names(told.targets)} is the only way out of {told.names(told.pattern)}"
    roots = sum(1 << place for place in rule.roots) if isinstance(rule, Connected) else 0
    others = not told.pattern & roots if roots else members.must & ~told.pattern
    if isinstance(rule, Connected) and others:
        return f"{way}, and all {told.what} are connected in {told.rule}"
    sizes = _numbers(tuple(size for size in rule.sizes if size >= told.pattern.bit_count()))
    return f"{way}, and {told.rule_does('want')} {sizes} connected {told.what}"


@strategy(
    "only-way-out",
    family="connection",
    rating=1.8,
    score=16,
    source=f"{STREAM} (form one uninterrupted sea, expanding islands)",
    pencil_marks=False,
    tell=_tell_only_way_out,
)
def only_way_out(board: Board) -> Iterator[Step]:
    """All other cells around a part of an area are excluded, and it has to grow."""
    yield from _ONLY_WAY_OUT(board)


_ONLY_WAY_OUT = search_of(connected=_only_way_out, areas=_only_way_to_grow)


def _cut_cells(members: Members[Connected]) -> Iterator[Step]:
    must, least = members.must, _least(members)
    for place in bits(members.open):
        cell = 1 << place
        if _begun(members):
            joined = reached_places(members, cell)
            if apart := must & ~joined:
                yield members.included("cut-cell", cell, must & joined, apart)
            elif joined.bit_count() < least:
                yield members.included("cut-cell", cell, must)
        elif least and not _has_part(members, cell, least):
            yield members.included("cut-cell", cell)


def _has_part(members: Members[Connected], without: int, least: int) -> bool:
    """Return whether enough possible members are connected if some places are none."""
    parts = members.rule.graph.parts(members.may & ~without)
    return any(part.bit_count() >= least for part in parts)


def _cut_cells_of_area(members: Members[Areas]) -> Iterator[Step]:
    rule = members.rule
    for part in rule.graph.parts(members.must):
        if part.bit_count() not in rule.sizes:
            for place in bits(rule.graph.reached(part, members.may) & members.open):
                if not can_grow(rule.graph, part, members.may & ~(1 << place), rule.sizes):
                    yield members.included("cut-cell", 1 << place, part)


def _tell_cut_cell(step: Step, words: Words) -> str:
    told = words_of(step, words)
    rule, cell = told.members.rule, told.names(told.targets)
    assert not isinstance(rule, Loop)
    joined = f"all {told.what} are connected in {told.rule}, and only {cell} can join "
    if told.extra:
        there = told.names(told.extra, many=f"other {told.noun}")
        return f"{joined}{told.names(told.pattern)} with {there}"
    if isinstance(rule, Connected) and told.pattern & ~reached_places(told.members, told.targets):
        return f"{joined}{told.names(told.pattern)} with {_roots(told)}"
    known = told.names(told.pattern) if told.pattern else "an area"
    sizes = _numbers(tuple(size for size in rule.sizes if size > told.pattern.bit_count()))
    wanted = f"{sizes} {told.what}, as {told.rule_does('want')}"
    return f"without {cell}, {known} could not grow to {wanted}"


@strategy(
    "cut-cell",
    family="connection",
    rating=2.2,
    score=30,
    source="Tarjan, Depth-First Search and Linear Graph Algorithms (1972), articulation points",
    aliases=("cut-vertex", "articulation-point"),
    pencil_marks=False,
    tell=_tell_cut_cell,
)
def cut_cell(board: Board) -> Iterator[Step]:
    """Without a cell, known parts of an area could not be joined, or it could not grow enough."""
    yield from _CUT_CELL(board)


_CUT_CELL = search_of(connected=_cut_cells, areas=_cut_cells_of_area)
