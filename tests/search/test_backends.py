"""One matrix: what must be the same in every back-end that is registered and installed.

Geometries, kinds of rules, and every operation. What a back-end cannot take it has to refuse.
"""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import pytest
from support import from_file, grid, overlapping, searches, with_slow

import sudokulib
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import Cancelled, UnableError, UnknownNameError
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import (
    Backend,
    Budget,
    OutOfBudget,
    Thinned,
    ThinningPlan,
    Token,
    backend,
    backends,
)
from sudokulib.search.witnesses import find_witnesses, solutions_among, values_in
from sudokulib.testing import check_backend

SEARCHES = searches()
NAMES = [*SEARCHES, *(name for name in ("auto", "auto+cp-sat") if "cp-sat" in SEARCHES)]
ROOT = Path(__file__).parents[2]
EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").rglob("*.yaml"))
    if re.search(r"^givens:", path.read_text("utf-8"), re.MULTILINE)
]
TOO_SLOW = {("cp-sat", "full-rank/league"), ("cp-sat", "16x16/chessboards")}
"""Those that would take more than all others together."""
SLOW = {("reference", "polyominoes/twenty-pentominoes"), ("cp-sat", "nurikabe/skerries")}
"""Those that take 40 and 7 seconds."""
FOUR = grid("4x4", "2x2", symbols="1234")
ENDLESS = grid("8x8", "2x4", symbols="12345678")


