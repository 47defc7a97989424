"""Functions compiled alone as hooks are, which is quicker than a search."""

from __future__ import annotations

import linecache
import math
import operator
import warnings
from collections.abc import Callable
from itertools import count
from unittest.mock import patch

import numpy as np

from genastar_compiled.compiler import calling
from genastar_compiled.compiler.compilation import Compilation
from genastar_compiled.failures.refusal import Refusal


def in_machine_code(function: Callable[..., object], *args: object) -> Callable[..., object]:
    """A function as hooks are compiled, for arguments like these: its ints do not wrap around."""

    def as_hooks(**settings: bool) -> Compilation:
        return Compilation(**(settings | {"is_plain": False}))

    with patch.object(calling, "Compilation", as_hooks):
        return calling.run_for(function, args)  # type: ignore[arg-type,no-any-return]


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


def function_of(text: str, names: str = "a, b", **more: object) -> Callable[..., object]:
    file = f"<function {next(_numbers)}>"
    source = f"def asked({names}):\n    return {text}"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    scope: dict[str, object] = {"math": math, "np": np, "operator": operator, **more}
    exec(compile(source, file, "exec"), scope)
    return scope["asked"]  # type: ignore[return-value]


def number_of(x: float) -> tuple[bool, bool, int, float]:
    """The type and the value of a number that is an int on one way and a float on another, which no function returns."""
    is_int = isinstance(x, int)
    return isinstance(x, bool), is_int, int(x) if is_int else 0, 0.5 if is_int else float(x)


_numbers = count()


class Held:
    """A class that hooks of other modules name."""

    number = 1
