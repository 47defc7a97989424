"""The control block: the data that Python and the machine code of one search exchange.

It is one `Registers` struct in memory. Python fills it before a call, and the loop changes it in place until Python must do
something. As a copy on the stack, whose fields LLVM moved between the processor's registers, hooks ran a twentieth longer. The
constants are plain ints, because machine code reads them directly.
"""

from __future__ import annotations

from typing import Final

from attrs import define, fields

# Modes of a call.
BEGIN: Final = 0
GO_ON: Final = 1
WIDEN_RING: Final = 2
FILL_TABLE: Final = 3
OPEN_START: Final = 5
"""Begin, and wait for more starts."""
ADD_START: Final = 6
WRITE_PATH: Final = 4
"""Write the path to the closest node again: there was no room for it, or the search ended without finding."""

# Reasons for returning from a call.
RUNNING: Final = 0
EXHAUSTED: Final = 1
FOUND: Final = 2
PAUSED: Final = 3
CANCELLED: Final = 4
TOO_DEAR: Final = 5
SHORT: Final = 6
"""An array is too small; ``Registers.short`` names it."""
TOO_WIDE: Final = 7
"""A value does not fit this layout; the search begins again in a wider one."""
OUTSIDE: Final = 8
NAN: Final = 9
OVERFLOW: Final = 10
CIRCLE: Final = 11
NAN_POSITION: Final = 13
"""A hook added, or a question begins at, a position that contains NaN, stored at ``refused_at``."""
LOST: Final = 14
"""A position that was added is not found again."""
DONE: Final = 12
"""All questions of a call are answered."""
FALLING: Final = 15
"""A cost falls along a path."""
UNKNOWN_PARENT: Final = 16
"""A hook named an unknown parent, stored at ``refused_at``."""
OTHER_PARENT: Final = 17
"""A hook named a parent in a walk that is not the expanded node, stored at ``refused_at``."""
NAN_KEY: Final = 18
"""The key of a position contains NaN; the position is stored at ``refused_at``."""
ODD_INDEX: Final = 20
"""A hook's index of an array is negative or too large; the search begins again in a program for such indices."""
OTHER_LENGTH: Final = 21
"""A position is a tuple of another length than the start; the search begins again in a program for tuples of any length."""
NOT_ABOVE: Final = 19
"""In partial expansion: a hook gave a least total that is not above ``within``; it is stored at ``least_at``."""

# Arrays that can be too small.
RING: Final = 1
ENTRIES: Final = 2
ROWS: Final = 3
TABLE: Final = 4
EVENTS: Final = 5
PATH: Final = 6
WAITING: Final = 7
LINE: Final = 8
STEPS: Final = 9

# A ladder queue.
MOST_BUCKETS: Final = 2048
"""Buckets of a rung."""
MOST_RUNGS: Final = 14
"""Maximum number of rungs. Each rung takes the first 3 bits or more off the orders of a bucket, and 8 or more if there are many
items, so few searches reach the last rung. A bucket of the last rung is sorted on the stack, whatever its size."""

# Phase of the current node when the loop paused.
NOTHING: Final = 0
POPPED: Final = 1
EXPANDING: Final = 2
ANSWERED: Final = 3
"""The node was a destination, and the answer was given."""

# Nodes that outlive a call, stored at ``nodes_at``.
CURRENT: Final = 0
CLOSEST: Final = 1
BEYOND: Final = 2
"""In a walk: the cheapest node that costs more than the bound."""

# Kinds of the node at `CLOSEST`.
NONE: Final = 0
NEAREST: Final = 1
DESTINATION: Final = 2

# Kinds of events, in the order of `genastar.EventKind`.
OPENED: Final = 0
CLOSED: Final = 1
REOPENED: Final = 2
ARRIVED: Final = 3


