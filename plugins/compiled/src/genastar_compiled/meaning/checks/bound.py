"""Locals that may be unbound where they are used. Machine code would read 0 there; Python raises `UnboundLocalError`.

Each such local gets a flag, which is checked before each such use.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.analysis import compute_cfg_from_blocks
from numba.extending import intrinsic

from genastar_compiled.meaning.refusal import raise_if, refuse_if


@intrinsic(prefer_literal=True)
def must_be_bound(typingctx: Any, bound: Any, name: Any) -> Any:
    """Raise the same error as Python where an unbound local is used."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        text = f"cannot access local variable '{name.literal_value}' where it is not associated with a value"
        raise_if(context, builder, builder.not_(args[0]), UnboundLocalError, text)
        return context.get_dummy_value()

    return types.none(types.boolean, name), codegen


@intrinsic(prefer_literal=True)
def must_be_bound_first(typingctx: Any, bound: Any, name: Any) -> Any:
    """Refuse an unbound local that a function or a comprehension inside reads: Python asks for it there, and not here."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        told = f"a comprehension, a lambda or an inner function reads {name.literal_value}, which is not bound yet"
        refuse_if(context, builder, builder.not_(args[0]), told, "give it a value before")
        return context.get_dummy_value()

    return types.none(types.boolean, name), codegen


def check_locals(function: Any) -> bool:
    """Add flags to the IR of a function; return whether any were needed."""
    blocks = function.blocks
    doubtful = _doubtful(blocks)
    if not doubtful:
        return False
    scope = next(iter(blocks.values())).scope
    flags = {name: scope.redefine(f"is_bound.{name}", function.loc) for name in sorted(doubtful)}
    shared = function.func_id.code.co_cellvars
    added = 0
    for block in blocks.values():
        body: list[Any] = []
        for statement in block.body:
            for name in sorted(_used(statement) & doubtful):
                loc = statement.loc
                ask, text, done = (scope.redefine(f"$bound{added + index}", loc) for index in range(3))
                added += 3
                check = must_be_bound_first if name.partition(".")[0] in shared else must_be_bound
                body.append(ir.Assign(ir.Global(check.__name__, check, loc), ask, loc))
                body.append(ir.Assign(ir.Const(name.partition(".")[0], loc), text, loc))
                body.append(ir.Assign(ir.Expr.call(ask, [flags[name], text], (), loc), done, loc))
            body.append(statement)
            is_bound = ir.Const(isinstance(statement, ir.Assign), statement.loc)
            body += [ir.Assign(is_bound, flags[name], statement.loc) for name in sorted(doubtful) if _decides(statement, name)]
        block.body = body
    blocks[min(blocks)].body[:0] = [ir.Assign(ir.Const(False, function.loc), flag, function.loc) for flag in flags.values()]
    return True


def _doubtful(blocks: dict[int, Any]) -> set[str]:
    """Return the user's locals that are used where some path has not bound them."""
    graph = compute_cfg_from_blocks(blocks)
    everything = frozenset(
        statement.target.name for block in blocks.values() for statement in block.body if isinstance(statement, ir.Assign)
    )
    bound = dict.fromkeys(blocks, everything)
    first = min(blocks)
    changed = True
    while changed:
        changed = False
        for label in sorted(blocks):
            before = [bound[other] for other, _ in graph.predecessors(label)]
            inside = frozenset.intersection(*before) if before and label != first else frozenset()
            after = set(inside)
            for statement in blocks[label].body:
                _follow(statement, after)
            if after != bound[label]:
                bound[label], changed = frozenset(after), True
    found: set[str] = set()
    for label, block in blocks.items():
        before = [bound[other] for other, _ in graph.predecessors(label)]
        here = set(frozenset.intersection(*before)) if before and label != first else set()
        for statement in block.body:
            found |= {name for name in _used(statement) - here if name in everything}
            _follow(statement, here)
    return found


def _follow(statement: Any, bound: set[str]) -> None:
    """Take the local that a statement binds into those that are bound, or those that it unbinds out of them."""
    if isinstance(statement, ir.Assign):
        bound.add(statement.target.name)
    elif isinstance(statement, ir.Del):
        bound -= {name for name in bound if _decides(statement, name)}


def _decides(statement: Any, name: str) -> bool:
    """Return whether a statement binds a local, or ``del`` unbinds it: Numba gives a local that is set again another name."""
    if isinstance(statement, ir.Assign):
        return bool(statement.target.name == name)
    return isinstance(statement, ir.Del) and name.partition(".")[0] == statement.value


def _used(statement: Any) -> set[str]:
    """Return the user's locals that a statement reads."""
    if isinstance(statement, (ir.Del, ir.Jump)):
        return set()
    read = statement.value if isinstance(statement, ir.Assign) else statement
    variables = [read] if isinstance(read, ir.Var) else getattr(read, "list_vars", list)()
    return {each.name for each in variables if not each.name.startswith("$")}
