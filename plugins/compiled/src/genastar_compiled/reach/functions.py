"""Ordinary Python functions, translated for Numba.

Numba compiles a function as it stands, with its globals frozen, but it knows neither plain functions nor attrs
classes among those globals. `translate` gives it a copy whose globals name their translations instead. The function
itself is not changed.
"""

from __future__ import annotations

import builtins
import functools
import threading
import typing
from collections import defaultdict
from collections.abc import Callable, Iterable, MutableMapping
from enum import EnumMeta
from types import CellType, FunctionType, MethodType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import attrs
from numba import njit
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError
from numba.core.types.misc import get_hashable_key
from numba.extending import overload

from genastar.values.vector import Vector
from genastar_compiled import options
from genastar_compiled.data.containers.facts import no_facts
from genastar_compiled.data.containers.freezing import constant
from genastar_compiled.data.makers import gathered, maker
from genastar_compiled.data.typed import by_types, is_by_types
from genastar_compiled.data.values.making import fault_of_making, hook_of
from genastar_compiled.data.values.records import (
    REMEMBERS,
    Field,
    arguments_of,
    fault_of_built_ins,
    fault_of_tuples,
    field_names,
    fields_of,
    has_fields,
)
from genastar_compiled.data.values.values import Unknown
from genastar_compiled.kernel.primitives import Primitive
from genastar_compiled.meaning import passes
from genastar_compiled.meaning.refusal import Origin, origin
from genastar_compiled.plans.lasting import Lasting, described, lasts
from genastar_compiled.reach.generated import generated
from genastar_compiled.reach.names import KERNELS, global_names, is_own, makes_containers, module_of
from genastar_compiled.syntax import Inherited, needs_class, plain, uses_super
from genastar_compiled.syntax.recursion import first_call, is_bound
from genastar_compiled.syntax.stand_ins import another, refusal

# To Numba, equal defaults have one type: 0.0 and -0.0, or (1, 2) and (1.0, 2). The names of their types differ.
types.Omitted.key = property(lambda self: (type(self.value), get_hashable_key(self.value), self.name))


class _Translator(threading.local):
    """Translated functions on this thread, with and without reference counting."""

    def __init__(self) -> None:
        self.start_afresh()

    def start_afresh(self) -> None:
        """Forget all translations."""
        self.age = _age
        self.functions: defaultdict[object, WeakKeyDictionary[object, Dispatcher]] = defaultdict(WeakKeyDictionary)
        self.plain: dict[tuple[object, ...], FunctionType] = {}
        self.underway: dict[object, list[tuple[dict[str, object], str]]] = {}
        """Functions being translated, and where their callers need their names."""
        self.of_classes: dict[object, Dispatcher] = {}


_age = 0
_owner: object = None
_local = _Translator()


def _current() -> _Translator:
    """Return the translated functions of this thread, as far as they still hold."""
    if _local.age != _age:
        _local.start_afresh()
    return _local


def translate_for(owner: object) -> None:
    """Translate all functions again unless it was for this owner: names may have meant something else for another."""
    global _age, _owner
    if owner is not _owner:
        _age += 1
        _owner = owner


def translate(function: Callable[..., object]) -> Dispatcher:
    """Return the function as Numba compiles it, with everything that it calls."""
    assert isinstance(function, FunctionType)
    return _once(function, lambda: _with_translated_names(function))


def translate_of_class(cls: type, function: Callable[..., object]) -> Dispatcher:
    """Return the function of a class method, which knows its class."""
    assert isinstance(function, FunctionType)
    return _once((cls, function), lambda: _with_translated_names(function, cls))


def translate_method(cls: type, function: Callable[..., object]) -> Dispatcher:
    """Return a method as an object of this class calls it."""
    assert isinstance(function, FunctionType)
    if not uses_super(function) and not needs_class(cls, function):
        return translate(function)
    return _once((cls, function, "inherited"), lambda: _with_translated_names(function, inherited=cls))


def _way() -> tuple[bool, Origin]:
    """Return how functions are translated now."""
    return options.counts(), origin()


def _underway_as(value: object) -> object:
    """Return the key under which a function that a name means is being translated, if it is."""
    if isinstance(value, MethodType):
        return _way(), (value.__self__, value.__func__)
    return value if isinstance(value, FunctionType) else None


def _once(key: object, copy: Callable[[], FunctionType]) -> Dispatcher:
    translator = _current()
    way = _way()
    known: MutableMapping[object, Dispatcher] = translator.functions[way]
    if isinstance(key, tuple):
        known, key = translator.of_classes, (way, key)
    if key not in known:
        callers = translator.underway.setdefault(key, [])
        try:
            function = copy()
        finally:
            del translator.underway[key]
        made = njit(**options.now(), pipeline_class=passes.compiler_of(function))(function)
        if lasts(key):
            made._cache = Lasting(f"{described(key)} {way}")
        for scope, name in callers:
            scope[name] = made
        if callers and is_bound(function):
            made = njit(**options.now(), pipeline_class=passes.Meaning)(first_call(function, made))
        elif callers and not is_own(function.__module__):
            raise NotImplementedError(
                f"{function.__qualname__} calls itself through another function, or its source cannot be read, so the depth of "
                "its calls has no bound; let it call itself by its name, in a file, or write it as a loop"
            )
        known[key] = made
    return known[key]


