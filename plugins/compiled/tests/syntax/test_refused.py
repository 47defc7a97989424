"""Constructs that are refused with their line, because Python's meaning of them is not known to the compiler."""

from __future__ import annotations

from pathlib import Path

import pytest
from both_speeds import write_module
from pieces import in_machine_code

from genastar_compiled.compiler.faults import NotCovered

GENERATOR = """def given(n, log):
    {body}

def f(n):
    log = [0]
    for each in given(n, log):
        log.append(each)
    return sum(log)
"""
CASES = {
    "an async def": (
        "async def wall(n):\n    return n\n\ndef f(n):\n    return 0 if wall(n) else n",
        "line 5): a call of wall, which is asynchronous",
    ),
    "a yield before a finally": (
        GENERATOR.format(body="try:\n        for i in range(n): yield i\n    finally: log.append(9)"),
        "line 2): yield inside of try",
    ),
    "a yield that catches": (
        GENERATOR.format(body="try:\n        for i in range(n): yield 6 // i\n    except: log.append(9)"),
        "line 2): yield inside of try",
    ),
    "a defaultdict": (
        "from collections import defaultdict\n\ndef f(n):\n    c = defaultdict(int)\n    c[n] += 1\n    return c[n]",
        "a call of collections.defaultdict",
    ),
    "too few arguments": (
        "def f(n):\n    def step(a, b):\n        return a - b\n    return step(n)",
        "a function inside of it without its argument b",
    ),
    "an unknown argument": ("def f(n):\n    def step(a):\n        return a\n    return step(n, b=1)", "arguments that"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_refused(name: str, tmp_path: Path) -> None:
    text, words = CASES[name]
    with pytest.raises(NotCovered) as refused:
        in_machine_code(write_module(text, tmp_path).f, 1)
    assert words in str(refused.value)
