"""Which routines are written into their callers: all, so that LLVM keeps the state of a search in registers, up to a size.

The time that LLVM takes grows faster than the code. A hook that relaxes in many places, through functions that do so as well,
would take it half a minute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from genastar_compiled.compiler.tree import Routine, Step

LARGEST: Final = 24_000
"""Steps of a program with all that is written into it, at most."""


def limit_size(routines: Sequence[Routine]) -> None:
    """Choose the routines that are called, until the program is small enough: those first that save most steps.

    Args:
        routines: in their order, each after those that it calls; the last is the entry.
    """
    calls = {each: Counter(step.detail for step in steps_of(each.body) if step.operation == "call") for each in routines}
    own = {each: sum(1 for _ in steps_of(each.body)) for each in routines}
    while True:
        sizes: dict[Routine, int] = {}
        for each in routines:
            inside = ((callee, count) for callee, count in calls[each].items() if callee.is_inlined and callee in sizes)
            sizes[each] = own[each] + sum(sizes[callee] * count for callee, count in inside)
        times = dict.fromkeys(routines, 0)
        times[routines[-1]] = 1
        for each in reversed(routines):
            for callee, count in calls[each].items():
                times[callee] += count * (times[each] if each.is_inlined else 1)
        total = sizes[routines[-1]] + sum(sizes[each] for each in routines if not each.is_inlined)
        saved = {each: sizes[each] * (times[each] - 1) for each in routines if each.is_inlined}
        best = max(saved, key=saved.__getitem__)
        if total <= LARGEST or saved[best] <= 0:
            return
        best.is_inlined = False


def steps_of(body: list[Step]) -> Iterator[Step]:
    """Yield the steps of a body, with those inside of them."""
    for step in body:
        yield step
        if step.operation in ("if", "try"):
            for branch in step.detail:
                yield from steps_of(branch)
        elif step.operation == "outside":
            yield from steps_of(step.detail[0])
        elif step.operation == "region":
            yield from steps_of(step.detail.body)
            yield from steps_of(step.detail.after)
