"""Exports of a search: files, command lines and Python code."""
