"""Links of SudokuPad that contain their puzzle, as a drawing.

SudokuPad draws without knowing rules. Givens, regions, cages with a sum, the texts of the puzzle
and its solution are read; rows, columns and regions are assumed to have no repeats. Drawings are
read where a sentence of the rules says what they mean; every other drawing that may be a rule, and
every other sentence, causes a warning.

Every rule is written as a drawing, a sentence or both. What would not be read back from these is
read from a copy of the puzzle within the link, as long as nobody edits it.
"""

from __future__ import annotations

from sudokulib.basics.late_binding import late_function
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.sudokupad.reader import Reading, is_link, read, reading_of

__all__ = ["SUDOKUPAD", "Reading", "reading_of"]

_WRITER = "sudokulib.formats.sudokupad.writer"

SUDOKUPAD = register_format(
    Format(
        "sudokupad",
        is_link,
        read,
        late_function(_WRITER, "link_of"),
        summary="links of SudokuPad that contain their puzzle (scl)",
        keeps="everything on squares in a rectangle to 35×35, grids that overlap and layers "
        "included: drawn, said in words, and where that is not enough to be read back, in a copy "
        "that counts as long as nobody edits the drawing",
        unshown=late_function(_WRITER, "unshown"),
    )
)
"""A drawing; everything in it that may be a rule and is not read causes a warning."""
