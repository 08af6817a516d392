"""Races of all contenders over sets of puzzles, and their tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.contenders import Answer, Contender, contenders, expected
from benchmarks.packages import Cadical, CpSat
from benchmarks.puzzle_sets import PuzzleSet
from benchmarks.suites.suite import Data, Table, number, times
from benchmarks.timing import RaceResult, RaceRules, race

__all__ = ["race_results", "race_tables"]


def race_results(
    puzzles: PuzzleSet,
    rules: RaceRules,
    known: int | None = 1,
    without: frozenset[str] = frozenset(),
) -> Data:
    """Race all contenders that can take the puzzles.

    Args:
        puzzles: the puzzles.
        rules: the rules of the race.
        known: the number of solutions of each, at most 2, according to its author.
        without: names of contenders that do not take part.
    """
    asked = [c for c in contenders() if c.name not in without]
    absent = {c.name: c.missing() or c.refuses(puzzles) for c in asked}
    runners = [c for c in asked if not absent[c.name]]
    ours = expected(puzzles)
    laps = race(runners, puzzles, ours, rules)
    return {
        "puzzles": len(puzzles.items),
        "ours wrong": [
            puzzles.items[n].text for n, a in enumerate(ours) if not a.agrees(Answer(known))
        ],
        "absent": {name: why for name, why in absent.items() if why},
        "laps": {c.name: _lap(c, puzzles, laps) for c in runners},
    }


def _lap(contender: Contender, puzzles: PuzzleSet, laps: Mapping[str, RaceResult]) -> Data:
    lap = laps[contender.name]
    ratios = {
        base.name: lap.against(laps[base.name]) for base in (Cadical, CpSat) if base.name in laps
    }
    return {
        "puzzles": len(lap.seconds),
        "rate": lap.rate,
        "ratios": ratios,
        "proves": contender.proves,
        "remark": contender.remark,
        "unfinished": len(lap.unfinished),
        "wrong": [puzzles.items[n].text for n in sorted(lap.wrong)],
    }


def race_tables(data: Data, base: str) -> Iterator[Table]:
    """Yield ratios to a contender, then rates, then who is who and what went wrong."""
    sets: dict[str, Data] = data["sets"]
    named = {
        kind: [n for found in sets.values() for n in found[kind]] for kind in ("laps", "absent")
    }
    names = list(dict.fromkeys(named["laps"] + named["absent"]))
    heads = [f"{name} ({found['puzzles']:,})" for name, found in sets.items()]
    yield Table(
        ["", *heads],
        [[name, *(_ratio(found, name, base) for found in sets.values())] for name in names],
        text=f"Times as fast as {base} on the same puzzles:",
    )
    yield Table(
        ["", *heads],
        [[name, *(_rate(found, name) for found in sets.values())] for name in names],
        text="Puzzles per second of CPU time; in brackets how many a slower contender was given:",
        notes=[*_remarks(sets), *_error_notes(sets)],
    )


def _ratio(found: Data, name: str, base: str) -> str:
    lap = found["laps"].get(name)
    if lap is None:
        return "–"
    return _marked(lap, times(lap["ratios"].get(base, 0)))


def _rate(found: Data, name: str) -> str:
    lap = found["laps"].get(name)
    if lap is None:
        return "–"
    some = f" ({lap['puzzles']})" if lap["puzzles"] < found["puzzles"] else ""
    return _marked(lap, number(lap["rate"]) + some)


def _marked(lap: Data, text: str) -> str:
    """Mark a figure: a star for one that proves nothing, "at most" if puzzles were given up."""
    return ("≤ " if lap["unfinished"] else "") + text + ("" if lap["proves"] else " *")


def _remarks(sets: Mapping[str, Data]) -> Iterator[str]:
    laps = {name: lap for found in sets.values() for name, lap in found["laps"].items()}
    for name, lap in laps.items():
        star = "" if lap["proves"] else " *"
        yield f"{name}{star}: {lap['remark']}."
    absent = {(n, why) for found in sets.values() for n, why in found["absent"].items()}
    for name, why in sorted(absent):
        yield f"{name}, where there is no figure: {why}."


def _error_notes(sets: Mapping[str, Data]) -> Iterator[str]:
    for title, found in sets.items():
        if wrong := found["ours wrong"]:
            yield f"**Wrong by us** in {title}: {len(wrong)}, first `{wrong[0]}`."
        for name, lap in found["laps"].items():
            if lap["unfinished"]:
                yield f"{name} gave up on {lap['unfinished']} of {lap['puzzles']} in {title}."
            if wrong := lap["wrong"]:
                yield f"**{name} disagrees with us** in {title}: {len(wrong)}, first `{wrong[0]}`."
