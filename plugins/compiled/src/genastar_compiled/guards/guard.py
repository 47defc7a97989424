"""Guards: straight-line Python that checks whether a question has the shape of an earlier one, and returns its leaves.

To find the shape of any question takes longer than many searches. A guard is Python text written for one shape, which checks
only what may differ.
"""

from __future__ import annotations

import inspect
import struct
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cached_property
from types import CellType, FunctionType

import numpy as np

from genastar import CannotCompile
from genastar_compiled.compiler.containers.images import Image, expect_image, find_image, has_image
from genastar_compiled.compiler.values import known_text
from genastar_compiled.data.leaves import HALF, fits_half, layout_mask
from genastar_compiled.data.records import has_fields, is_record, names_of
from genastar_compiled.guards.pins import ABSENT, Pin, Watch
from genastar_compiled.guards.snapshots import Snapshot
from genastar_compiled.guards.watched import Held
from genastar_compiled.reach.generated import generated
from genastar_compiled.reach.reach import HOOKS, Reach

Guard = Callable[..., "tuple[object, ...] | None"]
"""Takes a request and returns the leaves of its question, or ``None`` if the shape differs."""


def guard_for(parts: dict[str, object], reach: Reach, sources: Mapping[str, str], scope: Mapping[str, object]) -> Guard:
    """Return the guard for questions like this one, valid while the names in the code that it reaches mean the same.

    ``sources`` are expressions that give each part of a question, of a variable ``request`` and the names in ``scope``.

    Raises:
        CannotCompile: an object has an attribute of its own in the place of its class's.
    """
    writer = _Writer(scope, reach.names.union(HOOKS))
    for watch in reach.watches:
        writer.watch(watch)
    for pin in reach.pins.values():
        writer.keep(pin)
    for container in reach.containers.values():
        writer.keep_items(container)
    for record in reach.records.values():
        writer.keep_bare(record)
    for name, value in parts.items():
        writer.fixed = name == "solver"
        writer.take(name, value)
    made: Guard = generated(writer.text({name: sources[name] for name in parts}), writer.scope, "<guard>")
    return made


def _type_of(value: object) -> object:
    """Return the type of a leaf that is no number, no member of an enum and no array."""
    return value.kind if isinstance(value, Image) else type(value)


def _is_empty(cell: CellType) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return True
    return False


