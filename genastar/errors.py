"""Everything that genastar refuses, by type: a caller never has to read a message to know what happened."""

from __future__ import annotations


class GenastarError(Exception):
    """The root of all errors that genastar raises on purpose."""


class BadInput(GenastarError, ValueError):
    """An input that cannot be used: what is wrong, where, and how to mend it, in one line."""


class CostError(GenastarError, TypeError):
    """A cost that is not a number (NaN), or that does not compare with the other costs of its search."""


class WorkspaceBusy(GenastarError, RuntimeError):
    """A workspace was given to a second search before the first had ended."""


class PluginError(GenastarError, LookupError):
    """A plugin that was asked for by name cannot be used; the message says why and what to install."""


class CannotCompile(GenastarError, TypeError):
    """A solver that a compiling engine cannot turn into machine code; the message names the class, the hook and the line."""


class EnginesDisagree(GenastarError, AssertionError):
    """Two engines answer one question otherwise, which is a fault of genastar's; the message shows the first difference."""


class ExecutorLost(GenastarError, RuntimeError):
    """What ran the searches of many questions is gone: a pool whose processes died, a cluster that no longer answers."""