def _with_translated_names(function: FunctionType, cls: type | None = None, inherited: type | None = None) -> FunctionType:
    function = _plain(function, cls, inherited)
    if uses_super(function):
        raise NotImplementedError(
            "super() is used otherwise than in super().name(...) of a method with self; name the class in its place"
        )
    outside = function.__globals__
    inside: dict[str, object] = {}
    for name in global_names(function.__code__):
        if name in outside:
            value = outside[name]
            underway = _local.underway.get(_underway_as(value))
            if underway is None:
                inside[name] = _translated(value)
            else:
                underway.append((inside, name))
    inside |= {"__builtins__": builtins, "__name__": function.__module__}
    cells = tuple(CellType(_translated(cell.cell_contents)) for cell in function.__closure__ or ())
    copy = FunctionType(function.__code__, inside, function.__name__, _defaults(function), cells)
    copy.__kwdefaults__ = {name: _default(value) for name, value in (function.__kwdefaults__ or {}).items()}
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return copy


def _plain(function: FunctionType, cls: type | None = None, inherited: type | None = None) -> FunctionType:
    """Return `plain` of a function, whose syntax is the same for each way to compile it.

    Kernels are written plainly, but for ``super()``.
    """
    if module_of(function).startswith(KERNELS) and not uses_super(function):
        return function
    known, key = _current().plain, (function, cls, inherited)
    if key not in known:
        known[key] = plain(function, cls, inherited)
    return known[key]


def make_containers(functions: Iterable[FunctionType]) -> bool:
    """Return whether users' functions among these make lists, sets or dictionaries, as far as their code tells."""
    return any(makes_containers(_plain(each).__code__) for each in functions if not is_own(each.__module__))


def _defaults(function: FunctionType) -> tuple[object, ...]:
    return tuple(map(_default, function.__defaults__ or ()))


def _default(value: object) -> object:
    """Return the default of an argument as machine code reads it: containers like those of a module."""
    return _frozen(value) if isinstance(value, (bytearray, bytes, dict, frozenset, list, set, tuple)) else value


def _translated(value: object) -> object:
    if isinstance(value, Primitive):
        return _translated(value.of_numba)
    if value is typing.cast:
        return translate(_cast)
    if isinstance(value, FunctionType):
        return value if is_by_types(value) else translate(value)
    if isinstance(value, Inherited):
        return translate_method(value.cls, value.function)
    if isinstance(value, TypeVar):
        return None  # named in casts alone
    if isinstance(value, type) and has_fields(value):
        return Unknown(fault) if (fault := fault_of_making(value)) is not None else constructor(value)
    if isinstance(value, type) and issubclass(value, tuple) and value is not tuple:
        if (fault := fault_of_tuples(value) or fault_of_making(value)) is not None:
            return Unknown(fault)
        if getattr(value, "_field_defaults", None):
            return _once(value, lambda: _maker_of_tuples(value))
    if isinstance(value, MethodType) and isinstance(value.__self__, type):
        return translate_of_class(value.__self__, value.__func__)
    if (fault := fault_of_built_ins(value if isinstance(value, EnumMeta) else type(value))) is not None:
        return Unknown(fault)
    if isinstance(value, (bytearray, bytes, dict, frozenset, list, set, tuple)):
        return _frozen(value)
    return Unknown(REMEMBERS) if isinstance(value, functools._lru_cache_wrapper) else value


_FEW = 8
"""Texts that Numba's tuples may hold: the time to compile grows with them."""


def _frozen(value: object) -> object:
    """Return a module's container as machine code reads it; a tuple of numbers or of few texts stays a tuple of Numba."""
    try:
        return constant(value, _has_few_texts)
    except TypeError as error:
        return Unknown(str(error))


def _has_few_texts(value: object) -> bool:
    return type(value) is tuple and len(value) <= _FEW and all(type(each) is str for each in value)


def _cast(kind: object, value: object) -> object:
    return value


def constructor(cls: type) -> Dispatcher:
    """Return a function with the arguments of the class's ``__init__`` that makes a value of it in machine code.

    Raises:
        TypingError: the class has code that Python would run, and machine code would not.
    """
    if (fault := fault_of_making(cls)) is not None:
        raise TypingError(fault)
    if cls in _local.underway:
        raise NotImplementedError(f"{cls.__qualname__} makes another {cls.__qualname__} while one is made; leave that out")
    return _once(cls, lambda: _constructor_source(cls))