def engines(*, slow: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    """Have a test try every back-end, some of them as slow tests only."""
    return pytest.mark.parametrize(
        "engine",
        [
            pytest.param(backend(name), marks=pytest.mark.slow if name in slow else (), id=name)
            for name in NAMES
        ],
    )


every = engines()


@pytest.fixture(autouse=True)
def _as_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SUDOKULIB_SEARCH", raising=False)


def example(path: Path) -> str:
    return path.relative_to(ROOT / "examples").with_suffix("").as_posix()


@cache
def loaded(path: Path) -> tuple[Puzzle, Model]:
    puzzle = sudokulib.load(path)
    return puzzle, compile_puzzle(puzzle)


def able(engine: Backend, model: Model) -> bool:
    """Return whether a back-end takes a model; if it does not, it must say so, and why."""
    reason = engine.able(model)
    if reason:
        with pytest.raises(UnableError, match=re.escape(reason)):
            next(engine.solutions(model, Budget()))
    return not reason


def in_turn() -> Iterator[Any]:
    """Every example with every back-end; with the compiled one and one other in the fast tests."""
    others = [name for name in SEARCHES if name != "native"]
    for number, path in enumerate(EXAMPLES):
        for name in SEARCHES:
            now = name in ("native", others[number % len(others)])
            now &= (name, example(path)) not in SLOW
            yield pytest.param(
                name, path, id=f"{name}-{example(path)}", marks=() if now else pytest.mark.slow
            )


@pytest.mark.parametrize(("name", "path"), [*in_turn()])
def test_every_example_has_its_solution_and_no_other(name: str, path: Path) -> None:
    puzzle, model = loaded(path)
    if (name, example(path)) not in TOO_SLOW and able(backend(name), model):
        assert list(islice(backend(name).solutions(model, Budget()), 2)) == [puzzle.answer]


COUNTED: dict[str, tuple[Callable[[], Puzzle], int]] = {
    "4x4": (lambda: FOUR.puzzle("1... .... .... ...."), 72),
    "latin": (lambda: grid("3x3", symbols="123").puzzle(), 12),
    "two parts": (
        lambda: overlapping("2x2", (0, 0), (2, 2)).puzzle(
            {"R1C1": "1", "R1C2": "2", "R2C1": "3", "R6C6": "1", "R5C6": "2"}
        ),
        4,
    ),
    "none, shown": (lambda: FOUR.puzzle("11.. .... .... ...."), 0),
    "none, searched": (lambda: FOUR.puzzle("12.. ..3. ..4. ...."), 0),
    "one": (lambda: FOUR.puzzle("1... ..2. .3.. ...4"), 1),
    "filled": (lambda: FOUR.puzzle("1234341221434321"), 1),
    "fewer symbols": (
        lambda: from_file(
            symbols="12345",
            build=[{"make": "grid", "size": "2x2", "lines": False}],
            allowed={"R1C1": "12", "R1C2": "23"},
            shapes=[{"kind": "distinct", "cells": "R1C1 R1C2 R2C1"}],
        ).puzzle(),
        2 * 2 * 3 * 5 - 5 * 3,
    ),
}
"""Puzzles with their number of solutions."""

RULES: dict[str, list[dict[str, object]]] = {
    "sum": [{"kind": "cage", "cells": "R1C1:R1C3", "sum": 8}],
    "coefficients": [{"kind": "sum", "cells": "R1C1 R2C2 R3C3", "total": 7}],
    "pairs": [{"kind": "whisper", "lines": ["R1C1 R2C2 R3C1"], "d": 2}],
    "word": [{"kind": "thermometer", "lines": ["R1C1 R2C2 R2C3"]}],
    "cases": [
        {
            "kind": "any-of",
            "shapes": [
                {"kind": "thermometer", "lines": ["R1C1 R2C2 R2C3"]},
                {"kind": "cage", "cells": "R1C1:R1C3", "sum": 6},
            ],
        }
    ],
    "both": [
        {"kind": "renban", "lines": ["R1C1 R2C2 R2C3"]},
        {"kind": "cage", "cells": "R4C3 R4C4", "sum": 5},
    ],
}


def ruled(name: str) -> Puzzle:
    import yaml

    from sudokulib.puzzles.loading import loads

    return loads(yaml.safe_dump({"geometry": "4x4", "givens": 16 * ".", "shapes": RULES[name]}))


@pytest.mark.parametrize("name", COUNTED)
@every
def test_counts(engine: Backend, name: str) -> None:
    make, expected = COUNTED[name]
    model = compile_puzzle(make())
    if able(engine, model):
        found = list(engine.solutions(model, Budget()))
        assert len(set(found)) == len(found) == engine.count(model, Budget()) == expected
        assert all(model.accepts(solution) for solution in found)
        for limit in (1, 2, 7):
            assert engine.count(model, Budget(), limit) == min(limit, expected)


@cache
def filled(name: str) -> list[tuple[int, ...]]:
    """All solutions of a puzzle with rules, by what the rules say of each grid of 4x4."""
    puzzle = ruled(name)
    context = puzzle.context
    grids = backend("reference").solutions(compile_geometry(sudokulib.geometry("4x4")), Budget())
    return sorted(
        grid
        for grid in grids
        if all(
            shape.rule.holds([context.values[v] for v in grid], context) for shape in context.shapes
        )
    )


@pytest.mark.parametrize("name", RULES)
@every
def test_rules(engine: Backend, name: str) -> None:
    model, expected = compile_puzzle(ruled(name)), filled(name)
    assert 0 < len(expected) < 288
    if able(engine, model):
        assert sorted(engine.solutions(model, Budget())) == expected
        assert engine.count(model, Budget(), 2) == min(2, len(expected))
        counts = [Counter(values) for values in zip(*expected, strict=True)]
        true = tuple(sum(1 << value for value in cell) for cell in counts)
        assert engine.true_candidates(model, Budget()) == true
        drawn = engine.random_solution(model, Budget(), 3)
        assert drawn in expected
        guess = engine.estimate(model, Budget(), 300, 1)
        assert abs(guess.mean - len(expected)) <= 5 * guess.error


@pytest.mark.parametrize("name", RULES)
@every
def test_each_possible_candidate_has_a_solution_that_shows_it(engine: Backend, name: str) -> None:
    model, expected = compile_puzzle(ruled(name)), filled(name)
    if able(engine, model):
        known = expected[:2]
        found = find_witnesses(engine, model, Budget(), known)
        assert list(found.solutions[:2]) == known
        assert len(set(found.solutions)) == len(found.solutions)
        assert set(found.solutions) <= set(expected)
        assert list(found.possible) == values_in(expected, model.cells)
        assert values_in(found.solutions, model.cells) == values_in(expected, model.cells)
        stopped = find_witnesses(engine, model, Budget(nodes=1), known)
        assert stopped.stopped in ("", "nodes")
        true = zip(stopped.possible, values_in(expected, model.cells), strict=True)
        assert all(mask & needed == needed for mask, needed in true)
        assert set(stopped.solutions) <= set(expected)


@pytest.mark.parametrize("name", RULES)
@every
def test_solutions_are_told_from_other_assignments(engine: Backend, name: str) -> None:
    model, expected = compile_puzzle(ruled(name)), filled(name)
    if able(engine, model):
        grids = list(backend("reference").solutions(compile_puzzle(FOUR.puzzle()), Budget()))
        some = grids[::6] + expected[:3] + [(0,) * 16]
        among = [one for one in some if one in expected]
        assert solutions_among(engine, model, Budget(), some) == among


@pytest.mark.parametrize(
    "name", with_slow(NAMES, *(name for name in NAMES if name not in ("native", "reference")))
)
def test_on_tiny_puzzles_it_finds_what_trying_all_fillings_finds(name: str) -> None:
    check_backend(name, max_examples=3 if "cp-sat" in name else 15)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "native" else pytest.mark.slow) for name in NAMES],
)
def test_random_grids_are_uniform(name: str) -> None:
    """Chi-square on the 288 grids: 287 degrees of freedom, 99.8th percentile.

    Back-ends without a way of their own all draw as the reference search does.
    """
    engine, model, draws = backend(name), compile_geometry(FOUR), 1440
    seen = Counter(engine.random_solution(model, Budget(), seed) for seed in range(draws))
    expected = draws / 288
    hits = sum((n - expected) ** 2 for n in seen.values())
    assert (hits + (288 - len(seen)) * expected**2) / expected < 361
    assert None not in seen


