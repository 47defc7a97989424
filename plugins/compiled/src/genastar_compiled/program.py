"""Programs: the machine code for one shape of solver, position and cost, in one layout."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

import attrs
import numpy as np
from attrs import field, frozen
from numba import njit
from numba.core import types
from numba.core.caching import _Cache
from numba.core.errors import NumbaPendingDeprecationWarning

from genastar.cost import Cost
from genastar.node import Node
from genastar_compiled import functions
from genastar_compiled.data.columns import Reader, reader_of
from genastar_compiled.data.shape import Assembly, dtype_of
from genastar_compiled.data.values import Instance, borrowed, numba_type, on_stack, small, value_of
from genastar_compiled.failure import honest_errors
from genastar_compiled.kernel import batch_loop, closed, control, depth_first, loop, packed, rows
from genastar_compiled.kernel.bucket_queue import BucketQueue, Entry
from genastar_compiled.kernel.heap import Heap, HeapEntry
from genastar_compiled.kernel.keyed_heap import KeyedEntry, KeyedHeap
from genastar_compiled.kernel.raw import raw
from genastar_compiled.meaning import operators
from genastar_compiled.meaning.refusal import origin_of_numbers

assert operators  # imported for what it registers


@frozen
class Layout:
    """How a search keeps its memory."""

    packed: bool
    """`packed.PackedOpenList`, else `rows.RowsOpenList`."""
    dense: bool
    """Positions have an index."""
    buckets: bool
    """`BucketQueue`; else `KeyedHeap` where the layout is packed, and `Heap` where it is not."""
    traced: bool
    """An observer listens."""
    counting: bool = False
    """Hooks make containers of their own, whose references must be counted."""
    numpy: bool = True
    """Numbers of the hooks may be numpy's; see `arithmetic`."""
    depth_first: bool = False
    """`depth_first.WaitingList`, which needs no queue, instead of either open list."""
    varying: tuple[str, ...] | None = None
    """Of a batch: the solver's fields that differ from question to question, as the start does; see `search_many`."""


@frozen
class Kinds:
    """The Numba types of a search."""

    position: types.Type
    cost: types.Type
    rank: types.Type
    node: types.Type = field(init=False)
    event: types.Type = field(init=False)
    answer: types.Type = field(init=False)

    @node.default
    def _node(self) -> types.Type:
        return Instance(Node, {"position": self.position, "cost": self.cost, "parent": types.Optional(self.position)})

    @event.default
    def _event(self) -> types.Type:
        return types.Tuple((types.int64, self.node))

    @answer.default
    def _answer(self) -> types.Type:
        fields = {each.name: types.int64 for each in attrs.fields(batch_loop.Answer)}
        return Instance(batch_loop.Answer, fields | {"closest": self.node})


def in_floats(kinds: Kinds) -> Kinds | None:
    """The same with costs of float, for a search that begins with a whole number and goes on with others."""
    if isinstance(kinds.cost, types.Integer):
        return Kinds(kinds.position, types.float64, types.float64)
    if isinstance(kinds.cost, Instance) and kinds.cost.cls is Cost and isinstance(kinds.rank, types.Integer):
        return Kinds(kinds.position, Instance(Cost, dict.fromkeys(kinds.cost.fields, types.float64)), types.float64)
    return None


def kinds_of(start: object, cost: object) -> Kinds:
    """The Numba types of a search that begins like this.

    Raises:
        TypeError: positions or costs like these have no counterpart in machine code.
    """
    position, price = numba_type(start), numba_type(cost)
    if isinstance(price, Instance) and price.cls is Cost:  # an estimate in floats makes all of the cost one
        number = types.float64 if types.float64 in price.fields.values() else price.fields["total"]
        price = Instance(Cost, dict.fromkeys(price.fields, number))
        rank = number
    else:
        rank = price
    dtype_of(position), dtype_of(price)
    return Kinds(position, price, rank)


