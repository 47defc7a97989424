"""What a program is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np
from attrs import frozen

from genastar_compiled.compiler.kinds import Kind, dtype_of
from genastar_compiled.failures.refusal import Origin
from genastar_compiled.kernel.arrays import Array


@frozen
class Layout:
    """The memory layout of a search: the classes of the objects that its program uses.

    The fields of these classes name their parts: arrays (`kernel.arrays`), and other objects, by the names here. The cache key
    of machine code contains the ``repr`` of its layout.
    """

    open_list: type
    queue: type
    rank: type
    """Orders costs."""
    closest: type
    """Remembers the node with the smallest remaining estimate."""
    keys: type
    """Identifies positions."""
    trace: type
    """Records events."""
    origin: Origin
    """The origin of the numbers and texts of the hooks."""
    table: type | None = None
    """Finds the row of a position, in an open list of rows; the transposition table of a walk."""
    origins: type | None = None
    """Knows the positions of parents, in an open list of rows."""
    tree: type | None = None
    """Remembers the positions of cells, in a packed open list."""
    varying: tuple[str, ...] | None = None
    """Fields of the solver that differ between the questions of a batch, as the start does; see `batch_loop`."""


@frozen(eq=False)
class Program:
    """Machine code, with the facts that Python needs to pass data in and out."""

    run: Callable[..., None]
    layout: Layout
    arrays: Mapping[str, Array]
    """Arrays by the name of the register with their address."""
    kinds: Mapping[str, Kind]
    """The kind of the elements of each array."""
    is_packed: bool
    """Whether one word holds all that is known of a position."""
    unpack: Callable[..., int]
    """Decodes the words of a packed layout for a tree; see `words.unpack`."""
    forget: Callable[[int], None] | None = None
    """Frees the memory at an address, for texts and containers in positions or costs; ``None`` if there are none."""
    dtypes: Mapping[str, np.dtype[Any]] = attrs.field(init=False)
    """The same kinds for numpy."""

    @dtypes.default
    def _dtypes(self) -> Mapping[str, np.dtype[Any]]:
        return {name: dtype_of(kind) for name, kind in self.kinds.items()}


def get_declarations(kind: type) -> dict[str, object]:
    """Return the declarations of a class's fields beyond their types."""
    return {each.name: next(iter(getattr(each.type, "__metadata__", ())), None) for each in attrs.fields(kind)}
