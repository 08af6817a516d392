"""Another revision beside this one: differences are reported, both take turns."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
import venv
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from benchmarks.against import builds, command
from benchmarks.against import compete as compete_module
from benchmarks.against.builds import (
    ComparisonError,
    Revision,
    build,
    checkout,
    named_revision,
    stale_kernel,
)
from benchmarks.against.compare import differences, differs, only_one_in_time
from benchmarks.against.compete import ComparisonSettings, Record, compete
from benchmarks.against.corpora import Item, Lines, batches_of, items, lines, sampled
from benchmarks.against.sides import Worker, ask_alternately
from benchmarks.against.tables import differing, report, speed

import sudokulib

ROOT = Path(__file__).parents[1]
LIBRARY = Path(sudokulib.__file__).parents[1]

UNIQUE = {"status": "unique", "solution": "12"}
QUICK = ComparisonSettings(limit=20, turns=1, burst=0, seeds=1)


class Fake:
    """Answers what it is told to, and notes what it was asked."""

    def __init__(self, name: str, answers: dict[str, Any], log: list[str], spent: float = 1e-3):
        self._name, self._answers, self._log, self._spent = name, answers, log, spent

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self._log.append(self._name)
        answer = self._answers.get(request["family"], {})
        if "sources" in request:
            answer = {"answers": [answer] * len(request["sources"])}
        if {"error", "timeout", "missing"} & answer.keys():
            return {"answer": answer}
        return {"answer": answer, "first": 2 * self._spent, "best": self._spent, "runs": 1}


def puzzles(number: int) -> list[Item]:
    return [Item("set", f"p{n}", {"text": str(n)}, ("even" if n % 2 == 0 else "odd",))
            for n in range(number)]  # fmt: skip


def competed(other: Fake, this: Fake, number: int = 2) -> list[Record]:
    return list(compete([other, this], puzzles(number), [], QUICK, say=lambda _: None))


def found(family: str, record: Sequence[Record]) -> list[Record]:
    return [r for r in record if r.family == family]


def test_turns_alternate_and_so_does_who_begins() -> None:
    log: list[str] = []
    sides = [Fake("A", {}, log), Fake("B", {}, log)]
    for number in range(3):
        ask_alternately(sides, {"family": "read"}, number, turns=2)
    assert "".join(log) == "ABBA BAAB ABBA".replace(" ", "")


def test_there_is_no_further_turn_after_a_long_one_or_one_without_an_answer() -> None:
    log: list[str] = []
    late = Fake("B", {"read": {"timeout": True}}, log)
    ask_alternately([Fake("A", {}, log), late], {"family": "read"}, 0)
    ask_alternately([Fake("A", {}, log, spent=0.3)] * 2, {"family": "read"}, 0)
    assert len(log) == 4


class Moody(Fake):
    """Says something else at its second turn, and is faster then."""

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        again = bool(self._log)
        self._log.append("")
        return {"answer": {"status": "none"} if again else UNIQUE,
                "first": 4e-3, "best": 1e-3 if again else 2e-3}  # fmt: skip


def test_the_first_run_and_the_best_count_and_a_difference_at_any_turn() -> None:
    steady = Fake("A", {"search": UNIQUE}, [], spent=3e-3)
    pair = ask_alternately([steady, Moody("B", {}, [])], {"family": "search"}, 0)
    assert pair.answers == (UNIQUE, {"status": "none"})
    assert pair.best == (3e-3, 1e-3)
    assert pair.first == (6e-3, 4e-3)


@pytest.mark.parametrize(
    ("other", "this", "expected"),
    [
        (UNIQUE, UNIQUE, False),
        (UNIQUE, {"status": "multiple"}, True),
        (UNIQUE, {**UNIQUE, "solution": "21"}, True),
        (UNIQUE, {"error": "GivensError", "text": ""}, True),
        ({"error": "ValueError", "text": ""}, {"error": "GivensError", "text": ""}, True),
        ({"error": "GivensError", "text": "a"}, {"error": "GivensError", "text": "b"}, False),
        (UNIQUE, {"timeout": True}, False),
        ({"error": "GivensError", "text": ""}, {"timeout": True}, False),
        ({"missing": "steps"}, UNIQUE, False),
        ({"conclusion": "solved", "rating": 2, "steps": 3},
         {"conclusion": "solved", "rating": 2, "steps": 9}, False),
        ({"conclusion": "solved", "rating": 2, "steps": 3},
         {"conclusion": "stuck", "rating": 2, "steps": 3}, True),
        ({"conclusion": "solved", "rating": 2, "steps": 3},
         {"conclusion": "solved", "rating": 3, "steps": 3}, True),
        ({"puzzle": "1..."}, {"puzzle": "...1"}, True),
    ],
)  # fmt: skip
def test_what_differs(other: dict[str, Any], this: dict[str, Any], expected: bool) -> None:
    assert differs(other, this) is differs(this, other) is expected


def test_a_batch_differs_line_by_line_and_in_its_length() -> None:
    none = {"status": "none"}
    batch = {"answers": [UNIQUE, UNIQUE, {"timeout": True}]}
    other = {"answers": [UNIQUE, none, none, none]}
    assert list(differences(batch, other)) == [(1, UNIQUE, none), (3, {}, none)]
    assert only_one_in_time(batch, other)
    assert not only_one_in_time(batch, batch)


def test_a_wrong_answer_is_reported_with_puzzle_and_both_answers() -> None:
    right, wrong = Fake("A", {"search": UNIQUE}, []), Fake("B", {"search": {"status": "none"}}, [])
    records = competed(right, wrong)
    said = "old: status unique, solution 12; this: status none"
    expected = [f"search, set: `p{number}`; {said}" for number in range(2)]
    assert [line for line in differing(records, "old") if line.startswith("search")] == expected
    text = report(records, "old", [])
    assert all(f"- {line}\n" in text for line in expected)
    assert "answers differ.**" in text


def test_a_line_of_a_batch_that_differs_is_shown_itself() -> None:
    batch = Lines("set", "1 to 2", ({"line": "1..", "geometry": "g"},) * 2)
    right, wrong = Fake("A", {"batch": UNIQUE}, []), Fake("B", {"batch": {"status": "none"}}, [])
    rules = ComparisonSettings(families=("batch",), turns=1)
    records = list(compete([right, wrong], [], [batch], rules, say=lambda _: None))
    assert [record.puzzles for record in records] == [2]
    assert differing(records, "old")[0] == (
        "batch, set: `1..`; old: status unique, solution 12; this: status none"
    )


def test_nothing_differs_and_that_is_reported_with_its_number() -> None:
    same = Fake("A", {"search": UNIQUE}, [])
    records = competed(same, same)
    assert differing(records, "old") == []
    assert f"All {sum(r.puzzles for r in records)} are the same." in report(records, "old", [])


def test_what_only_one_does_in_time_is_listed_and_no_difference() -> None:
    late = Fake("B", {"search": {"timeout": True}}, [])
    records = competed(Fake("A", {"search": UNIQUE}, []), late, 1)
    assert differing(records, "old") == []
    text = report(records, "old", [])
    assert "Only one in time: search, set: `p0`; old: status unique, solution 12; this: out" in text
    assert [r.best for r in found("search", records)] == [None]


def test_a_puzzle_that_neither_can_read_is_not_asked_for_the_rest() -> None:
    unread = Fake("A", {"read": {"error": "GivensError", "text": ""}}, [])
    records = competed(unread, unread)
    assert {r.family for r in records} == {"read", "generate"}
    assert "Both give an error: 2." in report(records, "old", [])


def test_a_puzzle_that_only_one_can_read_is_one_difference() -> None:
    unread = Fake("A", {"read": {"error": "GivensError", "text": "why"}}, [])
    lines = differing(competed(unread, Fake("B", {"search": UNIQUE}, []), 1), "old")
    assert lines == ["read, set: `p0`; old: GivensError: why; this: nothing"]


def test_what_a_revision_does_not_have_is_reported_once() -> None:
    old = Fake("A", {"logic": {"missing": "steps"}}, [])
    text = report(competed(old, Fake("B", {}, [])), "old", [])
    assert text.count("No logic: old has no 'steps'.") == 1


def record(best: tuple[float, float], name: str = "p", part: str = "all") -> Record:
    first = (best[0] * 2, best[1])
    return Record("set", (part,), name, "read", ({}, {}), 1, first, best)


def test_factors_are_the_other_time_to_ours_and_their_spread_is_reported() -> None:
    got = speed([record((n / 10, 0.1)) for n in range(1, 12)])
    assert got is not None
    assert got.number == 11
    assert got.factor == pytest.approx(6)
    assert got.tenth == pytest.approx(2)
    assert got.nine_tenths == pytest.approx(10)
    assert got.together == pytest.approx(6)
    assert got.first_factor == pytest.approx(12)
    assert got.medians == (pytest.approx(0.6), pytest.approx(0.1))
    assert speed([]) is None


def test_times_of_answers_that_differ_are_left_out_but_seeds_may_make_other_puzzles() -> None:
    right, wrong = (
        Fake("A", {"search": UNIQUE, "generate": {"puzzle": "1"}}, []),
        Fake("B", {"search": {"status": "none"}, "generate": {"puzzle": "2"}}, [], spent=1.0),
    )
    records = competed(right, wrong)
    assert speed(found("search", records)) is None
    made = speed(found("generate", records))
    assert made is not None
    assert made.factor == pytest.approx(1e-3)
    assert "### search" not in report(records, "old", [])


def test_the_sum_is_that_of_long_puzzles_and_the_median_that_of_most() -> None:
    got = speed([record((1e-3, 1e-3)), record((1e-3, 1e-3)), record((8.0, 4.0))])
    assert got is not None
    assert got.factor == 1
    assert got.together == pytest.approx(2, abs=0.01)


def test_a_slow_down_is_shown_by_set_part_and_name() -> None:
    records = [record((1e-3, 1e-3), f"fine{n}", "odd") for n in range(20)]
    records += [record((1e-3, 4e-3), "slower", "even")]
    text = report(records, "old", [])
    assert "| – even | 1 | 1 ms | 4 ms | 0.25 | 0.25 | 0.25 | 0.25 | 2 ms | 4 ms | 0.50 |" in text
    worst = next(line for line in text.splitlines() if line.startswith("- Slowest beside"))
    assert worst.startswith("- Slowest beside the other, set: `slower` 0.25, `fine0` 1.00")
    assert worst.count("`") == 20


LIBRARY_THAT_MISBEHAVES = """
import os, time
from functools import cache, lru_cache

