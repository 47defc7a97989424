"""Functions compiled by themselves, and called as Python calls them."""

from __future__ import annotations

import linecache
import math
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from genastar_compiled.compiler.arguments import outer, runner
from genastar_compiled.compiler.code import target
from genastar_compiled.compiler.code.inlining import limit_size
from genastar_compiled.compiler.code.operations import OPERATIONS
from genastar_compiled.compiler.code.writer import Module
from genastar_compiled.compiler.compilation import Compilation
from genastar_compiled.compiler.kinds import INT, Memory, dtype_of
from genastar_compiled.compiler.sources import TEXTS
from genastar_compiled.compiler.values import Lent, kind_of
from genastar_compiled.data.columns import Column, reader_of
from genastar_compiled.reach.generated import generated

_numbers = count()


def function_of(text: str, **scope: object) -> Any:
    """The function of this text, whose source can be read; its module is a user's."""
    file = f"<function {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "users", "math": math, **scope}
    exec(compile(text, file, "exec"), names)
    return names[text[text.index("def ") + 4 : text.index("(")]]


def compiled(function: Any, *like: object, odd: bool = True) -> Callable[..., Any]:
    """The function in machine code, for arguments of the kinds of these."""
    kinds = tuple(map(kind_of, like))
    compilation = Compilation(takes_odd_indices=odd, began_whole=False)
    kind = compilation.routine(function, kinds).returns
    names = ", ".join(f"leaf{at}" for at in range(len(kinds)))
    text = f"def entry(at, {names}):\n    out(at)[0] = function({names})"
    entry = generated(
        text, {"__name__": "genastar_compiled.kernel.entry", "function": function, "out": Lent(Memory(kind, kind))}
    )
    TEXTS[entry] = text
    routine = compilation.routine(entry, (INT, *kinds))
    limit_size(compilation.routines)
    module = Module()
    for each in compilation.routines:
        module.write(each, OPERATIONS)
    text = f"{module.text(*target.layout_and_triple())}\n{outer(routine, kinds)}\n"
    address, engine = target.load(target.object_of(text)[1], "entry")
    run = runner(address, engine, kinds, module.faults)

    def call(*given: object) -> Any:
        array = np.zeros(1, dtype_of(kind))
        run(array.ctypes.data, *given)
        return Column(reader_of(kind), array).one(0)

    return call
