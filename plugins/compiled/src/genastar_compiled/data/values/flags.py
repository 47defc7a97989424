"""Members of a `Flag`, and of enums that are numbers too: in machine code they stay members where Python keeps them so."""

from __future__ import annotations

from enum import Enum, EnumMeta, Flag, IntEnum
from functools import cached_property
from typing import Any, Final

from numba.core import types
from numba.core.datamodel import models
from numba.core.typeconv import Conversion
from numba.core.typing.typeof import typeof_impl
from numba.extending import lower_cast, register_model


class OwnClass(types.EnumClass):
    """The Numba type of a class derived from `Flag`, or from a number and `Enum`."""

    @cached_property
    def member_type(self) -> types.Type:
        """The type of its members, and of what ``|`` makes of those of a `Flag`."""
        return member_type(self.instance_class)


class FlagMember(types.EnumMember):
    """The Numba type of a member of a `Flag`."""

    class_type_class = OwnClass


class IntMember(types.IntEnumMember):
    """The Numba type of a member of an enum of ``(int, Enum)``."""

    class_type_class = OwnClass

    def can_convert_to(self, typingctx: Any, other: types.Type) -> Conversion | None:
        """Return that it converts to an int."""
        found = typingctx.can_convert(self.dtype, other)
        return None if found is None else max(found, Conversion.safe)


class IntFlagMember(IntMember):
    """The Numba type of a member of an `IntFlag`."""


FLAGS: Final = (FlagMember, IntFlagMember)
"""The types of members that operators make members of."""


def member_type(cls: type[Enum]) -> types.Type:
    """Return the Numba type of the members of a class derived from `Flag`, or from a number and `Enum`."""
    if issubclass(cls, float):
        return types.EnumMember(cls, types.float64)
    if issubclass(cls, Flag):
        return (IntFlagMember if issubclass(cls, int) else FlagMember)(cls, types.int64)
    return IntMember(cls, types.int64)


register_model(OwnClass)(models.OpaqueModel)
for _kind in (FlagMember, IntMember, IntFlagMember):
    register_model(_kind)(models.EnumModel)
_class_of_others = typeof_impl.dispatch(EnumMeta)


@typeof_impl.register(EnumMeta)
def _type_of_class(value: EnumMeta, context: object) -> types.Type:
    is_own = issubclass(value, (Flag, int)) and not issubclass(value, IntEnum)
    return OwnClass(value, types.int64) if is_own and len(value) else _class_of_others(value, context)


def _register(base: type) -> None:
    others = typeof_impl.dispatch(base)

    @typeof_impl.register(base)
    def type_of_member(value: Any, context: object) -> types.Type:
        is_own = isinstance(value, Enum) and not isinstance(value, IntEnum)
        return member_type(type(value)) if is_own else others(value, context)


for _base in (int, float, Flag):
    _register(_base)


@lower_cast(types.IntEnumMember, types.Float)
def _as_float(context: Any, builder: Any, have: Any, want: Any, value: Any) -> Any:
    return context.cast(builder, value, have.dtype, want)
