"""Translate Numba's errors about a hook into terms of the user's code."""

from __future__ import annotations

import ast
import gc
import inspect
import re
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Final

from numba.core.errors import NumbaError

from genastar import CannotCompile
from genastar.errors import name_of
from genastar.memory.open_list import NOT_IN_A_WALK
from genastar_compiled.names import is_own
from genastar_compiled.storage.cache import NotKept

_MEND = (
    "machine code supports numbers, tuples, numpy arrays, strings and enums as constants, and attrs classes of these; "
    'rewrite this line with these, or search with engine="interpreted"'
)


_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""Escape sequences in Numba's messages if colorama is installed."""


class _Notes(threading.local):
    """The innermost function whose compilation failed first, on this thread."""

    found: tuple[FunctionType, Exception] | None = None


notes = _Notes()


@contextmanager
def noted(function: FunctionType) -> Iterator[None]:
    """Remember a function that fails to compile, if it is the innermost one outside the engine.

    Numba caches errors and raises them again for the same question, so the note is also stored on the error.
    """
    before = notes.found
    try:
        yield
        notes.found = before  # what failed inside was tried again with other types
    except Exception as error:
        if notes.found is None:
            notes.found = getattr(error, "genastar_note", (function, error))
        if is_own(notes.found[0].__module__) and not is_own(
            function.__module__
        ):  # the hook passed an unsupported value to the engine
            notes.found = function, error
        error.genastar_note = notes.found  # type: ignore[attr-defined]
        raise


class Settled(Exception):
    """Carries a refusal through Numba's type inference, which would compile all else before it tells."""

    def __init__(self, refusal: Exception) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def is_ours(function: FunctionType) -> bool:
    """Return whether a function belongs to this package."""
    return (function.__module__ or "").split(".")[0] == "genastar_compiled"


@contextmanager
def honest_errors(solver: object) -> Iterator[None]:
    """Turn errors of Numba into one line that names the class, the hook, the line and the reason."""
    notes.found = None
    try:
        yield
    except NotKept:
        raise
    except RecursionError as error:
        name = name_of(solver)
        raise CannotCompile(
            f"{name} cannot be compiled: a function called by its hooks is recursive; write it as a loop, "
            'or search with engine="interpreted"'
        ) from error
    except Exception as error:  # whatever Numba's error, the solver can still be searched interpreted
        raise CannotCompile(_explain(name_of(solver), error)) from error
    finally:
        notes.found = None


def forget_frames(error: BaseException | None) -> None:
    """Remove the tracebacks of an error, of its causes and of all errors that Numba keeps, also those that it overcame.

    Frames refer to their callers, and so to the request, whose arrays may be large. Numba keeps errors for as long as it has
    the function.
    """
    waiting = [error, *(each for each in gc.get_objects() if issubclass(type(each), NumbaError))]
    known: set[int] = set()
    while waiting:
        each = waiting.pop()
        if each is not None and id(each) not in known:
            known.add(id(each))
            waiting += [each.__cause__, each.__context__]
            each.__traceback__ = None


def _explain(name: str, error: Exception) -> str:
    if notes.found is None:
        return f"{name} cannot be compiled: {_told(str(error))}"
    function, inner = notes.found
    file, line = _place(function, inner)
    place = f"{function.__qualname__} ({file}, line {line})"
    return f"{name} cannot be compiled: {place}: {_told(str(inner))}"


def _place(function: FunctionType, error: Exception) -> tuple[str, int]:
    """Return the name of the file and the line at which a function fails to compile."""
    where = getattr(error, "loc", None)
    if where is not None and Path(where.filename).suffix and "numba" not in Path(where.filename).parts:
        return Path(where.filename).name, where.line
    # The function is called by code that was made for the call, and which has no file: Numba names the lines inside.
    called = inspect.unwrap(function)
    file = called.__code__.co_filename
    lines = re.findall(rf'File "{re.escape(file)}", line (\d+)', _COLOURS.sub("", str(error)))
    return Path(file).name, int(lines[-1]) if lines else called.__code__.co_firstlineno + _lines_above(called, str(error))


