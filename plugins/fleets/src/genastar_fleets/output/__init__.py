"""Scenarios in, plans out: the command, files of plans, pictures."""
