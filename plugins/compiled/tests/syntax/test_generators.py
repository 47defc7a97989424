"""A loop over a generator becomes the generator's body, if that does the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from genastar_compiled.syntax import plain
from genastar_compiled.syntax.loops.generators import is_generator, method_of, needs_class

SIDES = ((1, 0), (0, 1))
limit = 3


def beside(x, y):
    for dx, dy in SIDES:
        yield x + dx, y + dy


def below(most):
    number = 0
    while True:
        if number >= most:
            break
        number += 1
        if number == 2:
            continue
        yield number


class Base:
    scale = 10

    def around(self, x, y):
        for dx, dy in ((1, 0), (0, 1), (-1, 0)):
            if x + dx >= 0:
                yield (x + dx, y + dy), self.scale * dx

    def overridden(self, x):
        yield x

    def __hidden(self, x):
        yield x * self.scale

    def guarded(self, x):
        try:
            yield 1 // x
        finally:
            yield 0

    def short(self, x):
        yield x
        if x > 1:
            return
        yield -x

    def unbound(self, x):
        if x > 1:
            late = x
        yield late

    def sent(self, x):
        got = yield x
        yield got

    def global_limit(self, x):
        yield x * limit

    def by_default(self, x, y=5):
        yield x + y

    def delegating(self, x):
        yield from (x, x)

    def taking(self, x):
        yield next(iter(range(x)))

    def twice(self, x):
        half: int = x // 2
        yield half
        yield x

    def nothing(self, x):
        yield


class Hooks(Base):
    def overridden(self, x):
        yield x
        yield x + 100

    # The body moves into these.

    def method(self, n):
        return [(place, step) for place, step in self._pairs(n)]

    def _pairs(self, n):
        done = []
        for place, step in self.around(n, n):
            done.append((place, step))
        return done

    def starred(self, n):
        done = []
        for place, step in self.around(*(n, n + 1)):
            if step == 0:
                continue
            done.append((place, step))
        return done

    def of_a_module(self, n):
        done = []
        for x, y in beside(n, 2 * n):
            for number in below(x):
                done.append((x, y, number))
        return done

    def own_names(self, n):
        x, number, dx = 7, 8, 9
        most = n + 2
        for each in below(most):
            most = 0
            number += each
        for each in below(n):
            x += each
        return x, number, dx, most

    def the_override(self, n):
        total = 0
        for each in self.overridden(n):
            total += each
        return total

    def both_yields(self, n):
        done = []
        for each in self.twice(n):
            done.append(each)
            if n > 2:
                done.append(-each)
        return done

    def nothing_given(self, n):
        done = []
        for each in self.nothing(n):
            done.append(each)
        return done

    def swapped(self, n):
        x, y = n, 5
        done = []
        for place, _ in self.around(y, x):
            done.append(place)
        return done

    def returns_inside(self, n):
        for each in below(5):
            if each > n:
                return each
        return None

    # These stay loops over generators.

    def left_early(self, n):
        total = 0
        for each in below(5):
            if each > n:
                break
            total += each
        return total

    def with_else(self, n):
        for each in below(n):
            n += each
        else:
            n = -n
        return n

    def catches(self, n):
        return _listed(self.guarded(n))

    def catching(self, n):
        done = []
        for each in self.guarded(n):
            done.append(each)
        return done

    def short_one(self, n):
        done = []
        for each in self.short(n):
            done.append(each)
        return done

    def unbound_one(self, n):
        done = []
        for each in self.unbound(n):
            done.append(each)
        return done

    def sent_one(self, n):
        done = []
        for each in self.sent(n):
            done.append(each)
        return done

    def hides_a_global(self, n):
        limit = 1000
        done = []
        for each in self.global_limit(n):
            done.append(each + limit)
        return done

    def default(self, n):
        done = []
        for each in self.by_default(n):
            done.append(each)
        return done

    def delegated(self, n):
        done = []
        for each in self.delegating(n):
            done.append(each)
        return done

    def taken(self, n):
        done = []
        for each in self.taking(n):
            done.append(each)
        return done

    def another_self(self, n):
        other, done = Base(), []
        for each in other.overridden(n):
            done.append(each)
        return done

    def hidden(self, n):
        done = []
        for each in self._Base__hidden(n):
            done.append(each)
        return done

    def self_again(self, n):
        done = []
        self = Base()
        for each in self.overridden(n):
            done.append(each)
        return done


def _listed(items):
    return list(items)


MOVED = [
    "_pairs", "starred", "of_a_module", "own_names", "the_override", "both_yields", "nothing_given", "swapped",
    "returns_inside", "hidden",
]  # fmt: skip
KEPT = [
    "left_early", "with_else", "catches", "catching", "short_one", "unbound_one", "sent_one", "hides_a_global", "default",
    "delegated", "taken", "another_self", "self_again",
]  # fmt: skip


def _outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except Exception as error:
        return type(error)


def _calls_a_generator(function: Any) -> bool:
    names = function.__code__.co_names
    return any(is_generator(method_of(Hooks, each) or function.__globals__.get(each)) for each in names)


@pytest.mark.parametrize("name", MOVED + KEPT)
def test_the_function_does_what_it_did(name: str) -> None:
    function = getattr(Hooks, name)
    made = plain(function, None, Hooks)
    assert _calls_a_generator(made) == (name in KEPT)
    for number in range(6):
        assert _outcome(lambda: made(Hooks(), number)) == _outcome(lambda: function(Hooks(), number))  # noqa: B023


def test_only_methods_that_name_a_generator_need_their_class() -> None:
    assert needs_class(Hooks, Hooks._pairs)
    assert not needs_class(Hooks, Hooks.of_a_module)
