"""The server: what it does for every request, whatever the path."""
