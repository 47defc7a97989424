"""Reservations: the times at which places are occupied and crossed, a bit for each."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from genastar.engine import machine_code
from genastar_fleets.kernels.arrays import NEVER, NOBODY, STAYING, Int32, Int64, UnitSteps

BITS: Final = 5
"""A word has 32 bits, of which each is one time."""


class Reservations(NamedTuple):
    """The times at which agents are somewhere. An agent that has arrived for good is parked."""

    occupied: Int64
    """Bits of each place, shape (places, words)."""
    crossed: Int64
    """Bits of each pair of places: an agent arrives from one at the other, shape (pairs, words)."""
    parked: Int32
    """The time from which each place is occupied for good; `NEVER` if it is not."""
    owner: Int32
    """The agent that is parked at each place; `NOBODY` if there is none."""


def make_reservations(steps: UnitSteps, times: int) -> Reservations:
    """Return reservations for paths of at most this many nodes."""
    words = (times >> BITS) + 1
    return Reservations(
        np.zeros((steps.places, words), np.int64),
        np.zeros((steps.pairs, words), np.int64),
        np.full(steps.places, NEVER, np.int32),
        np.full(steps.places, NOBODY, np.int32),
    )


@machine_code
def is_reserved(bits: Int64, time: int) -> bool:
    """Return whether the bit of a time is set."""
    word = time >> BITS
    return word < len(bits) and bits[word] >> (time & 31) & 1 != 0


@machine_code
def find_reserved(bits: Int64, time: int) -> int:
    """Return the first time from ``time`` on whose bit is set; `NEVER` if there is none."""
    word, words = time >> BITS, len(bits)
    if word >= words:
        return NEVER
    found = bits[word] >> (time & 31) << (time & 31)
    while found == 0:
        word += 1
        if word >= words:
            return NEVER
        found = bits[word]
    at = word << BITS
    if found & 0xFFFF == 0:
        found, at = found >> 16, at + 16
    if found & 0xFF == 0:
        found, at = found >> 8, at + 8
    if found & 0xF == 0:
        found, at = found >> 4, at + 4
    if found & 3 == 0:
        found, at = found >> 2, at + 2
    return at if found & 1 else at + 1


@machine_code
def find_last_time(held: Reservations, place: int) -> int:
    """Return the last time at which a place is occupied by an agent that is not parked; -1 if there is none."""
    bits = held.occupied[place]
    for word in range(len(bits) - 1, -1, -1):
        if bits[word] != 0:
            last = 31
            while bits[word] >> last & 1 == 0:
                last -= 1
            return (word << BITS) + last
    return -1


@machine_code
def find_edge(steps: UnitSteps, node: int, there: int) -> int:
    """Return the edge between two nodes; -1 if there is none."""
    for edge in range(steps.first[node], steps.first[node + 1]):
        if steps.head[edge] == there:
            return edge
    return -1


@machine_code
def flip_path(held: Reservations, steps: UnitSteps, agent: int, path: Int32, length: int) -> None:
    """Reserve the places of a path of ``length`` nodes, or release them if they are reserved."""
    stays = steps.rules & STAYING != 0
    for time in range(length):
        place = steps.place[path[time]]
        word, bit = time >> BITS, 1 << (time & 31)
        if time > 0 and path[time] != path[time - 1]:
            held.crossed[steps.pair[find_edge(steps, path[time - 1], path[time])], word] ^= bit
        if stays and time == length - 1:
            is_release = held.owner[place] == agent
            held.parked[place] = NEVER if is_release else time
            held.owner[place] = NOBODY if is_release else agent
        else:
            held.occupied[place, word] ^= bit
