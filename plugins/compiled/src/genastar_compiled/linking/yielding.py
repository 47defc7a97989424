"""Memory of generators, and references to what they yield.

Numba keeps the state of a generator on the stack of its caller. So it never lets go of what a generator holds that is broken
off, and the next call in the same place makes two generators one. Where references are counted, the state is in memory that is
counted too.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.errors import NumbaRuntimeError, TypingError
from numba.core.extending import register_model
from numba.core.generators import GeneratorLower
from numba.core.imputils import RefType, call_getiter, call_iternext, iternext_impl
from numba.cpython import builtins, iterators
from numba.extending import lower_builtin

from genastar_compiled.data.values.values import floats
from genastar_compiled.linking.frames import HoldingLower, held

assert all((builtins, iterators))  # imported first: the last of two definitions counts


class Counted(types.Generator):
    """A generator whose state is in counted memory: when the last reference to it goes, so does all that it holds."""


@register_model(Counted)
class _CountedModel(models.OpaqueModel):
    def __init__(self, manager: Any, kind: Counted) -> None:
        super().__init__(manager, kind)
        self.state = models.GeneratorModel(manager, kind).get_data_type()

    def has_nrt_meminfo(self) -> bool:
        return True

    def get_nrt_meminfo(self, builder: Any, value: Any) -> Any:
        return value


def give_memory(state: Any) -> None:
    """Let a generator have counted memory; where nothing is counted, let it stay on the stack if it has one user.

    Raises:
        NumbaRuntimeError: it may have several: two names, or a name and another generator, which would take a copy.
    """
    made, models_of, ir_of = state.return_type, state.targetctx.data_model_manager, state.func_ir
    if state.flags.nrt:
        if ir_of.is_generator:
            state.return_type = Counted(made.gen_func, made.yield_type, made.arg_types, made.state_types, made.has_finalizer)
        return
    named = [kind for name, kind in state.typemap.items() if name not in ir_of.arg_names and not name.startswith(("$", "arg."))]
    for kind in [*named, *(state.args if ir_of.is_generator else ())]:
        if isinstance(kind, (types.IteratorType, types.BaseTuple)) and any(
            isinstance(each, types.Generator) for each in models_of[kind].traverse_types()
        ):
            raise NumbaRuntimeError("NRT required but not enabled")


class _Lower(GeneratorLower):
    """Numba's lowering of a generator, which ends it when it raises."""

    def lower_next_func(self, lower: Any) -> None:
        """Write the next step: it has no place to resume at until it comes to a ``yield``."""
        super().lower_next_func(lower)
        (first,) = lower.builder.block.terminator.operands
        with lower.builder.goto_block(first):
            lower.builder.store(ir.Constant(self.resume_index_ptr.type.pointee, -1), self.resume_index_ptr)


