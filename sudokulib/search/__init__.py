"""Search: complete back-ends over a model, with limits and cancellation."""

from typing import TYPE_CHECKING

from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.basics.late_binding import late_function, lazy_names
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

if TYPE_CHECKING:
    from sudokulib.search.estimates import Estimate
    from sudokulib.search.listing import ListingBackend
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

__getattr__, __dir__ = lazy_names(
    __name__,
    __all__,
    {"estimates": "Estimate", "listing": "ListingBackend", "thinning": "Thinned ThinningPlan"},
)


_COLOURING = late_function("sudokulib.search.colouring", "Colouring")
_CP_SAT = late_function("sudokulib.search.cp_sat", "CpSat")
_CP_SAT_MISSING = late_function("sudokulib.search.cp_sat", "install_hint")
_NATIVE = late_function("sudokulib.search.native", "Native")
_NATIVE_MISSING = late_function("sudokulib.search.native", "install_hint")
_PORTFOLIO = late_function("sudokulib.search.portfolio", "Portfolio")
_REFERENCE = late_function("sudokulib.search.reference", "Reference")

register_backend("colouring", _COLOURING)
register_backend("cp-sat", _CP_SAT, _CP_SAT_MISSING)
register_backend("native", _NATIVE, _NATIVE_MISSING)
register_backend("reference", _REFERENCE)
register_choice("auto", Auto)
register_choice("auto+cp-sat", _PORTFOLIO, _CP_SAT_MISSING)
