"""The page to solve a puzzle by hand, in a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browsers import serious_findings, started_browser

import sudokulib
from sudokulib.render.page.play import play_page

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = {
    "killer": "cage/first-killer.yaml",
    "samurai": "samurai/crossroads.yaml",
    "cube": "cube-corner/corner.yaml",
}


LAYERED = {
    "loop around cells": "slitherlink/hedge.yaml",
    "loop through cells": "masyu/necklace.yaml",
    "shades": "nurikabe/archipelago.yaml",
    "regions": "chaos-construction/four-by-four.yaml",
}


def made(puzzle):
    result = sudokulib.solve(puzzle)
    return play_page(puzzle, sudokulib.explain(puzzle), result.solution), result.solution


def data_of(text):
    return json.loads(re.search(r'type="application/json" id="data">([^<]*)<', text)[1])


def test_it_needs_nothing_from_elsewhere():
    text, _ = made(sudokulib.read("1.....2..3.....4"))
    assert set(re.findall(r"https?://[^\s\"'<>]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in text
    assert not re.search(r"\b(src|href)=", text)


@pytest.mark.slow
def test_what_is_found_in_layers_is_drawn_on_the_cells():
    text, _ = made(sudokulib.load(EXAMPLES / LAYERED["shades"]))
    data = data_of(text)
    assert len(data["outlines"]) == 72
    assert sorted(map(int, data["layers"])) == list(range(36, 72))
    (dot, [unshaded]), (square, [shaded]) = data["layers"]["36"]
    assert (dot, unshaded[0], square, shaded[0]) == ("○", "dot-white", "■", "fill-grey")


def test_borders_of_regions_are_known_for_every_pair_of_neighbours():
    text, _ = made(sudokulib.load(EXAMPLES / LAYERED["regions"]))
    data = data_of(text)
    assert len({frozenset(pair) for *pair, _ in data["walls"]}) == 24
    assert {ink for _, _, (ink, _) in data["walls"]} == {"thick"}


@pytest.fixture(scope="module")
def browser():
    with started_browser() as running:
        yield running


@pytest.fixture
def opened(browser, tmp_path):
    """Open a puzzle's page; no error and no request may come of it."""
    faults, contexts = [], []

    def open_page(puzzle, fragment="", **options):
        text, solution = made(puzzle)
        path = tmp_path / "play.html"
        path.write_text(text, "utf-8")
        desktop = {"viewport": {"width": 1280, "height": 800}}
        contexts.append(browser.new_context(**(desktop | options)))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on(
            "request",
            lambda asked: None if asked.url.startswith("file:") else faults.append(asked.url),
        )
        page.goto(path.as_uri() + fragment)
        return page, solution

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def click(page, cell, touch=False):
    target = page.locator(f'.cell[data-cell="{cell}"]')
    (target.tap if touch else target.click)()


def known(page):
    return page.locator("#contents .given, #contents .solved").count()


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("touch", [False, True])
def test_it_is_solved_by_keys_and_by_touch(opened, name, touch):
    puzzle = sudokulib.load(EXAMPLES / FILES[name])
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if touch else {}
    page, solution = opened(puzzle, **options)
    given = dict(puzzle.given_values)
    for cell, value in enumerate(solution.indices):
        if cell in given:
            continue
        assert page.locator("body").get_attribute("data-solved") == "false"
        click(page, cell, touch)
        if touch:
            page.locator(f'#keypad [data-value="{value}"]').tap()
        else:
            page.keyboard.press(puzzle.geometry.alphabet.symbols[value])
        assert page.locator("body").get_attribute("data-conflicts") == "0", cell
    assert page.locator("body").get_attribute("data-solved") == "true"
    assert page.locator("#status").inner_text().startswith("Solved in ")


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYERED)
def test_edges_and_shades_are_found_by_pressing_them_on_the_board(opened, name):
    puzzle = sudokulib.load(EXAMPLES / LAYERED[name])
    page, solution = opened(puzzle)
    data = json.loads(page.locator("#data").text_content())
    known = {*dict(puzzle.given_values), *data["plain"]}
    for cell, value in enumerate(solution.indices):
        if cell in known:
            continue
        click(page, cell)
        if str(cell) in data["layers"] and len(data["full"][cell]) == 2:
            if value == data["full"][cell][0]:
                click(page, cell)
        else:
            page.keyboard.press(puzzle.geometry.alphabet.symbols[value])
    assert page.locator("body").get_attribute("data-conflicts") == "0"
    assert page.locator("body").get_attribute("data-solved") == "true"
    assert serious_findings(page) == []


