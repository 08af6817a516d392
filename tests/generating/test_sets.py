"""Sets of puzzles: the same in parallel, without doubles, taken up where they stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sudokulib
from sudokulib.errors import SudokuError
from sudokulib.generating import sets
from sudokulib.generating.makers import MadePuzzle
from sudokulib.generating.set_files import SetSummary
from sudokulib.solving.batch.journal import JournalError
from sudokulib.solving.batch.records import PuzzleLines

FOUR = sudokulib.geometry("4x4")
SIX = sudokulib.geometry("6x6")


def write(path: Path, count: int = 5, **wanted: Any) -> SetSummary:
    return sudokulib.write_set(path, FOUR, count, **wanted)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_threads_and_processes_make_the_same() -> None:
    wanted: dict[str, Any] = {"seed": 3, "difficulty": (1.0, 1.5)}
    alone = list(sudokulib.generate_set(SIX, 8, **wanted))
    with ThreadPoolExecutor(2) as pool:
        assert list(sudokulib.generate_set(SIX, 8, executor=pool, jobs=3, **wanted)) == alone
    with ProcessPoolExecutor(1) as pool:
        assert list(sudokulib.generate_set(SIX, 8, executor=pool, **wanted)) == alone
    assert [one.seed for one in alone] == sorted(one.seed for one in alone)


def test_no_two_are_equivalent_and_a_set_that_ends_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MAX_FAILED_SEEDS", 60)
    tiny = FOUR.puzzle("1234 3412 .... ....")
    made = list(sudokulib.generate_set(tiny, 10_000))
    keys = {sudokulib.canonical(one.puzzle).key for one in made}
    assert 1 < len(made) == len(keys) < 10_000


def test_a_set_holds_all_that_is_known_of_a_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    sudokulib.write_set(path, SIX, 2, seed=7, difficulty=(1.0, 1.5), symmetry="half-turn")
    first = lines(path)[0]
    made = first["generated"]
    puzzle = SIX.puzzle(first["givens"])
    rating = sudokulib.rate(puzzle)
    assert sudokulib.solve(puzzle).solution.line() == first["solution"]
    assert first["geometry"] == "6x6"
    assert first["id"] == made["seed"] == 7
    assert made["record"] == 1
    assert made["sudokulib"] == sudokulib.__version__
    assert made["clues"] == len(puzzle.givens)
    assert made["symmetry"] == "half-turn"
    assert made["wanted"] == {"difficulty": [1.0, 1.5]}
    assert made["canonical"] == sudokulib.canonical(puzzle).key
    assert made["rating"]["er"]["rating"] == rating.er.rating
    assert made["rating"]["level"] == rating.level
    assert made["rating"]["techniques"] == rating.techniques


def test_batches_read_a_set(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    write(path, 2, trace=True)
    with path.open("rb") as file:
        found = list(PuzzleLines(FOUR).read(file))
    assert [record.id for record in found] == [line["id"] for line in lines(path)]
    puzzles = [record.given for record in found]
    assert all(isinstance(puzzle, sudokulib.Puzzle) for puzzle in puzzles)
    assert all(sudokulib.is_unique(puzzle) for puzzle in puzzles)  # type: ignore[arg-type]


@pytest.mark.parametrize("cut", [0, 1, 700, 1300])
def test_an_interrupted_set_is_gone_on_with(
    tmp_path: Path, cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    write(whole)
    done = sets.SetCounts.count_item
    asked: list[int] = []

    def interrupted(counts: sets.SetCounts, item: sets.SeedResult) -> bool:
        asked.append(item.seed)
        if len(asked) == 4:
            raise KeyboardInterrupt
        return done(counts, item)

    with monkeypatch.context() as patch:
        patch.setattr(sets.SetCounts, "count_item", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(path)
    assert path.read_bytes() == b"".join(whole.read_bytes().splitlines(keepends=True)[:3])
    path.write_bytes(path.read_bytes()[:cut] if cut else path.read_bytes())
    summary = write(path)
    assert summary.puzzles == 5
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["part.jsonl", "whole.jsonl"]


def test_time_leaves_a_set_to_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    assert write(path, seconds=0).stopped == "time"
    assert path.read_bytes() == b""
    assert write(path) == SetSummary(5, 0, write_again(tmp_path).equivalent, 0, "", "")


def write_again(folder: Path) -> SetSummary:
    return write(folder / "again.jsonl")


def test_another_command_does_not_touch_a_set(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    write(path, seconds=0)
    for other in ({"seed": 2}, {"symmetry": "half-turn"}, {"trace": True}, {"nodes": 10**6}):
        with pytest.raises(JournalError, match="begun differently"):
            write(path, **other)
    with pytest.raises(JournalError, match="subject was '4x4' and is '6x6'"):
        sudokulib.write_set(path, SIX, 5)
    write(path)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="finished"):
        write(path)
    assert path.read_bytes() == before
    write(path, seed=9, force=True)
    assert lines(path)[0]["id"] == 9


def test_puzzles_and_recipes_are_subjects(tmp_path: Path) -> None:
    begun = FOUR.puzzle("12.. .... .... ....")
    assert all(
        one.puzzle.given_values[:2] == begun.given_values
        for one in sudokulib.generate_set(begun, 2)
    )
    recipe = sudokulib.Recipe(FOUR, (), givens=6)
    path = tmp_path / "set.jsonl"
    sudokulib.write_set(path, recipe, 2, seconds=0)
    with pytest.raises(JournalError, match="subject was 'a recipe"):
        sudokulib.write_set(path, replace(recipe, givens=7), 2)
    assert sudokulib.write_set(path, recipe, 2).puzzles == 2


def test_seeds_that_miss_are_passed_over_and_counted(tmp_path: Path) -> None:
    summary = sudokulib.write_set(tmp_path / "a.jsonl", SIX, 2, difficulty=(1.5, 2.0), tries=1)
    assert summary.puzzles == 2
    assert summary.missed > 0
    assert summary.lacks
    none = sudokulib.write_set(tmp_path / "b.jsonl", SIX, 2, nodes=0)
    assert (none.puzzles, none.missed, none.stopped) == (0, sets.MAX_FAILED_SEEDS, "vain")


def test_what_cannot_be_filled_is_an_error() -> None:
    with pytest.raises(SudokuError, match="cannot be filled"):
        list(sudokulib.generate_set(FOUR.puzzle("11.. .... .... ...."), 3))


def test_a_token_ends_a_set() -> None:
    token = sudokulib.Token()
    made = sudokulib.generate_set(FOUR, 3, token=token)
    next(made)
    token.cancel()
    with pytest.raises(sudokulib.Cancelled):
        list(made)
    with ThreadPoolExecutor(1) as pool, pytest.raises(sudokulib.Cancelled):
        list(sudokulib.generate_set(FOUR, 3, token=token, executor=pool))


def test_progress_reaches_the_end() -> None:
    progress: list[sudokulib.Progress] = []
    list(sudokulib.generate_set(FOUR, 3, progress=progress.append))
    assert progress[-1].done == 3
    assert progress[-1].share == 1.0


def test_ctrl_c_leaves_whole_lines_and_the_same_command_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    command = [sys.executable, "-m", "sudokulib", "generate", "9x9", "-n", "100000", "--jobs", "2"]
    process = subprocess.Popen([*command, "--out", str(path)], stderr=subprocess.PIPE, text=True)
    ends = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size) and time.monotonic() < ends:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    message = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "repeat the command to continue" in message
    seeds = [line["id"] for line in lines(path)]
    assert path.read_bytes().endswith(b"\n")
    assert seeds == list(range(1, len(seeds) + 1))
    with pytest.raises(JournalError, match="count was 100000 and is 3"):
        sudokulib.write_set(path, sudokulib.geometry("9x9"), 3)


def test_a_line_is_made_of_the_puzzle_where_it_is_made(tmp_path: Path) -> None:
    work = sets.SeedWorker(sets.maker_of(FOUR), write=_said)
    assert [item.text for item in work.results([1, 2])] == ["seed 1", "seed 2"]


def _said(made: MadePuzzle, key: str) -> str:
    assert key == sudokulib.canonical(made.generated.puzzle).key
    return f"seed {made.generated.seed}"


@pytest.mark.parametrize(
    "line",
    [
        "5", "[]", "{}", "what?", "", '{"generated": 5}', '{"generated": {"seed": 1}}',
        '{"generated": {"seed": "1", "canonical": "x"}}',
        '{"generated": {"seed": true, "canonical": "x"}}',
        '{"generated": {"seed": -5, "canonical": "x"}}',
        '{"generated": {"seed": 99, "canonical": ["x"]}}', "the first line again", "[" * 100_000,
    ],
)  # fmt: skip
def test_a_line_that_is_no_puzzle_of_the_set_is_quoted(tmp_path: Path, line: str) -> None:
    path = tmp_path / "set.jsonl"
    whole = write_again(tmp_path)
    first = (tmp_path / "again.jsonl").read_text().splitlines()[0]
    write(path, seconds=0)
    odd = first if line == "the first line again" else line
    path.write_text(f"{first}\n{odd}\n")
    with pytest.raises(JournalError) as error:
        write(path)
    message = str(error.value)
    assert f"line 2 of {path} is not a result of ours: {odd[:20]!r}"[:-1] in message
    path.write_text(f"{first}\n")  # the repair works
    assert write(path).puzzles == whole.puzzles


@pytest.mark.parametrize("line", [b"5", b"[]", b'{"done": 1}', b"\xff\x00", b"what?"])
def test_a_corrupted_journal_of_a_set_is_quoted(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "set.jsonl"
    write(path, seconds=0)
    journal = tmp_path / "set.jsonl.journal"
    journal.write_bytes(journal.read_bytes() + line + b"\n")
    with pytest.raises(JournalError, match=r"is not a journal: its line 2 is .*; drop that line"):
        write(path)
