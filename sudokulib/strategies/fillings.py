"""Candidates that are in no filling of a shape, whatever its rule.

Each rule is examined by itself; which technique that is depends on what the rule is made of and on
how many cells it reads, never on its name. `chained_relations` examines several rules of one
shape, as along a line that rises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sudokulib.board import Board, Candidate
from sudokulib.logic.chaining import RelationChain, relation_chain_step, shape_chains
from sudokulib.logic.combinations import fillings
from sudokulib.logic.directions import direction_counts
from sudokulib.logic.equations import plain_sums, signed_sum
from sudokulib.logic.forms import form_tables
from sudokulib.logic.islands import island_tables
from sudokulib.logic.memo import cached_by_domains, cached_on_model
from sudokulib.logic.step import Candidates, Fillings, Role, Step
from sudokulib.logic.words import Words, join_words
from sudokulib.model import Model, bits
from sudokulib.primitives import DistinctSum, Linear, Table, When
from sudokulib.strategies.counts import count_in_words
from sudokulib.strategies.phrases import MOST_NAMED, candidates_by_cell, some_cells
from sudokulib.strategies.registry import strategy

_LISTED = 6
"""The most fillings listed in words; of more only the candidates are given."""

_MOST_CELLS = 30
"""The most cells whose fillings are listed: nobody reads more, and in an empty 9x9 of unknown
regions looking for six fillings of its 162 cells took more than 40 s (`steps`, 2026-11)."""

_MOST_PARTS = 2
"""The most groups of cells of which it is said what is left of them; the conclusion says it too."""

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

    Sums in cages and rules about islands, forms or directions are left to techniques that name what
    they are.
    """
    found: dict[str, list[int]] = {}
    named = {*plain_sums(model), *direction_counts(model)}
    named |= island_tables(model) | form_tables(model)
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
    leaves, has = ("leave", "have") if words.is_plural(number) else ("leaves", "has")
    seen = [v for v in primitive.variables if v < words.model.cells]
    every = len(seen) == len(primitive.variables) <= _MOST_CELLS
    found = fillings(primitive, domains, _LISTED) if every else None
    if every and not all(map(words.is_cell, seen)):
        return _agreeing(len(found or ()), name)
    if found is not None:
        ways = [in_order(zip(seen, filling, strict=True), words) for filling in found]
        return f"{name} {leaves} {' '.join(map(words.cell, seen))} only {join_words(ways, 'or')}"
    if all(words.is_cell(variable) for variable, _ in step.eliminations):
        lost = candidates_by_cell(words, step.eliminations)
        if len(seen) == len(primitive.variables) == 2:
            return f"by {name}, no value in the other cell goes with {lost}"
        return f"{name} {has} no filling with {lost}"
    if isinstance(primitive, Table):
        alive = [one for one in primitive.tuples if _is_within(one, primitive.variables, domains)]
        return _agreeing(len(alive), name)
    return f"no filling of {name} is left otherwise"


def _is_within(values: Iterable[int], variables: Iterable[int], domains: Sequence[int]) -> bool:
    return all(domains[v] >> value & 1 for v, value in zip(variables, values, strict=True))


def _agreeing(ways: int, name: str) -> str:
    """Say that the ways in which a rule can hold agree in a conclusion; 0 if not counted."""
    if ways == 1:
        return f"only one way is left to satisfy {name}"
    every = {0: "all ways", 2: "both ways"}.get(ways, f"all {ways} ways")
    return f"{every} to satisfy {name} agree in this"


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


def _tell_cells(step: Step, words: Words) -> str:
    name = words.common_shape(step.roles[0].primitives)
    count = len({v for v, _ in step.placements + step.eliminations})
    return f"by {name}, {_left_of_each(step, words) or f'{count} cells have fewer values each'}"


def _tell_pair(step: Step, words: Words) -> str:
    role = step.roles[0]
    known = [v for v, _ in role.candidates if words.board.masks[v].bit_count() == 1]
    if len(known) < len(role.candidates):
        return describe_fillings(step, words)
    name = words.common_shape(role.primitives)
    if len(known) > 1 and known[0] >= words.model.cells:
        return f"by {name}, this holds for the symbols of the cells as well"
    one = words.alternatives(role.candidates)
    is_known = one if len(known) == 1 else f"{some_cells(known, words)} are known"
    if not step.eliminations:
        return f"{is_known}, which leaves no choice in {name}"
    if left := _left_of_each(step, words):
        return f"{is_known}, and by {name}, {left}"
    return f"{is_known}, which leaves fewer values in {name}"


def _left_of_each(step: Step, words: Words) -> str:
    """Say what cells can still be, ``R1C1 and R2C2 can only be 1 or 2``; nothing of many."""
    gone: dict[int, int] = {}
    for v, x in step.eliminations:
        gone[v] = gone.get(v, 0) | 1 << x
    left = {v: list(bits(words.board.masks[v] & ~mask)) for v, mask in gone.items()}
    left |= {v: [x] for v, x in step.placements}
    alike: dict[str, list[str]] = {}
    for v, values in sorted(left.items()):
        symbols = join_words([words.symbol(v, x) for x in values], "or") or "nothing"
        alike.setdefault(symbols, []).append(words.subject(v))
    if len(left) > MOST_NAMED or len(alike) > _MOST_PARTS:
        return ""
    return "; ".join(f"{join_words(own)} can only be {what}" for what, own in alike.items())


