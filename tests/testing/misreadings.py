"""Searches that read a model wrongly: each takes some primitives for others, or for nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations, pairwise

from sudokulib.model import Model
from sudokulib.model.fuse import Differences
from sudokulib.primitives import (
    AllDifferent,
    Areas,
    Connected,
    DistinctPairs,
    DistinctSum,
    DistinctWord,
    Linear,
    LineRank,
    Loop,
    Primitive,
    Regions,
    Regular,
    Table,
    When,
)
from sudokulib.search.reference import Reference
from sudokulib.testing.primitive_puzzles import ARITIES, EXAMPLES

Read = Callable[[Primitive, Model], Iterable[Primitive]]
"""The primitive that a primitive of a model is mistaken for."""

OPERATIONS = (
    "solutions",
    "count",
    "true_candidates",
    "support_counts",
    "random_solution",
    "estimate",
    "thin",
    "minimal_puzzles",
)
"""The operations of a search; each may be wrong by itself."""


class Misreading(Reference):
    """The reference search at work on a wrong model, in some operations or in all.

    Args:
        read: what each primitive is taken for.
        operations: those that read it so.
    """

    def __init__(self, read: Read, operations: Iterable[str] = OPERATIONS) -> None:
        self.misread = lru_cache(maxsize=None)(partial(misread, read=read))
        for name in operations:
            setattr(self, name, partial(self.wrong, name))

    def wrong(self, name: str, model: Model, *rest: object) -> object:
        return getattr(Reference, name)(self, self.misread(model), *rest)


def misread(model: Model, read: Read) -> Model:
    """A model of what its primitives are taken for; nothing is said of houses and peers twice."""
    taken = tuple(dict.fromkeys(new for old in model.given for new in read(old, model)))
    return Model(
        values=model.values,
        cells=model.cells,
        domains=model.domains,
        given=taken,
        given_sources=((),) * len(taken),
        houses=(),
        peers=Differences(dict.fromkeys(taken, ()), len(model.domains)).peers,
    )


def ignoring(chosen: Callable[[Primitive, Model], bool]) -> Read:
    return lambda primitive, model: () if chosen(primitive, model) else (primitive,)


def of_type(kind: type, arity: int) -> Read:
    return ignoring(lambda p, _: type(p) is kind and len(p.variables) == arity)


def hidden(kind: type) -> Read:
    """Those of a type with hidden variables; a table that only defines one is not meant."""

    def chosen(primitive: Primitive, model: Model) -> bool:
        defines = isinstance(primitive, Table) and len(primitive.variables) < 3
        return type(primitive) is kind and not defines and max(primitive.variables) >= model.cells

    return ignoring(chosen)


def in_a_case(kind: type) -> Read:
    return ignoring(lambda p, _: isinstance(p, When) and type(p.then) is kind)


def taking(kind: type, become: Callable[[Primitive], Iterable[Primitive]]) -> Read:
    """Every primitive of a type becomes something else, within cases as well."""

    def read(primitive: Primitive, model: Model) -> Iterator[Primitive]:
        if type(primitive) is kind:
            yield from become(primitive)
        elif isinstance(primitive, When):
            for then in read(primitive.then, model):
                yield When.of(primitive.variables[0], primitive.case, then)
        else:
            yield primitive

    return read


def other(primitive: Primitive, **changes: object) -> Iterator[Primitive]:
    yield replace(primitive, **changes)


def totals(primitive: Linear, shift: int) -> Iterator[Primitive]:
    return other(primitive, totals=tuple(total + shift for total in primitive.totals))


def weights(primitive: Linear, change: Callable[[int], int]) -> Iterator[Primitive]:
    return other(primitive, weights=tuple(tuple(map(change, row)) for row in primitive.weights))


def between(primitive: Linear) -> Iterator[Primitive]:
    low, high = min(primitive.totals), max(primitive.totals)
    return other(primitive, totals=tuple(range(low, high + 1)))


def ordered(primitive: Primitive) -> Iterator[Primitive]:
    """The same, read in the order of the variables' numbers."""
    return other(primitive, variables=tuple(sorted(primitive.variables)))


def words(primitive: Regular, change: Callable[[int], int], *names: str) -> Iterator[Primitive]:
    """The automaton with other sets of states: to start in, to accept, or after each step."""
    old = primitive.automaton
    new = {name: change(getattr(old, name)) for name in names if name != "steps"}
    if "steps" in names:
        new["steps"] = tuple(tuple(map(change, row)) for row in old.steps)
    return other(primitive, automaton=replace(old, **new))


def lowest(mask: int) -> int:
    return mask & -mask


def one_tuple_less(primitive: Table) -> Iterator[Primitive]:
    return other(primitive, tuples=primitive.tuples - {max(primitive.tuples)})


def both_ways(primitive: Table) -> Iterator[Primitive]:
    return other(primitive, tuples=primitive.tuples | {t[::-1] for t in primitive.tuples})


def pairs_in_a_row(primitive: AllDifferent) -> Iterator[Primitive]:
    return (AllDifferent(tuple(pair)) for pair in pairwise(primitive.variables))


def parts(primitive: DistinctSum) -> Iterator[Primitive]:
    return (AllDifferent(tuple(sorted(part))) for part in primitive.parts)


def first_part(primitive: DistinctSum) -> Iterator[Primitive]:
    yield primitive.linear
    yield AllDifferent(tuple(sorted(primitive.parts[0])))


def another_case(primitive: When) -> Iterator[Primitive]:
    return other(primitive, case=primitive.case + 1)


