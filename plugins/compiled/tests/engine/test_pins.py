"""What names meant in classes is watched, with and without the numbers that CPython gives to their states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from genastar_compiled.guards import pins
from genastar_compiled.guards.pins import Watch


def classes() -> tuple[Any, Any, Any]:
    class Base:
        step = 1

    class Other:
        step = 1

    class Derived(Base):
        rate = 1

    return Base, Other, Derived


def is_refused(watch: Watch) -> bool:
    """As a guard asks."""
    return watch.number[0] != watch.known and watch.has_changed()


CHANGES: dict[str, Callable[[Any, Any, Any], None]] = {
    "a name of a base": lambda base, other, derived: setattr(base, "step", 2),
    "a name over that of a base": lambda base, other, derived: setattr(derived, "step", 1),
    "a name that is equal": lambda base, other, derived: setattr(derived, "rate", 1.0),
    "a name that was nowhere": lambda base, other, derived: setattr(derived, "price", None),
    "a name that is gone": lambda base, other, derived: delattr(derived, "rate"),
    "the bases": lambda base, other, derived: setattr(derived, "__bases__", (other,)),
}


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_watch_sees_changes(change: Any, numbered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "_CAN_READ", numbered and pins._CAN_READ)
    base, other, derived = classes()
    watch = Watch(derived, ("price", "rate", "step"), (derived, base))
    assert not is_refused(watch)
    base.more = derived.more = 1  # no name of the code
    assert not is_refused(watch)
    assert watch.known == (watch.number[0] or -1)
    change(base, other, derived)
    assert is_refused(watch)


def test_what_is_put_back_means_the_same() -> None:
    base, _, derived = classes()
    watch = Watch(derived, ("rate", "step"), (derived, base))
    derived.step = 5
    assert is_refused(watch)
    assert is_refused(watch)
    del derived.step
    assert not is_refused(watch)
