"""No answer depends on what the same process was asked before.

Random puzzles, each in several spellings that mean the same, are answered in one order, in the
reverse order, and by fresh processes that see only one spelling of each.
"""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import sudokulib
from sudokulib.puzzles.loading import loads

PUZZLES = 10
SPELLINGS = 3

Data = dict[str, Any]

GRIDS = (
    ("1x4", "ABCD", (1, 2, 3, 4)),
    ("1x5", "XYZ", (-1, 0, 2)),
    ("2x2", "ABCD", (-3, -2, 4, 7)),
    ("2x3", "YNX", (2, 0, 1)),
)
"""Size, symbols and the integers behind them: negative, with gaps, in no order."""


def shapes(chance: Random, size: str) -> list[Data]:
    """Dots, and rules about those that are missing."""
    rows, columns = map(int, size.split("x"))
    across = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    down = [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    made = []
    for cells in chance.sample(across + down, chance.randint(1, 2)):
        kind, field = chance.choice((("difference", "value"), ("pair-sum", "sum")))
        names = " ".join(f"R{r + 1}C{c + 1}" for r, c in cells)
        made.append({"kind": kind, "cells": names, field: chance.randint(1, 3)})
    asker = chance.choice(
        (
            {"kind": "negative", "kinds": ["difference"]},
            {"kind": "negative", "kinds": ["difference", "pair-sum"], "sums": [2, 3]},
            {"kind": "nonconsecutive", "except": ["difference", "pair-sum"]},
        )
    )
    return [*made, asker]


def spelled(chance: Random, shape: Data) -> Data:
    """A shape of the same meaning."""
    way = chance.randrange(4)
    if way == 0:
        return shape
    if way == 1:
        inner = {"kind": "not", "shapes": [shape]}
        return {"kind": "not", "shapes": [inner]} if shape["kind"] != "negative" else shape
    return {"kind": ("all-of", "any-of")[way - 2], "shapes": [shape]}


def spellings(seed: int) -> list[str]:
    """One puzzle, its shapes in several forms, orders and under several names.

    They belong to the puzzle, or to its geometry: equal geometries have them in any order.
    """
    chance = Random(seed)
    size, symbols, values = chance.choice(GRIDS)
    geometry = {
        "symbols": {"symbols": list(symbols), "values": list(values)},
        "build": [{"make": "grid", "size": size, "lines": False}],
    }
    made, mine = shapes(chance, size), chance.random() < 0.5
    texts = []
    for number in range(SPELLINGS):
        said = [spelled(chance, shape) if number else shape for shape in made]
        chance.shuffle(said)
        labelled = {"shapes": [{**one, "label": f"{number}-{i}"} for i, one in enumerate(said)]}
        texts.append(
            json.dumps(
                {"geometry": geometry, **labelled} if mine else {"geometry": geometry | labelled}
            )
        )
    return texts


def possible(texts: list[str]) -> bool:
    try:
        return all(loads(text) for text in texts)
    except sudokulib.SudokuError:
        return False


ANSWERS = """
import json, sys
import sudokulib
from sudokulib.puzzles.loading import loads

def answer(text):
    puzzle = loads(text)
    plain = sudokulib.solve(puzzle, strategies=())
    full = sudokulib.solve(puzzle)
    return {
        "meant": [
            plain.status, full.status, sudokulib.count(puzzle).value,
            sudokulib.true_candidates(puzzle),
        ],
        "said": [
            [str(solution) for solution in plain.solutions], full.conflict,
            [one.text for one in sudokulib.explain(puzzle)],
        ],
    }

print(json.dumps([answer(text) for text in json.load(sys.stdin)]))
"""


def answered(texts: list[str]) -> dict[str, Any]:
    """Return the answers of a new process to each text, asked one after the other."""
    run = subprocess.run(
        [sys.executable, "-c", ANSWERS], input=json.dumps(texts), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return dict(zip(texts, json.loads(run.stdout), strict=True))


@pytest.mark.slow
def test_answers_are_the_same_in_any_order_and_in_fresh_processes() -> None:
    drawn = map(spellings, range(60))
    puzzles = [texts for texts in drawn if possible(texts)][:PUZZLES]
    together = [text for texts in puzzles for text in texts]
    forward, backward = answered(together), answered(together[::-1])
    fresh: dict[str, Any] = {}
    for number in range(SPELLINGS):
        fresh |= answered([texts[number] for texts in puzzles])
    assert forward.keys() == fresh.keys()
    for text in together:
        assert forward[text] == backward[text] == fresh[text], text
    for texts in puzzles:
        assert len({json.dumps(fresh[text]["meant"]) for text in texts}) == 1, texts
    assert {fresh[texts[0]]["meant"][0] for texts in puzzles} >= {"none", "multiple"}
