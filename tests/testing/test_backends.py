"""`check_backend`: wrong searches are found and shown on a few cells, right ones pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import prod

import pytest
from hypothesis.errors import InvalidArgument
from support import one_in
from testing.misreadings import MISREADINGS, OPERATIONS, Misreading, of_type

import sudokulib
from sudokulib import primitives
from sudokulib.model import Model
from sudokulib.primitives import Primitive, Regular, Table, When
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import (
    Assignment,
    Assignments,
    Backend,
    Budget,
    ListingBackend,
    OutOfBudget,
    ThinningPlan,
)
from sudokulib.search.reference import Reference
from sudokulib.testing import check_backend
from sudokulib.testing.oracle import fillings
from sudokulib.testing.primitive_puzzles import ARITIES, EXAMPLES, primitive_puzzles


class Passed(Assignments):
    """The solutions of a search, each as what becomes of it."""

    def __init__(self, more: Assignments, become: Callable[[Assignment], list[Assignment]]) -> None:
        self.more, self.become, self.left = more, become, list[Assignment]()

    def __next__(self) -> Assignment:
        while not self.left:
            self.left = self.become(next(self.more))
        return self.left.pop()

    def close(self) -> None:
        self.left.clear()
        self.more.close()


class Losing(Reference):
    """Loses the solutions that end with a greater value than they begin with."""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        found = super().solutions(model, budget)
        return Passed(found, lambda one: [one] if one[0] >= one[-1] else [])


class Repeating(Reference):
    def solutions(self, model: Model, budget: Budget) -> Assignments:
        return Passed(super().solutions(model, budget), lambda one: [one, one])


class Inventing(Reference):
    """Takes for a solution what differs from one in its first cell."""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        size = len(model.values)
        found = super().solutions(model, budget)
        return Passed(found, lambda one: [one, ((one[0] + size - 1) % size, *one[1:])])


class Overshooting(Reference):
    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        return super().count(model, budget, None if limit is None else limit + 1)


class Missing(Reference):
    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        first, *rest = super().true_candidates(model, budget)
        return (first & -first, *rest)


class Miscounting(Reference):
    def support_counts(self, model: Model, budget: Budget, cap: int | None = None):
        counts = super().support_counts(model, budget)
        return tuple(tuple(min(n, 3) for n in cell) for cell in counts) if cap else counts


class Moody(Reference):
    def __init__(self) -> None:
        self.asked = 0

    def random_solution(self, model: Model, budget: Budget, seed: int) -> Assignment | None:
        self.asked += 1
        return super().random_solution(model, budget, seed + self.asked % 2)


class Stopping(Reference):
    """A generator, which has ended once a limit was raised in it."""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        def found():
            yield from Reference.solutions(self, model, budget)

        return Assignments(found())


class Unbounded(Reference):
    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        return super().count(model, Budget(), limit)


class Mislabelling(Reference):
    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        try:
            return super().count(model, budget, limit)
        except OutOfBudget:
            raise OutOfBudget("nodes") from None


class Boasting(Reference):
    """Says that it cannot take what it takes."""

    def able(self, model: Model) -> str:
        return "it is too hard; ask another" if model.cells > 2 else ""


class Careless(Reference):
    """Forgets its limits in one operation."""

    def __init__(self, operation: str) -> None:
        def forget(model: Model, *rest: object) -> object:
            new = [Budget() if isinstance(one, Budget) else one for one in rest]
            return getattr(Reference, operation)(self, model, *new)

        setattr(self, operation, forget)


class Beginning(Reference):
    """Looks at its limits before it begins, and no more."""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        if budget.nodes:
            budget = Budget(token=budget.token)
        return super().solutions(model, budget)


class Pretending(Reference):
    """Says that it came to its end when it did not."""

    def thin(self, model: Model, solution: Assignment, plan: ThinningPlan, budget: Budget):
        found = super().thin(model, solution, plan, budget)
        return found and replace(found, stopped="")


def counterexample(search: Reference) -> str:
    with pytest.raises(AssertionError) as caught:
        check_backend(search)
    return str(caught.value)


class Listing(ListingBackend):
    """Has only the methods that it must have."""

    def able(self, model: Model) -> str:
        return ""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        return Reference().solutions(model, budget)


@pytest.mark.slow
@pytest.mark.parametrize("search", [Reference(), Listing()], ids=["reference", "listing"])
def test_a_right_search_passes(search: Backend):
    check_backend(search, max_examples=30)


@pytest.mark.parametrize(
    ("search", "what"),
    one_in(
        4,
        [
            (Losing(), r"finds \d of \d solutions, not R1C1="),
            (Repeating(), r"finds \d solutions, of which \d differ"),
            (Inventing(), r"finds what is no solution: R1C1="),
            (Overshooting(), r"counts 2 solutions with limit=1"),
            (Missing(), r"is wrong about the true candidates of R1C1"),
            (Miscounting(), r"is wrong about the support up to 2 of R1C"),
            (Moody(), r"draws another random solution with the same seed"),
            (Stopping(), r"stopped and continued, finds \d of \d solutions"),
            (Boasting(), r"says it is not able .* but searches"),
        ],
        first=1,
    ),
    ids=lambda one: type(one).__name__ if isinstance(one, Reference) else "",
)
def test_a_wrong_search_is_found_and_shown_on_few_cells(search: Reference, what: str):
    shown = counterexample(search)
    assert re.match(f"{type(search).__name__} {what}", shown)
    cells = re.search(r"^# (\d+) cells", shown, re.MULTILINE)
    assert cells
    assert int(cells[1]) <= 4


@pytest.mark.parametrize(
    ("search", "what"),
    one_in(
        4,
        [
            (Unbounded(), r"Unbounded.count\(\) does not stop for want of nodes"),
            (
                Mislabelling(),
                r"Mislabelling.count\(\) stops for want of time, but says 'nodes'",
            ),
            (Beginning(), r"Beginning.solutions\(\) finds 1000 solutions with 3 nodes"),
            (
                Pretending(),
                r"Pretending.thin\(\) does not say that it was stopped one node before",
            ),
        ],
    )
    + [
        pytest.param(
            Careless(name),
            rf"Careless.{name}\(\) does not stop for want of nodes",
            marks=pytest.mark.slow,
        )
        for name in OPERATIONS
    ],
    ids=["unbounded", "mislabelling", "beginning", "pretending", *OPERATIONS],
)
def test_limits_that_are_not_kept_are_found(search: Reference, what: str):
    with pytest.raises(AssertionError, match=what):
        check_backend(search, max_examples=1)


def test_puzzles_may_be_given():
    four = sudokulib.geometry("4x4").puzzle("1... .... .... ...2")
    check_backend(Reference(), puzzles=[four])
    with pytest.raises(AssertionError, match=r"Losing finds"):
        check_backend(Losing(), puzzles=[four])


def test_what_is_no_search_is_refused():
    with pytest.raises(InvalidArgument, match="unknown search 'fast'"):
        check_backend("fast")
    with pytest.raises(InvalidArgument, match="is not a back-end"):
        check_backend(len)  # type: ignore[arg-type]


def types_below(kind: type) -> set[str]:
    """The names of all classes that are derived from one and can be made."""
    below = {one.__name__ for one in kind.__subclasses__() if not one.__abstractmethods__}
    return below.union(*(types_below(one) for one in kind.__subclasses__()))


def test_every_type_of_primitive_has_examples_that_tell_it() -> None:
    """A new type is to be added to `sudokulib.testing.primitive_puzzles.EXAMPLES`."""
    public = {getattr(primitives, name) for name in primitives.__all__}
    concrete = {one for one in public if issubclass(one, Primitive) and one is not Primitive}
    assert set(EXAMPLES) == concrete
    own = {name for name in types_below(Primitive) if hasattr(primitives, name)}
    assert own == {kind.__name__ for kind in EXAMPLES}


def model_primitives(puzzle: Puzzle) -> Iterator[Primitive]:
    """The primitive that a puzzle is about, and what it holds in a case."""
    primitive = puzzle.shapes[0].rule.primitives[-1]
    yield primitive
    while isinstance(primitive, When):
        primitive = primitive.then
        yield primitive


def test_each_type_is_tried_with_each_number_of_variables() -> None:
    tried = {
        (type(one), len(one.variables))
        for p in primitive_puzzles()
        for one in [*model_primitives(p)][:1]
    }
    for kind in EXAMPLES:
        arities = {arity for one, arity in tried if one is kind}
        assert arities in ({1, 2, 3, 4}, {2, 3, 4}), kind
    assert {type(one) for p in primitive_puzzles() for one in [*model_primitives(p)][1:]} == set(
        EXAMPLES
    )
    assert max(ARITIES) == 4


def test_a_puzzle_of_one_primitive_has_solutions_but_not_all_fillings() -> None:
    for puzzle in primitive_puzzles():
        found = sum(1 for _ in fillings(puzzle))
        assert 0 < found < prod(mask.bit_count() for mask in puzzle.masks)


@pytest.mark.parametrize("name", one_in(4, MISREADINGS))
def test_what_is_misread_is_found(name: str) -> None:
    with pytest.raises(AssertionError, match=r"Misreading finds (what|\d+ of)"):
        check_backend(Misreading(MISREADINGS[name]), max_examples=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "operation"),
    [*one_in(2, [(Table, name) for name in OPERATIONS]), (When, "count"), (Regular, "thin")],
)
def test_what_one_operation_misreads_is_found(kind: type, operation: str) -> None:
    with pytest.raises(AssertionError, match="of 3 variables"):
        check_backend(Misreading(of_type(kind, 3), [operation]))
