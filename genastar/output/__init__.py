"""Results for notebooks and other libraries."""
