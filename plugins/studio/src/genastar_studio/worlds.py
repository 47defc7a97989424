"""The worlds that clients hold."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Final

from attrs import AttrsInstance, define, field, frozen

from genastar import BadInput
from genastar.files import AnyPath
from genastar.registry import AnyDomain
from genastar.view import Canvas, Shape, View
from genastar_studio.fence import fenced
from genastar_studio.problems import Refusal
from genastar_studio.settings import Settings
from genastar_studio.sources import Upload

AnyView = View[object, object]
AnyCanvas = Canvas[object, object, AnyDomain]

_REMEMBERED: Final = 4
"""How many settings of one world are kept ready."""


@frozen(eq=False)
class Seen:
    """A domain under some options, with its view."""

    domain: AnyDomain
    options: AttrsInstance
    view: AnyView | None

    @classmethod
    def of(cls, domain: AnyDomain, options: AttrsInstance) -> Seen:
        """A domain that was made with these options, unless it knows better: a scenario holds options of its own."""
        own = getattr(domain, "options", None)
        return cls(domain, own if isinstance(own, domain.info.options) else options, domain.view())

    @cached_property
    def shape(self) -> Shape | None:
        """The shape of the view, which is made anew whenever a view is asked for it."""
        return None if self.view is None else self.view.shape

    @property
    def size(self) -> int:
        """How many places there are."""
        return 0 if self.shape is None else self.shape.places


@define(eq=False)
class World:
    """A domain's object that a client holds. What it holds is replaced by its next version, never changed."""

    name: str
    seen: Seen
    source: str | None = None
    """The name of the server's source that it was read from."""
    path: Path | None = None
    """Where to read it again."""
    upload: Upload | None = None
    """What keeps that file, if a client sent it."""
    id: str = field(factory=lambda: secrets.token_urlsafe(12))
    version: int = 0
    is_changed: bool = False
    """Whether it was painted on, here or before it was copied: then its source does not tell it."""
    asked: AttrsInstance | None = None
    """The options that a source of the server was read with."""
    used: float = 0.0
    _others: list[Seen] = field(factory=list)

    @property
    def canvas(self) -> AnyCanvas | None:
        """The view, if it may be painted on."""
        view = self.seen.view
        return view if isinstance(view, Canvas) else None

    def under(self, options: AttrsInstance) -> Seen:
        """The world under other options. It may take long: the source may have to be read again.

        Raises:
            BadInput: the options do not go together in this world, or it has no source to be read from under them.
        """
        if options == self.seen.options:
            return self.seen
        known = next((other for other in self._others if other.options == options), None)
        if known is not None:
            return known
        version, base = self.version, self.seen
        with self.naming():
            found = base.domain.configured(options)
            if found is None:
                if self.path is None or self.is_changed:
                    raise BadInput("these options need the source to be read again, and this world was painted or made here")
                found = self._read_again(type(base.domain), self.path, options)
            seen = Seen(found, options, found.view())
        if version == self.version:
            self._others = [seen, *self._others][:_REMEMBERED]
        return seen

    def _read_again(self, kind: type[AnyDomain], path: Path, options: AttrsInstance) -> AnyDomain:
        if self.upload is None:
            return kind.read(path, options)
        with fenced(path.parent, kind):
            return kind.read(path, options)

    def naming(self) -> AbstractContextManager[None]:
        """Within this block, messages call the world's file by the name that the client knows."""
        return naming(self.path, self.name)

    def replace(self, seen: Seen) -> None:
        """Go to the next version."""
        self.seen, self._others = seen, []
        self.version += 1
        self.is_changed = True


@define
class Worlds:
    """The worlds at hand, by their names, which cannot be guessed. For the event loop and the threads of searches."""

    settings: Settings
    gone: int = field(default=0, init=False)
    """How many were forgotten until now."""
    _by_id: dict[str, World] = field(factory=dict, init=False)

    def __iter__(self) -> Iterator[World]:
        self.forget_old()
        return iter(list(self._by_id.values()))

    def __len__(self) -> int:
        self.forget_old()
        return len(self._by_id)

    def find(self, world_id: str) -> World:
        """A world, which from now on was just used.

        Raises:
            Refusal: there is none.
        """
        self.forget_old()
        world = self._by_id.get(world_id)
        if world is None:
            raise Refusal(
                HTTPStatus.NOT_FOUND, f"there is no world {world_id[:40]!r}, or nobody used it for long; make it anew"
            )
        world.used = monotonic()
        return world

    def check_room(self) -> None:
        """Refuse if there is no room for one more: before a file is read, which may take long.

        Raises:
            Refusal: there are as many as the budget allows.
        """
        if len(self) >= self.settings.worlds:
            raise Refusal(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"there are {self.settings.worlds} worlds, as many as may be; delete one",
                {"Retry-After": "60"},
            )

    def add(self, world: World) -> World:
        """Keep a world.

        Raises:
            Refusal: there are as many as the budget allows.
        """
        self.check_room()
        world.used = monotonic()
        self._by_id[world.id] = world
        return world

    def remove(self, world_id: str) -> None:
        """Forget a world.

        Raises:
            Refusal: there is none.
        """
        self._drop(self.find(world_id))

    def close(self) -> None:
        """Forget all."""
        self._by_id.clear()

    def twin(self, source: str, options: AttrsInstance) -> Seen | None:
        """What was read from a source of the server under these options, if any world holds it: worlds do not change."""
        for world in list(self._by_id.values()):
            if world.source == source and world.asked == options:
                return world.seen
        return None

    def forget_old(self) -> None:
        """Forget the worlds that nobody used for long."""
        oldest = monotonic() - self.settings.idle
        for world in list(self._by_id.values()):
            if world.used < oldest:
                self._drop(world)

    def _drop(self, world: World) -> None:
        self._by_id.pop(world.id, None)
        self.gone += 1


@contextmanager
def naming(path: AnyPath | None, name: str) -> Iterator[None]:
    """Within this block, messages call a file by the name that the client knows, and not by its path here."""
    try:
        yield
    except BadInput as error:
        if path is None:
            raise
        raise BadInput(str(error).replace(str(path), name).replace(f"{Path(path).parent}{os.sep}", "")) from error
