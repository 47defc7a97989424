"""Functions outside searches, as machine code of Numba."""

import pytest
from numba.core.caching import NullCache

from genastar_compiled.kernels import machine_code


@machine_code
def add_up(numbers, least, doubled):
    total = 0
    for number in numbers:
        if number > least:
            total += 2 * number if doubled else number
    return total


@machine_code
def add_up_in_several_ways(numbers):
    least = 0  # its type is that of a constant until it is changed
    first = add_up(numbers, least, True) + add_up(numbers, least=1, doubled=False)
    for number in numbers:
        least += number
    return first + add_up(numbers, least, False)


def test_a_function_is_not_compiled_for_each_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    for function in (add_up, add_up_in_several_ways):
        monkeypatch.setattr(function, "_cache", NullCache())  # what is taken from the cache is not compiled
    assert add_up_in_several_ways((1, 2, 3)) == 2 * 6 + 5
    assert len(add_up.signatures) == 1
