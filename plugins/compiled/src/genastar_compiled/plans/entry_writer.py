"""The source of a program's entry, a few lines of Python that rebuild the values from their leaves and call the loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

import attrs

from genastar_compiled.kernel import arrays, batch_loop, loop
from genastar_compiled.kernel.arrays import Array
from genastar_compiled.kernel.open_lists import packed
from genastar_compiled.plans.layout import Layout, get_declarations


class EntryWriter:
    """Writes the source of a program's entry; the class of a compiler says what the names in it mean."""

    scope: dict[str, Any]
    """Values of the names in the source."""
    first_lines: tuple[str, ...] = ()
    """Lines of the entry before it calls the loop."""

    def __init__(self, parts: Mapping[str, object], kinds: Any, layout: Layout) -> None:
        self.arrays: dict[str, Array] = {}
        self.stored: dict[str, Any] = {}
        """The type of the elements of each array, by the name of its register."""
        self.kinds = kinds
        self._layout = layout
        solver, limit = parts["solver"], parts["limit"]
        varying = layout.varying or ()
        self._begin = {"solver": self.value(solver, {name: f"this[{at}]" for at, name in enumerate(varying, 1)}, fixed=True)}
        self._begin |= {name: self.value(parts[name]) for name in ("start", "cost")}
        fields = [self.varying_type(name, attrgetter(name)(solver)) for name in varying]
        self._declared: dict[str, Any] = _ARRAYS | {
            "asked": arrays.LENT.of(lambda of: of.tuple((of.kinds.position, *fields))),
            "open_list": "open_list",
            "cancelled": "cancelled(registers.cancel_at)",
            "limit": "unlimited()" if limit is None else f"cost_limit({self.value(limit)})",
        }
        if "setting" in parts:
            self._declared["setting"] = self.value(parts["setting"])
        self.item: Any = get_declarations(layout.open_list)["queue"]
        """The function that returns the type of the queue's items."""
        self.scope |= {"unlimited": self.maker(loop.Unlimited), "cost_limit": self.maker(loop.CostLimit)}
        functions = packed.stamp, loop.act, loop.command, batch_loop.first_cost, batch_loop.go_on
        self.scope |= {function.__name__: self.function(function) for function in functions}

    def value(self, value: Any, replaced: Mapping[str, str] | None = None, fixed: bool = False) -> str:
        """Return source that builds a value from arguments; ``replaced`` gives other text for some of its fields."""
        raise NotImplementedError

    def varying_type(self, name: str, value: object) -> Any:
        """Return the type of a field that has a value for each question."""
        raise NotImplementedError

    def elements(self, are_stored: bool) -> arrays.Types:
        """Return the types of elements as they are used, or as they are stored."""
        raise NotImplementedError

    def memory(self, element: Any, stored: Any) -> Any:
        """Return the function that gives the memory of such elements at an address."""
        raise NotImplementedError

    def maker(self, kind: type) -> Any:
        """Return the function that makes a value of a class from its fields."""
        raise NotImplementedError

    def function(self, function: Callable[..., Any]) -> Any:
        """Return what stands for a function of the kernel."""
        return function

    def text(self, arguments: list[str]) -> str:
        """Return the source, and declare its contents."""
        search = self._texts("open_list", "solver", "registers", "nodes", "cancelled", "limit", "rank", "closest", "trace")
        path = self._texts("path", "path_costs")
        if self._layout.varying is None:
            lines = [f"{name} = {text}" for name, text in self._begin.items()]
            lines += [
                f"open_list = {self._object('open_list')}",
                *self.first_lines,
                f"command({search}, {path}, start, cost)",
            ]
        else:
            lines = [
                "going = True",
                "while going:",
                f"    this = {self._text('asked')}[registers.question]",
                f"    solver = {self._begin['solver']}",
                "    start = this[0]",
                "    cost = first_cost(solver.estimate(start))",
                f"    open_list = {self._object('open_list')}",
                *(f"    {line}" for line in self.first_lines),
                f"    act({search}, start, cost)",
                f"    going = go_on(registers, {self._text('nodes')}, {path}, {self._texts('answers', 'steps')}, open_list)",
            ]
        head = f"def entry({', '.join(['block_at', *arguments])}):"
        return "\n    ".join([head, "registers = in_place(block(block_at))", *lines])

    def _texts(self, *names: str) -> str:
        return ", ".join(map(self._text, names))

    def _text(self, name: str, declared: object = None) -> str:
        """Return source for a name in a program: an array, an object, or a variable of the entry."""
        match declared or self._declared.get(name):
            case Array() as array:
                return self._array(name, array)
            case str() as text:
                return text
        return self._object(name) if hasattr(self._layout, name) else name

    def _array(self, name: str, array: Array) -> str:
        element, stored = (array.element(self.elements(each)) for each in (False, True))
        self.arrays[f"{name}_at"], self.stored[f"{name}_at"] = array, stored
        self.scope[name] = self.memory(element, stored)
        return f"{name}(registers.{name}_at)"

    def _object(self, name: str) -> str:
        """Return source that creates an object of the layout."""
        kind = getattr(self._layout, name)
        self.scope[f"new_{name}"] = self.maker(kind)
        fields = [self._text(*each) for each in get_declarations(kind).items()]
        made = f"new_{name}({', '.join(fields)})"
        changes = kind.__hash__ is None  # `attrs.define` removes the hash, `attrs.frozen` keeps it
        return f"on_stack({made})" if changes else made


def _answer_of(of: arrays.Types) -> Any:
    """Return the type of the record that each search of a batch writes."""
    fields = {each.name: of.word for each in attrs.fields(batch_loop.Answer)}
    return of.record(batch_loop.Answer, fields | {"closest": of.kinds.node})


_ARRAYS: Final[dict[str, object]] = {
    "nodes": arrays.NODES.of(lambda of: of.kinds.node),
    "refused": arrays.ONE.of(lambda of: of.kinds.position),
    "path": arrays.PATH.of(lambda of: of.kinds.position),
    "path_costs": arrays.PATH.of(lambda of: of.kinds.cost),
    "answers": arrays.LENT.of(_answer_of),
    "steps": arrays.LENT.of(lambda of: of.kinds.position),
}
"""Arrays that several objects, or the loop, share."""