@frozen(eq=False)
class Program:
    """Machine code, and what Python must know to feed it and to read what it leaves."""

    run: Callable[..., None]
    kinds: Kinds
    layout: Layout
    stored: Mapping[str, types.Type]
    """What each array holds, by the name of the register that has its address."""
    dtypes: Mapping[str, np.dtype[Any]]
    """The same for numpy."""
    _readers: dict[str, Reader] = field(factory=dict, init=False)

    def reader(self, name: str) -> Reader:
        """What reads the array at the register of that name."""
        found = self._readers.get(name)
        if found is None:
            found = self._readers[name] = reader_of(self.stored[name])
        return found


def narrow(kind: types.Type) -> types.Type:
    """A type of half the width, for positions of a dense space; whatever does not fit it ends the search with TOO_WIDE."""
    match kind:
        case types.Integer():
            return types.uint32
        case types.BaseTuple():
            return types.BaseTuple.from_types([types.int32 if part == types.int64 else part for part in kind.types])
        case Instance():
            halves = {name: types.int32 if part == types.int64 else part for name, part in kind.fields.items()}
            return Instance(kind.cls, halves)
    return kind


def build(solver: object, start: object, cost: object, limit: object, kinds: Kinds, layout: Layout, kept: _Cache) -> Program:
    """Compile a program for searches like this one, or take it from the cache.

    Raises:
        CannotCompile: Numba cannot compile a hook; the message says where and why.
    """
    with honest_errors(solver), warnings.catch_warnings(), functions.counting(layout.counting), origin_of_numbers(layout.numpy):
        warnings.simplefilter("ignore", NumbaPendingDeprecationWarning)  # of lists and sets as fields, which work
        text, scope, leaf_types, memory = _source(solver, start, cost, limit, kinds, layout)
        exec(compile(text, f"<search of {type(solver).__qualname__}>", "exec"), scope)
        dispatcher = njit(nogil=True, no_cfunc_wrapper=True, _nrt=layout.counting)(scope["entry"])
        dispatcher._cache = kept
        signature = (types.int64, *leaf_types)
        dispatcher.compile(signature)
        compiled = dispatcher.overloads[signature]
        for environment in compiled._find_referenced_environments():  # as Numba does for code from its cache
            compiled.library.codegen.set_env(environment.env_name, environment)
    return Program(
        run=compiled.entry_point,
        kinds=kinds,
        layout=layout,
        stored=memory,
        dtypes={name: dtype_of(stored) for name, stored in memory.items()},
    )


