"""What is said when a class cannot be compiled, and exceptions of hooks."""
