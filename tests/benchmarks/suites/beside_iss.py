"""Puzzles of the Interactive Sudoku Solver (ISS): its times beside ours, reading included.

With ``--iss FOLDER``, a checkout of that program, node runs it on the same machine; else its times
in the file of puzzles count, which are another machine's.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from benchmarks.forgetting import forget_puzzles
from benchmarks.suites.suite import Data, Run, Suite, Table, times

__all__ = ["PUZZLES", "SUITE", "Pair"]

PUZZLES = "iss-half.jsonl"
_SECONDS = 5.0
_ROUNDS = 4
_LONG = 500 * _SECONDS
"""Milliseconds of a run that is not repeated."""
_WORST = 20
_FASTER = 5.0
_SCRIPT = Path(__file__).resolve().parents[1] / "iss.mjs"

Times = dict[str, Any]
"""The results for a puzzle: status, milliseconds of its first and best runs, and guesses."""


class Pair(NamedTuple):
    """A puzzle that both were asked for.

    Args:
        name: its name.
        part: the collections it is from.
        ours, iss: the times of both.
        before: milliseconds of the baseline that the file names, best and first.
    """

    name: str
    part: str
    ours: Times
    iss: Times
    before: dict[str, Any]

    @property
    def both(self) -> bool:
        """Return whether both finished."""
        return "unknown" not in (self.ours["status"], self.iss["status"])

    def ratio(self, which: str) -> float:
        """Return how many times as long as we ISS took."""
        return self.time("iss", which) / self.time("ours", which)

    def time(self, whose: str, which: str) -> float:
        """Return milliseconds of the first or best run of one of both; ISS never forgets."""
        times: Times = getattr(self, whose)
        return float(times.get(which, times["best"]))


def _measure(run: Run) -> Data:
    path = run.data / PUZZLES
    if not path.exists():
        return {}
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    records = records[: run.most(len(records))]
    iss = _run_iss(run.iss, records) if run.iss else {r["id"]: _kept(r) for r in records}
    found, texts = [], []
    unread = {}
    for record in records:
        run.say(f"beside ISS: {record['name']}")
        ours = _ours(record["string"])
        if "error" in ours:
            unread[record["name"]] = ours["error"]
        elif "error" not in iss[record["id"]]:
            part = ", ".join(record["collections"])
            found.append([record["name"], part, ours, iss[record["id"]], record["baseline"]])
            texts.append(record["string"])
    # Afterwards, as first runs find what other puzzles left.
    for one, text in zip(found, texts, strict=True):
        run.say(f"beside ISS, forgotten: {one[0]}")
        if one[2]["best"] < _LONG:
            one[2]["forgotten"] = _forgotten(text)
    return {"beside": run.iss is not None, "puzzles": found, "unread": unread}


def _kept(record: dict[str, Any]) -> Times:
    """Return the times of ISS that the file has: warm ones, which count for both."""
    kept = record["iss"]
    return {**kept, "first": kept["total_ms"], "best": kept["total_ms"]}


def _run_iss(folder: Path, records: Iterable[dict[str, Any]]) -> dict[str, Times]:
    asked = "\n".join(json.dumps({"id": r["id"], "text": r["string"]}) for r in records)
    command = ["node", str(_SCRIPT), str(folder), str(_SECONDS)]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return {one["id"]: one for one in map(json.loads, done.stdout.splitlines())}


def _ours(text: str) -> Times:
    from sudokulib.errors import SudokuError

    spent = []
    try:
        for _ in range(_ROUNDS):
            took, result = _solved(text)
            spent.append(took)
            if took > _LONG:
                break
    except SudokuError as error:
        return {"error": str(error).partition("\n")[0][:200]}
    return {
        "status": result.status, "first": spent[0], "best": min(spent),
        "guesses": result.stats.nodes,
    }  # fmt: skip


def _forgotten(text: str) -> float:
    """Return the milliseconds of the best run before each of which the puzzle was forgotten."""
    spent = []
    for _ in range(_ROUNDS):
        forget_puzzles()
        spent.append(_solved(text)[0])
    return min(spent)


def _solved(text: str) -> tuple[float, Any]:
    from sudokulib import read, solve

    began = process_time()
    result = solve(read(text), strategies=(), seconds=_SECONDS)
    return 1000 * (process_time() - began), result


def _tables(data: Data) -> Iterator[Table]:
    if not data:
        return
    pairs = [Pair(*one) for one in data["puzzles"]]
    where = "run beside by node" if data["beside"] else "as the file of puzzles has its times"
    yield Table(
        ["", "first run in a process", "best run", "best run, forgotten before"],
        list(_summary(pairs)),
        text="Reading, compiling and searching until uniqueness is proved, at most "
        f"{_SECONDS:g} s, CPU time in a warm process; ISS {where}. The process keeps "
        "what it read and compiled for the best run of ours; the first has only what other "
        "puzzles left. What was kept of the puzzle is cleared before each run of the last column, "
        "which has the best runs of ISS beside it.",
        notes=[*_unfinished(pairs), *_unread(data["unread"])],
    )
    yield Table(
        ["collection", "puzzles", "both finish", "ISS ÷ ours, first", "best", "nodes ÷ guesses"],
        list(_parts(pairs)),
        title="By collection",
    )
    done = sorted((one for one in pairs if one.both), key=lambda one: one.ratio("best"))
    yield Table(
        ["puzzle", "ISS ÷ ours, best", "ISS, ms", "ours, ms", "guesses of ISS", "our nodes"],
        [
            [
                one.name, times(one.ratio("best")), f"{one.iss['best']:.2f}",
                f"{one.ours['best']:.2f}", str(one.iss["guesses"]), str(one.ours["guesses"]),
            ]
            for one in done[:_WORST]
        ],
        title="The worst",
    )  # fmt: skip


def _summary(pairs: list[Pair]) -> Iterator[list[str]]:
    both = [one for one in pairs if one.both]
    yield _row("ISS ÷ ours, median", lambda which: times(median(o.ratio(which) for o in both)))
    yield _row(
        f"at least {_FASTER:g} times as fast; slower",
        lambda which: (
            f"{sum(one.ratio(which) >= _FASTER for one in both)}; "
            f"{sum(one.ratio(which) < 1 for one in both)} of {len(both)}"
        ),
    )
    for name in ("ours", "iss"):
        yield _row(
            f"median ms, {name}",
            lambda which, name=name: f"{median(o.time(name, which) for o in both):.2f}",  # type: ignore[misc]
        )
    keys = {"first": "first_ms", "best": "total_ms", "forgotten": "total_ms"}
    timed = [one for one in both if "total_ms" in one.before]
    yield _row(
        "factor over the commit that the file names, which finished "
        f"{len(timed)} of them (its times are another machine's)",
        lambda which: times(median(o.before[keys[which]] / o.time("ours", which) for o in timed)),
    )


def _row(title: str, value: Callable[[str], str]) -> list[str]:
    return [title, value("first"), value("best"), value("forgotten")]


_UNFINISHED = {
    "finished by ISS only": (True, False),
    "finished by ours only": (False, True),
    "finished by neither": (True, True),
}
"""For each note whether we, and whether ISS, did not finish."""


def _unfinished(pairs: list[Pair]) -> Iterator[str]:
    for title, late in _UNFINISHED.items():
        names = [
            one.name
            for one in pairs
            if (one.ours["status"] == "unknown", one.iss["status"] == "unknown") == late
        ]
        yield f"{title}: {', '.join(names) or 'none'}"


def _unread(unread: dict[str, str]) -> Iterator[str]:
    if unread:
        yield f"not read: {len(unread)} ({', '.join(unread)})"


def _parts(pairs: list[Pair]) -> Iterator[list[str]]:
    for part in sorted({one.part for one in pairs}):
        of = [one for one in pairs if one.part == part]
        both = [one for one in of if one.both]
        if not both:
            yield [part, str(len(of)), "0", "–", "–", "–"]
            continue
        guessed = [o.ours["guesses"] / o.iss["guesses"] for o in both if o.iss["guesses"]]
        yield [
            part, str(len(of)), str(len(both)), times(median(o.ratio("first") for o in both)),
            times(median(o.ratio("best") for o in both)),
            f"{median(guessed):.2f}" if guessed else "–",
        ]  # fmt: skip


SUITE = Suite("iss", "Beside the Interactive Sudoku Solver", _measure, _tables)
