"""What Numba compiles in the place of the kernel's primitives."""

from __future__ import annotations

from typing import Final

from numba.core import types

from genastar_compiled.data.values import optional
from genastar_compiled.kernel import primitives, raw
from genastar_compiled.kernel.primitives import Primitive
from genastar_compiled.meaning.numbers import questions

_HOMES: Final = (optional, raw, questions, types)
"""The modules that have a function, or a type, of the name of each primitive."""

for _primitive in vars(primitives).values():
    if isinstance(_primitive, Primitive):
        _primitive.of_numba = next(vars(home)[_primitive.name] for home in _HOMES if _primitive.name in vars(home))
