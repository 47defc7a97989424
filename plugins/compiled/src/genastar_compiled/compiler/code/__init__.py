"""From typed trees to machine code."""
