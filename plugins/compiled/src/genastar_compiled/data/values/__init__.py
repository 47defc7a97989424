"""Values in machine code: of classes, of enums, and what may be None."""
