"""The contents of the lines of sets and traces, and their JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from sudokulib.generating.records import GeneratedData
from sudokulib.generating.traces import TraceData
from sudokulib.puzzles.geometries.schema import Schema

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


class PuzzleLineSchema(TypedDict):
    """A generated puzzle: the content of a puzzle file, its solution, and how it was made."""

    id: Annotated[int, Field(description="the seed")]
    format: Annotated[Literal[1], Field(description="the version of the format of puzzles")]
    geometry: Annotated[
        str | dict[str, Any], Field(description="the name of the geometry, or all of it")
    ]
    title: NotRequired[str]
    author: NotRequired[str]
    source: NotRequired[str]
    description: NotRequired[str]
    givens: Annotated[str, Field(description="in the order of the cells, as one line")]
    allowed: NotRequired[dict[str, list[str]]]
    hidden: NotRequired[dict[str, list[str]]]
    shapes: NotRequired[list[dict[str, Any]]]
    solution: Annotated[str, Field(description="in the order of the cells, as one line")]
    generated: Annotated[GeneratedData, Field(description="how it was made")]


class TraceLineSchema(PuzzleLineSchema, TraceData):
    """A generated puzzle, and its solve step by step with the boards in between."""


def line_schemas() -> dict[str, Schema]:
    """Return the schemas of ``generated`` puzzles and ``trace`` lines.

    >>> sorted(line_schemas())
    ['generated', 'trace']
    """
    record, trace = TypeAdapter(PuzzleLineSchema), TypeAdapter(TraceLineSchema)
    return {
        "generated": _schema(record.json_schema(), "Generated puzzle"),
        "trace": _schema(trace.json_schema(), "Generated puzzle with its solve"),
    }


def _schema(made: Schema, title: str) -> Schema:
    return {"$schema": _DRAFT, **made, "title": title}
