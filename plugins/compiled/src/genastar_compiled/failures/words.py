"""Words for the user in place of the names that Numba and this package have for types and functions."""

from __future__ import annotations

import re
from typing import Final

INTERNAL: Final = re.compile(
    r"genastar_|\bopcode\b|\bMATCH_[A-Z]+|\bStarArg|CPUDispatcher|\bBoundFunction|\bOptionalType|\bunicode_type|\bUni(?:Tuple|Row)\b|"
    r"\bLiteral(?:\[|List|StrKey)|\bpyobject\b|\bPacked[A-Z]\w+|\bFunction\(|\bModule\(|\bmake_function|\bUndecided|\bundefined\b|"
    r"\biv=|\bnopython|\$\w|_v\d{3,}|site-packages|\b[Nn]umba\b|\bclosure__locals__"
)
"""What only the makers of compilers know."""


def with_names_of_types(text: str) -> str:
    """Return a text in which the types of values with fields, of containers and of tuples read as in Python."""
    while (found := re.search(r"(?:Instance|Iterated|Reference)\(([\w.<>]+) at \d+", text)) is not None:
        end, depth = found.end(), 1
        while depth and end < len(text):
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        name = found[1].rpartition(".")[2]
        text = text[: found.start()] + IN_PYTHON.get(name, name) + text[end:]
    text = re.sub(r"Literal\[int\]\(-?\d+\)", "int64", re.sub(r"<iv=[^>]*>", "", text))
    text, before = re.sub(r"UniRow\(([^()]+) x (\d+)\)", r"list of \2 \1", text), ""
    while before != text:  # one lies in another
        before, text = text, re.sub(r"UniTuple\(([^()]+) x (\d+)\)", r"tuple of \2 \1", text)
    return text


def in_python(reason: str) -> str:
    """Return a reason in which texts and enums read as in Python, without addresses and the modules of this package."""
    reason = re.sub(r"Literal\[str\]\([^)]*\)", "str", reason)
    reason = re.sub(r"\bFunction\(<(?:class|function|built-in function) '?([\w.]+)[^()]*\)", r"\1", reason)
    reason = re.sub(r"(?:type\()?CPUDispatcher\(<function ([\w.<>]+)[^()]*\)\)?", r"the function \1", reason)
    reason = re.sub(r"\bModule\(<module '([\w.]+)'[^()]*\)", r"the module \1", reason)
    reason = re.sub(r"\bStarArgTuple\(|\bStarArgUniTuple\(", "tuple(", reason)
    reason = re.sub(r"\bgenastar__(\w+?)_?\d*\b", r"\1", reason)
    text = re.sub(r"(?:Int)?Enum(?: class)?<[^<>]*>\((\w+)\)", r"\1", reason.replace("unicode_type", "str"))
    return re.sub(r" at 0x[0-9a-f]+|\bgenastar_compiled\.(?:\w+\.)*", "", text)


IN_PYTHON: Final = {"View": "list or tuple", "ListView": "list", "TupleView": "tuple", "Bag": "set"} | {
    "Facts": "frozenset",
    "NoFacts": "empty frozenset",
    "Table": "dict",
    "PackedSet": "frozenset",
    "PackedText": "str",
    "PackedTuple": "tuple",
    "PackedMember": "member of an enum",
    "PackedMaybe": "value that may be None",
}
"""The names in Python of the classes of `views`, `facts` and `packed`."""
