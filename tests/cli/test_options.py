"""Values that are typed, and costs that are printed."""

from __future__ import annotations

import json
from contextlib import suppress
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Optional

import pytest
from attrs import field, frozen, validators
from hypothesis import given
from hypothesis import strategies as st

from genastar import BadInput, Cost, Limits, PluginError
from genastar.authoring import DomainInfo
from genastar.cli.answer import to_json_value
from genastar.cli.options import parse_limits, parse_options, parse_pairs
from genastar.errors import to_one_line
from genastar.options.description import describe_type, format_option_default, list_option_fields


class Rule(Enum):
    ALWAYS = "always"
    NEVER = "never"
    THIRD = 3


@frozen
class Nested:
    deep: int = 0


@frozen
class Options:
    directions: Literal[4, 8] = 8
    threshold: int = field(default=1, validator=validators.ge(0))
    weight: float = 1.0
    invert: bool = False
    title: str = "maze"
    rule: Rule = Rule.ALWAYS
    colour: tuple[int, int, int] = (1, 2, 3)
    factors: tuple[float, ...] = ()
    depth: Optional[int] = None  # noqa: UP045  # both ways to write it
    place: int | str | None = None
    late: None | int = None  # noqa: RUF036  # None may come first
    share: Fraction = Fraction(1, 3)
    price: Decimal = Decimal("0.10")
    folder: Path = Path("x")
    rules: frozenset[Rule] = frozenset()
    made: list[int] = field(factory=list)
    nested: Nested = Nested()
    array: memoryview = field(default=memoryview(b""))
    hidden: int = field(default=5, init=False)


INFO = DomainInfo("maze", "", Options, api_version="1")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("directions", "4", 4),
        ("threshold", "0", 0),
        ("weight", "2", 2.0),
        ("weight", "1e-3", 0.001),
        ("invert", "Yes", True),
        ("invert", "off", False),
        ("title", "a=b, c", "a=b, c"),
        ("title", "", ""),
        ("rule", "never", Rule.NEVER),
        ("rule", "3", Rule.THIRD),
        ("colour", "255,0,7", (255, 0, 7)),
        ("factors", "", ()),
        ("factors", "1,2.5", (1.0, 2.5)),
        ("depth", "none", None),
        ("depth", "7", 7),
        ("place", "7", 7),
        ("place", "door", "door"),
        ("place", "None", None),
        ("late", "3", 3),
        ("share", "2/4", Fraction(1, 2)),
        ("price", "0.20", Decimal("0.20")),
        ("folder", "a/b", Path("a/b")),
        ("rules", "never,3", frozenset({Rule.NEVER, Rule.THIRD})),
        ("made", "1,2", [1, 2]),
    ],
)
def test_a_value_is_made_of_its_text(name, text, value):
    found = getattr(parse_options(INFO, {name: text}), name)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("directions", "5", "one of 4, 8"),
        ("threshold", "1.5", "a whole number"),
        ("weight", "heavy", "a number"),
        ("invert", "perhaps", "true or false"),
        ("rule", "ALWAYS", "one of always, never, 3"),
        ("colour", "1,2", "3 values with commas between them: a whole number, a whole number, a whole number"),
        ("colour", "1,2,3,4", "3 values with commas between them: a whole number, a whole number, a whole number"),
        ("colour", "red", "3 values with commas between them: a whole number, a whole number, a whole number"),
        ("factors", "1,,2", "values with commas between them, each a number"),
        ("depth", "deep", "a whole number, or none"),
        ("share", "1/0", "a fraction such as 3/2"),
        ("price", "dear", "a number"),
        ("rules", "never,maybe", "values with commas between them, each one of always, never, 3"),
        ("nested", "1", "Nested"),
        ("array", "1", "memoryview"),
    ],
)
def test_a_value_that_is_refused_says_what_was_expected(name, text, wanted):
    with pytest.raises(BadInput) as raised:
        parse_options(INFO, {name: text})
    assert str(raised.value) == f"--option {name}={text}: expected {wanted}"


def test_a_validator_has_the_last_word():
    with pytest.raises(BadInput, match=r"^option of maze: 'threshold' must be >= 0: -1$"):
        parse_options(INFO, {"threshold": "-1"})


@pytest.mark.parametrize("name", ["colours", "hidden", ""])
def test_an_option_that_is_not_there(name):
    with pytest.raises(BadInput, match=f"--option {name}: maze has no such option; .*`genastar plugins --why maze` lists all"):
        parse_options(INFO, {name: "1"})


@given(st.dictionaries(st.sampled_from([each.alias for each in list_option_fields(INFO)]), st.text(max_size=20), max_size=4))
def test_any_text_makes_options_or_one_line(texts):
    with suppress(BadInput):
        assert isinstance(parse_options(INFO, texts), Options)


def test_type_hints_that_cannot_be_looked_up():
    info = DomainInfo("maze", "", frozen(type("Lost", (), {"__annotations__": {"x": "Nowhere"}, "x": 1})), api_version="1")
    with pytest.raises(PluginError, match="the options of maze have a type hint that cannot be resolved: name 'Nowhere'"):
        parse_options(info, {"x": "1"})


