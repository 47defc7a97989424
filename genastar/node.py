"""A node: a position, what it cost to get there, and where the way came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from genastar.cost import V

if TYPE_CHECKING:
    from attrs import frozen
else:
    # Frozen to a type checker, unguarded at run time: the guard of a frozen attrs class costs
    # more than the rest of a node's life, and a search makes one node for each improvement.
    from attrs import define as frozen

K = TypeVar("K")
"""The type of a position: any hashable value but ``None``, which is the parent of the start."""


@frozen(unsafe_hash=True)
class Node(Generic[K, V]):
    """A position as one way reached it. Hooks read nodes and never change them.

    ``parent`` is the position whose expansion added this node, ``None`` for the start.
    """

    position: K
    cost: V
    parent: K | None = None
