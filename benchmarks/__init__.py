"""Benchmarks: each asserts the right answer while it measures, with its peers beside it in the same run.

Every module here that has a ``run()`` is a subject: ``python -m benchmarks interpreted``. See ``docs/benchmarks.md``.
"""
