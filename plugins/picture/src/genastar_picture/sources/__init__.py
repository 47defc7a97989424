"""Image files and arrays that domains read, within size limits."""
