"""What is decided, or refused, before a function is compiled."""
