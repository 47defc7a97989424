"""The numbers that a value of LLVM is made of."""

from __future__ import annotations

from typing import Any

from llvmlite import ir


def scalars(builder: Any, value: Any) -> Any:
    """Return the LLVM scalars inside an LLVM value, in order."""
    if isinstance(value.type, (ir.LiteralStructType, ir.ArrayType)):
        count = len(value.type.elements) if isinstance(value.type, ir.LiteralStructType) else value.type.count
        return [scalar for index in range(count) for scalar in scalars(builder, builder.extract_value(value, index))]
    return [value]
