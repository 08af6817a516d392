"""The check of searches: a back-end finds what trying all fillings finds, within its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import islice

import hypothesis
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib.basics.caching import cached_by
from sudokulib.errors import Cancelled, SudokuError, UnableError
from sudokulib.model import Model, bits, compile_geometry, compile_puzzle
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Assignment, Backend, Budget, OutOfBudget, ThinningPlan, Token, backend
from sudokulib.testing.geometry_strategies import geometries
from sudokulib.testing.oracle import fillings
from sudokulib.testing.position import as_text
from sudokulib.testing.position_strategies import positions
from sudokulib.testing.primitive_puzzles import primitive_puzzles
from sudokulib.testing.runner import failure_of, run_check

_EXAMPLES = 100
"""The default number of puzzles, each searched in many ways: 4 s for `check_backend("native")`
(2026-11)."""

_CAP = 2
"""The limit of capped counts."""

_SAMPLES = 50
"""Probes of an estimate: few, as the check only looks for gross errors (see `_ERRORS`)."""

_ERRORS = 6
"""Standard errors, and half of the right number, by which an estimate may be off.

Few probes miss what is rare; searches that read a model wrongly are off by more.
"""

_TOO_FEW = 3
"""Nodes within which no search finds many of the 161,280 Latin squares of five symbols."""

_MANY = 1000
"""More solutions than so few nodes can find."""

_STOPS = 10_000
"""The most stops, after one node each, until a resumed search must end."""


def check_backend(
    search: Backend | str,
    *,
    puzzles: st.SearchStrategy[Puzzle] | Iterable[Puzzle] | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
) -> None:
    """Check that a search finds what trying every filling finds, and keeps its limits.

    On tiny puzzles with one solution, several and none, it checks all solutions, once each; counts
    with and without a limit; the candidates of the solutions, and in how many each is; random
    solutions and estimates, which must be repeatable; which givens stay when they are dropped in
    order; and the same solutions when the search is stopped and resumed after every node. On a
    grid that takes long, the search must stop when nodes or time are used up, or when it is
    cancelled. It must refuse puzzles that it says it is not able to solve.

    Before puzzles are drawn, it is tried on puzzles of one primitive each: every type, with up to
    four variables, some of them hidden, and with sums of negative numbers and numbers far apart.
    The meaning of a primitive is that of its `check`.

    Args:
        search: a back-end, or the name of one that is registered.
        puzzles: small puzzles to try instead of all these: a strategy of hypothesis, or given ones.
        settings: settings of hypothesis; by default 100 puzzles, the same every time.
        max_examples: how many puzzles are drawn. With fewer than 100, only the solutions and one
            further law are checked on each puzzle of one primitive.

    Raises:
        AssertionError: with the smallest failing puzzle.

    >>> check_backend("auto", max_examples=5)
    """
    chosen = _as_backend(search)
    number = _EXAMPLES if settings is None and max_examples is None else max_examples
    if puzzles is None:
        _check_primitives(chosen, thorough=number is None or number >= _EXAMPLES)
    _check_limits(chosen)

    def check(puzzle: Puzzle) -> None:
        _demand(_Case(chosen, puzzle), _LAWS)

    run_check(
        check,
        _puzzles() if puzzles is None else puzzles,
        settings=settings,
        max_examples=number,
    )


def _check_primitives(search: Backend, *, thorough: bool) -> None:
    """Check that a search knows every type of primitive, with any number of variables.

    First come the solutions of all puzzles, where most mistakes show; then the other laws: all of
    them if thorough, else one for each puzzle, in turn.
    """
    cases = []
    for puzzle in primitive_puzzles():
        cases.append(_Case(search, puzzle))
        _demand(cases[-1], _LAWS[:1])
    for number, case in enumerate(cases):
        rest = _LAWS[1:]
        _demand(case, rest if thorough else (rest[number % len(rest)],))


def _demand(case: _Case, laws: Sequence[Law]) -> None:
    for law in laws if not case.search.able(case.model) else (_refuses,):
        if wrong := failure_of(law, case):
            raise AssertionError(f"{type(case.search).__name__} {wrong}\n{as_text(case.puzzle)}")


def _as_backend(search: Backend | str) -> Backend:
    if not isinstance(search, str):
        if not callable(getattr(search, "solutions", None)):
            raise InvalidArgument(f"{search!r} is not a back-end; pass one, or its name")
        return search
    try:
        return backend(search)
    except SudokuError as error:
        raise InvalidArgument(str(error)) from None


@st.composite
def _puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw puzzles with few fillings, if any: a position without some of its candidates."""
    position = draw(positions(geometries=geometries(cells=6)))
    masks = list(position.board.masks[: position.board.model.cells])
    wide = [cell for cell, mask in enumerate(masks) if mask.bit_count() > 1]
    for cell in draw(st.lists(st.sampled_from(wide), max_size=3)) if wide else ():
        keep = masks[cell] & ~(1 << draw(st.sampled_from(list(bits(masks[cell])))))
        masks[cell] = keep or masks[cell]
    return replace(position.puzzle, masks=tuple(masks))


