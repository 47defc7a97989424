"""attrs classes as values in machine code.

An attrs class that a solver names becomes a Numba type:

- a *frozen* class is an `Instance`: a struct, passed by value, that lives in registers;
- what the engine changes as it goes (its own open lists and queues) is a `Reference`: a pointer to such a struct on the
  stack of the loop, whose fields LLVM keeps in registers too, once everything is inlined; or in memory (`in_place`).

What can be done with them stands in `members` and `operators`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, ClassVar, Final, get_type_hints

from attrs import frozen
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.typeof import typeof_impl
from numba.extending import (
    lower_cast,
    register_model,
)

from genastar_compiled.data.values.mixed import MIXED, Mixed
from genastar_compiled.data.values.records import field_names
from genastar_compiled.reach.names import module_of


class Shaped(types.Type):
    """A Numba type made of others. Its hash is computed once, and its name in symbols is short: both are used very often."""

    def __init__(self, name: str, *parts: object) -> None:
        super().__init__(name=name)
        self._key = type(self), *parts
        self._hash = hash(self._key)
        self.text: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        return self._key

    @property
    def mangling_args(self) -> tuple[str, tuple[object, ...]]:
        return f"{type(self).__name__}{self._code}", ()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        """Let another process make the type from its parts: names and hashes differ there."""
        return type(self), self._key[1:]


class Instance(Shaped):
    """The Numba type of an attrs class whose fields have these types, by value."""

    def __init__(self, cls: type, fields: Mapping[str, types.Type]) -> None:
        self.cls = cls
        self.fields = dict(fields)
        shape = ", ".join(f"{name}: {kind}" for name, kind in self.fields.items())
        name = f"{type(self).__name__}({module_of(cls)}.{cls.__qualname__} at {id(cls)}, {shape})"
        super().__init__(name, cls, tuple(self.fields.items()))

    def __new__(cls, kind: type, fields: Mapping[str, types.Type]) -> Instance:
        """Make an `Iterated` for a class whose values can be iterated over."""
        iterated = cls is Instance and isinstance(inspect.getattr_static(kind, "__iter__", None), FunctionType)
        return object.__new__(Iterated if iterated else cls)

    def can_convert_to(self, typingctx: object, other: object) -> object:
        """Field by field: a `Cost` of int into a `Cost` of float, say."""
        if isinstance(other, Instance) and other.cls is self._common(other) and list(other.fields) == list(self.fields):
            pairs = zip(self.fields.values(), other.fields.values(), strict=True)
            costs = [typingctx.can_convert(mine, theirs) for mine, theirs in pairs]  # type: ignore[attr-defined]
            return None if None in costs else max(costs, default=None)
        return None

    def unify(self, typingctx: object, other: object) -> Instance | None:
        """Return the common type of two branches."""
        cls = self._common(other) if isinstance(other, Instance) else None
        if cls is not None and list(other.fields) == list(self.fields):  # type: ignore[attr-defined]
            pairs = zip(self.fields.values(), other.fields.values(), strict=True)  # type: ignore[attr-defined]
            unified = [typingctx.unify_pairs(mine, theirs) for mine, theirs in pairs]  # type: ignore[attr-defined]
            return None if None in unified else Instance(cls, dict(zip(self.fields, unified, strict=True)))
        return None

    def _common(self, other: Instance) -> type | None:
        """Return the class of a value that is of this type or of the other; ``None`` if there is none."""
        if other.cls is self.cls:
            return self.cls
        return next((cls for cls in self.cls.__mro__ if "either" in vars(cls) and issubclass(other.cls, cls)), None)


class Iterated(Instance, types.IterableType):
    """The Numba type of a value that can be iterated over."""

    iterator_of: ClassVar[Callable[[Instance], types.Type]]
    """Returns the type of what ``__iter__`` of a value gives. `members` sets it, which knows the types of calls."""

    @property
    def iterator_type(self) -> types.Type:
        """The type of what its ``__iter__`` gives."""
        return Iterated.iterator_of(self)


class Reference(Shaped):
    """The Numba type of a pointer to the struct of an `Instance`; its fields can be set."""

    def __init__(self, cls: type, fields: Mapping[str, types.Type]) -> None:
        self.struct = Instance(cls, fields)
        super().__init__(f"Reference({self.struct.name})", self.struct)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.cls, self.fields)

    @property
    def cls(self) -> type:
        return self.struct.cls

    @property
    def fields(self) -> dict[str, types.Type]:
        return self.struct.fields


def parts_of(kind: types.Type) -> tuple[types.Type, ...]:
    """Return the types of what is in a tuple, in a value with fields, or in what may be None; empty for any other type."""
    if isinstance(kind, (types.BaseTuple, Instance)):
        return tuple(kind.types if isinstance(kind, types.BaseTuple) else kind.fields.values())
    return (kind.type,) if isinstance(kind, types.Optional) else ()


def class_of(kind: types.Type) -> type:
    """Return the class of a value with fields, of a named tuple, or of a member of an enum."""
    found: type = kind.cls if isinstance(kind, (Instance, Reference)) else kind.instance_class
    return found


class Text(types.IterableType):
    """The Numba type of one particular string: it is part of the type, so that comparing it costs nothing at run time."""

    def __init__(self, value: str) -> None:
        self.value = str.__str__(value)
        self.shown = str(value)
        """What ``str()`` and f-strings give: of a member of an enum derived from ``str`` it may be another text."""
        super().__init__(name=f"Text({self.value!r})" if self.shown == self.value else f"Text({self.value!r}, {self.shown!r})")

    def can_convert_to(self, typingctx: object, other: object) -> Conversion | None:
        """Return that it converts to a string of Numba's without loss; ``None`` for other types."""
        return Conversion.safe if other == types.unicode_type else None

    @property
    def iterator_type(self) -> types.Type:
        """The type of what a loop asks for letters."""
        return types.UnicodeIteratorType(types.unicode_type)

    def unify(self, typingctx: object, other: object) -> types.Type | None:
        """Return a string of Numba's for two texts that meet in a variable."""
        return types.unicode_type if isinstance(other, TEXTS) else None


