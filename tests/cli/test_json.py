"""docs/json.md says exactly what the answers in JSON hold."""

from __future__ import annotations

import re
from typing import Any

import pytest
from json_answers import COMMANDS as CALLS
from json_answers import prepared_folder, printed
from make_json import PAGE, all_keys, objects, parts, types
from support import one_in

from sudokulib.cli.app import COMMANDS


@pytest.mark.parametrize(
    ("name", "words"),
    one_in(2, CALLS),  # all are asked when the page is made again: see test_written_pages
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_answers_are_as_documented(name: str, words: tuple[str, ...]) -> None:
    with prepared_folder():
        found = printed(words)
    assert len(found) == (3 if name in {"result", "rated"} else 1)
    assert all(list(objects(one, name, name)) for one in found)
    if types()[name].group == "commands":
        assert (found[0]["format"], found[0]["command"]) == (1, words[0])


def test_every_command_is_documented() -> None:
    named = {one.name for one in types().values() if one.group == "commands"}
    batches = {"solve with --batch", "rate with --batch"}
    assert named == COMMANDS.keys() | batches | {"Bad input", "tredoku with --list"}


def test_links_lead_to_one_heading_each() -> None:
    text = PAGE.read_text("utf-8")
    headings = [
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    ]
    assert len(headings) == len(set(headings))
    assert set(re.findall(r"\]\(#(.+?)\)", text)) <= set(headings)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"cell": "R1C1"}, r"has \['symbol'\] in candidate, but not it"),
        (
            {"cell": "R1C1", "symbol": "1", "value": 1},
            r"says nothing of \['value'\] in candidate",
        ),
        ({"cell": "R1C1", "symbol": 1}, r"it\.symbol is 1, not text"),
        (["R1C1"], "it is .* not a dict"),
    ],
)
def test_other_keys_and_values_than_documented_are_errors(data: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        list(objects(data, "candidate", "it"))


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "integer"),
        (None, "list of text"),
        ([None], "list of text"),
        ({"a": 1}, "text by name"),
        ({"a": None}, "text by name or null"),
        ({"type": "split"}, "`rank` or `fillings`"),
    ],
)
def test_a_value_of_another_type_is_an_error(value: Any, kind: str) -> None:
    with pytest.raises(ValueError, match="is"):
        list(parts(value, kind, "it"))


def test_keys_of_another_type_are_taken_over() -> None:
    assert "puzzle" not in all_keys("outcome")
    assert all_keys("outcome")["steps"] == all_keys("solve")["steps"]
    assert (all_keys("explained")["rating"], all_keys("proved")["rating"]) == (
        "number",
        "number or null",
    )
