"""The methods of preparation, as parameters of tests."""

import pytest

SHORT = ("hierarchy", "landmarks")
COMPILES = [pytest.param(method, marks=pytest.mark.long) for method in ("customizable", "first-moves", "hub-labels")]
"""Their machine code takes seconds to compile."""
EACH_METHOD = pytest.mark.parametrize("method", [*SHORT, *COMPILES])
