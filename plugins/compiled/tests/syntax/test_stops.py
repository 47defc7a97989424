"""A StopIteration inside a generator is an error there, and not its end (PEP 479), wherever it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest
from both_speeds import write_module
from walks import Values, search_each

from genastar import CannotCompile

USES = [
    "sum(h(n + i) for i in range(2))",
    "len(list(h(n + i) for i in range(2)))",
    "min((h(n + i) for i in range(2)), default=3)",
    "max((h(n + i) for i in range(2)), key=abs)",
    "sorted(h(n + i) for i in range(2))[0]",
    "any(h(n + i) > 99 for i in range(2)) + 1",
    "all(i < 9 for i in range(2) if h(n + i)) + 1",
    "next(i for i in range(5) if h(n + i) > 3)",
    "next((i for i in range(5) if h(n + i) > 7), 33)",
    "sum(next(iter(range(n % 4))) for i in range(2))",
    "sum(next(k for k in (1, 2, 3) if k > n) for i in range(2))",
    "sum([h(n + i) for i in range(2)])",
    "max([n, 3], key=h)",
    "sum(i * k for i, k in enumerate(h(n + i) for i in [1]))",
]
"""Values of which Python makes a RuntimeError where a generator expression raises a StopIteration."""
MODULE = """
def h(n):
    if n % 4 == 2:
        raise StopIteration
    return n

def f(n):
    {body}
"""


@pytest.mark.long
@pytest.mark.parametrize("use", USES)
def test_a_stop_that_leaves_a_hook(use: str, tmp_path: Path) -> None:
    search_each(write_module(MODULE.format(body=f"return {use}"), tmp_path).f, range(6))


def test_a_map_that_its_function_ends_is_refused(tmp_path: Path) -> None:
    solver = Values(3, write_module(MODULE.format(body="return sum(map(h, range(n, n + 2)))"), tmp_path).f)
    with pytest.raises(CannotCompile, match="raises RuntimeError in machine code"):
        solver.search(1, engine="compiled")


@pytest.mark.usefixtures("refuses_at_once")
@pytest.mark.parametrize("error", ["StopIteration", "RuntimeError", "Exception"])
def test_a_handler_that_may_catch_it_is_refused(error: str, tmp_path: Path) -> None:
    body = f"try:\n        return {USES[0]}\n    except {error}:\n        return 5"
    solver = Values(3, write_module(MODULE.format(body=body), tmp_path).f)
    with pytest.raises(CannotCompile, match="StopIteration, and a handler that may catch it"):
        solver.search(1, engine="compiled")
