"""One line of each refusal says what is not supported, and a way that compiles."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import pytest
from attrs import frozen
from both_speeds import Steps, search_both
from telling import telling
from walks import refusal

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

FIELDS = {"found": {0: 0, 1: 2, 4: 5}}
WORDS = (
    (
        "sum(q is None for q in (found, n))",
        "of which an item may be None, and others may not; give a list of them a name",
        "several",
        "(found, n)",
    ),
    (
        "len({found, 5})",
        "a set that a hook makes has members of an enum in it, what may be None, or texts",
        "[found, 5]",
        "{found, 5}",
    ),
    (
        "len({1: found})",
        "a key or a value that may be None; write a number that means nothing, such as -1,",
        "self.found[0]",
        "found",
    ),
    (
        "isinstance(found, type(None))",
        "type(None) is asked for; write 'is None'",
        "found is None",
        "isinstance(found, type(None))",
    ),
    (
        "Ground.LAKE in Ground",
        "'in' is asked of the enum Ground; compare with its members",
        "(Ground.PLAIN, Ground.LAKE)",
        "Ground",
    ),
    ("len(Ground.__members__)", "Ground is asked for __members__; write Ground itself", "Ground", "Ground.__members__"),
    (
        "len(np.array([n, 2]).tobytes())",
        "tobytes() of an array; write tuple(array.ravel().tolist())",
        "tuple(np.array([n, 2]).ravel().tolist())",
        "np.array([n, 2]).tobytes()",
    ),
    (
        "TABLE[TABLE > 4].sum()",
        "a mask of 2 dimensions; write array.ravel()[mask.ravel()], or np.where",
        "TABLE.ravel()[(TABLE > 4).ravel()]",
        "TABLE[TABLE > 4]",
    ),
    (
        "TABLE.min(axis=0)[n % 4]",
        "is called with axis=, which it does not take in machine code; write a comprehension over the rows",
        "np.array([row.min() for row in TABLE.T])",
        "TABLE.min(axis=0)",
    ),
    ("np.any((n > 1, n > 4))", "any of numpy is given a tuple or a list", "np.array((n > 1, n > 4))", "(n > 1, n > 4)"),
    (
        "sum(islice([1, 2, n], 2))",
        "itertools.islice is not supported in machine code; write items[:n]",
        "[1, 2, n][:2]",
        "islice([1, 2, n], 2)",
    ),
    (
        "len(deque([1, 2, n], maxlen=2))",
        "a deque is made otherwise than as deque() or deque(items); leave maxlen out",
        "deque([1, 2, n])",
        "deque([1, 2, n], maxlen=2)",
    ),
    (
        "len(Counter([1, n]).most_common())",
        "a Counter is used where it is made; give it a name, counts = Counter(...), or write a dictionary and get(key, 0)",
        "{1: 1, 2: n}",
        "Counter([1, n]).most_common()",
    ),
    (
        "len(list(filter(str.isalpha, 'a1b2')))",
        "the method str.isalpha is taken from its class; write lambda value: value.isalpha()",
        "lambda value: value.isalpha()",
        "str.isalpha",
    ),
    ("len(f'{n!r}')", "an f-string has !r, or a format beyond a width and b, d, o or x; leave it out", "len(f'{n}')", ""),
)


@pytest.mark.parametrize(("text", "says", "instead", "of"), WORDS)
def test_what_is_said_compiles(text: str, says: str, instead: str, of: str, tmp_path: Path) -> None:
    before = "found = self.found.get(n); several = [found, n]"
    assert says in refusal(telling((text,), tmp_path / "refused", before, **FIELDS), 0)
    other = instead if not of else instead.join(text.rsplit(of, 1))
    search_both(telling((other,), tmp_path / "compiled", before, **FIELDS), 0)


class Left(IntEnum):
    FAR = 2
    NEAR = 1


@frozen(eq=False)
class Leads(Steps):
    """Steps whose estimate is a member of an enum, everywhere or but for the goal."""

    last: int = 0

    def estimate(self, position: object) -> int:
        return Left.NEAR if position < self.goal else self.last  # type: ignore[operator]


@pytest.mark.parametrize("last", [Left.NEAR, 0])
def test_an_estimate_that_is_a_member_of_an_enum(last: int) -> None:
    assert "the estimate, or a cost, is a member of Left; write int(...) around it" in refusal(Leads(3, 2, last), 0)
