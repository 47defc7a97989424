"""``/api/v1/worlds/ID/solve``, ``batch`` and ``matrix``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from math import isfinite
from typing import cast

import msgspec
from litestar import post
from litestar.params import FromPath

from genastar import BadInput, Cancelled
from genastar.authoring import check_cancelled
from genastar.errors import GenastarError
from genastar_studio.answers.answer import Answer, answer_of
from genastar_studio.description.openapi import BODY
from genastar_studio.questions.options import change_options, make_algorithm
from genastar_studio.questions.question import (
    BoundedSettings,
    Position,
    QuestionSettings,
    SearchQuestion,
    check_engine,
    resolve_positions,
    resolve_question,
)
from genastar_studio.routes.service import Service, TheService
from genastar_studio.server.bodies import decode_body, read_json_body
from genastar_studio.server.problems import AnyRequest, Refusal, translate_message
from genastar_studio.server.run import WorkBudget, check_result


class QuestionEnds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A start and goals; omitted values are those of the world."""

    start: Position | None = None
    goals: list[Position] = []


class Batch(BoundedSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A batch of questions under the same settings. Limits apply to each; the server's time applies to all together."""

    questions: list[QuestionEnds]


class Matrix(QuestionSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All pairs of several starts and goals."""

    starts: list[Position]
    goals: list[Position]


class BatchAnswers(msgspec.Struct, frozen=True):
    """Answers in the order of the questions."""

    answers: list[Answer]


class MatrixCosts(msgspec.Struct, frozen=True):
    """Costs in rows by start; ``None`` where there is no path."""

    costs: list[list[float | None]]


@post("/worlds/{world_id:str}/solve", status_code=HTTPStatus.OK, opt={BODY: SearchQuestion})
async def solve(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> Answer:
    """Find the cheapest path."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)

    def work(budget: WorkBudget) -> Answer:
        asked = resolve_question(world, decode_body(body or b"{}", SearchQuestion), service.settings)
        result = asked.solve(cancel=budget.cancel)
        service.metrics.count(asked.contents.domain.info.name, result)
        return answer_of(asked, check_result(result, asked.has_own_seconds, service.settings))

    return await service.searches.run(request, work)


@post("/worlds/{world_id:str}/batch", status_code=HTTPStatus.OK, opt={BODY: Batch})
async def batch(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> BatchAnswers:
    """Answer many questions one after another; a question that fails does not stop the others."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)

    def work(budget: WorkBudget) -> BatchAnswers:
        wanted = decode_body(body, Batch)
        _check_count(len(wanted.questions), service)
        answers: list[Answer] = []
        how = {name: getattr(wanted, name) for name in BoundedSettings.__struct_fields__}
        for ends in wanted.questions:
            check_cancelled()
            question = SearchQuestion(start=ends.start, goals=ends.goals, **how)
            try:
                asked = resolve_question(world, question, service.settings)
                result = asked.solve(cancel=budget.cancel)
            except Cancelled:
                raise
            except GenastarError as error:
                answers.append({"outcome": "failed", "error": translate_message(error)})
                continue
            service.metrics.count(asked.contents.domain.info.name, result)
            answers.append(answer_of(asked, result))
        return BatchAnswers(answers)

    return await service.searches.run(request, work)


@post("/worlds/{world_id:str}/matrix", status_code=HTTPStatus.OK, opt={BODY: Matrix})
async def matrix(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> MatrixCosts:
    """Return the costs of all paths from some starts to some goals, for domains with a matrix."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)
    info = world.contents.domain.info
    if not callable(getattr(world.contents.domain, "matrix", None)):
        raise Refusal(HTTPStatus.NOT_FOUND, f"{info.name} has no matrix; ask a batch")

    def work(_: WorkBudget) -> MatrixCosts:
        wanted = decode_body(body, Matrix)
        _check_count(len(wanted.starts) * len(wanted.goals), service)
        algorithm = make_algorithm(wanted.algorithm, wanted.algorithm_options)
        seen = world.with_options(change_options(info, world.contents.options, wanted.options))
        ask = cast("Callable[..., Sequence[Sequence[float]]]", seen.domain.matrix)  # type: ignore[attr-defined]
        with world.name_in_messages():
            ends = resolve_positions(seen, wanted.starts), resolve_positions(seen, wanted.goals)
            costs = ask(*ends, algorithm=algorithm, engine=check_engine(wanted.engine))
        return MatrixCosts([[float(cost) if isfinite(cost) else None for cost in row] for row in costs])

    return await service.searches.run(request, work)


def _check_count(count: int, service: Service) -> None:
    if not 1 <= count <= service.settings.questions:
        raise BadInput(f"{count:,} questions; this server accepts 1 to {service.settings.questions:,} at once")
