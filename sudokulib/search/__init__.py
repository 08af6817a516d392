"""Search: complete back-ends over a model, with limits and cancellation."""

from sudokulib.search import cp_sat
from sudokulib.search.assignments import Assignment, Assignments
from sudokulib.search.auto import Auto
from sudokulib.search.backend import (
    Backend,
    backend,
    backends,
    missing,
    register_backend,
    register_choice,
)
from sudokulib.search.budget import Budget, OutOfBudget, Token
from sudokulib.search.colouring import Colouring
from sudokulib.search.estimates import Estimate
from sudokulib.search.listing import ListingBackend
from sudokulib.search.native import Native, install_hint
from sudokulib.search.portfolio import Portfolio
from sudokulib.search.reference import Reference
from sudokulib.search.thinning import Thinned, ThinningPlan

__all__ = [
    "Assignment",
    "Assignments",
    "Backend",
    "Budget",
    "Estimate",
    "ListingBackend",
    "OutOfBudget",
    "Thinned",
    "ThinningPlan",
    "Token",
    "backend",
    "backends",
    "missing",
    "register_backend",
    "register_choice",
]

register_backend("colouring", Colouring)
register_backend("cp-sat", cp_sat.CpSat, cp_sat.install_hint)
register_backend("native", Native, install_hint)
register_backend("reference", Reference)
register_choice("auto", Auto)
register_choice("auto+cp-sat", Portfolio, cp_sat.install_hint)
