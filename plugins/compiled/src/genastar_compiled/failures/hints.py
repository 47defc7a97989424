"""What a user can write in place of a construct that the compiler refuses."""

from __future__ import annotations

import ast
import re
import sys
from typing import Any, Final


def hint_for(what: str) -> str:
    """Return the end of a refusal's line: what to write instead, unless the line says that already."""
    if "; " in what:
        return ""
    return "; " + next((hint for pattern, hint in _HINTS.items() if re.match(pattern, what)), "write it otherwise")


_ALIKE: Final = "give all of them one type"
_TEXTS: Final = "compare values, and not their texts"
_HINTS: Final = {
    r"a with statement": "write its block without it",
    r"an assignment to a global name|a change of .* that the hook has not made": "change a copy, such as list(...), or keep "
    "what changes in the position, because a hook may be called twice for a node",
    r".*, which keeps what it gave": "call a function without a cache, or make a table of its results before the search",
    r"a call of (print|logging\..*)( \(|$)": "leave it out, or watch the search with observer=",
    r"a call of (random|time|datetime)\.": "give the solver a field with what it gave: a hook must give the same again",
    r"a call of (getattr|setattr|eval|exec)$": "name what is asked for",
    r"a call of type$|.*__class__$": "name the class, or write isinstance(...) or 'is None'",
    r"a call of (math|numpy|cmath|statistics)\.|the attribute \w+ of an array|the order of .* array": "write it with "
    "+ - * / and loops, or make an array or a tuple of its results before the search",
    r"a call of (fractions\.Fraction|decimal\.Decimal|complex)$": "write ints of a smaller unit, or floats",
    r"a call of collections\.(defaultdict|Counter)": "write a dict with setdefault(key, []) or get(key, 0)",
    r"a call of (str|repr|format|ascii)$|an f-string|the attribute format of": _TEXTS,
    r"the operator % of (str|')": _TEXTS,
    r"a call of str\.": "write a lambda that calls it",
    r"an open list has no|a call of open_list\.": "write open_list.relax(position, travelled), insert(position, cost), "
    "known(position) or improves(position, cost)",
    r"a position has": "give search() a start of the type of all positions",
    r"case of ": "compare its items by if",
    r"\* of": "pass the items one by one, or write a loop",
    r"\*\* of": "name the arguments",
    r".*, a generator that is kept": "write a list, [... for ...], or use it where it is made",
    r".*, which calls itself": "write a function outside of it, or a loop with a list of what is left to do",
    r"an assignment to a slice|a slice": "join parts, such as items[:i] + other + items[j:], or write a loop over indices",
    r"an assignment to the field": "make another value, as by attrs.evolve or dataclasses.replace",
    r".*(list|dict|set) .*as a key": "write tuple(...) or frozenset(...) around it",
    r".*a NaN in a set": "leave it out, or write another number in its place",
    r".*, which has no value": "give it a value first",
    r".* has no \w+$": "name one that it has",
    r"a loop over a (set|frozenset)|the attribute pop of (set|frozenset)": "write sorted(...) around it",
    r".*: its source ": "write it in a file, and search again",
    r"a class inside of a function|import of": "write it at the top of the file",
    r"a function inside of a function in": "call it where it is made",
    r"'is' of": "write ==",
    r"'in' \w+$": "compare by ==, or look among the items of a tuple, such as tuple(...)",
    r".*an int beyond 64 bits": "scale the numbers down",
    r".*: an? (range|\w+_iterator|generator|dict_\w+)$": "give a tuple of its items, tuple(...)",
    r".*: an array of an unusual kind": "write numpy.ascontiguousarray(...), of a native dtype",
    r".*: an array of \w+$": "give it a dtype of ints, bools, float32 or float64",
    r".*: arrays in a container": "give one array of more dimensions, or a field for each",
    r"a complex$|a position or a cost that is not made": "write ints, floats, or tuples or attrs classes of these",
    r"a cost with a fraction": "give search() a start cost of floats",
    r"an? (cost|estimate|index) .* that is|\w+ where the search began": "write int(...) around it",
    r"(a call of|.*: an?) (builtin_function_or_method|method|type|function|partial)$": "give a function that calls it",
    r".*: an? \w+$": "give ints, floats, texts, arrays, lists, sets, dicts or tuples of these, or attrs classes of them",
    r".*: a member of": "derive the class from IntEnum",
    r"(.*: )?items of several kinds|a value that is .* on one way": _ALIKE,
    r".*(where .* is wanted|together with .*|among keys .*)": _ALIKE,
}
"""The hints, by how what is refused begins; the first that fits is given."""


def construct_of(node: ast.AST) -> str:
    """Return the name of a construct."""
    return _CONSTRUCTS.get(type(node)) or f"the construct {type(node).__name__}"


_CONSTRUCTS: Final[dict[type[ast.AST], str]] = {
    ast.With: "a with statement",
    ast.Global: "an assignment to a global name",
    ast.JoinedStr: "an f-string",
    ast.ClassDef: "a class inside of a function",
    ast.AsyncFunctionDef: "an asynchronous function",
    ast.AsyncFor: "an asynchronous loop",
    ast.AsyncWith: "an asynchronous with statement",
    ast.Await: "await",
    ast.Slice: "an assignment to a slice",
    ast.Starred: "a star",
    ast.TryStar: "except*",
}


def sign_of(sign: type[ast.AST]) -> str:
    """Return an operator as it is written."""
    name = ast.Name("")
    made = ast.UnaryOp(sign(), name) if issubclass(sign, ast.unaryop) else ast.BinOp(name, sign(), name)  # type: ignore[arg-type]
    return ast.unparse(made).strip()


def called(made: Any) -> str:
    """Return the name of what is called, with the module of what is not the user's."""
    name, module = getattr(made, "__qualname__", None), getattr(made, "__module__", None) or ""
    if module.startswith("genastar_compiled."):
        owner, _, name = (name or "").rpartition(".")
        return f"open_list.{name}" if owner else "an open list" if isinstance(made, type) else name
    if name is None:
        return a_value(made)
    if hasattr(made, "cache_info"):
        return f"{name}, which keeps what it gave"
    is_users = module in ("builtins", "") or module.partition(".")[0] not in (*sys.stdlib_module_names, "numpy")
    return name if is_users else f"{module.lstrip('_')}.{name}"


def a_value(value: object) -> str:
    """Return what a value is: its class."""
    name = type(value).__qualname__
    name = f"numpy.{name}" if type(value).__module__ == "numpy" else name
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def describe_value(value: object) -> str:
    """Return a value in a few letters."""
    return getattr(value, "__qualname__", None) or (repr(value) if isinstance(value, (int, float, str)) else a_value(value))
