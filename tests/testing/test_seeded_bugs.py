"""Mistakes that are easily made: each is found by a check of the kit, and shown on few cells.

A check runs as anybody runs it, with the number of cases that it tries by default.
Run as a script this prints for each mistake the check that finds it, the seconds of processor time
until it is reported, and the cells and characters of the message.
"""

import re
import time

import pytest
import seeded_mistakes
from seeded_mistakes import MISTAKES, Mistake

from sudokulib.strategies import strategies
from sudokulib.testing import Position

CELLS = 8
"""Cells of a counterexample, at most."""

CHARACTERS = 3000
"""Characters of a message, at most."""

START = 25
"""Characters of a message that say what is wrong; what is chosen at random comes after them."""

FROM_BOARD_TO_BOARD = (
    "remembered by the model",
    "remembered by what is solved",
    "remembered by what puzzles share",
)
"""Mistakes that may show only on one board after another, not on the one in the message."""

QUICK = (
    "all-different taken for a house",
    "cage combinations off by one",
    "wrong once in a lifetime",
)
EACH = [
    pytest.param(one, id=one.name, marks=[] if one.name in QUICK else pytest.mark.slow)
    for one in MISTAKES
]
RARE = 20_000
"""The most boards for the triples of which one in some hundreds shows the mistake; it ends there.

Which boards are drawn depends on the code of the check and on the kinds that other tests register:
300 found both until it moved to another module, and neither since; 1,500 found both in 20 s each
with this file alone, and once missed one beside others (2026-11).
"""
RIGHT = [each for each in EACH if each.values[0].right]


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Forget what strategies remember from one test to the next."""
    forget()


def forget():
    seeded_mistakes.REMEMBERED.clear()
    seeded_mistakes.DONE.clear()


def failure(mistake: Mistake) -> str:
    """The message of the check that finds a mistake; empty if it does not."""
    more = {"max_examples": RARE} if mistake.name.startswith("a triple only") else {}
    try:
        mistake.check(mistake.strategy(), **more)
    except AssertionError as error:
        return str(error)
    return ""


def cells_of(message: str) -> int:
    """How many cells the counterexample has."""
    found = re.search(r"^# (\d+) cells, symbols", message, re.MULTILINE)
    assert found is not None, message
    return int(found[1])


def replayed(message: str, mistake: Mistake) -> str:
    """Run the code at the end of a message, with the strategy under its name."""
    code, strategy = message.partition("To see it again:")[2], mistake.strategy()
    with pytest.raises(AssertionError) as error:
        exec(compile(code, "<pasted>", "exec"), {re.sub(r"\W", "_", strategy.name): strategy})
    return str(error.value)


@pytest.mark.parametrize("mistake", EACH)
def test_the_mistake_is_found_and_shown_on_few_cells(mistake):
    """And the code at the end of the message shows it again, where one board can."""
    message = failure(mistake)
    assert message
    assert cells_of(message) <= CELLS
    assert len(message) <= CHARACTERS
    if mistake.name not in FROM_BOARD_TO_BOARD:
        forget()
        assert replayed(message, mistake)[:START] == message[:START]


@pytest.mark.parametrize("mistake", RIGHT)
def test_without_the_mistake_it_passes(mistake):
    mistake.check(mistake.strategy(wrong=False), max_examples=50)


def test_the_text_in_the_message_is_the_position():
    message = failure(MISTAKES[0])
    text = re.search(r'r"""\n(.*)\n"""', message, re.DOTALL)[1]
    assert repr(Position.from_text(text)) == text


def test_forty_mistakes_and_more_are_looked_for():
    names = {one.name for one in MISTAKES}
    assert len(names) == len(MISTAKES) >= 40
    assert set(QUICK) <= names
    assert not names & {one.name for one in strategies()}


def row(mistake: Mistake) -> str:
    """A line of the table of all mistakes."""
    forget()
    start = time.process_time()
    message = failure(mistake)
    seconds = time.process_time() - start
    cells = cells_of(message) if message else "missed"
    check = mistake.check.__name__
    return f"| {mistake.name} | `{check}` | {seconds:.1f} | {cells} | {len(message)} |"


if __name__ == "__main__":
    print("| mistake | check | seconds | cells | characters |\n|---|---|---|---|---|")
    for mistake in MISTAKES:
        print(row(mistake), flush=True)
