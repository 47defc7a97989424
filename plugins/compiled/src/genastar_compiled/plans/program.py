"""Programs: machine code for one shape of solver, position and cost, in one layout."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, Final

import attrs
from numba import njit
from numba.core import types
from numba.core.caching import _Cache
from numba.core.errors import NumbaWarning

from genastar import CannotCompile
from genastar_compiled import options
from genastar_compiled.data.containers import sets, texts, unions
from genastar_compiled.data.elements import NumbaTypes
from genastar_compiled.data.kinds import Kinds
from genastar_compiled.data.makers import borrowed, in_place, on_stack, small
from genastar_compiled.data.readers import reader_of
from genastar_compiled.data.shape import Assembly, dtype_of
from genastar_compiled.data.types_of import numba_type
from genastar_compiled.data.values import members
from genastar_compiled.data.values.values import Instance
from genastar_compiled.failures.failure import Settled, honest_errors
from genastar_compiled.kernel import arrays, batch_loop, control, keys, loop, unpacking
from genastar_compiled.kernel.arrays import Array
from genastar_compiled.kernel.open_lists import packed
from genastar_compiled.kernel.raw import raw
from genastar_compiled.linking.compilers import Entry
from genastar_compiled.meaning import operators, primitives
from genastar_compiled.meaning.library import built_ins, chosen, digits, ordering, strings
from genastar_compiled.meaning.numbers import arithmetic, mathematics
from genastar_compiled.meaning.refusal import compiling_for
from genastar_compiled.plans.layout import Layout, Program, get_declarations
from genastar_compiled.reach import functions
from genastar_compiled.reach.generated import generated

assert all(
    (arithmetic, built_ins, chosen, digits, mathematics, members, operators, ordering, primitives, sets, strings, texts, unions)
)  # imported for what they register


def build(asked: Mapping[str, object], kinds: Kinds, layout: Layout, kept: _Cache) -> Program:
    """Compile a program for named values (solver, start, cost, limit, setting), or take it from the cache.

    Raises:
        CannotCompile: Numba cannot compile a hook; the message says where and why.
    """
    solver = asked["solver"]
    with (
        honest_errors(solver),
        warnings.catch_warnings(),
        options.counting(layout.counting),
        compiling_for(layout.origin),
        _little_garbage(),
    ):
        warnings.simplefilter("ignore", NumbaWarning)  # of lists as fields, which work, and of casts, which are checked
        writer = Writer(asked, kinds, layout)
        compiler: Any = njit(nogil=True, no_cfunc_wrapper=True, _nrt=layout.counting, pipeline_class=Entry)
        dispatcher = compiler(generated(writer.text(), writer.scope, f"<search of {type(solver).__qualname__}>"))
        dispatcher._cache = kept
        signature = (types.int64, *writer.values.types)
        try:
            dispatcher.compile(signature)
        except Settled as settled:
            raise settled.refusal from None
        (compiled,) = dispatcher.overloads.values()  # under a key of its own, if a class of a script comes from the cache
        environments = tuple(compiled._find_referenced_environments())
        for environment in environments:  # as Numba does for cached code
            compiled.library.codegen.set_env(environment.env_name, environment)
    if layout.tree is keys.TreeOfCells:
        unpacking.make_ready()
    dtypes = {name: dtype_of(stored) for name, stored in writer.stored.items()}
    return Program(
        compiled.entry_point,
        kinds,
        layout,
        writer.arrays,
        writer.stored,
        dtypes,
        environments,
        issubclass(layout.open_list, packed.PackedOpenList),
        reader_of,
        unpacking.unpack,
    )


def _varies(solver: object, name: str) -> types.Type:
    """Return the type of a field that has a value for each question.

    Raises:
        CannotCompile: it is not made of numbers.
    """
    kind = numba_type(attrgetter(name)(solver))
    try:
        dtype_of(kind)
    except TypeError as error:
        raise CannotCompile(
            f"{name} is {_shown(attrgetter(name)(solver))}, and what "
            "differs from question to question has to be numbers; give tuples of numbers, all of one length, or search for "
            "each question by itself"
        ) from error
    return kind


def _shown(value: object) -> str:
    return "None" if value is None else f"of the type {type(value).__name__}"


@contextmanager
def _little_garbage() -> Iterator[None]:
    """Look for garbage more seldom: a compiler makes many objects that stay, which takes a twentieth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], 20_000) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class Writer:
    """Writes the source of a program's entry."""

    def __init__(self, asked: Mapping[str, object], kinds: Kinds, layout: Layout) -> None:
        self.values = values = Assembly()
        self.arrays: dict[str, Array] = {}
        self.stored: dict[str, types.Type] = {}
        self._kinds = kinds
        self._layout = layout
        solver, limit = asked["solver"], asked["limit"]
        varying = layout.varying or ()
        rows = {name: f"this[{index}]" for index, name in enumerate(varying, 1)}
        self._begin = {"solver": values.expression(solver, rows, fixed=True)}
        self._begin |= {name: values.expression(asked[name]) for name in ("start", "cost")}
        row = types.Tuple((kinds.position, *(_varies(solver, name) for name in varying)))
        self._declared = _ARRAYS | {
            "asked": arrays.LENT.of(lambda _: row),
            "open_list": "open_list",
            "cancelled": "cancelled(registers.cancel_at)",
            "limit": "unlimited()" if limit is None else f"cost_limit({values.expression(limit)})",
        }
        if "setting" in asked:
            self._declared["setting"] = values.expression(asked["setting"])
        self._item: Any = get_declarations(layout.open_list)["queue"]
        self.scope = values.scope
        """Values of the names in the source."""
        self.scope |= {
            "__name__": __name__,
            "block": raw(numba_type(control.Registers(*[0] * len(control.WORDS)))),
            "borrowed": borrowed,
            "hooks_first": members.hooks_first,
            "small": small,
            "cancelled": raw(types.uint8),
            "on_stack": on_stack,
            "in_place": in_place,
            "unlimited": functions.maker_of(loop.Unlimited),
            "cost_limit": functions.maker_of(loop.CostLimit),
        }
        for function in (packed.stamp, loop.act, loop.command, batch_loop.first_cost, batch_loop.go_on):
            self.scope[function.__name__] = functions.translate(function)

    def text(self) -> str:
        """Return the source, and declare its contents."""
        search = self._texts("open_list", "solver", "registers", "nodes", "cancelled", "limit", "rank", "closest", "trace")
        path = self._texts("path", "path_costs")
        if self._layout.varying is None:
            lines = [f"{name} = {text}" for name, text in self._begin.items()]
            lines += [
                f"open_list = {self._object('open_list')}",
                "hooks_first(solver, open_list)",
                f"command({search}, {path}, start, cost)",
            ]
        else:
            lines = [
                "going = True",
                "while going:",
                f"    this = {self._text('asked')}[registers.question]",
                f"    solver = {self._begin['solver']}",
                "    start = this[0]",
                "    cost = first_cost(solver.estimate(start))",
                f"    open_list = {self._object('open_list')}",
                "    hooks_first(solver, open_list)",
                f"    act({search}, start, cost)",
                f"    going = go_on(registers, {self._text('nodes')}, {path}, {self._texts('answers', 'steps')}, open_list)",
            ]
        head = f"def entry(block_at, {', '.join(self.values.arguments)}):"
        return "\n    ".join([head, "registers = in_place(block(block_at))", *lines])

    def _texts(self, *names: str) -> str:
        return ", ".join(map(self._text, names))

    def _text(self, name: str, declared: object = None) -> str:
        """Return source for a name in a program: an array, an object, or a variable of the entry."""
        match declared or self._declared.get(name):
            case Array() as array:
                return self._array(name, array)
            case str() as text:
                return text
        return self._object(name) if hasattr(self._layout, name) else name

    def _array(self, name: str, array: Array) -> str:
        element, stored = [array.element(NumbaTypes(self._kinds, each, self._item)) for each in (False, True)]
        self.arrays[f"{name}_at"], self.stored[f"{name}_at"] = array, stored
        self.scope[name] = raw(element, stored)
        return f"{name}(registers.{name}_at)"

    def _object(self, name: str) -> str:
        """Return source that creates an object of the layout."""
        kind = getattr(self._layout, name)
        self.scope[f"new_{name}"] = functions.maker_of(kind)
        fields = [self._text(*each) for each in get_declarations(kind).items()]
        made = f"new_{name}({', '.join(fields)})"
        changes = kind.__hash__ is None  # `attrs.define` removes the hash, `attrs.frozen` keeps it
        return f"on_stack({made})" if changes else made


_ARRAYS: Final[dict[str, object]] = {
    "nodes": arrays.NODES.of(lambda of: of.kinds.node),
    "refused": arrays.ONE.of(lambda of: of.kinds.position),
    "path": arrays.PATH.of(lambda of: of.kinds.position),
    "path_costs": arrays.PATH.of(lambda of: of.kinds.cost),
    "answers": arrays.LENT.of(lambda of: answer_of(of.kinds)),
    "steps": arrays.LENT.of(lambda of: of.kinds.position),
}
"""Arrays that several objects, or the loop, share."""


def answer_of(kinds: Kinds) -> types.Type:
    """Return the type of the record that each search of a batch writes."""
    fields = {each.name: types.int64 for each in attrs.fields(batch_loop.Answer)}
    return Instance(batch_loop.Answer, fields | {"closest": kinds.node})
