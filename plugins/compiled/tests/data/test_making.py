"""What Python runs when a class makes a value: machine code runs it too, or refuses the class in one line."""

from __future__ import annotations

import dataclasses
import functools
import gc
from dataclasses import dataclass
from typing import Any, NamedTuple

import attrs
import pytest
from attrs import define, evolve, field, frozen
from both_speeds import record_events, search_both

from genastar import AStar, CannotCompile, Cost, Trace
from genastar_compiled.data.making import fault_of_making

MADE: list[int] = []


def doubled(value: int) -> int:
    return value * 2


@frozen
class Base:
    unit: int = field(kw_only=True, converter=abs)
    _grade: int = field(default=-3, kw_only=True, converter=abs)


@frozen
class Converted(Base):
    x: int = field(converter=doubled)
    y: int = field(default="7", converter=int)
    z: int = field(factory=lambda: 3, converter=doubled)

    def __attrs_post_init__(self) -> None:
        if self.x > 100:
            raise ValueError("too far")


@frozen
class Filled:
    """Fields that are computed unless they are given; ``None`` is a value."""

    a: int
    b: Any = field(factory=lambda: 4)
    c: int = field(init=False, factory=lambda: 6)
    d: int = field(default=attrs.Factory(lambda self: self.a * self.c, takes_self=True))
    e: int = field(init=False, default=9)


@dataclass(frozen=True)
class Checked:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("below")


@dataclass(frozen=True)
class Place(Checked):
    y: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.x > 9:
            raise ValueError(f"beyond {self.x}")


class Pair(NamedTuple):
    x: int
    y: int


class Doubling(Pair):
    __slots__ = ()

    def __new__(cls, x: int, y: int) -> Doubling:
        return Pair.__new__(cls, x * 2, y)


@frozen
class Walk(AStar[Place, Cost[int]]):
    """Makes positions that are checked, and records that convert."""

    goal: int
    given: Any

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        here = node.position
        made = Converted(here.x, unit=-2, grade=-1)
        other = evolve(made, x=1, grade=-5)
        price = made.x + 10 * made.y + 100 * made.z + made.unit + made._grade + other.x + other.z + other._grade
        filled = Filled(here.x)
        price += filled.b + filled.c + filled.d + filled.e + Filled(1, 3, d=8).d + (1 if Filled(1, None).b is None else 2)
        open_list.relax(dataclasses.replace(here, x=here.x + 1), node.cost.travelled + price)
        open_list.relax(Place(here.x, 1 - here.y), node.cost.travelled + self.given.x)

    def is_destination(self, position: Any) -> bool:
        return bool(position.x == self.goal)


@frozen
class Kept:
    """A record that no hook makes."""

    x: int = field(converter=doubled, validator=attrs.validators.ge(0))


def test_code_of_a_class_runs_as_in_python() -> None:
    search_both(Walk(7, Kept(2)), Place(0))
    wrong = Walk(99, Kept(2))
    told = []
    for engine in ("interpreted", "compiled"):
        trace: Trace[Any, Any] = Trace()
        with pytest.raises(ValueError, match="beyond 10") as error:
            wrong.search(Place(0), engine=engine, observer=trace)
        told.append(trace.events)
        error.value.args = (*error.value.args, error)  # kept in a circle, with the frames
    assert told[0] == told[1]
    gc.collect()


