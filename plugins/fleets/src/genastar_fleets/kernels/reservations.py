"""Reservations: which agent occupies a place at a time, as a list for each place that is sorted by time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from genastar.engine import machine_code
from genastar_fleets.kernels.arrays import NEVER, NOBODY, STAYING, Int32, Int64, UnitSteps


class Reservations(NamedTuple):
    """Who is where and when. Each entry has the time and the agent; an agent that has arrived is parked."""

    head: Int32
    """The first entry of each place; -1 if there is none."""
    after: Int32
    """The next entry of the same place; of unused entries the next unused one."""
    time: Int32
    agent: Int32
    parked: Int32
    """The time from which each place is occupied for good; `NEVER` if it is not."""
    owner: Int32
    """The agent that is parked at each place."""
    unused: Int64
    """The first unused entry, and the number of unused entries."""


def make_reservations(places: int, capacity: int) -> Reservations:
    """Return reservations with room for this many entries."""
    after = np.arange(1, capacity + 1, dtype=np.int32)
    nobody = np.full(places, NOBODY, np.int32)
    return Reservations(
        nobody.copy(),
        after,
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.full(places, NEVER, np.int32),
        nobody,
        np.array([0, capacity]),
    )


@machine_code
def find_occupant(held: Reservations, place: int, time: int) -> int:
    """Return the agent that occupies a place at a time; `NOBODY` if it is free."""
    if held.parked[place] <= time:
        return held.owner[place]
    entry = held.head[place]
    while entry >= 0 and held.time[entry] < time:
        entry = held.after[entry]
    if entry >= 0 and held.time[entry] == time:
        return held.agent[entry]
    return NOBODY


@machine_code
def find_last_time(held: Reservations, place: int) -> int:
    """Return the last time at which a place is occupied by an agent that is not parked; -1 if there is none."""
    last, entry = -1, held.head[place]
    while entry >= 0:
        last = held.time[entry]
        entry = held.after[entry]
    return last


@machine_code
def reserve_path(held: Reservations, steps: UnitSteps, agent: int, path: Int32, length: int) -> None:
    """Reserve the places of a path of ``length`` nodes. There must be as many unused entries."""
    stays = steps.rules & STAYING != 0
    for time in range(length):
        place = steps.place[path[time]]
        if stays and time == length - 1:
            held.parked[place] = time
            held.owner[place] = agent
            return
        entry = held.unused[0]
        held.unused[0] = held.after[entry]
        held.unused[1] -= 1
        held.time[entry] = time
        held.agent[entry] = agent
        before, following = -1, held.head[place]
        while following >= 0 and held.time[following] < time:
            before, following = following, held.after[following]
        held.after[entry] = following
        if before < 0:
            held.head[place] = entry
        else:
            held.after[before] = entry


@machine_code
def release_path(held: Reservations, steps: UnitSteps, agent: int, path: Int32, length: int) -> None:
    """Release what `reserve_path` reserved."""
    stays = steps.rules & STAYING != 0
    for time in range(length):
        place = steps.place[path[time]]
        if stays and time == length - 1:
            held.parked[place] = NEVER
            held.owner[place] = NOBODY
            return
        before, entry = -1, held.head[place]
        while held.time[entry] != time or held.agent[entry] != agent:
            before, entry = entry, held.after[entry]
        if before < 0:
            held.head[place] = held.after[entry]
        else:
            held.after[before] = held.after[entry]
        held.after[entry] = held.unused[0]
        held.unused[0] = entry
        held.unused[1] += 1
