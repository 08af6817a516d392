"""Fog: clues that whoever plays sees only where a cell is filled. Solving ignores it."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

import sudokulib
from sudokulib.errors import ProblemsError
from sudokulib.formats.lzstring import compress
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.writing import puzzle_file_data, yaml_text

PLAIN = "geometry: 4x4\nshapes: [{kind: cage, cells: R3C3 R3C4, sum: 7}]\ngivens: {R1C1: 1}\n"
FOGGED = f"{PLAIN}fog: R1C3 R4C1:R4C2\n"


def names(puzzle, cells):
    return " ".join(map(puzzle.geometry.name_of, cells))


def test_files_keep_it_and_solving_ignores_it():
    puzzle = loads(FOGGED)
    assert names(puzzle, puzzle.fog) == "R1C3 R4C1 R4C2"
    assert names(puzzle, puzzle.fogged) == "R1C4 R2C3 R2C4 R3C1 R3C2 R3C3 R3C4 R4C3 R4C4"
    assert loads(yaml_text(puzzle_file_data(puzzle))).fog == puzzle.fog
    assert puzzle == loads(PLAIN)
    assert sudokulib.count(puzzle).value == sudokulib.count(loads(PLAIN)).value
    assert loads(PLAIN).fogged == ()
    with pytest.raises(ProblemsError, match="R9C9"):
        loads(f"{PLAIN}fog: R9C9\n")


def test_pictures_show_it_and_say_what_it_means():
    puzzle = loads(FOGGED)
    shown, plain = (sudokulib.draw(one).svg() for one in (puzzle, loads(PLAIN)))
    assert ('class="fog"' in shown, 'class="fog"' in plain) == (True, False)
    assert shown.count('class="cage"') == plain.count('class="cage"')
    assert "Fog hides" in shown
    assert puzzle.rules_text().splitlines()[-1].startswith("Fog hides")


@pytest.mark.parametrize("form", ["sudokupad", "f-puzzles", "f-puzzles-link"])
def test_links_keep_it(form):
    puzzle = loads(FOGGED)
    written = sudokulib.write(puzzle, form)
    assert written.dropped == ()
    assert sudokulib.read(written.text).fog == puzzle.fog


def test_other_formats_say_that_they_drop_it():
    assert "the fog" in sudokulib.write(loads(FOGGED), "penpa").dropped


def test_a_light_of_f_puzzles_reaches_the_cells_that_touch_it():
    data = json.loads(sudokulib.write(loads(PLAIN), "f-puzzles").text)
    puzzle = sudokulib.read(json.dumps({**data, "fogofwar": ["R1C1"], "foglight": ["R4C4"]}))
    assert names(puzzle, puzzle.fog) == "R1C1 R1C2 R2C1 R2C2 R4C4"


def test_lights_and_lamps_of_f_puzzles_may_be_cages_with_words():
    data = json.loads(sudokulib.write(loads(PLAIN), "f-puzzles").text)
    cages = [{"cells": ["R1C1"], "value": "FOW"}, {"cells": ["R4C4"], "value": "FOGLIGHT"}]
    puzzle = sudokulib.read(json.dumps({**data, "cage": cages}))
    assert names(puzzle, puzzle.fog) == "R1C1 R1C2 R2C1 R2C2 R4C4"


@pytest.mark.parametrize(
    ("changes", "seen"),
    [
        ({"foglight": ["r1c1", "r4c4"]}, "R1C1 R4C4"),
        ({"foglight": [[0, 0], [3, 3]]}, "R1C1 R4C4"),
        ({"cages": [{"value": "foglight: r1c1r4c4"}]}, "R1C1 R4C4"),
        ({"cages": [{"value": "FOGLIGHT", "cells": [[0, 0], [3, 3]]}]}, "R1C1 R4C4"),
        ({"cages": [{"value": "FOW", "cells": [[0, 0]]}]}, "R1C1 R1C2 R2C1 R2C2"),
    ],
)
def test_lights_of_sudokupad_are_places_names_or_cages(changes, seen):
    cells = [[{} for _ in range(4)] for _ in range(4)]
    text = quote(compress(json.dumps({"cells": cells, **changes})), safe="")
    puzzle = sudokulib.read(f"https://sudokupad.app/scl{text}")
    assert names(puzzle, puzzle.fog) == seen
