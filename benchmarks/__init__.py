"""Benchmarks. Each checks the answers while it measures, and measures its peers in the same run.

Every module here that has a ``run()`` is a subject: ``python -m benchmarks interpreted``. See ``docs/benchmarks.md``.
"""
