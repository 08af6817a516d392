"""Candidates that are in no filling of a shape, whatever its rule.

Each rule is examined by itself; which technique that is depends on what the rule is made of and on
how many cells it reads, never on its name. `chained_relations` examines several rules of one
shape, as along a line that rises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sudokulib.board import Board, Candidate
from sudokulib.logic.chaining import RelationChain, relation_chain_step, shape_chains
from sudokulib.logic.combinations import fillings
from sudokulib.logic.equations import plain_sums, signed_sum
from sudokulib.logic.islands import island_tables
from sudokulib.logic.memo import cached_by_domains, cached_on_model
from sudokulib.logic.step import Candidates, Fillings, Role, Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import Model, bits
from sudokulib.primitives import DistinctSum, Linear, When
from sudokulib.strategies.phrases import candidates_by_cell
from sudokulib.strategies.registry import strategy

_LISTED = 6
"""The most fillings listed in words; of more only the candidates are given."""

_MOST_CELLS = 30
"""The most cells whose fillings are listed: nobody reads more, and in an empty 9x9 of unknown
regions looking for six fillings of its 162 cells took more than 40 s (`steps`, 2026-11)."""

_MACKWORTH = "Mackworth, Consistency in Networks of Relations (1977)"


@cached_by_domains
def lost_candidates(board: Board, number: int) -> Candidates:
    """Return the candidates in no filling of a primitive, as far as its propagation shows."""
    smaller = board.model.primitives[number].propagate(board.masks)
    return tuple(
        (variable, value)
        for variable, mask in sorted((smaller or {}).items())
        for value in bits(board.masks[variable] & ~mask)
    )


def candidates_of(board: Board, variables: Iterable[int]) -> Candidates:
    """Return all candidates of some variables."""
    return tuple((v, value) for v in variables for value in bits(board.masks[v]))


def _filled(
    board: Board,
    technique: str,
    primitives: Iterable[int],
    rate: Callable[[Board, int], float] | None = None,
) -> Iterator[Step]:
    """Yield a step for each primitive that has no filling with some candidates."""
    for number in primitives:
        gone = lost_candidates(board, number)
        if gone:
            own = candidates_of(board, board.model.primitives[number].variables)
            yield Step(
                technique,
                eliminations=gone,
                arguments=(Fillings(number),),
                roles=(Role("pattern", own, (number,)),),
                rating=rate(board, number) if rate else None,
            )


@cached_on_model
def _by_category(model: Model) -> dict[str, tuple[int, ...]]:
    """Return the given rules, grouped by what people see in them.

    Sums in cages and rules about islands are left to techniques that name what they are.
    """
    found: dict[str, list[int]] = {}
    named = frozenset(plain_sums(model)) | island_tables(model)
    for number in model.rules:
        if number not in model.derived and number not in named:
            found.setdefault(_category(model, number), []).append(number)
    return {sort: tuple(numbers) for sort, numbers in found.items()}


def _category(model: Model, number: int) -> str:
    primitive = model.primitives[number]
    if isinstance(primitive, When):
        return "cases"
    if len(primitive.variables) < 2:
        return "cell"
    if isinstance(primitive, Linear | DistinctSum) and all(
        set(weights) <= {0, 1} for weights in primitive.weights
    ):
        return "counts"
    return "pair" if len(primitive.variables) == 2 else "line"


def describe_fillings(step: Step, words: Words) -> str:
    """Describe the fillings left of a shape if they are few, else the candidates in none."""
    number = step.roles[0].primitives[0]
    primitive = words.model.primitives[number]
    domains = words.board.masks
    name = rule_name(number, words)
    seen = [v for v in primitive.variables if v < words.model.cells]
    every = len(seen) == len(primitive.variables) <= _MOST_CELLS
    found = fillings(primitive, domains, _LISTED) if every else None
    if found is not None:
        ways = [in_order(zip(seen, filling, strict=True), words) for filling in found]
        return f"{name} leaves {' '.join(map(words.cell, seen))} only {join_words(ways, 'or')}"
    if all(words.is_cell(variable) for variable, _ in step.eliminations):
        return f"{name} has no filling with {candidates_by_cell(words, step.eliminations)}"
    return f"no filling of {name} is left otherwise"


def rule_name(number: int, words: Words) -> str:
    """Return the name of a rule, with its equation if it is a sum with signs."""
    known = signed_sum(words.model, number)
    name = words.rule(number)
    if known is None or not known.minus or number in words.model.derived:
        return name
    return f"{name} ({words.equation(number)})"


def changes(step: Step, words: Words) -> str:
    """Return, for each variable of the pattern that loses candidates, those left and before."""
    gone: dict[int, int] = {}
    for v, x in step.eliminations:
        gone[v] = gone.get(v, 0) | 1 << x
    alike: dict[tuple[str, str], list[str]] = {}
    for v in dict.fromkeys(v for v, _ in step.roles[0].candidates):
        if v in gone:
            before = words.board.masks[v]
            left = in_order([(v, x) for x in bits(before & ~gone[v])], words)
            was = in_order([(v, x) for x in bits(before)], words)
            alike.setdefault((left or "nothing", was), []).append(words.cell(v))
    return join_words(
        [f"{join_words(own)} {left} (of {was})" for (left, was), own in alike.items()]
    )


def in_order(candidates: Iterable[Candidate], words: Words) -> str:
    """Return the symbols of some candidates, joined closely if all are single characters."""
    symbols = [words.symbol(v, x) for v, x in candidates]
    return ("" if all(len(symbol) == 1 for symbol in symbols) else " ").join(symbols)


@strategy(
    "shape-fillings",
    family="fillings",
    rating=2.4,
    score=30,
    source=_MACKWORTH,
    tell=describe_fillings,
)
def shape_fillings(board: Board) -> Iterator[Step]:
    """A shape that is more than all-different has no filling with some candidates."""
    model = board.model
    own = (number for number in model.rules if number not in model.derived)
    yield from _filled(board, "shape-fillings", own)


@strategy(
    "derived-sums",
    family="cages",
    rating=3.0,
    score=60,
    source="Sudopedia, Innies and Outies (the 45 rule)",
    tell=describe_fillings,
)
def derived_sums(board: Board) -> Iterator[Step]:
    """A sum derived from houses and other sums (innies, outies) has no such filling."""
    yield from _filled(board, "derived-sums", sorted(board.model.derived))


@strategy(
    "cell-rule",
    family="fillings",
    rating=1.0,
    score=4,
    source=_MACKWORTH,
    aliases=("marked-cell",),
    pencil_marks=False,
    tell=describe_fillings,
    sweeps=True,
)
def cell_rule(board: Board) -> Iterator[Step]:
    """A rule about a single cell, such as a mark for even values, excludes some candidates."""
    yield from _filled(board, "cell-rule", _by_category(board.model).get("cell", ()))


@strategy(
    "pair-relation",
    family="fillings",
    rating=1.7,
    score=20,
    source=_MACKWORTH,
    aliases=("dot", "inequality"),
    tell=describe_fillings,
)
def pair_relation(board: Board) -> Iterator[Step]:
    """Two cells in a relation: a value without a partner in the other cell is false."""
    yield from _filled(board, "pair-relation", _by_category(board.model).get("pair", ()))


@strategy(
    "counting",
    family="fillings",
    rating=2.2,
    score=30,
    source=_MACKWORTH,
    tell=describe_fillings,
)
def counting(board: Board) -> Iterator[Step]:
    """A rule that counts cells with certain values has all of them, or needs all that are left."""
    yield from _filled(board, "counting", _by_category(board.model).get("counts", ()))


@strategy(
    "line-fillings",
    family="fillings",
    rating=2.4,
    score=40,
    source=_MACKWORTH,
    aliases=("clue-fillings",),
    tell=describe_fillings,
)
def line_fillings(board: Board) -> Iterator[Step]:
    """A line, a clue or another rule on three cells or more has no filling with a candidate."""
    yield from _filled(
        board, "line-fillings", _by_category(board.model).get("line", ()), _line_rating
    )


def _line_rating(board: Board, number: int) -> float:
    """Return the rating of a line: long lines with many open cells are harder."""
    variables = board.model.primitives[number].variables
    open_ = sum(1 for v in variables if board.masks[v] & (board.masks[v] - 1))
    return round(2.1 + 0.1 * min(open_, 9) + 0.05 * min(len(variables), 9), 2)


@strategy(
    "cases",
    family="fillings",
    rating=2.8,
    score=50,
    source="Van Hentenryck, Saraswat, Deville, Constraint Processing in cc(FD) (1998)",
    aliases=("case-excluded",),
    tell=describe_fillings,
)
def cases(board: Board) -> Iterator[Step]:
    """A rule with several cases: one of them has no filling left, or is the only one left."""
    yield from _filled(board, "cases", _by_category(board.model).get("cases", ()))


def _tell_chain(step: Step, words: Words) -> str:
    names = words.shapes(step.roles[0].primitives)
    return f"cell by cell along {names}, no filling is left otherwise"


@strategy(
    "chained-relations",
    family="fillings",
    rating=1.5,
    score=20,
    source=_MACKWORTH,
    aliases=("line-bounds",),
    monotone=False,
    tell=_tell_chain,
)
def chained_relations(board: Board) -> Iterator[Step]:
    """Relations of one shape in a chain, as along a rising line, from one end to the other."""
    for chain in shape_chains(board.model):
        found = relation_chain_step(board, chain)
        if found is not None:
            yield _of_chain(board, chain, found)


def _of_chain(board: Board, chain: RelationChain, found: Step) -> Step:
    own = candidates_of(board, chain.variables)
    return Step(
        "chained-relations",
        eliminations=found.eliminations,
        arguments=found.arguments,
        roles=(Role("pattern", own, chain.primitives),),
        rating=round(1.4 + 0.05 * min(len(chain.variables), 12), 2),
    )
