"""What happens beside a search that runs interpreted: another process makes its machine code."""
