"""The worlds of clients."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from hashlib import blake2b
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Final

from attrs import AttrsInstance, define, field, fields, frozen

from genastar import BadInput
from genastar.files import AnyPath
from genastar.worlds.domain_registry import AnyDomain
from genastar.worlds.view import Canvas, Levels, Shape, View
from genastar_studio.server.problems import Refusal
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Upload
from genastar_studio.worlds.fence import fence_thread

AnyView = View[object, object]
AnyCanvas = Canvas[object, object, AnyDomain]

_REMEMBERED: Final = 4
"""Number of option sets that a world keeps ready."""


@frozen(eq=False)
class WorldContents:
    """A domain under some options, with its view."""

    domain: AnyDomain
    options: AttrsInstance
    view: AnyView | None

    @classmethod
    def of(cls, domain: AnyDomain, options: AttrsInstance) -> WorldContents:
        """Return a domain made with these options, or with its own if it is a scenario that has some."""
        own = getattr(domain, "options", None)
        return cls(domain, own if isinstance(own, domain.info.options) else options, domain.view())

    @cached_property
    def shape(self) -> Shape | None:
        """Shape of the view, cached because views compute it at each access."""
        return None if self.view is None else self.view.shape

    @cached_property
    def levels(self) -> Levels | None:
        """Levels of the view, cached like its shape."""
        return None if self.view is None else self.view.levels

    @property
    def size(self) -> int:
        """Number of places."""
        return 0 if self.shape is None else self.shape.places


@define(eq=False)
class ClientWorld:
    """A client's world. Its contents are replaced by the next version, never changed."""

    name: str
    contents: WorldContents
    source: str | None = None
    """Name of the server's source that the world was read from."""
    path: Path | None = None
    """Path from which to read the world again."""
    upload: Upload | None = None
    """Keeps that file, if a client sent it."""
    id: str = field(factory=lambda: secrets.token_urlsafe(12))
    version: int = 0
    source_digest: bytes | None = None
    """Digest of the values that the source has; ``None`` until the world is painted, here or before it was copied."""
    requested_options: AttrsInstance | None = None
    """Options with which a source of the server was read."""
    used: float = 0.0
    _others: list[WorldContents] = field(factory=list)

    @property
    def canvas(self) -> AnyCanvas | None:
        """The view, if it can be painted."""
        view = self.contents.view
        return view if isinstance(view, Canvas) else None

    @property
    def is_changed(self) -> bool:
        """Whether places have other values than in the source. Takes long if the world is large and was painted."""
        return self.source_digest is not None and self.compute_digest() != self.source_digest

    def compute_digest(self) -> bytes:
        """Return a digest of the values of all places."""
        return blake2b(b"" if self.canvas is None else self.canvas.values).digest()

    def with_options(self, options: AttrsInstance) -> WorldContents:
        """Return the world under other options. May take long: the source may have to be read again.

        Raises:
            BadInput: the options cannot be combined in this world, or it has no source to read again.
        """
        if options == self.contents.options:
            return self.contents
        known = next((other for other in self._others if other.options == options), None)
        if known is not None:
            return known
        version, base = self.version, self.contents
        with self.name_in_messages():
            found = base.domain.with_options(options)
            if found is None:
                if self.path is None or self.is_changed:
                    raise BadInput(self._explain_unreadable(base.options, options))
                found = self._read_again(type(base.domain), self.path, options)
            seen = WorldContents(found, options, found.view())
        if version == self.version:
            self._others = [seen, *self._others][:_REMEMBERED]
        return seen

    def _explain_unreadable(self, before: AttrsInstance, after: AttrsInstance) -> str:
        values = {str(each.alias): getattr(after, each.name) for each in fields(type(after)) if each.init}
        changed = {name: value for name, value in values.items() if value != getattr(before, name)}
        flags = " ".join(f"--option {name}={value}" for name, value in changed.items())
        why, how = ("created here", "save it, then") if self.path is None else ("painted", "undo what was painted, or")
        return (
            f"{', '.join(changed)}: the source must be read again, but this world was {why}; {how} open the file with {flags}"
        )

    def _read_again(self, kind: type[AnyDomain], path: Path, options: AttrsInstance) -> AnyDomain:
        if self.upload is None:
            return kind.read(path, options)
        with fence_thread(path.parent, kind):
            return kind.read(path, options)

    def name_in_messages(self) -> AbstractContextManager[None]:
        """Let messages use the client's name for the world's file."""
        return name_in_messages(self.path, self.name)

    def replace(self, seen: WorldContents) -> None:
        """Replace the contents by the next version."""
        self.contents, self._others = seen, []
        self.version += 1


@define
class Worlds:
    """All worlds, by names that cannot be guessed. Used by the event loop and by the threads of searches."""

    settings: Settings
    gone: int = field(default=0, init=False)
    """Number of worlds forgotten so far."""
    _by_id: dict[str, ClientWorld] = field(factory=dict, init=False)

    def __iter__(self) -> Iterator[ClientWorld]:
        self.forget_old()
        return iter(list(self._by_id.values()))

    def __len__(self) -> int:
        self.forget_old()
        return len(self._by_id)

    def find(self, world_id: str) -> ClientWorld:
        """Return a world and mark it as used now.

        Raises:
            Refusal: there is no such world.
        """
        self.forget_old()
        world = self._by_id.get(world_id)
        if world is None:
            raise Refusal(
                HTTPStatus.NOT_FOUND, f"there is no world {world_id[:40]!r}; unused worlds are deleted, so create it again"
            )
        world.used = monotonic()
        return world

    def check_room(self) -> None:
        """Refuse a world beyond the maximum, before a file is read, which may take long.

        Raises:
            Refusal: the maximum is reached.
        """
        if len(self) >= self.settings.worlds:
            raise Refusal(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"there are {self.settings.worlds} worlds, the maximum; delete one",
                {"Retry-After": "60"},
            )

    def add(self, world: ClientWorld) -> ClientWorld:
        """Keep a world.

        Raises:
            Refusal: the maximum is reached.
        """
        self.check_room()
        world.used = monotonic()
        self._by_id[world.id] = world
        return world

    def remove(self, world_id: str) -> None:
        """Forget a world.

        Raises:
            Refusal: there is no such world.
        """
        self._drop(self.find(world_id))

    def close(self) -> None:
        """Forget all worlds."""
        self._by_id.clear()

    def find_twin(self, source: str, options: AttrsInstance) -> WorldContents | None:
        """Return the contents of a server's source under these options, if some world holds them."""
        for world in list(self._by_id.values()):
            if world.source == source and world.requested_options == options:
                return world.contents
        return None

    def forget_old(self) -> None:
        """Forget worlds that were not used for long."""
        oldest = monotonic() - self.settings.idle
        for world in list(self._by_id.values()):
            if world.used < oldest:
                self._drop(world)

    def _drop(self, world: ClientWorld) -> None:
        self._by_id.pop(world.id, None)
        self.gone += 1


@contextmanager
def name_in_messages(path: AnyPath | None, name: str) -> Iterator[None]:
    """Let messages use the client's name for a file instead of its path."""
    try:
        yield
    except BadInput as error:
        if path is None:
            raise
        raise BadInput(str(error).replace(str(path), name).replace(f"{Path(path).parent}{os.sep}", "")) from error
