"""Memory, and the cost of starting, each in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from benchmarks.suites.suite import Data, Run, Suite, Table, seconds

__all__ = ["SUITE"]

_PEAK = """
import resource, sys
def peak():
    try:
        lines = open("/proc/self/status", encoding="ascii").read().splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) * 1024
    except OSError:
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return used if sys.platform == "darwin" else used * 1024
"""
_MEMORY = {
    "bare interpreter": "",
    "`import sudokulib`": "import sudokulib\n",
    "all public names imported": "import sudokulib\nfor n in sudokulib.__all__:\n"
    "    getattr(sudokulib, n)\n",
    "a samurai solved": "import sudokulib\n"
    "puzzle = sudokulib.geometry('samurai').puzzle({givens!r})\n"
    "assert sudokulib.solve(puzzle).status == 'unique'\n",
    "a samurai solved by search alone": "import sudokulib\n"
    "puzzle = sudokulib.geometry('samurai').puzzle({givens!r})\n"
    "assert sudokulib.is_unique(puzzle)\n",
}
_CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_START = {
    "`python -c pass`": ["-c", "pass"],
    "`import sudokulib`": ["-c", "import sudokulib"],
    "`sudokulib --version`": ["-m", "sudokulib", "--version"],
    "`sudokulib solve` on a 9×9": ["-m", "sudokulib", "solve", "9x9", _CLASSIC],
    "`sudokulib solve` on a 9×9, search alone": [
        "-m", "sudokulib", "solve", "9x9", _CLASSIC, "--no-logic",
    ],
}  # fmt: skip


def _measure(run: Run) -> Data:
    run.say("footprint")
    givens = _samurai(run.data)
    codes = {name: code.format(givens=givens) for name, code in _MEMORY.items() if
             givens or "{givens" not in code}  # fmt: skip
    rounds = 3 if run.quick else 7
    return {
        "memory": {name: _peak(code) for name, code in codes.items()},
        "start": {name: _start(words, rounds) for name, words in _START.items()},
        "state": _states(),
    }


def _samurai(data: Path) -> str:
    path = data / "generated/samurai.txt"
    return path.read_text(encoding="ascii").splitlines()[0] if path.exists() else ""


def _run(words: list[str]) -> subprocess.CompletedProcess[str]:
    from sudokulib import __file__ as here

    return subprocess.run(
        [sys.executable, *words], capture_output=True, encoding="utf-8", check=False,
        cwd=Path(str(here)).parents[1],
    )  # fmt: skip


def _peak(code: str) -> int | None:
    """Return the peak memory of a process, in bytes."""
    done = _run(["-c", f"{_PEAK}{code}print(peak())"])
    return int(done.stdout.split()[-1]) if done.returncode == 0 else None


def _start(words: list[str], rounds: int) -> Data:
    """Return the wall and CPU time of a process, the best of several."""
    import resource

    walls, spent, codes = [], [], set()
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = perf_counter()
        codes.add(_run(words).returncode)
        walls.append(perf_counter() - began)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return {"wall": min(walls), "cpu": min(spent), "failed": codes != {0}}


def _states() -> dict[str, int]:
    """Return the bytes of the state that the compiled search copies at each guess."""
    from sudokulib import _kernel, geometry
    from sudokulib.model import compile_geometry, compile_puzzle
    from sudokulib.search.flattening import domain_bytes, flatten, words

    core = _kernel.core
    if core is None or not hasattr(core, "Engine"):
        return {}
    found = {}
    names = ("9x9", "16x16", "samurai", "25x25", "36x36", "sumo")
    models = {name: compile_geometry(geometry(name)) for name in names}
    cage = geometry("9x9").puzzle().add("cage", "R1C1 R1C2", sum=3)
    models["9x9 with rules"] = compile_puzzle(cage)
    for name, model in models.items():
        domains = domain_bytes(model.domains, words(model))
        size = getattr(core.Engine(core.Problem(flatten(model), domains)), "state_bytes", None)
        if size is not None:
            found[name] = size() if callable(size) else size
    return found


def _tables(data: Data) -> Iterator[Table]:
    yield Table(
        ["", "peak memory"],
        [[name, f"{size / 1e6:.1f} MB" if size else "failed"]
         for name, size in data["memory"].items()],
        title="Memory",
    )  # fmt: skip
    yield Table(
        ["geometry", "bytes of state for each guess"],
        [[name, f"{size:,}"] for name, size in data["state"].items()],
        text="" if data["state"] else "The bytes of a search's state are not reported yet.",
    )
    yield Table(
        ["", "wall time", "CPU time"],
        [
            [name, seconds(t["wall"]), seconds(t["cpu"]) + (" (failed)" if t["failed"] else "")]
            for name, t in data["start"].items()
        ],
        title="From a cold start",
        text="A new process each time, the best of several.",
    )


SUITE = Suite("footprint", "Memory and start", _measure, _tables)
