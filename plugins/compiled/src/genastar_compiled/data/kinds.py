"""The Numba types of a search."""

from __future__ import annotations

from attrs import field, frozen
from numba.core import types

from genastar.values.cost import Cost
from genastar.values.node import Node
from genastar_compiled.data.shape import dtype_of
from genastar_compiled.data.types_of import numba_type
from genastar_compiled.data.values.values import Instance


@frozen
class Kinds:
    """The Numba types of a search."""

    position: types.Type
    cost: types.Type
    rank: types.Type
    focus: types.Type | None = None
    """Type that the hook ``focus`` returns, if it is used."""
    node: types.Type = field(init=False)

    @node.default
    def _node(self) -> types.Type:
        return Instance(Node, {"position": self.position, "cost": self.cost, "parent": types.Optional(self.position)})

    @property
    def add(self) -> bool:
        """Whether costs are `Cost`."""
        return isinstance(self.cost, Instance) and self.cost.cls is Cost


def in_floats(kinds: Kinds) -> Kinds | None:
    """Return the same types with float costs, for a search that begins with an int and continues with floats."""
    if not isinstance(kinds.rank, types.Integer) and not isinstance(kinds.focus, types.Integer):
        return None
    cost = Instance(Cost, dict.fromkeys(kinds.cost.fields, types.float64)) if kinds.add else types.float64
    return Kinds(kinds.position, cost, types.float64, kinds.focus and types.float64)


def kinds_of(start: object, cost: object, focus: object) -> Kinds:
    """Return the Numba types of a search that begins with these values.

    Raises:
        TypeError: positions or costs of these types are not supported in machine code.
    """
    position, price = numba_type(start), numba_type(cost)
    rank = price
    if isinstance(price, Instance) and price.cls is Cost:  # an estimate in floats makes the whole cost one of floats
        rank = types.float64 if types.float64 in price.fields.values() else price.fields["total"]
        price = Instance(Cost, dict.fromkeys(price.fields, rank))
    dtype_of(position), dtype_of(price)
    return Kinds(position, price, rank, None if focus is None else numba_type(focus))
