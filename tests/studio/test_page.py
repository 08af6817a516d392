"""The page of the studio, in a browser and with a server of its own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import serious_findings, started_browser

import sudokulib
from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.puzzles.loading import load, loads

pytest.importorskip("uvicorn")
pytestmark = pytest.mark.slow

DIFFERING = {
    "lines": """\
geometry:
  symbols: "12"
  build: [{make: grid, size: 2x3, lines: false}]
  layers: {loop: {at: edges}}
shapes: [{kind: simple-loop, values: [2], through: R1C1, cells: loop}]
givens: {R1C1: 1, R1C2: 1, R1C3: 1, R2C1: 1, R2C2: 1, R2C3: 1}
""",
    "shades": """\
geometry: {symbols: "12", build: [{make: grid, size: 2x2, lines: false}], layers: [shade]}
shapes: [{kind: hitori, shaded: [2], lines: [R1, R2, C1, C2], cells: shade}]
givens: {R1C1: 1, R1C2: 2, R2C1: 2, R2C2: 1}
""",
    "borders": """\
geometry: {symbols: "1234", build: [{make: grid, size: 4x4}], layers: [region]}
shapes: [{kind: chaos-construction, regions: region, size: 4}]
givens: |
  1234 1111
  2143 2...
  4312 ....
  3421 ....
""",
}
"""Puzzles whose solutions differ in layers alone, by what is drawn of these."""

FOUR = "# mine\ngeometry: 4x4\ngivens: 1.....2..3.....4\n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with started_browser() as running:
        yield running


class Studio:
    """A server in a process of its own."""

    def __init__(self, file: Path) -> None:
        command = ["studio", str(file), "--no-browser", "--json"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sudokulib", *command], stdout=subprocess.PIPE, text=True
        )
        said = ""
        assert self.process.stdout is not None
        while not said.rstrip().endswith("}"):
            said += self.process.stdout.readline()
        self.address = json.loads(said)["address"]

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "four.yaml"
    path.write_text(FOUR)
    return path


@pytest.fixture
def studio(file: Path) -> Iterator[Studio]:
    running = Studio(file)
    yield running
    running.end()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open the page; no error and no request to elsewhere may come of it."""
    faults: list[str] = []
    contexts = []

    def open_page(studio: Studio, **options: Any) -> Any:
        contexts.append(
            browser.new_context(**({"viewport": {"width": 1280, "height": 800}} | options))
        )
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((studio.address, "data:", "blob:"))
                else faults.append(asked.url)
            ),
        )
        page.goto(studio.address)
        page.wait_for_selector(".cell")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


def text_of(page: Any) -> str:
    return str(page.input_value("#text"))


def known(page: Any) -> str:
    return str(page.locator("body").get_attribute("data-solutions"))


def centre_of(page: Any, cell: int) -> tuple[float, float]:
    """The middle of a cell; while the picture is replaced there is none."""
    end = time.monotonic() + 10
    while (box := page.locator(f'.cell[data-cell="{cell}"]').bounding_box()) is None:
        assert time.monotonic() < end, "the cell is not drawn"
        time.sleep(0.02)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, *cells: int) -> None:
    places = [centre_of(page, cell) for cell in cells]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=4)
    page.mouse.up()


def test_clicks_and_drags_write_the_text_and_undo_takes_them_back(
    opened: Callable[..., Any], studio: Studio, file: Path
) -> None:
    page = opened(studio)
    page.click('.cell[data-cell="1"]')
    page.keyboard.press("3")
    given = FOUR.replace("1.....", "13....")
    until(lambda: text_of(page) == given)
    page.select_option("#kind", label="cage")
    page.fill("#clue", "5")
    drag(page, 3, 7)
    until(lambda: "sum: 5" in text_of(page))
    assert loads(text_of(page)).shapes[0].rule.sum == 5
    page.select_option("#kind", label="thermometer")
    page.focus("#picture")
    page.click('.cell[data-cell="8"]')
    until(lambda: "thermometer" in text_of(page))
    page.click("#undo")
    for key in ("Escape", " ", "ArrowRight", " ", "Enter"):
        page.focus("#picture")
        page.keyboard.press(key)
    until(lambda: "lines: R3C1 R3C2" in text_of(page))
    page.keyboard.press("Control+s")
    until(lambda: "lines: R3C1 R3C2" in file.read_text())
    assert load(file).shapes[1].kind == "thermometer"
    for _ in range(3):
        page.click("#undo")
    assert text_of(page) == FOUR
    page.click("#redo")
    assert text_of(page) == given
    page.reload()
    page.wait_for_selector(".cell")
    page.click("#redo")
    until(lambda: "sum: 5" in text_of(page))
    page.click("#undo")
    page.click("#undo")
    assert text_of(page) == FOUR


