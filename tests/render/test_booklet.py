"""Booklets of puzzles as PDF."""

import re

import pytest

import sudokulib
from sudokulib import SudokuError
from sudokulib.render import booklet as booklets
from sudokulib.render.booklet import BookletEntry, booklet

pytest.importorskip("svglib")

FOUR = sudokulib.read("1.....2..3.....4")
SOLVED = BookletEntry(FOUR, sudokulib.solve(FOUR).solution, "easy")
KNIGHTS = BookletEntry(FOUR.add("anti", moves="knight"))


def pages(pdf):
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.fixture
def placed(monkeypatch):
    """What stands on each page, instead of the PDF."""
    found = []
    monkeypatch.setattr(booklets, "pages_pdf", lambda these, *_: found.extend(these) or b"")
    return found


def words(page):
    return [item.text for one in page for item in one.scene.items if hasattr(item, "text")]


@pytest.mark.parametrize(
    ("puzzles", "per_page", "expected"), [(1, 1, 2), (5, 4, 3), (4, 4, 2), (13, 4, 6), (3, 1, 4)]
)
def test_solutions_stand_behind_three_times_as_many_on_a_page(puzzles, per_page, expected):
    assert pages(booklet([SOLVED] * puzzles, per_page=per_page)) == expected


def test_without_solutions_there_are_no_pages_behind():
    assert pages(booklet([BookletEntry(FOUR)] * 5)) == 2


def test_rules_that_all_share_stand_once_on_a_page(placed):
    booklet([SOLVED, SOLVED], title="Fours")
    first, behind = placed
    assert words(first)[0] == "Fours"
    assert " ".join(words(first)).count("exactly once") == 1
    assert " ".join(words(behind)).startswith("Solutions")
    assert "1 · easy" in words(first)


def test_other_rules_stand_above_their_puzzle(placed):
    booklet([SOLVED, KNIGHTS])
    text = " ".join(words(placed[0]))
    assert text.count("exactly once") == 2
    assert text.count("knight's") == 1


def test_everything_stays_on_its_page_and_nothing_overlaps(placed):
    many = KNIGHTS.puzzle
    for column in range(1, 5):
        many = many.add("sandwich", f"R1C{column}>down", sum=0).add("anti-taxicab")
    for per_page in (1, 2, 3, 4, 6, 9, 12, 30):
        placed.clear()
        booklet([SOLVED, BookletEntry(many)] * per_page, per_page=per_page)
        assert placed
        for page in placed:
            boxes = []
            for scene, left, top, width in page:
                across, down = booklets.size_of(scene)
                boxes.append((left, top, left + width, top + width * down / across))
            assert all(x > 0 and y > 0 and u < 595 and v < 842 for x, y, u, v in boxes)
            pairs = [(a, b) for n, a in enumerate(boxes) for b in boxes[:n]]
            apart = (
                a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
                for a, b in pairs
            )
            assert all(apart), per_page


def test_the_same_puzzles_give_the_same_file():
    assert booklet([SOLVED]) == booklet([SOLVED])


def test_empty_and_overfull_booklets_are_refused():
    with pytest.raises(SudokuError, match="without puzzles"):
        booklet([])
    with pytest.raises(SudokuError, match="31 puzzles on a page"):
        booklet([SOLVED], per_page=31)
