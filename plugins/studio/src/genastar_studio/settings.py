"""What a server may spend, and whom it answers."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TypeVar

from attrs import Attribute, field, frozen

from genastar import BadInput

N = TypeVar("N", int, float)

LOCALHOST = "localhost"

MEGABYTE = 1 << 20


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that is bound to this address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == LOCALHOST


def _more_than_0(_: object, budget: Attribute[N], value: N) -> None:
    if not value > 0:
        raise BadInput(f"{budget.name} is {value}; give more than 0")


def _a_port(_: object, where: Attribute[int], port: int) -> None:
    if not 0 <= port <= 65535:
        raise BadInput(f"{where.name} is {port}; give one of 0 to 65535, 0 for one that is free")


@frozen(kw_only=True)
class Settings:
    """An address, a token and the budgets.

    Raises:
        BadInput: the address can be reached from other machines, and no token is set; or a budget is nothing.
    """

    host: str = "127.0.0.1"
    port: int = field(default=8000, validator=_a_port)
    """0 for one that is free."""
    names: tuple[str, ...] = ()
    """By which clients call this server, besides its address: the host of a proxy before it, say."""
    token: str | None = field(default=None, repr=False)
    """What clients have to know; ``None`` if anybody on this machine may ask."""

    seconds: float = field(default=30.0, validator=_more_than_0)
    """For one request or one traced search, its pauses not counted."""
    expansions: int = field(default=50_000_000, validator=_more_than_0)
    """Of one search."""
    events: int = field(default=1_000_000, validator=_more_than_0)
    """That are sent of one search at most."""
    questions: int = field(default=10_000, validator=_more_than_0)
    """In one batch; and entries of one matrix."""
    body: int = field(default=64 * MEGABYTE, validator=_more_than_0)
    """Bytes of a request."""
    places: int = field(default=16_000_000, validator=_more_than_0)
    """Of a world that a client sends or makes."""
    worlds: int = field(default=64, validator=_more_than_0)
    """At once."""
    searches: int = field(default=8, validator=_more_than_0)
    """At once."""
    idle: float = field(default=1800.0, validator=_more_than_0)
    """Seconds after which a world that nobody used is forgotten."""
    patience: float = field(default=30.0, validator=_more_than_0)
    """Seconds that a search waits for a client that takes no frame, and a connection for one that takes no byte."""
    head_seconds: float = field(default=10.0, validator=_more_than_0)
    """That the head of a request may take to come."""
    body_seconds: float = field(default=60.0, validator=_more_than_0)
    """That the body of a request may take to come, after the head."""
    connections: int = field(default=256, validator=_more_than_0)
    """At once, WebSockets included."""
    sockets: int = field(default=32, validator=_more_than_0)
    """WebSockets at once."""

    def __attrs_post_init__(self) -> None:
        if self.token is not None and len(self.token) < 8:
            raise BadInput("the token is too short; give one of 8 characters at least")
        if self.token is None and not is_loopback(self.host):
            raise BadInput(f"{self.host} can be reached from other machines; give a --token, or leave out --host")
