"""References to what generators yield. Numba's own code loses them, so each text, list or array that was yielded stayed."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.generators import GeneratorLower
from numba.core.imputils import RefType, iternext_impl
from numba.core.lowering import Lower
from numba.cpython import iterators
from numba.extending import lower_builtin

assert iterators  # imported first: the last of two definitions counts


class _Generators(GeneratorLower):
    def return_from_generator(self, lower: Any) -> None:
        """Let go of the arguments, which Numba does only for a generator that Python holds."""
        if self.context.enable_nrt:
            for kind, value in zip(self.fndesc.argtypes, lower.fnargs, strict=True):
                self.context.nrt.decref(lower.builder, kind, value)
        super().return_from_generator(lower)


class YieldingLower(Lower):
    """Numba's lowering, by which a yielded value takes its reference along."""

    GeneratorLower = _Generators

    def lower_yield(self, kind: types.Type, yielded: Any) -> Any:
        """Pass on the reference of a variable, or a new one if the generator uses the variable once more."""
        variable = yielded.value.name
        if variable in self.generator_info.yield_points[yielded.index].live_vars:
            self.incref(self.typeof(variable), self.loadvar(variable))
        return super().lower_yield(kind, yielded)


@lower_builtin("iternext", types.Generator)
@iternext_impl(RefType.NEW)
def _next(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    """Take a yielded value with its reference."""
    write = context.get_generator_impl(signature.args[0])
    status, value = write(context, builder, signature, args)
    context.add_linking_libs(getattr(write, "libs", ()))
    with builder.if_else(status.is_ok) as (yields, ends):
        with yields:
            result.set_valid(True)
            result.yield_(value)
        with ends:
            result.set_exhausted()
            with builder.if_then(builder.not_(status.is_stop_iteration), likely=False):
                context.call_conv.return_status_propagate(builder, status)
