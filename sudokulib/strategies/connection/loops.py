"""Loops and paths: lines that cannot go on, come back or close, and what they need to do so.

Each technique is one of the reasons behind the propagation of `Loop`. A path is treated as its
primitive does it, as a loop through one more vertex, by further edges from wherever it may end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.primitives import Loop
from sudokulib.primitives.loop import LoopGraph
from sudokulib.shapes.loops import Vertex
from sudokulib.strategies.connection.members import (
    MemberRule,
    Members,
    MemberWords,
    Search,
    search_of,
    words_of,
)
from sudokulib.strategies.phrases import MOST_NAMED
from sudokulib.strategies.registry import Tell, strategy

_LOOPY = "S. Tatham, Portable Puzzle Collection, Loopy (loopy.c)"
_SNYDER = "T. Snyder, Ask Dr. Sudoku #5 (gmpuzzles.com, 2013)"


@dataclass(frozen=True, slots=True)
class _Lines:
    """A loop or path on a board.

    Args:
        rule: the rule.
        known: the edges of the board that are part of it, as a bit mask.
        open: those that are undecided.
        graph: its graph, with the further edges of a path.
        must: the edges that are part of it, also among the further ones.
        may: those that may be.
    """

    rule: Loop
    known: int
    open: int
    graph: LoopGraph
    must: int
    may: int

    @property
    def outer(self) -> int:
        """The vertex that a path passes beyond its ends; -1 for a loop."""
        return -1 if self.rule.closed else len(self.graph.at) - 1

    def ends(self, vertex: int) -> bool:
        """Return whether a path is known to end at a vertex."""
        return bool(self.must & self.graph.at[vertex] & self.graph.free)

    def visited(self, vertex: int) -> bool:
        """Return whether the line is known to come to a vertex."""
        return vertex in self.graph.through or bool(self.must & self.graph.at[vertex])

    def reached(self, start: int, edges: int) -> set[int]:
        """Return the vertices to which some edges lead from one of them."""
        found, fresh = {start}, [start]
        while fresh:
            vertex = fresh.pop()
            more = {self.graph.beyond(edge, vertex) for edge in bits(self.graph.at[vertex] & edges)}
            fresh += more - found
            found |= more
        return found


def _lines_of(members: Members[MemberRule]) -> _Lines | None:
    """Return what is known of a loop or path; None if its edges contradict one another."""
    rule = members.rule
    assert isinstance(rule, Loop)
    split = rule.graph.with_ends((members.must, members.may))
    return split and _Lines(rule, members.must, members.open, rule.graph, *split)


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why some edges are, or are not, part of a line.

    Args:
        edges: the edges, as a bit mask.
        shown: the known edges that are the reason.
        at: the vertex that it is about; -1 for none.
        member: whether they are part of the line.
    """

    edges: int
    shown: int = 0
    at: int = -1
    member: bool = False


_Reasons = Callable[[_Lines], Iterator[_Reason]]
_Say = Callable[["_LineWords", _Reason], str]


def _search(technique: str, reasons: _Reasons) -> Callable[[Board], Iterator[Step]]:
    """Return the search for the steps that some reasons give."""

    def steps(members: Members[Loop]) -> Iterator[Step]:
        lines = _lines_of(members) if members.open else None
        for reason in reasons(lines) if lines else ():
            decided = members.included if reason.member else members.excluded
            yield decided(technique, reason.edges, reason.shown)

    search: Search[Loop] = steps
    return search_of(loop=search)


def _telling(reasons: _Reasons, say: _Say) -> Tell:
    """Return what tells a step: it finds its reason again."""

    def tell(step: Step, words: Words) -> str:
        told = words_of(step, words)
        lines = _lines_of(told.members)
        assert lines is not None, "it was found on this board"
        reason = next(one for one in reasons(lines) if one.edges == told.targets)
        return say(_LineWords(told, lines), reason)

    return tell


