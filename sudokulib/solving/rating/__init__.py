"""Ratings: how hard a puzzle is for people, by the steps that solve it."""

from sudokulib.solving.rating.levels import LEVELS, level_of
from sudokulib.solving.rating.path import RatedStep
from sudokulib.solving.rating.rater import rate
from sudokulib.solving.rating.rating import Grade, Rating

__all__ = ["LEVELS", "Grade", "RatedStep", "Rating", "level_of", "rate"]
