"""Many puzzles rated: in order, the same here and elsewhere."""

from concurrent.futures import ThreadPoolExecutor

from sudokulib import geometry, rate
from sudokulib.errors import GivensError
from sudokulib.solving.batch.rated import RatingSettings, RatingSummary, rate_many

LINES = ["1.....2..3.....4", "12", "1" + 15 * "."]
FOUR = geometry("4x4")


def shown(rated: RatingSummary) -> tuple[object, ...]:
    return rated.status, rated.er, rated.level, rated.techniques, rated.message


def test_each_has_the_numbers_of_its_rating():
    first, bad, several = rate_many(LINES, RatingSettings(FOUR))
    alone = rate(FOUR.puzzle(LINES[0]))
    assert (first.status, first.solved, first.er, first.score) == (
        "unique",
        True,
        alone.er,
        alone.score,
    )
    assert bad.status == "bad"
    assert "has 2 cells" in bad.message
    assert (several.status, several.solved) == ("multiple", False)


def test_an_executor_gives_the_same_in_the_same_order():
    givens = [*LINES, FOUR.puzzle(LINES[0]), GivensError("it was never\na puzzle")]
    here = [shown(rated) for rated in rate_many(givens, RatingSettings(FOUR))]
    with ThreadPoolExecutor(2) as pool:
        assert [shown(rated) for rated in rate_many(givens, RatingSettings(FOUR), pool)] == here
    assert here[-1][-1] == "it was never a puzzle"


def test_it_is_lazy():
    def source():
        yield LINES[0]
        raise AssertionError("nobody asked")

    assert next(rate_many(source(), RatingSettings(FOUR))).solved