def lone(become: Callable[[Primitive], Primitive]) -> Callable[[Primitive], list[Primitive]]:
    return lambda primitive: [become(primitive)]


def sums(become: Callable[[Linear], Iterable[Primitive]], name: str) -> dict[str, Read]:
    return {f"{kind.__name__}: {name}": taking(kind, become) for kind in (Linear, DistinctSum)}


def regulars(become: Callable[[Regular], Iterable[Primitive]], name: str) -> dict[str, Read]:
    return {f"{kind.__name__}: {name}": taking(kind, become) for kind in (Regular, DistinctWord)}


LEAST = {AllDifferent: 2, DistinctPairs: 2, DistinctSum: 2, DistinctWord: 2, LineRank: 2, When: 2}
"""The least number of variables with which a type says something, if it is not one."""

MISREADINGS: dict[str, Read] = {
    **{
        f"no {kind.__name__} of {arity}": of_type(kind, arity)
        for kind in EXAMPLES
        for arity in ARITIES[LEAST.get(kind, 1) - 1 :]
    },
    **{f"no hidden variables in {kind.__name__}": hidden(kind) for kind in EXAMPLES},
    **{f"no {kind.__name__} in a case": in_a_case(kind) for kind in EXAMPLES},
    **sums(partial(totals, shift=1), "total and one"),
    **sums(partial(totals, shift=-1), "total less one"),
    **sums(partial(weights, change=abs), "no signs"),
    **sums(partial(weights, change=partial(max, 0)), "nothing below zero"),
    **sums(lambda p: other(p, totals=p.totals[:1]), "the first total"),
    **sums(lambda p: other(p, totals=p.totals[-1:]), "the last total"),
    **sums(between, "totals between"),
    **sums(lambda p: other(p, weights=(p.weights[0],) * len(p.weights)), "weights of the first"),
    **regulars(lambda p: words(p, lowest, "start"), "one state to start in"),
    **regulars(lambda p: words(p, lowest, "accept"), "one state to end in"),
    **regulars(lambda p: words(p, lowest, "steps"), "one state after each"),
    **regulars(lambda p: words(p, lambda _: 7, "accept"), "any state to end in"),
    **regulars(ordered, "ordered"),
    "Table: one tuple less": taking(Table, one_tuple_less),
    "Table: both ways": taking(Table, both_ways),
    "Table: ordered": taking(Table, ordered),
    "AllDifferent: pairs in a row": taking(AllDifferent, pairs_in_a_row),
    "AllDifferent: not the last": taking(
        AllDifferent, lambda p: other(p, variables=p.variables[:-1])
    ),
    "DistinctSum: the sum alone": taking(DistinctSum, lone(lambda p: p.linear)),
    "DistinctSum: the parts alone": taking(DistinctSum, parts),
    "DistinctSum: one part": taking(DistinctSum, first_part),
    "DistinctWord: the word alone": taking(DistinctWord, lone(lambda p: p.word)),
    "DistinctWord: any word": taking(
        DistinctWord, lone(lambda p: AllDifferent(tuple(sorted(p.variables))))
    ),
    "Connected: any number": taking(
        Connected, lambda p: other(p, sizes=tuple(range(len(p.variables) + 1)))
    ),
    "Connected: all are neighbours": taking(
        Connected, lambda p: other(p, edges=tuple(combinations(range(len(p.variables)), 2)))
    ),
    "Connected: no roots": taking(Connected, lambda p: other(p, roots=())),
    "Connected: every place is a root": taking(
        Connected, lambda p: other(p, roots=tuple(range(len(p.variables))))
    ),
    "Areas: none touch": taking(Areas, lambda p: other(p, edges=())),
    "Areas: of any size": taking(
        Areas, lambda p: other(p, sizes=tuple(range(1, len(p.variables) + 1)))
    ),
    "Areas: the largest size only": taking(Areas, lambda p: other(p, sizes=p.sizes[-1:])),
    "Loop: a path for a cycle, or the reverse": taking(
        Loop, lambda p: other(p, closed=not p.closed, tips=())
    ),
    "Loop: past what it must visit": taking(Loop, lambda p: other(p, through=())),
    "Loop: it ends anywhere": taking(Loop, lambda p: other(p, tips=())),
    "Loop: it may touch itself": taking(Loop, lambda p: other(p, touching=True)),
    "DistinctPairs: all but one": taking(DistinctPairs, lambda p: other(p, pairs=p.pairs[1:])),
    "DistinctPairs: the first of each": taking(
        DistinctPairs, lambda p: other(p, pairs=tuple((one, one) for one, _ in p.pairs))
    ),
    "Regions: in any order": taking(Regions, lambda p: other(p, in_order=False)),
    "Regions: all are neighbours": taking(
        Regions, lambda p: other(p, edges=tuple(combinations(range(p.vertices), 2)))
    ),
    "Regions: of one cell": taking(Regions, lambda p: other(p, size=1)),
    "LineRank: ties or none": taking(LineRank, lambda p: other(p, ties=not p.ties)),
    "LineRank: the first clue": taking(LineRank, lambda p: other(p, clues=p.clues[:1])),
    "LineRank: the first place": taking(
        LineRank, lambda p: other(p, lines=tuple(x[:1] for x in p.lines))
    ),
    "LineRank: no sides": taking(LineRank, lambda p: other(p, sides=())),
    "LineRank: values in their order": taking(
        LineRank, lambda p: other(p, values=tuple(range(len(p.values))))
    ),
    "When: always": taking(When, lone(lambda p: p.then)),
    "When: another case": taking(When, another_case),
}
