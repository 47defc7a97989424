"""Python's meaning in machine code: operations that Numba computes differently are replaced before compilation.

Numba's ints wrap around, its shifts lose bits, its ``math.log(0)`` is -inf, and an unbound local is 0. So a user's function is
compiled by a `Meaning`: after Numba has translated the bytecode to its IR, and before type inference, operators and calls of
some functions are replaced by stand-ins, which have Python's meaning and refuse what they cannot compute. This package's own
code is compiled unchanged: it keeps within its ranges by itself.

A stand-in *chooses* by the types of its arguments: it returns code for them, or ``None`` where Numba's own code means the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, Final

from attrs import frozen
from numba.core import ir, types
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.datamodel import models
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError
from numba.core.ir_utils import build_definitions
from numba.core.registry import cpu_target
from numba.core.typed_passes import NoPythonSupportedFeatureValidation, NopythonTypeInference
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.core.untyped_passes import IRProcessing, LiteralPropagationSubPipelinePass
from numba.extending import lower_builtin, register_model

from genastar_compiled import functions
from genastar_compiled.linked import linked_pipeline
from genastar_compiled.meaning import refusal
from genastar_compiled.meaning.bound import check_locals
from genastar_compiled.meaning.origins import check_origins


@frozen
class Chosen:
    """The code of a stand-in for some types of arguments."""

    result: types.Type
    write: Callable[[Any, Any, Sequence[Any]], Any]
    """Writes the code: takes Numba's context, the LLVM builder and the values, and returns the result."""


Choose = Callable[[Sequence[types.Type]], "Chosen | None"]

Pick = Callable[[Sequence[types.Type], Mapping[str, types.Type]], "FunctionType | None"]

_STAND_INS: Final[dict[object, Callable[..., object]]] = {}
"""Stand-ins by the function that they replace."""
_METHODS: Final[dict[str, Callable[..., object]]] = {}
"""Stand-ins by the name of the method that they replace; they take the object first."""


def stands_for(original: object, choose: Choose) -> None:
    """Register a stand-in for a function or an operator."""
    _STAND_INS[original] = _stand_in(_Function, original, choose)


def stands_for_by(original: object, pick: Pick) -> None:
    """Register a stand-in written in Python: ``pick`` returns the function for some arguments, or ``None``."""
    _STAND_INS[original] = _stand_in(_Written, original, pick)


def stands_for_method(name: str, choose: Choose) -> None:
    """Register a stand-in for methods of a name; where ``choose`` returns ``None``, the method itself is used."""
    _METHODS[name] = _stand_in(_Function, name, choose)


def stands_for_method_by(name: str, pick: Pick) -> None:
    """Register a stand-in for methods, written in Python."""
    _METHODS[name] = _stand_in(_Written, name, pick)


class _Function(types.Function):
    """The type of a stand-in: it has its own code for some types of arguments, and Numba's for others."""

    def __init__(self, stand_in: object, original: object, choose: Any) -> None:
        self._original = original
        self._choose = choose
        self._chosen: set[tuple[types.Type, tuple[types.Type, ...]]] = set()
        super().__init__(type("StandIn", (AbstractTemplate,), {"key": stand_in}))

    def _ours(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of this package's code, or ``None``."""
        chosen = None if kws else self._choose(args)
        return chosen and signature(chosen.result, *args)

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        ours = self._ours(context, args, kws)
        if ours is not None:
            self._chosen.add((ours.return_type, ours.args))
            return ours
        if not isinstance(self._original, str):
            return context.resolve_value_type(self._original).get_call_type(context, args, kws)
        method = context.resolve_getattr(args[0], self._original)
        if method is None:
            raise TypingError(f"Unknown attribute {self._original!r} of type {args[0]}")
        found = method.get_call_type(context, args[1:], kws)
        return signature(found.return_type, args[0], *found.args, pysig=None)

    def get_impl_key(self, sig: Any) -> Any:
        if (sig.return_type, sig.args) in self._chosen or isinstance(self._original, str):
            return self.typing_key
        return cpu_target.typing_context.resolve_value_type(self._original).get_impl_key(sig)

    def write(self, context: Any, builder: Any, sig: Any, args: Any) -> Any:
        """Write the code of a call."""
        if (sig.return_type, sig.args) in self._chosen:
            return self._choose(sig.args).write(context, builder, args)
        method = context.typing_context.resolve_getattr(sig.args[0], self._original)
        found = method.get_call_type(context.typing_context, sig.args[1:], {})
        call = context.get_function(method, found)
        context.add_linking_libs(getattr(call, "libs", ()))
        return call(builder, args)


class _Written(_Function):
    """The type of a stand-in written in Python."""

    def _ours(self, context: Any, args: Any, kws: Any) -> Any:
        function = self._choose(args, kws)
        return function and types.Dispatcher(functions.translate(function)).get_call_type(context, args, kws)

    def write(self, context: Any, builder: Any, sig: Any, args: Any) -> Any:
        function = self._choose(sig.args, {}) if (sig.return_type, sig.args) in self._chosen else None
        if function is None:
            return super().write(context, builder, sig, args)
        callee = types.Dispatcher(functions.translate(function))
        call = context.get_function(callee, callee.get_call_type(context.typing_context, sig.args, {}))
        context.add_linking_libs(getattr(call, "libs", ()))
        return call(builder, args)


register_model(_Function)(models.OpaqueModel)
register_model(_Written)(models.OpaqueModel)


def _stand_in(kind: type[_Function], original: object, choose: Any) -> Callable[..., object]:
    name = getattr(original, "__name__", str(original))

    def stand_in(*args: object) -> object:
        raise NotImplementedError(f"{name} is for machine code")

    stand_in.__name__ = stand_in.__qualname__ = name
    made = kind(stand_in, original, choose)
    infer_global(stand_in, made)
    lower_builtin(stand_in, types.VarArg(types.Any))(made.write)
    return stand_in


# --- the passes ------------------------------------------------------------------------------------------------------


@register_pass(mutates_CFG=False, analysis_only=False)
class _CheckLocals(FunctionPass):
    _name = "genastar_check_locals"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        return check_locals(state.func_ir)


@register_pass(mutates_CFG=False, analysis_only=False)
class _PutStandIns(FunctionPass):
    _name = "genastar_put_stand_ins"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        meant = _Writer(state.func_ir)
        for block in state.func_ir.blocks.values():
            block.body = [written for statement in block.body for written in meant.statement(statement)]
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=False, analysis_only=True)
class _CheckOrigins(FunctionPass):
    _name = "genastar_check_origins"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        check_origins(state.func_ir, state.typemap, state.calltypes, state.return_type)
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _NameFunction(FunctionPass):
    _name = "genastar_name_function"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        refusal.now_writing(state.func_ir.func_id.func_qualname)
        return False


