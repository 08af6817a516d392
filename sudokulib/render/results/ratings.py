"""Ratings as data and rows."""

from __future__ import annotations

from dataclasses import asdict, replace

from sudokulib.board import Board
from sudokulib.errors import UnknownNameError
from sudokulib.logic.words import Words
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.results.codec import Data, ResultCodec
from sudokulib.render.results.parts import puzzle_data, read_puzzle, read_steps
from sudokulib.render.results.reading import Fields
from sudokulib.solving.batch.rated import RatingDetails, RatingSummary
from sudokulib.solving.explaining.solving_path import explain_steps
from sudokulib.solving.explaining.step_writer import StepWriter
from sudokulib.solving.profiles import Profile
from sudokulib.solving.profiles import profile as profile_named
from sudokulib.solving.rating import Grade, Rating
from sudokulib.solving.rating.path import ProofSize, RatedStep


def rating_data(rating: Rating, *, details: bool = False) -> Data:
    """Return all of a rating but its puzzle.

    Args:
        rating: the rating.
        details: whether to compute what takes longer than the solve.
    """
    return {
        "status": rating.status,
        "profile": rating.profile.name,
        "solved": rating.solved,
        "er": asdict(rating.er),
        "ep": asdict(rating.ep),
        "ed": asdict(rating.ed),
        "level": rating.level,
        "score": rating.score,
        "techniques": dict(rating.techniques),
        "positions": _positions(rating, details),
        "bottlenecks": [number + 1 for number in rating.bottlenecks] if details else None,
        "needed": list(rating.needed) if details else None,
        "truths": rating.parts.truths,
        "links": rating.parts.links,
        "premises": rating.parts.premises,
        "seconds": rating.seconds,
        "stopped": rating.stopped,
        "strategies": _strategies(rating),
    }


def _positions(rating: Rating, details: bool) -> list[Data]:
    writer = StepWriter(Words(rating.puzzle))
    return [
        {
            "step": number,
            "technique": p.step.technique,
            "rating": p.rating,
            "score": p.score,
            "open": rating.alternatives[number - 1] if details else None,
            "proof": writer.step(p.step),
        }
        for number, p in enumerate(rating.positions, 1)
    ]


def _strategies(rating: Rating) -> Data | None:
    """Return the strategies of a profile that cannot be had by its name."""
    profile = rating.profile
    if _named(profile.name, rating.status) == profile:
        return None
    return {
        "summary": profile.summary,
        "names": list(profile.names),
        "ratings": dict(profile.ratings),
    }


def _named(name: str, status: str) -> Profile | None:
    try:
        return profile_named(name, unique=status == "unique")
    except UnknownNameError:
        return None


def read_rating(fields: Fields, puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle from its data.

    Raises:
        SudokuError: something is missing or wrong in it.
    """
    items = fields.parts("positions")
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    positions = []
    for one, step in zip(items, read_steps(items, puzzle), strict=True):
        positions.append(RatedStep(board, step, one.number("rating"), one.integer("score")))
        board = step.apply(board)
    status = fields.choice("status", ("unique", "multiple", "none", "unknown"))
    profile, stopped = _read_profile(fields, status), fields.text("stopped")
    seconds = fields.number("seconds")
    return Rating(puzzle, profile, status, tuple(positions), board, stopped, seconds)


def _read_profile(fields: Fields, status: str) -> Profile:
    name, own = fields.text("profile"), fields.optional("strategies")
    if own is None:
        return profile_named(name, unique=status == "unique")
    ratings = own.part("ratings")
    known = {key: ratings.number(key) for key in ratings.data}
    return Profile(name, own.text("summary"), own.texts("names"), known)


def numbers_data(rating: RatingSummary) -> Data:
    """Return the numbers of a rating."""
    details = rating.details
    return {
        **{name: asdict(getattr(rating, name)) for name in ("er", "ep", "ed")},
        **{name: getattr(rating, name) for name in ("solved", "level", "score", "techniques")},
        "status": rating.status,
        **asdict(rating.parts),
        "details": None
        if details is None
        else {
            "open": details.open,
            "bottlenecks": list(details.bottlenecks),
            "needed": list(details.needed),
        },
        "seconds": rating.seconds,
        "stopped": rating.stopped,
    }


def read_numbers(fields: Fields) -> RatingSummary:
    """Return the numbers of a rating from their data.

    Raises:
        SudokuError: something is missing or wrong in it.
    """
    er, ep, ed = (_read_grade(fields.part(name)) for name in ("er", "ep", "ed"))
    truths, links, premises = map(fields.integer, ("truths", "links", "premises"))
    found = RatingSummary(
        fields.text("status"), fields.flag("solved"), er, ep, ed, fields.text("level"),
        fields.integer("score"), fields.counts("techniques"), ProofSize(truths, links, premises),
    )  # fmt: skip
    more = fields.optional("details")
    if more is not None:
        names = more.texts("needed")
        details = RatingDetails(more.number("open"), more.integers("bottlenecks"), names)
        found = replace(found, details=details)
    return replace(found, seconds=fields.number("seconds"), stopped=fields.text("stopped"))


def _read_grade(fields: Fields) -> Grade:
    return Grade(fields.number("rating"), fields.text("technique"))


def _row(rating: Rating) -> Data:
    return {
        "status": rating.status,
        "level": rating.level,
        "ER": rating.er.rating,
        "EP": rating.ep.rating,
        "ED": rating.ed.rating,
        "hardest": rating.er.technique,
        "score": rating.score,
        "steps": len(rating.positions),
        "solved": rating.solved,
        "profile": rating.profile.name,
        "seconds": rating.seconds,
        "stopped": rating.stopped,
    }


def _rows(rating: Rating) -> list[Data]:
    steps = explain_steps(rating.puzzle, (p.step for p in rating.positions))
    return [
        {
            "step": one.number,
            "technique": one.technique,
            "rating": p.rating,
            "score": p.score,
            "text": one.text,
        }
        for one, p in zip(steps, rating.positions, strict=True)
    ]


CODECS = {
    "Rating": ResultCodec(
        lambda rating: {"puzzle": puzzle_data(rating.puzzle), **rating_data(rating)},
        lambda fields, puzzle: read_rating(fields, read_puzzle(fields, puzzle)),
        _row,
        _rows,
    )
}