@every
def test_random_solutions_are_repeatable_and_valid(engine: Backend) -> None:
    model = compile_geometry(grid("6x6", "2x3", symbols="123456"))
    drawn = [engine.random_solution(model, Budget(), seed) for seed in (1, 2, 2, -1)]
    assert drawn[1] == drawn[2]
    assert len(set(drawn)) == 3
    assert all(one is not None and model.accepts(one) for one in drawn)
    impossible = compile_puzzle(FOUR.puzzle("11.. .... .... ...."))
    assert engine.random_solution(impossible, Budget(), 1) is None


@every
def test_estimates_are_near_and_repeatable(engine: Backend) -> None:
    model = compile_geometry(FOUR)
    guess = engine.estimate(model, Budget(), 400, 5)
    assert guess.samples == 400
    assert 0 < guess.error < 20
    assert abs(guess.mean - 288) < 4 * guess.error
    assert guess == engine.estimate(model, Budget(), 400, 5)


@every
def test_the_order_alone_determines_what_stays_given(engine: Backend) -> None:
    """In a puzzle with rules, one with restrictions, and groups of any size."""
    rules, restricted = compile_puzzle(ruled("pairs")), compile_puzzle(FOUR.puzzle("1" + 15 * "."))
    alone = tuple((7 * n % 16,) for n in range(16))
    pairs = tuple((n, 15 - n) for n in range(8))
    for model, groups, expected in (
        (rules, alone, (2, 6, 9)),
        (rules, pairs, (5, 6, 9, 10)),
        (restricted, alone, (1, 2, 4, 6, 8, 9)),
        (restricted, pairs, (5, 6, 7, 8, 9, 10)),
    ):
        if able(engine, model):
            solution = min(backend("reference").solutions(model, Budget()))
            found = engine.thin(model, solution, ThinningPlan(groups), Budget())
            assert found == Thinned(solution, expected)
            more = engine.thin(model, solution, ThinningPlan(groups, least=9), Budget())
            assert more is not None
            assert 9 <= len(more.givens) <= 10


