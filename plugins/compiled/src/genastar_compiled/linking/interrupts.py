"""Interrupts of a hook that takes long: machine code that calls itself asks Python now and then whether to go on.

Between two expansions Python looks by itself. A function that calls itself may take for ever within one.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from genastar_compiled.linking.asking import CALLS
from genastar_compiled.linking.running import Interrupted
from genastar_compiled.meaning.refusal import raise_if


def _call(builder: Any, name: str, returned: Any, *args: Any) -> Any:
    kind = ir.FunctionType(returned, [each.type for each in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


def _ask_signals(context: Any, builder: Any) -> None:
    """Write code that calls the handlers of signals, and keeps what one raises: a callback of ctypes would only print it."""
    python = context.get_python_api(builder)
    lock = python.gil_ensure()
    has_raised = builder.icmp_unsigned("!=", _call(builder, "PyErr_CheckSignals", _INT), _INT(0))
    with builder.if_then(has_raised, likely=False):
        error = [cgutils.alloca_once(builder, cgutils.voidptr_t) for _ in range(3)]
        for name in ("PyErr_Fetch", "PyErr_NormalizeException"):
            _call(builder, name, ir.VoidType(), *error)
        _call(builder, "genastar_keep", ir.VoidType(), builder.load(error[1]))
        for part in error:
            python.decref(builder.load(part))
    python.gil_release(lock)


_INT: Final = ir.IntType(32)


@intrinsic
def heed(typingctx: Any, base: Any) -> Any:
    """Count a call in the word at this address, and end the search if it is time."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        place = builder.inttoptr(args[0], word.as_pointer())
        count = builder.add(builder.load(place), word(1))
        builder.store(count, place)
        is_time = builder.icmp_unsigned("==", builder.and_(count, word(CALLS - 1)), word(0))
        with builder.if_then(is_time, likely=False):
            _ask_signals(context, builder)
            must_end = builder.icmp_unsigned("!=", _call(builder, "genastar_must_end", _INT), _INT(0))
            raise_if(context, builder, must_end, Interrupted, "")
        return context.get_dummy_value()

    return types.none(base), codegen
