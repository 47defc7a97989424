"""Members of a `Flag` or an `IntFlag`: in machine code numbers that stay members where Python keeps them so."""

from __future__ import annotations

from enum import EnumMeta, Flag, IntFlag
from functools import cached_property
from typing import Any, Final

from numba.core import types
from numba.core.datamodel import models
from numba.core.typeconv import Conversion
from numba.core.typing.typeof import typeof_impl
from numba.extending import lower_cast, register_model


class FlagClass(types.EnumClass):
    """The Numba type of a class derived from `Flag`."""

    @cached_property
    def member_type(self) -> types.Type:
        """The type of its members, and of what ``|`` makes of them."""
        return member_type(self.instance_class)


@register_model(FlagClass)
class _ClassModel(models.OpaqueModel):
    """Nothing: the type says all."""


class FlagMember(types.EnumMember):
    """The Numba type of a member of a `Flag`."""

    class_type_class = FlagClass


class IntFlagMember(types.IntEnumMember):
    """The Numba type of a member of an `IntFlag`."""

    class_type_class = FlagClass

    def can_convert_to(self, typingctx: Any, other: types.Type) -> Conversion | None:
        """Return that it converts to an int."""
        found = typingctx.can_convert(self.dtype, other)
        return None if found is None else max(found, Conversion.safe)

    def can_convert_from(self, typingctx: Any, other: types.Type) -> Conversion | None:
        """Return that a position may have an int in its place, which is equal to a member."""
        return Conversion.unsafe if isinstance(other, types.Integer) else None


FLAGS: Final = (FlagMember, IntFlagMember)
"""The types of members that operators make members of."""


def member_type(cls: type[Flag]) -> types.Type:
    """Return the Numba type of the members of a class derived from `Flag`."""
    return (IntFlagMember if issubclass(cls, IntFlag) else FlagMember)(cls, types.int64)


for _kind in FLAGS:
    register_model(_kind)(models.EnumModel)
_class_of_others = typeof_impl.dispatch(EnumMeta)


@typeof_impl.register(EnumMeta)
def _type_of_class(value: EnumMeta, context: object) -> types.Type:
    return FlagClass(value, types.int64) if issubclass(value, Flag) and len(value) else _class_of_others(value, context)


@typeof_impl.register(Flag)
@typeof_impl.register(IntFlag)
def _type_of_member(value: Flag, context: object) -> types.Type:
    return member_type(type(value))


@lower_cast(types.Integer, IntFlagMember)
def _as_member(context: Any, builder: Any, have: Any, want: Any, value: Any) -> Any:
    return context.cast(builder, value, have, want.dtype)
