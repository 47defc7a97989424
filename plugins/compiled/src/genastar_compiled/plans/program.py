"""Programs: machine code for one shape of solver, position and cost, in one layout."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

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
from genastar_compiled.data.readers import kept_kind_of
from genastar_compiled.data.shape import Assembly, dtype_of
from genastar_compiled.data.types_of import numba_type
from genastar_compiled.data.values import members
from genastar_compiled.failures.failure import Settled, honest_errors
from genastar_compiled.kernel import control, keys, unpacking
from genastar_compiled.kernel.open_lists import packed
from genastar_compiled.kernel.raw import raw
from genastar_compiled.linking.compilers import Entry
from genastar_compiled.meaning import operators, primitives
from genastar_compiled.meaning.library import built_ins, chosen, digits, ordering, strings
from genastar_compiled.meaning.numbers import arithmetic, mathematics
from genastar_compiled.meaning.refusal import compiling_for
from genastar_compiled.plans.entry_writer import EntryWriter
from genastar_compiled.plans.layout import Layout, Program
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
        dispatcher = compiler(
            generated(writer.text(writer.values.arguments), writer.scope, f"<search of {type(solver).__qualname__}>")
        )
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
    return Program(
        compiled.entry_point,
        layout,
        writer.arrays,
        {name: kept_kind_of(stored) for name, stored in writer.stored.items()},
        environments,
        issubclass(layout.open_list, packed.PackedOpenList),
        unpacking.unpack,
    )


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


class Writer(EntryWriter):
    """Writes the source of a program's entry for Numba."""

    first_lines = ("hooks_first(solver, open_list)",)

    def __init__(self, asked: Mapping[str, object], kinds: Kinds, layout: Layout) -> None:
        self.values = Assembly()
        self.scope = self.values.scope
        super().__init__(asked, kinds, layout)
        self.scope |= {
            "__name__": __name__,
            "block": raw(numba_type(control.Registers(*[0] * len(control.WORDS)))),
            "borrowed": borrowed,
            "hooks_first": members.hooks_first,
            "small": small,
            "cancelled": raw(types.uint8),
            "on_stack": on_stack,
            "in_place": in_place,
        }

    def value(self, value: Any, replaced: Mapping[str, str] | None = None, fixed: bool = False) -> str:
        return self.values.expression(value, replaced, fixed=fixed)

    def varying_type(self, name: str, value: object) -> types.Type:
        """Return the type of a field that has a value for each question.

        Raises:
            CannotCompile: it is not made of numbers.
        """
        kind = numba_type(value)
        try:
            dtype_of(kind)
        except TypeError as error:
            raise CannotCompile(
                f"{name} is {_shown(value)}, and what "
                "differs from question to question has to be numbers; give tuples of numbers, all of one length, or search for "
                "each question by itself"
            ) from error
        return kind

    def elements(self, are_stored: bool) -> NumbaTypes:
        return NumbaTypes(self.kinds, are_stored, self.item)

    def memory(self, element: types.Type, stored: types.Type) -> Any:
        return raw(element, stored)

    def maker(self, kind: type) -> Any:
        return functions.maker_of(kind)

    def function(self, function: Any) -> Any:
        return functions.translate(function)
