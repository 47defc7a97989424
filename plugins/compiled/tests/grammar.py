"""A grammar of random hooks: what an expression or a statement may be."""

from __future__ import annotations

import math
import re

from hypothesis import strategies as st

INTS = (0, 1, 2, 3, 7, -1, -2, 8, 63, 64, 255, 256, -128, 2**31 - 1, 2**31, 2**32, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, 0.5, -1.5, 2.5, 3.75, 1e-3, 1e10, 2.0**53, 1e300, math.inf, -math.inf, 5e-324)


LEAVES = {
    "int": (*map(str, INTS[:9]), *map(str, INTS[:5]), *(f"({number})" for number in INTS[3::3])),
    "float": tuple(repr(number) for number in FLOATS if math.isfinite(number)),
    "num": ("3", "0.5", "(-7)", "2.5"),
    "bool": ("True", "False"),
    "array": tuple(f"self.array[{index}]" for index in range(4)),
    "compare": ("<", "<=", "==", "!=", ">", ">="),
    "sign": ("+", "-", "*", "//", "%", "&", "|", "^"),
    "real": ("+", "-", "*", "/", "//", "%"),
    "of_array": ("+", "-", "*", "&", "//", "%"),
    "shift": ("<<", ">>"),
    "power": ("0", "1", "2", "3"),
    "divisor": ("3", "7", "-5", "(p + 1)", "(-2)"),
    "function": ("sqrt", "log", "exp", "sin", "floor", "fabs", "log2", "atan"),
    "which": ("0", "1"),
}
"""What ends an expression, by its kind. Powers are small, for Python would compute ``7 ** 2**31`` for hours."""

GRAMMAR = {
    "bool": (
        "(<int> <compare> <int>)",
        "(<float> <compare> <float>)",
        "(<num> <compare> <num>)",
        "(<array> <compare> <array>)",
        "(<bool> and <bool>)",
        "(not <bool>)",
        "(<int> in (<int>, <int>))",
        "(<int> in self.seen)",
        "(<int> in self.prices)",
        "isinstance(<num>, int)",
    ),
    "array": ("self.array[<int> % 4]", "(self.array[0] <of_array> <int>)"),
    "num": (
        "self.mixed[<int> % 3]",
        "self.prices.get(<int> % 5, 0.5)",
        "(<int> if <bool> else <float>)",
        "(<num> <real> <divisor>)",
        "(<num> + <num>)",
        "(<num> * <num> % 1009)",
        "max(<num>, <num>)",
        "abs(<num>)",
        "-<num>",
        "self.mix(<int>)",
    ),
    "float": (
        "(<float> <real> <float>)",
        "(<float> <real> <int>)",
        "(<float> ** <power>)",
        "(<int> / <divisor>)",
        "math.<function>(abs(<float>) + 1.0)",
        "math.<function>(<float>)",
        "math.hypot(<float>, <float>)",
        "abs(<float>)",
        "float(<int>)",
        "float(<num>)",
        "float(<array>)",
        "max(<float>, <float>)",
        "(<float> if <bool> else <float>)",
        "round(<float>, 2)",
    ),
    "int": (
        "(<int> <sign> <int>)",
        "(<int> // <divisor>)",
        "(<int> % <divisor>)",
        "(<int> % 1009 * <int>)",
        "(<int> <shift> (<int> % 8))",
        "((<int> % 16 - 7) ** <power>)",
        "(<int> <sign> int(<bool>))",
        "(<int> * <bool>)",
        "(<bool> + <int>)",
        "-<int>",
        "~<int>",
        "abs(<int>)",
        "int(<float>)",
        "int(<array>)",
        "self.array[<int> % 4].item()",
        "int(<num> * 2)",
        "round(<num>)",
        "(1 if isinstance(<num>, int) else 2)",
        "round(<float>)",
        "math.floor(<float>)",
        "min(<int>, <int>)",
        "divmod(<int>, <divisor>)[<which>]",
        "sum([<int>, <int>])",
        "sorted([<int>, <int>, <int>])[1]",
        "sorted([5, <int>, 17], key=lambda each: each % 3)[0]",
        "len({<int>, <int>})",
        "(<int> if <bool> else <int>)",
        "less(<int>, <int>)",
        "self.twice(<int>, <bool>)",
    ),
}
"""What an expression of a kind may be. A name in angle brackets stands for an expression of that kind."""

