"""The benchmarks do what they say, on tiny puzzles; nothing is asserted about a time."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from benchmarks.contenders import CONTENDERS, Answer, Contender, Session, contenders, expected
from benchmarks.forgetting import forget_puzzles
from benchmarks.packages import clauses
from benchmarks.page import page
from benchmarks.puzzle_sets import Item, PuzzleSet, puzzle_set_of, read_puzzle_set
from benchmarks.suites import SUITES, beside_iss
from benchmarks.suites import generating as generating_suite
from benchmarks.suites import limits as limits_suite
from benchmarks.suites import loops as loops_suite
from benchmarks.suites import techniques as techniques_suite
from benchmarks.suites.goals import GOALS, goal_table
from benchmarks.suites.growth import hide_givens
from benchmarks.suites.races import race_results, race_tables
from benchmarks.suites.several import thinned
from benchmarks.suites.suite import Run, Suite
from benchmarks.timing import RaceResult, RaceRules, TimeLimitReached, race, time_limit

from sudokulib import count, geometry, read, solve
from sudokulib.model import Model, compiler
from sudokulib.search import native

RUN = Path(__file__).parent / "benchmarks"
CLASSIC = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.......79",
)
"""One solution each."""


def field(lines: Sequence[str] = CLASSIC) -> PuzzleSet:
    return puzzle_set_of("three", geometry("9x9"), lines, (3, 3))


QUICK = RaceRules(rounds=1, chunk=2, allowance=60, time_limit=60)


@pytest.mark.parametrize("contender", contenders(), ids=lambda c: c.name)
def test_every_contender_agrees_on_three_puzzles(contender: Contender) -> None:
    if why := contender.missing():
        pytest.skip(why)
    puzzles = field(CLASSIC[1:] if contender.name == "py-sudoku" else CLASSIC)
    assert contender.refuses(puzzles) == ""
    lap = race([contender], puzzles, expected(puzzles), QUICK)[contender.name]
    assert (len(lap.seconds), lap.wrong, lap.unfinished) == (len(puzzles.items), set(), set())


@pytest.mark.parametrize("contender", contenders(), ids=lambda c: c.name)
def test_every_contender_sees_a_second_solution_or_says_that_it_cannot(
    contender: Contender,
) -> None:
    if why := contender.missing():
        pytest.skip(why)
    several = field([CLASSIC[1].replace("9", ".")])
    session = contender.start(several)
    (raw,) = session.run(several.items)
    assert session.tell(raw).number == (2 if contender.proves else None)


@pytest.mark.parametrize("contender", contenders(), ids=lambda c: c.name)
def test_who_does_not_know_a_geometry_says_so_and_others_solve_it(contender: Contender) -> None:
    if why := contender.missing():
        pytest.skip(why)
    shape = "format: 1\nbuild:\n- {make: grid, size: 4x4, box: 2x2}\n"
    from sudokulib.puzzles.geometries.loader import read_geometry

    pairs = read_geometry(shape + "shapes:\n- {kind: distinct, cells: R1C1 R4C4}\n")
    puzzles = puzzle_set_of("pairs", pairs, ["1....3...4......"])
    if contender.refuses(puzzles):
        assert contender.package not in ("", "python-sat", "ortools")
        return
    assert race([contender], puzzles, expected(puzzles), QUICK)[contender.name].wrong == set()


def test_the_clauses_of_an_empty_grid_have_its_solutions_as_models() -> None:
    solvers = pytest.importorskip("pysat.solvers")
    with solvers.Cadical153(bootstrap_with=list(clauses(puzzle_set_of(
        "4x4", geometry("4x4"), []).model))) as solver:  # fmt: skip
        found = 0
        while solver.solve():
            found += 1
            solver.add_clause([-literal for literal in solver.get_model()])
    assert found == count(geometry("4x4")).value == 288


class Slow(Contender):
    """Says what it is told to say, after a while."""

    name, remark = "slow", "sleeps"

    def __init__(self, answer: Answer, pause: float = 0.0) -> None:
        self._answer, self._pause, self.sessions = answer, pause, 0

    def start(self, field: PuzzleSet) -> Session:
        self.sessions += 1
        return Session(self._run, lambda raw: raw)

    def _run(self, items: Sequence[Item]) -> list[Answer]:
        until = time.process_time() + self._pause
        while time.process_time() < until:
            pass
        return [self._answer] * len(items)


def test_a_wrong_answer_is_reported_wherever_figures_are() -> None:
    wrong = Slow(Answer(2))
    puzzles = field()
    lap = race([wrong], puzzles, expected(puzzles), QUICK)["slow"]
    assert lap.wrong == {0, 1, 2}
    CONTENDERS.append(wrong)
    try:
        others = frozenset(c.name for c in contenders() if c is not wrong)
        found = race_results(puzzles, QUICK, known=1, without=others)
    finally:
        CONTENDERS.remove(wrong)
    text = "\n".join(table.markdown() for table in race_tables({"sets": {"three": found}}, "slow"))
    assert f"**slow disagrees with us** in three: 3, first `{CLASSIC[0]}`" in text


def test_our_own_wrong_answer_is_reported() -> None:
    found = race_results(field(), QUICK, known=2, without=frozenset(c.name for c in contenders()))
    text = "\n".join(table.markdown() for table in race_tables({"sets": {"three": found}}, "x"))
    assert "**Wrong by us** in three: 3" in text


def test_a_contender_stops_when_its_allowance_is_spent_and_repeats_the_same() -> None:
    slow = Slow(Answer(1), pause=0.02)
    rules = RaceRules(rounds=3, chunk=2, allowance=0.03, time_limit=60)
    puzzles = field(CLASSIC * 3)
    lap = race([slow], puzzles, [Answer(1)] * 9, rules)["slow"]
    assert set(lap.seconds) == {0, 1}
    assert min(lap.seconds.values()) >= 0.02
    assert slow.sessions == 3


def test_ratios_are_those_of_the_puzzles_that_both_took() -> None:
    assert RaceResult({0: 1.0, 1: 1.0}).against(RaceResult({1: 3.0, 2: 100.0})) == 3.0
    assert RaceResult({0: 1.0}).against(RaceResult({1: 3.0})) == 0


def test_a_time_limit_ends_a_wait() -> None:
    def wait() -> None:
        with time_limit(0.01):
            time.sleep(30)

    with pytest.raises(TimeLimitReached):
        wait()


def test_a_puzzle_that_is_given_up_counts_as_unfinished() -> None:
    lap = race([Slow(Answer(1), 60)], field(CLASSIC[:1]), [Answer(1)],
               RaceRules(rounds=1, time_limit=0.02))["slow"]  # fmt: skip
    assert lap.unfinished == {0}
    assert lap.wrong == set()
    assert 0 < lap.seconds[0] < 30


def test_numbers_between_blanks_are_read_as_symbols() -> None:
    (item,) = puzzle_set_of("4x4", geometry("4x4"), ["1 0 0 4 " * 4]).items
    assert (item.text, item.givens) == ("1..4" * 4, (0, -1, -1, 3) * 4)


def test_a_set_that_is_not_there_is_none(tmp_path: Path) -> None:
    assert read_puzzle_set(tmp_path, "17clue", 10) is None


def test_thinned_puzzles_keep_some_of_their_givens() -> None:
    (before,) = field(CLASSIC[:1]).items
    (after,) = thinned(field(CLASSIC[:1]), 0.5, seed=1).items
    kept = {(n, v) for n, v in enumerate(after.givens) if v >= 0}
    assert kept < {(n, v) for n, v in enumerate(before.givens) if v >= 0}
    assert len(kept) == 9


def test_hiding_stops_where_the_solution_would_no_longer_be_the_only_one() -> None:
    base = field().model
    solution = expected(field())[0].solution

    def only(model: Model) -> bool:
        return sum(d & d - 1 == 0 for d in model.domains) >= 30

    puzzle = hide_givens(base, solution, 3, only)
    assert sum(d & d - 1 == 0 for d in puzzle.domains) == 30
    assert puzzle.domains == hide_givens(base, solution, 3, only).domains
    assert all(d >> v & 1 for d, v in zip(puzzle.domains, solution, strict=True))


def test_costs_of_techniques_are_sums_over_a_set_and_compared_with_everything() -> None:
    from benchmarks.kernel import Effort

    model = field().model

    def prove(_: Model, without: int) -> Effort:
        number = {0: 1, 1: 1, 2: 2, 4: -1}[without]
        return Effort(10 * (1 + without), 0.5 * (1 + without), number)

    switches = {"one": 1, "two": 2, "four": 4}
    found = techniques_suite.costs({"a set": [model, model]}, switches, prove)
    ways = found["a set"]["ways"]
    assert {way: cost["nodes"] for way, cost in ways.items()} == {
        "everything": 20, "one": 40, "two": 60, "four": 100
    }  # fmt: skip
    assert {way: cost["same"] for way, cost in ways.items()} == {
        "everything": True, "one": True, "two": False, "four": True
    }  # fmt: skip
    tables = techniques_suite.SUITE.tables({"sets": found})
    text = "\n".join(table.markdown() for table in tables)
    assert "| a set | 2× | 3× | ≥ 5× |" in text
    assert "**The answers for a set differ without two.**" in text


def measured_by_hand() -> dict[str, Any]:
    laps = {
        name: {"puzzles": 3, "rate": rate, "ratios": ratios, "proves": True, "remark": "r",
               "unfinished": 0, "wrong": []}
        for name, rate, ratios in (("`solve_many`", 500.0, {"CaDiCaL": 250.0}),
                                   ("CaDiCaL", 2.0, {"CaDiCaL": 1.0}))
    }  # fmt: skip
    sets = {"17clue": {"puzzles": 3, "ours wrong": [], "absent": {}, "laps": laps}}
    return {
        "machine": {"processor": "abacus", "system": "s", "python": "p", "sudokulib": "0",
                    "kernel": "k", "packages": {}, "date": "d", "share": 1},
        "classic": {"sets": sets, "threads": {}},
    }  # fmt: skip


def test_the_page_is_written_from_data_alone_and_says_what_is_met() -> None:
    text = page(json.loads(json.dumps(measured_by_hand())))
    assert "abacus" in text
    assert "| 17clue, unique, one thread, batch | ≥ 200 × CaDiCaL | 250× (500/s) | yes |" in text
    assert text.count("not measured here") == len(GOALS) - 1


def test_every_goal_has_a_row_without_any_data() -> None:
    assert len(goal_table({}).rows) == len(GOALS)


NEED_PUZZLES = [
    s
    for s in SUITES
    if s.name not in ("counting", "growth", "footprint", "generating", "limits", "loops")
]


def test_puzzles_are_made_beside_other_generators(monkeypatch: pytest.MonkeyPatch) -> None:
    name = next(iter(generating_suite._MAKERS))
    monkeypatch.setattr(generating_suite, "_MAKERS", {name: generating_suite._MAKERS[name]})
    data = generating_suite.SUITE.measure(Run(Path(), 0.02, say=lambda _: None))
    ours = data["makers"][name]
    assert (ours["unique"], ours["minimal"]) == (1.0, 1.0)
    (beside,) = generating_suite.SUITE.tables(json.loads(json.dumps(data)))
    assert beside.rows[0][2] == "1×"


@pytest.mark.slow
def test_loops_are_found_as_by_a_circuit(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ortools")
    monkeypatch.setattr(loops_suite, "_SIZES", (5,))
    data = loops_suite.SUITE.measure(Run(Path(), 1, say=lambda _: None))
    assert {one["status"] for one in data["puzzles"]} == {"unique", "multiple"}
    (table,) = loops_suite.SUITE.tables(json.loads(json.dumps(data)))
    assert [row[0] for row in table.rows] == [
        "5×5, 100% of the circles",
        "5×5, 60% of the circles",
    ]


@pytest.mark.parametrize("suite", NEED_PUZZLES, ids=lambda suite: suite.name)
def test_a_suite_without_puzzles_has_nothing_to_tell(suite: Suite, tmp_path: Path) -> None:
    data = suite.measure(Run(tmp_path, 0.1, say=lambda _: None))
    assert [row for table in suite.tables(json.loads(json.dumps(data))) for row in table.rows] == []


@pytest.mark.timing  # it holds the time that processes take against limits
@pytest.mark.skipif(sys.platform != "linux", reason="reads the clock of another process")
def test_calls_beyond_their_limit_are_told_with_their_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def busy(library: Any, puzzle: Any, seconds: float) -> None:
        until = time.process_time() + seconds + 0.6
        while time.process_time() < until:
            library.count(puzzle)

    def obedient(library: Any, puzzle: Any, seconds: float) -> Any:
        return library.check(puzzle, seconds=-seconds)

    monkeypatch.setattr(limits_suite, "CALLS", {"busy": busy, "obedient": obedient})
    monkeypatch.setattr(limits_suite, "BOARDS", {})
    monkeypatch.setattr(limits_suite, "READINGS", {})
    subjects = {"36x36, empty": lambda: geometry("4x4").puzzle()}
    monkeypatch.setattr(limits_suite, "HARD_SUBJECTS", subjects)
    data = json.loads(json.dumps(limits_suite.SUITE.measure(Run(Path(), 0.1, say=lambda _: None))))
    late, prompt = data["calls"]
    assert (late["end"], prompt["end"]) == ("answered", "time")
    assert late["cpu"] > 0.3 > prompt["cpu"]
    calls, worst = limits_suite.SUITE.tables(data)
    assert [row[-1] for row in calls.rows] == ["1", "0"]
    assert worst.rows[0][0] == "`busy`, 36x36, empty"


def test_the_command_writes_a_page_and_reads_it_again(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, str(RUN), "--data", str(tmp_path), *words],
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    saved, written = tmp_path / "saved.json", tmp_path / "page.md"
    run("--share", "0.1", "--only", "explaining", "--json", str(saved), "--write", str(written))
    assert run("--read", str(saved)) == written.read_text(encoding="utf-8") + "\n"


def test_an_unknown_suite_is_named() -> None:
    done = subprocess.run(
        [sys.executable, str(RUN), "--only", "nonsense"],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "no suite nonsense" in done.stderr


def test_a_page_is_updated_with_what_was_measured() -> None:
    from benchmarks.page import updated

    rates = {"puzzles": 1, "solved": 1, "steps": 60.0, "rate": 512.0, "slowest": 0.01}
    levels = [f"{level}, {profile}" for level in ("easy", "medium")
              for profile in ("quick", "everything")]  # fmt: skip
    results = {
        "machine": {
            "date": "2026-01-02",
            "processor": "abacus",
            "python": "CPython",
            "share": 1.0,
            "load": 3.0,
            "processors": 2,
        },
        "rating": {"profiles": dict.fromkeys(levels, rates), "ratings": {}},
    }
    goal = "easy and medium puzzles with explanations"
    other = "| two threads | ≥ 1.9 × one | 1.5× | **no** |"
    before = (
        "# Performance\n\n## What was to be reached\n\n"
        f"{other}\n| {goal} | ≥ 300/s | 1/s | **no** |\n\n## Counting\n\nas it was\n"
    )
    now = updated(before, results)
    assert other in now
    assert "| killers of 9×9 without givens, one thread | ≥ 20/s | not measured here" in now
    assert f"| {goal} | ≥ 300/s | easy 512/s, medium 512/s; always" in now
    assert "## Counting\n\nas it was\n\n## Explaining and rating\n\nMeasured by itself" in now
    assert "abacus; CPython; load average 3.0 on 2 processors; wall times" in now
    assert "| easy, quick | 1 | 1 | 60 | 512 | 10 ms |" in now
    assert updated(now, results) == now


@pytest.mark.slow
def test_other_values_of_a_constant_are_tried_and_it_has_its_own_again():
    from benchmarks import constants

    from sudokulib.strategies.sums import killer_sets

    own = killer_sets._MOST_VALUES
    some = list(constants.boards([constants.EXAMPLES / "cage" / "sticking-out.yaml"]))
    names = ["killer-pair", "hidden-killer-pair"]
    module = "strategies.sums.killer_sets:_MOST_VALUES"
    measure = partial(constants.steps, some, names)
    found = dict(constants.tried(module, [0, own], measure))
    assert found == {0: "0 steps", own: measure()}
    assert own == killer_sets._MOST_VALUES


def test_a_constant_of_the_kernel_is_changed_for_a_build_only(monkeypatch: pytest.MonkeyPatch):
    from benchmarks import constants

    file = constants.ROOT / "sudokulib" / "_kernel" / "network.cpp"
    own, seen = file.read_text(encoding="utf-8"), []
    monkeypatch.setattr(constants, "checkout", lambda root: seen.append(file.read_text("utf-8")))
    monkeypatch.setattr(constants, "build", lambda *_: Path("python"))
    assert constants.built("_kernel/network.cpp:most_united", 7) == Path("python")
    assert "most_united = 7;" in seen[0]
    assert seen[0].replace("most_united = 7;", "most_united = 30;") == own
    assert file.read_text("utf-8") == own


def test_nodes_of_a_set_of_puzzles_are_counted():
    from benchmarks import constants

    assert " nodes, geometric mean " in constants.spent(["geometries"], "auto", 1)


def test_nothing_of_a_forgotten_puzzle_is_kept() -> None:
    text = ".Shape~4x4.Cage~3~R1C1~R1C2"
    before = read(text)
    solve(before, strategies=())
    assert read(text).shapes[0] is before.shapes[0]
    forget_puzzles()
    assert native.engine_of.cache_info().currsize == 0  # type: ignore[attr-defined]
    assert compiler._compile_with.cache_info().currsize == 0  # type: ignore[attr-defined]
    assert read(text).shapes[0] is not before.shapes[0]


def test_puzzles_of_iss_are_measured_beside_its_times(tmp_path: Path) -> None:
    times = {"status": "unique", "total_ms": 2.0, "guesses": 4}
    common = {"collections": ["few"], "iss": times, "baseline": {"total_ms": 1.0, "first_ms": 2.0}}
    records = [
        {"id": "a", "name": "One", "string": CLASSIC[1], **common},
        {"id": "b", "name": "Other", "string": ".Nothing~R1C1", **common},
        {"id": "c", "name": "Late", "string": CLASSIC[1], **common,
         "iss": {**times, "status": "unknown"}},
    ]  # fmt: skip
    lines = "\n".join(map(json.dumps, records))
    (tmp_path / beside_iss.PUZZLES).write_text(lines, encoding="utf-8")
    found = beside_iss.SUITE.measure(Run(tmp_path))
    assert [(one[0], one[2]["status"]) for one in found["puzzles"]] == [
        ("One", "unique"), ("Late", "unique"),
    ]  # fmt: skip
    assert list(found["unread"]) == ["Other"]
    assert all(one[2]["forgotten"] > 0 for one in found["puzzles"])
    first, by_part, worst = beside_iss.SUITE.tables(json.loads(json.dumps(found)))
    assert "finished by ours only: Late" in first.notes
    assert (by_part.rows[0][:3], worst.rows[0][0]) == (["few", "2", "1"], "One")