def _source(
    solver: object, start: object, cost: object, limit: object, kinds: Kinds, layout: Layout
) -> tuple[str, dict[str, Any], list[types.Type], dict[str, types.Type]]:
    """The entry's text, the names in it, the types of its leaves, and of what is stored in each array."""
    parts = Assembly()
    varying = layout.varying or ()
    solver_text = parts.expression(solver, {name: f"this[{index}]" for index, name in enumerate(varying, 1)}, halves=True)
    start_text, cost_text = parts.expression(start), parts.expression(cost)
    limit_text = "unlimited()" if limit is None else f"cost_limit({parts.expression(limit)})"
    memory: dict[str, types.Type] = {}
    scope = parts.scope

    def at(name: str, element: types.Type, stored: types.Type | None = None) -> str:
        memory[f"{name}_at"] = stored or element
        scope[name] = raw(element, stored)
        return f"{name}(registers.{name}_at)"

    def new(name: str, cls: type) -> str:
        scope[f"new_{name}"] = functions.maker_of(cls)
        return f"new_{name}"

    integer, half = types.int64, types.uint32
    thin = narrow(kinds.position) if layout.packed else kinds.position
    if layout.packed:
        item, stored_item = kinds.position, thin
    else:
        item = stored_item = Instance(rows.Item, {"row": half, "serial": integer})
    if layout.depth_first:
        queue = f"{new('queue', depth_first.NoQueue)}()"
    elif layout.buckets:
        entry = Instance(Entry, {"item": item, "below": integer})
        stored = Instance(Entry, {"item": stored_item, "below": half})
        queue = f"{new('queue', BucketQueue)}(registers, {at('heads', integer, half)}, {at('entries', entry, stored)})"
    elif layout.packed:
        entry = Instance(KeyedEntry, {"key": types.uint64, "item": item})
        stored = Instance(KeyedEntry, {"key": types.uint64, "item": stored_item})
        queue = f"{new('queue', KeyedHeap)}(registers, {at('entries', entry, stored)})"
    else:
        entry = Instance(HeapEntry, {"cost": kinds.rank, "serial": integer, "item": item})
        queue = f"{new('queue', Heap)}(registers, {at('entries', entry)})"
    trace = (
        f"{new('recorder', loop.Recorder)}({at('events', kinds.event)})" if layout.traced else f"{new('silent', loop.Silent)}()"
    )
    refused = at("refused", kinds.position)
    rank = f"{new('rank', loop.ByTotal if isinstance(kinds.cost, Instance) and kinds.cost.cls is Cost else loop.ByItself)}()"
    nearest = depth_first.ClosestOnLine if layout.depth_first else loop.Closest
    closest = f"{new('closest', nearest if hasattr(type(cost), 'left') else loop.NoClosest)}()"
    if layout.depth_first:
        pending = Instance(depth_first.Pending, {"position": kinds.position, "cost": kinds.cost, "depth": integer})
        nodes = at("nodes", kinds.node)
        arrays = [
            at("waiting", pending),
            at("line", kinds.position),
            at("places", integer),
            at("taken", integer),
            at("nearest", kinds.position),
            nodes,
        ]
        listing = (
            f"{new('waiting_list', depth_first.WaitingList)}(registers, solver, {queue}, {', '.join(arrays)}, {limit_text}, "
            f"{trace}, {rank}, {refused}, {nodes}[0].position, {nodes}[0].cost, 0)"
        )
    elif layout.packed:
        states, parents = at("states", types.uint64), at("parents", kinds.position, thin)
        listing = (
            f"{new('packed', packed.PackedOpenList)}(registers, solver, on_stack({queue}), {states}, {parents}, {trace}, "
            f"{refused}, stamp(registers.generation), start, 0, 0)"
        )
    else:
        name, kind = ("slots", closed.DenseTable) if layout.dense else ("table", closed.HashTable)
        table = f"{new('table', kind)}(registers, solver, {at(name, integer)})"
        arrays = [
            at("positions", kinds.position),
            at("costs", kinds.cost),
            at("parents", integer, half),
            at("latest", integer),
        ]
        listing = (
            f"{new('rows', rows.RowsOpenList)}(registers, solver, on_stack({queue}), on_stack({table}), {', '.join(arrays)}, "
            f"{trace}, {rank}, {refused}, 0)"
        )
    scope.update(
        __name__=__name__,
        block=raw(numba_type(control.Registers(*[0] * len(control.WORDS)))),
        borrowed=borrowed,
        small=small,
        cancelled=raw(types.uint8),
        on_stack=on_stack,
        value_of=value_of,
        stamp=functions.translate(packed.stamp),
        act=functions.translate(loop.act),
        command=functions.translate(loop.command),
        first_cost=functions.translate(batch_loop.first_cost),
        go_on=functions.translate(batch_loop.go_on),
        unlimited=functions.maker_of(loop.Unlimited),
        cost_limit=functions.maker_of(loop.CostLimit),
    )
    search = f"""open_list, solver, registers, {at("nodes", kinds.node)}, cancelled(registers.cancel_at), {limit_text}, {rank},
            {closest}, {trace}"""
    beginning = f"""
def entry(block_at, {", ".join(parts.arguments)}):
    memory = block(block_at)
    registers = on_stack(memory[0])"""
    path = at("path", kinds.position)
    if layout.varying is None:
        text = f"""{beginning}
    solver = {solver_text}
    start = {start_text}
    cost = {cost_text}
    open_list = on_stack({listing})
    command({search}, {path}, start, cost)
    memory[0] = value_of(registers)
"""
    else:
        row = types.Tuple((kinds.position, *(numba_type(attrgetter(name)(solver)) for name in varying)))
        text = f"""{beginning}
    going = True
    while going:
        this = {at("asked", row)}[registers.question]
        solver = {solver_text}
        start = this[0]
        cost = first_cost(solver.estimate(start))
        open_list = on_stack({listing})
        act({search}, start, cost)
        going = go_on(registers, {at("nodes", kinds.node)}, {path}, {at("answers", kinds.answer)},
                {at("steps", kinds.position)}, open_list)
    memory[0] = value_of(registers)
"""
    return text, scope, parts.types, memory
