"""The JSON Schemas of recipes and generated lines, beside those of geometry and puzzle files.

Run ``python -m sudokulib.generating.schema`` to write the files that the package ships.
"""

from __future__ import annotations

from pathlib import Path

from sudokulib.generating.line_schema import line_schemas
from sudokulib.generating.recipes import recipe_file
from sudokulib.puzzles.geometries.schema import (
    SCHEMA_FOLDER,
    Schema,
    schema_of,
    schemas,
    write_schemas,
)


def all_schemas() -> dict[str, Schema]:
    """Return the schemas of all sorts of files, with all registered kinds, generators and layers.

    >>> sorted(all_schemas())
    ['generated', 'geometry', 'puzzle', 'recipe', 'trace']
    """
    recipe = schema_of(recipe_file(), "Recipe for sudokus")
    return {**schemas(), "recipe": recipe, **line_schemas()}


def write_all_schemas(folder: str | Path = SCHEMA_FOLDER) -> list[Path]:
    """Write each into a folder, such as ``recipe.schema.json``, and return their paths."""
    return write_schemas(folder, all_schemas())


if __name__ == "__main__":
    for written in write_all_schemas():
        print(written)
