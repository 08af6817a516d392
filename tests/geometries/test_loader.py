"""Every error of geometry and puzzle files, one by one: its place, its words and its fix."""

import os
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.errors import ProblemsError
from sudokulib.puzzles.geometries import loader
from sudokulib.puzzles.geometries.error_collector import MAX_ERRORS
from sudokulib.puzzles.geometries.loader import (
    load_geometry,
    load_puzzle_file,
    read_geometry,
    read_puzzle,
    source_of,
)
from sudokulib.puzzles.geometries.plain_files import FORMAT
from sudokulib.puzzles.loading import load, loads

GRID = "build: [{make: grid, size: 4x4}]\n"


def problems(text, read=read_geometry, limits=DEFAULT_LIMITS):
    with pytest.raises(ProblemsError) as caught:
        read(text, "f.yaml", limits=limits)
    return caught.value.problems


def only(text, read=read_geometry, limits=DEFAULT_LIMITS):
    (problem,) = problems(text, read, limits)
    return problem


def said(text, read=read_geometry):
    return [str(problem).replace("\n    fix: ", " | ") for problem in problems(text, read)]


FIELDS = (
    "the fields here are format, name, title, description, source, symbols, build, cells, "
    "adjacency, seams, layers, allowed, hidden, shapes, expect"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("buidl: []\n" + GRID, "1:1: buidl: unknown field 'buidl' | did you mean build? " + FIELDS),
        ("zzzzz: []\n" + GRID, "1:1: zzzzz: unknown field 'zzzzz' | " + FIELDS),
        ("houses: []\n" + GRID, "1:1: houses: unknown field 'houses' | write shapes: "
         "[{kind: house, cells: R1C1 R1C2}], or Geometry.from_houses in Python; " + FIELDS),
        (GRID + "seams:\n- {these: a, thse: b}",
         "3:3: seams[0].those: is missing | add those: the edge it meets; both are as long"),
        (GRID + "name: ''", "2:7: name: nothing stands here | write text, or drop the field"),
        (GRID + "name:", "2:6: name: nothing stands here | write text, or drop the field"),
        (GRID + "title: [a]", "2:8: title: text is expected here | write text"),
        (GRID + "shapes: x", "2:9: shapes: a list is expected here (got 'x') | write a list"),
        (GRID + "shapes: [x]",
         "2:10: shapes[0]: a mapping of key: value is expected here (got 'x') | "
         "write a mapping of key: value"),
        (GRID + "symbols: {first: one, last: 4}",
         "2:18: symbols.first: a whole number is expected here (got 'one') | write a whole number"),
        (GRID + "symbols: {frist: 1, last: 4}",
         "2:11: symbols.frist: unknown field 'frist' | did you mean first? "
         "the fields here are first, last, symbols, values, empty"),
        (GRID + "symbols: {symbols: 1234, empty: [1]}",
         "2:33: symbols.empty: text is expected here | write text"),
        (GRID + "symbols: [[1], 2]", "2:11: symbols[0]: text is expected here | write text"),
        ("build: [{make: grid, size: 4x}]",
         "1:28: build[0].size: not a size (got '4x') | "
         "write ROWSxCOLUMNS, such as 9x9, or one number"),
        ("build: [{make: grid, size: 0}]", "1:28: build[0].size: not a usable size (got '0') | "
         "write 1 to 1000 for rows and columns"),
        ("build: [{make: grid, size: 4, at: C1}]",
         "1:35: build[0].at: not a place in the picture (got 'C1') | write R1C1, counted from 1"),
        ("build: [{make: grid, size: 4, as: 1A}]",
         "1:35: build[0].as: '1A' is not a name | "
         "begin with a letter, then use letters, digits, _, - and '"),
        ("build: [{make: grid, size: 4, lines: maybe}]",
         "1:38: build[0].lines: true or false is expected here (got 'maybe') | "
         "write true or false"),
        ("build: [{make: grid, size: 4, wrap: all}]",
         "1:37: build[0].wrap: not one of the words allowed here (got 'all') | "
         "write 'none', 'rows', 'columns' or 'both'"),
        ("build: [{make: grid, size: 4, bxo: 2}]",
         "1:31: build[0].bxo: unknown field 'bxo' | did you mean box? the fields here are "
         "make, size, box, cells, at, rows, columns, as, lines, wrap"),
        (GRID + "cells: {'1': {at: [9, 9]}}",
         "2:9: cells['1']: '1' is not a name | "
         "begin with a letter, then use letters, digits, _, - and '"),
        (GRID + "cells: {a: {at: [9]}}",
         "2:17: cells.a.at[1]: entry 2 is missing | write as many as are needed"),
        (GRID + "cells: {a: {at: [9, x]}}",
         "2:21: cells.a.at[1]: a whole number is expected here (got 'x') | write a whole number"),
        (GRID + "cells: {a: {at: [9, 9], outline: [[0, x]]}}",
         "2:39: cells.a.outline[0][1]: a number is expected here (got 'x') | write a number"),
        (GRID + "adjacency: [[R1C1, R2C1, R3C1]]",
         "2:13: adjacency[0]: 3 entries are too many | write at most 2"),
        (GRID + "allowed: {R1C1: {a: 1}}",
         "2:17: allowed.R1C1: text or a list is expected here | write text or a list"),
        (GRID + "allowed: [R1C1]", "2:10: allowed: a mapping of key: value is expected here | "
         "write a mapping of key: value"),
        (GRID + "expect: {cells: 0, shapes: 12}",
         "2:17: expect.cells: too small (got '0') | write 1 or more"),
        (GRID + "expect: {cells: 16, shapes: 8, solution: {}}",
         "2:32: expect.solution: unknown field 'solution' | did you mean solutions? "
         "the fields here are cells, shapes, solutions"),
        (GRID + "shapes:\n- kind: distinct", "3:3: shapes[0].cells: is missing | add cells"),
        (GRID + "shapes:\n- cells: R1C1", "3:3: shapes[0].kind: is missing | "
         "add kind to say what this entry is"),
        (GRID + "shapes:\n- {kind: distinct, cells: {a: b}}",
         "3:27: shapes[0].cells: {'a': 'b'} does not name cells | "
         "write R1C1 R2C3, or a list of such references"),
        (GRID + "shapes:\n- {kind: distinct, cells: []}",
         "3:27: shapes[0].cells: 0 entries are too few | write at least 1"),
        ("format: x\n" + GRID,
         "1:9: format: a whole number is expected here (got 'x') | write a whole number"),
        ("format: 0\n" + GRID, "1:9: format: too small (got '0') | write 1 or more"),
    ],
)  # fmt: skip
def test_fields_that_are_not_as_they_should_be(text, expected):
    assert said(text)[0] == f"f.yaml:{expected}"


