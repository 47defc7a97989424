"""Answers computed from searches: routes, alternatives, matrices and isochrones."""
