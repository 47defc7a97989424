"""Functions that Python would await."""

from __future__ import annotations

from pathlib import Path

import pytest
from both_speeds import write_module
from numba.core.errors import TypingError
from pieces import in_machine_code


def test_a_function_that_is_awaited_is_refused(tmp_path: Path) -> None:
    written = "async def wall(n):\n    return False\n\ndef f(n):\n    return 0 if wall(n) else n\n"
    function = write_module(written, tmp_path).f
    with pytest.raises(TypingError, match="a call of an async def gives a coroutine, which no search awaits; write def"):
        in_machine_code(function, 1, numpy=False)
