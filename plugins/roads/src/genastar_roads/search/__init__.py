"""What is searched: the plain problem of a question, and those that landmarks and a hierarchy make of it."""
