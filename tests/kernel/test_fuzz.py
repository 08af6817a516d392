"""A few hundred cases of the kernel's fuzzer, always the same."""

import pytest
from kernel import fuzz

from sudokulib._kernel import core

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")


@pytest.mark.parametrize("number", range(4))
def test_random_models_and_hostile_descriptions(number):
    """40 models, each with many hostile descriptions made of it; half have rules."""
    fuzz.block(number, 10, rules=number % 2 == 1)()
