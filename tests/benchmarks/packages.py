"""Contenders from the package index, each used as its documentation says, at its best.

Whatever can be prepared once for all puzzles is prepared, and givens are passed already parsed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from benchmarks.contenders import Answer, Contender, Session, register
from benchmarks.timing import TimeLimitReached

from sudokulib.model import Model, bits

if TYPE_CHECKING:
    from benchmarks.puzzle_sets import Item, PuzzleSet

__all__ = ["Cadical", "CadicalAssuming", "CpSat", "clauses"]


_LONG = 5.0
"""Seconds for one puzzle, where a solver has a limit of its own."""


def _only_different(field: PuzzleSet) -> str:
    """Return the reason of contenders that know no other rule; empty if there is none."""
    return "has other rules than all-different" if field.model.rules else ""


def clauses(model: Model) -> Iterator[list[int]]:
    """Yield the usual complete encoding; literal ``cell * values + value + 1``.

    Every cell has exactly one value, peers differ, and each value has a place in each house. The
    last clauses are redundant, and make it 25 times faster.
    """
    width = len(model.values)
    for cell in range(model.cells):
        own = [cell * width + v + 1 for v in bits(model.domains[cell])]
        yield own
        yield from ([-one, -other] for one, other in combinations(own, 2))
        for peer in bits(model.peers[cell] >> cell + 1):
            shared = model.domains[cell] & model.domains[cell + 1 + peer]
            for v in bits(shared):
                yield [-(cell * width + v + 1), -((cell + 1 + peer) * width + v + 1)]
    for house in model.houses:
        for v in bits(house.values):
            yield [c * width + v + 1 for c in house.variables if model.domains[c] >> v & 1]


@register
class Cadical(Contender):
    """CaDiCaL through python-sat; the yardstick for the others."""

    name = "CaDiCaL"
    package = "python-sat"
    remark = (
        "CaDiCaL 1.5.3 through python-sat: one solver, clauses once, givens as assumptions; "
        "uniqueness by a clause that bars the solution while an activation literal is assumed"
    )

    def refuses(self, field: PuzzleSet) -> str:
        """Return why it cannot take these puzzles; empty if it can."""
        return _only_different(field)

    def start(self, field: PuzzleSet) -> Session:
        from pysat.solvers import Cadical153

        model = field.model
        width, size = len(model.values), model.cells * len(model.values)
        solver = Cadical153(bootstrap_with=list(clauses(model)))

        def run(items: Sequence[Item]) -> list[tuple[int, list[int]]]:
            return [self._solve(solver, _literals(item, width), size) for item in items]

        def tell(raw: tuple[int, list[int]]) -> Answer:
            number, literals = raw
            return Answer(number, tuple((literal - 1) % width for literal in literals))

        return Session(run, tell)

    def __init__(self) -> None:
        self._barred = 0

    def _solve(self, solver: Any, givens: list[int], size: int) -> tuple[int, list[int]]:
        if not solver.solve(assumptions=givens):
            return 0, []
        found = [literal for literal in solver.get_model()[:size] if literal > 0]
        return (1 if self._only(solver, givens, found, size) else 2), found

    def _only(self, solver: Any, givens: list[int], found: list[int], size: int) -> bool:
        switch = max(size, solver.nof_vars()) + 1
        free = set(found).difference(givens)
        solver.add_clause([-switch, *(-literal for literal in free)])
        only = not solver.solve(assumptions=[*givens, switch])
        solver.add_clause([-switch])
        return only


def _literals(item: Item, width: int) -> list[int]:
    return [cell * width + v + 1 for cell, v in enumerate(item.givens) if v >= 0]


@register
class CadicalAssuming(Cadical):
    """The same solver without ever adding a clause."""

    name = "CaDiCaL, assumptions only"
    remark = (
        "the same solver without further clauses: uniqueness by solving once more for each cell "
        "with its value assumed to be another"
    )

    def _only(self, solver: Any, givens: list[int], found: list[int], size: int) -> bool:
        free = set(found).difference(givens)
        return not any(solver.solve(assumptions=[*givens, -literal]) for literal in found
                       if literal in free)  # fmt: skip


@register
class CpSat(Contender):
    """OR-Tools' CP-SAT."""

    name = "CP-SAT"
    package = "ortools"
    remark = (
        "OR-Tools CP-SAT, one worker: integer variables, all-different, the model built once and "
        "cloned for each puzzle; all solutions asked for, stopped at two"
    )

    def refuses(self, field: PuzzleSet) -> str:
        """Return why it cannot take these puzzles; empty if it can."""
        return _only_different(field)

    def start(self, field: PuzzleSet) -> Session:
        from ortools.sat.python import cp_model

        plain = cp_model.CpModel()
        domains = [list(bits(d)) for d in field.model.domains]
        cells = [plain.new_int_var_from_domain(cp_model.Domain.from_values(d), "") for d in domains]
        for group in field.model.groups:
            plain.add_all_different([cells[c] for c in group.variables])

        class Two(cp_model.CpSolverSolutionCallback):
            def __init__(self, variables: list[Any]) -> None:
                super().__init__()
                self.variables, self.found = variables, []

            def on_solution_callback(self) -> None:
                self.found.append([self.value(v) for v in self.variables])
                if len(self.found) > 1:
                    self.stop_search()

        def solve(item: Item) -> list[list[int]]:
            model = plain.clone()
            for cell, v in enumerate(item.givens):
                if v >= 0:
                    domain = model.proto.variables[cell].domain
                    domain.clear()
                    domain.extend([v, v])
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            # Else Ctrl-C would kill this process for good, without a traceback.
            solver.parameters.catch_sigint_signal = False
            solver.parameters.enumerate_all_solutions = True
            solver.parameters.max_time_in_seconds = _LONG
            callback = Two([model.get_int_var_from_proto_index(c.index) for c in cells])
            status = solver.solve(model, callback)
            if len(callback.found) < 2 and status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
                raise TimeLimitReached
            return callback.found

        return Session(lambda items: [solve(item) for item in items], _first)


