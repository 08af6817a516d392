"""Loops and paths: lines that cannot go on, come back or close, and what they need to do so.

Each technique is one of the reasons behind the propagation of `Loop`. A path is treated as its
primitive does it, as a loop through one more vertex, by further edges from wherever it may end.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.strategies.connection.lines import (
    KnownLine,
    LineWords,
    Reason,
    line_search,
    line_telling,
)
from sudokulib.strategies.registry import strategy

_LOOPY = "S. Tatham, Portable Puzzle Collection, Loopy (loopy.c)"
_SNYDER = "T. Snyder, Ask Dr. Sudoku #5 (gmpuzzles.com, 2013)"


# Lines at a point.


def _branches(line: KnownLine) -> Iterator[Reason]:
    for vertex, edges in enumerate(line.graph.at):
        gone = edges & line.open
        if gone and (edges & line.must).bit_count() == 2:
            yield Reason(gone, edges & line.known, vertex)


def _say_branch(words: LineWords, reason: Reason) -> str:
    here, known = words.vertex(reason.at), words.edges(reason.shown)
    if words.line.ends(reason.at):
        return f"{words.rule} ends at {here}, where {known} leads"
    return f"{words.rule} passes {here} by {known}, and has no branches"


@strategy(
    "no-branch",
    family="connection",
    rating=1.5,
    score=10,
    source=f"{_LOOPY}, trivial deductions",
    pencil_marks=False,
    tell=line_telling(_branches, _say_branch),
)
def no_branch(board: Board) -> Iterator[Step]:
    """A loop or path has both its edges at a point, so all others there are excluded."""
    yield from _NO_BRANCH(board)


_NO_BRANCH = line_search("no-branch", _branches)


def _dead_ends(line: KnownLine) -> Iterator[Reason]:
    for vertex, edges in enumerate(line.graph.at):
        gone = edges & line.open
        if gone and (edges & line.may).bit_count() == 1 and not line.visited(vertex):
            yield Reason(gone, at=vertex)


def _say_dead_end(words: LineWords, reason: Reason) -> str:
    here, edge = words.vertex(reason.at), words.edges(reason.edges)
    end = "" if words.line.rule.closed else ", nor end there"
    return f"{edge} is a dead end: {words.rule} could not go on from {here}{end}"


@strategy(
    "dead-end",
    family="connection",
    rating=1.5,
    score=10,
    source=f"{_LOOPY}, trivial deductions",
    pencil_marks=False,
    tell=line_telling(_dead_ends, _say_dead_end),
)
def dead_end(board: Board) -> Iterator[Step]:
    """A loop or path could not go on from a point, as a single edge is left there."""
    yield from _DEAD_END(board)


_DEAD_END = line_search("dead-end", _dead_ends)


def _only_ways(line: KnownLine) -> Iterator[Reason]:
    for vertex, edges in enumerate(line.graph.at):
        needed = edges & line.open
        if needed and (edges & line.may).bit_count() == 2 and line.visited(vertex):
            yield Reason(needed, edges & line.known, vertex, member=True)


def _say_only_way(words: LineWords, reason: Reason) -> str:
    line, here, ways = words.line, words.vertex(reason.at), words.edges(reason.edges)
    if reason.shown:
        end = "" if line.rule.closed else ", and cannot end there"
        known = words.edges(reason.shown)
        return f"from {known}, {words.rule} can go on at {here} only by {ways}{end}"
    comes = "ends at" if line.ends(reason.at) else "has to come to"
    lead = "leads" if reason.edges.bit_count() == 1 else "lead"
    return f"{words.rule} {comes} {here}, and only {ways} {lead} there"


@strategy(
    "only-way-on",
    family="connection",
    rating=1.6,
    score=10,
    source=f"{_LOOPY}, trivial deductions",
    pencil_marks=False,
    tell=line_telling(_only_ways, _say_only_way),
)
def only_way_on(board: Board) -> Iterator[Step]:
    """A loop or path comes to a point where no more edges are left than it needs."""
    yield from _ONLY_WAY_ON(board)


_ONLY_WAY_ON = line_search("only-way-on", _only_ways)


# Lines that close.


def _outside(line: KnownLine, piece: list[int], own: int) -> Iterator[int]:
    """Yield the vertices of known edges, and those to visit, that are in no piece or in others."""
    known = {vertex for edge in bits(line.must) for vertex in line.graph.ends[edge]}
    return (vertex for vertex in sorted(known | line.graph.through) if piece[vertex] != own)


def _premature(line: KnownLine) -> Iterator[Reason]:
    graph = line.graph
    piece, _ = graph.pieces(line.must)
    for edge in bits(line.open):
        one, other = graph.ends[edge]
        own = piece[one]
        if piece[other] == own and any(_outside(line, piece, own)):
            shown = sum(1 << e for e in bits(line.known) if piece[graph.ends[e][0]] == own)
            yield Reason(1 << edge, shown, one)


def _say_premature(words: LineWords, reason: Reason) -> str:
    line = words.line
    piece, _ = line.graph.pieces(line.must)
    known, edge = words.edges(reason.shown), words.edges(reason.edges)
    own = piece[reason.at]
    if line.outer >= 0 and piece[line.outer] != own:
        return f"{edge} would close a loop with {known}, and {words.rule} has two ends"
    close = f"{edge} would {'close' if line.rule.closed else 'complete'} {words.rule}"
    left = set(_outside(line, piece, own))
    return f"{close} with {known}, and it has to come to {words.vertices(left)} as well"


@strategy(
    "premature-loop",
    family="connection",
    rating=1.8,
    score=20,
    source=f"{_SNYDER}, loop closure",
    aliases=("loop-would-close",),
    pencil_marks=False,
    tell=line_telling(_premature, _say_premature),
)
def premature_loop(board: Board) -> Iterator[Step]:
    """An edge would close a loop, or join both ends of a path, while something is outside."""
    yield from _PREMATURE_LOOP(board)


_PREMATURE_LOOP = line_search("premature-loop", _premature)


def _complete(line: KnownLine) -> Iterator[Reason]:
    piece, cycle = line.graph.pieces(line.must)
    own = next((piece[line.graph.ends[edge][0]] for edge in bits(line.must)), -1)
    if line.open and cycle and not any(_outside(line, piece, own)):
        yield Reason(line.open, line.known)


def _say_complete(words: LineWords, reason: Reason) -> str:
    return f"{words.rule} is complete with {words.edges(reason.shown)}"


@strategy(
    "loop-complete",
    family="connection",
    rating=1.4,
    score=10,
    source=f"{_LOOPY}, loop deductions",
    aliases=("path-complete",),
    pencil_marks=False,
    tell=line_telling(_complete, _say_complete),
)
def loop_complete(board: Board) -> Iterator[Step]:
    """A loop is closed, or a path joins both its ends, so no more edges belong to it."""
    yield from _LOOP_COMPLETE(board)


_LOOP_COMPLETE = line_search("loop-complete", _complete)


# Lines that do not touch themselves.


def _touching(line: KnownLine) -> Iterator[Reason]:
    graph = line.graph
    kept_out: dict[int, int] = {}
    for edge, ends in enumerate(line.rule.ends if not graph.touching else ()):
        sure = [vertex for vertex in ends if line.visited(vertex)]
        if len(sure) == 2 and line.open >> edge & 1:
            shown = line.known & (graph.at[ends[0]] | graph.at[ends[1]])
            yield Reason(1 << edge, shown, member=True)
        elif len(sure) == 1 and not line.may >> edge & 1:
            kept_out.setdefault(graph.beyond(edge, sure[0]), sure[0])
    for vertex, beside in kept_out.items():
        if gone := line.open & graph.at[vertex]:
            yield Reason(gone, line.known & graph.at[beside], vertex)


def _say_touching(words: LineWords, reason: Reason) -> str:
    line = words.line
    if reason.member:
        ends = words.vertices({*line.graph.ends[reason.edges.bit_length() - 1]})
        return f"{words.rule} comes to both {ends}, and does not touch itself"
    here = reason.at
    beside = next(
        line.graph.beyond(edge, here)
        for edge in bits(line.graph.at[here] & ~line.may & ~line.graph.free)
        if line.visited(line.graph.beyond(edge, here))
    )
    return f"at {words.vertex(here)}, {words.rule} would touch itself, as it comes to " + (
        words.vertex(beside)
    )


@strategy(
    "no-touching",
    family="connection",
    rating=1.8,
    score=20,
    source="Diestel, Graph Theory (induced paths and cycles)",
    pencil_marks=False,
    tell=line_telling(_touching, _say_touching),
)
def no_touching(board: Board) -> Iterator[Step]:
    """A loop or path that does not touch itself uses every edge between points that it visits."""
    yield from _NO_TOUCHING(board)


_NO_TOUCHING = line_search("no-touching", _touching)


# Lines that cannot come back.


def _no_ways_back(line: KnownLine) -> Iterator[Reason]:
    graph = line.graph
    for block in graph.blocks(line.may):
        if not block & line.open:
            continue
        elsewhere = line.must & ~block
        missed = [vertex for vertex in graph.through if not block & graph.at[vertex]]
        if elsewhere or missed or not block & (block - 1):
            shown = elsewhere & line.known
            yield Reason(block & line.open, shown & -shown, _beyond(line, block))


def _beyond(line: KnownLine, block: int) -> int:
    """Return the vertex by which alone a block is joined with what it misses; -1 if by none."""
    graph = line.graph
    here = {vertex for edge in bits(block) for vertex in graph.ends[edge]}
    wanted = {v for e in bits(line.must & ~block) for v in graph.ends[e]} | graph.through
    for vertex in sorted(here):
        start = next(iter(here - {vertex}))
        reached = line.reached(start, line.may & ~graph.at[vertex])
        whole = line.reached(start, line.may)
        if (whole - reached - {vertex}) & wanted:
            return vertex
    return -1


def _say_no_way_back(words: LineWords, reason: Reason) -> str:
    there, shown = words.edges(reason.edges, "or"), words.edges(reason.shown)
    if reason.at >= 0 and not words.line.rule.closed:
        here = words.vertex(reason.at)
        return f"beyond {here}, {words.rule} could neither end nor come back from {there}"
    if reason.at >= 0:
        here = words.vertex(reason.at)
        return f"{words.rule} could come back from {there} only through {here}, which it has passed"
    if reason.shown:
        return f"no way leads from {shown} to {there}, and all of {words.rule} is connected"
    if words.line.rule.closed and not words.line.graph.through:
        return f"{words.rule} could not come back from {there}"
    return f"{words.rule} with {there} could not come to all that it has to"


@strategy(
    "no-way-back",
    family="connection",
    rating=2.1,
    score=30,
    source="Tarjan, Depth-First Search and Linear Graph Algorithms (1972), biconnected components",
    pencil_marks=False,
    tell=line_telling(_no_ways_back, _say_no_way_back),
)
def no_way_back(board: Board) -> Iterator[Step]:
    """A loop or path could not come back from some edges, or not reach all that it has to."""
    yield from _NO_WAY_BACK(board)


_NO_WAY_BACK = line_search("no-way-back", _no_ways_back)


# Borders that are crossed an even number of times.


def _odd_cuts(line: KnownLine) -> Iterator[Reason]:
    split = line.graph.even_cuts(line.must, line.may)
    must, may = split or (line.must, line.may)
    for edge in bits(line.open & (must & ~line.must | line.may & ~may)):
        inside = _inside(line, edge)
        crossing = sum(
            1 << e for e in bits(line.known) if len(inside.intersection(line.graph.ends[e])) == 1
        )
        yield Reason(1 << edge, crossing, member=bool(must >> edge & 1))


def _inside(line: KnownLine, edge: int) -> set[int]:
    """Return the smaller side of the cut in which an edge is the only open one.

    That of a path does not include the vertex beyond its ends.
    """
    others = line.may & ~line.must & ~(1 << edge)
    sides = [line.reached(vertex, others) for vertex in line.graph.ends[edge]]
    return min((side for side in sides if line.outer not in side), key=len)


def _say_crossings(words: LineWords, reason: Reason) -> str:
    line = words.line
    edge = reason.edges.bit_length() - 1
    inside = _inside(line, edge)
    ends = sum(line.ends(vertex) for vertex in inside)
    number = "odd" if ends == 1 else "even"
    has = f"{words.rule} has {('no end', 'one end', 'both ends')[ends]} there, so it crosses"
    crosses = f"{words.rule} crosses" if line.rule.closed else has
    others = f" besides {words.edges(reason.shown)}" if reason.shown else ""
    return (
        f"only {words.edges(reason.edges)} may lead out of {words.vertices(inside)}{others}, and "
        f"{crosses} this border an {number} number of times"
    )


@strategy(
    "even-crossings",
    family="connection",
    rating=2.3,
    score=40,
    source=_SNYDER,
    pencil_marks=False,
    tell=line_telling(_odd_cuts, _say_crossings),
)
def even_crossings(board: Board) -> Iterator[Step]:
    """A loop crosses every border an even number of times, which decides the last edge across."""
    yield from _EVEN_CROSSINGS(board)


_EVEN_CROSSINGS = line_search("even-crossings", _odd_cuts)
