"""Write docs/json.md: the types of docs/json-keys.yaml as real answers have them, with examples.

python docs/make_json.py

A key of an answer that has no meaning there is an error, and so is a meaning that no answer has a
key for, or a value of another type.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import Any

import yaml
from json_answers import COMMANDS, LIBRARY, Data, prepared_folder, printed, proof, returned

DOCS = Path(__file__).parent
PAGE = DOCS / "json.md"
MEANINGS = DOCS / "json-keys.yaml"

HEAD = """\
# Answers in JSON

<!-- Written by docs/make_json.py from docs/json-keys.yaml and real answers; change those. -->

With `--json`, every command answers in JSON: with one object on standard output, or for a batch
without `--out` with one for [each line](#result). This page lists the keys of each object and gives
an example, in which `…` marks omissions.

A type that is a link is one of the [parts](#parts). *By name* is an object whose keys are names,
such as those of cells; *or null* marks what may be missing. Symbols and cells are text. Numbers
of solutions are text too, since they may have hundreds of digits. Lists keep the library's order:
cells as in the geometry, steps as found.

The [command line](command-line.md#for-scripts) describes what else scripts can rely on.

## Exit codes

They are the same with and without `--json`:

| code | meaning |
|---|---|
| 0 | the puzzle has one solution, or all is well |
| 1 | no solution |
| 2 | bad input |
| 3 | several solutions |
| 4 | not known within the limits of `--seconds` and `--nodes` |
| 130 | interrupted from the keyboard |
| 141 | the reader closed the pipe |

`solve --batch` ends with 2 if any line is bad, otherwise with the code of the first puzzle without
exactly one solution; so does `check`, with 2 for any file that has problems (with `--strict`
also warnings). `count` ends with 0 whenever it knows the number.
"""
GROUPS = {
    "commands": """\
## Commands

Each answer begins with two keys that are not repeated below:

| key | type | meaning |
|---|---|---|
| `format` | integer | 1, the version of this layout; it stays 1 while keys are only added |
| `command` | text | the command |
""",
    "files": """\
## Files

Lines of the results of batches, and proofs. These have no `command`.
""",
    "results": """\
## Results of the library

`as_dict()` of a result returns these data and `as_json()` their text; `from_dict` and `from_json`
of its class return an equal object. There is no `format` or `command`. Where the `file` of a
puzzle is null, `from_dict` takes the puzzle as `puzzle=`.
""",
    "parts": """\
## Parts

The objects within the others.
""",
}
FRAME = {"format": "integer", "command": "text"}
"""The first keys of what a command answers, and their types."""
PLAIN: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "integer": (int,),
    "number": (int, float),
    "true or false": (bool,),
    "anything": (object,),
}
FIXED: dict[str, Data] = {
    "solve with --batch": {"rate": 2500.0},
    "rate with --batch": {"rate": 40.0},
    "result": {"nodes": 12},
    "estimate": {"mean": "294.7", "error": "33.1"},
    "numbers": {"seconds": 0.0},
    "stats": {"search": "native", "nodes": 12},
    "info": {
        "version": "1.0.0",
        "python": "3.13.0",
        "platform": "linux",
        "required": {"pydantic": "2.12.0", "pyyaml": "6.0.3", "networkx": "3.5"},
        "path": ["geometries"],
    },
    "search": {
        "in_use": "native",
        "kernel": "x86-64-v3",
        "known": ["colouring", "cp-sat", "native", "reference"],
        "missing": {"cp-sat": "ortools"},
    },
    "extra": {"packages": {"typer": "0.20.0", "rich": None}},
    "studio": {"address": "http://127.0.0.1:40123/fG7…/", "folder": "puzzles"},
    "entry": {"path": "geometries/4x4.yaml"},
}
"""Stand-ins in examples for values that depend on the machine, the installation or the day."""
WIDTH = 88
"""Of examples, in characters; an object that is no longer stands on one line."""


@dataclass(frozen=True)
class Type:
    """An object of JSON, as docs/json-keys.yaml describes it.

    Args:
        name: what it is called.
        group: where on the page it stands, a key of GROUPS.
        about: a sentence on it, or empty.
        keys: the type and the meaning of each of its own keys.
        base: the type whose keys it has besides, or empty.
        but: keys of the base that it has not.
    """

    name: str
    group: str
    about: str
    keys: dict[str, tuple[str, str]]
    base: str
    but: tuple[str, ...]

    def from_base(self) -> dict[str, str]:
        """Return the types of the keys that it has from its base."""
        frame = FRAME if self.group != "commands" else {}
        known = all_keys(self.base) if self.base else {}
        return {key: known[key] for key in known if key not in {*self.but, *frame, *self.keys}}


@dataclass(frozen=True)
class Example:
    """A real object, with the command that printed it, if it was one."""

    data: Data
    command: str = ""


@cache
def types() -> dict[str, Type]:
    """Return the types by name."""
    groups = yaml.safe_load(MEANINGS.read_text("utf-8"))
    return {
        name: Type(
            name,
            group,
            said.get("about", ""),
            {key: (kind, meaning) for key, (kind, meaning) in said.get("keys", {}).items()},
            said.get("with", ""),
            tuple(said.get("but", ())),
        )
        for group, members in groups.items()
        for name, said in members.items()
    }


def all_keys(name: str) -> dict[str, str]:
    """Return the type of each key of an object, in no particular order."""
    found = types()[name]
    frame = FRAME if found.group == "commands" else {}
    own = {key: kind for key, (kind, _) in found.keys.items()}
    return frame | found.from_base() | own


def parts(value: Any, kind: str, where: str) -> Iterator[tuple[str, Data]]:
    """Yield the objects in a value, each with the name of its type.

    Args:
        value: a part of an answer.
        kind: its type, in the words of the page.
        where: its place in the answer, for errors.

    Raises:
        ValueError: the value or a part of it is of another type.
    """
    if kind.endswith(" by name"):
        yield from _members(_checked(value, dict, where), kind.removesuffix(" by name"), where)
    elif kind.endswith(" or null"):
        if value is not None:
            yield from parts(value, kind.removesuffix(" or null"), where)
    elif kind.startswith("list of "):
        items = dict(enumerate(_checked(value, list, where)))
        yield from _members(items, kind.removeprefix("list of "), where)
    elif " or `" in kind:
        part = f"`{value['type']}`"
        if part not in kind.split(" or "):
            raise ValueError(f"{where} is a {part}, not {kind}")
        yield from parts(value, part, where)
    elif kind.startswith("`"):
        yield from objects(value, kind.strip("`"), where)
    elif not isinstance(value, PLAIN[kind]) or (kind in {"integer", "number"} and value is True):
        raise ValueError(f"{where} is {value!r}, not {kind}")


def _checked(value: Any, wanted: type, where: str) -> Any:
    if not isinstance(value, wanted):
        raise ValueError(f"{where} is {value!r}, not a {wanted.__name__}")
    return value


def _members(items: dict[Any, Any], kind: str, where: str) -> Iterator[tuple[str, Data]]:
    for name, item in items.items():
        yield from parts(item, kind, f"{where}.{name}")


def objects(data: Any, name: str, where: str) -> Iterator[tuple[str, Data]]:
    """Yield an object of a type, then those in it.

    Raises:
        ValueError: it does not have exactly the keys of its type, or a value of another type.
    """
    known = all_keys(name)
    keys = list(_checked(data, dict, where))
    if missing := [key for key in keys if key not in known]:
        raise ValueError(f"{MEANINGS.name} says nothing of {missing} in {name} ({where})")
    if missing := [key for key in known if key not in keys]:
        raise ValueError(f"{MEANINGS.name} has {missing} in {name}, but not {where}")
    yield name, data
    for key, value in data.items():
        yield from parts(value, known[key], f"{where}.{key}")


def answers() -> Iterator[tuple[str, Example]]:
    """Yield real objects for every type: what commands print and calls return, and a proof."""
    with prepared_folder():
        for name, words in COMMANDS:
            command = shlex.join(["sudokulib", *words, "--json"])
            yield from ((name, Example(data, command)) for data in printed(words))
        for name, call in LIBRARY:
            yield from ((name, Example(data)) for data in returned(call))
    yield "proof", Example(proof())


def examples() -> dict[str, list[Example]]:
    """Return all objects in the answers by the name of their type.

    Raises:
        ValueError: an answer is not as documented, or has its keys in another order than others, or
            none has an object of a documented type.
    """
    found: dict[str, list[Example]] = {name: [] for name in types()}
    for name, whole in answers():
        for part, data in objects(whole.data, name, name):
            found[part].append(whole if data is whole.data else Example(data))
            if list(data) != list(found[part][0].data):
                raise ValueError(f"the keys of {part} have several orders, one of them in {name}")
    if missing := [name for name in found if not found[name]]:
        raise ValueError(f"no answer has {missing}, of which {MEANINGS.name} speaks")
    return found


def page() -> str:
    """The whole page."""
    found = examples()
    lines = [HEAD]
    for group, text in GROUPS.items():
        members = [one for one in types().values() if one.group == group]
        lines.append(text)
        if group == "results":
            lines += _as_others(members)
            members = [one for one in members if one.keys]
        for one in members:
            lines += _section(one, found[one.name])
    return "\n".join(lines)


def _as_others(results: list[Type]) -> Iterator[str]:
    """Yield a table of the results that have no keys of their own."""
    yield "| result | its keys |"
    yield "|---|---|"
    for one in results:
        if not one.keys:
            yield f"| `{one.name}` | those of {_base(one)}{one.about and f'. {one.about}'} |"
    yield ""


def _base(one: Type) -> str:
    """Return a link to the base of a type, and what of it is missing."""
    missing = " and ".join(f"`{key}`" for key in one.but)
    return f"[{one.base}](#{_anchor(one.base)}){missing and f' but {missing}'}"


def _anchor(name: str) -> str:
    return name.replace(" ", "-").lower()


def _section(one: Type, found: list[Example]) -> Iterator[str]:
    """Yield a heading, the table of a type, and an example."""
    yield f"### `{one.name}.as_dict()`\n" if one.group == "results" else f"### {one.name}\n"
    if one.about:
        yield fill(one.about, 100, break_long_words=False, break_on_hyphens=False) + "\n"
    if not one.keys:
        yield f"The keys of {_base(one)}.\n"
    else:
        yield "| key | type | meaning |"
        yield "|---|---|---|"
        yield from _rows(one, list(found[0].data))
        yield ""
    if one.keys or one.group == "commands":
        yield from _example(one.name, max(found, key=lambda example: _richness(example.data)))


def _rows(one: Type, order: list[str]) -> Iterator[str]:
    """Yield the rows of a table: its keys in their real order, those of its base in one."""
    base = one.from_base()
    for key in order:
        if key in one.keys:
            kind, meaning = one.keys[key]
            yield f"| `{key}` | {_linked(kind)} | {meaning} |"
        elif base and key == next(name for name in order if name in base):
            yield f"| … | | the keys of {_base(one)} |"


def _linked(kind: str) -> str:
    return re.sub("`(.+?)`", lambda part: f"[{part[0]}](#{_anchor(part[1])})", kind)


def _richness(data: Data) -> int:
    """Return how many keys have a value that shows something."""
    return sum(value not in (None, "", 0, False, [], {}) for value in data.values())


def _example(name: str, example: Example) -> Iterator[str]:
    if example.command:
        yield f"`{example.command}`:\n"
    fixed = {"seconds": 0.02, **FIXED.get(name, {})}
    kinds = all_keys(name)
    shown = [
        f'"{key}": {_shown(fixed.get(key, value), kinds[key])}'
        for key, value in example.data.items()
    ]
    whole = "{" + ", ".join(shown) + "}"
    if len(whole) > WIDTH:
        whole = "{\n  " + ",\n  ".join(shown) + "\n}"
    yield f"```js\n{whole}\n```\n"


def _shown(value: Any, kind: str) -> str:
    """Return a value as JSON without what would make it long."""
    if isinstance(value, dict) and kind.endswith(" by name"):
        inner = kind.removesuffix(" by name")
        items = [f'"{name}": {_shown(item, inner)}' for name, item in value.items()]
        return "{" + ", ".join(_first(items)) + "}"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_first([_shown(item, kind) for item in value]))}]"
    if isinstance(value, str) and len(value) > WIDTH - 14:
        value = f"{value[: WIDTH - 15]}…"
    return json.dumps(value, ensure_ascii=False)


def _first(items: list[str]) -> list[str]:
    """Return all of a few short items, or one or two with a sign that there are more."""
    objects = items[1:] and items[0] == "{…}"
    if not objects and sum(map(len, items)) <= WIDTH // 2:
        return items
    shown = 1 if objects or len(items[0]) > 20 else 2
    return [*items[:shown], "…"] if len(items) > shown else items


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