STATEMENTS = (
    "x = <int>",
    "x += <int>",
    "x = x % 4099 * <int>",
    "x <<= <int> % 9",
    "x //= <divisor>",
    "z = <float>",
    "z -= <float>",
    "m = <num>",
    "m = <int>",
    "m += <num>",
    "m %= <divisor>",
    "if <bool>:\n    x = <int>",
    "if <bool>:\n    m = <float>\nelse:\n    m = <int>",
    "for each in range(<int> % 4):\n    x = x + each * <int>",
    "for each in sorted({<int>, p, 2}):\n    x = x % 1009 * 3 + each",
    "for each in {<int>, p, 2}:\n    x = x * 3 + each",
    "for each in sorted(self.seen):\n    if each < <int>:\n        x = x % 1009 + each",
    "for key, price in self.prices.items():\n    if price < <num>:\n        x = x % 1009 + key",
    "if <bool>:\n    late = <int>\nx = late",
    "table = {p: 1}\ntable[<int>] = 2\nfor each in table:\n    x = x % 1009 * 5 + each",
    "items = [<num>, 2]\nitems.append(<num>)\nm = items[<int> % 3]",
    "try:\n    x = 97 // x\nexcept ZeroDivisionError:\n    x = 5",
    "try:\n    x = <int> // <int>\nexcept Exception:\n    x = 5",
    "try:\n    z = math.sqrt(<float>)\nexcept Exception:\n    z = 0.25",
    "try:\n    m = self.prices[<int> % 7]\nexcept Exception:\n    m = 1.5",
    "match <int> % 4:\n    case 0:\n        x = <int>\n    case 1 | 2:\n        x = 3\n    case _:\n        z = <float>",
    "match (<int> % 2, <int> % 3):\n    case (0, other):\n        x = other\n    case (_, 1):\n        x = <int>",
    "while x > 1009:\n    x = x // 3 - <int> % 5",
    "bits = [<bool>, <bool>]\nif bits[<which>]:\n    x = <int>",
)

REFUSED = (
    *(
        "<array> <compare>",
        "<of_array>",
        "late",
        "each in {<int>",
        "<array> ",
        "math.<function>(<float>)",
        "(<float> <real> <float>)",
    ),
    *("sorted({",),
)
"""Parts of constructs that are often refused. A refused hook costs all that share its program a second compilation."""

NUMPYS = ("array",)
"""Parts of constructs that need an array."""
AMBIGUOUS = ("isinstance",)
"""Parts of constructs that are refused beside an array, because a number may be numpy's there."""

NAMES = {
    "int": ("p", "x", "p", "x", "q", "self.number"),
    "float": ("z", "self.real"),
    "bool": ("self.flag", "(p > 3)"),
    "num": ("m", "x", "z", "self.mixed[0]"),
}


def some(constructs: tuple[str, ...], risky: bool, numpy: str) -> list[str]:
    """Return those of these constructs that compile, or all; without an array, those that need none."""
    left_out = (*(() if risky else REFUSED), *((() if risky else AMBIGUOUS) if numpy else NUMPYS))
    return [each for each in constructs if not any(part in each for part in left_out)]


@st.composite
def filled(draw: st.DrawFn, text: str, depth: int, risky: bool, numpy: str) -> str:
    """Text with an expression for each kind in angle brackets. Only what is chosen is drawn.

    ``numpy`` says which numbers an array has: "whole", "real", or none if there is no array.
    """
    if text.endswith(".item()") and numpy == "real" and not risky:
        text = f"int({text})"  # a float among ints is often refused

    def expression(found: re.Match[str]) -> str:
        kind = found[1]
        if kind not in GRAMMAR or depth == 0 or draw(st.integers(0, 4)) == 0:
            return draw(st.sampled_from((*NAMES.get(kind, ()), *LEAVES[kind])))
        return draw(filled(draw(st.sampled_from(some(GRAMMAR[kind], risky, numpy))), depth - 1, risky, numpy))

    return re.sub(r"<(\w+)>", expression, text)


@st.composite
def statements(draw: st.DrawFn, risky: bool, numpy: str) -> str:
    """The lines of a hook that compute ``x``, ``y`` (ints), ``z`` (a float) and ``m`` (either), which may not be bound."""
    chosen = draw(st.lists(st.sampled_from(some(STATEMENTS, risky, numpy)), min_size=1, max_size=4))
    filling = [draw(filled(each, draw(st.integers(1, 3)), risky, numpy)) for each in chosen]
    lines = ["x = p", "z = self.real", "m = self.mixed[p % 3]", "y = 1", *filling]
    lines.append(draw(filled("y = <int>", 2, risky, numpy)))
    lines.append("y += int(m > 2)" if numpy and not risky else "y += (1 if isinstance(m, int) else 2) + int(m > 2)")
    return "\n".join(f"        {line}" for each in lines for line in each.splitlines())