@dataclass(frozen=True)
class _Case:
    """A search on a puzzle, and the expected results."""

    search: Backend
    puzzle: Puzzle

    @cached_property
    def model(self) -> Model:
        return compile_puzzle(self.puzzle)

    @cached_property
    def right(self) -> tuple[Assignment, ...]:
        return _fillings(self.puzzle)

    @cached_property
    def support(self) -> tuple[tuple[int, ...], ...]:
        counts = [[0] * len(self.model.values) for _ in range(self.model.cells)]
        for filling in self.right:
            for cell, value in enumerate(filling):
                counts[cell][value] += 1
        return tuple(map(tuple, counts))


@cached_by(lambda puzzle: puzzle.exact_key, maxsize=256)
def _fillings(puzzle: Puzzle) -> tuple[Assignment, ...]:
    return tuple(sorted(fillings(puzzle)))


Law = Callable[[_Case], str]
"""Returns what is wrong with a search on a puzzle, to follow its name; empty if nothing is."""


def _refuses(case: _Case) -> str:
    try:
        next(case.search.solutions(case.model, Budget()), None)
    except UnableError:
        return ""
    return f"says it is not able ({case.search.able(case.model)}), but searches"


def _all_solutions(case: _Case) -> str:
    return _compared(case, list(case.search.solutions(case.model, Budget())), "finds")


def _compared(case: _Case, found: list[Assignment], how: str) -> str:
    """Return what is wrong with a list of all solutions; empty if nothing is."""
    if wrong := sorted(set(found) - set(case.right)):
        return f"{how} what is no solution: {_filled(case, wrong[0])}"
    if lost := sorted(set(case.right) - set(found)):
        return f"{how} {len(found)} of {len(case.right)} solutions, not {_filled(case, lost[0])}"
    if len(set(found)) < len(found):
        return f"{how} {len(found)} solutions, of which {len(case.right)} differ"
    return ""


def _filled(case: _Case, assignment: Assignment) -> str:
    """Return a filling in the words of its puzzle, if it can be expressed."""
    geometry, symbols = case.puzzle.geometry, case.puzzle.geometry.alphabet.symbols
    if len(assignment) != len(geometry.cells) or not set(assignment) <= set(range(len(symbols))):
        return repr(assignment)
    cells = zip(geometry.cells, assignment, strict=True)
    return " ".join(f"{cell.name}={symbols[value]}" for cell, value in cells)


def _counts(case: _Case) -> str:
    for limit in (None, 1, 2, 7):
        found = case.search.count(case.model, Budget(), limit)
        right = len(case.right) if limit is None else min(limit, len(case.right))
        if found != right:
            return f"counts {found} solutions with limit={limit}, but there are {len(case.right)}"
    return ""


