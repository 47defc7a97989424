"""What a server may spend, and whom it answers."""

from __future__ import annotations

from ipaddress import ip_address

from attrs import field, frozen

from genastar import BadInput

LOCALHOST = "localhost"

MEGABYTE = 1 << 20


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that is bound to this address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == LOCALHOST


@frozen(kw_only=True)
class Settings:
    """An address, a token and the budgets.

    Raises:
        BadInput: the address can be reached from other machines, and no token is set.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    """0 for one that is free."""
    token: str | None = field(default=None, repr=False)
    """What clients have to know; ``None`` if anybody on this machine may ask."""

    seconds: float = 30.0
    """For one request or one traced search, its pauses not counted."""
    expansions: int = 50_000_000
    """Of one search."""
    events: int = 1_000_000
    """That are sent of one search at most."""
    questions: int = 10_000
    """In one batch; and entries of one matrix."""
    body: int = 64 * MEGABYTE
    """Bytes of a request."""
    places: int = 16_000_000
    """Of a world that a client sends or makes."""
    worlds: int = 64
    """At once."""
    searches: int = 8
    """At once."""
    idle: float = 1800.0
    """Seconds after which a world that nobody used is forgotten."""
    patience: float = 30.0
    """Seconds that a search waits for a client that takes no frame."""

    def __attrs_post_init__(self) -> None:
        if self.token is not None and len(self.token) < 8:
            raise BadInput("the token is too short; give one of 8 characters at least")
        if self.token is None and not is_loopback(self.host):
            raise BadInput(f"{self.host} can be reached from other machines; give a --token, or leave out --host")
