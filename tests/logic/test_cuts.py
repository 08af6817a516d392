"""Cuts show only what is so: every set of vertices against brute force, in all small graphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from primitives.graph_boards import NO, OPEN, YES, boards, graphs, model_of

import sudokulib
from sudokulib.board import Board
from sudokulib.errors import ProblemsError
from sudokulib.logic import proof
from sudokulib.logic.cut_search import find_cut, with_cuts
from sudokulib.logic.cuts import is_impossible, vertices_of
from sudokulib.logic.step import Fillings, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.primitives import AllDifferent, Areas, Connected, Loop, Primitive, Regions, When
from sudokulib.solving.explaining.possible_steps import possible_steps
from sudokulib.solving.explaining.step_reader import StepReader
from sudokulib.solving.explaining.step_writer import StepWriter

EXAMPLES = Path(__file__).parents[2] / "examples"
PATH = [(0, 1), (1, 2), (2, 3)]
SQUARE = [(0, 1), (1, 2), (2, 3), (0, 3)]


def rules(graph: nx.Graph, chance: Random) -> Iterator[Primitive]:
    """Rules about a graph, the edges of which are the variables of loops."""
    count, edges = len(graph), list(graph.edges)
    some = [chance.sample(range(count), chance.randint(0, count)) for _ in range(2)]
    yield Connected.of(range(count), YES, edges, range(1, count + 1))
    yield Connected.of(range(count), YES, edges, some[0] or [0])
    yield Connected.of(
        range(count), YES, edges, range(chance.randint(0, count), count + 1), some[1]
    )
    yield Areas.of(range(count), YES, edges, some[0] or [1])
    yield When.of(count, 0, Connected.of(range(count), YES, edges, some[1] or [0]))
    if edges:
        ends = sorted({vertex for edge in edges for vertex in edge})
        through = chance.sample(ends, chance.randint(0, min(3, len(ends))))
        for closed, touching in product((True, False), repeat=2):
            tips = [] if closed else chance.sample(ends, chance.randint(0, 2))
            yield Loop.of(
                dict(enumerate(edges)), YES,
                through=through, closed=closed, tips=tips, touching=touching,
            )  # fmt: skip


def has_filling(rule: Primitive, domains: Sequence[int]) -> bool:
    choices = [bits(domains[v]) for v in rule.variables]
    return any(rule.check(filling) for filling in product(*map(list, choices)))


def agree(most: int, boards_each: int) -> None:
    """No cut shows what is not so; of most rules some cut shows what propagation finds."""
    chance = Random(most)
    for graph in graphs(most):
        if graph.size() > 9:
            continue
        for rule in rules(graph, chance):
            for domains in boards(len(rule.variables), chance, boards_each):
                cuts = range(1 << vertices_of(rule))
                if has_filling(rule, domains):
                    assert not any(is_impossible(rule, domains, cut) for cut in cuts)
                elif finds_all(rule) and rule.propagate(domains) is None:
                    cut = find_cut(rule, domains)
                    assert cut is not None, f"{rule} on {domains}"
                    assert is_impossible(rule, domains, cut)


def finds_all(rule: Primitive) -> bool:
    """Return whether some cut shows each contradiction that propagation finds."""
    return isinstance(rule, Loop) or (isinstance(rule, Connected) and not rule.roots)


def test_all_graphs_of_four_vertices_agree_with_brute_force() -> None:
    agree(4, 30)


@pytest.mark.slow
def test_all_graphs_of_six_vertices_agree_with_brute_force() -> None:
    agree(6, 12)


def test_unknown_regions_agree_with_brute_force() -> None:
    graph, chance = nx.grid_2d_graph(2, 3), Random(6)
    place = {vertex: number for number, vertex in enumerate(graph)}
    edges = [(place[one], place[other]) for one, other in graph.edges]
    rule = Regions.of(range(6), edges, 3)
    shown = 0
    for _ in range(60):
        domains = [chance.choice((1, 2, 3, 3)) for _ in range(6)]
        found = [cut for cut in range(1 << 6) if is_impossible(rule, domains, cut)]
        assert not (found and has_filling(rule, domains))
        shown += bool(found)
    assert shown > 10


def connected(sizes: Sequence[int], roots: Sequence[int] = ()) -> Connected:
    return Connected.of(range(4), YES, PATH, sizes, roots)


@pytest.mark.parametrize(
    ("rule", "domains", "cut", "wrong"),
    [
        pytest.param(connected(range(5)), (YES, NO, OPEN, YES), {0}, 1, id="separator"),
        pytest.param(connected([3]), (YES, OPEN, NO, OPEN), {0, 1}, 3, id="room"),
        pytest.param(connected([3]), (YES, OPEN, OPEN, YES), {0}, 1, id="ball"),
        pytest.param(connected(range(5), [3]), (YES, OPEN, NO, OPEN), {0, 1}, None, id="root"),
        pytest.param(
            Areas.of(range(4), YES, PATH, [2, 4]), (YES, NO, OPEN, OPEN), {0}, 2, id="area"
        ),
        pytest.param(
            Loop.of(dict(enumerate(SQUARE)), YES), (YES, NO, OPEN, OPEN), {1}, None, id="dead end"
        ),
    ],
)
def test_what_shows_it(
    rule: Primitive, domains: Sequence[int], cut: set[int], wrong: int | None
) -> None:
    assert is_impossible(rule, domains, sum(1 << vertex for vertex in cut))
    assert not has_filling(rule, domains)
    assert wrong is None or not is_impossible(rule, domains, 1 << wrong)
    board = Board.of(model_of(rule, cells=4), domains)
    step = Step("any", eliminations=((0, 1),), arguments=(Fillings(0, tuple(cut)),))
    assert proof.is_proved(board, step)


def test_a_line_closed_too_early() -> None:
    edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)]
    rule = Loop.of(dict(enumerate(edges)), YES)
    closed = (YES, YES, YES, OPEN, YES, OPEN, OPEN)
    assert is_impossible(rule, closed, 0b000111)
    assert not is_impossible(rule, (YES, YES, YES, NO, NO, NO, NO), 0b000111)


def test_cuts_of_other_rules_and_of_no_vertices_prove_nothing() -> None:
    board = Board.of(model_of(AllDifferent((0, 1)), cells=2), (1, 3))
    gone = ((1, 0),)
    assert proof.is_proved(board, Step("any", eliminations=gone, arguments=(Fillings(0),)))
    assert not proof.is_proved(board, Step("any", eliminations=gone, arguments=(Fillings(0, ()),)))
    for cut in ((0,), (-1,), (99,), ("x",), 3):
        step = Step("any", eliminations=gone, arguments=(Fillings(0, cut),))  # type: ignore[arg-type]
        with pytest.raises(proof.ProofError):
            proof.check_step(board, step)


def fillings_used(puzzle: sudokulib.Puzzle, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return for each use of a rule about a graph in the proofs of a puzzle if a cut shows it."""
    used = []
    check = proof._by_fillings

    def by_fillings(board: Board, argument: Fillings, claims: Sequence[object]) -> object:
        proved = check(board, argument, claims)  # type: ignore[arg-type]
        rule = board.model.primitives[argument.primitive]
        if proved and vertices_of(rule) and not isinstance(rule, Regions):
            used.append(argument.cut is not None)
        return proved

    monkeypatch.setattr(proof, "_by_fillings", by_fillings)
    for one in sudokulib.steps(puzzle, seconds=None):
        one.step.verify(one.before)
    return used


