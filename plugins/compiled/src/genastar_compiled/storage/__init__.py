"""What is kept on disk between processes."""