class _CountedLower(_Lower):
    """Numba's lowering of a generator, of which the state is elsewhere."""

    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.state = self.context.data_model_manager[self.gentype].state.as_pointer()

    def _state(self, builder: Any, generator: Any) -> Any:
        return builder.bitcast(self.context.nrt.meminfo_data(builder, generator), self.state)

    def get_args_ptr(self, builder: Any, generator: Any) -> Any:
        return super().get_args_ptr(builder, self._state(builder, generator))

    def get_resume_index_ptr(self, builder: Any, generator: Any) -> Any:
        return super().get_resume_index_ptr(builder, self._state(builder, generator))

    def get_state_ptr(self, builder: Any, generator: Any) -> Any:
        return super().get_state_ptr(builder, self._state(builder, generator))

    def lower_init_func(self, lower: Any) -> None:
        """Write the call of the generator function, which keeps the arguments."""
        context, nrt = self.context, self.context.nrt
        lower.setup_function(self.fndesc)
        builder = lower.builder
        context.insert_generator(self.gentype, self.gendesc, [self.library])
        lower.extract_function_arguments()
        lower.pre_lower()
        size = context.get_constant(types.intp, context.get_abi_sizeof(self.state.pointee))
        generator = nrt.meminfo_alloc_dtor(builder, size, self._finalizer(builder.module))
        for kind, value in zip(self.fndesc.argtypes, lower.fnargs, strict=True):
            nrt.incref(builder, kind, value)
        state = self._state(builder, generator)
        builder.store(ir.Constant(self.state.pointee, None), state)
        builder.store(self.arg_packer.as_data(builder, lower.fnargs), super().get_args_ptr(builder, state))
        self.call_conv.return_value(builder, generator)
        lower.post_lower()

    def _finalizer(self, module: Any) -> Any:
        given = (cgutils.voidptr_t, cgutils.intp_t, cgutils.voidptr_t)
        return cgutils.get_or_insert_function(module, ir.FunctionType(ir.VoidType(), given), self.gendesc.llvm_finalizer_name)

    def lower_finalize_func(self, lower: Any) -> None:
        """Write what lets go of the arguments, and of the variables that the last ``yield`` put away."""
        function, nrt = self._finalizer(lower.module), self.context.nrt
        builder = ir.IRBuilder(function.append_basic_block("entry"))
        state = builder.bitcast(function.args[0], self.state)
        for kind, value in self.arg_packer.load(builder, super().get_args_ptr(builder, state)):
            nrt.decref(builder, kind, value)
        end = function.append_basic_block("end")
        variables = super().get_state_ptr(builder, state)
        at = builder.switch(builder.load(super().get_resume_index_ptr(builder, state)), end)
        for index, point in self.geninfo.yield_points.items():
            at.add_case(index, block := function.append_basic_block(f"yield{index}"))
            builder.position_at_end(block)
            for _, kind, slot in self.slots(builder, variables, point):
                nrt.decref(builder, kind, self.context.unpack_value(builder, kind, slot))
            builder.branch(end)
        builder.position_at_end(end)
        builder.ret_void()

    def slots(self, builder: Any, variables: Any, point: Any) -> list[tuple[str, Any, Any]]:
        """Return name, type and place of each variable that is put away at a ``yield``."""
        places = [(name, self.geninfo.state_vars.index(name)) for name in sorted(point.live_vars)]
        return [
            (name, self.gentype.state_types[place], cgutils.gep_inbounds(builder, variables, 0, place))
            for name, place in places
        ]


class YieldingLower(HoldingLower):
    """Numba's lowering, by which a generator may be counted."""

    def GeneratorLower(self, lower: Any) -> GeneratorLower:  # noqa: N802
        """Return the lowering of this generator."""
        return (_CountedLower if isinstance(self.fndesc.restype, Counted) else _Lower)(lower)

    def lower_expr(self, kind: types.Type, expr: Any) -> Any:
        """Unpack an iterable. Where it has too few or too many items, Numba loses the iterator and the items taken."""
        given = self.typeof(expr.value.name) if expr.op == "exhaust_iter" else types.none
        if not isinstance(given, types.IterableType) or isinstance(given, types.BaseTuple):
            return super().lower_expr(kind, expr)
        context, builder, of = self.context, self.builder, given.iterator_type
        iterator = call_getiter(context, builder, given, self.loadvar(expr.value.name))
        found: list[Any] = []
        with ExitStack() as taken:
            taken.enter_context(held(builder, of, iterator))
            for _ in range(expr.count + 1):
                found.append(call_iternext(context, builder, of, iterator))
                taken.enter_context(held(builder, of.yield_type, found[-1].yielded_value()))
        *items, further = [each.yielded_value() for each in found]
        are_too_few, is_too_many = builder.not_(found[expr.count - 1].is_valid()), found[-1].is_valid()
        with builder.if_then(builder.or_(are_too_few, is_too_many), likely=False):
            for item in (*items, further):
                self.decref(of.yield_type, item)
            self.decref(of, iterator)
            self.leave_if_raised()
            self.return_exception(ValueError, loc=self.loc)
        self.decref(of, iterator)
        return context.make_tuple(builder, kind, items)

    def lower_yield(self, kind: types.Type, yielded: Any) -> Any:
        """Move the variables that are used once more to the state and back; the yielded value takes its reference along."""
        if floats(types.unliteral(self.typeof(yielded.value.name)), self.gentype.yield_type):
            raise TypingError("ints and floats come from one iterator; write float(...) around the ints", loc=self.loc)
        if not isinstance(self.gentype, Counted):
            return super().lower_yield(kind, yielded)
        builder, generator = self.builder, self.genlower
        point = self.generator_info.yield_points[yielded.index]
        variable = yielded.value.name
        wanted = self.gentype.yield_type
        value = self.context.cast(builder, self.loadvar(variable), self.typeof(variable), wanted)
        if variable in point.live_vars:
            self.incref(wanted, value)
        for name, of, slot in generator.slots(builder, generator.gen_state_ptr, point):
            self.context.pack_value(builder, of, self.loadvar(name), slot)
        place = generator.resume_index_ptr
        builder.store(ir.Constant(place.type.pointee, yielded.index), place)
        self.call_conv.return_value(builder, self.context.get_return_value(builder, wanted, value))
        generator.create_resumption_block(self, yielded.index)
        self._held = set()
        for name, of, slot in generator.slots(builder, generator.gen_state_ptr, point):
            self.storevar(self.context.unpack_value(builder, of, slot), name)
        return self.context.get_constant_generic(builder, kind, None)


