"""Both parts of the plug-in, property-tested; run it with pytest."""

import pytest
from sudokulib_coprime import Coprime
from sudokulib_no_partner import NO_PARTNER

from sudokulib.testing import check_explained, check_kind, check_sound, check_terminates, positions


def test_the_kind() -> None:
    check_kind(Coprime, max_examples=20)


@pytest.mark.parametrize("check", [check_sound, check_explained, check_terminates])
def test_the_strategy(check) -> None:
    check(NO_PARTNER, cases=positions(kinds=("difference", "less-than")), max_examples=15)
