"""The checks one by one: of solvers, domains, views, algorithms and engines."""