def test_steps_are_listed_and_drawn_on_the_board_before_each(
    opened: Callable[..., Any], studio: Studio
) -> None:
    page = opened(studio)
    page.click("#walk")
    until(lambda: page.locator("body").get_attribute("data-working") == "")
    steps = list(sudokulib.explain(loads(FOUR)))
    listed = page.locator("#walkthrough .title").all_text_contents()
    assert listed == [step.title for step in steps]
    known = "#contents .given, #contents .solved"
    for number, step in enumerate(steps):
        page.click("#next")
        assert page.inner_text("#count") == f"{number + 1} of {len(steps)}"
        assert page.locator("#told p").all_text_contents() == [one.text for one in step.lines]
        assert page.locator(known).count() == step.before.solved.bit_count()
        assert page.locator("#contents .halo").count() == len(step.step.placements)
    page.click("#back")
    page.locator("#walkthrough button").nth(2).click()
    assert page.inner_text("#count").startswith("3 of")
    page.click('.cell[data-cell="1"]')
    page.keyboard.press("3")
    until(lambda: page.inner_text("#count") == "of an earlier text")
    assert page.locator("#contents .halo").count() == 0
    page.click("#undo")
    until(lambda: page.inner_text("#count") == str(len(steps)))


def test_hints_of_the_page_to_play_fit_what_was_filled(
    opened: Callable[..., Any], studio: Studio
) -> None:
    page = opened(studio)
    with page.expect_popup() as popup:
        page.click("#play")
    board = popup.value
    board.wait_for_selector(".cell")
    board.click('.cell[data-cell="1"]')
    solution = sudokulib.solve(loads(FOUR)).solution
    assert solution is not None
    board.keyboard.press(solution["R1C2"])
    solved = board.locator("body")
    for _ in range(40):
        if solved.get_attribute("data-solved") == "true":
            break
        for depth in range(4):
            board.click("#hint")
            until(lambda: board.locator("#text p").count())
            until(lambda: board.is_enabled("#hint"))
            assert board.is_enabled("#apply") == (depth == 3)
        board.click("#apply")
    assert solved.get_attribute("data-solved") == "true"
    assert serious_findings(board) == []


def test_a_geometry_is_chosen_by_its_picture(opened: Callable[..., Any], studio: Studio) -> None:
    page = opened(studio)
    page.click("#gallery")
    pictures = page.locator("#geometry-list img")
    assert pictures.count() == len(list(geometry_names()))
    page.fill("#geometry-filter", "samurai")
    until(lambda: pictures.locator("visible=true").first.evaluate("one => one.naturalWidth > 0"))
    assert serious_findings(page) == []
    page.click('#geometry-list [data-name="samurai"]')
    until(lambda: "geometry: samurai" in text_of(page))


def test_rules_as_read_stay_open_while_shapes_of_the_same_kind_are_added(
    opened: Callable[..., Any], studio: Studio
) -> None:
    page = opened(studio)
    cage = "{kind: cage, cells: R1C%d R2C%d}"
    said = "description: Cages without repeats < 5.\n"
    page.fill("#text", f"geometry: 4x4\n{said}shapes: [{cage % (1, 1)}]\n")
    rule = page.locator("#rules details p").last
    until(lambda: "cage" in (rule.text_content() or ""))
    assert page.locator("#rules > p").inner_text() == "Cages without repeats < 5."
    assert not rule.is_visible()
    page.click("#rules summary")
    page.fill("#text", f"geometry: 4x4\n{said}shapes: [{cage % (1, 1)}, {cage % (2, 2)}]\n")
    page.click('.cell[data-cell="1"]')
    until(lambda: page.locator("#shapes li").count() == 1)
    assert rule.is_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_serious(
    opened: Callable[..., Any], studio: Studio, colours: str
) -> None:
    page = opened(studio, color_scheme=colours)
    page.click("#walk")
    until(lambda: page.locator("body").get_attribute("data-working") == "")
    page.click("#next")
    page.click('.cell[data-cell="1"]')
    assert serious_findings(page) == []
    page.fill("#text", "geometry: 4x5\n")
    page.wait_for_selector("#problems button")
    assert serious_findings(page) == []