def test_an_unknown_kind_names_the_closest_one_and_where_all_are_listed():
    problem = only(GRID + "shapes:\n- {kind: hous, cells: R1C1}")
    assert str(problem).startswith("f.yaml:3:10: shapes[0].kind: unknown kind (got 'hous')")
    assert problem.fix == "did you mean house? `sudokulib kinds` lists all"


def test_an_unknown_generator_lists_the_known_ones_closest_first():
    problem = only("build: [{make: girds}]")
    assert str(problem).startswith("f.yaml:1:16: build[0].make: unknown make (got 'girds')")
    assert problem.fix.startswith("did you mean grid? known are grid, ")
    assert "windows" in problem.fix


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title: none", "1:1: a geometry needs symbols | write for example symbols: 123456789"),
        ("symbols: 1123\n" + GRID,
         "1:10: symbols: the symbol '1' stands twice in the alphabet (got '1123') | drop one"),
        ("symbols: {symbols: 1234, values: [1, 2]}\n" + GRID,
         "1:10: symbols: 4 symbols need as many distinct values, not [1, 2] | "
         "give one integer for each symbol"),
        ("symbols: {first: 4, last: 1}\n" + GRID,
         "1:10: symbols: from 4 to 1 is not a usable range of symbols | "
         "write first and last, at most 1000 apart"),
        ("build:\n- make: grid\n  size: 4x4\n  box: 3x3",
         "4:8: build[0].box: boxes of 3x3 do not fill a grid of 4x4 (got '3x3') | "
         "choose a box whose sides divide the grid's"),
        ("build:\n- {make: grid, size: 4x4}\n- {make: diagonals, on: A}",
         "3:3: build[1]: no grid or face is called 'A' | there are: none"),
        ("build:\n- {make: grid, size: 4x4}\n- make: regions\n  map: |\n    AB\n    ABBBC\n",
         "6:9: build[1].map: line 2 of the map has 'C' at place 5, where there is no cell "
         "(got 'ABBBC') | write a space there"),
        ("build:\n- {make: grid, size: 4x4}\n- {make: regions, map: ABBBC}",
         "3:28: build[1].map: line 1 of the map has 'C' at place 5, where there is no cell "
         "(got 'ABBBC') | write a space there"),
        (GRID + "shapes: [{kind: distinct, cells: R1C1 R9C9}]",
         "2:34: shapes[0].cells: unknown cell 'R9C9' in 'R9C9' (got 'R1C1 R9C9') | "
         "the picture has R1C1 to R4C4"),
        (GRID + "shapes: [{kind: distinct, cells: [R1C1, R9C9]}]",
         "2:41: shapes[0].cells[1]: unknown cell 'R9C9' in 'R9C9' | the picture has R1C1 to R4C4"),
        (GRID + "shapes: [{kind: distinct, cells: [R1C1, R1]}]",
         "2:41: shapes[0].cells[1]: 'R1' puts a cell into the set twice | drop it once"),
        (GRID + "shapes: [{kind: house, cells: R1C1 R1C2}]",
         "2:10: shapes[0]: house: a house needs as many cells as symbols, but has 2 cells and "
         "4 symbols | change the cells, or write kind: distinct"),
        (GRID + "allowed: {R1C1: 19}",
         "2:17: allowed.R1C1: unknown symbol '9' (got '19') | the symbols are 1234"),
        (GRID + "allowed: {R9: 1}",
         "2:15: allowed.R9: there is no 'R9' (got '1') | the picture has R1C1 to R4C4"),
        (GRID + "allowed:\n  key: {x: 12}\n  map: |\n    .x..\n    ..y.\n",
         "6:7: allowed.map: line 2, place 3 of the map has 'y' (got '..y.') | "
         "add it to key:, or write . where there is no restriction or no cell"),
        (GRID + "cells: {hub: {at: [1, 1]}}",
         "1:1: R1C1 and hub are drawn in the same place, row 1, column 1 | move one"),
        (GRID + "cells: {hub: {at: [0, 1]}}",
         "2:19: cells.hub.at: rows and columns of the picture count from 1 | see below"),
        (GRID + "adjacency: [[R1C1, R1C1]]",
         "2:13: adjacency[0]: 'R1C1' cannot be its own neighbour | name two cells"),
        (GRID + "seams: [{these: top, those: up}]",
         "2:9: seams[0]: 'up' is not an edge | write top, right, bottom or left, after the name of "
         "a grid if it has one (grids here: one without a name)"),
        ("build: [{make: include, geometry: samuraj}]",
         "1:35: build[0].geometry: unknown geometry 'samuraj' | did you mean samurai"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together(text, expected):
    (found,) = said(text)
    assert found.startswith(f"f.yaml:{expected.removesuffix(' | see below')}")


def test_all_errors_of_a_file_come_together_in_its_order():
    text = (
        "title: a\n"
        "title: b\n"
        "build:\n"
        "- {make: grid, size: four}\n"
        "- {make: gird, size: 4}\n"
        "shapes:\n"
        "- {kind: distinct, cells: !set R1C1, colour: red}\n"
        "expect: {cells: many, shapes: 1}\n"
    )
    assert [(p.line, p.column, p.path, p.value) for p in problems(text)] == [
        (2, 1, "", "title"),
        (4, 22, "build[0].size", "four"),
        (5, 10, "build[1].make", "gird"),
        (7, 27, "shapes[0].cells", "!set"),
        (7, 38, "shapes[0].colour", "colour"),
        (8, 17, "expect.cells", "many"),
    ]


def test_duplicate_keys_come_with_errors_of_meaning():
    text = (
        GRID
        + "title: a\ntitle: b\nshapes:\n- {kind: distinct, cells: R7}\n- {kind: house, cells: R8}"
    )
    assert [p.line for p in problems(text)] == [3, 5, 6]


def test_a_file_that_only_repeats_a_key_is_refused():
    assert only(GRID + "title: a\ntitle: b").line == 3


def test_fields_named_like_tags_of_unions_are_told_apart():
    text = GRID + "allowed:\n  str: {a: 1}\n  R1C1: {list: 2}\n"
    assert [(p.line, p.path) for p in problems(text)] == [(3, "allowed.str"), (4, "allowed.R1C1")]


class TestFormats:
    def test_a_newer_format_is_reported_alone(self):
        problem = only(f"format: {FORMAT + 1}\nnews: 1\nbuild: x")
        assert str(problem) == (
            f"f.yaml:1:9: format: this file has format {FORMAT + 1}, "
            f"but this version reads up to {FORMAT} (got '{FORMAT + 1}')\n    fix: update sudokulib"
        )

    def test_older_formats_are_migrated(self, monkeypatch):
        def renamed(data):
            return {"build": data["make"], "format": "2"}

        monkeypatch.setattr(loader, "FORMAT", 2)
        monkeypatch.setattr(loader, "MIGRATIONS", {1: renamed})
        source = loader.read_source("format: 1\nmake: x")
        assert loader._migrated(source) == {"build": "x", "format": "2"}


@pytest.mark.parametrize("build", [GRID, "build: [{make: cube, size: 4}]\n"])
def test_all_means_every_cell(build):
    text = "symbols: ABCDEFGHIJKLMNOPQ\n" + build + "allowed: {all: ABCDEFGHIJKLMNOP}"
    assert set(read_geometry(text).domains) == {2**16 - 1}


class TestScalars:
    def test_symbols_keep_their_text(self):
        alphabet = read_geometry("symbols: 0123\n" + GRID).alphabet
        assert alphabet.symbols == ("0", "1", "2", "3")
        words = ["no", "~", "1:30", "0x10"]
        geometry = read_geometry(f"symbols: [{', '.join(words)}]\n" + GRID)
        assert geometry.alphabet.symbols == tuple(words)

    def test_givens_keep_their_zeros(self):
        read = read_puzzle("geometry: 4x4\ngivens: 0000000000000010\n")
        assert read.file.givens == "0000000000000010"

    def test_numbers_and_truth_values_may_be_quoted(self):
        text = "build: [{make: grid, size: '4', box: \"2\", lines: 'no'}]"
        assert len(read_geometry(text).shapes) == 4


class TestPuzzles:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("givens: 1", "1:1: geometry: is missing | "
             "add geometry: a name, a path, or a geometry in place"),
            ("geometry: []", "1:11: geometry: text or a mapping of key: value is expected here | "
             "write text or a mapping of key: value"),
            ("geometry: {build: [{make: gird}]}",
             "1:27: geometry.build[0].make: unknown make (got 'gird') | did you mean grid?"),
            ("geometry: {build: [{make: grid, size: 4, box: 3}]}",
             "1:47: geometry.build[0].box: boxes of 3x3 do not fill a grid of 4x4 (got '3') | "),
            ("geometry: nowhere", "1:11: geometry: unknown geometry 'nowhere' | "),
            ("geometry: 4x4\ngiven: 1", "2:1: given: unknown field 'given' | did you mean givens?"),
            ("geometry: 4x4\ngivens: [1]",
             "2:10: givens[0]: the line of the givens has 1 cell, 4x4 has 16 there: '1' | "),
            ("geometry: 4x4\ngivens: [{R1C1: 1}]",
             "2:10: givens[0]: text or a list is expected here"),
            ("geometry: 4x4\ngivens: {R9C1: 1}", "2:16: givens.R9C1: unknown cell 'R9C1'"),
            ("geometry: 4x4\ngivens: {R1C1: 9}", "2:16: givens.R1C1: unknown symbol '9'"),
            ("geometry: 4x4\ngivens: |\n  1...\n  ..x.\n  ....\n  ....\n",
             "4:3: givens: unknown symbol 'x' in row 2, place 3 (R2C3) (got '..x.')"),
            ("geometry: 4x4\nshapes: [{kind: distinct, cells: R7}]",
             "2:34: shapes[0].cells: there is no 'R7' | the picture has R1C1 to R4C4"),
            ("geometry: 4x4\nallowed: {R1C1: 7}", "2:17: allowed.R1C1: unknown symbol '7'"),
            (GRID, "1:1: geometry: is missing | "),
        ],
    )  # fmt: skip
    def test_errors_have_places(self, text, expected):
        assert said(text, loads)[0].startswith(f"f.yaml:{expected}")

    def test_a_puzzle_with_errors_in_several_parts_tells_them_all(self):
        text = "geometry: 4x4\ngivens: 12\nallowed: {R9: 1}\nallowed: 2\nsolution: x"
        assert [p.line for p in problems(text, loads)] == [2, 3, 4, 5]

    def test_a_puzzle_is_not_a_geometry(self):
        problem = only("geometry: 4x4\ngivens: 1")
        assert (problem.line, problem.path) == (1, "geometry")
        assert "this is a puzzle" in problem.message

    def test_a_geometry_in_place(self):
        read = read_puzzle("geometry: {name: tiny, build: [{make: grid, size: 2}]}")
        assert (read.geometry.name, len(read.geometry)) == ("tiny", 4)


