"""The check of `Domain.combine`."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from attrs import evolve

from genastar.testing.check_subject import CheckFailed
from genastar.values.cost import V
from genastar.values.node import K
from genastar.worlds.domain import Domain
from genastar.worlds.hooks import O, S


def check_many(domain: Domain[K, V, O, S], questions: Sequence[tuple[K, tuple[K, ...]]], engine: str) -> None:
    """Check that a domain combines questions into one batch, and that each answer equals that of `Domain.search`.

    Raises:
        CheckFailed: the domain does not combine them, or an answer differs.
    """
    asked = domain.combine(questions)
    if asked is None:
        raise CheckFailed(f"{domain.info.name} cannot combine these questions into one batch; see Domain.combine")
    singles = [domain.search(*question, engine=engine) for question in questions]
    solver, starts, fields = asked
    searched = solver.search_many(starts, fields, engine=engine)
    with ThreadPoolExecutor(1) as pool:
        origins, goals = zip(*questions, strict=True)
        answered = [answer.result for answer in domain.search_many(origins, goals, engine=engine, executor=pool)]
    for question, single, raw, told in zip(questions, singles, searched, answered, strict=True):
        if (raw.outcome, raw.expanded) != (single.outcome, single.expanded) or evolve(told, seconds=single.seconds) != single:
            raise CheckFailed(f"{domain.info.name} answers {question} differently in a batch and alone: {told} and {single}")
