"""A ``finally`` around a ``yield``, which Python runs where the generator is let go of, is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from both_speeds import write_module
from numba.core.errors import NumbaError, TypingError, UnsupportedError
from pieces import in_machine_code, outcome

HEAD = """
def given(n, log):
    {body}


def f(n):
    log = [0]
    for each in given(n, log):
        if each == 2:
            break
        log.append(each)
    return sum(log)
"""
FINAL = "try:\n        for i in range(n): yield i\n    finally: log.append(9)"
OUTER = "try:\n        try: yield n\n        except Exception: yield 4\n    finally: log.append(9)"
BARE = "try:\n        for i in range(n): yield 6 // i\n    except: log.append(9)"
LAST = "try:\n        for i in range(n): yield 6 // i\n    except (ValueError, BaseException): log.append(9)"
INSIDE = (
    "try: n = 6 // n\n    finally: log.append(1)\n    try: yield 6 // (n - 2)\n    except Exception: log.append(9)\n    yield n"
)


@pytest.mark.parametrize("body", [FINAL, OUTER, BARE, LAST])
def test_what_runs_when_a_generator_is_left_is_refused(body: str, tmp_path: Path) -> None:
    with pytest.raises((TypingError, UnsupportedError), match="a generator yields inside a try whose finally"):
        in_machine_code(write_module(HEAD.format(body=body), tmp_path).f, 1, numpy=False)


def test_it_is_refused_without_a_source() -> None:
    scope: dict[str, object] = {}
    exec(HEAD.format(body=FINAL), scope)
    with pytest.raises(NumbaError, match="a generator yields inside a try whose finally"):
        in_machine_code(scope["f"], 1, numpy=False)  # type: ignore[arg-type]


def test_other_tries_compile(tmp_path: Path) -> None:
    function = write_module(HEAD.format(body=INSIDE), tmp_path).f
    compiled = in_machine_code(function, 1, numpy=False)
    for n in range(6):
        assert outcome(compiled, n) == outcome(function, n)
