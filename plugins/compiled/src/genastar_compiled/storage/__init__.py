"""What is kept on disk between processes. Nothing here but `cache` needs Numba."""
