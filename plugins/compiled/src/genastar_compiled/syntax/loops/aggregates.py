"""Rewrite aggregates of generator expressions as loops, each in its own function."""

from __future__ import annotations

import ast
import bisect
import builtins
import functools
from collections.abc import Callable, Sequence
from typing import Final

from genastar_compiled.data.containers.tuples import tuple_from
from genastar_compiled.data.values.records import fault_of_tuples
from genastar_compiled.meaning.refusal import Refusal
from genastar_compiled.syntax.loops.iterators import in_order
from genastar_compiled.syntax.loops.orders import EQUAL, by_a_key, in_any_order, of_a_best, of_a_set, of_a_sum
from genastar_compiled.syntax.loops.stops import in_generator
from genastar_compiled.syntax.loops.unfolding import of_map
from genastar_compiled.syntax.source import PREFIX, as_list, bound_names, expression, name, placed, placed_call
from genastar_compiled.syntax.stand_ins import cut_to, tuple_of
from genastar_compiled.syntax.visitor import Visitor

ITEM: Final = f"{PREFIX}item"
SOURCE: Final = f"{PREFIX}source"

_LOOP_OF: Final = {
    builtins.any: ("", "if {item}: return True", "return False"),
    builtins.all: ("", "if not ({item}): return False", "return True"),
    builtins.sum: (f"{PREFIX}sum = {{start}}", f"{PREFIX}sum = {PREFIX}sum + ({{item}})", f"return {PREFIX}sum"),
}
_WHOLE_LOOP_OF: Final = {  # for list comprehensions, which evaluate all of their items
    builtins.any: (f"{PREFIX}found = False", f"if {{item}}: {PREFIX}found = True", f"return {PREFIX}found"),
    builtins.all: (f"{PREFIX}found = True", f"if not ({{item}}): {PREFIX}found = False", f"return {PREFIX}found"),
    builtins.sum: _LOOP_OF[builtins.sum],
}
_PLACES: Final = {bisect.bisect_left: "{key} < {item}", bisect.bisect_right: "not {item} < {key}"}
_SIGN: Final = {builtins.min: "<", builtins.max: ">"}


