"""The search for cuts, which show that a rule about members has no filling (see `cuts`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board, Candidate
from sudokulib.logic.cuts import Line, is_impossible, vertices_of
from sudokulib.logic.memo import cached_on_model
from sudokulib.logic.step import Argument, Fillings, Refutation, Split, Step
from sudokulib.model import Model, bits
from sudokulib.primitives import Areas, Connected, Loop, Primitive, Regions, When
from sudokulib.primitives.graphs import Graph, graph_of
from sudokulib.primitives.members import split_members


@cached_on_model
def _has_graphs(model: Model) -> bool:
    return any(vertices_of(primitive) for primitive in model.primitives)


def with_cuts(board: Board, step: Step) -> Step:
    """Return a step with the cuts that show what follows from connected cells, areas and lines.

    Its conclusions and all else are the same. What no cut shows is left to a search for fillings.

    Args:
        board: the board before the step.
        step: a step that follows on it.
    """
    if not _has_graphs(board.model):
        return step
    claims = [(c, True) for c in step.placements] + [(c, False) for c in step.eliminations]
    arguments: list[Argument] = []
    for argument in step.arguments:
        if isinstance(argument, Fillings) and argument.cut is None:
            arguments += _fillings(board, argument.primitive, claims)
        elif isinstance(argument, Refutation):
            start = [argument.candidate]
            assumed = board.placed(start) if argument.holds else board.without(start)
            arguments.append(replace(argument, steps=_in_order(assumed, argument.steps)))
        elif isinstance(argument, Split):
            branches = [
                replace(one, steps=_in_order(board.placed([one.candidate]), one.steps))
                for one in argument.branches
            ]
            arguments.append(replace(argument, branches=tuple(branches)))
        else:
            arguments.append(argument)
    return replace(step, arguments=tuple(arguments))


def _in_order(board: Board, steps: Iterable[Step]) -> tuple[Step, ...]:
    found = []
    for step in steps:
        found.append(with_cuts(board, step))
        board = step.apply(board)
    return tuple(found)


def _fillings(
    board: Board, number: int, claims: Sequence[tuple[Candidate, bool]]
) -> Iterator[Fillings]:
    """Yield the proofs of conclusions from one rule.

    Args:
        board: the board.
        number: the rule, by number.
        claims: candidates, each with whether it is true; if there are none, the rule has no
            filling.
    """
    rule = board.model.primitives[number]
    found: list[int] = []
    whole = not vertices_of(rule)
    for masks in () if whole else _opposites(board, rule, claims):
        if not any(is_impossible(rule, masks, cut) for cut in found):
            if (cut := find_cut(rule, masks)) is not None:
                found.append(cut)
            elif not whole:
                whole = not rule.feasible(masks)
    yield from (Fillings(number, tuple(bits(cut))) for cut in found)
    if whole or not found:
        yield Fillings(number)


def _opposites(
    board: Board, rule: Primitive, claims: Sequence[tuple[Candidate, bool]]
) -> Iterator[list[int]]:
    """Yield for each conclusion the domains if it were wrong; those of the board if none."""
    for (variable, value), holds in claims:
        if variable in rule.variables:
            check_interrupt()
            masks = list(board.masks)
            masks[variable] &= ~(1 << value) if holds else 1 << value
            yield masks
    if not claims:
        yield list(board.masks)


def find_cut(rule: Primitive, domains: Sequence[int]) -> int | None:
    """Return a cut that shows that a rule has no filling, as a bit mask; None if none is found.

    Args:
        rule: the rule.
        domains: the domain of every variable of the model.
    """
    return next((cut for cut in _cuts(rule, domains) if is_impossible(rule, domains, cut)), None)


def _cuts(rule: Primitive, domains: Sequence[int]) -> Iterator[int]:
    """Yield what may be a cut."""
    if isinstance(rule, When):
        yield from _cuts(rule.then, domains)
    elif isinstance(rule, Regions):
        graph = graph_of(rule.vertices, rule.edges)
        for number in range(rule.vertices // rule.size):
            split = split_members(rule.labels, 1 << number, domains)
            yield from _parts(graph, *split) if split else ()
    elif isinstance(rule, Connected | Areas):
        split = split_members(rule.variables, rule.values, domains)
        yield from _parts(rule.graph, *split) if split else ()
        if split and isinstance(rule, Connected) and rule.roots:
            yield rule.graph.reached(sum(1 << place for place in rule.roots) & split[1], split[1])
    elif isinstance(rule, Loop):
        yield from _vertex_sets(rule, Line(rule, domains))


def _parts(graph: Graph, must: int, may: int) -> Iterator[int]:
    """Yield no vertices, then the parts of those that may be members, and of those that are."""
    yield 0
    for part in graph.parts(may):
        if part & must:
            yield part
    yield from graph.parts(must)


def _vertex_sets(rule: Loop, line: Line) -> Iterator[int]:
    """Yield what may be a cut of a loop or path."""
    if line.stuck >= 0:
        yield 1 << line.stuck
        return
    count = vertices_of(rule)
    vertices = (1 << count) - 1
    whole = Graph.of(count, [line.ends[edge] for edge in bits(line.may)])
    yield from whole.parts(vertices)
    # Without what is decided: each part is entered by what is known to be part of the line.
    undecided = Graph.of(count, [line.ends[edge] for edge in bits(line.may & ~line.must)])
    yield from undecided.parts(vertices)
    for part in whole.parts(vertices):
        if part & line.visited:
            for vertex, lost in whole.cut_off(part & -part, part).items():
                yield lost
                yield lost | 1 << vertex