class Puzzle:
    givens = ()
    class geometry:
        cells = (1, 2)

def read(text):
    if text == "prints":
        print("noise")
    if text == "dies":
        os.write(2, b"the last words")
        os._exit(3)
    if text == "loops":
        while True:
            pass
    if text == "hangs":
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass
    return Puzzle()

@lru_cache(maxsize=8)
def model(number): ...

@cache
def registry(): ...
"""


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that sees no checkout which is installed here for development."""
    home = tmp_path_factory.mktemp("bare")
    venv.create(home, symlinks=True)
    return home / ("Scripts" if os.name == "nt" else "bin") / "python"


@pytest.fixture
def misbehaving(tmp_path: Path, bare_python: Path) -> Iterator[Worker]:
    package = tmp_path / "sudokulib"
    package.mkdir()
    (package / "__init__.py").write_text(LIBRARY_THAT_MISBEHAVES, encoding="utf-8")
    worker = Worker(bare_python, tmp_path, hanging=0.5)
    yield worker
    worker.close()


def reads(worker: Worker, text: str, limit: float = 20.0) -> dict[str, Any]:
    return worker.ask({"family": "read", "source": {"text": text}, "limit": limit})["answer"]


FINE = {"cells": 2, "givens": 0, "unread": 0}


@pytest.mark.slow
def test_a_process_that_prints_dies_or_takes_too_long_is_asked_again(misbehaving: Worker) -> None:
    assert reads(misbehaving, "prints") == FINE
    died = reads(misbehaving, "dies")
    assert died["error"] == "died"
    assert died["text"].startswith("its process ended with status 3: ")
    assert died["text"].endswith("the last words")
    assert reads(misbehaving, "fine") == FINE
    assert reads(misbehaving, "loops", limit=0.05) == {"timeout": True}
    assert reads(misbehaving, "hangs", limit=0.05) == {"timeout": True}
    assert reads(misbehaving, "fine") == FINE