@pytest.mark.slow
def test_arrows_stay_on_the_cells_and_l_goes_to_the_edges(opened):
    page, _ = opened(sudokulib.load(EXAMPLES / LAYERED["loop around cells"]))
    click(page, 7)
    said = []
    for key in ["ArrowRight", "l", "ArrowDown", "l"]:
        page.keyboard.press(key)
        said.append(page.locator("#status").inner_text().partition(":")[0])
    cell, edge, below, back = said
    assert (cell, edge.partition(".")[0], below.partition(".")[0]) == ("R2C4", "fence", "fence")
    assert edge != below
    assert back.startswith("R")


@pytest.mark.slow
def test_space_opens_the_rules_as_read_and_leaves_the_mode(opened):
    page, _ = opened(sudokulib.load(EXAMPLES / "cage/first-killer.yaml"))
    assert not page.get_by_text("(if given)").is_visible()
    page.focus("summary")
    page.keyboard.press("Space")
    assert page.get_by_text("(if given)").is_visible()
    assert page.locator('[data-mode="value"]').get_attribute("aria-pressed") == "true"


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_serious(opened, name, colours):
    page, _ = opened(sudokulib.load(EXAMPLES / FILES[name]), color_scheme=colours)
    page.locator("#hint").click()
    assert serious_findings(page) == []


@pytest.mark.slow
def test_controls_are_seen_without_scrolling(opened):
    for name, file in FILES.items():
        page, _ = opened(sudokulib.load(EXAMPLES / file))
        for button in page.locator("button").all():
            box = button.bounding_box()
            assert box["y"] >= 0, (name, button)
            assert box["y"] + box["height"] <= 800, (name, button)


@pytest.mark.slow
def test_a_large_board_is_zoomed_on_a_phone_and_follows_the_cursor(opened):
    puzzle = sudokulib.load(EXAMPLES / FILES["samurai"])
    page, _ = opened(puzzle, viewport={"width": 390, "height": 844}, has_touch=True)
    chosen = page.locator(".cell.chosen")
    board = page.locator("#picture").bounding_box()

    def is_seen():
        box = chosen.bounding_box()  # with the line around it
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return all(
            board[at] < where < board[at] + board[size]
            for where, at, size in zip(middle, "xy", ("width", "height"), strict=True)
        )

    def width():
        return chosen.evaluate("cell => cell.getBoundingClientRect().width")

    click(page, 0, touch=True)
    widths = [width()]
    for key in ("ArrowDown", "ArrowRight"):
        for _ in range(20):
            page.keyboard.press(key)
            assert is_seen()
    assert page.locator("#status").inner_text().startswith("R21C21")
    for _ in range(2):
        page.locator("#zoom").tap()
        widths.append(width())
        assert is_seen()
    middle, large, whole = widths
    assert large > 38 > middle > 22 > whole > 15


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_hints_lead_to_the_solution(opened, name):
    puzzle = sudokulib.load(EXAMPLES / FILES[name])
    page, _ = opened(puzzle)
    steps = len(list(sudokulib.explain(puzzle)))
    for _ in range(steps + 1):
        if page.locator("body").get_attribute("data-solved") == "true":
            break
        for _ in range(4):
            page.keyboard.press("h")
        page.locator("#apply").click()
    assert page.locator("body").get_attribute("data-solved") == "true"


@pytest.mark.slow
def test_conflicts_are_named_by_their_rule(opened):
    puzzle = sudokulib.geometry("4x4").puzzle()
    puzzle = puzzle.add("cage", "R1C1 R1C2", sum=7).add("thermometer", "R3C1 R3C2")
    puzzle = puzzle.add("renban", "R2C3 R3C4")
    page, _ = opened(puzzle)
    for cell, key, conflicts, said in (
        (0, "1", 1, "cage"),
        (1, "1", 4, "R1C1, R1C2"),  # row, box, and both what a cage forbids and its sum
        (0, "Delete", 1, "cage"),
        (1, "Delete", 0, "R1C2: empty"),
        (8, "4", 1, "thermometer"),
        (8, "Delete", 0, "R3C1: empty"),
        (6, "1", 0, "R2C3: 1"),
        (11, "4", 1, "renban"),
    ):
        click(page, cell)
        page.keyboard.press(key)
        assert page.locator("body").get_attribute("data-conflicts") == str(conflicts), (cell, key)
        assert said in page.locator("#status").inner_text(), (cell, key)


