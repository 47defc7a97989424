"""Keys of positions: the position itself, or the value of the hook ``key``."""

from typing import Annotated

from attrs import frozen

from genastar_compiled.kernel import arrays
from genastar_compiled.kernel.control import NAN_KEY, RUNNING
from genastar_compiled.kernel.machine import Value
from genastar_compiled.kernel.primitives import cell_of, has_nan, int64, of_numbers


@frozen
class ByPosition:
    """Positions are their own keys."""

    def of(self, position: Value) -> Value:
        """Return the key of a position."""
        return position

    def refuses(self, registers: Value, refused: Value, position: Value) -> Value:
        """Return whether the key contains NaN although the position does not."""
        return False


@frozen
class ByKey:
    """The hook ``key`` returns the keys."""

    solver: Value

    def of(self, position: Value) -> Value:
        """See `ByPosition.of`."""
        return of_numbers(self.solver.key(position))

    def refuses(self, registers: Value, refused: Value, position: Value) -> Value:
        """See `ByPosition.refuses`."""
        if not has_nan(self.of(position)):
            return False
        if registers.status == RUNNING:
            registers.status = NAN_KEY
            refused[0] = position
        return True


@frozen
class ParentsAsTheyAre:
    """The position of a parent is that of its row."""

    def note(self, row: Value, parent: Value) -> None:
        """Remember the position of the parent of a row."""

    def of(self, row: Value, parent: Value) -> Value:
        """Return the position of the parent of a row, which is ``parent`` now."""
        return parent


@frozen
class ParentsAsTheyWere:
    """Parents' positions are stored, because a row may later hold another position with the same key."""

    origins: Annotated[Value, arrays.ROWS.of(lambda of: of.kinds.position)]
    """A position per row."""

    def note(self, row: Value, parent: Value) -> None:
        """See `ParentsAsTheyAre.note`."""
        self.origins[row] = parent

    def of(self, row: Value, parent: Value) -> Value:
        """See `ParentsAsTheyAre.of`."""
        return self.origins[row]


@frozen
class NoTree:
    """Does not record the positions of cells."""

    def note(self, solver: Value, cell: Value, position: Value, parent: Value) -> None:
        """Record the position of a cell, and the parent on its path."""


@frozen
class TreeOfCells:
    """Records the positions of cells for `genastar.contracts.tree.Tree`."""

    reached: Annotated[Value, arrays.DENSE.of(lambda of: of.thin)]
    """Position per cell."""
    sources: Annotated[Value, arrays.DENSE.of(lambda of: of.word)]
    """int64 per cell: the cell of its parent."""

    def note(self, solver: Value, cell: Value, position: Value, parent: Value) -> None:
        """See `NoTree.note`."""
        self.reached[cell] = position
        self.sources[cell] = int64(cell_of(solver.index(parent)))
