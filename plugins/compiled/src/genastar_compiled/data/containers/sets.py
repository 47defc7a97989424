"""Iterators over the sets and dictionaries that hooks make, and the comparison of keys."""

from __future__ import annotations

import ctypes
import operator
from copy import copy
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel.models import StructModel
from numba.core.imputils import impl_ret_borrowed
from numba.cpython.setobj import SetInstance
from numba.extending import intrinsic, lower_builtin, overload, register_model
from numba.typed import dictobject
from numba.typed.dictobject import impl_iterator_iternext
from numba.typed.typedobjectutils import _get_equal

from genastar_compiled.data.values.mixed import Mixed
from genastar_compiled.data.values.values import Instance


@lower_builtin("getiter", types.Set)
def _iterator(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Begin at the first entry. Numba's own code reads through a null pointer first, and only LLVM's optimiser drops that."""
    found = context.make_helper(builder, signature.return_type)
    found.meminfo = SetInstance(context, builder, signature.args[0], args[0]).meminfo
    found.index = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    return impl_ret_borrowed(context, builder, signature.return_type, found._getvalue())


_PLACE: Final = types.EphemeralArray(types.uint8, ctypes.sizeof(ctypes.c_void_p) * 4)
"""Numba's place in a dictionary, as it is in C: two addresses, a size and a number."""


@register_model(types.DictIteratorType)
class _IteratorModel(StructModel):
    """The model of an iterator of a dictionary. Numba's is stored as the address of its place, which a generator loses."""

    def __init__(self, manager: Any, kind: types.DictIteratorType) -> None:
        super().__init__(manager, kind, [("parent", kind.parent), ("state", _PLACE)])


@lower_builtin("iternext", types.DictIteratorType)
def _next(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Raise Python's error where a dictionary was changed since the last item. Numba's own code ends the loop there."""
    found = impl_iterator_iternext(context, builder, signature, args)
    pair = context.make_helper(builder, signature.return_type, found)
    with builder.if_then(builder.not_(cgutils.as_bool_bit(builder, pair.second)), likely=False):
        word, iterator = ir.IntType(8).as_pointer(), context.make_helper(builder, signature.args[0], args[0])
        kind = ir.FunctionType(ir.IntType(32), [word, word.as_pointer(), word.as_pointer()])
        again = cgutils.get_or_insert_function(builder.module, kind, "numba_dict_iter_next")
        status = builder.call(again, [iterator.state, *(cgutils.alloca_once(builder, word) for _ in range(2))])
        with builder.if_then(builder.icmp_signed("==", status, _CHANGED), likely=False):
            fault = ("dictionary changed size during iteration",)
            context.call_conv.return_user_exc(builder, RuntimeError, fault)
    return found


_CHANGED: Final = ir.Constant(ir.IntType(32), -2)
"""``ERR_DICT_MUTATED`` of Numba's dictionaries."""


def _decide_bytes(kind: types.Type) -> bool:
    """Return whether two keys are equal if, and only if, their bytes are."""
    return not isinstance(kind, (types.Float, Mixed, Instance)) and all(map(_decide_bytes, getattr(kind, "types", ())))


@intrinsic
def _set_methods(typingctx, found, key, value):  # type: ignore[no-untyped-def]
    """Have keys compared by ``==`` where their bytes do not decide: those of 0.0 and -0.0 differ, and Numba compares bytes."""
    of_numba, write = _OF_NUMBA._defn(typingctx, found, key, value)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        write(context, builder, signature, args)
        model = copy(context.data_model_manager[key.instance_type])
        if not model.contains_nrt_meminfo() and not _decide_bytes(model.fe_type):
            model.contains_nrt_meminfo = lambda: True  # Numba writes no comparison of others
            call = builder.block.instructions[-1]
            methods = call.args[1]
            equal = _get_equal(context, builder.module, model, "dict_key")
            place = cgutils.gep_inbounds(builder, methods, 0, 0)
            builder.store(builder.bitcast(equal, place.type.pointee), place)
            builder.call(call.callee, call.args)

    return of_numba, codegen


_OF_NUMBA: Final = dictobject._dict_set_method_table
dictobject._dict_set_method_table = _set_methods


@overload(operator.or_)
def _joined(left, right):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
    if not isinstance(left, types.DictType) or left != right:
        return None

    def made(left, right):  # type: ignore[no-untyped-def]
        joined = left.copy()
        for key in right:
            joined[key] = right[key]
        return joined

    return made
