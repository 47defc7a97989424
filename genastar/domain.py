"""Domains: worlds that were read from a source, with the methods to search and show them.

Data flows one way: source, `Domain.read`, the domain, `Domain.problem`, a search, a result and a trace, `Domain.draw`. The
command line, the studio and batches call these few methods and depend on no particular domain.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from typing import Generic, cast

from attrs import AttrsInstance, frozen
from typing_extensions import TypeVar

from genastar.errors import BadInput
from genastar.files import AnyPath, named
from genastar.output import html
from genastar.output.shown import MOST_PLACES, Shown, size_text
from genastar.searchable import S, Searchable
from genastar.values.cost import Comparable, V
from genastar.values.node import K
from genastar.values.observer import Trace
from genastar.values.result import Outcome, Result, no_result
from genastar.view import Board, Shape, View

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741
"""The type of a domain's options: one attrs class."""


class Domain(Searchable[K, V, S], Generic[K, V, O, S]):
    """The contract of the entry-point group ``genastar.domains``. Subclass it as an attrs ``@frozen`` class.

    Users speak of positions (``K``). The problem may search other states (``S``), for example positions with a heading. Then
    override `to_state` and `to_positions`; and if the problem counts costs in other units, `price` and `limit`.
    """

    @classmethod
    @abstractmethod
    def read(cls, source: object, options: O) -> Domain[K, V, O, S]:
        """Read a world from a path, or from another object that the domain supports, such as an array.

        Raises:
            BadInput: the source cannot be read by this domain; the message says what is wrong, where, and how to fix it.
        """

    @classmethod
    @abstractmethod
    def examples(cls) -> Iterable[Example[K]]:
        """Return a few small worlds with questions, for the conformance kit. At least one has an answer."""

    @abstractmethod
    def parse(self, text: str) -> K:
        """Return the position that a user typed.

        Raises:
            BadInput: the world has no such position, or it cannot be entered.
        """

    @abstractmethod
    def format(self, position: K) -> str:
        """Return a position as text that `parse` can read."""

    @property
    def remark(self) -> str:
        """Return a remark on how the world was read, such as assumptions and omissions; empty by default."""
        return ""

    def configured(self, options: O) -> Domain[K, V, O, S] | None:
        """Return this world under other options; ``None`` if its source must be read again for them.

        Raises:
            BadInput: the options contradict each other in this world.
        """
        return None

    def unshared(self) -> Domain[K, V, O, S]:
        """Return this world as it is now, for those who keep it: a copy, if the world can be changed in place."""
        return self

    @property
    def revision(self) -> int:
        """Return how often this world was changed in place. What was prepared for an earlier revision is out of date."""
        return 0

    def changed_states(self, before: Domain[K, V, O, S]) -> Iterable[S] | None:
        """Return all states from which a step has another cost than in an earlier version of this world, or is new or gone.

        More states than these may be returned. The default, ``None``, means that they are not known, or that some estimate is
        less than before. A `genastar.WorldReplanner` then begins afresh.

        Args:
            before: a world of the same type.
        """
        return None

    def view(self) -> View[K, S] | None:
        """Return the view of the world; a `genastar.view.Canvas` if it can be painted. ``None`` if the world has no view."""
        return None

    def as_board(self) -> Board | None:
        """Return how the states of the world look as boards; ``None`` if they do not. It is for worlds without a view."""
        return None

    def draw(self, result: Result[K, V], trace: Trace[S, V], out: AnyPath) -> None:
        """Write a picture of a search to a file; its suffix chooses the format.

        Raises:
            BadInput: this domain cannot draw this format; or the file cannot be written.
        """
        raise BadInput(f"{named(out)}: a {self.info.name} world cannot be drawn; leave out --out")

    def show(self, result: Result[K, V] | None = None, trace: Trace[S, V] | None = None) -> Shown:
        """Return the picture that `draw` makes, for the cell of a notebook.

        Args:
            result: the result of a search; by default the world is shown alone.
            trace: the trace of that search.

        Raises:
            BadInput: this domain draws neither .png nor .svg, or cannot draw this world.
        """
        found = no_result(Outcome.UNREACHABLE) if result is None else result
        heard: Trace[S, V] = Trace() if trace is None else trace
        table = self._table(self._shape()) if result is None else result._repr_html_()
        return Shown.of(table, self.info.name, self.info.writes, lambda out: self.draw(found, heard, out))

    def _repr_html_(self) -> str:
        shape = self._shape()
        if shape is None or shape.places <= MOST_PLACES:
            with suppress(BadInput):  # the domain does not draw
                return self.show()._repr_html_()
        return self._table(shape)

    def _shape(self) -> Shape | None:
        view = self.view()
        return None if view is None else view.shape

    def _table(self, shape: Shape | None) -> str:
        """Return the facts about the world as HTML."""
        rows = [] if shape is None else [("size", size_text(shape))]
        for name, ends in (("start", self.default_starts), ("goal", self.default_goals)):
            with suppress(BadInput):
                rows.append((name, ", ".join(map(self.format, ends()))))
        rows += [("remark", self.remark)] if self.remark else []
        return html.facts(f"{self.info.name}: {self.info.summary}", rows)


@frozen(init=False)
class Example(Generic[K]):
    """A world and a question, for the conformance kit."""

    domain: Domain[K, Comparable, AttrsInstance, object]
    start: K
    goals: tuple[K, ...]
    source: object = None
    """The source from which ``read`` makes this world with default options; ``None`` if the world was not read."""

    def __init__(self, domain: Domain[K, V, O, S], start: K, goals: tuple[K, ...], source: object = None) -> None:
        # The kit works with any types of costs, options and states.
        world = cast("Domain[K, Comparable, AttrsInstance, object]", domain)
        self.__attrs_init__(world, start, goals, source)
