"""Questions of clients: options, their JSON Schema, and the resolution of a question in a world."""