@pytest.mark.slow
def test_notes_colours_undo_and_the_address_that_holds_them(opened):
    puzzle = sudokulib.read("1.....2..3.....4")
    page, _ = opened(puzzle)
    click(page, 1)
    page.keyboard.press("x")
    page.keyboard.press("2")
    page.keyboard.press("c")
    page.keyboard.press("3")
    page.keyboard.press("4")
    page.keyboard.press("v")
    page.keyboard.press("5")
    notes = page.locator("#contents .pencil").all_text_contents()
    assert notes == ["2", "34"]
    assert page.locator("#colours path").count() == 1
    page.keyboard.press("Control+z")
    assert page.locator("#colours path").count() == 0
    page.keyboard.press("Control+y")
    page.keyboard.press("z")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    assert known(page) == 5
    page.reload()
    assert known(page) == 5
    assert page.locator("#contents .pencil").all_text_contents() == notes
    assert page.locator("#colours path").count() == 1
    page.locator("#restart").click()
    assert known(page) == 4
    page.locator("#undo").click()
    assert known(page) == 5


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True])
def test_lines_are_drawn_and_rubbed_out(opened, touch):
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if touch else {}
    page, _ = opened(sudokulib.read("1.....2..3.....4"), **options)
    drawn = page.locator("#drawn path")
    page.locator('[data-mode="line"]').click()
    boxes = [page.locator(f'.cell[data-cell="{cell}"]').bounding_box() for cell in (0, 1, 5)]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]

    def stroke():
        if touch:
            session = page.context.new_cdp_session(page)
            sends = [("touchStart", places[0]), *(("touchMove", at) for at in places[1:])]
            for what, (x, y) in sends:
                session.send(
                    "Input.dispatchTouchEvent", {"type": what, "touchPoints": [{"x": x, "y": y}]}
                )
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            return
        page.mouse.move(*places[0])
        page.mouse.down()
        for place in places[1:]:
            page.mouse.move(*place, steps=4)
        page.mouse.up()

    stroke()
    assert drawn.count() == 2
    page.reload()
    assert drawn.count() == 2
    page.locator('[data-mode="line"]').click()
    click(page, 5)
    page.keyboard.press("Shift+ArrowDown")
    assert drawn.count() == 3
    page.keyboard.press("Control+z")
    stroke()
    assert drawn.count() == 0


@pytest.mark.slow
def test_fog_is_lifted_by_what_is_right(opened):
    allowed = {"R2C3": "2", "R3C2": "3", "R4C4": "4"}
    text = {"geometry": "4x4", "givens": {"R1C1": "1"}, "allowed": allowed, "fog": "R4C1"}
    page, _ = opened(sudokulib.read(json.dumps(text)))
    fogged = page.locator("#fog path")
    assert fogged.count() == 16 - 1 - 4
    click(page, 15)
    page.keyboard.press("3")
    assert fogged.count() == 11
    page.keyboard.press("4")
    assert fogged.count() == 7
    page.keyboard.press("Control+z")
    assert fogged.count() == 11


@pytest.mark.slow
def test_mistakes_come_first(opened):
    page, solution = opened(sudokulib.read("1.....2..3.....4"))
    click(page, 1)
    page.keyboard.press("34"[solution.indices[1] == 2])
    page.locator("#check").click()
    assert page.locator("#status").inner_text() == "1 wrong: R1C2"
    page.locator("#hint").click()
    assert "mistake" in page.locator("#text").inner_text()
    page.locator("#hint").click()
    assert "R1C2" in page.locator("#text").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("fragment", ["#s=abc", "#s=eyJ2IjoiIn0", "#step=3"])
def test_links_that_were_cut_leave_an_empty_board(opened, fragment):
    page, _ = opened(sudokulib.read("1.....2..3.....4"), fragment)
    assert known(page) == 4