TEXTS: Final = (Text, types.UnicodeType, types.StringLiteral)
"""The types of texts."""


def as_string(kind: types.Type) -> types.Type:
    """Return the type of strings for that of one particular string, also inside a tuple; any other type as it is."""
    if isinstance(kind, types.Optional):
        return types.Optional(as_string(kind.type))
    if type(kind) in (types.Tuple, types.UniTuple):
        return types.BaseTuple.from_types([as_string(each) for each in kind.types])
    return types.unicode_type if isinstance(kind, Text) else kind


@register_model(Iterated)
@register_model(Instance)
class _InstanceModel(models.StructModel):
    def __init__(self, manager: object, kind: Instance) -> None:
        super().__init__(manager, kind, list(kind.fields.items()))


def place_of(kind: Instance | Reference, name: str) -> int:
    """Return the index of a field. Numba's structs do not find names that begin with an underscore."""
    return list(kind.fields).index(name)


@register_model(Reference)
class _ReferenceModel(models.PrimitiveModel):
    def __init__(self, manager: object, kind: Reference) -> None:
        struct = manager.lookup(kind.struct).get_value_type()  # type: ignore[attr-defined]
        super().__init__(manager, kind, struct.as_pointer())


register_model(Text)(models.OpaqueModel)


_DECLARED = {int: types.int64, bool: types.boolean}
"""Types that an annotation gives to a field, whatever its value. An int in a field of floats stays an int, as in Python."""


def declared_types(cls: type) -> dict[str, types.Type]:
    """Return the Numba types of the fields whose annotations give them: ints, bools and tuples of these."""
    try:
        hints = get_type_hints(cls)
    except Exception:  # noqa: BLE001  # an annotation that cannot be evaluated here says nothing; the value will
        return {}
    found = {name: _declared(hints.get(name)) for name in field_names(cls)}
    return {name: kind for name, kind in found.items() if kind is not None}


def _declared(hint: object) -> types.Type | None:
    if isinstance(hint, type) and hint in _DECLARED:
        return _DECLARED[hint]
    if getattr(hint, "__origin__", None) is tuple:
        parts = [_declared(part) for part in hint.__args__]  # type: ignore[attr-defined]
        if None not in parts and parts:
            return types.BaseTuple.from_types(parts)
    return None


FRACTION = "a cost has a fraction where the search began with whole numbers: give search() a start cost of floats"


NARROW: Final = (types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32, types.uint64, types.float32)
"""Numbers that are numpy's, by their type alone."""


def _in_any_number(have: types.Type, want: types.Type, fault: Callable[[types.Type, types.Type], bool]) -> bool:
    """Return whether a number of one type has a fault in another; of tuples, records and optional values, whether any has."""
    if isinstance(want, types.Optional):
        return not isinstance(have, types.NoneType) and _in_any_number(getattr(have, "type", have), want.type, fault)
    if isinstance(have, types.BaseTuple) and isinstance(want, types.BaseTuple):
        pairs = list(zip(have.types, want.types, strict=False))
    elif isinstance(have, Instance) and isinstance(want, Instance):
        pairs = [(have.fields[name], kind) for name, kind in want.fields.items() if name in have.fields]
    else:
        return fault(types.unliteral(have), types.unliteral(want))
    return any(_in_any_number(mine, theirs, fault) for mine, theirs in pairs)


def loses(have: types.Type, want: types.Type) -> bool:
    """Return whether a number loses its fraction."""
    whole = (types.Integer, types.Boolean)
    return _in_any_number(have, want, lambda mine, theirs: isinstance(mine, (types.Float, Mixed)) and isinstance(theirs, whole))


def cuts(have: types.Type, want: types.Type) -> bool:
    """Return whether an int becomes a bool."""
    return _in_any_number(
        have, want, lambda mine, theirs: isinstance(mine, types.Integer) and isinstance(theirs, types.Boolean)
    )


