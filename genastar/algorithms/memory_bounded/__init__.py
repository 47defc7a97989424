"""Algorithms that search in little memory."""
