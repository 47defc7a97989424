"""What Python's own functions give one after another: those of `itertools` and their like."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Final

from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import INT, Tuple, Yielding
from genastar_compiled.compiler.tree import Region, Slot, Value
from genastar_compiled.compiler.typing import comparisons, operators
from genastar_compiled.compiler.typing.inlined.flows import Flow, Late, flow_of, flow_of_value, is_lazy, left, room
from genastar_compiled.compiler.typing.inlined.inside import Each
from genastar_compiled.compiler.typing.items import Items, items_of
from genastar_compiled.compiler.typing.typer import FALSE, TRUE, Typer

NEGATIVE: Final = Fault(ValueError, "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")


def _add(typer: Typer, slot: Slot, by: Value) -> None:
    typer.put(slot, operators.binary(typer, ast.Add, typer.get(slot), by))


def _call(typer: Typer, function: Value, *arguments: Value) -> Value:
    made: Value = typer.program.nodes.call(typer, function, list(arguments), {})
    return made


def zipped(typer: Typer, nodes: list[ast.expr]) -> Flow:
    """Return tuples of values side by side, all but one of which have places."""
    lazy = [at for at, each in enumerate(nodes) if is_lazy(typer, each)]
    if len(lazy) > 1:
        raise typer.refuse("two generators side by side")
    main = lazy[0] if lazy else 0
    flow = flow_of(typer, nodes[main])
    others = {at: items_of(typer, each) for at, each in enumerate(nodes) if at != main}

    def act(each: Each) -> None:
        place = room(typer, nodes[0], "place", Value(INT, 0))

        def leave_unless(region: Region, sources: list[Items]) -> None:
            for source in sources:
                is_out = operators.compare_ints(typer, "sge", typer.get(place), source.count)
                typer.branch(is_out, lambda: typer.leave(region), lambda: None)

        def turns(region: Region) -> None:
            before = [source for at, source in others.items() if at < main]
            leave_unless(region, before)

            def turn(value: Value) -> None:
                leave_unless(region, [source for at, source in others.items() if at > main])
                parts = [value if at == main else others[at].at(typer.get(place)) for at in range(len(nodes))]
                each(typer.tuple_of(parts))
                if not typer.has_ended:
                    _add(typer, place, Value(INT, 1))
                    leave_unless(region, before)

            flow(turn)

        left(typer, turns)

    return act


def _zip(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    if named:
        raise typer.refuse("zip with strict, over a generator")
    return zipped(typer, nodes)


def _enumerate(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    starts = [*nodes[1:], *named.values()]
    first = typer.value_of(starts[0]) if starts else Value(INT, 0)
    if first.kind != INT or len(starts) > 1 or not named.keys() <= {"start"}:
        raise typer.refuse("enumerate from something else than an int")
    flow = flow_of(typer, nodes[0])

    def act(each: Each) -> None:
        number = room(typer, nodes[0], "number", first)

        def turn(value: Value) -> None:
            each(typer.tuple_of([typer.get(number), value]))
            if not typer.has_ended:
                _add(typer, number, Value(INT, 1))

        flow(turn)

    return act


def _map(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    function, *sources = nodes
    if named or not sources:
        raise typer.refuse("map without anything to go over")
    called = typer.value_of(function)
    if len(sources) == 1:
        flow = flow_of(typer, sources[0])
        return lambda each: flow(lambda value: each(_call(typer, called, value)))
    flow = zipped(typer, sources)
    return lambda each: flow(lambda value: each(_call(typer, called, *typer.parts(value))))


def _starmap(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    called, flow = typer.value_of(nodes[0]), flow_of(typer, nodes[1])

    def turn(value: Value) -> Value:
        if not isinstance(value.kind, Tuple):
            raise typer.refuse(f"starmap over {value.kind}")
        return _call(typer, called, *typer.parts(value))

    return lambda each: flow(lambda value: each(turn(value)))


def _only(is_wanted: bool) -> Callable[[Typer, list[ast.expr], dict[str, ast.expr]], Flow]:
    """Return what gives the values for which a function holds, or does not."""

    def made(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
        test, flow = typer.value_of(nodes[0]), flow_of(typer, nodes[1])

        def turn(value: Value, each: Each) -> None:
            holds = comparisons.truth(typer, value if test.known is None else _call(typer, test, value))
            typer.branch(comparisons.inverted(typer, holds, not is_wanted), lambda: each(value), lambda: None)

        return lambda each: flow(lambda value: turn(value, each))

    return made


def _takewhile(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    test, flow = typer.value_of(nodes[0]), flow_of(typer, nodes[1])

    def turn(value: Value, each: Each, region: Region) -> None:
        holds = comparisons.truth(typer, _call(typer, test, value))
        typer.branch(holds, lambda: each(value), lambda: typer.leave(region))

    return lambda each: left(typer, lambda region: flow(lambda value: turn(value, each, region)))


def _chain(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    flows = [flow_of(typer, each) for each in nodes]

    def act(each: Each) -> None:
        for flow in flows:
            if not typer.has_ended:
                flow(each)

    return act


def _chained(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    flow = flow_of(typer, nodes[0])

    def turn(value: Value, each: Each) -> None:
        if isinstance(value.kind, Yielding):
            flow_of_value(typer, value)(each)
        else:
            typer.program.nodes.over_value(typer, value, nodes[0], each)

    return lambda each: flow(lambda value: turn(value, each))


def _islice(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    if len(nodes) != 2:
        raise typer.refuse("islice with a start or a step")
    flow, end = flow_of(typer, nodes[0]), typer.value_of(nodes[1])
    if end.kind != INT:
        raise typer.refuse(f"islice up to {end.kind}")
    typer.fail_if(operators.compare_ints(typer, "slt", end, Value(INT, 0)), NEGATIVE)

    def act(each: Each) -> None:
        count = room(typer, nodes[0], "taken", Value(INT, 0))

        def leave_if_done(region: Region) -> None:
            is_done = operators.compare_ints(typer, "sge", typer.get(count), end)
            typer.branch(is_done, lambda: typer.leave(region), lambda: None)

        def turns(region: Region) -> None:
            def turn(value: Value) -> None:
                _add(typer, count, Value(INT, 1))
                each(value)
                if not typer.has_ended:
                    leave_if_done(region)

            leave_if_done(region)
            if not typer.has_ended:
                flow(turn)

        left(typer, turns)

    return act


def _count(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    given = dict(zip(("start", "step"), nodes, strict=False)) | named
    values = {name: typer.value_of(each) for name, each in given.items()}
    if len(nodes) + len(named) > len(given) or values.keys() - {"start", "step"} or any(x.kind != INT for x in values.values()):
        raise typer.refuse("count with other arguments than a start and a step that are ints")
    start, step = values.get("start", Value(INT, 0)), values.get("step", Value(INT, 1))

    def act(each: Each) -> None:
        number = room(typer, _NODE, "number", start)

        def turn() -> None:
            each(typer.get(number))

        typer.program.nodes.repeat(typer, _NODE, lambda: TRUE, turn, lambda: None, lambda: _add(typer, number, step))

    return act


_NODE: Final = ast.Pass()


def _pairwise(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    flow = flow_of(typer, nodes[0])

    def act(each: Each) -> None:
        is_first, last = room(typer, nodes[0], "first", TRUE), Late(typer, nodes[0], "last")

        def turn(value: Value) -> None:
            slot = last.slot_for(value.kind)
            typer.branch(typer.get(is_first), lambda: None, lambda: each(typer.tuple_of([typer.get(slot), value])))
            if not typer.has_ended:
                typer.put(is_first, FALSE)
                typer.put(slot, value)

        flow(turn)

    return act


def _accumulate(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    if named.keys() - {"initial", "func"} or len(nodes) > 2:
        raise typer.refuse("accumulate with other arguments")
    flow = flow_of(typer, nodes[0])
    function = [*nodes[1:], *(value for name, value in named.items() if name == "func")]
    called = typer.value_of(function[0]) if function else None
    initial = typer.value_of(named["initial"]) if "initial" in named else None

    def act(each: Each) -> None:
        is_first, total = room(typer, nodes[0], "first", TRUE if initial is None else FALSE), Late(typer, nodes[0], "total")
        if initial is not None:
            typer.put(total.slot_for(initial.kind), initial)
            each(initial)

        def turn(value: Value) -> None:
            slot = total.slot_for(value.kind)

            def more() -> None:
                before = typer.get(slot)
                made = (
                    operators.binary(typer, ast.Add, before, value) if called is None else _call(typer, called, before, value)
                )
                typer.put(slot, made)

            typer.branch(typer.get(is_first), lambda: typer.put(slot, value), more)
            typer.put(is_first, FALSE)
            each(typer.get(slot))

        if not typer.has_ended:
            flow(turn)

    return act


def _product(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    times = typer.value_of(named["repeat"]) if "repeat" in named else Value(INT, 1)
    if named.keys() - {"repeat"} or not times.is_known or not 0 <= times.known <= _MOST_LOOPS:
        raise typer.refuse("product that is repeated a number of times that is not known")
    sources = [items_of(typer, each) for each in nodes] * times.known
    return lambda each: _loops(typer, sources, lambda parts, _: each(typer.tuple_of(parts)), False)


_MOST_LOOPS: Final = 8


def _loops(typer: Typer, sources: list[Items], act: Callable[[list[Value], list[Value]], None], is_rising: bool) -> None:
    """Write loops inside each other, and inside of all what is done with their items and places, which may have to rise."""

    def level(parts: list[Value], places: list[Value]) -> None:
        if len(parts) == len(sources):
            act(parts, places)
            return
        source, begin = sources[len(parts)], Value(INT, 0)
        if is_rising and places:
            begin = typer.step("binary", places[-1], Value(INT, 1), kind=INT, detail="add")

        def turn(at: Value) -> None:
            level([*parts, source.at(at)], [*places, at])

        typer.program.nodes.count(typer, _NODE, begin, source.count, 1, turn, lambda: None)

    level([], [])


def _chosen(is_ordered: bool) -> Callable[[Typer, list[ast.expr], dict[str, ast.expr]], Flow]:
    """Return what gives the combinations of some items, or the permutations."""

    def made(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
        source, count = items_of(typer, nodes[0]), [typer.value_of(each) for each in nodes[1:]]
        if named or len(count) != 1 or not count[0].is_known or not 0 <= count[0].known <= _MOST_LOOPS:
            raise typer.refuse("combinations of a number of items that is not known")

        def turn(parts: list[Value], places: list[Value], each: Each) -> None:
            differ = TRUE
            for at, place in enumerate(places) if is_ordered else ():
                for before in places[:at]:
                    differ = comparisons.both(typer, differ, operators.compare_ints(typer, "ne", place, before))
            typer.branch(differ, lambda: each(typer.tuple_of(parts)), lambda: None)

        sources = [source] * count[0].known
        return lambda each: _loops(typer, sources, lambda parts, places: turn(parts, places, each), not is_ordered)

    return made


def _repeat(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    value, *times = (typer.value_of(each) for each in nodes)
    if named or len(times) != 1 or times[0].kind != INT:
        raise typer.refuse("repeat without a number of times")
    return lambda each: _loops(typer, [Items(times[0], lambda _: value)], lambda parts, _: each(parts[0]), False)


def _iter(typer: Typer, nodes: list[ast.expr], named: dict[str, ast.expr]) -> Flow:
    if len(nodes) != 1:
        raise typer.refuse("iter of a function")
    return flow_of(typer, nodes[0])


FLOWS: Final[dict[object, Callable[[Typer, list[ast.expr], dict[str, ast.expr]], Flow]]] = {
    map: _map,
    filter: _only(True),
    zip: _zip,
    enumerate: _enumerate,
    iter: _iter,
    itertools.filterfalse: _only(False),
    itertools.takewhile: _takewhile,
    itertools.starmap: _starmap,
    itertools.chain: _chain,
    itertools.chain.from_iterable: _chained,
    itertools.islice: _islice,
    itertools.count: _count,
    itertools.pairwise: _pairwise,
    itertools.accumulate: _accumulate,
    itertools.product: _product,
    itertools.combinations: _chosen(False),
    itertools.permutations: _chosen(True),
    itertools.repeat: _repeat,
}
