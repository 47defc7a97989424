"""Functions and methods of Python's library, with Python's meaning."""
