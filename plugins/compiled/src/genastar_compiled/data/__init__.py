"""How values of Python cross into machine code and back."""