@pytest.mark.parametrize(
    ("example", "least"),
    [
        ("yin-yang/day-and-night", 1.0), ("shaded-areas/twos-and-threes", 1.0),
        ("nurikabe/skerries", 1.0), ("hitori/left-alone", 1.0), ("masyu/necklace", 1.0),
        ("fillomino/allotments", 0.95), ("simple-loop/moat", 0.9),
    ],
)  # fmt: skip
def test_proofs_of_examples_have_cuts(
    example: str, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = fillings_used(sudokulib.load(EXAMPLES / f"{example}.yaml"), monkeypatch)
    assert used
    assert sum(used) >= least * len(used)


def test_a_cut_changes_no_text_and_is_written_and_read() -> None:
    puzzle = sudokulib.load(EXAMPLES / "nurikabe" / "skerries.yaml")
    words = Words(puzzle)
    for one in sudokulib.steps(puzzle):
        again = with_cuts(one.before, one.step)
        assert again == one.step
        data = StepWriter(words).step(one.step)
        assert StepReader(words).step(data, "step") == one.step
        for argument in data["arguments"]:
            if "cut" in argument:
                del argument["cut"]  # as in files of older versions
        StepReader(words).step(data, "step").verify(one.before)


def test_steps_to_choose_from_have_cuts() -> None:
    puzzle = sudokulib.load(EXAMPLES / "masyu" / "necklace.yaml")
    found = possible_steps(puzzle, most=8)
    arguments = [part for one in found for part in one.step.parts() if isinstance(part, Fillings)]
    assert any(one.cut is not None for one in arguments)


@pytest.mark.parametrize("cut", [3, "0", [-1], [True], [10**9], [[0]]])
def test_a_cut_that_is_none_is_refused(cut: object) -> None:
    puzzle = sudokulib.load(EXAMPLES / "nurikabe" / "skerries.yaml")
    words = Words(puzzle)
    data = StepWriter(words).step(Step("any", arguments=(Fillings(0),)))
    data["arguments"][0]["cut"] = cut
    with pytest.raises(ProblemsError, match="cut"):
        StepReader(words).step(data, "step")
