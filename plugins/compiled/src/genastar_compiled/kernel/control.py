"""The control block: what Python and the machine code of one search tell each other.

It is one `Registers` struct in memory. Python fills it before a call; the loop takes a copy, runs until something
must be done in Python, and writes the copy back. The constants are plain ints, because machine code reads them as
they stand.
"""

from __future__ import annotations

from typing import Final

from attrs import define, fields

# What a call is to do.
BEGIN: Final = 0
GO_ON: Final = 1
WIDEN_RING: Final = 2
FILL_TABLE: Final = 3
OPEN_START: Final = 5
"""Begin, and wait for more starts."""
ADD_START: Final = 6
WRITE_PATH: Final = 4
"""To the closest node, once more: there was no room when the search ended, or it did not end by finding."""

# Why a call came back.
RUNNING: Final = 0
EXHAUSTED: Final = 1
FOUND: Final = 2
PAUSED: Final = 3
CANCELLED: Final = 4
TOO_DEAR: Final = 5
SHORT: Final = 6
"""An array is too small; ``Registers.short`` says which."""
TOO_WIDE: Final = 7
"""A value does not fit this layout: the search begins again in a wider one."""
OUTSIDE: Final = 8
NAN: Final = 9
OVERFLOW: Final = 10
CIRCLE: Final = 11
NAN_POSITION: Final = 13
"""A hook added, or a question begins at, a position that holds NaN: it is in the memory at ``refused_at``."""
LOST: Final = 14
"""A position that was added is not found again."""
DONE: Final = 12
"""All questions of a call that were to be answered are."""
FALLING: Final = 15
"""A cost falls along a way."""
UNKNOWN_PARENT: Final = 16
"""A hook named a parent that is not known: it is in the memory at ``refused_at``."""
OTHER_PARENT: Final = 17
"""A hook named a parent in a walk that is not the one that is expanded: as above."""
NAN_KEY: Final = 18
"""The key of a position holds NaN: the position is in the memory at ``refused_at``."""

# Which array is too small.
RING: Final = 1
ENTRIES: Final = 2
ROWS: Final = 3
TABLE: Final = 4
EVENTS: Final = 5
PATH: Final = 6
WAITING: Final = 7
LINE: Final = 8
STEPS: Final = 9

# What the loop was doing with its current node when it paused.
NOTHING: Final = 0
POPPED: Final = 1
EXPANDING: Final = 2
ANSWERED: Final = 3
"""It was a destination, and the answer was given."""

# The nodes that outlive a call, in the memory at ``nodes_at``.
CURRENT: Final = 0
CLOSEST: Final = 1
BEYOND: Final = 2
"""Of a walk: the cheapest node that costs more than its bound."""

# What the node at `CLOSEST` is.
NONE: Final = 0
NEAREST: Final = 1
DESTINATION: Final = 2

# The kinds of events, in the order of `genastar.EventKind`.
OPENED: Final = 0
CLOSED: Final = 1
REOPENED: Final = 2
ARRIVED: Final = 3


@define
class Registers:
    """All that a search counts and where its memory is. Every field is 64 bits wide."""

    mode: int
    status: int
    short: int
    budget: int
    """Expansions until the loop pauses."""
    cancel_at: int
    """Address of the byte of the `CancelToken`."""
    generation: int
    """Differs for each search in one memory, so that nothing has to be cleared."""
    reopen: int
    culprit: int
    """The index that lay outside."""

    expanded: int
    generated: int
    reopened: int
    peak_open: int
    pending: int
    has_closest: int
    """`NONE`, `NEAREST` or `DESTINATION`."""

    current: int
    """The bucket queue's smallest total."""
    top: int
    """Its largest total so far."""
    free: int
    """The first entry that was used and is free again; 0 is none."""
    used: int
    """Entries that were ever used, entry 0 (which means none) among them."""
    count: int
    """Entries in the queue."""
    focal_count: int
    """Of a focal queue: those of them within the bound."""
    all_count: int
    """Its entries in the heap of all."""

    depth: int
    """Of a walk: the positions before the node that is being expanded."""
    length: int
    """Positions on its line."""
    nearest: int
    """Positions on the line to the closest one."""
    accepted: int
    """Neighbours that this expansion has added."""
    has_beyond: int

    question: int
    """Of a batch: the number of the question that is being answered."""
    questions: int
    """The number of the one at which to come back."""
    ended: int
    """How the search for it ended; `RUNNING` until it has."""
    allowed: int
    """Expansions that each question may have."""
    pause: int
    """Expansions of a question until the loop pauses."""
    steps_used: int
    """Positions of all ways so far."""

    row_count: int
    event_count: int
    path_count: int
    """Positions on the path; -1 if there was no room for all of them."""

    size: int
    """Positions of a dense space."""
    ring: int
    """Buckets less one: a mask."""
    entries: int
    rows: int
    table: int
    """Slots of the hash table less one: a mask."""
    events: int
    path: int
    steps: int
    waiting: int
    """Neighbours that may wait in a walk."""
    line: int
    """Places of the hash table of its line less one: a mask. The line is half as long."""

    states_at: int
    parents_at: int
    heads_at: int
    entries_at: int
    everything_at: int
    focal_at: int
    positions_at: int
    costs_at: int
    latest_at: int
    origins_at: int
    reached_at: int
    sources_at: int
    table_at: int
    slots_at: int
    nodes_at: int
    events_at: int
    path_at: int
    path_costs_at: int
    waiting_at: int
    line_at: int
    places_at: int
    taken_at: int
    nearest_at: int
    line_costs_at: int
    nearest_costs_at: int
    asked_at: int
    answers_at: int
    steps_at: int
    refused_at: int


WORDS: Final[dict[str, int]] = {field.name: index for index, field in enumerate(fields(Registers))}
"""Where each register stands in the block, in words of 64 bits."""