def test_what_a_revision_lacks_is_missing_and_the_rest_works(misbehaving: Worker) -> None:
    asked = {"family": "search", "source": {"text": ""}, "limit": 20}
    assert misbehaving.ask(asked)["answer"] == {"missing": "solve"}
    assert misbehaving.ask({"family": "hello", "limit": 20})["answer"]["kernel"] == "unknown"


def test_bounded_caches_are_emptied_and_registries_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks.against.worker import forget

    (tmp_path / "forgetful.py").write_text(LIBRARY_THAT_MISBEHAVES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import forgetful

    forgetful.model(1), forgetful.registry()
    forget("forgetful")
    assert forgetful.model.cache_info().currsize == 0
    assert forgetful.registry.cache_info().currsize == 1


def three_examples() -> list[Item]:
    wanted = {"4x4/first", "9x9/breakfast", "thermometer/boiler"}
    return [i for i in items(ROOT, Path("nowhere"), Path("nowhere")) if i.name in wanted]


@pytest.mark.slow
def test_this_revision_beside_itself_differs_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compete_module, "SEEDS", {"4x4": 1})
    chosen = three_examples()
    assert len(chosen) == 3
    sides = [Worker(sys.executable, LIBRARY) for _ in range(2)]
    try:
        records = list(compete(sides, chosen, [], QUICK, say=lambda _: None))
    finally:
        for side in sides:
            side.close()
    assert differing(records, "itself") == []
    for family in ("read", "compile", "search"):
        assert [r.best is not None for r in found(family, records)] == [True] * 3, family
    first = found("search", records)[0].answers[0]
    assert first["solution"] == "".join(sudokulib.solve(sudokulib.load(
        ROOT / "examples" / "4x4" / "first.yaml")).solution.values())  # fmt: skip
    assert found("logic", records)[0].answers[0]["conclusion"] == "solved"
    batched = [answer for r in found("batch", records) for answer in r.answers[0]["answers"]]
    assert [answer["status"] for answer in batched] == ["unique"] * 3
    (made,) = found("generate", records)
    assert made.answers[0]["puzzle"] == sudokulib.generate(
        sudokulib.geometry("4x4"), seed=1).puzzle.line()  # fmt: skip


