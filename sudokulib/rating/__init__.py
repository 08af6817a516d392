"""Ratings: how hard a puzzle is for people, by the steps that solve it."""

from sudokulib.rating.levels import LEVELS, level_of
from sudokulib.rating.path import RatedStep
from sudokulib.rating.rater import rate
from sudokulib.rating.rating import Grade, Rating

__all__ = ["LEVELS", "Grade", "RatedStep", "Rating", "level_of", "rate"]
