"""The blocks of a function that are inside a ``try``, as Python's own table of its bytecode has them.

Numba counts the ``try`` that are open as a function runs. Where one lies in another, as ``except`` does in the ``try`` of a
``finally``, it may close one more than it opened. So here each block says whether it is inside, and nothing is counted.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from numba.core import byteflow, cgutils, ir, types
from numba.core.compiler_machinery import register_pass
from numba.core.errors import TypingError, UnsupportedError
from numba.core.extending import intrinsic
from numba.core.interpreter import Interpreter
from numba.core.unsafe import eh
from numba.core.untyped_passes import TranslateByteCode

from genastar_compiled.reach.names import module_of

CLOSED: Final = (
    "a generator yields inside a try whose finally, or except of all, Python runs when the generator is left early; "
    "write except Exception, or the finally behind the loop over the generator"
)


@register_pass(mutates_CFG=True, analysis_only=False)
class Translate(TranslateByteCode):
    """Numba's pass, with another beginning and end of each ``try``."""

    _name = "genastar_translate"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = WithHandlers(state.func_id).interpret(state.bc)
        return True


class _Tracer(byteflow.TraceRunner):
    """Finds the blocks of a function, and the handler of each.

    Numba lets a ``try`` begin behind the first instruction of a block. If that reads a local, it may raise.
    """

    def dispatch(self, state: Any) -> None:
        reads = state.get_inst().opname.startswith("LOAD_FAST")
        if reads and state.get_inst().offset == state.pc_initial and state.is_in_exception() and not state.in_with():
            while (top := state.get_top_block("TRY")) and top["end"] <= state.pc_initial:
                state.pop_block_and_above(top)
            entry = state.get_exception()
            if top is None or top["end"] != entry.target:
                begun = state.make_block("TRY", end=entry.target)
                begun.update(end_offset=entry.end, stack_depth=entry.depth, push_lasti=entry.lasti)
                state.push_block(begun)
                state._blockstack_initial = tuple(state._blockstack)
        super().dispatch(state)


_numbas_tracer: Final = byteflow.TraceRunner


