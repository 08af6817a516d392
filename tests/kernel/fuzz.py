"""The kernel's fuzzer: random models against brute force, and descriptions that no model has.

    python tests/kernel/fuzz.py --seconds 120 --seed 1

tries blocks of random cases until the time is over, each block with a seed of its own that is
printed first, so that even a crash can be repeated. It is meant to be run with the kernel built
with sanitizers; `test_fuzz.py` runs a few hundred cases with any build.
"""

from __future__ import annotations

import argparse
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import prod
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from kernel.random_models import models
from search.tables import accepted

from sudokulib._kernel import core
from sudokulib.errors import Cancelled
from sudokulib.model import Model
from sudokulib.search import Budget, OutOfBudget, Token, backend, backends
from sudokulib.search.flattening import FlattenError, domain_bytes, flatten, words

Assignments = set[tuple[int, ...]]

NUMBERS = (-1, 0, 1, 2, 5, 20, 63, 64, 65, 255, 256, 10**6, 2**31, 2**40, 10**9, 2**62, -(2**63))
"""Numbers that a hostile description puts in the place of others."""
FEW = 40
"""Nodes that a search of a hostile problem may take."""
HOSTILE = 30
"""Hostile descriptions made of one model."""


def supports(model: Model, solutions: Assignments) -> list[list[int]]:
    """For each cell and value how many of the solutions have it."""
    counts = [[0] * len(model.values) for _ in range(model.cells)]
    for solution in solutions:
        for cell, value in enumerate(solution):
            counts[cell][value] += 1
    return counts


def check_backend(name: str, model: Model, expected: Assignments) -> None:
    """One back-end answers everything as brute force does."""
    engine = backend(name)
    if (able := getattr(engine, "able", None)) and able(model):
        return
    found = list(engine.solutions(model, Budget()))
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert engine.count(model, Budget()) == len(expected)
    for limit in (1, 2, len(expected), len(expected) + 1):
        assert engine.count(model, Budget(), limit) == min(limit, len(expected))
    true = [sum(1 << v for v, n in enumerate(row) if n) for row in supports(model, expected)]
    assert list(engine.true_candidates(model, Budget())) == true
    check_limits(engine, model, expected)


def check_limits(engine: Any, model: Model, expected: Assignments) -> None:
    """With a limit or a token the answer is right or there is none; searches do not disturb."""
    for nodes in (0, 1, 3):
        with suppress(OutOfBudget):
            assert engine.count(model, Budget(nodes=nodes)) == len(expected)
        begun: list[tuple[int, ...]] = []
        with suppress(OutOfBudget):
            begun.extend(engine.solutions(model, Budget(nodes=nodes)))
            assert len(begun) == len(expected)
        assert set(begun) <= expected
    token = Token()
    token.cancel()
    with suppress(Cancelled):
        assert engine.count(model, Budget(token=token)) == len(expected)
    one, other = engine.solutions(model, Budget()), engine.solutions(model, Budget())
    next(other, None)
    assert set(one) == expected
    other.close()


def engine_of(model: Model, **options: int) -> Any:
    """The compiled engine of a model; None if it has something that the kernel does not know."""
    try:
        stream = flatten(model.root)
    except FlattenError:
        return None
    problem = core.Problem(stream, domain_bytes(model.root.domains, words(model.root)))
    return core.Engine(problem, **options)


def check_kernel(model: Model, expected: Assignments) -> None:
    """The kernel's own operations, below the protocol of back-ends."""
    engine = engine_of(model)
    if engine is None:
        return
    domains = domain_bytes(model.domains, words(model.root))
    width = "H" if len(model.values) > 255 else "B"
    assert set(resumed(engine.search(domains), 1, width)) == expected
    for after in (0, 3):
        probing = engine_of(model, probe_after=after).search(domains)
        assert sorted(resumed(probing, 1, width)) == sorted(expected)
        learning = engine_of(model, learn_after=after).search(domains)
        assert sorted(resumed(learning, 1, width)) == sorted(expected)
    few = [[min(2, n) for n in row] for row in supports(model, expected)]
    assert support(engine, model, domains, 2) == few
    for number in range(3):
        found, stopped, _ = engine.random(domains, number)
        assert not stopped
        assert (tuple(memoryview(found).cast(width)) in expected) if expected else found is None
    (mean, error, samples), _, _ = engine.estimate(domains, 5, 1)
    assert samples <= 5
    assert mean >= 0
    assert error >= 0
    if not expected:
        assert mean == 0
    check_thinning(engine, model, expected)
    check_lines(engine, model)
    check_exact(model, domains, len(expected))