def _first(found: list[Sequence[int]]) -> Answer:
    return Answer(min(len(found), 2), tuple(found[0]) if found else ())


class _Boxed(Contender):
    """Contenders that know only square grids with square boxes."""

    def refuses(self, field: PuzzleSet) -> str:
        """Return why it cannot take these puzzles; empty if it can."""
        return "" if field.box == (3, 3) else "knows plain grids only; measured on 9×9"


def _rows(item: Item, side: int) -> list[list[int]]:
    values = [v + 1 for v in item.givens]
    return [values[start : start + side] for start in range(0, side * side, side)]


@register
class PySudoku(_Boxed):
    """py-sudoku."""

    name = "py-sudoku"
    package = "py-sudoku"
    remark = (
        "`has_multiple_solutions`, which solves once upwards and once downwards; tells no "
        "solution, and says of a puzzle without one that it has not several"
    )

    def start(self, field: PuzzleSet) -> Session:
        from sudoku import Sudoku

        rows, columns = field.box or (0, 0)

        def run(items: Sequence[Item]) -> list[bool]:
            boards = (_rows(item, rows * columns) for item in items)
            return [Sudoku(columns, rows, board).has_multiple_solutions() for board in boards]

        return Session(run, lambda several: Answer(2 if several else 1))


@register
class Dokusan(_Boxed):
    """dokusan."""

    name = "dokusan"
    package = "dokusan"
    proves = False
    remark = "`solvers.backtrack`: finds one solution and cannot say whether it is the only one"

    def start(self, field: PuzzleSet) -> Session:
        from dokusan.boards import BoxSize, Sudoku
        from dokusan.exceptions import InvalidSudoku, NoCandidates
        from dokusan.solvers import backtrack

        rows, columns = field.box or (0, 0)
        side = rows * columns

        def solve(item: Item) -> Any:
            try:
                return backtrack(Sudoku.from_list(_rows(item, side), BoxSize(rows, columns)))
            except (InvalidSudoku, NoCandidates):
                return None

        def tell(solved: Any) -> Answer:
            if solved is None:
                return Answer(0)
            values = {cell.position[:2]: cell.value for cell in solved.cells()}
            return Answer(None, tuple(values[place] - 1 for place in sorted(values)))

        return Session(lambda items: [solve(item) for item in items], tell)


@register
class SudokuTools(_Boxed):
    """sudokutools."""

    name = "sudokutools"
    package = "sudokutools"
    remark = "`solve.dlx`, stopped at the second solution"

    def start(self, field: PuzzleSet) -> Session:
        from sudokutools.solve import dlx
        from sudokutools.sudoku import Sudoku

        def run(items: Sequence[Item]) -> list[list[Any]]:
            return [list(islice(dlx(Sudoku.decode(i.text, empty=".")), 2)) for i in items]

        def tell(found: list[Any]) -> Answer:
            return _first([[int(mark) - 1 for mark in solved.encode()] for solved in found])

        return Session(run, tell)


@register
class ExactCover(Contender):
    """exact-cover: dancing links in C."""

    name = "exact-cover"
    package = "exact-cover"
    remark = (
        "`get_all_solutions(max_count=2)`, dancing links in C; the matrix is built once and its "
        "rows chosen for each puzzle"
    )

    def refuses(self, field: PuzzleSet) -> str:
        """Return why it cannot take these puzzles; empty if it can."""
        model = field.model
        covered = [0] * model.cells
        for house in model.houses:
            for c in house.variables:
                covered[c] |= house.cells
        if any(model.peers[c] & ~covered[c] for c in range(model.cells)):
            return "knows exact cover only, not sets in which a value may be absent"
        if len(model.values) > 16:
            return "does not finish a 25×25, and cannot be stopped"
        return _only_different(field)

    def start(self, field: PuzzleSet) -> Session:
        import numpy
        from exact_cover import get_all_solutions
        from exact_cover.error import NoSolution

        model = field.model
        width = len(model.values)
        columns = [[c * width + v for v in range(width)] for c in range(model.cells)]
        columns += [
            [c * width + v for c in h.variables] for h in model.houses for v in range(width)
        ]
        matrix = numpy.zeros((model.cells * width, len(columns)), bool)
        for number, rows in enumerate(columns):
            matrix[rows, number] = True

        def solve(item: Item) -> list[tuple[int, ...]]:
            rows = [
                c * width + v
                for c, given in enumerate(item.givens)
                for v in (range(width) if given < 0 else (given,))
            ]
            try:
                found = get_all_solutions(matrix[rows], max_count=2)
            except NoSolution:
                return []
            return [tuple(sorted(rows[r] for r in cover)) for cover in found]

        def tell(found: list[tuple[int, ...]]) -> Answer:
            return _first([[row % width for row in cover] for cover in found])

        return Session(lambda items: [solve(item) for item in items], tell)