@pytest.fixture
def files(tmp_path):
    """Write files by name into a folder; returns the path of the first."""

    def write(**texts):
        paths = [tmp_path / f"{name}.yaml" for name in texts]
        for path, text in zip(paths, texts.values(), strict=True):
            path.write_text(text, encoding="utf-8")
        return paths[0]

    return write


def including(*references):
    entries = "".join(f"- {{make: include, geometry: {ref}}}\n" for ref in references)
    return f"symbols: 1234\nbuild:\n{entries}"


def refused(path, load=load_geometry, **options):
    with pytest.raises(ProblemsError) as caught:
        load(path, **options)
    return caught.value.problems


class TestIncludes:
    def test_a_name_is_first_looked_for_beside_the_file(self, files):
        path = files(a=including("9x9"), **{"9x9": "name: mine\n" + GRID})
        assert load_geometry(path).parts[0].geometry.name == "mine"

    def test_a_file_may_include_what_it_shadows(self, files):
        path = files(**{"4x4": including("4x4")})
        assert len(load_geometry(path)) == 16

    @pytest.mark.parametrize("reference", ["sub/b.yaml", "sub/b", "./sub/../sub/b.yaml"])
    def test_a_path_is_relative_to_the_file(self, files, tmp_path, reference):
        (tmp_path / "sub").mkdir()
        (tmp_path / "sub" / "b.yaml").write_text(including("../c.yaml"))
        path = files(a=including(reference), c=GRID)
        assert len(load_geometry(path)) == 16

    def test_the_name_of_a_geometry_is_its_files_unless_it_has_one(self, files):
        assert load_geometry(files(mine=GRID)).name == "mine"
        assert load_geometry(files(mine=GRID + "name: other")).name == "other"

    def test_a_bad_included_file_reports_its_own_place(self, files, tmp_path):
        path = files(a=including("b", "b", "c"), b="build: [{make: gird}]", c="x: 1\nx: 2\n" + GRID)
        found = refused(path)
        assert [(Path(p.file).name, p.line, p.column) for p in found] == [
            ("b.yaml", 1, 16), ("c.yaml", 1, 1), ("c.yaml", 2, 1)
        ]  # fmt: skip

    def test_bad_shapes_and_unknown_fields_hide_no_other_error(self, files):
        shapes = """build: [{make: grid, size: 2x2}]
x: 1
shapes:
  - {kind: hose, cells: R1}
  - {kind: distinct, cells: R9}
  - {kind: distinct, cells: R1, sum: 3}
  - {kind: distinct, cells: R1C1 R2C2}
  - {kind: distinct, cells: all}
"""
        assert [(p.line, p.path) for p in refused(files(a=shapes))] == [
            (2, "x"),
            (4, "shapes[0].kind"),
            (5, "shapes[1].cells"),
            (6, "shapes[2].sum"),
            (8, "shapes[4]"),
        ]

    def test_errors_of_included_files_come_with_the_files_own(self, files):
        bad = "build: [{make: grid, size: 2x2}]\nx: 1"
        path = files(a="title: 1\n" + including("b", "nowhere") + "title: 2", b=bad)
        assert [(Path(p.file).name, p.line) for p in refused(path)] == [
            ("a.yaml", 5), ("a.yaml", 6), ("b.yaml", 2)
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("texts", "chain"),
        [
            ({"a": including("./a.yaml")}, "a.yaml includes a.yaml"),
            ({"a": including("b"), "b": including("a")}, "a.yaml includes b.yaml includes a.yaml"),
            (
                {"a": including("b"), "b": including("c"), "c": including("b")},
                "b.yaml includes c.yaml includes b.yaml",
            ),
        ],
    )
    def test_circles_are_named(self, files, texts, chain):
        (problem,) = refused(files(**texts))
        last = list(texts)[-1]
        assert (Path(problem.file).stem, problem.line, problem.column) == (last, 3, 29)
        assert problem.message == chain
        assert problem.fix == "break the circle"

    def test_a_circle_through_a_geometry_in_place(self, files):
        path = files(p="geometry: {build: [{make: include, geometry: ./p.yaml}]}")
        (problem,) = refused(path, load_puzzle_file)
        assert problem.message == "p.yaml includes p.yaml"

    def test_includes_within_includes_are_bounded(self, files):
        texts = {f"f{n}": including(f"f{n + 1}") for n in range(6)} | {"f6": GRID}
        path = files(**texts)
        assert len(load_geometry(path, limits=Limits(depth=6))) == 16
        (problem,) = refused(path, limits=Limits(depth=5))
        assert problem.message == "more than 5 nested includes"
        assert Path(problem.file).name == "f5.yaml"

    def test_each_file_is_read_once_however_often_it_is_included(self, files, monkeypatch):
        """Each file includes the next twice: read anew each time it would be 2**9 readings."""
        read = []
        monkeypatch.setattr(
            loader, "source_of", lambda path, limits: read.append(path) or source_of(path, limits)
        )
        texts = {f"f{n}": including(f"f{n + 1}", f"f{n + 1}") for n in range(9)}
        refused(files(**texts, f9="build: [{make: gird}]"))
        assert len(read) == 10

    @pytest.mark.parametrize("reference", ["../secret.yaml", "/etc/passwd", "a/../../b.yaml"])
    def test_files_may_not_look_everywhere(self, files, tmp_path, reference):
        (tmp_path.parent / "secret.yaml").write_text(GRID)
        (problem,) = refused(files(a=including(reference)))
        assert (
            problem.message
            == f"{reference!r} lies outside the folders from which files may include"
        )
        assert "SUDOKULIB_PATH" in problem.fix
        assert (problem.line, problem.column, problem.value) == (3, 29, reference)

    @pytest.mark.skipif(os.name == "nt", reason="links need rights there")
    def test_links_do_not_lead_out(self, files, tmp_path_factory, tmp_path):
        outside = tmp_path_factory.mktemp("outside") / "b.yaml"
        outside.write_text(GRID)
        (tmp_path / "b.yaml").symlink_to(outside)
        for reference in ("./b.yaml", "./b", "b"):
            (problem,) = refused(files(a=including(reference)))
            assert "outside" in problem.message

    def test_folders_of_the_users_path_are_open(self, files, tmp_path_factory, monkeypatch):
        other = tmp_path_factory.mktemp("other")
        (other / "b.yaml").write_text(GRID)
        path = files(a=including(other / "b.yaml"))
        assert "outside" in refused(path)[0].message
        monkeypatch.setenv("SUDOKULIB_PATH", str(other))
        assert len(load_geometry(path)) == 16

    def test_text_has_no_folder(self):
        assert "is in no folder" in only(including("./b.yaml")).message

    @pytest.mark.parametrize("reference", ["./b.yaml", "./" + "b" * 1000, "sub/"])
    def test_a_missing_file(self, files, reference):
        (problem,) = refused(files(a=including(reference)))
        assert problem.message.startswith(f"there is no file '{reference[:8]}")

    @pytest.mark.parametrize("reference", ["'./a\\0b'", '"./a\\0b"', '"./a\\nb.yaml"'])
    def test_paths_that_no_system_takes(self, files, reference):
        (problem,) = refused(files(a=including(reference)))
        assert problem.line == 3


