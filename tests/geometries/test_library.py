"""Names of geometries: which file they mean, what shadows what, and when files are read again."""

import os
import pickle
from pathlib import Path

import pytest

from sudokulib.errors import ProblemsError, UnknownNameError
from sudokulib.puzzles.geometries import folders, library
from sudokulib.puzzles.geometries.library import geometry, geometry_entries, geometry_names

TINY = "build: [{make: grid, size: 2}]\n"
THREE = "build: [{make: grid, size: 3}]\n"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A folder of the user's, first in the path."""
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.setenv("SUDOKULIB_PATH", str(folder))
    return folder


def write(path, text):
    """Write a file and see to it that its time of change is another than before."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def test_shipped_geometries_are_found_by_name():
    assert len(geometry("9x9")) == 81
    assert geometry("9x9").name == "9x9"


def test_names_are_in_natural_order():
    names = geometry_names()
    assert names.index("4x4") < names.index("9x9") < names.index("16x16") < names.index("samurai")
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", geometry_names())
def test_every_shipped_geometry_has_the_modeline_first(name):
    path = folders.shipped_folder() / f"{name}.yaml"
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    assert first == "# yaml-language-server: $schema=../sudokulib/schema/geometry.schema.json"


def test_the_users_folders_come_first(mine):
    write(mine / "9x9.yaml", TINY)
    assert len(geometry("9x9")) == 4
    (entry,) = (entry for entry in geometry_entries() if entry.name == "9x9")
    assert entry.path == mine / "9x9.yaml"
    assert entry.shadows == (folders.shipped_folder() / "9x9.yaml",)


def test_several_folders_are_searched_in_order(mine, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    write(mine / "a.yaml", TINY)
    write(other / "a.yml", THREE)
    write(other / "b.yml", THREE)
    (other / "notes.txt").write_text("no geometry")
    monkeypatch.setenv("SUDOKULIB_PATH", os.pathsep.join([str(mine), "", "/nowhere", str(other)]))
    assert [len(geometry(name)) for name in "ab"] == [4, 9]
    assert {"a", "b"} < set(geometry_names())
    assert "notes" not in geometry_names()


def test_shipped_geometries_include_shipped_ones_whatever_shadows_them(mine):
    write(mine / "9x9.yaml", TINY)
    assert len(geometry("twin")) == 153


def test_an_unknown_name_lists_close_ones():
    with pytest.raises(UnknownNameError, match=r"'samuraj'; did you mean samurai"):
        geometry("samuraj")
    with pytest.raises(UnknownNameError, match=r"'qqqq'; there are: 4x4, 6x6, "):
        geometry("qqqq")


@pytest.mark.parametrize("name", ["", ".", "..", "a\0b", "nul\n", "x" * 5000])
def test_names_that_no_file_has(name):
    with pytest.raises(UnknownNameError):
        geometry(name)


@pytest.mark.parametrize("path", ["./no.yaml", "no.yaml", "/no/where", "a\0/b"])
def test_paths_that_lead_nowhere(path):
    with pytest.raises(ProblemsError, match="cannot read it"):
        geometry(Path(path))


def test_a_path_is_taken_as_it_is(tmp_path):
    write(tmp_path / "t.yaml", TINY)
    assert geometry(tmp_path / "t.yaml") is geometry(tmp_path / "t.yaml")
    with pytest.raises(UnknownNameError, match=r"pass a file as a pathlib\.Path"):
        geometry(str(tmp_path / "t.yaml"))


class TestMemory:
    def test_the_same_object_until_the_file_changes(self, mine):
        write(mine / "a.yaml", TINY)
        first = geometry("a")
        assert geometry("a") is first
        write(mine / "a.yaml", THREE)
        assert len(geometry("a")) == 9

    def test_a_change_in_an_included_file_counts(self, mine):
        write(mine / "part.yaml", TINY)
        write(mine / "a.yaml", "build: [{make: include, geometry: part}]")
        assert len(geometry("a")) == 4
        write(mine / "part.yaml", THREE)
        assert len(geometry("a")) == 9

    def test_a_new_file_that_shadows_an_included_one_counts(self, mine, tmp_path, monkeypatch):
        second = tmp_path / "second"
        second.mkdir()
        monkeypatch.setenv("SUDOKULIB_PATH", os.pathsep.join([str(mine), str(second)]))
        write(second / "part.yaml", TINY)
        folder = tmp_path / "apart"
        folder.mkdir()
        write(folder / "a.yaml", "build: [{make: include, geometry: part}]")
        assert len(geometry(folder / "a.yaml")) == 4
        write(mine / "part.yaml", THREE)
        assert len(geometry(folder / "a.yaml")) == 9

    def test_a_bad_file_is_read_again_when_mended(self, mine):
        write(mine / "a.yaml", "build: x")
        with pytest.raises(ProblemsError):
            geometry("a")
        write(mine / "a.yaml", TINY)
        assert len(geometry("a")) == 4

    def test_a_file_that_is_gone_is_gone(self, mine):
        write(mine / "a.yaml", TINY)
        geometry("a")
        (mine / "a.yaml").unlink()
        with pytest.raises(UnknownNameError):
            geometry("a")

    def test_nothing_is_read_again_without_need(self, mine, monkeypatch):
        write(mine / "a.yaml", "build: [{make: include, geometry: 4x4}]")
        geometry("a")
        monkeypatch.setattr(library, "_read", None)
        assert len(geometry("a")) == 16


def test_problems_can_be_pickled_and_quote_the_file(mine):
    write(mine / "a.yaml", "build: x")
    with pytest.raises(ProblemsError) as caught:
        geometry("a")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.problems == caught.value.problems
    assert str(again).startswith(f"{mine / 'a.yaml'}:1:8: build: a list is expected here")


def test_an_installed_package_holds_its_geometries(tmp_path, monkeypatch):
    (tmp_path / "shipped" / "geometries").mkdir(parents=True)
    monkeypatch.setattr(folders, "_PACKAGE", tmp_path)
    assert folders.shipped_folder() == tmp_path / "shipped" / "geometries"


def test_data_is_no_name_of_a_geometry():
    with pytest.raises(TypeError, match=r"not \{'symbols': '12'\}; solve, count"):
        geometry({"symbols": "12"})