class Meaning(CompilerBase):
    """Numba's compiler with Python's meaning, for users' functions."""

    def define_pipelines(self) -> list[Any]:
        passes = linked_pipeline(self.state)
        passes.add_pass_after(_CheckLocals, IRProcessing)
        passes.add_pass_after(_PutStandIns, LiteralPropagationSubPipelinePass)
        passes.add_pass_after(_CheckOrigins, NopythonTypeInference)
        passes.add_pass_after(_NameFunction, NoPythonSupportedFeatureValidation)
        passes.finalize()
        return [passes]


class _Writer:
    """Puts stand-ins into the IR of one function."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self._scope = next(iter(function.blocks.values())).scope
        self._added = 0

    def statement(self, statement: Any) -> Iterator[Any]:
        """Yield the replacement of a statement."""
        if isinstance(statement, (ir.SetItem, ir.StaticSetItem)):
            yield from self._set_item(statement)
            return
        if isinstance(statement, ir.Assign):
            value = statement.value
            if isinstance(value, (ir.Global, ir.FreeVar)) and _is_known(value.value):
                statement.value = self._named(_STAND_INS[value.value], value.loc)
            elif isinstance(value, (ir.Global, ir.FreeVar)) and isinstance(value.value, Dispatcher):
                value.value = functions.with_meaning(value.value)  # a lambda that Numba turned into a function
            elif isinstance(value, ir.Expr):
                yield from self._expression(statement, value)
        yield statement

    def _expression(self, statement: Any, value: Any) -> Iterator[Any]:
        match value.op:
            case "binop" | "inplace_binop" if value.fn in _STAND_INS:
                yield from self._call(statement, _STAND_INS[value.fn], [value.lhs, value.rhs])
            case "unary" if value.fn in _STAND_INS:
                yield from self._call(statement, _STAND_INS[value.fn], [value.value])
            case "getattr":
                meant = self._value_of(statement.target)
                if _is_known(meant):
                    statement.value = self._named(_STAND_INS[meant], value.loc)
            case "call":
                meant = self._value_of(value.func)
                if _is_called(meant):
                    yield from self._call(statement, _STAND_INS[meant], value.args, value.kws, value.vararg)
                elif (method := self._method(value.func)) is not None:
                    owner, stand_in = method
                    yield from self._call(statement, stand_in, [owner, *value.args], value.kws, value.vararg)

    def _set_item(self, statement: Any) -> Iterator[Any]:
        target = self._variable(statement.loc)
        fitted = ir.Assign(statement.value, target, statement.loc)
        yield from self._call(fitted, _STAND_INS[operator.setitem], [statement.target, statement.value])
        yield fitted
        statement.value = target
        yield statement

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

    def _method(self, function: Any) -> tuple[Any, object] | None:
        found = self._definition(function)
        if isinstance(found, ir.Expr) and found.op == "getattr" and found.attr in _METHODS:
            return found.value, _METHODS[found.attr]
        return None

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

    def _definition(self, variable: Any) -> object:
        try:
            return self._function.get_definition(variable)
        except KeyError:
            return None


_NOTHING: Final = object()


def _is_called(meant: object) -> bool:
    """Return whether calls of this value have a stand-in."""
    try:
        return meant in _STAND_INS
    except TypeError:  # not hashable
        return False


def _is_known(meant: object) -> bool:
    """Return whether any use of this value has a stand-in. A type is more than a function: ``np.zeros(3, int)``."""
    return _is_called(meant) and not isinstance(meant, (type, types.Type))