class TestFiles:
    def test_a_file_that_is_not_there(self, tmp_path):
        (problem,) = refused(tmp_path / "no.yaml")
        assert problem.message == "cannot read it: No such file or directory"
        assert problem.file == str(tmp_path / "no.yaml")
        assert problem.fix == "check the path"

    def test_a_folder(self, tmp_path):
        (problem,) = refused(tmp_path, load)
        assert problem.message.startswith("cannot read it: ")

    def test_a_name_that_no_system_takes(self):
        (problem,) = refused("a\0b.yaml")
        assert "cannot read it" in problem.message

    def test_latin_1(self, tmp_path):
        path = tmp_path / "a.yaml"
        path.write_bytes("title: é".encode("latin-1"))
        (problem,) = refused(path)
        assert (problem.line, problem.column) == (1, 8)

    def test_utf_16(self, tmp_path):
        path = tmp_path / "a.yaml"
        path.write_bytes("title: x".encode("utf-16"))
        (problem,) = refused(path)
        assert problem.fix == "save the file as UTF-8"

    def test_large_files_are_not_read_whole(self, tmp_path):
        path = tmp_path / "a.yaml"
        path.write_text("a: " + "x" * 1000)
        (problem,) = refused(path, limits=Limits(text=100))
        assert "more than the limit of 100" in problem.message


