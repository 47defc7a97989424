"""Costs of several numbers on lattices: the option ``metric``, and the measures of steps that it names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.authoring import Example, Objective, StepMeasure
from genastar.errors import format_value
from genastar_lattice.costs.limits import MOST_COST
from genastar_lattice.positions import format_position
from genastar_picture.sources.arrays import check_unmasked

S = TypeVar("S")
P = TypeVar("P", contravariant=True)


class HasMetric(Protocol):
    """Options with the names of metrics."""

    @property
    def metric(self) -> str:
        """Return the names, with commas between them; the first is the cost."""

    @property
    def exposure(self) -> Any:
        """Return the file or the array of the metric ``exposure``."""


class MeasuredSteps(Generic[S]):
    """A domain, to be derived from before another class, whose option ``metric`` adds numbers to its costs."""

    name: str
    options: Any

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """Return the metrics, if there are several."""
        names = self._names
        return tuple(Objective(name, self.unit_of_metric(name)) for name in names) if len(names) > 1 else ()

    @cached_property
    def measures(self) -> tuple[StepMeasure[S], ...]:
        """Return the measures of the metrics after the first. An exposure is read here."""
        return tuple(map(self.make_measure, self._names[1:]))

    @classmethod
    def front_examples(cls) -> Iterable[Example[Any]]:
        """Yield the examples of the domain with costs of several numbers."""
        kind: Any = cls
        for example in kind.examples():
            for metric in ("cost,length", "cost,length,climb"):
                with suppress(ValueError, BadInput):  # of a domain or a world without heights
                    options = evolve(example.domain.options, metric=metric)
                    yield evolve(example, domain=example.domain.with_options(options) or kind.read(example.source, options))

    def with_measures(self) -> Self:
        """Return the same world, after a check that its measures can be made."""
        _ = self.measures
        return self

    @property
    def _names(self) -> list[str]:
        options: HasMetric = self.options
        if ("exposure" in options.metric) != (options.exposure is not None):
            raise BadInput(f"{self.name}: exposure and metric=cost,exposure belong together; give both, or neither")
        return options.metric.split(",")

    @abstractmethod
    def make_measure(self, name: str) -> StepMeasure[S]:
        """Return the measure of a metric: ``length``, ``climb`` or ``exposure``."""

    def unit_of_metric(self, name: str) -> str:
        """Return the unit of a metric; by default none has one."""
        return ""

    def read_exposure(self, read: Callable[[Any], NDArray[Any]], is_open: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the values of an exposure, 0 where a world is closed.

        Args:
            read: reads a file.
            is_open: where the world can be entered.

        Raises:
            BadInput: the exposure cannot be read, its shape is another, or a value is negative, too great or no number.
        """
        source, rule = self.options.exposure, f"an exposure has a number of 0 to {MOST_COST:,} for each place"
        name = source if isinstance(source, str) else "exposure"
        try:
            check_unmasked(name, source)
            values = np.asarray(source, np.float64) if isinstance(source, (np.ndarray, list)) else read(source)
        except BadInput as error:  # which speaks of costs
            raise BadInput(f"{str(error).partition('; ')[0]}; {rule}") from error
        except (TypeError, ValueError):
            raise BadInput(f"exposure={format_value(source)} is no array of numbers; {rule}") from None
        if values.shape != is_open.shape:
            raise BadInput(f"{name}: its shape is {values.shape}; expected that of {self.name}, {is_open.shape}")
        found = np.where(is_open, values, 0.0)
        if (wrong := ~((found >= 0) & (found <= MOST_COST))).any():
            place = tuple(np.argwhere(wrong)[0].tolist())
            raise BadInput(f"{name}: the value at [{format_position(place)}] is {found[place]}; {rule}")
        return found


@frozen(eq=False)
class ExposureMeasure(StepMeasure[P]):
    """The length of a step, times the exposure where it ends."""

    values: NDArray[np.float64] = field(repr=False)
    length: StepMeasure[P]

    def measure(self, before: P, after: P) -> float:
        return self.length.measure(before, after) * self.get_value(after)

    @abstractmethod
    def get_value(self, state: P) -> float:
        """Return the value at a state."""