class _Writer:
    def __init__(self, scope: Mapping[str, object], names: frozenset[str]) -> None:
        self.names = names
        self.pins: list[str] = []
        self.fixed = False
        self.lines: list[str] = []
        self.ints: dict[str, str] = {}
        """The format of each int."""
        self.leaves: list[str] = []
        self.scope: dict[str, object] = {
            "type_of": _type_of,
            "struct_error": struct.error,
            "find_image": find_image,
            "is_empty": _is_empty,
            **scope,
        }

    def text(self, sources: Mapping[str, str]) -> str:
        """Return the guard's text. A removed name raises KeyError, an emptied cell ValueError, a field without a value
        AttributeError, an int of too many bits struct_error; all are cheap.
        """
        pins = [
            "    try:",
            f"        if {' or '.join(self.pins)}:",
            "            return None",
            "    except (KeyError, ValueError):",
            "        return None",
        ]
        self._check_ranges()
        checks = [
            "    try:",
            *(f"    {line}" for line in self.lines),
            "    except (AttributeError, struct_error):",
            "        return None",
        ]
        leaves = f"    return ({' '.join(f'{leaf},' for leaf in self.leaves)})"
        parts = [f"    {name} = {source}" for name, source in sources.items()]
        return "\n".join(["def guard(request):", *(pins if self.pins else ()), *parts, *checks, leaves])

    def watch(self, watch: Watch) -> None:
        """Refuse once a name means something else in a class."""
        number, known = self._constant(watch.number), self._constant(watch)
        self.pins.append(f"{number}[0] != {known}.known and {known}.has_changed()")

    def keep(self, pin: Pin) -> None:
        """Refuse once a name has another value."""
        home = self._constant(pin.home)
        if pin.value is ABSENT:
            self.pins.append(f"not is_empty({home})" if pin.name is None else f"{pin.name!r} in {home}")
            return
        match pin.home:
            case FunctionType():
                meaning = f"{home}.{pin.name}"
            case CellType():
                meaning = f"{home}.cell_contents"
            case _:
                meaning = f"{home}[{pin.name!r}]"
        self.pins.append(f"{meaning} is not {self._constant(pin.value)}")

    def keep_items(self, container: object) -> None:
        """Refuse once an array has been written, or a container, or one in it, has other items."""
        held = Snapshot(container) if isinstance(container, np.ndarray) else Held(container)
        for record in held.records() if isinstance(held, Held) else ():
            self._refuse_hidden(record)
        self.pins.append(f"{self._constant(held)}.has_changed()")

    def keep_bare(self, record: object) -> None:
        """Refuse once a constant hides an attribute of its class."""
        if own := self._refuse_hidden(record):
            self.pins.append(f"not {self._constant(own)}.isdisjoint({self._constant(record)}.__dict__)")

    def take(self, expression: str, value: object) -> None:
        """Refuse values of another shape, and note the leaves."""
        kind = type(value)
        if value is None:
            self._refuse_if(f"{expression} is not None")
            return
        name = self._local(expression)
        self._refuse_if(f"type({name}) is not {self._constant(kind)}")
        if has_image(value):
            self._take_image(name, value)
        elif isinstance(value, tuple):
            self._refuse_if(f"len({name}) != {len(value)}")
            for index, item in enumerate(value):
                self.take(f"{name}[{index}]", item)
        elif isinstance(value, str) and not isinstance(value, Enum):
            self._refuse_if(f"{name} != {self._constant(value)}")
        elif kind is FunctionType:
            self._refuse_if(f"{name} is not {self._constant(value)}")
        elif is_record(value):
            if has_fields(kind):
                self._refuse_others(name, value)
            else:
                self._refuse_if(f"tuple(sorted(vars({name}))) != {names_of(value)!r}")
            for field in names_of(value):
                part = getattr(value, field)
                if known_text(kind, field, part):
                    self._refuse_if(f"{name}.{field} != {self._constant(part)}")
                else:
                    self.take(f"{name}.{field}", part)
        else:
            self._check_leaf(name, value)
            self.leaves.append(name)

    def _refuse_others(self, name: str, value: object) -> None:
        """Refuse attributes of an object itself that hide those of its class."""
        if hasattr(value, "__dict__") and (own := self._refuse_hidden(value)):
            self._refuse_if(f"not {self._constant(own)}.isdisjoint({name}.__dict__)")

    def _refuse_hidden(self, value: object) -> frozenset[str]:
        """Refuse an object that has one of the returned names itself: hooks name them, and know them of its class."""
        kind = type(value)
        own = self.names.difference(names_of(value))
        own = frozenset(each for each in own if not isinstance(inspect.getattr_static(kind, each, None), cached_property))
        hidden = sorted(own.intersection(getattr(value, "__dict__", ())))
        if hidden:
            raise CannotCompile(
                f"{kind.__qualname__} cannot be compiled: {hidden[0]} is set on this object, and machine code knows what its "
                f"class declares; declare {hidden[0]} as a field"
            )
        return own

    def _take_image(self, name: str, value: object) -> None:
        image = f"image{len(self.lines)}"
        self.lines.append(f"    {image} = find_image({name})")
        self._refuse_if(f"{image} is None")
        fixed, self.fixed = self.fixed, False
        self.take(image, expect_image(value))
        self.fixed = fixed

    def _check_leaf(self, name: str, value: object) -> None:
        if type(value) is int:
            if self.fixed:
                self.ints[name] = "i" if fits_half(value) else "q"
                if not fits_half(value):
                    self._refuse_if(f"{-HALF} <= {name} < {HALF}")
            else:
                self.ints[name] = "q"
        elif isinstance(value, np.ndarray):
            dtype = self._constant(value.dtype)
            self._refuse_if(f"{name}.ndim != {value.ndim}")
            mask = layout_mask(value)
            self._refuse_if(f"{name}.flags.num & {mask} != {value.flags.num & mask}")
            self._refuse_if(f"{name}.dtype is not {dtype} and {name}.dtype != {dtype}")
        elif isinstance(value, np.generic):
            self._refuse_if(f"{name}.dtype != {self._constant(value.dtype)}")
        elif type(value) not in (bool, float) and not isinstance(value, Enum):
            self._refuse_if(f"type_of({name}) != {self._constant(_type_of(value))}")

    def _check_ranges(self) -> None:
        """Refuse ints of too many bits. To pack all of them takes half the time of comparisons."""
        if self.ints:
            pack = self._constant(struct.Struct(f"={''.join(self.ints.values())}").pack)
            self.lines.append(f"    {pack}({', '.join(self.ints)})")

    def _refuse_if(self, condition: str) -> None:
        self.lines += [f"    if {condition}:", "        return None"]

    def _local(self, expression: str) -> str:
        if expression.isidentifier():
            return expression
        name = f"value{len(self.lines)}"
        self.lines.append(f"    {name} = {expression}")
        return name

    def _constant(self, value: object) -> str:
        name = f"constant{len(self.scope)}"
        self.scope[name] = value
        return name
