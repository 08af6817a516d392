"""A few hundred cases of the kernel's fuzzer, always the same."""

import pytest
from kernel import fuzz
from support import with_slow

from sudokulib._kernel import core

pytestmark = pytest.mark.skipif(core is None, reason="no compiled search")


@pytest.mark.parametrize("number", with_slow(range(4), 0, 3))
def test_random_models_and_hostile_descriptions(number):
    """Ten models, with many hostile descriptions made of each; rules in every other case."""
    fuzz.block(number, 10, rules=number % 2 == 1)()