def floats(have: types.Type, want: types.Type) -> bool:
    """Return whether an int becomes a float, which Python would not make of it."""
    return _in_any_number(have, want, lambda mine, theirs: isinstance(mine, types.Integer) and isinstance(theirs, types.Float))


def counts_bools(have: types.Type, want: types.Type) -> bool:
    """Return whether a bool becomes an int, which Python would not make of it."""
    return _in_any_number(
        have, want, lambda mine, theirs: isinstance(mine, types.Boolean) and isinstance(theirs, types.Integer)
    )


def enum_lost(have: types.Type, want: types.Type) -> str:
    """Return the name of an enum whose member becomes a plain number, which Python would not make of it; empty without one."""
    found: list[str] = []

    def turns(mine: types.Type, theirs: types.Type) -> bool:
        if isinstance(mine, types.EnumMember) and isinstance(theirs, (types.Number, types.Boolean, Mixed)):
            found.append(mine.instance_class.__qualname__)
        return bool(found)

    return found[0] if _in_any_number(have, want, turns) else ""


def enum_in(kind: types.Type) -> str:
    """Return the name of an enum of which a value is a member, or has one in it; empty without one."""
    if isinstance(kind, types.EnumMember):
        return str(kind.instance_class.__qualname__)
    return next(filter(None, map(enum_in, parts_of(kind))), "")


def turned_to_float(have: types.Type, want: types.Type) -> str:
    """Return the name of the numbers that become floats, which Python would not make of them; empty if there are none."""
    for kinds, named in (((types.Integer, types.Boolean), "an int or a bool"), ((Mixed,), "what may be an int or float")):

        def turns(mine: types.Type, theirs: types.Type, kinds: tuple[type, ...] = kinds) -> bool:
            return isinstance(mine, kinds) and isinstance(theirs, types.Float)

        if _in_any_number(have, want, turns):
            return named
    return ""


def narrows(have: types.Type, want: types.Type) -> bool:
    """Return whether a number of numpy's becomes an ordinary one, which computes otherwise."""
    return _in_any_number(
        have, want, lambda mine, theirs: mine in NARROW and isinstance(theirs, (types.Number, Mixed)) and mine != theirs
    )


def is_like(typingctx: Any, have: types.Type, want: types.Type) -> bool:
    """Whether a value of one type can be stored as another: Numba lets tuples of other lengths, and None, pass here."""
    if isinstance(have, types.Optional):
        return is_like(typingctx, have.type, want)
    if have == MIXED:
        return have == want
    if isinstance(have, types.BaseTuple) and isinstance(want, types.BaseTuple):
        if isinstance(have, types.BaseNamedTuple) or isinstance(want, types.BaseNamedTuple):
            return have == want  # Numba has no code to convert these
        pairs = zip(have.types, want.types, strict=False)
        return len(have) == len(want) and all(is_like(typingctx, mine, theirs) for mine, theirs in pairs)
    return not (have == types.none or loses(have, want) or typingctx.can_convert(have, want) is None)


def mend(kind: types.Type) -> str:
    """Return what to write around a numpy number."""
    return "float(...)" if isinstance(kind, types.Float) else "int(...)"


def _first(kind: types.Type) -> types.Type:
    """Return numpy's number type inside a type."""
    inside = getattr(kind, "types", None) or (list(kind.fields.values()) if isinstance(kind, Instance) else [])
    return next((_first(part) for part in inside if _first(part) in NARROW), kind)


def refuse_narrow(have: types.Type, what: str) -> None:
    """Say that a number of numpy's is where a number of Python's should be.

    Raises:
        TypingError: always.
    """
    kind = _first(types.unliteral(have))
    raise TypingError(
        f"{what} is a number of numpy's ({kind}), which computes otherwise than Python's; write {mend(kind)} around it"
    )


def kept(have: types.Type, declared: types.Type | None) -> types.Type:
    """Return the type that a field has: the declared one, but a bool stays a bool, and a member a member, as in Python."""
    return have if declared is None or counts_bools(have, declared) or enum_lost(have, declared) else declared


@lower_cast(Instance, Instance)
def _cast_fields(context: Any, builder: Any, have: Any, want: Any, value: Any) -> Any:
    old = cgutils.create_struct_proxy(have)(context, builder, value=value)
    new = cgutils.create_struct_proxy(want)(context, builder)
    for index, (name, kind) in enumerate(want.fields.items()):
        new[index] = context.cast(builder, old[place_of(have, name)], have.fields[name], kind)
    return new._getvalue()


@lower_constant(Instance)
def _constant_fields(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    struct = cgutils.create_struct_proxy(kind)(context, builder)
    for index, (name, part) in enumerate(kind.fields.items()):
        struct[index] = context.get_constant_generic(builder, part, getattr(value, name))
    return struct._getvalue()


@lower_constant(Text)
def _constant_text(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@frozen
class Unknown:
    """A global that machine code does not know, and why."""

    why: str


@typeof_impl.register(Unknown)
def _type_of_unknown(value: Unknown, context: object) -> types.Type:
    raise ValueError(value.why)
