"""A number of solutions that is estimated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal

from sudokulib.basics.results import ResultBase

_DIGITS = Context(prec=30, Emax=10**9, Emin=-(10**9))
"""Decimals, as numbers of solutions may exceed the range of floats."""

_LONG = 10**15
"""Means from here on are shown in scientific notation."""


@dataclass(frozen=True, slots=True)
class Estimate(ResultBase):
    """An estimated number.

    Args:
        mean: the estimate; right on average.
        error: its standard error, itself estimated; too small if few probes dominate the mean.
        samples: the number of probes that it comes from.
        seed: the seed of the probes; None if it is not known.

    >>> import sudokulib
    >>> found = sudokulib.estimate("4x4", seed=1, search="reference")
    >>> print(found, "from", found.samples)
    288.19 ± 3.04 from 1000
    """

    mean: Decimal
    error: Decimal
    samples: int
    seed: int | None = None

    @classmethod
    def of(cls, weights: Sequence[int]) -> Estimate:
        """Return the mean of some samples, and its standard error.

        >>> print(Estimate.of([10, 14, 12]))
        12.00 ± 1.15
        """
        size = len(weights)
        total, squares = sum(weights), sum(weight * weight for weight in weights)
        mean = _DIGITS.divide(Decimal(total), Decimal(size))
        if size < 2:
            return cls(mean, Decimal("inf"), size)
        spread = _DIGITS.divide(
            Decimal(size * squares - total * total), Decimal(size * size * (size - 1))
        )
        return cls(mean, _DIGITS.sqrt(spread), size)

    def __repr__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"<Estimate {self} from {self.samples:,} samples{seed}>"

    def __str__(self) -> str:
        """Return mean and error, as exactly as the error warrants."""
        if self.mean >= _LONG:
            return f"{self.mean:.4g} ± {self.error:.2g}"
        places = 0 if self.error >= 10 else 2
        return f"{self.mean:,.{places}f} ± {self.error:,.{places}f}"
