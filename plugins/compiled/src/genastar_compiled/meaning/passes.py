"""Python's meaning in machine code: operations that Numba computes differently are replaced before compilation.

Numba's ints wrap around, its shifts lose bits, its ``math.log(0)`` is -inf, and an unbound local is 0. So a user's function is
compiled by a `Meaning`: after Numba has translated the bytecode to its IR, and before type inference, operators and calls of
some functions are replaced by `stand_ins`, which have Python's meaning and refuse what they cannot compute. This package's own
code is compiled unchanged: it keeps within its ranges by itself.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE
from types import FunctionType, ModuleType
from typing import Any, Final

import numpy as np
from numba import njit
from numba.core import ir, types
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError, UnsupportedError
from numba.core.ir_utils import build_definitions
from numba.core.typed_passes import NoPythonSupportedFeatureValidation, NopythonTypeInference
from numba.core.untyped_passes import (
    InlineClosureLikes,
    IRProcessing,
    LiteralPropagationSubPipelinePass,
    ReconstructSSA,
    TranslateByteCode,
)

from genastar_compiled import options
from genastar_compiled.data.makers import of_any_value
from genastar_compiled.failures.failure import noted
from genastar_compiled.linking.compilers import Compiler, Kernel, Linked
from genastar_compiled.meaning import refusal
from genastar_compiled.meaning.checks.absent import put_nones
from genastar_compiled.meaning.checks.bools import check_bools
from genastar_compiled.meaning.checks.bound import check_locals
from genastar_compiled.meaning.checks.changes import check_changes
from genastar_compiled.meaning.checks.kept import check_kept, keep_iterators
from genastar_compiled.meaning.checks.origins import check_origins
from genastar_compiled.meaning.handlers import Translate
from genastar_compiled.meaning.library.attributes import has_attribute
from genastar_compiled.meaning.nested import InlineNested
from genastar_compiled.meaning.numbers.casts import LowerWithMeaning
from genastar_compiled.meaning.numbers.mixed import with_mixed
from genastar_compiled.meaning.stand_ins import LATER, METHODS, STAND_INS
from genastar_compiled.meaning.widening import InferTypes, definition_of, method_of
from genastar_compiled.reach.names import KERNELS, changes_outside, is_own, module_of


def _pass(run: Callable[[Any], bool]) -> type[FunctionPass]:
    """Return a pass of Numba's compiler that does this to a function, and returns whether it changed. A decorator."""
    inside = {"_name": f"genastar{run.__name__}", "__init__": lambda _: None, "run_pass": lambda _, state: run(state)}
    return register_pass(mutates_CFG=False, analysis_only=False)(type(run.__name__, (FunctionPass,), inside))


@_pass
def _check_locals(state: Any) -> bool:
    code = state.func_id.func.__code__
    if changes_outside(code):
        raise UnsupportedError("use of cell variable")
    if code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR):
        raise TypingError("a call of an async def gives a coroutine, which no search awaits; write def")
    return check_locals(state.func_ir)


@_pass
def _put_nones(state: Any) -> bool:
    return put_nones(state.func_ir, state.args)


@_pass
def _keep_iterators(state: Any) -> bool:
    return keep_iterators(state.func_ir, state.args)


@_pass
def _put_questions(state: Any) -> bool:
    """Put stand-ins for questions that Numba would answer too early: it does not know yet what stand-ins return."""
    meant = _Writer(state.func_ir, state.args)
    _rewrite(state.func_ir, meant.question)
    return meant.changed


@_pass
def _put_stand_ins(state: Any) -> bool:
    _rewrite(state.func_ir, _Writer(state.func_ir, state.args).statement)
    return True


def _rewrite(function: Any, written: Callable[[Any], Iterator[Any]]) -> None:
    for block in function.blocks.values():
        block.body = [each for statement in block.body for each in written(statement)]
    function._definitions = build_definitions(function.blocks)