def _lines_above(function: FunctionType, text: str) -> int:
    """Return how many lines of a function are above the construct for which Numba names no line."""
    kinds = next((kinds for part, kinds in _KINDS.items() if part in text), ())
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, SyntaxError, ValueError):
        return 0
    found = [each for each in ast.walk(tree) if each is not tree and isinstance(each, kinds)]
    return min((getattr(each, "lineno", 1) for each in found), default=1) - 1


_KINDS: Final[dict[str, tuple[type[ast.AST], ...]]] = {
    "cell variable": (ast.NamedExpr, ast.Nonlocal),
    "kwdefaults": (ast.Lambda, ast.FunctionDef),
    "with (context manager)": (ast.With,),
}
"""Constructs by what Numba calls them."""


def _told(text: str) -> str:
    """Return the reason in the user's terms, and what to write instead, if the construct is known."""
    text = _with_names_of_types(_COLOURS.sub("", text))
    if NOT_IN_A_WALK in text:  # interpreted, it would be refused too
        return f"it calls open_list.known(): {NOT_IN_A_WALK}"
    for pattern, reason, mend in _CONSTRUCTS:
        found = re.search(pattern, text)
        if found:
            plain = found.expand(reason).replace("unicode_type", "str")
            return f'{plain}; {found.expand(mend)}, or search with engine="interpreted"'
    reason = _reason(text).replace("unicode_type", "str")
    if "; " in reason:  # it says already what to write instead
        return reason if "engine=" in reason else f'{reason}, or search with engine="interpreted"'
    return f"{reason}; {_MEND}"


def _with_names_of_types(text: str) -> str:
    """Return a text in which the types of values with fields, of containers and of tuples read as in Python."""
    while (found := re.search(r"(?:Instance|Iterated|Reference)\(([\w.<>]+) at \d+", text)) is not None:
        end, depth = found.end(), 1
        while depth and end < len(text):
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        name = found[1].rpartition(".")[2]
        text = text[: found.start()] + _CONTAINERS.get(name, name) + text[end:]
    text = re.sub(r"Literal\[int\]\(-?\d+\)", "int64", re.sub(r"<iv=[^>]*>", "", text))
    text = re.sub(r"UniRow\(([^()]+) x (\d+)\)", r"list of \2 \1", text)
    return re.sub(r"UniTuple\(([^()]+) x (\d+)\)", r"tuple of \2 \1", text)


_CONTAINERS: Final = {"View": "list or tuple", "ListView": "list", "TupleView": "tuple", "Bag": "set"} | {
    "Facts": "frozenset",
    "Table": "dict",
}
"""The names in Python of the classes of `views`."""


def _reason(text: str) -> str:
    """Return the line of Numba's explanation that says what is wrong, without its frame."""
    lines = [line.strip() for line in text.splitlines()]
    refused = [line.removeprefix(_REFUSED) for line in lines if line.startswith(_REFUSED) and _FAILED not in line]
    if refused:
        return refused[-1][:300]
    kept = [line for line in lines if line and not line.startswith(_FRAME)]
    unknown = re.search(r"No implementation of function Function\((?:<class '(\w+)'>|<built-in function (\w+)>)\)", text)
    if unknown:
        return f"{unknown[1] or unknown[2]} is not supported for these values"
    return kept[0][:300] if kept else text[:300] or "a value is not supported"