def _next(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    """Take a yielded value. A ``StopIteration`` inside a generator is an error there, and not its end (PEP 479)."""
    write, convention = context.get_generator_impl(signature.args[0]), context.call_conv
    status, value = write(context, builder, signature, args)
    context.add_linking_libs(getattr(write, "libs", ()))
    with builder.if_else(status.is_ok) as (yields, ends):
        with yields:
            result.set_valid(True)
            result.yield_(value)
        with ends:
            result.set_exhausted()
            with builder.if_then(builder.not_(status.is_stop_iteration), likely=False):
                with builder.if_then(convention.is_one_of(builder, status.excinfoptr, [StopIteration])):
                    convention.return_user_exc(builder, RuntimeError, ("generator raised StopIteration",))
                convention.return_status_propagate(builder, status)


lower_builtin("iternext", types.Generator)(iternext_impl(RefType.BORROWED)(_next))
lower_builtin("iternext", Counted)(iternext_impl(RefType.NEW)(_next))  # with its reference


@lower_builtin(next, types.IteratorType)
def _lower_next(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Take an item. Numba takes it for the end where an iterator raises in a ``try``."""
    found = call_iternext(context, builder, signature.args[0], args[0])
    with builder.if_then(builder.not_(found.is_valid()), likely=False):
        builder._frame.leave_if_raised()
        context.call_conv.return_user_exc(builder, StopIteration)
    return found.yielded_value()


@lower_builtin("iternext", types.ZipType)
@iternext_impl(RefType.NEW)
def _next_of_zip(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    """Take an item of each iterator. Numba's own code loses those that it took before one ended."""
    kind = signature.args[0]
    items: list[Any] = []
    result.set_exhausted()
    with ExitStack() as further:
        for iterator, of in zip(context.make_helper(builder, kind, value=args[0]), kind.source_types, strict=True):
            found = call_iternext(context, builder, of, iterator)
            with builder.if_then(builder.not_(found.is_valid())):
                for item, its in zip(items, kind.yield_type, strict=False):
                    if context.enable_nrt:
                        context.nrt.decref(builder, its, item)
            further.enter_context(builder.if_then(found.is_valid()))
            items.append(found.yielded_value())
            further.enter_context(held(builder, of.yield_type, items[-1]))
        result.set_valid(bool(items))
        result.yield_(context.make_tuple(builder, kind.yield_type, items))