@_pass
def _check_origins(state: Any) -> bool:
    check_origins(state.func_ir, state.typemap, state.calltypes, state.return_type)
    check_changes(state.func_ir, state.typemap)
    check_kept(state.func_ir, state.typemap)
    check_bools(state.func_ir, state.typemap, state.return_type, state.func_id.func)
    return False


@_pass
def _name_function(state: Any) -> bool:
    function = state.func_ir.func_id
    is_inside = function.modname.startswith("genastar.values.") and function.func_name.startswith("_")
    named = _OF_BUILTINS.get(function.func_qualname) if is_own(function.modname) else None
    refusal.now_writing("a cost" if is_inside else named or function.func_qualname)
    return False


_OF_BUILTINS: Final = {"add_up": "sum()", "product": "math.prod()"}
"""What stands for functions of Python's, by name, in which an int may leave its range."""


class Meaning(Compiler):
    """Numba's compiler with Python's meaning, for users' functions."""

    lowering = LowerWithMeaning

    def __init__(self, typing: Any, *others: Any) -> None:
        super().__init__(typing, *others)
        self.state.typingctx = with_mixed(self.state.typingctx)

    def _compile_core(self) -> Any:
        with noted(self.state.func_id.func):
            return super()._compile_core()

    def define_pipelines(self) -> list[Any]:
        (passes,) = super().define_pipelines()
        others = {TranslateByteCode: Translate, NopythonTypeInference: InferTypes, InlineClosureLikes: InlineNested}
        passes.passes = [(others.get(each, each), why) for each, why in passes.passes]
        passes.add_pass_after(_check_locals, IRProcessing)
        passes.add_pass_after(_put_nones, InlineNested)
        passes.add_pass_after(_put_questions, ReconstructSSA)
        passes.add_pass_after(_keep_iterators, ReconstructSSA)
        passes.add_pass_after(_put_stand_ins, LiteralPropagationSubPipelinePass)
        passes.add_pass_after(_check_origins, InferTypes)
        passes.add_pass_after(_name_function, NoPythonSupportedFeatureValidation)
        passes.finalize()
        return [passes]


def compiler_of(function: FunctionType) -> type[CompilerBase]:
    """Return the compiler for a function; what this package wrote, as text or in a module, keeps within its ranges."""
    home = module_of(function)  # a user's function that was made by exec may have none
    if home.startswith(KERNELS):
        return Kernel
    is_ours = home != "genastar_compiled.meaning.library.adding" and home.split(".")[0] in ("genastar_compiled", "numba")
    return Linked if is_ours else Meaning


def _with_meaning(dispatcher: Dispatcher) -> Dispatcher:
    """Give Python's meaning to a function that Numba made of a user's lambda."""
    function = dispatcher.py_func
    if compiler_of(function) is not Meaning or dispatcher._compiler.pipeline_class is Meaning or dispatcher.overloads:
        return dispatcher
    return njit(**options.now(), pipeline_class=Meaning)(function)