def test_every_example_is_compared_with_and_without_data(tmp_path: Path) -> None:
    found = items(ROOT, tmp_path, tmp_path)
    assert {item.set for item in found} == {"examples"}
    assert len(found) > 100
    assert lines(tmp_path, tmp_path, 10) == []


def test_sets_of_a_data_folder_are_found(tmp_path: Path) -> None:
    for name, text in {
        "classic/17clue.txt": f"{'1' + '.' * 80}\n" * 3,
        "classic/rated11plus.txt": f"{'2' + '.' * 80}\n" * 3,
        "generated/jigsaw_minimal.txt": f"{'3' + '.' * 80}\n" * 3,
        "generated/jigsaw_regions.txt": "".join(
            f"{c * 9}\n" for c in "ABCDEFGHI"
        ),
        "hodoku/reglib-half.txt": "# a comment\n:0000:1:1..\n",
        "iss-half.jsonl": json.dumps({
            "id": "iss-0", "name": "a puzzle", "string": ".~R1C1_5", "collections": ["one", "two"],
        }) + "\n",
    }.items():  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = {item.set: item for item in items(ROOT, tmp_path, tmp_path, sample=2)}
    assert found["17clue"].source == {"line": "1" + "." * 80, "geometry": "9x9"}
    assert found["rated11plus"].name == "rated11plus 2"
    jigsaw = Path(found["jigsaw_minimal"].source["geometry"])
    assert "make: regions" in jigsaw.read_text(encoding="utf-8")
    assert found["hodoku"].name == "case 1, 0000"
    assert found["iss-half.jsonl"].strata == ("one", "two")
    assert [len(batch.sources) for batch in lines(tmp_path, tmp_path, 3)] == [3, 3, 3]


