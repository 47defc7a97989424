"""The worlds of clients, and what protects the server from their files."""
