"""The step player, as text and in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

import sudokulib
from sudokulib import SudokuError, geometry
from sudokulib.model import bits
from sudokulib.render.page import page, rules_of
from sudokulib.solving.explaining.hints import hint_text

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
    for step, kept in zip(STEPS, data["steps"], strict=True):
        for cell, value in kept["gone"]:
            left[cell].remove(value)
        solved |= set(kept["placed"])
        assert [set(bits(mask)) for mask in step.after.masks] == left
        assert set(bits(step.after.solved)) == solved
        assert kept["hints"][-1].lower() == f"{step.text}.".lower()


def test_notebooks_play_steps_from_the_first_on():
    steps = sudokulib.steps(FOUR)
    first, second = next(steps), next(steps)
    shown = re.fullmatch(r'<iframe srcdoc="([^"]*)" [^<]*></iframe>', steps._repr_html_())
    assert unescape(shown[1]) == PAGE
    assert (first, second, *steps) == tuple(STEPS)


def test_givens_that_clash_stay_and_the_end_is_reported():
    puzzle = geometry("4x4").puzzle("11.............. ", title="a\u202eb")
    text = page(puzzle, sudokulib.explain(puzzle), ending="no solution: <both> 1")
    data = data_of(text)
    assert (data["givens"], data["steps"]) == ([[0, 0], [1, 0]], [])
    assert data["ending"] == "no solution: <both> 1"
    assert "<both>" not in text
    assert "<title>a\ufffdb</title>" in text


RULES = (
    "<p>Each row, column and region contains the digits from 1 to 4 exactly once.</p>"
    "<p>Digits along thermometers increase from the bulb.</p>"
)


@pytest.mark.parametrize(
    ("description", "shown"),
    [
        ("", RULES),
        (
            "From the bulb of a <thermometer> on, digits increase.",
            "<p>From the bulb of a &lt;thermometer&gt; on, digits increase.</p>"
            f"<details><summary>Rules, as read</summary>{RULES}</details>",
        ),
        (
            "Enjoy!",
            f"<p>Enjoy!</p><details open><summary>Rules, as read</summary>{RULES}</details>",
        ),
    ],
)
def test_rules_are_folded_below_a_description_that_says_them(description: str, shown: str):
    puzzle = geometry("4x4").puzzle().add("thermometer", "R1C1 R1C2")
    puzzle = replace(puzzle, description=description)
    assert rules_of(puzzle) == shown


def test_rules_without_marks_stand_above_the_board_alone():
    text = page(geometry("4x4").puzzle().add("anti", moves="knight"), [])
    assert text.count("knight's") + text.count("knight&#x27;s") == 1


def test_a_view_that_there_is_not():
    with pytest.raises(SudokuError, match="no view 'solid'"):
        page(FOUR, STEPS, view="solid")


def seen(path: Path, fragment: str, folder: Path, *more: str) -> str:
    """The page as a browser has built it."""
    command = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--dump-dom",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={folder}", *more, f"{path.as_uri()}{fragment}",
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


DRIVER = """
<script>
(() => {
  const log = [];
  const see = (what) => log.push([what, {
    count: document.getElementById("count").textContent,
    text: document.getElementById("text").textContent,
    hash: location.hash,
    pencils: document.querySelectorAll("#contents .pencil, #contents .pencil-on").length,
    roles: document.querySelectorAll("#contents [class^=role-]").length,
    known: document.querySelectorAll("#contents .given, #contents .solved").length,
    playing: document.getElementById("play").getAttribute("aria-pressed"),
    label: document.querySelector("#picture svg").getAttribute("aria-label"),
  }]);
  const click = (id) => { document.getElementById(id).click(); see(id); };
  const key = (name) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    see(`key ${name}`);
  };
  const choose = (id, value, event) => {
    const element = document.getElementById(id);
    element.value = value;
    element.dispatchEvent(new Event(event, { bubbles: true }));
    see(`${id} ${value}`);
  };
  let printed = 0;
  window.print = () => { printed += 1; };
  see("begin");
  for (const id of ["next", "next", "back", "last", "first"]) click(id);
  for (const name of ["ArrowRight", "ArrowLeft", "End", "Home"]) key(name);
  choose("slider", "4", "input");
  for (const depth of ["0", "1", "2", "3"]) choose("depth", depth, "change");
  click("pencil");
  key("p");
  key("h");
  key("h"); key("h"); key("h");
  document.querySelectorAll("#steps button")[6].click();
  see("list");
  click("print");
  choose("speed", "800", "change");
  click("play");
  setTimeout(() => {
    see("after a while");
    key(" ");
    location.hash = "#step=3";
    setTimeout(() => {
      see("hash");
      document.body.dataset.log = JSON.stringify({ log, printed });
    }, 50);
  }, 2000);
})();
</script>
</body>"""


@pytest.mark.slow
@in_browser
def test_every_control_does_what_it_says(tmp_path: Path):
    path = tmp_path / "driven.html"
    path.write_text(PAGE.replace("</body>", DRIVER), "utf-8")
    dom = seen(path, "", tmp_path / "profile", "--virtual-time-budget=6000")
    found = json.loads(unescape(re.search(r'data-log="([^"]*)"', dom)[1]))
    log = [(what, state) for what, state in found["log"]]
    counts = [state["count"].split(" · ")[0] for _, state in log]
    step = "step {} of 12".format
    assert counts[:10] == [
        step(1), step(2), step(3), step(2), "solved", step(1),
        step(2), step(1), "solved", step(1),
    ]  # fmt: skip
    states = dict(log)
    shown = [states[f"depth {depth}"] for depth in range(4)]
    assert all(state["count"].startswith(step(5)) for state in shown)
    assert [state["text"] for state in shown[:3]] == [
        hint_text(STEPS[4], depth) for depth in (1, 2, 3)
    ]
    assert shown[3]["text"].lower() == STEPS[4].text.lower()
    assert shown[0]["roles"] == shown[1]["roles"] == 0 < shown[3]["roles"]
    assert states["pencil"]["pencils"] < states["key p"]["pencils"]
    hints = [state["text"] for what, state in log if what == "key h"]
    assert hints == [state["text"] for state in shown]
    assert states["list"]["hash"] == "#step=7"
    assert found["printed"] == 1
    assert states["play"]["playing"] == "true"
    played = int(re.match(r"step (\d+)", states["after a while"]["count"])[1])
    assert played in (8, 9, 10)
    assert states["key  "]["playing"] == "false"
    assert states["hash"]["count"].startswith(step(3))
    assert states["hash"]["label"] == "6 cells filled, 10 open"
    assert states["begin"]["known"] == 4
