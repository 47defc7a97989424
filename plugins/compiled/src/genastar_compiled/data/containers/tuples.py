"""Tuples whose length is known only at run time: slices, and ``tuple(...)`` of anything but a tuple."""

from __future__ import annotations

import operator
from typing import Any, Final, Self

from numba.core import cgutils, types
from numba.core.datamodel import register_default
from numba.core.datamodel.models import ListModel, TupleModel, UniTupleModel
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, Signature, infer, signature
from numba.extending import intrinsic, lower_builtin, overload, overload_method

from genastar_compiled.data.containers.key_types import differs
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.signs import COMPARISONS
from genastar_compiled.reach.generated import generated


class OwnList(types.List):
    """A type of lists beside Numba's own."""

    label: str

    def __init__(self, dtype: types.Type) -> None:
        super().__init__(dtype)
        self.name = f"{self.label}({self.dtype})"

    def copy(self, dtype: types.Type | None = None, reflected: bool | None = None) -> Self:
        """Return the same type with another item type."""
        return type(self)(dtype or self.dtype)

    def unify(self, typingctx: Any, other: types.Type) -> Self | None:
        """Return the common type of two branches."""
        if type(other) is not type(self):
            return None
        dtype = typingctx.unify_pairs(self.dtype, other.dtype)
        return None if dtype is None else self.copy(dtype)

    def __unliteral__(self) -> Self:
        return self


class Several(OwnList):
    """The Numba type of such a tuple: a list that is never changed."""

    label = "tuple of any length"


register_default(Several)(ListModel)


class OfList(types.BaseTuple):
    """A list of fixed length: a row of a list of lists that a field or a constant holds. In machine code it is a tuple."""

    @classmethod
    def _make_homogeneous_tuple(cls, dtype: types.Type, count: int) -> types.Type:
        return UniRow(dtype, count)

    @classmethod
    def _make_heterogeneous_tuple(cls, kinds: Any) -> types.Type:
        return Row(kinds)

    def unify(self, typingctx: Any, other: types.Type) -> None:
        """Return None: a list and a tuple have no common type."""

    def can_convert_to(self, typingctx: Any, other: types.Type) -> None:
        """Return None, for the same reason."""


class Row(OfList, types.Tuple):
    """A row whose items differ in type."""

    def __new__(cls, kinds: Any) -> Any:
        """Make a row, which never becomes another type."""
        return object.__new__(cls)


class UniRow(OfList, types.UniTuple):
    """A row whose items have one type."""


register_default(Row)(TupleModel)
register_default(UniRow)(UniTupleModel)


