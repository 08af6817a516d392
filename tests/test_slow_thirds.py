"""Slow tests can be run in thirds, which together are all of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import slow_thirds
from slow_thirds import VARIABLE, chosen

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
    made = tmp_path_factory.mktemp("thirds")
    (made / "pytest.ini").write_text("[pytest]\nmarkers = slow\n", encoding="utf-8")
    for name in ("one", "other"):
        (made / f"test_{name}.py").write_text(TESTS, encoding="utf-8")
    return made


def run(folder: Path, third: str, *words: str) -> str:
    command = [sys.executable, "-m", "pytest", "-v", "-p", "slow_thirds", *words]
    environment = {
        **os.environ, VARIABLE: third, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": str(Path(slow_thirds.__file__).parent), "PYTEST_ADDOPTS": "",
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
    return [passed(run(folder, str(third), "-m", "slow")) for third in range(3)]


def test_the_thirds_are_all_slow_tests_and_have_none_in_common(
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
        cases = [sum(f"{module}.py::test_cases" in name for name in third) for third in each]
        assert sorted(cases) == [2, 2, 3]
        users = [sum(f"{module}.py" in n and "fixture" in n for n in third) for third in each]
        assert sorted(users) == [0, 0, 3]


def test_workers_run_the_same_third_and_the_header_tells_which(
    folder: Path, each: list[set[str]]
) -> None:
    pytest.importorskip("xdist")
    output = run(folder, "1", "-p", "xdist.plugin", "-n", "2", "-m", "slow")
    assert passed(output) == each[1]
    assert (
        f"slow tests: only third 1; {VARIABLE}=0 and {VARIABLE}=2 run the others, "
        "without it all run" in output
    )


def test_a_module_alone_has_the_same_thirds_and_quick_tests_run_in_any(
    folder: Path, each: list[set[str]]
) -> None:
    found = passed(run(folder, "2", "test_other.py"))
    assert found - {"test_other.py::test_quick"} == {n for n in each[2] if "other" in n}
    assert "test_other.py::test_quick" in found


def test_a_third_that_there_is_not_is_refused(folder: Path) -> None:
    assert f"{VARIABLE} is '3'; write 0, 1, 2 or today, or unset it" in run(folder, "3")


def test_every_day_has_another_third() -> None:
    assert [chosen("today", day) for day in range(3, 7)] == [0, 1, 2, 0]
    assert chosen("", 5) is None
    assert chosen("2", 5) == 2


def test_today_is_settled_once_for_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "today")
    slow_thirds.pytest_configure()
    assert os.environ[VARIABLE] in ("0", "1", "2")