@pytest.mark.parametrize("name", ["4x4", "latin-5", "jigsaw-6", "tredoku-bent-3"])
@engines(slow=("cp-sat",))
def test_what_stays_given_is_the_same_everywhere(engine: Backend, name: str) -> None:
    """With candidates that some cells have not: values cannot change places everywhere."""
    model, chance = compile_geometry(sudokulib.geometry(name)), SeededRandom(len(name))
    reference, cells = backend("reference"), range(len(model.domains))
    for missing in (0, 1, 3):
        solution = reference.random_solution(model, Budget(), chance.seed())
        assert solution is not None
        domains = list(model.domains)
        for cell in chance.shuffled(cells)[: missing * len(cells) // 4]:
            domains[cell] &= 1 << solution[cell] | chance.below(1 << len(model.values))
        fewer, order = model.with_domains(tuple(domains)), chance.shuffled(cells)
        for groups in (
            [(cell,) for cell in order],
            list(zip(order[::2], order[1::2], strict=False)),
        ):
            plan = ThinningPlan(tuple(groups), least=4 * chance.below(2))
            expected = reference.thin(fewer, solution, plan, Budget())
            assert engine.thin(fewer, solution, plan, Budget()) == expected


@every
def test_minimal_puzzles_are_repeatable_and_say_when_they_were_not_finished(
    engine: Backend,
) -> None:
    model, alone = compile_geometry(FOUR), ThinningPlan(tuple((n,) for n in range(16)))
    one, two = engine.minimal_puzzles(model, alone, (1, 2), Budget())
    assert one != two
    assert [two] == list(engine.minimal_puzzles(model, alone, (2,), Budget()))
    for done in (one, two):
        tight = ThinningPlan(tuple((n,) for n in done.givens))
        assert engine.thin(model, done.solution, tight, Budget()) == done


@every
def test_thinning_says_why_it_was_not_finished(engine: Backend) -> None:
    model, groups = compile_geometry(ENDLESS), tuple((n,) for n in range(64))
    solution = next(backend("reference").solutions(model, Budget()))
    full = Budget()
    minimal = engine.thin(model, solution, ThinningPlan(groups), full)
    hasty = engine.thin(model, solution, ThinningPlan(groups, node_budget=0), Budget())
    short = engine.thin(model, solution, ThinningPlan(groups), Budget(nodes=full.used - 1))
    for done, why in ((minimal, ""), (hasty, "proof_nodes"), (short, "nodes")):
        assert done is not None
        assert done.stopped == why
        domains = [1 << v if c in done.givens else 255 for c, v in enumerate(solution)]
        assert engine.count(model.with_domains(tuple(domains)), Budget(), 2) == 1


@every
def test_only_what_is_known_to_be_unique_is_thinned(engine: Backend) -> None:
    model = compile_geometry(FOUR)
    solution = next(engine.solutions(model, Budget()))
    assert engine.thin(model, solution, ThinningPlan(((0,), (1,))), Budget()) is None
    wrong = (solution[1], *solution[1:])
    assert engine.thin(model, wrong, ThinningPlan(tuple((n,) for n in range(16))), Budget()) is None
    with pytest.raises(OutOfBudget):
        engine.thin(model, solution, ThinningPlan(((0,),)), Budget(nodes=0))
    assert not list(engine.minimal_puzzles(model, ThinningPlan(((0,),)), (1,), Budget()))


def everything(engine: Backend, model: Model, budget: Budget) -> object:
    return sum(1 for _ in engine.solutions(model, budget))


def counted(engine: Backend, model: Model, budget: Budget) -> object:
    return engine.count(model, budget)


def candidates(engine: Backend, model: Model, budget: Budget) -> object:
    return engine.true_candidates(model, budget)


Work = Callable[[Backend, Model, Budget], object]
works = pytest.mark.parametrize("work", [everything, counted, candidates])


@works
@every
def test_a_limit_of_nodes_is_kept(engine: Backend, work: Work) -> None:
    for nodes in (0, 3):
        budget = Budget(nodes=nodes)
        with pytest.raises(OutOfBudget) as caught:
            work(engine, compile_geometry(ENDLESS), budget)
        assert caught.value.reason == "nodes"
        assert budget.used == nodes


@works
@every
def test_no_time_at_all(engine: Backend, work: Work) -> None:
    with pytest.raises(OutOfBudget) as caught:
        work(engine, compile_geometry(ENDLESS), Budget(seconds=0))
    assert caught.value.reason == "time"


@pytest.mark.parametrize("work", [everything, counted])
@every
def test_a_limit_of_time_ends_the_search(engine: Backend, work: Work) -> None:
    with pytest.raises(OutOfBudget) as caught:
        work(engine, compile_geometry(ENDLESS), Budget(seconds=0.1))
    assert caught.value.reason == "time"


@every
def test_another_thread_cancels(engine: Backend) -> None:
    token, ended = Token(), []

    def run() -> None:
        try:
            counted(engine, compile_geometry(ENDLESS), Budget(token=token))
        except Cancelled as error:
            ended.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(0.1)
    assert thread.is_alive()
    token.cancel()
    thread.join(30)
    assert len(ended) == 1


@engines(slow=("colouring", "cp-sat", "auto+cp-sat"))
def test_an_interrupt_ends_the_search(engine: Backend) -> None:
    import _thread

    gc.collect()  # callbacks of weak references to what earlier tests left swallow an interrupt
    alarm = Timer(0.2, _thread.interrupt_main)
    alarm.start()
    with pytest.raises(KeyboardInterrupt):
        counted(engine, compile_geometry(ENDLESS), Budget(seconds=60))


@every
def test_solutions_go_on_after_a_limit(engine: Backend) -> None:
    model = compile_puzzle(FOUR.puzzle("1... .... .... ...."))
    budget, found, stops = Budget(nodes=0), [], 0
    more = engine.solutions(model, budget)
    while True:
        try:
            found.append(next(more))
        except OutOfBudget:
            stops += 1
            budget.renew(nodes=1)
        except StopIteration:
            break
    assert len(set(found)) == len(found) == 72
    assert stops > 1
    assert next(more, None) is None


@every
def test_solutions_may_be_given_up(engine: Backend) -> None:
    more = engine.solutions(compile_geometry(ENDLESS), Budget())
    next(more)
    more.close()
    assert next(more, None) is None


def test_who_cannot_says_what_it_cannot_express() -> None:
    puzzle = ruled("cases")
    with pytest.raises(UnableError, match=r"cannot express .*When, hidden cells"):
        sudokulib.solve(puzzle, search="colouring", strategies=())


def test_cp_sat_does_not_list_fillings_that_it_has_listed() -> None:
    """They come again where variables do not follow from the cells, here a thousand times each."""
    pytest.importorskip("ortools")
    from sudokulib.search.cp_program import Program
    from sudokulib.search.cp_sat import _CpSolver

    program = Program(compile_geometry(grid("4x4", "2x2", symbols="1234")))
    for _ in range(1000):
        program.add(0b11)
    found: list[tuple[int, ...]] = []
    assert not _CpSolver(Budget(nodes=1000)).find_several(program, 300, found)
    assert len(found) == len(set(found)) >= 1


def test_what_is_not_installed_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from sudokulib.search import cp_sat

    monkeypatch.setattr(cp_sat, "_installed", lambda: False)
    for name in ("cp-sat", "auto+cp-sat"):
        with pytest.raises(UnableError, match=r"pip install 'sudokulib\[cp-sat\]'"):
            backend(name)
    assert "cp-sat" not in backends()
    with pytest.raises(UnknownNameError, match=r"there are auto, auto\+cp-sat, colouring, cp-sat"):
        backend("fast")
