"""Run JavaScript away from this process: a program in V8 without files, network or Python.

The file is a module, which starts a child, and the program of that child, which imports nothing of
the library. A child can be stopped at any time, and takes no one along: V8 ends its process when it
lacks memory, and the thread of an interrupted program keeps an interpreter from ending.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

__all__ = ["JavaScriptError", "is_installed", "result_of"]

_SECONDS = 10.0
"""How long a program may run. One that adds standard components takes 0.01 s after the 0.1 s that a
child needs to start, one that is asked about all fillings up to 0.5 s for each of its components
(`python -m pytest tests/formats/test_sudokumaker_custom.py --durations=5`, 2026-11)."""

_HEAP, _DATA = 256 << 20, 1 << 30
"""The most bytes that V8 uses for objects, and that the child uses for all its data."""

_ANSWER = 50_000_000
"""The most characters of a result; 500,000 rows of nine digits have 10 million."""

_NO_JSON = "its result is not JSON"


class JavaScriptError(Exception):
    """A program that has an error, or that was stopped; the message says which."""


def is_installed() -> bool:
    """Return whether programs can be run: whether mini-racer is installed."""
    return find_spec("py_mini_racer") is not None


def result_of(source: str, function: str, argument: Any) -> Any:
    """Return what a function of a program returns, itself JSON, for one argument.

    Args:
        source: the program, which defines the function.
        function: its name.
        argument: what JSON can express.

    Raises:
        JavaScriptError: the program has an error, or takes too much time or memory.
    """
    call = f"{function}({json.dumps(argument)})"
    asked = json.dumps({"source": source, "call": call, "seconds": _SECONDS})
    try:
        child = subprocess.run(
            [sys.executable, "-I", __file__],
            input=asked,
            capture_output=True,
            encoding="utf-8",
            timeout=4 * _SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise JavaScriptError(_too_long(_SECONDS)) from None
    if child.returncode:
        raise JavaScriptError("it was stopped, perhaps for lack of memory")
    answer = json.loads(child.stdout)
    if "error" in answer:
        raise JavaScriptError(answer["error"])
    try:
        return json.loads(answer["result"])
    except (TypeError, ValueError, RecursionError):  # the program may change all that it finds
        raise JavaScriptError(_NO_JSON) from None


def _too_long(seconds: float) -> str:
    return f"it runs longer than {seconds:g} s"


def _main() -> None:
    """Run the program that is asked for on standard input; print its result, or its error."""
    status = 1
    try:
        engine = import_module("py_mini_racer")
        asked = json.loads(sys.stdin.read())
        _limit_data()
        context = engine.MiniRacer()
        sys.stdout.buffer.write(_answer(engine, context, asked))
        sys.stdout.flush()
        status = 0
    finally:
        # While the context exists, even after an error: its end, and that of the interpreter, wait
        # for the thread of V8, which can take for ever.
        os._exit(status)


def _answer(engine: ModuleType, context: Any, asked: Any) -> bytes:
    """Return the result of the program, or its error, as JSON."""
    try:
        context.eval(asked["source"])
        result = context.eval(asked["call"], timeout_sec=asked["seconds"], max_memory=_HEAP)
        if isinstance(result, str) and len(result) > _ANSWER:
            answer = {"error": f"its result has more than {_ANSWER:,} characters"}
        else:
            answer = {"result": result}
    except engine.JSTimeoutException:
        answer = {"error": _too_long(asked["seconds"])}
    except engine.JSOOMException:
        answer = {"error": f"it needs more than {_HEAP >> 20} MB of memory"}
    except engine.JSEvalException as error:
        answer = {"error": _said(str(error))}
    try:
        return json.dumps(answer).encode()
    except (TypeError, ValueError, RecursionError):  # `undefined`, for example
        return json.dumps({"error": _NO_JSON}).encode()


def _limit_data() -> None:
    with suppress(ImportError, ValueError, OSError):  # there is none on Windows
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_DATA, (_DATA, _DATA))


def _said(text: str) -> str:
    """Return the message of an error without its place and its source."""
    first = text.partition("\n")[0]
    return first.partition(": ")[2] or first


if __name__ == "__main__":
    _main()
