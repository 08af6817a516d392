"""Slow tests can be run in parts, which together are all of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import slow_parts
from slow_parts import VARIABLE, chosen

TESTS = """
import pytest

@pytest.fixture(scope="module")
def expensive(): ...

@pytest.mark.slow
@pytest.mark.parametrize("case", range(7))
def test_cases(case): ...

@pytest.mark.slow
def test_first_with_the_fixture(expensive): ...

@pytest.mark.slow
@pytest.mark.parametrize("case", range(2))
def test_more_with_the_fixture(expensive, case): ...

def test_quick(): ...
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("parts")
    (made / "pytest.ini").write_text("[pytest]\nmarkers = slow\n", encoding="utf-8")
    for name in ("one", "other"):
        (made / f"test_{name}.py").write_text(TESTS, encoding="utf-8")
    return made


def run(folder: Path, part: str, *words: str) -> str:
    command = [sys.executable, "-m", "pytest", "-v", "-p", "slow_parts", *words]
    environment = {
        **os.environ, VARIABLE: part, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": str(Path(slow_parts.__file__).parent), "PYTEST_ADDOPTS": "",
    }  # fmt: skip
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout + done.stderr


def passed(output: str) -> set[str]:
    """The tests that passed, as both xdist and pytest itself tell it."""
    before = re.findall(r"^(test_\S+) PASSED", output, re.MULTILINE)
    after = re.findall(r"PASSED (test_\S+)", output)
    return {*before, *after}


@pytest.fixture(scope="module")
def each(folder: Path) -> list[set[str]]:
    return [passed(run(folder, f"{part}/3", "-m", "slow")) for part in (1, 2, 3)]


def test_the_parts_are_all_slow_tests_and_have_none_in_common(
    folder: Path, each: list[set[str]]
) -> None:
    everything = passed(run(folder, "", "-m", "slow"))
    assert len(everything) == 2 * (7 + 1 + 2)
    assert set.union(*each) == everything
    assert sum(map(len, each)) == len(everything)


def test_cases_of_a_test_are_spread_and_users_of_a_fixture_stay_together(
    each: list[set[str]],
) -> None:
    for module in ("one", "other"):
        cases = [sum(f"{module}.py::test_cases" in name for name in part) for part in each]
        assert sorted(cases) == [2, 2, 3]
        users = [sum(f"{module}.py" in n and "fixture" in n for n in part) for part in each]
        assert sorted(users) == [0, 0, 3]


@pytest.mark.slow
def test_workers_run_the_same_part_and_the_header_tells_which(
    folder: Path, each: list[set[str]]
) -> None:
    pytest.importorskip("xdist")
    output = run(folder, "2/3", "-p", "xdist.plugin", "-n", "2", "-m", "slow")
    assert passed(output) == each[1]
    assert f"slow tests: part 2/3; without {VARIABLE} all run" in output


def test_a_module_alone_has_the_same_parts_and_quick_tests_run_in_any(
    folder: Path, each: list[set[str]]
) -> None:
    found = passed(run(folder, "3/3", "test_other.py"))
    assert found - {"test_other.py::test_quick"} == {n for n in each[2] if "other" in n}
    assert "test_other.py::test_quick" in found


@pytest.mark.parametrize("said", ["3", "0/3", "4/3", "1/0", "-1/3", "today", "tomorrow/3", "1/3/3"])
def test_a_part_that_there_is_not_is_refused(said: str) -> None:
    with pytest.raises(pytest.UsageError, match=f"^{VARIABLE} is '{said}'; write 2/12 or today/12"):
        chosen(said, 5)


def test_and_ends_the_run(folder: Path) -> None:
    assert f"{VARIABLE} is '4/3'; write 2/12 or today/12, or unset it" in run(folder, "4/3")


def test_every_day_has_another_part() -> None:
    assert [chosen("today/3", day) for day in range(3, 7)] == [(1, 3), (2, 3), (3, 3), (1, 3)]
    assert chosen("", 5) is None
    assert chosen("2/3", 5) == (2, 3)


def test_today_is_settled_once_for_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "today/3")
    slow_parts.pytest_configure()
    assert os.environ[VARIABLE] in ("1/3", "2/3", "3/3")