def _candidates(case: _Case) -> str:
    found = case.search.true_candidates(case.model, Budget())
    right = tuple(sum(1 << v for v, n in enumerate(cell) if n) for cell in case.support)
    return _by_cell(case, "the true candidates", found, right)


def _by_cell(case: _Case, what: str, found: tuple[object, ...], right: tuple[object, ...]) -> str:
    for cell, (one, other) in enumerate(zip(found, right, strict=True)):
        if one != other:
            name = case.puzzle.geometry.cells[cell].name
            return f"is wrong about {what} of {name}: {one}, but {other} is right"
    return ""


def _supports(case: _Case) -> str:
    full = case.search.support_counts(case.model, Budget())
    capped = tuple(tuple(min(_CAP, n) for n in cell) for cell in case.support)
    found = case.search.support_counts(case.model, Budget(), _CAP)
    return _by_cell(case, "the support", full, case.support) or _by_cell(
        case, f"the support up to {_CAP}", found, capped
    )


def _random(case: _Case) -> str:
    one, again = (case.search.random_solution(case.model, Budget(), 1) for _ in range(2))
    if one != again:
        return f"draws another random solution with the same seed: {one}, {again}"
    if one is None:
        return "draws no random solution where there is one" if case.right else ""
    return "" if one in case.right else f"draws what is no solution: {_filled(case, one)}"


def _estimates(case: _Case) -> str:
    one, again = (case.search.estimate(case.model, Budget(), _SAMPLES, 1) for _ in range(2))
    if one != again:
        return f"estimates differently with the same seed: {one}, {again}"
    right = len(case.right)
    off = abs(one.mean - right) > _ERRORS * one.error + Decimal(max(right, 3)) / 2
    return f"estimates {one.mean} solutions, but there are {right}" if off else ""


def _thins(case: _Case) -> str:
    """Check that of groups in order those stay that trying all fillings determines."""
    for solution in case.right[:1]:
        cells = sorted(range(case.model.cells), key=lambda c: (c * 5 + 2) % 7)
        pairs = tuple(tuple(cells[n : n + 2]) for n in range(0, len(cells), 2))
        for groups in (tuple((cell,) for cell in cells), pairs, pairs[:1]):
            for least in (0, 2):
                plan = ThinningPlan(groups, least)
                found = case.search.thin(case.model, solution, plan, Budget())
                right = _thinned(case, solution, plan)
                if (found and found.givens) != right:
                    return f"thins {_filled(case, solution)} by {plan} to {found}, not {right}"
    return ""


def _thinned(case: _Case, solution: Assignment, plan: ThinningPlan) -> tuple[int, ...] | None:
    def unique(givens: set[int]) -> bool:
        return sum(all(one[c] == solution[c] for c in givens) for one in case.right) == 1

    kept = {cell for group in plan.groups for cell in group}
    if not unique(kept):
        return None
    for group in plan.groups:
        less = kept.difference(group)
        kept = less if len(less) >= plan.least and unique(less) else kept
    return tuple(sorted(kept))


def _draws_minimal(case: _Case) -> str:
    """Check that random minimal puzzles are repeatable and minimal."""
    plan = ThinningPlan(tuple((cell,) for cell in range(case.model.cells)))
    one, again = (
        list(case.search.minimal_puzzles(case.model, plan, (1, 2), Budget())) for _ in range(2)
    )
    if one != again:
        return f"thins otherwise with the same seed: {one}, {again}"
    if len(one) != (2 if case.right else 0):
        return f"thins {len(one)} of 2 solutions with {len(case.right)} to draw from"
    for done in one:
        order = ThinningPlan(tuple((cell,) for cell in done.givens))
        if done.solution not in case.right or _thinned(case, done.solution, order) != done.givens:
            return f"draws what is not minimal: {done}"
    return ""


