"""The engine ``"auto"``, which begins interpreted and continues in machine code."""