class Aggregates(Visitor):
    """Rewrites calls of the aggregates among the builtins."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(func=ast.Attribute(value=made, attr="_make"), args=[items], keywords=[]) if self._is_named(made):
                node.func, node.args = made, [placed(ast.Starred(value=items, ctx=ast.Load()), items)]
        self.generic_visit(node)
        function = self.source.callee(node.func)
        if function is in_generator:
            return self._lifted(node, node.args[0], [], lambda item: [f"yield {item}"], [], {}) or node  # type: ignore[arg-type]
        try:
            known = function in (any, all, sum, min, max, next, tuple, list, len, sorted, set, str.join, functools.reduce)
            known = known or function in _PLACES
        except Exception:  # noqa: BLE001  # a user's value that cannot be compared
            known = False
        if isinstance(node.func, ast.Attribute) and node.func.attr == "join" and len(node.args) == 1 and not node.keywords:
            node.args = [as_list(of_map(node.args[0]))]
            return node
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort" and not node.args:
            return self._sorted(node, node.func.value, f"{SOURCE}[:] = ") or node
        for each in node.args:
            if isinstance(each, ast.Starred):
                each.value = self._of_known_length(each.value)
        if not known or not node.args or any(isinstance(each, ast.Starred) for each in node.args):
            return node
        options = {each.arg: each.value for each in node.keywords}
        if None in options:
            return node
        return self._aggregate(function, node, options) or node

    def _is_named(self, node: ast.expr) -> bool:
        """Return whether an expression names a class of named tuples, which are made as all are."""
        cls = self.source.callee(node)
        return isinstance(cls, type) and hasattr(cls, "_fields") and issubclass(cls, tuple) and fault_of_tuples(cls) is None

    def visit_List(self, node: ast.List) -> ast.AST:
        """Make lists of the iterators behind stars, which Numba does not take."""
        for each in node.elts if isinstance(node.ctx, ast.Load) else ():
            if isinstance(each, ast.Starred):
                each.value = as_list(each.value)
                if isinstance(each.value, ast.Call):
                    each.value = self.called(in_order, [each.value], each)
        return self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.value, ast.ListComp):  # in a list display it may be of any length
            node.value = self._of_known_length(node.value)
        return node

    def _of_known_length(self, given: ast.expr) -> ast.expr:
        """Return the tuple of a comprehension, which has a length where its source has one."""
        items = of_map(given)
        if not isinstance(items, (ast.GeneratorExp, ast.ListComp)):
            return given
        return self._tuple(placed_call("tuple", [given], given), items) or given

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        """Rewrite a set comprehension as the set of a list: Numba inlines comprehensions of lists alone."""
        self._comprehension(node)
        items = placed(ast.ListComp(elt=node.elt, generators=node.generators), node)
        return self.called(set, [self.in_any_order(items)], node)

    def _aggregate(self, function: object, node: ast.Call, options: dict[str | None, ast.expr]) -> ast.AST | None:
        if function is functools.reduce:
            return self._reduced(node) if len(node.args) in (2, 3) and not options else None
        first = of_map(node.args[0])
        match first:
            case ast.Call(func=by, args=[items], keywords=[]) if function is sorted and self.source.callee(by) is list:
                node.args = [first := items]
        if function in (min, max) and len(node.args) > 1 and "default" not in options:
            if not options:
                return self._best_of_two(function, node)
            if len(node.args) > 1:
                first = placed(ast.Tuple(elts=node.args, ctx=ast.Load()), node)
                node.args = [first]
        if function in (min, max) and set(options) <= {"key", "default"}:
            if isinstance(first, (ast.GeneratorExp, ast.ListComp)) or options:
                return self._best(function, node, _as_generator(first), options)
            return None
        if function in _PLACES and len(node.args) == 2 and set(options) == {"key"}:
            return self._place(node, _PLACES[function], options["key"])
        if function is sorted and len(node.args) == 1 and "key" in options:
            made = self._sorted(node, as_list(first), "return ")
            if made is not None:
                return made
        if not isinstance(first, (ast.GeneratorExp, ast.ListComp)):
            return None
        if (function in (sorted, set) and "key" not in options) or (function is len and isinstance(first, ast.ListComp)):
            node.args = [self.in_any_order(first)]
            return node
        if function is sum and len(node.args) <= 2 and set(options) <= {"start"}:
            start = node.args[1] if len(node.args) == 2 else options.get("start")
            return self._loop(function, node, first, start)
        if function is next and isinstance(first, ast.GeneratorExp) and len(node.args) <= 2 and not options:
            return self._first(node, first, *node.args[1:])
        if function in (any, all) and len(node.args) == 1 and not options:
            return self._loop(function, node, first, None)
        if len(node.args) != 1 or isinstance(first, ast.ListComp):
            return None
        if function is tuple and not options:
            return self._tuple(node, first) or placed_call(self.source.named("tuple_from", tuple_from), [as_list(first)], node)
        if function in (sorted, list, set):
            node.args = [as_list(first)]
            return node.args[0] if function is list and not options else node
        return None

    def _loop(
        self, function: object, node: ast.Call, items: ast.GeneratorExp | ast.ListComp, start: ast.expr | None
    ) -> ast.AST | None:
        table = _LOOP_OF if isinstance(items, ast.GeneratorExp) else _WHOLE_LOOP_OF
        before, each, after = table[function]  # type: ignore[index]
        before = before.format(start="0" if start is None else f"{PREFIX}start")
        extra = {} if start is None else {f"{PREFIX}start": start}
        known = f"{self.source.named('of_a_sum', of_a_sum)}({{item}}, {{items}}, {PREFIX}sum)" if function is sum else "{item}"
        return self._lifted(node, items, [before], lambda item: [each.format(item=item)], [after], extra, any_order=known)

    def _first(self, node: ast.Call, items: ast.GeneratorExp, default: ast.expr | None = None) -> ast.AST | None:
        """Return the first item."""
        extra = {} if default is None else {f"{PREFIX}default": default}
        after = [f"return {each}" for each in extra] or ["raise StopIteration"]
        return self._lifted(node, items, [], lambda item: [f"return {item}"], after, extra)

    def _reduced(self, node: ast.Call) -> ast.AST | None:
        """Combine one item after another."""
        combine, items = node.args[0], _as_generator(node.args[1])
        called, extra_nodes = f"({ast.unparse(combine)})", [combine]
        captured: list[str] = []
        if isinstance(combine, ast.Lambda):
            lifted = self._lifted_lambda(combine, 2)
            if lifted is None:
                return None
            called, captured = lifted
            extra_nodes = [expression(each, node) for each in captured]
        whole, found = f"{PREFIX}whole", f"{PREFIX}found"
        extra = dict.fromkeys([whole], node.args[2]) if len(node.args) == 3 else {}

        def each(item: str) -> list[str]:
            step = f"{whole} = {called}({', '.join([whole, item, *captured])})"
            return [step] if extra else [f"if not {found}: {whole}, {found} = {item}, True", f"else: {step}"]

        before = [] if extra else [f"{found} = False"]
        nothing = "raise TypeError('reduce() of empty iterable with no initial value')"
        after = [] if extra else [f"if not {found}: {nothing}"]
        return self._lifted(node, items, before, each, [*after, f"return {whole}"], extra, extra_nodes)

    def _best(
        self, function: object, node: ast.Call, items: ast.GeneratorExp | ast.ListComp, options: dict[str | None, ast.expr]
    ) -> ast.AST | None:
        """Return the first item with the least or the greatest key."""
        default, keyed = options.get("default"), self._keyed(options.get("key"), ITEM)
        if keyed is None:
            return None
        value, extra_nodes = keyed
        sign = _SIGN[function]  # type: ignore[index]
        best, found = f"{PREFIX}best", f"{PREFIX}found"

        def each(item: str) -> list[str]:
            return [
                f"{ITEM} = {item}",
                f"{PREFIX}value = {value}",
                f"if not {found}:",  # a variable must be assigned before it is read
                f"    {best}, {best}_value, {found} = {ITEM}, {PREFIX}value, True",
                f"elif {PREFIX}value {sign} {best}_value:",
                f"    {best}, {best}_value = {ITEM}, {PREFIX}value",
            ]

        kind = function.__name__  # type: ignore[attr-defined]
        nothing = f"raise ValueError('{kind}() arg is an empty sequence')" if default is None else f"return {PREFIX}default"
        extra = {} if default is None else {f"{PREFIX}default": default}
        after = [f"if not {found}:", f"    {nothing}", f"return {best}"]
        known: str | None = None
        if value == ITEM:
            known = f"{self.source.named('of_a_best', of_a_best)}({{item}}, {{items}})"
        else:
            items.generators[0].iter = self.called(by_a_key(kind), [items.generators[0].iter], node)
        return self._lifted(node, items, [f"{found} = False"], each, after, extra, extra_nodes, known)

    def _keyed(self, key: ast.expr | None, item: str) -> tuple[str, list[ast.expr]] | None:
        """Return the text of an item's key, and what it reads; ``None`` if the key has to stay a function."""
        if key is None or (isinstance(key, ast.Constant) and key.value is None):
            return item, []
        if not isinstance(key, ast.Lambda):
            return f"({ast.unparse(key)})({item})", [key]
        lifted = self._lifted_lambda(key)
        if lifted is None:
            return None
        return f"{lifted[0]}({', '.join([item, *lifted[1]])})", [expression(each, key) for each in lifted[1]]

    def _place(self, node: ast.Call, is_below: str, key: ast.expr) -> ast.AST | None:
        """Bisect by a key."""
        low, high, middle, item = (f"{PREFIX}{each}" for each in ("low", "high", "middle", "item"))
        keyed = self._keyed(key, f"{SOURCE}[{middle}]")
        if keyed is None:
            return None
        captured = self.captured(*keyed[1])
        lines = [
            f"def {{name}}({', '.join([SOURCE, item, *captured])}):",
            f"    {low}, {high} = 0, len({SOURCE})",
            f"    while {low} < {high}:",
            f"        {middle} = ({low} + {high}) // 2",
            f"        if {is_below.format(key=keyed[0], item=item)}: {low} = {middle} + 1",
            f"        else: {high} = {middle}",
            f"    return {low}",
        ]
        lifted = self.source.lift("place", "\n".join(lines), node)
        return placed_call(lifted, [*node.args, *[name(each, node) for each in captured]], node)

    def _sorted(self, node: ast.Call, items: ast.expr, into: str) -> ast.AST | None:
        """Sort with a key that reads locals, which Numba cannot pass on: sort pairs of the key and the place."""
        options = {each.arg: each.value for each in node.keywords}
        key, reverse = options.get("key"), options.get("reverse", placed(ast.Constant(value=False), node))
        if not isinstance(key, ast.Lambda) or not set(options) <= {"key", "reverse"} or _assigns(key):
            return None
        lifted_key = self._lifted_lambda(key)
        if lifted_key is None or not lifted_key[1]:
            return None
        of, captured = lifted_key
        keyed, place, falling = f"{PREFIX}items", f"{PREFIX}at", f"{PREFIX}falling"
        signed = f"-{place} if {falling} else {place}"  # equal items keep their order, also in descending order
        given = ", ".join([f"{keyed}[{place}]", *captured])
        pairs = f"sorted([({of}({given}), {signed}) for {place} in range(len({keyed}))], reverse={falling})"
        lines = [
            f"def {{name}}({', '.join([SOURCE, falling, *captured])}):",
            f"    {keyed} = [{ITEM} for {ITEM} in {self.source.named('in_any_order', in_any_order)}({SOURCE})]",
            f"    {PREFIX}pairs = {pairs}",
            f"    if {self.source.named('of_a_set', of_a_set)}({SOURCE}):",
            f"        for {place} in range(1, len({PREFIX}pairs)):",
            f"            if {PREFIX}pairs[{place} - 1][0] == {PREFIX}pairs[{place}][0]:",
            f"                raise {self.source.named('Refusal', Refusal)}({EQUAL!r})",
            f"    {into}[{keyed}[abs({PREFIX}pair[1])] for {PREFIX}pair in {PREFIX}pairs]",
        ]
        lifted = self.source.lift("sorted", "\n".join(lines), node)
        return placed_call(lifted, [items, reverse, *[name(each, node) for each in captured]], node)

    def _lifted(
        self,
        node: ast.Call,
        items: ast.GeneratorExp | ast.ListComp,
        before: Sequence[str],
        each: Callable[[str], list[str]],
        after: Sequence[str],
        extra: dict[str, ast.expr],
        reads: Sequence[ast.AST] = (),
        any_order: str | None = None,
    ) -> ast.AST | None:
        """Move a loop into a function; return a call of it.

        ``any_order`` is for loops that give the same in any order of their items: the text of an item that is known not to
        depend on it, with ``{item}`` and the ``{items}`` of a set.
        """
        generators = items.generators
        if any(generator.is_async for generator in generators) or _assigns(items):
            return None
        captured = self.captured(
            items.elt,
            *[part for generator in generators for part in generator.ifs],
            *[generator.iter for generator in generators[1:]],
            *reads,
            but=bound_names(generator.target for generator in generators),
        )
        lines, indent, item = list(before), "", ast.unparse(items.elt)
        for index, generator in enumerate(generators):
            iterable = SOURCE if index == 0 else ast.unparse(generator.iter)
            if any_order is not None and self.may_be_set(generator.iter):
                lines += [f"{indent}{SOURCE}{index} = {iterable}"]
                iterable = f"{self.source.named('in_any_order', in_any_order)}({SOURCE}{index})"
                item = any_order.format(item=item, items=f"{SOURCE}{index}")
            lines.append(f"{indent}for {ast.unparse(generator.target)} in {iterable}:")
            indent += "    "
            for condition in generator.ifs:
                lines.append(f"{indent}if {ast.unparse(condition)}:")
                indent += "    "
        lines += [indent + line for line in each(item)] + list(after)
        body = "\n".join(f"    {line}" for line in lines if line)
        lifted = self.source.lift("loop", f"def {{name}}({', '.join([SOURCE, *extra, *captured])}):\n{body}\n", node)
        arguments = [generators[0].iter, *extra.values(), *[name(each, node) for each in captured]]
        return placed_call(lifted, arguments, node)

    def _lifted_lambda(self, key: ast.Lambda, count: int = 1) -> tuple[str, list[str]] | None:
        """Move a function of so many arguments out; return its name and the further names that it needs."""
        arguments = key.args
        others = (arguments.defaults, arguments.vararg, arguments.kwarg, arguments.kwonlyargs, arguments.posonlyargs)
        if _assigns(key) or len(arguments.args) != count or any(others):
            return None
        given = [each.arg for each in arguments.args]
        captured = self.captured(key.body, but=given)
        names = ", ".join([*given, *captured])
        return self.source.lift("key", f"def {{name}}({names}):\n    return {ast.unparse(key.body)}\n", key), captured

    def _best_of_two(self, function: object, node: ast.Call) -> ast.AST:
        """Return ``min(a, b, c)`` for values of any type with ``<``."""
        sign = _SIGN[function]  # type: ignore[index]
        best: ast.expr = node.args[0]
        text = f"def {{name}}({PREFIX}a, {PREFIX}b):\n    return {PREFIX}b if {PREFIX}b {sign} {PREFIX}a else {PREFIX}a\n"
        lifted = self.source.lift("best", text, node)
        for other in node.args[1:]:
            best = placed_call(lifted, [best, other], node)
        return best

    def _tuple(self, node: ast.Call, items: ast.GeneratorExp | ast.ListComp) -> ast.expr | None:
        """Rewrite ``tuple(item for each in source)`` if the source has a known length."""
        if len(items.generators) != 1 or items.generators[0].ifs or _assigns(items):
            return None
        generator = items.generators[0]
        element, iterable, more = self._element(generator.iter)
        if element is None:
            return None
        at = f"{PREFIX}at"
        captured = self.captured(items.elt, but=bound_names([generator.target]))
        parameters = ", ".join([at, SOURCE, *more, *captured])
        body = [f"{ast.unparse(generator.target)} = {element}", f"return {ast.unparse(items.elt)}"]
        lifted = self.source.lift("item", f"def {{name}}({parameters}):\n    {body[0]}\n    {body[1]}\n", node)
        known_as = self.source.named("tuple_of", tuple_of)
        if more:
            iterable = self.called(cut_to, [iterable, *more.values()], node)
        arguments = [name(lifted, node), iterable, *more.values(), *[name(each, node) for each in captured]]
        return placed_call(known_as, arguments, node)

    def _element(self, iterable: ast.expr) -> tuple[str | None, ast.expr, dict[str, ast.expr]]:
        """Return the source of the element at an index, the sequence that has the length, and further sequences by name."""
        at = f"{PREFIX}at"
        if isinstance(iterable, ast.Call) and not iterable.keywords:
            function, given = self.source.callee(iterable.func), iterable.args
            if function is enumerate and len(given) == 1:
                return f"({at}, {SOURCE}[{at}])", given[0], {}
            if function is zip and len(given) == 2:
                return f"({SOURCE}[{at}], {PREFIX}other[{at}])", given[0], {f"{PREFIX}other": given[1]}
            if function is reversed and len(given) == 1:
                return f"{SOURCE}[len({SOURCE}) - 1 - {at}]", given[0], {}
            if function is range and len(given) == 1:
                if isinstance(given[0], ast.Constant) and type(given[0].value) is int and 0 <= given[0].value <= 64:
                    zeros = ast.Tuple(elts=[ast.Constant(value=0) for _ in range(given[0].value)], ctx=ast.Load())
                    return at, placed(zeros, iterable), {}
                if isinstance(given[0], ast.Call) and self.source.callee(given[0].func) is len:
                    return at, given[0].args[0], {}
            return None, iterable, {}
        return f"{SOURCE}[{at}]", iterable, {}


def _as_generator(given: ast.expr) -> ast.GeneratorExp | ast.ListComp:
    if isinstance(given, (ast.GeneratorExp, ast.ListComp)):
        return given
    made = expression("({each} for {each} in {items})", given, each=f"{PREFIX}each", items=given)
    assert isinstance(made, ast.GeneratorExp)
    return made


def _assigns(node: ast.AST) -> bool:
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))
