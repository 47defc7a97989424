"""Functions inside hooks get the arguments that Python gives them, and catch what Python catches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from walks import search_each

Numbers = tuple[int, ...]


def by_defaults(p: int) -> Numbers:
    def step(a: int, b: int = 10, c: int = 100) -> int:
        return a + 2 * b + 3 * c

    return step(p), step(p, 7), step(p, 7, 9)


def by_names(p: int) -> Numbers:
    def step(a: int, b: int = 10, c: int = 100) -> int:
        return a + 2 * b + 3 * c

    return step(p, b=5), step(p, c=5), step(b=1, a=p), step(c=1, b=2, a=p), step(p, 3, c=4)


def by_lambdas(p: int) -> Numbers:
    step = lambda a, b=3, c=4: a * b - c  # noqa: E731
    return step(p), step(p, 5), step(p, c=6), step(b=p, a=2)


def within_another(p: int) -> Numbers:
    def outer(a: int, b: int = 2) -> int:
        def inner(c: int, d: int = 5, e: int = 6) -> int:
            return c * d + e * b

        return inner(a, e=1) + inner(d=a, c=b) + inner(a, 3)

    return outer(p), outer(p, b=3), outer(b=1, a=p)


def by_values(p: int) -> Numbers:
    half = p // 2

    def step(a: int, b: int = half, c: int = p) -> int:
        return a + 10 * b + 100 * c

    return step(1), step(1, 2), step(1, c=3)


def by_shared_values(p: int) -> Numbers:
    many = [p]
    half = p // 2

    def add(a: int, seen: list[int] = [1], kept: list[int] = many, first: int = many[0], more: int = half + 1) -> int:  # noqa: B006
        seen.append(a)
        kept.append(a)
        return len(seen) + 10 * len(kept) + 100 * first + 1000 * more

    half = 7
    return add(p), add(p), add(p, [2]), len(many), half


def caught(p: int) -> Numbers:
    """Leave each ``try`` in another way."""

    def look(at: int) -> int:
        try:
            return [4, 5, 6][at]
        except IndexError:
            return -1

    def count(at: int) -> int:
        found = 0
        try:
            found = 1
            found = [4, 5, 6][at]
        except IndexError:
            found += 7
        finally:
            found += 100
        return found

    return look(p), look(1), count(p), count(9), look(9)


def caught_further_out(p: int) -> Numbers:
    def look(at: int) -> int:
        def inner(to: int) -> int:
            try:
                if to == 5:
                    raise ValueError
                return (4, 5, 6)[to]
            except KeyError:
                return -1
            except IndexError:
                return -2

        return inner(at) + 10

    return look(p), look(2)


def within_a_try_of_another(p: int) -> int:
    def look(at: int) -> int:
        def inner(to: int) -> int:
            return (4, 5, 6)[to]

        try:
            return inner(at)
        except IndexError:
            return -1

    return look(p)


def may_be_unbound(p: int) -> int:
    def last(most: int) -> int:
        for each in range(most):
            if each > p:
                break
        return each

    return last(p)


SAME: tuple[Callable[[int], object], ...] = (
    *(by_defaults, by_names, by_lambdas, within_another, by_values, by_shared_values),
    *(caught, caught_further_out, within_a_try_of_another, may_be_unbound),
)


@pytest.mark.long
@pytest.mark.parametrize("function", SAME, ids=lambda function: str(function.__name__))
def test_a_nested_function_does_what_python_does(function: Callable[[int], object]) -> None:
    search_each(function, (0, 5, -3))
