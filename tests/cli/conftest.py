"""Where commands run in these tests: in an empty folder, on a terminal of a hundred columns."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("SUDOKULIB_PATH", raising=False)
    return tmp_path