class TestHostile:
    @pytest.mark.parametrize(
        ("text", "limits"),
        [
            ("build: [{make: grid, size: 1000x1000}]", DEFAULT_LIMITS),
            ("symbols: {first: 1, last: 999999999}\n" + GRID, DEFAULT_LIMITS),
            (GRID + "symbols: 123456789", Limits(symbols=8)),
            ("build: [{make: grid, size: 5}]", Limits(cells=24)),
            ("build: [{make: grid, size: 5}]", Limits(shapes=9)),
            ("build: [{make: grid, size: 5}]", Limits(members=49)),
            ("build: [{make: grid, size: 5}]", Limits(places=24)),
            ("build: [{make: grid, size: 2, at: R999999C999999}]", DEFAULT_LIMITS),
            ("build: [{make: grid, size: 2, rows: 1-9999 1-9999}]", DEFAULT_LIMITS),
            (
                "build: [{make: grid, size: 20}, {make: windows, size: 1000, wrap: true}]",
                DEFAULT_LIMITS,
            ),
        ],
    )
    def test_expansions_are_bounded(self, text, limits):
        assert only(text, limits=limits).line == 1 or "symbols" in text

    def test_very_many_large_references_are_not_all_resolved(self):
        text = "build: [{make: grid, size: 50}]\nshapes:\n- {kind: distinct, cells: [%s]}"
        assert len(problems(text % ",".join(["all"] * 20_000))) <= MAX_ERRORS
        (problem,) = problems(text % " ".join(["all"] * 20_000))
        assert "more than 100,000 cells in one text" in problem.message

    def test_very_many_errors_are_cut(self):
        text = "shapes:\n" + "- {kind: none}\n" * 5_000
        assert "more problems" in problems(text)[-1].message

    def test_long_names_are_cut_in_errors(self):
        grid = "build: [{make: grid, size: 2x2}]"
        for text in (f"{grid}\n{'x' * 1000}: 1", f"build: [{{make: {'x' * 1000}}}]"):
            assert len(str(only(text))) < 700


def read_or_refuse(text):
    for read in (read_geometry, loads):
        with suppress(ProblemsError):
            read(text)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    read_or_refuse(text)


WORDS = [
    "4x4", "9", "1234", "R1C1", "R1C1:R2C2", "all", "A", "A.R1C1", "grid", "include", "distinct",
    "AABB", "top", "A.top", "-1", "0", "3", "1-4", "", "~", "true", "both", "x\ny", "..", "nul\0",
]  # fmt: skip
KEYS = [
    "format", "name", "symbols", "build", "make", "size", "box", "at", "as", "wrap", "cells",
    "kind", "shapes", "allowed", "map", "key", "seams", "these", "those", "twist", "adjacency",
    "corners", "first", "last", "values", "empty", "expect", "geometry", "givens", "solution", "on",
]  # fmt: skip
VALUES = st.recursive(
    st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6))
def test_any_mapping_of_known_words_is_read_or_refused(data):
    read_or_refuse(yaml.safe_dump(data, default_style='"'))