class WithHandlers(Interpreter):
    """Translates bytecode as Numba does, but for each ``try``."""

    def interpret(self, bytecode: Any) -> Any:
        byteflow.TraceRunner = _Tracer  # Numba compiles under a lock
        try:
            return super().interpret(bytecode)
        finally:
            byteflow.TraceRunner = _numbas_tracer

    def _insert_try_block_begin(self) -> None:
        """Leave out Numba's count."""

    _insert_try_block_end = _insert_try_block_begin

    def op_RERAISE(self, inst: Any, exc: str) -> None:  # noqa: N802  # Numba's name
        """Raise what came to a ``finally``, or what a handler raised, once more."""
        if not inst.arg and self.bytecode.find_exception_entry(inst.offset) is None:
            super().op_RERAISE(inst, exc)  # behind ``except Exception``, which catches all: never reached
            return
        self._ask(raise_again, "$raised_again", self._handled(inst))
        if self.dfainfo.active_try_block is not None:
            self.current_block.append(ir.Jump(self.dfainfo.active_try_block["end"], loc=self.loc))
        else:
            self.current_block.append(ir.StaticRaise(AssertionError, (), self.loc))  # never reached

    def _ask(self, intrinsic: Any, result: str, *args: ir.Var) -> None:
        """Write the call of an intrinsic, and its result into a variable."""
        self.store(ir.Global(intrinsic.__name__, intrinsic, self.loc), asked := f"${intrinsic.__name__}", redefine=True)
        call = ir.Expr.call(self.get(asked), args, (), self.loc)
        self.current_block.append(ir.Assign(call, self.current_scope.get_or_define(result, self.loc), self.loc))
        self.definitions[result].append(call)

    def _handled(self, inst: Any) -> ir.Var:
        """Return the variable of the exception that is raised once more by an instruction."""
        code = self.bytecode
        if inst.arg:  # what a handler itself raised, after the end of the handling
            begin = max(each.target for each in code.exception_entries if each.target <= inst.offset)
        else:
            ends = code.find_exception_entry(inst.offset).target
            pushed = (each.offset for each in code if each.opname == "PUSH_EXC_INFO")
            begin = next(each for each in pushed if code.find_exception_entry(each).target == ends)
        return self.current_scope.get_or_define(_variable(begin), self.loc)

    def _end_try_blocks(self) -> None:
        """Say at each place where it changes whether exceptions go to a handler, and look before each branch."""
        self._check()
        for offset, block in list(self.blocks.items()):
            self._look_before_branch(offset, block)
        handlers = {self._handler(offset) for offset in self.dfa.infos}
        for offset, block in [(each, self.blocks[each]) for each in self.dfa.infos]:
            is_inside = self._handler(offset) is not None
            before = {self._handler(each) is not None for each, _ in self.cfa.graph.predecessors(offset)} or {False}
            if before != {is_inside} or offset in handlers or self._resumes(offset):
                body, block.body, self.current_block = block.body, [], block
                if offset in handlers:
                    self._ask(_arrived, _variable(offset))
                self._inject_call(_enter if is_inside else _leave, "try")
                block.body += body

    def _look_before_branch(self, offset: int, block: ir.Block) -> None:
        """Send an exception to its handler before a block branches: a ``__bool__`` may raise it, or the iterator of a loop.

        Numba looks at the ends of other blocks alone, and would take one of the two ways first.
        """
        handler, branch = self._handler(offset), block.terminator
        if handler is None or not isinstance(branch, ir.Branch) or handler == branch.truebr:
            return
        further = offset + 1  # no instruction is at an odd place
        block.body.pop()
        self.current_block, self.loc = block, branch.loc
        self._inject_call(eh.exception_check, "exception_check", found := f"$exception_check{further}")
        block.append(ir.Branch(self.get(found), handler, further, branch.loc))
        self.blocks[further] = ir.Block(block.scope, branch.loc)
        self.blocks[further].append(branch)

    def _handler(self, offset: int) -> int | None:
        """Return where the exceptions of a block go, if Numba can reach it."""
        found = self.dfa.infos[offset].active_try_block
        return found["end"] if found is not None and found["end"] in self.cfa.graph.nodes() else None

    def _resumes(self, offset: int) -> bool:
        """Return whether a block follows a ``yield``: the generator is called anew there, and outside of any ``try``."""
        before = [at for each, _ in self.cfa.graph.predecessors(offset) for at, _ in self.dfa.infos[each].insts]
        return any(self.bytecode[at].opname == "YIELD_VALUE" for at in before)

    def _check(self) -> None:
        """Refuse an exception that leaves a ``finally`` for a handler further out, if Numba does not know of that handler.

        Refuse a ``finally`` around a ``yield``, too: Python runs it where the generator is let go of.
        """
        code = self.bytecode
        plain = [each for each in code if each.opname != "CACHE"]
        finals = {each.offset for each, _, test in zip(plain, plain[1:], plain[2:], strict=False) if _is_final(each, test)}
        for each in plain:
            entry = code.find_exception_entry(each.offset) if each.opname == "YIELD_VALUE" else None
            while entry is not None:
                if entry.target in finals:
                    raise UnsupportedError(CLOSED, self.loc.with_lineno(each.lineno))
                entry = code.find_exception_entry(entry.target)
        unmatched = {jump.get_jump_target() for last, jump in pairwise(plain) if last.opname == "CHECK_EXC_MATCH"}
        for offset in self.blocks:
            for at, _ in self.dfa.infos[offset].insts:
                if code[at].opname == "RERAISE" and at not in unmatched and self._handler(offset) is None:
                    entry = code.find_exception_entry(at)
                    while entry is not None and code[entry.target].opname == "COPY":  # that only ends the handling
                        entry = code.find_exception_entry(entry.target)
                    if entry is not None:
                        told = "a finally with a branch or a loop in it lies in another try; make it a function of its own"
                        raise UnsupportedError(told, self.loc.with_lineno(code[at].lineno))