def _as_it_is(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return impl_ret_borrowed(context, builder, signature.return_type, args[0])


@intrinsic
def as_row(typingctx: Any, items: Any) -> Any:
    """Return a tuple as the list that it is in Python."""
    return OfList.from_types(items.types)(items), _as_it_is


@intrinsic
def _plain_tuple(typingctx: Any, row: Any) -> Any:
    """Return ``tuple(row)`` of a row."""
    return types.BaseTuple.from_types(row.types)(row), _as_it_is


@intrinsic
def as_tuple(typingctx: Any, items: Any) -> Any:
    """Return a list made for this purpose as a tuple."""
    return Several(items.dtype)(items), _as_it_is


@by_types(lambda items: items[:])
def copied(items: Any) -> Any:
    """Return ``items[:]``; of a row, a list that the hook may change."""
    return (lambda items: items.copy()) if isinstance(items, UniRow) else (lambda items: items[:])


@overload_method(UniRow, "copy")
def _copy_of_row(row):  # type: ignore[no-untyped-def]
    return lambda row: [each for each in row]  # noqa: C416


@by_types(tuple)
def unpacked(items: Any) -> Any:
    """Return the items of a slice that stands behind a star, as a tuple."""
    return (lambda items: items) if _is_tuple(items) else (lambda items: tuple_from(items))


@by_types(tuple)
def tuple_from(items: Any) -> Any:
    """Return ``tuple(items)``."""
    if isinstance(items, OfList):
        return lambda items: _plain_tuple(items)
    if isinstance(items, (types.BaseTuple, Several)):
        return lambda items: items
    if isinstance(items, types.ZipType) and all(isinstance(each, types.UniTupleIter) for each in items.source_types):
        count = min(len(each.container) for each in items.source_types)
        return generated(f"def made(items):\n    return ({'next(items), ' * count})\n")
    return lambda items: as_tuple([item for item in items])  # noqa: C416


@overload(tuple)
def _behind_star(items):  # type: ignore[no-untyped-def]
    """Return what Numba unpacks behind a star in a tuple, which may be of any length."""
    return (lambda items: tuple_from(items)) if isinstance(items, types.List) else None


def _is_row(kind: types.Type) -> bool:
    return isinstance(kind, types.UniTuple) and not isinstance(kind, OfList)


@overload(operator.getitem)
def _slice_of(items, part):  # type: ignore[no-untyped-def]
    if not isinstance(items, types.UniTuple) or not isinstance(part, types.SliceType):
        return None
    count, made_of = len(items), "{}" if isinstance(items, OfList) else "as_tuple({})"
    inside = made_of.format("[items[at] for at in range(start, stop, step)]")
    text = f"def made(items, part):\n    start, stop, step = part.indices({count})\n    return {inside}\n"
    return generated(text, {"as_tuple": as_tuple})


@overload(operator.getitem)
def _item_of_range(items, at):  # type: ignore[no-untyped-def]
    return _placed if isinstance(items, types.RangeType) and isinstance(at, types.Integer) else None


def _placed(items, at):  # type: ignore[no-untyped-def]
    count = len(items)
    place = at + count if at < 0 else at
    if place < 0 or place >= count:
        raise IndexError("range object index out of range")
    return items.start + place * items.step


@overload_method(types.Array, "tolist")
def _list_of_array(array):  # type: ignore[no-untyped-def]
    made_by = {types.Integer: "int", types.Float: "float", types.Boolean: "bool"}.get(type(array.dtype))
    if made_by is None or array.ndim < 1 or array.dtype == types.uint64:
        return None
    inside = f"{made_by}(each0)"
    for depth in range(array.ndim):
        inside = f"[{inside} for each{depth} in {f'each{depth + 1}' if depth < array.ndim - 1 else 'array'}]"
    return generated(f"def made(array):\n    return {inside}\n")


@overload(operator.mul)
def _repeated(left, right):  # type: ignore[no-untyped-def]
    if isinstance(left, types.Integer) and (_is_row(right) or isinstance(right, Several)):
        return lambda left, right: right * left
    if not (_is_row(left) or isinstance(left, Several)) or not isinstance(right, types.Integer):
        return None
    return lambda left, right: as_tuple([each for _ in range(right) for each in left])


@overload_method(OfList, "__hash__")
def _hash_of_row(row):  # type: ignore[no-untyped-def]
    raise TypingError("a list is hashed, or put into a set or a dictionary as a key; write tuple(...) around it")


@infer
class _Nothing(AbstractTemplate):
    """Types ``for item in ()``: a loop over an empty field. Its items are taken for ints, and there are none."""

    key = "getiter"

    def generic(self, args: Any, kws: Any) -> Signature | None:
        return signature(types.range_iter64_type, *args) if args == (types.Tuple(()),) else None


@lower_builtin("getiter", types.Tuple)
def _lower_nothing(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    state = cgutils.create_struct_proxy(types.range_state64_type)(context, builder)
    state.start = state.stop = context.get_constant(types.int64, 0)
    state.step = context.get_constant(types.int64, 1)
    call = context.get_function("getiter", types.range_iter64_type(types.range_state64_type))
    return call(builder, (state._getvalue(),))


@overload(enumerate)
def _numbered_nothing(items):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
    if items != types.Tuple(()):
        return None

    def made(items):  # type: ignore[no-untyped-def]
        for at in range(0):
            yield at, at

    return made


_SIGNS: Final = {operator.add: "+"} | COMPARISONS


def _register(sign: Any) -> None:
    @overload(sign)
    def meet(left, right):  # type: ignore[no-untyped-def]
        row, several = (right, left) if isinstance(left, Several) else (left, right)
        if not isinstance(several, Several) or not _is_tuple(row) or isinstance(row, (Several, types.BaseNamedTuple)):
            return None
        common = cpu_target.typing_context.unify_types(several.dtype, *map(types.unliteral, row))
        if len(row) and (any(differs(several.dtype, each) for each in row) or not (_is_row(row) or common == several.dtype)):
            done = "added to" if sign is operator.add else "compared with"
            held = row.dtype if _is_row(row) else f"({', '.join(map(str, row))})"
            raise TypingError(f"a tuple of {several.dtype} is {done} one of {held}; give both one type")
        items = "each for each in {0}" if _is_row(row) else ", ".join(f"{{0}}[{at}]" for at in range(len(row)))
        made = f"as_tuple([{items}])" if len(row) else "{1}[:0]"
        one, other = [
            made.format(*names) if kind is row else names[0]
            for kind, names in ((left, ("left", "right")), (right, ("right", "left")))
        ]
        return generated(f"def made(left, right):\n    return {one} {_SIGNS[sign]} {other}\n", {"as_tuple": as_tuple})


for _sign in _SIGNS:
    _register(_sign)


@overload(operator.iadd)
def _extended(left, right):  # type: ignore[no-untyped-def]
    return (lambda left, right: left + right) if _is_tuple(left) and _is_tuple(right) else None


def is_list(kind: types.Type) -> bool:
    """Return whether a value is a list of Numba's, or a row."""
    return isinstance(kind, (types.List, OfList)) and not isinstance(kind, Several)


def _is_tuple(kind: types.Type) -> bool:
    return isinstance(kind, (types.BaseTuple, Several)) and not isinstance(kind, OfList)


LISTS_AND_TUPLES: Final = "a list is compared with a tuple, which it never equals; make both tuples, or lists"


def refuse_rows(left: types.Type, right: types.Type) -> None:
    """Refuse to compare a list with a tuple, alone or inside tuples and lists: Python answers by the types.

    Raises:
        TypingError: they are compared.
    """
    if (is_list(left) and _is_tuple(right)) or (_is_tuple(left) and is_list(right)):
        raise TypingError(LISTS_AND_TUPLES)
    if is_list(left) and is_list(right) and isinstance(left, OwnList) != isinstance(right, OwnList):
        raise TypingError("a deque is compared with a list, which it never equals; make both lists, list(...)")
    if isinstance(left, types.BaseTuple) and isinstance(right, types.BaseTuple):
        for one, other in zip(left.types, right.types, strict=False):
            refuse_rows(one, other)
    elif isinstance(left, types.List) and isinstance(right, types.List):
        refuse_rows(left.dtype, right.dtype)


def refuse_items(items: types.Type, item: types.Type) -> None:
    """Refuse to look for a tuple among lists, or for a list among tuples.

    Raises:
        TypingError: it is looked for.
    """
    held = getattr(items, "key_type", getattr(items, "dtype", types.none))
    for each in items.types if isinstance(items, types.BaseTuple) else [held]:
        refuse_rows(each, item)


@overload(operator.eq)
def _list_is(left, right):  # type: ignore[no-untyped-def]
    refuse_rows(left, right)
    if isinstance(left, OfList) and isinstance(right, types.List):
        tests = "".join(f" and left[{at}] == right[{at}]" for at in range(len(left)))
        return generated(f"def made(left, right):\n    return len(right) == {len(left)}{tests}\n")
    if isinstance(left, types.List) and isinstance(right, OfList):
        return lambda left, right: right == left
    return None


@overload(operator.ne)
def _list_is_not(left, right):  # type: ignore[no-untyped-def]
    refuse_rows(left, right)
    if isinstance(left, OfList) != isinstance(right, OfList):
        return lambda left, right: not (left == right)  # noqa: SIM201  # so that the operator above is called
    return None