def _goes_on(case: _Case) -> str:
    """Check that a search that is stopped and resumed after every node finds the same."""
    budget, found = Budget(nodes=0), list[Assignment]()
    more = case.search.solutions(case.model, budget)
    for _ in range(_STOPS):
        try:
            found.extend(more)
        except OutOfBudget:
            budget.renew(nodes=1)
        else:
            return _compared(case, found, "stopped and continued, finds")
    return f"continued, has not come to an end after {_STOPS} nodes"


_LAWS: tuple[Law, ...] = (
    _all_solutions,
    _counts,
    _candidates,
    _supports,
    _random,
    _estimates,
    _thins,
    _draws_minimal,
    _goes_on,
)


_Operation = Callable[[Backend, Model, Budget], object]

_OPERATIONS: dict[str, _Operation] = {
    "solutions": lambda search, model, budget: list(search.solutions(model, budget)),
    "count": lambda search, model, budget: search.count(model, budget),
    "true_candidates": lambda search, model, budget: search.true_candidates(model, budget),
    "support_counts": lambda search, model, budget: search.support_counts(model, budget),
    "minimal_puzzles": lambda search, model, budget: list(
        search.minimal_puzzles(model, ThinningPlan(((0,),)), (1,), budget)
    ),
    "random_solution": lambda search, model, budget: search.random_solution(model, budget, 1),
    "estimate": lambda search, model, budget: search.estimate(model, budget, _SAMPLES, 1),
    "thin": lambda search, model, budget: search.thin(
        model, next(search.solutions(model, Budget())), ThinningPlan(((0,),)), budget
    ),
}

_LIMITS: dict[str, tuple[Callable[[], Budget], type[Exception]]] = {
    "nodes": (lambda: Budget(nodes=0), OutOfBudget),
    "time": (lambda: Budget(seconds=0), OutOfBudget),
    "a cancelled token": (lambda: Budget(token=_cancelled()), Cancelled),
}


def _cancelled() -> Token:
    token = Token()
    token.cancel()
    return token


def _check_limits(search: Backend) -> None:
    """Check that every operation stops at its limit, on a grid without givens."""
    model = compile_geometry(geometry("4x4"))
    if search.able(model):
        return
    name = type(search).__name__
    for operation, run in _OPERATIONS.items():
        for limit, (make, error) in _LIMITS.items():
            budget = make()
            try:
                run(search, model, budget)
            except error as stop:
                reason = getattr(stop, "reason", limit)
            else:
                raise AssertionError(f"{name}.{operation}() does not stop for want of {limit}")
            if reason != limit or (budget.nodes is not None and budget.used > budget.nodes):
                raise AssertionError(
                    f"{name}.{operation}() stops for want of {limit}, but says {reason!r} "
                    f"after {budget.used} nodes"
                )
    if wrong := _stops_early(search) or _goes_on_after_close(search, model):
        raise AssertionError(f"{name}{wrong}")


def _stops_early(search: Backend) -> str:
    """Return what is wrong with a search whose limit is too small to finish."""
    model = compile_geometry(geometry("latin-5"))
    if search.able(model):
        return ""
    budget = Budget(nodes=_TOO_FEW)
    try:
        found = sum(1 for _ in islice(search.solutions(model, budget), _MANY))
    except OutOfBudget:
        if budget.used != _TOO_FEW:
            return f".solutions() stops after {budget.used} nodes, not after {_TOO_FEW}"
    else:
        return f".solutions() finds {found} solutions with {_TOO_FEW} nodes"
    solution, full = next(search.solutions(model, Budget())), Budget()
    plan = ThinningPlan(tuple((cell,) for cell in range(model.cells)))
    search.thin(model, solution, plan, full)
    if not full.used:  # everything followed without a guess, so that no node limit can stop it
        return ""
    short = search.thin(model, solution, plan, Budget(nodes=full.used - 1))
    if short is None or short.stopped != "nodes":
        return f".thin() does not say that it was stopped one node before its end: {short}"
    return ""


def _goes_on_after_close(search: Backend, model: Model) -> str:
    more = search.solutions(model, Budget())
    next(more)
    more.close()
    return "" if next(more, None) is None else ".solutions() goes on after close()"
