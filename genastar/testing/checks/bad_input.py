"""How a domain or an algorithm refuses what it cannot use: with `BadInput`, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from genastar.errors import BadInput
from genastar.testing.check_subject import CheckFailed, describe_exception


@contextmanager
def expect_only_bad_input(what: str, accepted: str = "") -> Iterator[None]:
    """Check that a block raises nothing but `BadInput`, with a message of one line.

    With ``accepted``, the block must raise: a `CheckFailed` with this text tells that it does not.
    """
    try:
        yield
    except BadInput as error:
        must_be_one_line(error, what)
    except Exception as error:  # a domain may raise anything
        raise CheckFailed(f"{what} raises {describe_exception(error)}; BadInput was expected") from error
    else:
        if accepted:
            raise CheckFailed(accepted)


def must_be_one_line(error: BadInput, what: str) -> None:
    """Check that the original message of an error is one line. As text, errors of genastar always are."""
    lines = len(str(*error.args[:1]).splitlines())
    if lines != 1:
        raise CheckFailed(f"{what} is refused in {lines} lines; one was expected: {error!s:.60}")
