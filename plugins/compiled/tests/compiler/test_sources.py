"""The source of a function is read only if it is what runs."""

from __future__ import annotations

import linecache
from typing import Any

import pytest
from calling import compiled, function_of

from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.compiler.sources import tree_of

TEXT = "def f(a):\n    return a + 1\n"


def changed(text: str, before: str = TEXT) -> Any:
    """A function whose file was changed to this text after it was run."""
    function = function_of(before)
    file = function.__code__.co_filename
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    return function


def test_a_comment_changes_nothing() -> None:
    assert compiled(changed("def f(a):\n    return a + 1  # as before\n"), 1)(4) == 5


@pytest.mark.parametrize(
    "text", ["def f(a):\n    return a + 8\n", "def f(a):\n    return a - 7\n", "def g(a):\n    return a\n"]
)
def test_another_source_is_refused(text: str) -> None:
    function = changed(text, TEXT.replace("1", f"7{len(text)}{hash(text) % 10**6}"))  # equal code is read once
    with pytest.raises(NotCovered, match="its source"):
        tree_of(function)


def test_a_function_without_source_is_refused() -> None:
    scope: dict[str, Any] = {}
    exec("def f(a):\n    return a\n", scope)
    with pytest.raises(NotCovered, match="its source cannot be read"):
        tree_of(scope["f"])


def test_methods_of_imported_modules_and_closures_are_found() -> None:
    text = "def f(a):\n    import_of = math.floor(a / 2)\n    return import_of\n"
    assert compiled(function_of(text), 1)(7) == 3


def test_a_variable_without_a_value_raises() -> None:
    function = compiled(function_of("def f(a):\n    if a > 3:\n        b = 1\n    return b\n"), 1)
    assert function(4) == 1
    with pytest.raises(UnboundLocalError, match="b has no value"):
        function(3)


def test_a_variable_of_two_types_is_refused() -> None:
    with pytest.raises(NotCovered, match=r"int on one way and .* on another"):
        compiled(function_of("def f(a):\n    b = 1\n    if a > 3:\n        b = (1, 2)\n    return b\n"), 1)
