"""The classes of the objects that a program uses: the narrowest that fit a search."""

from __future__ import annotations

from typing import Final

from genastar_compiled.kernel import closed, keys
from genastar_compiled.kernel.open_lists import rows
from genastar_compiled.kernel.open_lists.packed import NamedPackedOpenList, PackedOpenList
from genastar_compiled.kernel.queues.bucket_queue import BucketQueue
from genastar_compiled.kernel.queues.heap import Heap
from genastar_compiled.kernel.queues.ladder_queue import FloatLadderQueue, LadderQueue, RowLadderQueue

_QUEUES: Final[dict[type | None, type]] = {int: RowLadderQueue, float: FloatLadderQueue}
"""Queues of rows by the type of what orders costs; `Heap` for all others."""


def objects_for(
    rank: type | None, *, cells: bool, ring: bool, dense: bool, keyed: bool, names_parents: bool, tree: bool
) -> dict[str, type]:
    """Return the classes of the open list and of its parts, by their names in a `Layout`.

    Args:
        rank: the type of what orders costs; ``None`` for other values than numbers.
        cells: whether all that is known of a position stands in one word.
        ring: whether a ring of buckets holds what waits.
        dense: whether positions have an index.
        keyed: whether positions have keys.
        names_parents: whether a hook names the parents of what it adds.
        tree: whether a packed layout keeps a tree.
    """
    fits_ring = rank is int and ring
    if cells:
        return {
            "open_list": NamedPackedOpenList if names_parents else PackedOpenList,
            "queue": BucketQueue if fits_ring else LadderQueue,
            "tree": keys.TreeOfCells if tree else keys.NoTree,
        }
    return {
        "open_list": rows.NamedRowsOpenList if keyed or names_parents else rows.RowsOpenList,
        "queue": BucketQueue if fits_ring else _QUEUES.get(rank, Heap),
        "table": closed.DenseTable if dense else closed.HashTable,
        "origins": keys.ParentsAsTheyWere if keyed else keys.ParentsAsTheyAre,
    }
