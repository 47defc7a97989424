"""Answers: routes, surfaces and pictures."""
