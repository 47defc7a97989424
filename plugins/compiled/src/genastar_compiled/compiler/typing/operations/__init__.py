"""What expressions do with values: operators, calls, items, and the functions of Python, of numpy and of the kernel."""