@dataclass(frozen=True, slots=True)
class _LineWords:
    """Words for a step about a line.

    Args:
        told: those of its edges.
        lines: the line.
    """

    told: MemberWords
    lines: _Lines

    @property
    def rule(self) -> str:
        """The name of the rule."""
        return self.told.rule

    def edges(self, edges: int, last: str = "and") -> str:
        """Return the names of some edges, or how many there are."""
        return self.told.names(edges, last)

    def vertex(self, vertex: int) -> str:
        """Return the name of a vertex: its cell, or ``the corner of R1C1, R1C2, R2C1 and R2C2``."""
        return self.vertices({vertex})

    def vertices(self, vertices: set[int]) -> str:
        """Return the names of some vertices, or how many there are."""
        places = self._places()
        found = [places[vertex] for vertex in sorted(vertices) if vertex in places]
        topology = self.told.words.puzzle.geometry.topology
        corners = [place for place in found if isinstance(place, tuple)]
        if len(found) > MOST_NAMED:
            return f"{len(found)} {'corners' if corners else 'cells'}"
        return join_words(
            [
                f"the corner of {self.told.words.cells(topology.around(place))}"
                if isinstance(place, tuple)
                else self.told.words.cell(place)
                for place in found
            ]
        )

    def _places(self) -> dict[int, Vertex]:
        """Return the cell, or the dart of the corner point, that each vertex is.

        A vertex is where all edges at it meet. If one edge alone joins two, either is as good.
        """
        rule, topology = self.lines.rule, self.told.words.puzzle.geometry.topology
        meeting: dict[int, set[Vertex]] = {}
        for v, ends in zip(rule.variables, rule.ends, strict=True):
            place = topology.places[v]
            points: set[Vertex] = set(place.cells)
            if place.on == "sides":
                points = {point for dart in place.points if (point := topology.point(dart))}
            for vertex in ends:
                meeting[vertex] = meeting.get(vertex, points) & points
        found: dict[int, Vertex] = {}
        for vertex in sorted(meeting, key=lambda vertex: len(meeting[vertex])):
            found[vertex] = min(meeting[vertex].difference(found.values()), key=str)
        return found


# Lines at a point.


def _branches(lines: _Lines) -> Iterator[_Reason]:
    for vertex, edges in enumerate(lines.graph.at):
        gone = edges & lines.open
        if gone and (edges & lines.must).bit_count() == 2:
            yield _Reason(gone, edges & lines.known, vertex)


def _say_branch(words: _LineWords, reason: _Reason) -> str:
    here, known = words.vertex(reason.at), words.edges(reason.shown)
    if words.lines.ends(reason.at):
        return f"{words.rule} ends at {here}, where {known} leads"
    return f"{words.rule} passes {here} by {known}, and has no branches"


@strategy(
    "no-branch",
    family="connection",
    rating=1.5,
    score=10,
    source=f"{_LOOPY}, trivial deductions",
    pencil_marks=False,
    tell=_telling(_branches, _say_branch),
)
def no_branch(board: Board) -> Iterator[Step]:
    """A loop or path has both its edges at a point, so all others there are excluded."""
    yield from _NO_BRANCH(board)


_NO_BRANCH = _search("no-branch", _branches)


def _dead_ends(lines: _Lines) -> Iterator[_Reason]:
    for vertex, edges in enumerate(lines.graph.at):
        gone = edges & lines.open
        if gone and (edges & lines.may).bit_count() == 1 and not lines.visited(vertex):
            yield _Reason(gone, at=vertex)


def _say_dead_end(words: _LineWords, reason: _Reason) -> str:
    here, edge = words.vertex(reason.at), words.edges(reason.edges)
    end = "" if words.lines.rule.closed else ", nor end there"
    return f"{edge} is a dead end: {words.rule} could not go on from {here}{end}"


@strategy(
    "dead-end",
    family="connection",
    rating=1.5,
    score=10,
    source=f"{_LOOPY}, trivial deductions",
    pencil_marks=False,
    tell=_telling(_dead_ends, _say_dead_end),
)
def dead_end(board: Board) -> Iterator[Step]:
    """A loop or path could not go on from a point, as a single edge is left there."""
    yield from _DEAD_END(board)


_DEAD_END = _search("dead-end", _dead_ends)


def _only_ways(lines: _Lines) -> Iterator[_Reason]:
    for vertex, edges in enumerate(lines.graph.at):
        needed = edges & lines.open
        if needed and (edges & lines.may).bit_count() == 2 and lines.visited(vertex):
            yield _Reason(needed, edges & lines.known, vertex, member=True)


def _say_only_way(words: _LineWords, reason: _Reason) -> str:
    lines, here, ways = words.lines, words.vertex(reason.at), words.edges(reason.edges)
    if reason.shown:
        end = "" if lines.rule.closed else ", and cannot end there"
        known = words.edges(reason.shown)
        return f"from {known}, {words.rule} can go on at {here} only by {ways}{end}"
    comes = "ends at" if lines.ends(reason.at) else "has to come to"
    lead = "leads" if reason.edges.bit_count() == 1 else "lead"
    return f"{words.rule} {comes} {here}, and only {ways} {lead} there"


