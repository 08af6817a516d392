"""The time it takes to count known numbers of filled grids."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from benchmarks.suites.suite import Data, Run, Suite, Table, seconds

__all__ = ["ORACLES", "SUITE"]

_NINE = 6_670_903_752_021_072_936_960

ORACLES: dict[str, int] = {
    "4x4": 288,
    "6x6": 28_200_960,
    "8x8": 29_136_487_207_403_520,
    "9x9": _NINE,
    "10x10": 1_903_816_047_972_624_930_994_913_280_000,
    "latin-4": 576,
    "latin-5": 161_280,
    "latin-6": 812_851_200,
    "latin-7": 61_479_419_904_000,
    "samurai-4x4": 5_971_968,
    "circular-3": 2_880,
    "circular-4": 23_224_320,
    "sudo-cube": 14_515_200,
    "hypercube": 37_739_520,
    "cube-corner": 111_693_496_320,
    "tredoku-bent-3": 948_109_639_680,
    "tredoku-hook-5": 2_477_160_187_538_964_480,
    "tredoku-ring-6": 17_767_024_202_235_248_640,
    "twin": _NINE**2 // 362_880,
    "samurai": _NINE**5 // 362_880**4,
    "x": 55_613_393_399_531_520,
    "windoku": 6_337_174_388_428_800,
    "disjoint-groups": 201_105_135_151_764_480,
}
"""Numbers that others published, or that follow from those."""


def _measure(run: Run) -> Data:
    limit = 1.0 if run.quick else 12.0
    found: Data = {"limit": limit, "counts": {}}
    for name in ORACLES:
        run.say(f"counting: {name}")
        found["counts"][name] = _counted(name, limit)
    return found


def _counted(name: str, limit: float) -> Data:
    from sudokulib import SudokuError, count, geometry
    from sudokulib.model import compile_geometry

    place = geometry(name)
    compile_geometry(place)
    began = process_time()
    try:
        found = count(place, how="computed", seconds=limit)
    except SudokuError as error:
        return {"failed": str(error)}
    if not found.complete:
        return {"failed": "out of time"}
    return {"value": str(found.value), "seconds": process_time() - began}


def _tables(data: Data) -> Iterator[Table]:
    counts: dict[str, Data] = data["counts"]
    rows = [
        [name, f"{ORACLES[name]:,}" if ORACLES[name] < 10**15 else _short(ORACLES[name]),
         seconds(found["seconds"])]
        for name, found in counts.items()
        if "seconds" in found
    ]  # fmt: skip
    late = [name for name, found in counts.items() if found.get("failed") == "out of time"]
    notes = [
        f"**{name} was counted wrongly: {found['value']}.**"
        for name, found in counts.items()
        if "value" in found and int(found["value"]) != ORACLES[name]
    ]
    notes += [
        f"{name}: {found['failed']}."
        for name, found in counts.items()
        if found.get("failed", "out of time") != "out of time"
    ]
    if late:
        notes.append(f"Not counted within {data['limit']:g} s: {', '.join(late)}.")
    yield Table(
        ["geometry", "filled grids", "CPU time"], rows,
        text="`count(…, how=\"computed\")`: by search alone, every total that of its oracle.",
        notes=notes,
    )  # fmt: skip


def _short(value: int) -> str:
    """Return a large number, rounded."""
    return f"{value:.4e}" if value < 10**300 else f"about 10^{len(str(value)) - 1}"


SUITE = Suite("counting", "Counting", _measure, _tables)
