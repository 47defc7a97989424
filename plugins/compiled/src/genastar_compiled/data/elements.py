"""The Numba types of the elements of arrays, as the classes of the kernel ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from attrs import frozen
from numba.core import types

from genastar_compiled.data.kinds import Kinds
from genastar_compiled.data.values.values import Instance
from genastar_compiled.kernel.arrays import Element


@frozen
class NumbaTypes:
    """See `kernel.arrays.Types`."""

    kinds: Kinds
    are_stored: bool
    _item: Element

    word: ClassVar[types.Type] = types.int64
    bits: ClassVar[types.Type] = types.uint64
    row: ClassVar[types.Type] = types.uint32
    real: ClassVar[types.Type] = types.float64

    @property
    def item(self) -> types.Type:
        """See `kernel.arrays.Types.item`."""
        found: types.Type = self._item(self)
        return found

    @property
    def half(self) -> types.Type:
        """See `kernel.arrays.Types.half`."""
        return types.uint32 if self.are_stored else types.int64

    @property
    def thin(self) -> types.Type:
        """See `kernel.arrays.Types.thin`."""
        return narrow(self.kinds.position) if self.are_stored else self.kinds.position

    @property
    def thin_cost(self) -> types.Type:
        """See `kernel.arrays.Types.thin_cost`."""
        return narrow(self.kinds.cost) if self.are_stored else self.kinds.cost

    def record(self, cls: type, fields: Mapping[str, types.Type]) -> Instance:
        """See `kernel.arrays.Types.record`."""
        return Instance(cls, fields)

    def tuple(self, parts: Sequence[types.Type]) -> types.Type:
        """See `kernel.arrays.Types.tuple`."""
        return types.BaseTuple.from_types(parts)


def narrow(kind: types.Type) -> types.Type:
    """Return the type of half the width."""
    match kind:
        case types.Integer():
            return types.uint32
        case types.BaseTuple():
            return types.BaseTuple.from_types([*map(_narrow_part, kind.types)])
        case Instance():
            return Instance(kind.cls, {name: _narrow_part(part) for name, part in kind.fields.items()})
    return kind


def _narrow_part(kind: types.Type) -> types.Type:
    return types.int32 if kind == types.int64 else kind if isinstance(kind, types.Integer) else narrow(kind)