@strategy(
    "only-way-on",
    family="connection",
    rating=1.6,
    score=10,
    source=f"{_LOOPY}, trivial deductions",
    pencil_marks=False,
    tell=_telling(_only_ways, _say_only_way),
)
def only_way_on(board: Board) -> Iterator[Step]:
    """A loop or path comes to a point where no more edges are left than it needs."""
    yield from _ONLY_WAY_ON(board)


_ONLY_WAY_ON = _search("only-way-on", _only_ways)


# Lines that close.


def _outside(lines: _Lines, piece: list[int], own: int) -> Iterator[int]:
    """Yield the vertices of known edges, and those to visit, that are in no piece or in others."""
    known = {vertex for edge in bits(lines.must) for vertex in lines.graph.ends[edge]}
    return (vertex for vertex in sorted(known | lines.graph.through) if piece[vertex] != own)


def _premature(lines: _Lines) -> Iterator[_Reason]:
    graph = lines.graph
    piece, _ = graph.pieces(lines.must)
    for edge in bits(lines.open):
        one, other = graph.ends[edge]
        own = piece[one]
        if piece[other] == own and any(_outside(lines, piece, own)):
            shown = sum(1 << e for e in bits(lines.known) if piece[graph.ends[e][0]] == own)
            yield _Reason(1 << edge, shown, one)


def _say_premature(words: _LineWords, reason: _Reason) -> str:
    lines = words.lines
    piece, _ = lines.graph.pieces(lines.must)
    known, edge = words.edges(reason.shown), words.edges(reason.edges)
    own = piece[reason.at]
    if lines.outer >= 0 and piece[lines.outer] != own:
        return f"{edge} would close a loop with {known}, and {words.rule} has two ends"
    close = f"{edge} would {'close' if lines.rule.closed else 'complete'} {words.rule}"
    left = set(_outside(lines, piece, own))
    return f"{close} with {known}, and it has to come to {words.vertices(left)} as well"


@strategy(
    "premature-loop",
    family="connection",
    rating=1.8,
    score=20,
    source=f"{_SNYDER}, loop closure",
    aliases=("loop-would-close",),
    pencil_marks=False,
    tell=_telling(_premature, _say_premature),
)
def premature_loop(board: Board) -> Iterator[Step]:
    """An edge would close a loop, or join both ends of a path, while something is outside."""
    yield from _PREMATURE_LOOP(board)


_PREMATURE_LOOP = _search("premature-loop", _premature)


def _complete(lines: _Lines) -> Iterator[_Reason]:
    piece, cycle = lines.graph.pieces(lines.must)
    own = next((piece[lines.graph.ends[edge][0]] for edge in bits(lines.must)), -1)
    if lines.open and cycle and not any(_outside(lines, piece, own)):
        yield _Reason(lines.open, lines.known)


def _say_complete(words: _LineWords, reason: _Reason) -> str:
    return f"{words.rule} is complete with {words.edges(reason.shown)}"


@strategy(
    "loop-complete",
    family="connection",
    rating=1.4,
    score=10,
    source=f"{_LOOPY}, loop deductions",
    aliases=("path-complete",),
    pencil_marks=False,
    tell=_telling(_complete, _say_complete),
)
def loop_complete(board: Board) -> Iterator[Step]:
    """A loop is closed, or a path joins both its ends, so no more edges belong to it."""
    yield from _LOOP_COMPLETE(board)


_LOOP_COMPLETE = _search("loop-complete", _complete)


# Lines that do not touch themselves.


def _touching(lines: _Lines) -> Iterator[_Reason]:
    graph = lines.graph
    kept_out: dict[int, int] = {}
    for edge, ends in enumerate(lines.rule.ends if not graph.touching else ()):
        sure = [vertex for vertex in ends if lines.visited(vertex)]
        if len(sure) == 2 and lines.open >> edge & 1:
            shown = lines.known & (graph.at[ends[0]] | graph.at[ends[1]])
            yield _Reason(1 << edge, shown, member=True)
        elif len(sure) == 1 and not lines.may >> edge & 1:
            kept_out.setdefault(graph.beyond(edge, sure[0]), sure[0])
    for vertex, beside in kept_out.items():
        if gone := lines.open & graph.at[vertex]:
            yield _Reason(gone, lines.known & graph.at[beside], vertex)


def _say_touching(words: _LineWords, reason: _Reason) -> str:
    lines = words.lines
    if reason.member:
        ends = words.vertices({*lines.graph.ends[reason.edges.bit_length() - 1]})
        return f"{words.rule} comes to both {ends}, and does not touch itself"
    here = reason.at
    beside = next(
        lines.graph.beyond(edge, here)
        for edge in bits(lines.graph.at[here] & ~lines.may & ~lines.graph.free)
        if lines.visited(lines.graph.beyond(edge, here))
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
    tell=_telling(_touching, _say_touching),
)
def no_touching(board: Board) -> Iterator[Step]:
    """A loop or path that does not touch itself uses every edge between points that it visits."""
    yield from _NO_TOUCHING(board)