@frozen
class Read(AStar[Any, Cost[int]]):
    """Does not make positions, whose class counts those that are made."""

    places: tuple[Any, ...]

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(self.places[node.position.x], node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return bool(position.x == 3)


@frozen
class Counted:
    x: int = field(converter=lambda value: value - 1)

    def __attrs_post_init__(self) -> None:
        MADE.append(self.x)


class Plain:
    """Takes its attributes in an order of its own."""

    def __init__(self, y: int, x: int) -> None:
        self.y, self.x = y, x

    def __eq__(self, other: object) -> bool:
        return self.x == other.x and self.y == other.y  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((self.x, self.y))

    def __repr__(self) -> str:
        return f"Plain({self.y}, {self.x})"


@dataclass(frozen=True)
class Labelled:
    x: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", f"n{self.x}")


def test_positions_are_not_made_a_second_time() -> None:
    with pytest.raises(CannotCompile, match="a position of the class Plain, which compares by a method of its own"):
        Read(tuple(Plain(9, x) for x in range(1, 9))).search(Plain(7, 0), engine="compiled")
    with pytest.raises(CannotCompile, match="Labelled has an attribute label that is not a field"):
        Read(tuple(map(Labelled, range(1, 9)))).search(Labelled(0), engine="compiled")
    places = tuple(map(Counted, range(1, 9)))
    MADE.clear()
    slow, fast = (record_events(Read(places[1:]), places[0], engine) for engine in ("interpreted", "compiled"))
    assert slow == fast
    assert not MADE


@dataclass
class Sets:
    x: int

    def __post_init__(self) -> None:
        self.x *= 2


@define
class Before:
    x: int

    def __attrs_pre_init__(self) -> None:
        MADE.append(1)


@frozen
class Validated:
    x: int = field(validator=attrs.validators.ge(0))


@frozen
class Piped:
    x: int = field(converter=[abs, doubled])


@dataclass
class OwnInit:
    x: int

    def __init__(self, x: int) -> None:
        self.x = x * 2


@dataclass(init=False, frozen=True)
class NoInit(Checked):
    y: int = 2


class Calling(type):
    def __call__(cls, x: int) -> Any:
        return type.__call__(cls, x * 2)


@frozen
class ByMeta(metaclass=Calling):
    x: int


@dataclass
class Setting:
    x: int

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, 2)


@dataclass
class Getting:
    x: int

    def __getattribute__(self, name: str) -> Any:
        return 3


@define
class Late:
    x: int
    y: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "y", 3)


@define
class NoValue:
    x: int
    y: int = field(init=False)


@dataclass
class Hidden:
    x: int

    @property
    def x(self) -> int:  # type: ignore[no-redef]
        return 9

    @x.setter
    def x(self, value: int) -> None:
        """Forget the value."""


class Shadowed(Pair):
    __slots__ = ()

    @property
    def x(self) -> int:
        return 9


@frozen
class Built:
    x: Any = field(factory=functools.partial(int, "3"))


@dataclass
class Initial:
    x: dataclasses.InitVar[int]
    y: int = 1


@pytest.mark.parametrize(
    ("cls", "has"),
    [
        (Sets, "a __post_init__ that sets attributes"),
        (Before, "an __attrs_pre_init__"),
        (Validated, "a validator of x"),
        (Piped, "a converter of x that is not a function"),
        (OwnInit, "an __init__ of its own"),
        (NoInit, "no __init__ that sets all its fields"),
        (Doubling, "a __new__ of its own"),
        (ByMeta, "a metaclass with a __call__ of its own"),
        (Setting, "a __setattr__ of its own"),
        (Getting, "a __getattribute__ of its own"),
        (Late, "a __attrs_post_init__ that sets attributes"),
        (NoValue, "a field y that __init__ does not set"),
        (Initial, "an InitVar x"),
        (Hidden, "a property x"),
        (Built, "a factory of x that is not a function or a built-in class"),
    ],
)
def test_other_code_is_refused(cls: type, has: str) -> None:
    assert str(fault_of_making(cls)).startswith(f"{cls.__qualname__} has {has}")


@frozen
class Makes(AStar[int, Cost[int]]):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + Validated(node.position).x)

    def is_destination(self, position: int) -> bool:
        return position == 3


@dataclass(frozen=True)
class Nested:
    x: int

    def __post_init__(self) -> None:
        if self.x > 0 and Nested(self.x - 1).x > 1:
            raise ValueError("too deep")


@frozen
class Nests(Makes):
    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + Nested(2).x)


@frozen
class Changes(AStar[int, Cost[int]]):
    given: Any

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + evolve(self.given, x=1).x)

    def is_destination(self, position: int) -> bool:
        return position == 3


@pytest.mark.usefixtures("refuses_at_once")
@pytest.mark.parametrize(
    ("solver", "has"),
    [
        (Makes(), "Validated has a validator of x"),
        (Changes(Validated(1)), "Validated has a validator of x"),
        (Changes(Shadowed(1, 2)), "Changes.given: a Shadowed"),
        (Changes(Getting(1)), "Changes.given: a Getting"),
    ],
)
def test_a_search_that_makes_such_a_value_is_refused(solver: Any, has: str) -> None:
    with pytest.raises(CannotCompile, match=has):
        solver.search(0, engine="compiled")


def test_a_value_that_makes_another_of_its_class_is_made() -> None:
    search_both(Nests(), 0)
