"""What is known of a loop or path on a board, and why edges are, or are not, part of it.

The techniques in `loops` are reasons; steps and words are made of them here.
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
from sudokulib.strategies.registry import Tell


@dataclass(frozen=True, slots=True)
class KnownLine:
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


def known_line(members: Members[MemberRule]) -> KnownLine | None:
    """Return what is known of a loop or path; None if its edges contradict one another."""
    rule = members.rule
    assert isinstance(rule, Loop)
    split = rule.graph.with_ends((members.must, members.may))
    return split and KnownLine(rule, members.must, members.open, rule.graph, *split)


@dataclass(frozen=True, slots=True)
class Reason:
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


Reasons = Callable[[KnownLine], Iterator[Reason]]
Say = Callable[["LineWords", Reason], str]


def line_search(technique: str, reasons: Reasons) -> Callable[[Board], Iterator[Step]]:
    """Return the search for the steps that some reasons give."""

    def steps(members: Members[Loop]) -> Iterator[Step]:
        line = known_line(members) if members.open else None
        for reason in reasons(line) if line else ():
            decided = members.included if reason.member else members.excluded
            yield decided(technique, reason.edges, reason.shown)

    search: Search[Loop] = steps
    return search_of(loop=search)


def line_telling(reasons: Reasons, say: Say) -> Tell:
    """Return what tells a step: it finds its reason again."""

    def tell(step: Step, words: Words) -> str:
        told = words_of(step, words)
        line = known_line(told.members)
        assert line is not None, "it was found on this board"
        reason = next(one for one in reasons(line) if one.edges == told.targets)
        return say(LineWords(told, line), reason)

    return tell


@dataclass(frozen=True, slots=True)
class LineWords:
    """Words for a step about a line.

    Args:
        told: those of its edges.
        line: the line.
    """

    told: MemberWords
    line: KnownLine

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
        rule, topology = self.line.rule, self.told.words.puzzle.geometry.topology
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
