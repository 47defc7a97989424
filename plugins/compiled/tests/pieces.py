"""Functions compiled alone as hooks are, which is quicker than a search."""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, typeof
from numba.core import cgutils, types
from numba.extending import box

from genastar_compiled import options
from genastar_compiled.data.mixed import MIXED, Mixed
from genastar_compiled.failures.refusal import Origin, Refusal, compiling_for
from genastar_compiled.meaning import passes as meaning
from genastar_compiled.plans import program
from genastar_compiled.reach import functions

assert program  # imported for the stand-ins that it registers


@box(Mixed)
def box_mixed(kind: Any, value: Any, made: Any) -> Any:
    """Give Python the int or the float of a mixed number."""
    struct = cgutils.create_struct_proxy(MIXED)(made.context, made.builder, value=value)
    found = cgutils.alloca_once(made.builder, made.pyapi.pyobj)
    real = made.builder.bitcast(struct.bits, made.context.get_value_type(types.float64))
    with made.builder.if_else(cgutils.as_bool_bit(made.builder, struct.whole)) as (whole, other):
        with whole:
            made.builder.store(made.pyapi.long_from_longlong(struct.bits), found)
        with other:
            made.builder.store(made.pyapi.float_from_double(real), found)
    return made.builder.load(found)


def in_machine_code(function: Callable[..., object], *args: object, numpy: bool = True) -> Callable[..., object]:
    """A function as hooks are compiled, for arguments like these."""
    with options.counting(True), compiling_for(Origin(numpy)):
        scope = {"part": njit(pipeline_class=meaning.Meaning)(functions._with_translated_names(function))}
        names = ", ".join(f"a{number}" for number in range(len(args)))
        exec(f"def whole({names}):\n    return part({names})", scope)
        made = njit(scope["whole"])
        made.compile(tuple(map(typeof, args)))
    return made  # type: ignore[no-any-return]


def outcome(function: Callable[..., object], *args: object) -> object:
    """What a function gives, or the type of what it raises; ``None`` if it refuses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = function(*args)
            return repr(found.item() if isinstance(found, np.generic) else found)
        except Refusal as error:
            assert "\n" not in str(error)  # noqa: PT017
            return None
        except Exception as error:
            return type(error)


def function_of(text: str, names: str = "a, b") -> Callable[..., object]:
    scope: dict[str, object] = {"math": math, "np": np, "operator": operator}
    exec(f"def asked({names}):\n    return {text}", scope)
    return scope["asked"]  # type: ignore[return-value]


class Held:
    """A class that hooks of other modules name."""

    number = 1
