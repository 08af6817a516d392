"""``sudokulib info``: what is installed and in use."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sudokulib import __version__
from sudokulib._kernel import build
from sudokulib.cli.options import Json
from sudokulib.cli.output import answering
from sudokulib.puzzles.geometries.folders import search_folders
from sudokulib.search import backends, missing
from sudokulib.search.auto import preferred

_REQUIRED = ("networkx", "pydantic", "pyyaml", "regex")
_EXTRAS = {"cli": ("rich", "typer"), "cp-sat": ("ortools",), "testing": ("hypothesis",)}
_PURE = "PURE PYTHON: correct, but slower by orders of magnitude"
_NO_KERNEL = "none; for one, install a C++20 compiler and reinstall sudokulib"


def info(*, as_json: Json = False) -> None:
    """Show the version, the search in use, and the folders of geometries."""
    with answering("info", as_json) as answer:
        data = _data()
        if as_json:
            answer.data(data)
            return
        search = data["search"]
        groups = [{"name": "required", "packages": data["required"]}, *data["extras"]]
        rows = [
            ("sudokulib", data["version"]),
            ("python", f"{data['python']} on {data['platform']}"),
            ("search in use", _search(search["in_use"])),
            ("compiled kernel", search["kernel"] or _NO_KERNEL),
            *((f"search {name}", _available(name, search["missing"])) for name in search["known"]),
            *((f"packages: {group['name']}", _packages(group["packages"])) for group in groups),
            *(("geometries from", path) for path in data["path"]),
        ]
        for name, text in rows:
            answer.say(f"{name:<18} {text}")


def _data() -> dict[str, Any]:
    return {
        "version": __version__,
        "python": platform.python_version(),
        "platform": sys.platform,
        "search": _searches(),
        "required": {name: _version(name) for name in _REQUIRED},
        "extras": [
            {"name": extra, "packages": {name: _version(name) for name in names}}
            for extra, names in _EXTRAS.items()
        ],
        "path": [str(folder) for folder in search_folders()],
    }


def _searches() -> dict[str, Any]:
    absent = missing()
    return {
        "in_use": preferred(),
        "kernel": build or None,
        "known": sorted((*backends(), *absent)),
        "missing": absent,
    }


def _search(name: str) -> str:
    return f"{name}, {_PURE}" if name == "reference" else name


def _available(name: str, missing: dict[str, str]) -> str:
    return f"not installed; {missing[name]}" if name in missing else "available"


def _packages(versions: dict[str, str | None]) -> str:
    return ", ".join(f"{name} {found or 'missing'}" for name, found in versions.items())


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
