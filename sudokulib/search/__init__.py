"""Search: complete back-ends over a model, with limits and cancellation."""

from sudokulib.search.backend import Assignment, Backend, backend, backends, register_backend
from sudokulib.search.budget import Budget, OutOfBudget, Token
from sudokulib.search.reference import Reference

__all__ = [
    "Assignment",
    "Backend",
    "Budget",
    "OutOfBudget",
    "Token",
    "backend",
    "backends",
    "register_backend",
]

register_backend("reference", Reference)
