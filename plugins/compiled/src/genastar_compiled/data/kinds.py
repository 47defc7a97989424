"""The Numba types of a search."""

from __future__ import annotations

from attrs import field, frozen
from numba.core import types

from genastar.cost import Cost
from genastar.node import Node
from genastar_compiled.data.shape import dtype_of
from genastar_compiled.data.values import Instance, numba_type


@frozen
class Kinds:
    """The Numba types of a search."""

    position: types.Type
    cost: types.Type
    rank: types.Type
    focus: types.Type | None = None
    """What the hook of that name gives, where it is asked."""
    node: types.Type = field(init=False)

    @node.default
    def _node(self) -> types.Type:
        return Instance(Node, {"position": self.position, "cost": self.cost, "parent": types.Optional(self.position)})

    @property
    def add(self) -> bool:
        """Whether costs are `Cost`."""
        return isinstance(self.cost, Instance) and self.cost.cls is Cost


def in_floats(kinds: Kinds) -> Kinds | None:
    """The same with costs of float, for a search that begins with a whole number and goes on with others."""
    if not isinstance(kinds.rank, types.Integer) and not isinstance(kinds.focus, types.Integer):
        return None
    cost = Instance(Cost, dict.fromkeys(kinds.cost.fields, types.float64)) if kinds.add else types.float64
    return Kinds(kinds.position, cost, types.float64, kinds.focus and types.float64)


def kinds_of(start: object, cost: object) -> Kinds:
    """The Numba types of a search that begins like this.

    Raises:
        TypeError: positions or costs like these have no counterpart in machine code.
    """
    position, price = numba_type(start), numba_type(cost)
    rank = price
    if isinstance(price, Instance) and price.cls is Cost:  # an estimate in floats makes all of the cost one
        rank = types.float64 if types.float64 in price.fields.values() else price.fields["total"]
        price = Instance(Cost, dict.fromkeys(price.fields, rank))
    dtype_of(position), dtype_of(price)
    return Kinds(position, price, rank)