_CONSTRUCTS: Final = (
    (r"opcode \(STORE_GLOBAL\)", "a hook assigns to a global name", "keep the value in a local, or in the position"),
    (r"opcode \(IMPORT_NAME\)", "a hook imports a module", "import it at the top of the file"),
    (r"opcode \(LOAD_BUILD_CLASS\)", "a hook defines a class", "define it outside"),
    (r"opcode \(MATCH_MAPPING\)", "match takes a dictionary apart", "look up its keys"),
    (
        r"[Uu]nsupported context manager|'with \(context manager\)|opcode \(BEFORE_WITH\)",
        "with is not supported in machine code",
        "write the block without it",
    ),
    (
        r"print\(\) function",
        "print is called, and a hook may be called twice for one node",
        "observe the search: search(..., observer=...)",
    ),
    (r"attribute '(\w+)' of type Module\(<module 'logging'", r"logging.\1 is called", "observe the search instead"),
    (
        r"Untyped global name '(Fraction|Decimal)'|Unknown attribute '(Fraction|Decimal)' of type Module",
        r"\1\2 makes numbers that machine code does not have",
        "scale them, and use ints",
    ),
    (
        r"Unknown attribute '([A-Z]\w*)' of type Module\(<module '([\w.]+)'",
        r"\2.\1, a class or a constant of a module, is not supported in machine code",
        "import it from there by its name",
    ),
    (
        r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'",
        r"\2.\1 is not supported in machine code",
        "write it as a loop",
    ),
    (r"Exception object cannot be stored", "except gives its exception a name", "leave out 'as' and the name"),
    (
        r"Cannot infer the type of variable '(\w+)[^']*'.* imprecise type: (?:DictType|[Ll]ist|[Ss]et)",
        r"\1 begins empty, and what it holds is not clear",
        "make it with a first item",
    ),
    (
        r"Type of variable '(\w+)[^']*' cannot be determined",
        r"the type of \1 is not clear, perhaps because it comes from a list or dictionary that begins empty",
        "make that with a first item",
    ),
    (
        r"Type of variable '\$[^']*' cannot be determined|Cannot infer the type of variable '\$[^']*'.* imprecise type: ",
        "a list, set or dictionary is empty, and what it would hold is not clear",
        "leave it out, or make it with a first item",
    ),
    (
        r"non-constant value associated with variable '(\w+)'|constant value for variable '(\w+)' as there are multiple",
        r"a lambda or an inner function that reads \1\2 is kept, or passed on",
        "write a loop, or a comprehension",
    ),
    (
        "use of cell variable",
        "a comprehension or an inner function assigns to a name of the function around it",
        "write it as a loop",
    ),
    ("with kwdefaults", "an inner function has keyword-only arguments with defaults", "leave out the *, or write it outside"),
    (
        r"Undecided type|getitem\(Tuple\(type\(CPUDispatcher",
        "a function is taken from a list or tuple, or the type of an item is not clear",
        "choose functions by if and else, and give items one type",
    ),
    (
        r"use of getiter with parameters \(Tuple\(",
        "a loop goes over a tuple whose items are of several types",
        "give them one type, or write the rounds one after another",
    ),
    (
        r"No implementation of function Function\(<class 'tuple'>\)",
        "a star unpacks what has no length that is known beforehand",
        "name its items, or unpack a tuple",
    ),
    (
        r"No definition for lowering (\w+)\.(\w+) = ",
        r"a field of a record is set, \1.\2",
        "make another record, for example by dataclasses.replace or attrs.evolve",
    ),
    (r"Untyped global name '(defaultdict)'", r"\1 is not supported in machine code", "write a dict and get(key, 0)"),
    (
        r"OverloadSelector object at \w+>, \((.+?),?\)\s",
        r"a constant of the type \1 is not supported in machine code",
        "write a tuple or a frozenset of numbers or texts",
    ),
    (
        r"got \((?:Int)?Enum<[^>]*>\((\w+)\), (?:Int)?Enum",
        r"members of \1 are combined",
        "make it an IntFlag",
    ),
    (
        r"expected a type instance, got \{",
        "a function is called with **, or passes ** on",
        "name its arguments",
    ),
    (
        r">>> (?:setitem|delitem)\((list|tuple|dict|set|frozenset)[^\n]*",
        r"it changes a \1 of the solver or of a module, and a hook may be called twice for one node",
        "keep the value in the position",
    ),
    (
        r"key gives (\S+), but must give (.+?)\s*\n",
        r"the hook key gives \1, and machine code needs \2",
        "give a number for it",
    ),
    (
        r"All (?:arguments must be Sets|Sets must be of the same type), got \(([^\n]+)\)",
        r"values of the types \1 are compared, or combined",
        "compare values of one type, or their parts",
    ),
    (r"re-entrant", "it calls itself through another function", "write it as a loop, or let it call only itself"),
    (r"runaway recursion", "it calls itself on every way before it returns a value", "begin with a way that returns one"),
    (
        r"Cannot cast Literal\[bool\]\(\w+\) to int or float",
        "a value is a bool on one way, and a number on another",
        "write int(...) around the bool",
    ),
    (r"Int value is too large: (-?\d+)", r"the number \1 is beyond 64 bits", "keep numbers below 2**63"),
    (
        r"(the text of .+?) is not known to machine code",
        r"\1 is asked for",
        "write int(...) around it, or compare numbers",
    ),
    (r"format spec in f-strings", "an f-string has a format after a colon", "leave it out"),
    (r">>> i?mod\((?:Literal\[str\]|unicode_type|Text)", "text is formatted by %", "write an f-string, such as f'{n}'"),
    (
        r"Unknown attribute 'format' of type (?:Literal\[str\]|unicode_type|Text)",
        "text is formatted by format()",
        "write an f-string, such as f'{n}'",
    ),
    (
        r"Unknown attribute '(\w+)' of type (?:Int)?Enum<.*?>\((\w+)\)",
        r"\2 sets \1 on its members, which machine code does not know",
        "write a property that computes it from the value",
    ),
    (
        r"Unknown attribute '(\w+)' of type (?:Literal\[str\]\(|unicode_type|Text)",
        r"a text, or a member of an enum of texts, is asked for \1",
        "write a function that takes the text",
    ),
    (
        r"a getset_descriptor is not supported",
        "the class of a value is asked for, by type() or __class__",
        "name the class, or call its methods by self",
    ),
    (
        r"got an unexpected keyword argument '(\w+)'",
        r"a function is called with \1=, which it does not take in machine code",
        "leave it out, or write the function as a loop",
    ),
    (
        r"Invalid use of _Method\((?:set|list)\.(\w+) for (?:reflected )?(set|list)\((\w+)\)(?:<iv=[^>]*>)?\) "
        r"with parameters \((.+)\)",
        r"\1() gives a \2 of \3 a value of another type, \4",
        "give its items one type",
    ),
    (r"array\(pyobject", "an array holds objects (dtype object)", "give it a dtype of numbers"),
    (
        "exception_match|try_raise",
        "except names an exception, and the block may raise another",
        "check beforehand, or write one clause, except Exception",
    ),
    (r"The use of yield in a closure", "a generator expression is used in an unsupported way", "write a list comprehension"),
    (r"Cannot unify (.+?) and (.+?) for '", r"a value is \1 on one way, and \2 on another", "give both one type"),
    (r"Untyped global name '([^']+)': (an? .*? machine code); ([^\n]+)", r"\1: \2", r"\3"),
    (r"Untyped global name '([^']+)': (an? .* machine code)", r"\1: \2", "give its items one type"),
    (
        r"Invalid use of Literal\[Expr\]\(make_function",
        "a function that is defined in a hook is passed on",
        "write a lambda in its place, or define it outside",
    ),
    (
        r"CALL_FUNCTION_EX with \*\*kwargs|^unreachable$",
        "a call has a star and a named argument",
        "give all arguments by their places",
    ),
    (
        r">>> contains\((?:Literal\[int\]|u?int\d+|IntEnum)",
        "'in' is asked of an int, or of a flag that machine code has as an int",
        "write flags & flag == flag",
    ),
    (
        r"((?:[Ll]ist|[Ss]et|DictType)\(?.*) as value is forbidden",
        "a dictionary that a hook makes is given lists, sets or dictionaries",
        "keep (key, item) pairs in a list, or make the dictionary a field",
    ),
    (
        r"Untyped global name '([^']+)': Cannot determine Numba type of <class '(?:type|[\w.]*Meta)'>",
        r"\1 is a class that machine code does not know",
        "write an attrs frozen class, or use numbers, tuples, dictionaries or numpy arrays",
    ),
    (
        r"Untyped global name '([^']+)': Cannot determine Numba type of <class '([^']+)'>",
        r"\1 (of type \2) is not supported in machine code",
        "rewrite it with numbers, tuples, dictionaries or numpy arrays",
    ),
)
"""Patterns of Numba's explanations, their meaning, and what to write instead."""

_REFUSED = "TypingError: "
"""Prefix of the reasons that this package's own code generators give."""

_FAILED: Final = "Failed in "
"""What Numba says around a reason."""

_FRAME = (
    _FAILED,
    "- Resolution failure",
    "During:",
    "File ",
    "<source",
    "^",
    "Enable logging",
    "There are",
    "- Of which",
    ">>>",
)