def test_errors_completion_and_facts_follow_the_text(
    opened: Callable[..., Any], studio: Studio
) -> None:
    page = opened(studio)
    until(lambda: known(page) == "unique")
    page.fill("#text", FOUR.replace("4x4", "4x5"))
    page.wait_for_selector("#problems button")
    assert "line 2" in page.inner_text("#problems")
    assert page.locator("#gutter .bad").inner_text() == "● 2"
    page.fill("#text", "geometry: 4x4\ngivens: 1...............\n")
    until(lambda: known(page) == "multiple")
    assert page.locator("#contents .other").count() > 0
    page.fill("#text", "geometry: 4x4\nshapes:\n  - {kind: cag")
    page.keyboard.press("End")
    page.keyboard.type("e, cells: R1C1 R1C2, ")
    page.wait_for_selector("#completions:not([hidden])")
    page.keyboard.type("s")
    until(lambda: page.locator("#completions [aria-selected=true]").inner_text()[:4] == "sum:")
    place, frame = (page.locator(one).bounding_box() for one in ("#completions", "#editor"))
    assert frame["x"] <= place["x"] < place["x"] + place["width"] <= frame["x"] + frame["width"]
    assert page.locator("#gutter").bounding_box()["x"] >= frame["x"]
    page.keyboard.press("Enter")
    page.keyboard.type("50}")
    until(lambda: "only to 3 to 7" in page.inner_text("#problems"))


@pytest.mark.parametrize("look", DIFFERING)
def test_solutions_that_differ_in_layers_are_drawn_over_each_other(
    opened: Callable[..., Any], studio: Studio, look: str
) -> None:
    page = opened(studio)
    page.fill("#text", DIFFERING[look])
    until(lambda: known(page) == "multiple")
    assert page.locator("#contents .other").count() == 0
    first, second = (page.locator(f"#contents .{look}-in-{n}").count() for n in ("first", "second"))
    cells = re.search(r"differ in (\d+) cell", page.inner_text("#solutions"))
    assert cells is not None
    assert (first and second) if look == "borders" else first + second == int(cells[1])
    said = {
        "lines": "full lines are only in the first, dashed lines only in the second.",
        "shades": "filled cells are only in the first, cells with a dashed outline only in the "
        "second.",
        "borders": "full borders are only in the first, dashed borders only in the second.",
    }
    assert page.inner_text("#legend") == f"Where two solutions differ: {said[look]}"
    page.fill("#text", FOUR)
    until(lambda: known(page) == "unique")
    assert page.inner_text("#legend") == ""


def test_true_candidates_of_unknown_regions_are_borders(
    opened: Callable[..., Any], studio: Studio, tmp_path: Path
) -> None:
    page = opened(studio)
    page.fill("#text", "geometry: chaos-4\ngivens: '....2..3..1.3..........2........'\n")
    page.click("#pencil")
    until(lambda: page.locator("#contents .rim-teal").count())
    drawn = page.evaluate(
        "[...document.querySelectorAll('#contents path')].map((one) => "
        "[one.getAttribute('class'), (one.getAttribute('d').match(/M/g) || []).length])"
    )
    assert ["thick", 3] in drawn
    assert ["rim-teal threaded", 4] in drawn
    page.click("#pencil")
    assert page.locator("#contents .rim-teal").count() == 0


def test_neither_a_reload_nor_a_crash_loses_anything(
    opened: Callable[..., Any], studio: Studio, file: Path
) -> None:
    page = opened(studio)
    changed = FOUR + "title: Mine\n"
    page.fill("#text", changed)
    until(lambda: any(changed == one.read_text() for one in file.parent.glob(".*.draft")))
    page.reload()
    page.wait_for_selector(".cell")
    until(lambda: text_of(page) == changed)
    studio.end()
    until(lambda: "no server" in page.inner_text("#saved"))
    again = Studio(file)
    try:
        other = opened(again)
        until(lambda: text_of(other) == changed)
        assert file.read_text() == FOUR
        file.write_text(changed + "author: Somebody\n")
        until(lambda: "changed outside" in other.inner_text("#result"))
        other.get_by_text("take it").click()
        assert text_of(other) == changed + "author: Somebody\n"
    finally:
        again.end()


