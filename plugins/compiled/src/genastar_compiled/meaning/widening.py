"""Lists and dictionaries of a hook that begin with numbers of one type and are given another: ``[0] * 9``, and later a float.

Numba takes their type from the first item. So where a function stores an int among floats, or a float among ints, the first
items are made `MIXED`, and its types are inferred again.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import register_pass
from numba.core.errors import TypingError
from numba.core.ir_utils import build_definitions
from numba.core.typed_passes import NopythonTypeInference, type_inference_stage

from genastar_compiled.data.values.mixed import MIXED, WAYS, mixed
from genastar_compiled.failures.failure import notes
from genastar_compiled.meaning.stand_ins import STAND_INS


def mixes(target: types.Type, value: types.Type) -> bool:
    """Return whether a container of ints is given a float, or one of floats an int."""
    held = target.dtype if isinstance(target, types.List) else getattr(target, "value_type", None)
    return held in WAYS and types.unliteral(value) in (MIXED, *WAYS) and types.unliteral(value) != held


@register_pass(mutates_CFG=True, analysis_only=False)
class InferTypes(NopythonTypeInference):
    """Numba's type inference, begun again with wider containers where that is needed."""

    _name = "genastar_infer_types"

    def run_pass(self, state: Any) -> bool:
        noted = notes.found
        while True:
            try:
                changed: bool = super().run_pass(state)
            except TypingError:
                kinds, *_ = type_inference_stage(
                    state.typingctx, state.targetctx, state.func_ir, state.args, state.return_type, {}, raise_errors=False
                )
                if not _widened(state.func_ir, kinds):
                    raise
                notes.found = noted
            except AssertionError as error:  # of Numba's, that the items of a set are hashable
                places = [each.loc for block in state.func_ir.blocks.values() for each in block.find_exprs("build_set")]
                text = (
                    "a set that a hook makes has members of an enum in it, what may be None, or texts written out beside "
                    "others; write a list or a tuple, or add() the texts one by one"
                )
                raise TypingError(text, loc=places[0]) if places else error from error
            else:
                return changed


def _widened(function: Any, kinds: Any) -> bool:
    """Make mixed what enters containers that are given numbers of another type; return whether there was anything."""
    calls = [each for block in function.blocks.values() for each in block.find_exprs("call")]
    stores = [each.args for each in calls if is_store(function, each)]
    wrong = {
        id(origin)
        for target, value in stores
        if target.name in kinds and value.name in kinds and mixes(kinds[target.name], kinds[value.name])
        for origin in _origins(function, target)
    }
    changed = False

    def of_these(variable: Any) -> bool:
        return any(id(origin) in wrong for origin in _origins(function, variable))

    for block in function.blocks.values():
        body: list[Any] = []

        def widened(number: Any, loc: Any, scope: Any = block.scope, body: list[Any] = body) -> Any:
            nonlocal changed
            if types.unliteral(kinds.get(number.name)) not in WAYS:
                return number
            name, made = scope.redefine("$widened", loc), scope.redefine("$mixed", loc)
            body += [ir.Assign(ir.Global("mixed", mixed, loc), name, loc)]
            body += [ir.Assign(ir.Expr.call(name, [number], (), loc), made, loc)]
            changed = True
            return made

        for statement in block.body:
            value, loc = getattr(statement, "value", None), statement.loc
            if isinstance(value, ir.Expr) and value.op == "build_list" and id(value) in wrong:
                value.items = [widened(each, loc) for each in value.items]
            elif isinstance(value, ir.Expr) and value.op == "build_map" and id(value) in wrong:
                value.items = [(key, widened(each, loc)) for key, each in value.items]
            elif isinstance(value, ir.Expr) and value.op == "call" and is_store(function, value) and of_these(value.args[0]):
                value.args = [value.args[0], widened(value.args[1], loc)]
            elif isinstance(value, ir.Expr) and value.op == "call" and len(value.args) == 1:
                method = method_of(function, value)
                if method is not None and method.attr == "append" and of_these(method.value):
                    value.args = [widened(value.args[0], loc)]
            body.append(statement)
        block.body = body
    function._definitions = build_definitions(function.blocks)
    return changed


def is_store(function: Any, call: Any) -> bool:
    """Return whether a call is that of the stand-in through which a value goes into a container."""
    return value_of(definition_of(function, call.func)) is STAND_INS[operator.setitem]


def value_of(definition: Any) -> object:
    """Return the value of a definition that is a name; ``None`` if it is something else."""
    return definition.value if isinstance(definition, (ir.Global, ir.FreeVar, ir.Const)) else None


def _origins(function: Any, variable: Any, depth: int = 8) -> Iterator[Any]:
    """Yield the expressions of lists and dictionaries from which a variable comes, through ``[0] * n`` too."""
    found = definition_of(function, variable)
    if not isinstance(found, ir.Expr) or depth == 0:
        return
    if found.op in ("build_list", "build_map"):
        yield found
    elif found.op == "call":
        for each in found.args:
            yield from _origins(function, each, depth - 1)
    elif found.op == "phi":
        for each in found.incoming_values:
            if each is not ir.UNDEFINED:
                yield from _origins(function, each, depth - 1)


def method_of(function: Any, call: Any) -> Any:
    """Return the expression of the method that is called, which has the object as ``value``; ``None`` if it is none."""
    found = definition_of(function, call.func)
    return found if isinstance(found, ir.Expr) and found.op == "getattr" else None


def definition_of(function: Any, variable: Any) -> Any:
    """Return the definition of a variable of a function; ``None`` if it has several."""
    try:
        return function.get_definition(variable)
    except KeyError:
        return None
