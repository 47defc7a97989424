"""Random expressions of Python, by their types."""

from __future__ import annotations

import math

from hypothesis import strategies as st

INTS = (
    0,
    1,
    2,
    3,
    7,
    -1,
    -2,
    -7,
    63,
    64,
    255,
    -128,
    2**31,
    -(2**31),
    2**53,
    2**53 + 1,
    -(2**53) - 1,
    2**62,
    2**63 - 1,
    -(2**63),
)
FLOATS = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -1.5,
    2.5,
    1e-3,
    1e10,
    2.0**53,
    2.0**63,
    -(2.0**63),
    1e300,
    math.inf,
    -math.inf,
    math.nan,
    5e-324,
)


def expressions(depth: int) -> dict[str, st.SearchStrategy[str]]:
    """Expressions of each type, no deeper than this."""
    if depth == 0:
        return {
            "int": st.sampled_from(["a", "b"]) | st.sampled_from(INTS).map(lambda each: f"({each})"),
            "float": st.sampled_from(["x", "y", "0.0", "(-0.0)", "0.5", "3.0", "1e300", "(-2.5)"]),
            "bool": st.sampled_from(["p", "q", "True", "False"]),
        }
    less = expressions(depth - 1)
    i, f, b = less["int"], less["float"], less["bool"]
    number, any_of = i | f | b, st.sampled_from
    comparison = any_of(["<", "<=", "==", "!=", ">", ">="])

    def text(form: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.tuples(*parts).map(lambda given: form.format(*given))

    return {
        "int": i
        | text("({} {} {})", i, any_of(["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"]), i)
        | text("({} {} {})", i, any_of(["+", "-", "*", "&", "|", "^"]), b)
        | text("({} {} {})", i, any_of(["//", "%"]), any_of(["3", "(-3)", "8", "(-1)", "7"]))
        | text("({} {} {})", i, any_of(["<<", ">>"]), any_of(["0", "1", "5", "63", "64"]))
        | text("({} ** {})", i, any_of(["0", "1", "2", "3"]))
        | text("{}({})", any_of(["abs", "-", "~", "+"]), i)
        | text("int({})", number)
        | text("{}({}, {})", any_of(["min", "max"]), i, i)
        | text("({} if {} else {})", i, b, i)
        | text("({} {} {})", i, any_of(["and", "or"]), i)
        | text("math.{}({})", any_of(["floor", "ceil"]), f)
        | text("(3, {}, 5, {})[{} % 4]", i, i, i)
        | text("divmod({}, {})[{} % 2]", i, i, i),
        "float": f
        | text("({} {} {})", f, any_of(["+", "-", "*", "/", "//", "%"]), f)
        | text("({} {} {})", f, any_of(["+", "-", "*", "/", "//", "%"]), i)
        | text("({} {} {})", i, any_of(["+", "-", "*", "/", "//", "%"]), f)
        | text("({} / {})", i, i)
        | text("{}({})", any_of(["abs", "-", "+"]), f)
        | text("float({})", number)
        | text("{}({}, {})", any_of(["min", "max"]), f, f)
        | text("math.{}({})", any_of(["sqrt", "fabs", "sin", "cos", "exp", "atan"]), f)
        | text("math.copysign({}, {})", f, f)
        | text("({} if {} else {})", f, b, f)
        | text("({} {} {})", f, any_of(["and", "or"]), f),
        "bool": b
        | text("({} {} {})", number, comparison, number)
        | text("({} {} {} {} {})", i, comparison, i, comparison, i)
        | text("({} {} {} {} {})", f, comparison, i, comparison, f)
        | text("({} {} {})", b, any_of(["and", "or", "&", "|", "^"]), b)
        | text("(not {})", number)
        | text("bool({})", number)
        | text("({} in ({}, {}))", i, i, i)
        | text("(({}, {}) {} ({}, {}))", i, i, comparison, i, i)
        | text("{}(({}, {}))", any_of(["any", "all"]), b, i)
        | text("math.isnan({})", f),
    }
