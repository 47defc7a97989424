"""Seeds: the positions of a world from which its steps are listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from genastar import BadInput, Domain
from genastar.values.limits import check_while_iterating


def list_seeds(world: Domain[Any, Any, Any, Any], starts: list[Any]) -> list[Any]:
    """Return the positions of a world that can be entered: all that it shows, or its starts; then these starts.

    They come last, so that the numbers of positions that the world's own lead to do not depend on a question.

    Raises:
        BadInput: there are no starts, and the world has none.
    """
    view = world.view()
    if view is None:
        try:
            return [*world.default_starts(), *starts]
        except BadInput:
            if not starts:
                raise
            return starts
    return [*_iterate_shown(world, view), *starts]


def _iterate_shown(world: Domain[Any, Any, Any, Any], view: Any) -> Iterator[Any]:
    for place in check_while_iterating(range(view.shape.places)):
        try:
            position = view.position(place)
            world.to_state(position)
        except BadInput:  # a wall
            continue
        yield position
