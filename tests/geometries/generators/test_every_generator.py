import pytest

from sudokulib.puzzles.geometries.generators import generators


@pytest.mark.parametrize("generator", list(generators()), ids=lambda g: g.__name__)
def test_every_generator_explains_itself_and_its_fields(generator):
    assert generator.__doc__
    for name, field in generator.model_fields.items():
        assert name == "make" or field.description, name
