"""The type of values in machine code."""

from __future__ import annotations

from typing import Any, TypeAlias

Value: TypeAlias = Any
"""A value in machine code. The compiler infers its kind for each solver, so no annotation could name it."""
