"""HTML tables for notebooks. All texts are escaped, because values of users may look like markup."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence, Sized
from html import escape
from typing import Final, TypeVar

from genastar.errors import format_value
from genastar.values.cost import Cost, V
from genastar.values.node import K, Node

T = TypeVar("T")

FEW: Final = 3
"""Number of entries of a long sequence that are shown at either end."""

_LEFT: Final = ' style="text-align: left"'


def format_facts(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Return a title above a table with a name and a text in each row."""
    lines = (f"<tr><th{_LEFT}>{escape(name)}</th><td{_LEFT}>{escape(text)}</td></tr>" for name, text in rows)
    return f"<div><strong>{escape(title)}</strong><table>{''.join(lines)}</table></div>"


def format_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a title above a table with a row of heads."""
    head = "".join(f"<th{_LEFT}>{escape(text)}</th>" for text in heads)
    lines = ("".join(f"<td{_LEFT}>{escape(text)}</td>" for text in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<div><strong>{escape(title)}</strong><table><tr>{head}</tr>{body}</table></div>"


def format_image(kind: str, content: bytes, name: str) -> str:
    """Return an image with its content embedded. ``kind`` is the media type, ``name`` the alternative text."""
    return f'<img src="data:{kind};base64,{b64encode(content).decode()}" alt="{escape(name)}" style="max-width: 100%">'


def split_ends(values: Sequence[T]) -> tuple[Sequence[T], Sequence[T]]:
    """Return the first `FEW` values and the last `FEW`, or all values and an empty sequence if none would be left out."""
    return (values, ()) if len(values) <= 2 * FEW else (values[:FEW], values[-FEW:])


def format_list(values: Sequence[object]) -> str:
    """Return the first values and the last ones as text."""
    first, last = split_ends(values)
    return ", ".join([*map(format_value, first), *(["…"] if last else []), *map(format_value, last)])


def format_parent(node: Node[K, V]) -> str:
    """Return the parent of a node as text."""
    return "none" if node.parent is None else format_value(node.parent)


def count(values: Sized, noun: str) -> str:
    """Return the number of values followed by a noun."""
    return f"{len(values):,} {noun}{'' if len(values) == 1 else 's'}"


def format_cost(value: object) -> str:
    """Return a cost as text: g of a `Cost`."""
    value = value.travelled if isinstance(value, Cost) else value
    if isinstance(value, (int, float)) and abs(value) < 1e15:
        return f"{value:,.10g}" if isinstance(value, float) else f"{value:,}"
    return "none" if value is None else format_value(value)