@overload(another, jit_options={"forceinline": True})
def _another(record, *arguments):  # type: ignore[no-untyped-def]
    make = constructor(record.cls)
    return lambda record, *arguments: make(*arguments)


def maker_of(cls: type) -> Callable[..., object]:
    """Return an intrinsic that makes a value of the class from all its fields, in order."""
    return maker(cls, field_names(cls))


def _constructor_source(cls: type) -> FunctionType:
    if cls is Vector:
        gathering: FunctionType = generated(
            "def Vector(*numbers):\n    return make(gathered(numbers))",
            {"make": maker_of(cls), "gathered": gathered},
            "<constructor of Vector>",
        )
        return gathering
    fields = fields_of(cls)
    scope: dict[str, object] = {"make": maker_of(cls)}
    arguments, body = [], []
    for field in arguments_of(cls):
        if field.default is not attrs.NOTHING:
            scope[f"default_{field.alias}"] = field.default
            arguments.append(f"{field.alias}=default_{field.alias}")
        else:  # what has no default may stand behind what has one, if it is given by name
            may_be_left_out = field.factory is not None or "=" in "".join(arguments)
            arguments.append(f"{field.alias}=..." if may_be_left_out else field.alias)
    for index, field in enumerate(fields):
        if not field.init:
            scope[f"default_{field.alias}"] = field.default
            body.append(f"    {field.alias} = {'...' if field.factory else f'default_{field.alias}'}")
        if field.factory is not None:
            body.append(_computed(cls, field, fields[:index], scope))
        if field.converter is not None:
            scope[f"converter_{field.alias}"] = translate(_converting(field.converter))
            body.append(f"    {field.alias} = converter_{field.alias}({field.alias})")
    body.append(f"    made = make({', '.join(field.alias for field in fields)})")
    if (hook := hook_of(cls)) is not None:
        scope["hook"] = translate_method(cls, hook)
        body.append("    hook(made)")
    text = "\n".join([f"def {cls.__name__}({', '.join(arguments)}):", *body, "    return made"])
    made: FunctionType = generated(text, scope, f"<constructor of {cls.__qualname__}>")
    return made


def _converting(converter: Any) -> FunctionType:
    """Return the function of a converter; of a built-in function, one that calls it as a user's would."""
    if isinstance(converter, FunctionType):
        return converter
    text = f"def convert(value):\n    return {converter.__name__}(value)"
    made: FunctionType = generated(text, {"__name__": "genastar_compiled.meaning.library.adding"})
    return made


def _maker_of_tuples(cls: type) -> FunctionType:
    """Return a function that makes a named tuple with its defaults, which Numba leaves out."""
    fields, defaults = cls._fields, cls._field_defaults  # type: ignore[attr-defined]
    scope = {"kind": cls} | {f"default_{name}": _default(value) for name, value in defaults.items()}
    arguments = ", ".join(f"{name}=default_{name}" if name in defaults else name for name in fields)
    text = f"def {cls.__name__}({arguments}):\n    return kind({', '.join(fields)})"
    made: FunctionType = generated(text, scope, f"<constructor of {cls.__qualname__}>")
    return made


def _computed(cls: type, field: Field, before: tuple[Field, ...], scope: dict[str, object]) -> str:
    """Return a line that sets a field by its factory unless it is given; the factory may take the fields before this one."""
    assert field.factory is not None
    scope |= {"given_or_made": given_or_made, f"factory_{field.alias}": _making(cls, field)}
    taken = ""
    if field.takes_self:
        scope[f"before_{field.alias}"] = maker(cls, tuple(each.name for each in before))
        taken = f", before_{field.alias}({', '.join(each.alias for each in before)})"
    return f"    {field.alias} = given_or_made({field.alias}, factory_{field.alias}{taken})"


def _making(cls: type, field: Field) -> Callable[..., object]:
    """Return the function of a factory; of a built-in class, one that makes its empty value or its zero."""
    factory: Any = field.factory
    if isinstance(factory, FunctionType):
        return translate(factory)
    if factory in (list, set, dict):
        return refusal(
            f"{cls.__qualname__}.{field.name} is left out, and the empty {factory.__name__} in its place does not show what it "
            "would hold; give one with a first item, or [0][:0] for an empty list of ints"
        )
    scope = {"frozenset": no_facts, "__name__": "genastar_compiled.meaning.library.adding"}
    return translate(generated(f"def make():\n    return {factory()!r}", scope))


@by_types(lambda value, factory, *taken: factory(*taken) if value is ... else value)
def given_or_made(value: Any, factory: Any, *taken: Any) -> Any:
    """Return a value, or what the factory makes if the value is an ellipsis: ``None`` may be a value."""
    if value == types.ellipsis:
        return lambda value, factory, *taken: factory(*taken)
    return lambda value, factory, *taken: value
