"""Functions compiled alone as hooks are, which is quicker than a search."""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Callable

import numpy as np

from genastar_compiled.compiler.calling import run_for
from genastar_compiled.failures.refusal import Refusal


def in_machine_code(function: Callable[..., object], *args: object) -> Callable[..., object]:
    """A function as hooks are compiled, for arguments like these."""
    return run_for(function, args)  # type: ignore[arg-type,no-any-return]


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
