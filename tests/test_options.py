"""Values of options: what validators accept, and that a number and its text are the same choice at every door."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Literal, get_args, get_origin

import pytest
from attrs import AttrsInstance, field, frozen

from genastar import BadInput
from genastar.authoring import DomainInfo
from genastar.cli.options import parse_options
from genastar.options import find_choice, format_typed, number, one_of, text, whole
from genastar.options.description import list_option_fields
from genastar.worlds.domain_registry import list_domains, make_options

pytestmark = pytest.mark.quick


class Rule(Enum):
    NEVER = "never"
    THIRD = 3


@frozen(kw_only=True)
class Options:
    directions: Literal["8", "4", "knight"] = field(default="8", validator=one_of("8", "4", "knight"))
    neighbours: Literal[26, 6] = field(default=26, validator=one_of(26, 6))
    factor: Literal[1.5, 2] = field(default=2, validator=one_of(1.5, 2))
    rule: Rule = field(default=Rule.NEVER, validator=one_of(*Rule))
    depth: int = field(default=1, validator=whole(1, 10))
    share: float = field(default=0.5, validator=number(0.0, 1.0))
    name: str = field(default="x", validator=text)


def test_validators_are_values() -> None:
    assert whole(1, 2) == whole(1, 2) != whole(1, 3)
    assert pickle.loads(pickle.dumps(one_of(8, "4"))) == one_of(8, "4")
    assert hash(number(0.0, 1.0)) == hash(number(0.0, 1.0))


@pytest.mark.parametrize(
    ("name", "given", "held"),
    [
        ("directions", 4, "4"),
        ("directions", "4", "4"),
        ("directions", "knight", "knight"),
        ("neighbours", "6", 6),
        ("neighbours", 6, 6),
        ("factor", "1.5", 1.5),
        ("factor", "2", 2),
        ("rule", 3, Rule.THIRD),
        ("rule", "never", Rule.NEVER),
        ("rule", Rule.THIRD, Rule.THIRD),
    ],
)
def test_a_number_and_its_text_are_the_same_choice(name: str, given: object, held: object) -> None:
    options = Options(**{name: given})  # type: ignore[arg-type]
    found = getattr(options, name)
    assert (found, type(found)) == (held, type(held))
    assert options == Options(**{name: held})  # type: ignore[arg-type]
    assert hash(options) == hash(Options(**{name: held}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("directions", 5, "directions is 5; it must be '8' or '4' or 'knight'"),
        ("directions", True, "directions is True; it must be"),
        ("directions", "four", "directions is 'four'; it must be"),
        ("directions", [4], "it must be"),
        ("neighbours", "6.0", "neighbours is '6.0'; it must be 26 or 6"),
        ("neighbours", None, "neighbours is None; it must be 26 or 6"),
        ("neighbours", "6" * 5000, "it must be 26 or 6"),
        ("depth", "1" * 5000, "1'; it must be a whole number from 1 to 10"),
        ("depth", 11, "depth is 11; it must be a whole number from 1 to 10"),
        ("share", float("nan"), "share is nan; it must be a number from 0.0 to 1.0"),
        ("name", "", "name is ''; it must be text"),
    ],
)
def test_what_is_refused_is_told_in_a_short_line(name: str, given: object, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        Options(**{name: given})  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200


def test_an_int_that_has_no_text_is_told_of_too() -> None:
    with pytest.raises(ValueError, match="depth is a value of type int that cannot be printed; it must be a whole number"):
        Options(depth=10**5000)


def test_choice_of_names_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"^'x' is not a choice; expected one of 4, none, true$"):
        find_choice("x", (4, None, True))


def served(info: DomainInfo, values: Mapping[str, object]) -> AttrsInstance:
    """The options as a client of the HTTP service gives them."""
    return pytest.importorskip("genastar_studio.questions.options").make_options_of(info, values)


def called(info: DomainInfo, values: Mapping[str, object]) -> AttrsInstance:
    return make_options(info, dict(values))


def typed_in(info: DomainInfo, values: Mapping[str, object]) -> AttrsInstance:
    return parse_options(info, {name: format_typed(value) for name, value in values.items()})


def choices() -> Iterator[tuple[DomainInfo, str, object]]:
    """Every choice of every option of every installed domain."""
    for row in list_domains().values():
        for option in list_option_fields(row.info) if row.info is not None else ():
            if get_origin(option.type) is Literal:
                yield from ((row.info, option.alias, choice) for choice in get_args(option.type))


@pytest.mark.parametrize("door", [called, typed_in, served])
def test_every_door_of_every_domain_takes_numbers_and_their_texts(
    door: Callable[[DomainInfo, Mapping[str, object]], AttrsInstance],
) -> None:
    tried = 0
    for info, name, choice in choices():
        alike: list[object] = [choice, str(choice)]
        if isinstance(choice, str) and choice.isdigit():
            alike.append(int(choice))
        for each in alike:
            options = door(info, {name: each})
            found = getattr(options, name)
            assert (found, type(found)) == (choice, type(choice))
            tried += 1
        with pytest.raises(BadInput):
            door(info, {name: "no such choice"})
    assert tried > 50