def test_a_sample_is_spread_over_each_part() -> None:
    chosen = sampled(puzzles(20), 3)
    assert [item.name for item in chosen] == ["p0", "p6", "p12", "p1", "p7", "p13"]


def test_batches_stay_within_a_part() -> None:
    parts = [(batch.strata, len(batch.sources)) for batch in batches_of(puzzles(7), 3)]
    assert parts == [(("even",), 3), (("even",), 1), (("odd",), 3)]


in_a_repository = pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="there is no repository"
)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = tmp_path / "repository"
    (root / "sudokulib" / "_kernel").mkdir(parents=True)
    (root / "sudokulib" / "__init__.py").write_text("name = 'first'\n", encoding="utf-8")
    (root / "sudokulib" / "_kernel" / "grid.cpp").write_text("", encoding="utf-8")
    (root / ".gitignore").write_text("*.so\n", encoding="utf-8")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "The first")
    return root


def git(root: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True)


def test_a_revision_that_git_does_not_know_is_named(repository: Path) -> None:
    with pytest.raises(ComparisonError, match="no revision 'nonsense'"):
        named_revision(repository, "nonsense")


def test_the_checkout_is_what_it_is_and_says_so(repository: Path) -> None:
    head = named_revision(repository, "HEAD")
    assert head.title.endswith("The first)")
    assert checkout(repository).tree == head.tree
    (repository / "sudokulib" / "new.py").touch()
    changed = checkout(repository)
    assert changed.tree != head.tree
    assert changed.title == f"{head.title}, with changes that are not committed"
    shown = subprocess.run(["git", "-C", str(repository), "status", "--short"],
                           capture_output=True, encoding="utf-8", check=True)  # fmt: skip
    assert shown.stdout == "?? sudokulib/new.py\n"


def test_a_kernel_older_than_its_sources_is_reported(repository: Path) -> None:
    kernel = repository / "sudokulib" / "_kernel"
    assert stale_kernel(repository) == ""
    (kernel / "core.so").touch()
    assert stale_kernel(repository) == ""
    os.utime(kernel / "core.so", (1, 1))
    assert "grid.cpp is newer" in stale_kernel(repository)


def wheel_without_building(source: Path, wheels: Path) -> list[str]:
    code = f"""
        import zipfile
        from pathlib import Path
        Path({str(wheels)!r}).mkdir()
        with zipfile.ZipFile(Path({str(wheels)!r}, "sudokulib-0-py3-none-any.whl"), "w") as wheel:
            wheel.write(Path({str(source)!r}, "sudokulib/__init__.py"), "sudokulib/__init__.py")
    """
    return ["-c", textwrap.dedent(code)]


