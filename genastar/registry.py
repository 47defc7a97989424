"""Registries: the plugins of one kind, installed in an entry-point group or registered by this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Generic, TypeVar, cast

from genastar.errors import PluginError, format_value
from genastar.plugin import Plugin, find_plugin, find_plugins

T = TypeVar("T")
"""The type of the plugins of a kind."""


class Registry(Generic[T]):
    """The plugins of one kind by name. Those registered by this process come before the installed ones."""

    def __init__(
        self,
        group: str,
        find_fault: Callable[[object], str | None],
        other_names: Callable[[T], frozenset[str]] = lambda _: frozenset(),
    ) -> None:
        """Begin with the installed plugins.

        Args:
            group: the entry-point group.
            find_fault: returns why an object breaks the contract of the kind, in one line; ``None`` if it keeps the contract.
            other_names: returns the names, in small letters, by which the literature knows a plugin.
        """
        self.group = group
        self.kind = group.removeprefix("genastar.").removesuffix("s")
        self.registered: dict[str, T] = {}
        self._find_fault = find_fault
        self._other_names = other_names
        self._loaded: dict[str, tuple[Plugin, T]] = {}
        """Installed plugins by name, each with the entry point that it was loaded from, which is another after `refresh`."""

    def register(self, plugin: object, name: Callable[[T], str]) -> T:
        """Register a plugin under its name and return it.

        Raises:
            PluginError: it breaks the contract; the message says where.
        """
        found = self._check(plugin, getattr(plugin, "__name__", plugin))
        self.registered[name(found)] = found
        return found

    def list_names(self) -> list[str]:
        """Return the names of all plugins, installed and registered, without importing any."""
        return sorted({*find_plugins(self.group), *self.registered})

    def find(self, name: str) -> T:
        """Return the plugin of that name, or of that ``distribution:name``.

        Raises:
            PluginError: there is no such plugin, or it cannot be used; the message says why and how to fix it.
        """
        if isinstance(name, str) and name in self.registered:
            return self.registered[name]
        plugin = find_plugin(self.group, name, self._find_by_other_name)
        known, found = self._loaded.get(name, (None, None))
        if found is None or known is not plugin:
            found = self._check(plugin.load(), plugin.full_name)
            self._loaded[name] = plugin, found
        return found

    def load_usable(self) -> Iterator[T]:
        """Yield all plugins that can be used. Those that are broken or disabled are left out."""
        for name in self.list_names():
            with suppress(PluginError):
                yield self.find(name)

    def _check(self, plugin: object, name: object) -> T:
        fault = self._find_fault(plugin)
        if fault is not None:
            raise PluginError(f"{self.kind} {format_value(name)} breaks the contract: {fault}")
        return cast(T, plugin)

    def _find_by_other_name(self, name: str) -> str | None:
        """Return the name of the plugin that the literature calls so."""
        for each in self.list_names():
            with suppress(PluginError):
                if name.lower() in self._other_names(self.find(each)):
                    return each
        return None
