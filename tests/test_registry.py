"""The registry of which kinds, strategies, formats and generators are kept."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from sudokulib.basics.registry import Registry


@pytest.fixture
def animals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[str]:
    """A registry whose own entries stand in two modules, neither of them imported."""
    made = Registry[str]("animal", {"lion": "cats", "wolf": "dogs", "tiger": "cats"})
    monkeypatch.setitem(sys.modules, "zoo", SimpleNamespace(ANIMALS=made))
    for module, names in {"cats": ("tiger", "lion"), "dogs": ("wolf",)}.items():
        lines = [f"ANIMALS.add({name!r}, 'a {name}')" for name in names]
        text = "\n".join(["from zoo import ANIMALS", *lines])
        (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return made


def test_an_entry_is_imported_when_it_is_asked_for(animals: Registry[str]) -> None:
    assert "lion" in animals
    assert animals.entries == {}
    assert animals.get("lion") == "a lion"
    assert [*animals.entries] == ["tiger", "lion"]


def test_all_are_in_the_order_of_the_index_and_others_behind_them(animals: Registry[str]) -> None:
    animals.add("ant", "an ant")
    assert [*animals.load_all()] == ["lion", "wolf", "tiger", "ant"]


def test_a_name_of_the_library_is_taken_before_it_is_imported(animals: Registry[str]) -> None:
    with pytest.raises(ValueError, match="named 'wolf' is registered already"):
        animals.add("wolf", "a sheep")
    assert animals.get("wolf") == "a wolf"
    animals.add("wolf", "a wolf")


def test_an_unknown_name_has_no_entry(animals: Registry[str]) -> None:
    assert "unicorn" not in animals
    assert animals.get("unicorn") is None


def test_plug_ins_are_loaded_once_and_again_only_if_one_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offers: list[object] = [ZeroDivisionError("broken"), "an eel"]

    def load() -> object:
        found = offers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    asked: list[str] = []

    def entry_points(group: str) -> list[SimpleNamespace]:
        asked.append(group)
        return [SimpleNamespace(load=load)]

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    made: Registry[str] = Registry(
        "animal", {}, entry_points="zoo", accept=lambda found: made.add("eel", found)
    )
    with pytest.raises(ZeroDivisionError, match="broken"):
        made.load_all()
    assert made.load_all() == made.load_all() == {"eel": "an eel"}
    assert asked == ["zoo", "zoo"]