def check_thinning(engine: Any, model: Model, expected: Assignments) -> None:
    """Check that the remaining givens leave one solution, and that without limits none can go."""
    domains = domain_bytes(model.domains, words(model.root))
    for nodes, proof_nodes in ((-1, -1), (-1, 0), (2, -1), (2, 1)):
        work = engine.thinning(domains, [[c] for c in range(model.cells)], 1, proof_nodes)
        for solution in sorted(expected)[:2]:
            work.thin(list(solution), None, nodes)
            assert work.unique or work.stopped == "nodes"
            agree = [{c for c in work.givens if s[c] == solution[c]} for s in expected]
            if work.unique:
                assert sum(len(cells) == len(work.givens) for cells in agree) == 1
            if (nodes, proof_nodes) == (-1, -1) and len(work.givens) > 1:
                assert all(
                    sum(cells >= {*work.givens} - {c} for cells in agree) > 1 for c in work.givens
                )
        work.draw(1, None, nodes)
        assert work.unique == bool(expected) or work.stopped


def resumed(search: Any, nodes: int, width: str) -> Iterator[tuple[int, ...]]:
    """All solutions of a search that may take some nodes at a time."""
    while True:
        if (found := search.next(None, nodes)) is not None:
            yield tuple(memoryview(found).cast(width))
        elif not search.stopped:
            return


def support(engine: Any, model: Model, domains: bytes, cap: int) -> list[list[int]]:
    counts, stopped, _ = engine.support(domains, cap)
    assert not stopped
    values = len(model.values)
    return [list(counts[i : i + values]) for i in range(0, model.cells * values, values)]


def check_exact(model: Model, domains: bytes, expected: int) -> None:
    """The dynamic programming counts as listing does, or says why it does not count."""
    root = model.root
    problem = core.Problem(flatten(root), domain_bytes(root.domains, words(root)))
    for nodes in (-1, 2):
        total, end, _, _ = core.count_exact(problem, domains, None, nodes)
        assert end if total is None else (total, end) == (expected, "")
    if not model.rules and len(model.domains) == model.cells and len(model.values) <= 64:
        total, end, _, _ = core.count_exact(problem, domains, None, -1)
        assert total is not None or end == "reach"


def check_lines(engine: Any, model: Model) -> None:
    """Lines are judged as the count of the same givens is; brute force where that is possible."""
    if not model.cells or len(model.values) > 255:
        return
    single = [d & (d - 1) == 0 for d in model.domains[: model.cells]]
    line = bytes(
        model.domains[cell].bit_length() - 1 if given else 255 for cell, given in enumerate(single)
    )
    given_only = model.root.with_domains(
        tuple(
            mask if cell >= model.cells or single[cell] else model.root.domains[cell]
            for cell, mask in enumerate(model.domains)
        )
    )
    domains = domain_bytes(given_only.domains, words(model.root))
    count, _, _ = engine.count(domains, 2)
    statuses, pairs, _ = engine.solve_lines(line + b"\xff" * len(line) + line)
    assert statuses[0] == statuses[2] == count
    assert pairs[: 2 * len(line)] == pairs[-2 * len(line) :]
    if prod(mask.bit_count() for mask in given_only.domains) <= 5000:
        solutions = accepted(given_only)
        assert count == min(2, len(solutions))
        halves = [pairs[: len(line)], pairs[len(line) : 2 * len(line)]]
        assert {tuple(half) for half in halves[:count]} <= solutions
        assert len(set(halves[:count])) == count
        assert all(half == b"\xff" * len(line) for half in halves[count:])


