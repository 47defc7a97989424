"""One compilation: the functions of a program, each typed once for arguments of the same kinds."""

from __future__ import annotations

import inspect
from itertools import count
from types import FunctionType, MethodType
from typing import Any, Final

from genastar_compiled.compiler.containers import images, indexing, keeping, making, walking
from genastar_compiled.compiler.containers.kinds import Hole, has_containers, kind_as_kept
from genastar_compiled.compiler.faults import TOO_DEEP, NotCovered, refusing
from genastar_compiled.compiler.kinds import INT, Fixed, Kind, Place, Record, Tuple
from genastar_compiled.compiler.kinds_of_code import Method, is_of_code
from genastar_compiled.compiler.sources import tree_of
from genastar_compiled.compiler.tree import Ended, Found, ProgramAgain, Routine, Step, TypeAgain, Value
from genastar_compiled.compiler.typing import expressions, loops, narrowing, statements, variables
from genastar_compiled.compiler.typing.inlined import cursors, inside
from genastar_compiled.compiler.typing.operations import arrays, calls, items, mathematics, mixed, operators
from genastar_compiled.compiler.typing.operations.calls import make
from genastar_compiled.compiler.typing.typer import NOTHING, Typer, is_kernel, is_of_library, is_own
from genastar_compiled.compiler.values import Lent, Maker
from genastar_compiled.data.records import is_fixed, is_generated, is_record, names_of
from genastar_compiled.kernel.primitives import SELDOM, Primitive
from genastar_compiled.reach.names import KERNELS, module_of

_ATTEMPTS = 64
_Key = tuple[FunctionType, tuple[Kind, ...]]
_MARK: Final = Tuple((INT,) * 3)
"""The state of an arena."""


class Nodes:
    """The functions by which the modules of `typing` call each other."""

    value_of = staticmethod(expressions.value_of)
    truth_of = staticmethod(expressions.truth_of)
    attribute = staticmethod(expressions.attribute)
    put = staticmethod(statements.put)
    assign = staticmethod(variables.assign)
    value_of_name = staticmethod(variables.value_of_name)
    do_all = staticmethod(statements.do_all)
    narrow_by = staticmethod(narrowing.narrow_by)
    refuse_inexact = staticmethod(operators.refuse_inexact)
    over = staticmethod(loops.over)
    over_value = staticmethod(loops.over_value)
    over_iterator = staticmethod(cursors.over)
    call = staticmethod(calls.call)
    negative = staticmethod(arrays.negative)
    power = staticmethod(mathematics.power)
    binary_of_containers = staticmethod(indexing.binary)
    image_of = staticmethod(images.image_of)
    items_of_container = staticmethod(walking.items_of)
    placed = staticmethod(items.placed)
    cast_to_container = staticmethod(making.cast)