_NO_TOUCHING = _search("no-touching", _touching)


# Lines that cannot come back.


def _no_ways_back(lines: _Lines) -> Iterator[_Reason]:
    graph = lines.graph
    for block in graph.blocks(lines.may):
        if not block & lines.open:
            continue
        elsewhere = lines.must & ~block
        missed = [vertex for vertex in graph.through if not block & graph.at[vertex]]
        if elsewhere or missed or not block & (block - 1):
            shown = elsewhere & lines.known
            yield _Reason(block & lines.open, shown & -shown, _beyond(lines, block))


def _beyond(lines: _Lines, block: int) -> int:
    """Return the vertex by which alone a block is joined with what it misses; -1 if by none."""
    graph = lines.graph
    here = {vertex for edge in bits(block) for vertex in graph.ends[edge]}
    wanted = {v for e in bits(lines.must & ~block) for v in graph.ends[e]} | graph.through
    for vertex in sorted(here):
        start = next(iter(here - {vertex}))
        reached = lines.reached(start, lines.may & ~graph.at[vertex])
        whole = lines.reached(start, lines.may)
        if (whole - reached - {vertex}) & wanted:
            return vertex
    return -1


def _say_no_way_back(words: _LineWords, reason: _Reason) -> str:
    there, shown = words.edges(reason.edges, "or"), words.edges(reason.shown)
    if reason.at >= 0 and not words.lines.rule.closed:
        here = words.vertex(reason.at)
        return f"beyond {here}, {words.rule} could neither end nor come back from {there}"
    if reason.at >= 0:
        here = words.vertex(reason.at)
        return f"{words.rule} could come back from {there} only through {here}, which it has passed"
    if reason.shown:
        return f"no way leads from {shown} to {there}, and all of {words.rule} is connected"
    if words.lines.rule.closed and not words.lines.graph.through:
        return f"{words.rule} could not come back from {there}"
    return f"{words.rule} with {there} could not come to all that it has to"


@strategy(
    "no-way-back",
    family="connection",
    rating=2.1,
    score=30,
    source="Tarjan, Depth-First Search and Linear Graph Algorithms (1972), biconnected components",
    pencil_marks=False,
    tell=_telling(_no_ways_back, _say_no_way_back),
)
def no_way_back(board: Board) -> Iterator[Step]:
    """A loop or path could not come back from some edges, or not reach all that it has to."""
    yield from _NO_WAY_BACK(board)


_NO_WAY_BACK = _search("no-way-back", _no_ways_back)


# Borders that are crossed an even number of times.


def _odd_cuts(lines: _Lines) -> Iterator[_Reason]:
    split = lines.graph.even_cuts(lines.must, lines.may)
    must, may = split or (lines.must, lines.may)
    for edge in bits(lines.open & (must & ~lines.must | lines.may & ~may)):
        inside = _inside(lines, edge)
        crossing = sum(
            1 << e for e in bits(lines.known) if len(inside.intersection(lines.graph.ends[e])) == 1
        )
        yield _Reason(1 << edge, crossing, member=bool(must >> edge & 1))


def _inside(lines: _Lines, edge: int) -> set[int]:
    """Return the smaller side of the cut in which an edge is the only open one.

    That of a path does not include the vertex beyond its ends.
    """
    others = lines.may & ~lines.must & ~(1 << edge)
    sides = [lines.reached(vertex, others) for vertex in lines.graph.ends[edge]]
    return min((side for side in sides if lines.outer not in side), key=len)


def _say_crossings(words: _LineWords, reason: _Reason) -> str:
    lines = words.lines
    edge = reason.edges.bit_length() - 1
    inside = _inside(lines, edge)
    ends = sum(lines.ends(vertex) for vertex in inside)
    number = "odd" if ends == 1 else "even"
    has = f"{words.rule} has {('no end', 'one end', 'both ends')[ends]} there, so it crosses"
    crosses = f"{words.rule} crosses" if lines.rule.closed else has
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
    tell=_telling(_odd_cuts, _say_crossings),
)
def even_crossings(board: Board) -> Iterator[Step]:
    """A loop crosses every border an even number of times, which decides the last edge across."""
    yield from _EVEN_CROSSINGS(board)


_EVEN_CROSSINGS = _search("even-crossings", _odd_cuts)
