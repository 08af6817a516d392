"""The step player, as text and in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import sudokulib
from sudokulib import SudokuError, geometry
from sudokulib.model import bits
from sudokulib.render.page import page

FOUR = geometry("4x4").puzzle("1... ..2. .3.. ...4", title="Four </script> & more")
STEPS = list(sudokulib.explain(FOUR))
PAGE = page(FOUR, STEPS)
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
in_browser = pytest.mark.skipif(not BROWSER, reason="there is no Chromium here")


def data_of(text: str):
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])


def test_it_needs_nothing_from_elsewhere():
    addresses = set(re.findall(r"https?://[^\s\"'<>]+", PAGE))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in PAGE
    assert not re.search(r"\b(src|href)=", PAGE)


def test_texts_stay_texts():
    assert "<title>Four &lt;/script&gt; &amp; more</title>" in PAGE
    assert PAGE.count("</script>") == 2


def test_the_boards_of_the_page_are_those_of_the_steps():
    data = data_of(PAGE)
    left, solved = [set(cell) for cell in data["start"]["left"]], set(data["start"]["solved"])
    for step, told in zip(STEPS, data["steps"], strict=True):
        for cell, value in told["gone"]:
            left[cell].remove(value)
        solved |= set(told["placed"])
        assert [set(bits(mask)) for mask in step.after.masks] == left
        assert set(bits(step.after.solved)) == solved
        assert told["hints"][-1].lower() == f"{step.text}.".lower()


def test_a_view_that_there_is_not():
    with pytest.raises(SudokuError, match="no view 'solid'"):
        page(FOUR, STEPS, view="solid")


def seen(path: Path, fragment: str, folder: Path) -> str:
    """The page as a browser has built it."""
    command = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--dump-dom",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={folder}", f"{path.as_uri()}{fragment}",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


@in_browser
@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 5, 13])
def test_a_browser_shows_the_step_that_an_address_names(number: int, tmp_path: Path):
    path = tmp_path / "four.html"
    path.write_text(PAGE, "utf-8")
    dom = seen(path, f"#step={number}", tmp_path / "profile")
    drawn = dom[dom.index('id="contents"') : dom.index("</svg>")]
    known = 4 + number - 1
    assert drawn.count('class="given"') + drawn.count('class="solved"') == known
    assert drawn.count('class="halo"') == (1 if number < 13 else 0)
    wanted = f"step {number} of 12" if number < 13 else "solved"
    assert re.search(r'id="count">([^<]*)', dom)[1].startswith(wanted)
    assert dom.count('<button aria-current="step"') == (1 if number < 13 else 0)
