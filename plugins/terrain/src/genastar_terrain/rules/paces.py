"""Paces: what a metre over sloping ground costs.

A pace prices a piece of a path by its rise and its run, both in metres: the rise is negative downhill, the run is horizontal
and positive. Its ``least`` is a proven lower bound on the cost of a metre of run, from which estimates are made.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, isfinite, sqrt, tan
from typing import Final, Protocol

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_value
from genastar_terrain.info import Options


class Pace(Protocol):
    """The cost of sloping ground."""

    @property
    def least(self) -> float:
        """Return a lower bound on the cost of a metre of run."""

    def price(self, rise: float, run: float) -> float:
        """Return the cost of a piece of a path; infinite where it cannot be walked."""


@frozen
class Tobler:
    """Seconds on foot by Tobler's hiking function: 6 exp(-3.5 |slope + 0.05|) km/h (Tobler 1993, NCGIA report 93-1)."""

    least: float = 0.6

    def price(self, rise: float, run: float) -> float:
        """Return the seconds."""
        return 0.6 * run * exp(min(3.5 * abs(rise / run + 0.05), 700.0))


_FIVE_DEGREES: Final = tan(np.radians(5.0))
_TWELVE_DEGREES: Final = tan(np.radians(12.0))


@frozen
class Naismith:
    """Seconds on foot by Naismith's rule with Langmuir's corrections (Langmuir 1984, Mountaincraft and Leadership).

    5 km/h on the flat, 10 minutes more for 100 m of ascent, 10 less for 300 m of descent between 5 and 12 degrees, and 10 more
    for 300 m of steeper descent.
    """

    gentle: float = _FIVE_DEGREES
    """The slope from which a descent is quicker."""
    steep: float = _TWELVE_DEGREES
    """The slope from which a descent is slower."""
    up: float = 6.0
    """Seconds for a metre of ascent."""
    down: float = 2.0
    """Seconds for a metre of descent, saved or lost."""

    @property
    def least(self) -> float:
        """Return the seconds for a metre on the quickest slope, the steepest gentle descent."""
        return 0.72 - self.down * self.steep

    def price(self, rise: float, run: float) -> float:
        """Return the seconds."""
        if rise >= 0.0:
            return 0.72 * run + self.up * rise
        if -rise < self.gentle * run:
            return 0.72 * run
        if -rise <= self.steep * run:
            return 0.72 * run + self.down * rise
        return 0.72 * run - self.down * rise


R_WALK: Final = Naismith(gentle=0.0, steep=0.2125, up=6.0, down=1.9998)
"""The formula and the default coefficients of GRASS's r.walk."""

_GENTLEST: Final = 0.45
"""The steepest slope that Minetti measured."""


@frozen
class Minetti:
    """Joules for a kilogram that walks (Minetti et al. 2002, J Appl Physiol 93, equation for walking).

    The polynomial holds to slopes of 0.45. A steeper piece is walked in bends at that slope.
    """

    least: float = 0.935
    """Below the minimum of the polynomial, 0.9355 at a slope of -0.153."""

    def price(self, rise: float, run: float) -> float:
        """Return the joules for a kilogram."""
        slope = min(max(rise / run, -_GENTLEST), _GENTLEST)
        length = sqrt(rise * rise + max(run, abs(rise) / _GENTLEST) ** 2)
        return length * (((((280.5 * slope - 58.7) * slope - 76.8) * slope + 51.9) * slope + 19.6) * slope + 2.5)


@frozen
class Length:
    """Metres along the ground."""

    least: float = 1.0

    def price(self, rise: float, run: float) -> float:
        """Return the metres."""
        return sqrt(rise * rise + run * run)


@frozen(eq=False)
class Tabulated:
    """A user's function of slope, tabulated and linear between the rows of the table; its ends hold beyond it."""

    costs: NDArray[np.float64] = field(repr=False)
    """The cost of a metre of run at slopes from -`REACH` to `REACH`."""
    least: float

    def price(self, rise: float, run: float) -> float:
        """Return the cost."""
        place = (min(max(rise / run, -REACH), REACH) + REACH) * _ROWS
        row = min(int(place), len(self.costs) - 2)
        low, high = float(self.costs[row]), float(self.costs[row + 1])
        return run * (low + (high - low) * (place - row))


REACH: Final = 4.0
_ROWS: Final = 1024
"""Rows of the table for a slope of 1."""


@frozen
class Limited:
    """A pace up to a grade. Steeper pieces cannot be walked."""

    pace: Pace
    most: float
    """The steepest slope."""

    @property
    def least(self) -> float:
        """Return the bound of the pace."""
        return self.pace.least

    def price(self, rise: float, run: float) -> float:
        """Return the cost; infinite if the piece is too steep."""
        return inf if abs(rise) > self.most * run else self.pace.price(rise, run)


_PACES: Final[dict[str, tuple[Pace, float | None, str]]] = {
    "none": (Length(), None, ""),
    "tobler": (Tobler(), None, "s"),
    "naismith": (Naismith(), None, "s"),
    "walk": (R_WALK, None, "s"),
    "minetti": (Minetti(), None, "J/kg"),
    "length": (Length(), None, "m"),
    "wheelchair": (Length(), 1 / 12, "m"),
    "road": (Length(), 0.12, "m"),
}
"""Each pace by the name of the option ``slope``, its steepest slope, and the unit of its costs."""


def get_unit(options: Options) -> str:
    """Return the unit of costs; empty if other costs join those of slopes."""
    is_alone = options.friction is options.formula is options.lines is None
    return _PACES[options.slope][2] if is_alone else ""


def make_pace(options: Options, own: Callable[[float], float] | None = None) -> Pace:
    """Return the pace of the options, or of a user's own function of slope.

    Raises:
        BadInput: the function returns something that is no positive number.
    """
    pace, most = (tabulate(own), None) if own is not None else _PACES[options.slope][:2]
    limit = most if options.max_grade is None else options.max_grade / 100
    return pace if limit is None else Limited(pace, limit)


def tabulate(own: Callable[[float], float]) -> Tabulated:
    """Return the table of a function that gives the cost of a metre of run for a slope (rise over run)."""
    slopes = np.arange(-REACH * _ROWS, REACH * _ROWS + 1) / _ROWS
    costs = []
    for slope in slopes.tolist():
        cost = own(slope)
        if isinstance(cost, bool) or not isinstance(cost, (int, float, np.number)) or not (isfinite(cost) and cost > 0):
            raise BadInput(
                f"the function of slope gives {format_value(cost)} at slope {slope:g}; expected a positive cost of a metre"
            )
        costs.append(float(cost))
    return Tabulated(np.array(costs), min(costs))
