"""Settings of a server: address, token and budgets."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TypeVar

from attrs import Attribute, field, frozen

from genastar import BadInput

N = TypeVar("N", int, float)

LOCALHOST = "localhost"

MEGABYTE = 1 << 20


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server bound to this address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == LOCALHOST


def _check_above_zero(_: object, budget: Attribute[N], value: N) -> None:
    if not value > 0:
        raise BadInput(f"{budget.name} is {value}; expected more than 0")


def _check_port(_: object, where: Attribute[int], port: int) -> None:
    if not 0 <= port <= 65535:
        raise BadInput(f"{where.name} is {port}; expected 0 to 65535; 0 picks a free port")


@frozen(kw_only=True)
class Settings:
    """An address, a token and the budgets.

    Raises:
        BadInput: the address is reachable from other machines without a token, or a budget is not positive.
    """

    host: str = "127.0.0.1"
    port: int = field(default=8000, validator=_check_port)
    """Port to listen on; 0 picks a free one."""
    names: tuple[str, ...] = ()
    """Further host names of this server besides its address, such as a proxy's."""
    token: str | None = field(default=None, repr=False)
    """Secret that clients must send; ``None`` if every user of this machine may ask."""

    seconds: float = field(default=30.0, validator=_check_above_zero)
    """Maximum seconds of a request or a traced search, without its pauses."""
    expansions: int = field(default=50_000_000, validator=_check_above_zero)
    """Maximum expansions of a search."""
    events: int = field(default=2_000_000, validator=_check_above_zero)
    """Maximum events to send of a search."""
    questions: int = field(default=10_000, validator=_check_above_zero)
    """Maximum questions of a batch, and maximum entries of a matrix."""
    body: int = field(default=64 * MEGABYTE, validator=_check_above_zero)
    """Maximum bytes of a request."""
    places: int = field(default=16_000_000, validator=_check_above_zero)
    """Maximum places of a client's world."""
    worlds: int = field(default=64, validator=_check_above_zero)
    """Maximum number of worlds."""
    searches: int = field(default=8, validator=_check_above_zero)
    """Maximum number of concurrent searches."""
    idle: float = field(default=1800.0, validator=_check_above_zero)
    """Seconds after which an unused world is forgotten."""
    patience: float = field(default=30.0, validator=_check_above_zero)
    """Seconds that a search or a connection waits for a client that does not read."""
    head_seconds: float = field(default=10.0, validator=_check_above_zero)
    """Maximum seconds for the head of a request to arrive."""
    body_seconds: float = field(default=60.0, validator=_check_above_zero)
    """Maximum seconds for the body of a request to arrive, after the head."""
    connections: int = field(default=256, validator=_check_above_zero)
    """Maximum number of open connections, with WebSockets."""
    sockets: int = field(default=32, validator=_check_above_zero)
    """Maximum number of open WebSockets."""

    def __attrs_post_init__(self) -> None:
        if self.token is not None and len(self.token) < 8:
            raise BadInput("the token is too short; expected at least 8 characters")
        if self.token is None and not is_loopback(self.host):
            raise BadInput(f"{self.host} is reachable from other machines; give a --token, or leave out --host")
