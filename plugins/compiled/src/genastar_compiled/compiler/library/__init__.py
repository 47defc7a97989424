"""What functions and methods of Python and of numpy do, written in Python for the machine."""