def test_what_help_says_of_options():
    told = {each.alias: (describe_type(each.type), format_option_default(each)) for each in list_option_fields(INFO)}
    assert told["directions"] == ("one of 4, 8", "8")
    assert told["invert"] == ("true or false", "false")
    assert told["rule"] == ("one of always, never, 3", "always")
    assert told["colour"][1] == "1,2,3"
    assert told["depth"] == ("a whole number, or none", "none")
    assert told["made"] == ("values with commas between them, each a whole number", "computed")
    assert "hidden" not in told


def test_a_default_is_read_back():
    for each in list_option_fields(INFO):
        if each.alias not in ("made", "nested", "array"):
            again = getattr(parse_options(INFO, {str(each.alias): format_option_default(each)}), each.name)
            assert again == each.default


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["step"], "--option step: expected NAME=VALUE"),
        (["=5"], "--option =5: expected NAME=VALUE"),
        (["a=1", "b=2", "a=3"], "--option a=3: a is given twice"),
    ],
)
def test_pairs_that_are_none(texts, message):
    with pytest.raises(BadInput) as raised:
        parse_pairs("--option", texts)
    assert str(raised.value) == message


def test_pairs():
    assert parse_pairs("--option", ["a=1", "b=", "c=x=y"]) == {"a": "1", "b": "", "c": "x=y"}


@pytest.mark.parametrize(
    ("texts", "limits"),
    [
        ({}, Limits()),
        ({"expansions": "5", "seconds": "0.5"}, Limits(expansions=5, seconds=0.5)),
        ({"cost": "7"}, Limits(cost=7)),
        ({"cost": "7.5"}, Limits(cost=7.5)),
        ({"cost": "1/3"}, Limits(cost=Fraction(1, 3))),
        ({"cost": "1,2.5"}, Limits(cost=(1, 2.5))),
    ],
)
def test_limits(texts, limits):
    assert parse_limits(texts) == limits


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"expansions": "many"}, "--limit expansions=many: expected a whole number"),
        ({"seconds": ""}, "--limit seconds=: expected a number of seconds"),
        ({"seconds": "-1"}, "seconds=-1.0: expected a number of at least 0"),
        ({"cost": "x"}, "--limit cost=x: expected a finite number, a fraction, or several with commas between them"),
        *(
            ({"cost": text}, f"--limit cost={told}: expected a finite number, a fraction, or several with commas between them")
            for text, told in (
                ("nan", "nan"),
                ("inf", "inf"),
                ("-inf", "-inf"),
                ("1e400", "1e400"),
                ("1,nan", "1,nan"),
                ("9" * 400, "9" * 37 + "..." + "9" * 20),
                ("9" * 5000, "9" * 37 + "..." + "9" * 20),
            )
        ),
        ({"expansions": "1e400"}, "--limit expansions=1e400: expected a whole number"),
        ({"seconds": "nan"}, "seconds=nan: expected a number of at least 0"),
        ({"cost": "1/0"}, "--limit cost=1/0: expected a finite number, a fraction, or several with commas between them"),
        ({"moves": "1"}, "--limit moves: there is no such limit; expected one of: expansions, seconds, cost, depth"),
    ],
)
def test_limits_that_are_refused(texts, message):
    with pytest.raises(BadInput) as raised:
        parse_limits(texts)
    assert str(raised.value) == message


class Level(IntEnum):
    LOW = 1


@frozen
class Trip:
    money: Decimal
    legs: tuple[Fraction, ...]


@pytest.mark.parametrize(
    ("cost", "printed"),
    [
        (None, None),
        (7, 7),
        (10**30, 10**30),
        (0.1, 0.1),
        (float("inf"), "inf"),
        (Fraction(1, 3), "1/3"),
        (Decimal("0.10"), "0.10"),
        (Cost(9, 4), 4),
        (Cost(Fraction(1, 2), Fraction(1, 4)), "1/4"),
        (Cost(9.5, float("inf")), "inf"),
        ((1, Fraction(1, 2), "x"), [1, "1/2", "x"]),
        (Trip(Decimal("1.50"), (Fraction(2), Fraction(1, 7))), {"money": "1.50", "legs": ["2", "1/7"]}),
        (Rule.NEVER, "never"),
        (Level.LOW, 1),
        (True, True),
        (3j, "3j"),
    ],
)
def test_costs_in_json(cost: Any, printed: Any):
    assert json.loads(json.dumps(to_json_value(cost), allow_nan=False)) == printed


def test_numbers_of_other_libraries_in_json():
    numpy = pytest.importorskip("numpy")
    assert to_json_value(numpy.int32(5)) == 5
    assert to_json_value(Cost(numpy.float32(0.5), numpy.float32(0.5))) == 0.5
    assert json.dumps([to_json_value(numpy.int64(5)), to_json_value(numpy.float64(0.25))]) == "[5, 0.25]"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain", "plain"),
        ("two\nlines\r\nthree", "two lines three"),
        ("a  b", "a  b"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("caf\u00e9 \u4e2d", "caf\u00e9 \u4e2d"),
        ("\udce9", "\\udce9"),
        ("\u202eback", "\\u202eback"),
        ("[red]", "[red]"),
    ],
)
def test_one_line(text, line):
    assert to_one_line(text) == line
    assert str(BadInput(text)) == line
