"""The check of `Domain.many`."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from attrs import evolve

from genastar.domain import Domain, O
from genastar.many import solve_many
from genastar.search.batch import search_many
from genastar.searchable import S
from genastar.testing.subject import CheckFailed
from genastar.values.cost import V
from genastar.values.node import K


def check_many(domain: Domain[K, V, O, S], questions: Sequence[tuple[K, tuple[K, ...]]], engine: str) -> None:
    """Check that a domain combines questions into one batch, and that each answer equals that of `Domain.solve`.

    Raises:
        CheckFailed: the domain does not combine them, or an answer differs.
    """
    asked = domain.many(questions)
    if asked is None:
        raise CheckFailed(f"{domain.info.name} cannot combine these questions into one batch; see Domain.many")
    singles = [domain.solve(*question, engine=engine) for question in questions]
    solver, starts, fields = asked
    searched = search_many(solver, starts, fields, engine=engine)
    with ThreadPoolExecutor(1) as pool:
        answered = [answer.result for answer in solve_many(domain, questions, engine=engine, executor=pool)]
    for question, single, raw, told in zip(questions, singles, searched, answered, strict=True):
        if (raw.outcome, raw.expanded) != (single.outcome, single.expanded) or evolve(told, seconds=single.seconds) != single:
            raise CheckFailed(f"{domain.info.name} answers {question} differently in a batch and alone: {told} and {single}")