def test_long_work_is_shown_and_stopped(opened: Callable[..., Any], studio: Studio) -> None:
    page = opened(studio)
    page.fill("#text", "geometry: 9x9\n")
    page.fill("#low", "11.5")
    page.click("#generate")
    until(lambda: "tried" in page.inner_text("#progress"), 60)
    page.click("#stop")
    until(lambda: page.locator("body").get_attribute("data-working") != "generate")
    page.fill("#text", "geometry: 4x4\ngivens: 11..............\n")
    until(lambda: known(page) == "none")


def told_sums(page: Any) -> bool:
    """Wait until the five cages have sums, or until it is told that nothing fills the grid."""

    def answered() -> bool:
        return summed() or "cannot be filled" in page.inner_text("#result")

    def summed() -> bool:
        return text_of(page).count("sum:") == 5

    until(answered)
    return summed()


def test_a_setter_makes_a_jigsaw_with_cages_and_thermometers_from_nothing(
    opened: Callable[..., Any], tmp_path: Path
) -> None:
    studio = Studio(tmp_path / "mine.yaml")
    try:
        page = opened(studio)
        page.click("#layout")
        until(lambda: "Jigsaw" in text_of(page))
        for kind, *lines in (
            ("thermometer", (0, 10, 20, 30), (8, 16, 24)),
            ("cage", (36, 37, 46), (40, 49), (44, 53, 52), (63, 64, 65), (77, 78, 79)),
        ):
            page.select_option("#kind", label=kind)
            for number, cells in enumerate(lines, 1):
                drag(page, *cells)
                until(lambda: text_of(page).count(f"kind: {kind}") == number)  # noqa: B023
        page.click("#sums")
        while not told_sums(page):  # one of 150 random jigsaws has no solution with these shapes
            pieces = text_of(page)
            page.click("#layout")
            until(lambda: text_of(page) != pieces)  # noqa: B023
            page.click("#sums")
        page.click("#generate")
        until(lambda: known(page) == "unique", 60)
        page.select_option("#export", "sudokupad")
        page.wait_for_selector("#link")
        made, link = loads(text_of(page)), page.get_attribute("#link", "href")
        assert sudokulib.equivalent(sudokulib.read(link), made)
        assert sudokulib.solve(made).status == "unique"
    finally:
        studio.end()


def test_all_controls_are_there_on_a_desktop_and_a_phone(
    opened: Callable[..., Any], studio: Studio
) -> None:
    page = opened(studio)
    for one in page.locator("header *:is(button, select), #tools button, #keypad button").all():
        box = one.bounding_box()
        assert box["y"] + box["height"] <= 800
        assert box["x"] + box["width"] <= 1280
    phone = opened(studio, viewport={"width": 390, "height": 844}, has_touch=True)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.locator('.cell[data-cell="1"]').tap()
    phone.locator('#keypad [data-value="2"]').tap()
    until(lambda: text_of(phone) == FOUR.replace("1.....", "13...."))


def test_ten_tabs_do_not_harm_one_another(opened: Callable[..., Any], studio: Studio) -> None:
    pages = [opened(studio) for _ in range(10)]
    for page in pages[:4]:
        page.fill("#text", "geometry: 9x9\n")
        page.fill("#low", "11.5")
        page.click("#generate")
    for number, page in enumerate(pages[4:]):
        page.click('.cell[data-cell="1"]')
        page.keyboard.press("34"[number % 2])
    for number, page in enumerate(pages[4:]):
        wanted = FOUR.replace("1.....", f"1{'34'[number % 2]}....")
        until(lambda page=page, wanted=wanted: text_of(page) == wanted)
        until(lambda page=page: known(page) in ("unique", "none"), 90)
    for page in pages[:4]:
        assert page.locator("body").get_attribute("data-working") == "generate"
        assert text_of(page) == "geometry: 9x9\n"