def test_a_build_has_the_revision_and_the_packages_of_this_python_and_is_made_once(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "_builder", wheel_without_building)
    said: list[str] = []
    head = named_revision(repository, "HEAD")
    python = build(repository, head, tmp_path / "builds", said.append)
    (repository / "sudokulib" / "__init__.py").write_text("name = 'second'\n", encoding="utf-8")
    assert build(repository, head, tmp_path / "builds", said.append) == python
    assert len(said) == 1
    code = "import sudokulib, yaml; print(sudokulib.name)"
    done = subprocess.run(
        [str(python), "-P", "-c", code], capture_output=True, encoding="utf-8", check=False,
        cwd=tmp_path, env={},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("first\n", "")
    assert [path.name for path in (tmp_path / "builds").iterdir()] == [python.parents[1].name]


def test_a_build_that_fails_says_why_and_leaves_nothing(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "_builder", lambda *_: ["-c", "raise SystemExit('no compiler')"])
    with pytest.raises(ComparisonError, match=r"no compiler\nthe revision could not be built"):
        build(repository, named_revision(repository, "HEAD"), tmp_path / "builds", str)
    assert list((tmp_path / "builds").iterdir()) == []


class Introduced(Fake):
    """Says where it is and which kernel it has."""

    def __init__(self, home: Path, file: Path, kernel: str) -> None:
        hello = {"file": str(file), "kernel": kernel, "python": "3", "import": 0.1}
        super().__init__("", {"hello": hello}, [])
        self.home = home


@pytest.mark.parametrize(
    ("folder", "kernel", "why"),
    [("other", "portable", ""), ("other", "none: pure Python", "only one has its compiled search"),
     ("elsewhere", "portable", "imported from .*elsewhere")],
)  # fmt: skip
def test_both_are_what_they_should_be(tmp_path: Path, folder: str, kernel: str, why: str) -> None:
    revision = Revision("old", "old (of old)", "")
    other = Introduced(tmp_path / "other", tmp_path / folder / "sudokulib.py", kernel)
    this = Introduced(tmp_path / "this", tmp_path / "this" / "sudokulib.py", "portable")
    if why:
        with pytest.raises(ComparisonError, match=why):
            command.environment_report(other, this, revision, revision, False)  # type: ignore[arg-type]
    else:
        about = command.environment_report(other, this, revision, revision, False)  # type: ignore[arg-type]
        assert about[0] == "old: old (of old); compiled search portable; importing takes 100 ms"


@in_a_repository
@pytest.mark.parametrize(("planted", "status"), [("", 0), ("wrong", 1)])
def test_the_exit_status_says_whether_an_answer_differs(
    planted: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    right = Fake("A", {"search": UNIQUE}, [])
    this = Fake("B", {"search": {"status": "none"}}, []) if planted else right
    records = competed(right, this)
    monkeypatch.setattr(command, "build", lambda *_: tmp_path / "bin" / "python")
    monkeypatch.setattr(command, "Worker", lambda *_: Closable())
    monkeypatch.setattr(command, "environment_report", lambda *_: ["about both"])
    monkeypatch.setattr(command, "_compared", lambda *_: records)
    asked = Namespace(against="HEAD", builds=tmp_path, build=False, json=tmp_path / "saved.json",
                      quick=True, sample=None, limit=None)  # fmt: skip
    assert command.against(asked, lambda _: None) == status
    shown = capsys.readouterr().out
    assert "- about both\n- at most 3 puzzles of each part of a corpus; 1 s of CPU time" in shown
    saved = json.loads(asked.json.read_text(encoding="utf-8"))
    assert len(saved["records"]) == len(records)


class Closable:
    def close(self) -> None: ...


@in_a_repository
def test_a_revision_that_is_not_there_ends_the_command_with_its_name() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "benchmarks"), "--against", "no-such-revision"],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "no revision 'no-such-revision'" in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [({"only": "examples,nonsense"}, "no corpus 'nonsense'; there are examples"),
     ({"families": "reed"}, "no family 'reed'; there are batch, compile")],
)  # fmt: skip
def test_an_unknown_corpus_or_family_is_named(
    words: dict[str, str], why: str, tmp_path: Path
) -> None:
    asked = Namespace(**{"families": "", "only": "", "data": tmp_path, **words})
    with pytest.raises(ComparisonError, match=why):
        command._compared([], asked, 1, 1.0, str)


@in_a_repository
@pytest.mark.slow
def test_the_last_commit_is_built_and_compared(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "benchmarks"), "--against", "HEAD", "--build",
         "--quick", "--only", "examples", "--data", str(tmp_path), "--builds", str(tmp_path)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "are the same." in done.stdout
    assert "### batch" in done.stdout
