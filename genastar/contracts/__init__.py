"""What users, algorithms and engines agree on: hooks, requests and runs."""