class Compilation:
    """Types the functions that a program calls."""

    nodes = Nodes

    def __init__(self, *, takes_odd_indices: bool, began_whole: bool, is_plain: bool = False, position: Kind = INT) -> None:
        self.takes_odd_indices = takes_odd_indices
        """Whether an index of an array may be negative; otherwise such an index ends the program."""
        self.began_whole = began_whole
        """Whether costs, which are floats, began whole."""
        self.is_plain = is_plain
        """Whether all functions compute as the machine does, and may make and change arrays."""
        self.position = position
        """The kind of positions."""
        self.keeps: list[Kind] = []
        """The kinds of texts and containers that the search keeps."""
        self.kept: list[Any] = []
        """What the program reads in place, and so must stay in memory."""
        self.routines: list[Routine] = []
        """In the order in which they call each other: a routine calls those before it."""
        self._known: dict[_Key, Routine] = {}
        self._numbers = count()
        self._begun: list[tuple[Routine, Found]] = []
        """The routines that are being typed, each called by the one before."""
        self._holes: dict[object, Hole] = {}

    def routine(self, function: FunctionType, arguments: tuple[Kind, ...]) -> Routine:
        """Return a function for arguments of these kinds.

        Raises:
            NotCovered: it has a construct that the compiler does not know.
            Ended: it calls itself, and it is not known yet what it returns.
        """
        key = function, arguments
        routine = self._known.get(key)
        while routine is None:
            try:
                self._type(key)
            except ProgramAgain:
                if self._begun:
                    raise
                self._known, self.routines = {}, []
            else:
                return self._known[key]
        at = next((at for at, (each, _) in enumerate(self._begun) if each is routine), None)
        if at is not None:
            for each, _ in self._begun[at:]:
                each.is_recursive, each.is_inlined, each.raises = True, False, True
            found = self._begun[at][1]
            found.assumed = found.returns
            if found.returns is None:
                raise Ended
            routine.returns = found.returns
        return routine

    def _type(self, key: _Key) -> None:
        """Type a function, again and again until what it returns is what its calls of itself were taken to return."""
        function, arguments = key
        found, begin = Found(), len(self.routines)
        name = f"f{len(self._known)}_{''.join(filter(str.isalnum, function.__name__))}"
        routine = Routine(name, [], [], NOTHING.kind, raises=False, is_inlined=function not in SELDOM)
        self._known[key] = routine
        self._begun.append((routine, found))
        try:
            for _ in range(_ATTEMPTS):
                if self._typed(function, arguments, routine, found):
                    self.routines.append(routine)
                    return
                again = set(map(id, self.routines[begin:]))
                if routine.is_recursive:  # what it calls may have been typed for another kind
                    self._known = {each: made for each, made in self._known.items() if id(made) not in again}
                    del self.routines[begin:]
        finally:
            self._begun.pop()
            if routine not in self.routines:
                self._known.pop(key, None)
        raise NotCovered(f"{function.__qualname__}: the kinds of its variables do not settle")

    def _typed(self, function: FunctionType, arguments: tuple[Kind, ...], routine: Routine, found: Found) -> bool:
        """Type a function; return whether the kinds were those that were found before."""
        found.count, found.assumed = 0, found.returns
        typer = Typer(self, function, arguments, found)
        try:
            parameters = statements.parameters_of(typer)
            statements.do_all(typer, tree_of(function).body)
            if not typer.has_ended:
                statements.give_back(typer, NOTHING)
        except TypeAgain:
            return False
        if routine.is_recursive and found.assumed != found.returns:
            return False
        if routine.is_recursive and typer.arena is not None and routine.arena is None:  # its calls of itself did not hand it on
            routine.arena = typer.arena
            return False
        if routine.is_recursive and typer.allocations:
            raise typer.refuse(f"{function.__qualname__}, which calls itself and makes arrays")
        routine.body, routine.returns = typer.body, found.returns or NOTHING.kind
        routine.allocations = next(iter(typer.allocations), None)
        routine.arena = typer.arena
        routine.parameters = [*([] if typer.arena is None else [typer.arena]), *typer.allocations, *parameters]
        routine.returns_never, routine.raises = found.returns is None, typer.raises or routine.is_recursive
        routine.touches = typer.touches or (typer.is_kernel and not typer.is_own and typer.raises)
        return True

    def call(self, typer: Typer, function: FunctionType, arguments: list[Value]) -> Value:
        """Append a call; return what it gives. A function that is given one is written here."""
        places, only, stars = inside.names_of_function(function)
        names = [*places, *only, *filter(None, stars)]
        if any(is_of_code(each.kind) for each in arguments):
            return inside.written(typer, Value(Fixed(function), function, ()), dict(zip(names, arguments, strict=True)))
        if is_kernel(function) and not is_own(function) and not typer.is_kernel:
            named = zip(names, arguments, strict=True)
            arguments = [self._kept(typer, name, each) for name, each in named]
        calls_hook = typer.is_kernel and not is_kernel(function) and not self.is_plain
        if calls_hook:
            arguments = [keeping.open_up(typer, each) for each in arguments]
        try:
            routine = self.routine(function, tuple(each.kind for each in arguments))
        except NotCovered as error:  # at a line of the user, if that of the function called tells nothing
            what = error.what
            if is_of_library(function) and not is_of_library(typer.function):
                what = f"a call of {module_of(function)}.{function.__qualname__} ({what})"
            raise error if error.where else typer.refuse(what, type(error), error.kind) from None
        except Ended:  # it never returns, as far as is known yet
            typer.raises = True
            typer.step("fail", detail=TOO_DEEP)
            raise
        typer.raises = typer.raises or routine.raises
        typer.touches = typer.touches or routine.touches
        given = [each for each in arguments if each.kind.leaves]
        if routine.allocations is not None:
            given.insert(0, typer.notes)
        mark = None
        if routine.arena is not None:
            given.insert(0, typer.memory())
            if module_of(typer.function).startswith(KERNELS) and (calls_hook or not has_containers(routine.returns)):
                mark = typer.step("mark", typer.memory(), kind=_MARK)
        made = self._called(typer, function, routine, given)
        if calls_hook:
            made = keeping.keep(typer, made, kind_as_kept(made.kind))
        if mark is not None:  # back in the kernel, nothing names the containers of a hook any more
            typer.step("give back", typer.memory(), mark)
        return made if typer.is_kernel else keeping.open_up(typer, made)

    def _kept(self, typer: Typer, name: str, value: Value) -> Value:
        """Return what a hook gives to the kernel, as the search keeps it."""
        if name in ("position", "parent"):
            value = value if value.kind == NOTHING.kind else keeping.fitted(typer, value, self.position)
            if name == "position":
                keeping.check_position(typer, value.kind, self.position)
            return value
        if name in ("cost", "travelled"):
            value = keeping.keep(typer, value, kind_as_kept(value.kind))
        return mixed.in_floats(typer, value)

    def _called(self, typer: Typer, function: FunctionType, routine: Routine, given: list[Value]) -> Value:
        if not routine.returns.leaves:
            typer.body.append(Step("call", tuple(given), Value(routine.returns), routine))
            if routine.returns_never:
                typer.step("fail", detail=refusing("an end of what never ends", function.__qualname__))
                raise Ended
            return typer.empty(routine.returns) if not routine.returns.parts else typer.make(routine.returns)
        made = typer.step("call", *given, kind=routine.returns, detail=routine)
        return mixed.in_floats(typer, made) if typer.is_kernel and not typer.is_own else made

    def hole(self, typer: Typer, what: object) -> Hole:
        """Return what is known of the items of a container that a function makes at some place, in each attempt to type it."""
        key = typer.function, typer.arguments, what
        return self._holes.setdefault(key, Hole(typer.key))

    def method_of(self, kind: Kind, name: str) -> FunctionType | None:
        """Return the method of this name that a user wrote for values of a kind; ``None`` if there is none."""
        kind = kind.record if isinstance(kind, Place) else kind
        if not isinstance(kind, (Record, Tuple)) or kind.cls is None:
            return None
        found = inspect.getattr_static(kind.cls, name, None)
        return found if isinstance(found, FunctionType) and not is_generated(found) else None

    def constant_of(self, typer: Typer, value: Any) -> Value:
        """Return a value of a name outside a function."""
        if isinstance(value, (Kind, Lent, Maker, Primitive)):
            return Value(Fixed(value), value, ())
        if isinstance(value, MethodType) and isinstance(value.__func__, FunctionType):
            owner = typer.outside(value.__self__)
            return typer.make(Method(owner.kind, value.__func__), owner)
        value = getattr(value, "py_func", value)
        if is_record(value) and is_fixed(value):
            return make(typer, type(value), {name: typer.outside(getattr(value, name)) for name in names_of(value)})
        return typer.constant(value)