@strategy(
    "cell-rule",
    family="fillings",
    rating=1.0,
    score=4,
    source=_MACKWORTH,
    aliases=("marked-cell",),
    pencil_marks=False,
    tell=_tell_cells,
    sweeps=True,
)
def cell_rule(board: Board) -> Iterator[Step]:
    """A rule about single cells, such as a mark for even values, excludes some candidates."""
    found: dict[tuple[int, ...], list[int]] = {}
    for number in _by_category(board.model).get("cell", ()):
        if lost_candidates(board, number):
            found.setdefault(board.model.sources[number], []).append(number)
    for numbers in found.values():
        yield _alike(board, "cell-rule", numbers)


@strategy(
    "pair-relation",
    family="fillings",
    rating=1.7,
    score=20,
    source=_MACKWORTH,
    aliases=("dot", "inequality"),
    tell=_tell_pair,
)
def pair_relation(board: Board) -> Iterator[Step]:
    """Two cells in a relation: a value without a partner in the other cell is false.

    What follows from one known cell, or of pairs apart from all known ones, is one step for each
    shape.
    """
    model, told = board.model, set[int]()
    for number in _by_category(model).get("pair", ()):
        if number in told or not lost_candidates(board, number):
            continue
        known = _known_cell(board, number)
        if known is None:
            yield from _filled(board, "pair-relation", [number])
            continue
        hidden = known >= model.cells
        alike = [
            other
            for other in _pairs_like(model)[number, known]
            if lost_candidates(board, other)
            and (its_known := _known_cell(board, other)) is not None
            and (its_known >= model.cells) == hidden
        ]
        told.update(alike)
        yield _alike(board, "pair-relation", alike)


@cached_on_model
def _pairs_like(model: Model) -> dict[tuple[int, int], list[int]]:
    """Return, for each pair and one of its variables, the pairs of its shape with that variable.

    All are returned of a shape whose pairs have no variable in common, and all with a hidden
    variable that is in one pair only: such a variable says something of the cell in the pair.
    """
    shapes: dict[tuple[int, ...], list[int]] = {}
    for number in _by_category(model).get("pair", ()):
        shapes.setdefault(model.sources[number], []).append(number)
    found: dict[tuple[int, int], list[int]] = {}
    for numbers in shapes.values():
        of: dict[int, list[int]] = {}
        for number in numbers:
            for variable in model.primitives[number].variables:
                of.setdefault(variable, []).append(number)
        apart = all(len(own) == 1 for own in of.values())
        channels = [own[0] for v, own in of.items() if v >= model.cells and len(own) == 1]
        known = dict.fromkeys(channels, channels)
        for variable, own in of.items():
            rest = numbers if apart else own
            found |= {(number, variable): known.get(number, rest) for number in own}
    return found


def _known_cell(board: Board, number: int) -> int | None:
    """Return the variable of a pair that has one value left, if only the other one loses some."""
    losing = {variable for variable, _ in lost_candidates(board, number)}
    rest = [v for v in board.model.primitives[number].variables if v not in losing]
    return next((v for v in rest if board.masks[v].bit_count() == 1), None)


def _alike(board: Board, technique: str, numbers: Sequence[int]) -> Step:
    """Return the step of rules of one shape, each about one open cell.

    Args:
        board: the board.
        technique: its name.
        numbers: the rules; each has no filling with some candidates of one cell.
    """
    lost: dict[int, list[Candidates]] = {}
    for number in numbers:
        gone = lost_candidates(board, number)
        lost.setdefault(gone[0][0], []).append(gone)
    placed, eliminated = list[Candidate](), list[Candidate]()
    for variable, parts in sorted(lost.items()):
        left = board.masks[variable] & ~sum({1 << value for gone in parts for _, value in gone})
        if left.bit_count() == 1 == len(parts):
            placed.append((variable, left.bit_length() - 1))
        else:
            eliminated += dict.fromkeys(candidate for gone in parts for candidate in gone)
    cells = dict.fromkeys(v for number in numbers for v in board.model.primitives[number].variables)
    own = candidates_of(board, [v for v in cells if v not in lost])
    return Step(
        technique,
        tuple(placed),
        tuple(eliminated),
        tuple([Fillings(number) for number in numbers]),
        (Role("pattern", own, tuple(numbers)),),
    )


def _tell_channeling(step: Step, words: Words) -> str:
    name = words.common_shape(step.roles[0].primitives)
    each = "this follows" if len(step.roles[0].primitives) == 1 else "each of these follows"
    return f"by {name}, {each} from what is left of the cells that it is about"


@strategy(
    "channeling",
    family="fillings",
    rating=2.3,
    score=4,
    source="Cheng et al., Increasing Constraint Propagation by Redundant Modeling (1999)",
    monotone=False,  # once the cells lose candidates as well, it is one of `line-fillings`
    pencil_marks=False,
    tell=_tell_channeling,
    sweeps=True,
)
def channeling(board: Board) -> Iterator[Step]:
    """A rule says of cells in other words what they are, such as which domino an edge is within."""
    found: dict[tuple[int, ...], list[int]] = {}
    for number in _by_category(board.model).get("line", ()):
        if isinstance(board.model.primitives[number], Table):
            gone = lost_candidates(board, number)
            if gone and gone[0][0] >= board.model.cells:  # sorted, so all of them are hidden
                found.setdefault(board.model.sources[number], []).append(number)
    for numbers in found.values():
        yield _alike(board, "channeling", numbers)


def _tell_counts(step: Step, words: Words) -> str:
    number = step.roles[0].primitives[0]
    name = rule_name(number, words)
    return count_in_words(step, number, name, words) or describe_fillings(step, words)


@strategy(
    "counting",
    family="fillings",
    rating=2.3,
    score=30,
    source=_MACKWORTH,
    tell=_tell_counts,
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
    tell=_tell_counts,
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
