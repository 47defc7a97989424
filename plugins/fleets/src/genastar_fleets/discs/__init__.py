"""Agents as discs that move along straight lines, in continuous time."""