def _is_final(instruction: Any, third: Any) -> bool:
    """Return whether a handler begins here that handles all: it does not compare the class of the exception first."""
    return bool(instruction.opname == "PUSH_EXC_INFO" and third.opname != "CHECK_EXC_MATCH")


def _variable(handler: int) -> str:
    """Return the name of the variable that holds the exception of a handler."""
    return f"$exception{handler}"


@intrinsic
def _arrived(typingctx):  # type: ignore[no-untyped-def]
    """Return the exception that comes to a handler, and keep it for `raised`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        exception = builder.load(context.call_conv._get_excinfo_argument(builder.function))
        builder.store(exception := builder.bitcast(exception, cgutils.voidptr_t), _slot(builder))
        return exception

    return types.voidptr(), codegen


@intrinsic
def raised(typingctx):  # type: ignore[no-untyped-def]
    """Return the exception of a handler, where the handler begins."""
    return types.voidptr(), lambda context, builder, signature, args: builder.load(_slot(builder))


def _slot(builder: Any) -> Any:
    if not hasattr(builder, "_raised"):
        builder._raised = cgutils.alloca_once(builder, cgutils.voidptr_t, name="raised", zfill=True)
    return builder._raised


@intrinsic
def is_one_of(typingctx, exception, classes):  # type: ignore[no-untyped-def]
    """Return whether an exception is of one of some classes."""
    kinds = classes.types if isinstance(classes, types.BaseTuple) else (classes,)
    named = [each.exc_class for each in kinds if isinstance(each, types.ExceptionClass)]
    for each in named:
        if module_of(each) == "builtins" and each not in _ALIKE:
            raise TypingError(f"except names {each.__name__}, which machine code may raise in other places than Python")
    if len(named) < len(kinds):
        raise TypingError("except names what is no class, which machine code cannot compare")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        caught = set().union(*map(_and_derived, named))  # now: Numba keeps this function, and more may be derived later
        others = _and_derived(BaseException) - caught
        if len(others) < len(caught):
            return builder.not_(context.call_conv.is_one_of(builder, args[0], others))
        return context.call_conv.is_one_of(builder, args[0], caught)

    return types.boolean(exception, classes), codegen


@intrinsic
def raise_again(typingctx, exception):  # type: ignore[no-untyped-def]
    """Raise an exception that was caught."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        context.call_conv.raise_again(builder, args[0])
        return context.get_dummy_value()

    return types.none(exception), codegen


def _and_derived(cls: type[BaseException]) -> set[type[BaseException]]:
    """Return a class and all that are derived from it."""
    return {cls}.union(*map(_and_derived, cls.__subclasses__()))


_ALIKE: Final = (
    *(BaseException, Exception, ArithmeticError, AssertionError, IndexError, KeyError, LookupError, NotImplementedError),
    *(RuntimeError, StopIteration, ValueError, ZeroDivisionError),
)
"""Python's exceptions that machine code raises where Python does. It has others for None, for what is not bound, and so on."""


def _setter(inside: int) -> Any:
    @intrinsic
    def begun(typingctx):  # type: ignore[no-untyped-def]
        """Say whether the exceptions of what follows go to a handler. None is on its way."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            convention = context.call_conv
            state, raised = convention._get_try_state(builder), convention._get_excinfo_argument(builder.function)
            builder.store(state.type.pointee(inside), state)
            builder.store(cgutils.get_null_value(raised.type.pointee), raised)
            return context.get_dummy_value()

        return types.none(), codegen

    return begun


_enter, _leave = _setter(1), _setter(0)
