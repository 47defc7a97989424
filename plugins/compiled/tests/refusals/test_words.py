"""One line of each refusal says what is not supported, and a way that compiles."""

from __future__ import annotations

from pathlib import Path

import pytest
from both_speeds import both
from telling import telling
from walks import refusal

pytestmark = pytest.mark.long

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
        "a set that a hook makes has members of an enum in it, or what may be None; write a list",
        "[found, 5]",
        "{found, 5}",
    ),
    (
        "len({1: found})",
        "a key or a value that may be None; look that up by [key], after a test with 'in'",
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
    ("len(f'{n!r}')", "an f-string has a format after a colon, or a conversion such as !r; leave it out", "len(f'{n}')", ""),
)


@pytest.mark.parametrize(("text", "says", "instead", "of"), WORDS)
def test_what_is_said_compiles(text: str, says: str, instead: str, of: str, tmp_path: Path) -> None:
    before = "found = self.found.get(n); several = [found, n]"
    assert says in refusal(telling((text,), tmp_path / "refused", before, **FIELDS), 0)
    other = instead if not of else instead.join(text.rsplit(of, 1))
    both(telling((other,), tmp_path / "compiled", before, **FIELDS), 0)