@define
class Registers:
    """Counters and memory addresses of a search. Every field is 64 bits wide."""

    mode: int
    status: int
    short: int
    budget: int
    """Expansions until the loop pauses."""
    cancel_at: int
    """Address of the byte of the `CancelToken`."""
    generation: int
    """Differs for each search in one memory, so that nothing needs clearing."""
    reopen: int
    culprit: int
    """The index that is out of range."""

    expanded: int
    generated: int
    reopened: int
    peak_open: int
    has_closest: int
    """`NONE`, `NEAREST` or `DESTINATION`."""
    has_beyond: int
    """In a walk: whether a node costs more than the bound."""
    path_count: int
    """Number of positions on the path; -1 if there was no room for all."""
    pending: int

    current: int
    """Smallest total of the bucket queue."""
    top: int
    """Largest total of the bucket queue so far."""
    free: int
    """First freed entry; 0 if there is none."""
    used: int
    """Number of entries ever used, including entry 0, which means none."""
    count: int
    """Number of entries in the queue."""
    near: int
    """In a ladder queue: number of items on the stack."""
    rung_count: int
    focal_count: int
    """In a focal queue: number of entries within the bound. In an anytime queue: number of entries of the round."""
    all_count: int
    """In a focal or anytime queue: number of entries in the heap of all."""

    round: int
    """In an anytime search: number of the round. In a queue of potentials: expansions since they were computed."""
    is_over: int
    """In an anytime search: whether an answer has ended the round."""
    has_best: int
    """In an anytime search: whether there was an answer."""

    met_count: int
    """In a queue of pairs: number of meetings; below, numbers of entries of each side."""
    waiting_0_count: int
    waiting_1_count: int
    ready_0_count: int
    ready_1_count: int
    turn: int
    """In a queue of pairs: side of the second node of a pair, which is next; -1 if there is none."""
    has_lower: int
    """In a queue of pairs: whether there was a pair."""

    has_taken: int
    """In a queue of layers or of partial expansion: whether a node was taken off."""
    has_least: int
    """In a queue of partial expansion: whether the expanded node is put back, at the rank ``least``."""
    age: int
    """In a queue of partial expansion: number of nodes that were put on it, again or for the first time."""
    has_longest: int
    """In a queue of layers: whether a step was added; below, rows, or -1 for none."""
    past_first: int
    """The first closed row that is not kept."""
    past_last: int
    nearest_row: int
    """The row of the closest node; also in a search over fronts. Below, of the expanded node."""
    this_row: int
    end_count: int
    """In a search over fronts: number of answers."""
    passed_count: int
    """The number of these that decide nothing while costs come in order."""
    is_spared: int
    """Whether that row would have been forgotten."""
    free_row: int
    """The forgotten row that is used first."""

    depth: int
    """In a walk: number of positions before the expanded node."""
    length: int
    """In a walk: number of positions on the line."""
    nearest: int
    """In a walk: number of positions on the line to the closest one."""
    accepted: int
    """In a walk: number of neighbours that this expansion has added."""
    newer: int
    """In a table of a walk: 0 if the lower half of the rows is the newer, otherwise 1."""

    question: int
    """In a batch: number of the current question."""
    questions: int
    """In a batch: number of the question at which to return."""
    ended: int
    """How the current question's search ended; `RUNNING` until it has."""
    allowed: int
    """Maximum expansions of each question."""
    pause: int
    """Expansions of a question until the loop pauses."""
    steps_used: int
    """Total number of positions of all paths so far."""

    row_count: int
    event_count: int

    size: int
    """Number of positions of a dense space, or of slots in a table of a walk."""
    ring: int
    """Number of buckets minus one: a mask."""
    entries: int
    rows: int
    table: int
    """Number of slots of the hash table minus one: a mask."""
    events: int
    path: int
    steps: int
    waiting: int
    """In a walk: maximum number of waiting neighbours."""
    line: int
    """In a walk: slots of the line's hash table minus one: a mask. The line is half as long."""

    states_at: int
    parents_at: int
    heads_at: int
    entries_at: int
    far_at: int
    rungs_at: int
    everything_at: int
    focal_at: int
    best_at: int
    bound_at: int
    weight_at: int
    rounds_at: int
    met_at: int
    waiting_0_at: int
    waiting_1_at: int
    ready_0_at: int
    ready_1_at: int
    lower_at: int
    within_at: int
    least_at: int
    longest_at: int
    nexts_at: int
    ends_at: int
    positions_at: int
    costs_at: int
    latest_at: int
    expanded_at: int
    ranks_at: int
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
    kept_at: int
    """Address of the memory for texts and containers in positions and costs."""


WORDS: Final[dict[str, int]] = {field.name: index for index, field in enumerate(fields(Registers))}
"""Index of each register in the block, in words of 64 bits."""
