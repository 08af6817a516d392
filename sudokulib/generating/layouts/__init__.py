"""Layouts: geometries drawn at random or listed, such as jigsaws and tredokus."""

from sudokulib.generating.layouts.jigsaw import layout
from sudokulib.generating.layouts.tredokus import tiling_texts, tredoku, tredoku_tilings

__all__ = ["layout", "tiling_texts", "tredoku", "tredoku_tilings"]