def mutated(stream: bytes, random: Random) -> bytes:
    """A description with some of its numbers changed, lost, doubled or moved."""
    numbers = list(memoryview(stream).cast("q"))
    for _ in range(random.choice((1, 1, 1, 2, 3, 10))):
        place = random.randrange(len(numbers)) if numbers else 0
        match random.randrange(7):
            case 0 | 1:
                numbers[place : place + 1] = [random.choice(NUMBERS)]
            case 2 | 3 if numbers:
                # Near what was there: the likeliest to pass the checks of the reader.
                numbers[place] = max(-(2**63), numbers[place] + random.choice((-1, 1)))
            case 4:
                del numbers[place : place + random.choice((1, 1, 3, 10**6))]
            case 5:
                numbers[place:place] = numbers[place : place + random.randrange(1, 9)]
            case _:
                other = random.randrange(len(numbers)) if numbers else 0
                numbers[place : place + 1] = numbers[other : other + 1]
    cut = random.choice((0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 7))
    return array("q", numbers).tobytes()[cut:]


def check_hostile(model: Model, random: Random) -> None:
    """Changed descriptions are refused with a ValueError, or searched without harm."""
    try:
        stream = flatten(model.root)
    except FlattenError:
        return
    domains = domain_bytes(model.root.domains, words(model.root))
    for _ in range(HOSTILE):
        changed = mutated(stream, random)
        masks = domains if random.random() < 0.7 else random.randbytes(len(domains))
        if random.random() < 0.05:
            masks = masks[: random.randrange(len(masks) + 1)]
        try:
            problem = core.Problem(changed, masks)
            engine = core.Engine(problem)
        except ValueError:
            continue
        use(engine, problem, random)
    with suppress(ValueError):
        core.Problem(random.randbytes(8 * random.randrange(40)), b"")


def use(engine: Any, problem: Any, random: Random) -> None:
    """Ask everything of an engine that means nothing: any answer will do, but an answer."""
    size = 8 * problem.variables * problem.words
    for domains in (b"\xff" * size, random.randbytes(size), bytes(size)):
        engine.count(domains, 5, None, FEW)
        engine.support(domains, 1, None, FEW)
        engine.random(domains, 1, None, FEW)
        engine.estimate(domains, 3, 1, None, FEW)
        core.count_exact(problem, domains, None, FEW)
        search = engine.search(domains)
        for _ in range(3):
            search.next(None, FEW)
        thinning = engine.thinning(domains, [[c] for c in range(problem.cells)], 0, FEW)
        thinning.draw(1, None, 5 * FEW)
        if problem.values:
            values = [random.randrange(problem.values) for _ in range(problem.cells)]
            thinning.thin(values, None, 5 * FEW)
            assert thinning.unique or not thinning.unsettled
    with suppress(ValueError):
        engine.count(b"\xff" * (size + 8), 5, None, FEW)
    with suppress(ValueError):
        engine.solve_lines(random.randbytes(3 * problem.cells), FEW)


def check(model: Model, random: Random) -> None:
    """Everything about one random model."""
    expected = accepted(model)
    # CP-SAT starts slowly, and is not what is fuzzed here.
    for name in sorted({*backends()} - {"cp-sat"}):
        check_backend(name, model, expected)
    check_kernel(model, expected)
    check_hostile(model, random)


def block(number: int, examples: int, rules: bool = True) -> Callable[[], None]:
    """A test of that many random cases; the same number makes the same cases."""

    @seed(number)
    @settings(
        max_examples=examples,
        derandomize=False,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(models(rules), st.integers(0, 2**32))
    def cases(model: Model, hostile: int) -> None:
        check(model, Random(hostile))

    return cases


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz the compiled search.")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1, help="of the first block")
    parser.add_argument("--blocks", type=int, help="stop after so many blocks")
    parser.add_argument("--plain", action="store_true", help="all-different shapes only")
    options = parser.parse_args()
    if core is None:
        raise SystemExit("there is no compiled search to fuzz")
    end, number = time.monotonic() + options.seconds, options.seed
    while time.monotonic() < end and number - options.seed != options.blocks:
        print(f"block {number}", flush=True)
        block(number, 20, not options.plain)()
        number += 1
    print(f"{20 * (number - options.seed)} models and what was made of them: no fault")


if __name__ == "__main__":
    main()