class _Writer:
    """Puts stand-ins into the IR of one function."""

    def __init__(self, function: Any, arguments: Sequence[types.Type]) -> None:
        self._function = function
        self._arguments = arguments
        self._scope = next(iter(function.blocks.values())).scope
        self._added = 0

    @property
    def changed(self) -> bool:
        """Whether a statement was replaced."""
        return self._added > 0

    def question(self, statement: Any) -> Iterator[Any]:
        """Yield the replacement of ``isinstance`` of a value whose type is not known yet, or of a bool (to Numba no int)."""
        value = statement.value if isinstance(statement, ir.Assign) else None
        called = self._value_of(value.func) if isinstance(value, ir.Expr) and value.op == "call" else _NOTHING
        if called is hasattr and value is not None:
            asking = value.func = self._variable(value.loc)
            yield ir.Assign(ir.Global("hasattr", has_attribute, statement.loc), asking, statement.loc)  # Numba knows the name
        if called is isinstance and value is not None and value.args:
            asked = self._definition(value.args[0])
            known, classes = self._constant(asked), tuple(map(self._value_of, self._named_in(value.args[1])))
            op = asked.op if isinstance(asked, ir.Expr) else ""
            has_stand_in = op in _COMPUTED or (op == "call" and _is_called(self._value_of(asked.func)))
            if known is not _NOTHING and all(isinstance(each, type) for each in classes):
                statement.value = ir.Const(isinstance(known, classes), statement.loc)  # type: ignore[arg-type]
                self._added += 1
            elif (
                has_stand_in
                or op in _READ
                or (op == "call" and self._value_of(value.args[1]) in _NUMBERS)
                or (isinstance(asked, ir.Arg) and int in classes and isinstance(self._arguments[asked.index], types.Boolean))
            ):
                yield from self._call(statement, (LATER if has_stand_in else STAND_INS)[isinstance], value.args)
        yield statement

    def _constant(self, asked: Any) -> object:
        """Return the number or text that a name, a literal or a default of an argument is; `_NOTHING` for what is none."""
        kind = self._arguments[asked.index] if isinstance(asked, ir.Arg) else asked
        found = kind.value if isinstance(kind, (types.Omitted, ir.Const, ir.FreeVar, ir.Global)) else _NOTHING
        return found if isinstance(found, (*_NUMBERS, str, np.generic)) and not isinstance(found, Enum) else _NOTHING

    def _named_in(self, kinds: Any) -> list[Any]:
        """Return the classes that ``isinstance`` is given, one or a tuple of them."""
        found = self._definition(kinds)
        return found.items if isinstance(found, ir.Expr) and found.op == "build_tuple" else [kinds]

    def statement(self, statement: Any) -> Iterator[Any]:
        """Yield the replacement of a statement."""
        if isinstance(statement, (ir.SetItem, ir.StaticSetItem)):
            yield from self._set_item(statement)
            return
        if isinstance(statement, ir.Print):
            raise TypingError("print() function", loc=statement.loc)
        if isinstance(statement, ir.DelItem):  # Numba fails where the list is written out, with items that it knows
            deleted = ir.Assign(statement.target, self._variable(statement.loc), statement.loc)
            yield from self._call(deleted, operator.delitem, [statement.target, statement.index])
            statement = deleted
        if isinstance(statement, ir.Assign):
            value = statement.value
            if isinstance(value, (ir.Global, ir.FreeVar)) and _is_known(value.value):
                statement.value = self._named(STAND_INS[value.value], value.loc)
            elif isinstance(value, (ir.Global, ir.FreeVar)) and isinstance(value.value, Dispatcher):
                value.value = _with_meaning(value.value)  # a lambda that Numba turned into a function
            elif isinstance(value, ir.Expr):
                yield from self._expression(statement, value)
        yield statement

    def _expression(self, statement: Any, value: Any) -> Iterator[Any]:
        match value.op:
            case "binop" | "inplace_binop" if value.fn in STAND_INS:
                yield from self._call(statement, STAND_INS[value.fn], [value.lhs, value.rhs])
            case "build_set" if len(value.items) == 1:  # Numba makes {2} a set of twos alone
                yield from self._widened(value.items, value.loc)
            case "build_map" if value.items and any(map(self._is_read, value.items[0])):
                first = list(value.items[0])
                yield from self._widened(first, value.loc)
                value.items = [tuple(first), *value.items[1:]]
            case "build_map" if _is_plain(value.literal_value):  # else Numba has another type for it in a second loop
                value.literal_value = None
            case "unary" if value.fn in STAND_INS:
                yield from self._call(statement, STAND_INS[value.fn], [value.value])
            case "getattr":
                meant = self._value_of(statement.target)
                if _is_known(meant):
                    statement.value = self._named(STAND_INS[meant], value.loc)
            case "call":
                meant = self._value_of(value.func)
                if _is_called(meant):
                    yield from self._call(statement, STAND_INS[meant], value.args, value.kws, value.vararg)
                elif (method := method_of(self._function, value)) is not None and method.attr in METHODS:
                    given = [method.value, *value.args]
                    yield from self._call(statement, METHODS[method.attr], given, value.kws, value.vararg)

    def _is_read(self, variable: Any) -> bool:
        """Return whether a variable holds an attribute, which may be a text with a type of its own."""
        found = self._definition(variable)
        return isinstance(found, ir.Expr) and found.op == "getattr"

    def _widened(self, items: list[Any], loc: Any) -> Any:
        """Yield statements that make values of their types, without a value, of constants and attributes."""
        for at, item in enumerate(items):
            name, made = self._variable(loc), self._variable(loc)
            if len(items) == 1 or self._is_read(item):
                yield ir.Assign(ir.Global(of_any_value.__name__, of_any_value, loc), name, loc)
                yield ir.Assign(ir.Expr.call(name, [item], (), loc), made, loc)
                items[at] = made

    def _set_item(self, statement: Any) -> Iterator[Any]:
        if self._begins_empty(statement.target):  # Numba takes the type of its items from this statement
            if isinstance(statement, ir.SetItem):
                item = [statement.index, statement.value]
                yield from self._widened(item, statement.loc)
                statement.index, statement.value = item
            yield statement
            return
        target = self._variable(statement.loc)
        fitted = ir.Assign(statement.value, target, statement.loc)
        yield from self._call(fitted, STAND_INS[operator.setitem], [statement.target, statement.value])
        yield fitted
        statement.value = target
        yield statement

    def _begins_empty(self, variable: Any) -> bool:
        """Return whether a variable is a dictionary that is made without items."""
        found = self._definition(variable)
        if not isinstance(found, ir.Expr) or found.op not in ("build_map", "call"):
            return False
        return not found.items if found.op == "build_map" else self._value_of(found.func) is dict and not found.args

    def _call(self, statement: Any, stand_in: object, args: Any, kws: Any = (), vararg: Any = None) -> Iterator[Any]:
        loc = statement.loc
        name = self._variable(loc)
        yield ir.Assign(self._named(stand_in, loc), name, loc)
        statement.value = ir.Expr.call(name, args, kws, loc, vararg=vararg)

    def _variable(self, loc: Any) -> Any:
        self._added += 1
        return self._scope.redefine(f"$meaning{self._added}", loc)

    @staticmethod
    def _named(stand_in: Any, loc: Any) -> Any:
        return ir.Global(f"meaning of {stand_in.__name__}", stand_in, loc)  # not a builtin's name, which Numba checks

    def _value_of(self, variable: Any) -> object:
        """Return the compile-time value of a name or of a module's attribute; `_NOTHING` if it is unknown."""
        found = self._definition(variable)
        if isinstance(found, (ir.Global, ir.FreeVar)):
            return found.value
        if isinstance(found, ir.Expr) and found.op == "getattr":
            inside = self._value_of(found.value)
            if isinstance(inside, ModuleType):
                return getattr(inside, found.attr, _NOTHING)
        return _NOTHING

    def _definition(self, variable: Any) -> Any:
        return definition_of(self._function, variable)


_NUMBERS: Final = (bool, int, float)
_NOTHING: Final = object()
_COMPUTED: Final = ("phi", "binop", "inplace_binop", "unary")
"""Expressions of which stand-ins decide the type, as they do of calls."""
_READ: Final = ("getitem", "static_getitem", "getattr", "pair_first")
"""Expressions that read a value of which a stand-in may have decided the type."""


def _is_plain(items: object) -> bool:
    """Return whether the values of a dictionary that is written out are constants of one type."""
    kinds = {*map(type, items.values())} if isinstance(items, dict) else set()
    return len(kinds) == 1 and kinds <= {*_NUMBERS, str}


def _is_called(meant: object) -> bool:
    """Return whether calls of this value have a stand-in."""
    try:
        return meant in STAND_INS
    except TypeError:  # not hashable
        return False


def _is_known(meant: object) -> bool:
    """Return whether any use of this value has a stand-in. A type is more than a function: ``np.zeros(3, int)``."""
    return _is_called(meant) and not isinstance(meant, (type, types.Type))
