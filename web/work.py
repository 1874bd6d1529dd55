"""What visitors have done by jobs: proofs, hints, checks, surveys of state graphs, pictures.

Each function answers one request with the events of a job.  The words of the command line stand in
`commands` and nowhere else; no word of a request is among them, but for the choices listed there.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any, TypeAlias

from sse_starlette.sse import EventSourceResponse
from starlette.requests import Request
from starlette.responses import Response

from puzzleproof.web import commands
from puzzleproof.web.events import Event
from puzzleproof.web.jobs import Jobs
from puzzleproof.web.refusal import Refusal
from puzzleproof.web.requests import read_question, read_upload
from puzzleproof.web.services import Services, services_of
from puzzleproof.web.store import FileStore

UPLOADS = 8
"""Certificates that may be on their way at once."""
SLOW_SECONDS = 20.0
"""A client that takes longer to read an event has left."""
Question: TypeAlias = dict[str, Any]


async def prove(request: Request) -> Response:
    """Prove the minimum of an instance."""
    services, text = await _asked(request, lambda services: services.proofs)
    path = services.certificates.new()

    def change(event: Event) -> Event | None:
        if event["event"] == "verdict" and event["certificate"]:
            name = services.certificates.keep(path)
            event["certificate"] = f"/api/certificates/{name}"
        return commands.of_proof(event)

    words = commands.prove(str(path))
    return _streamed(_writing(services.proofs, words, text, services.certificates, path), change)


async def hint(request: Request) -> Response:
    """A plan from the state to which the moves of a game have led."""
    services = services_of(request)
    question = await read_question(request)
    services.short.check_room()
    found = await _answered(services, {**question, "ask": "hint"})
    if "plan" in found:
        return _streamed(_said({"event": "answer", **found}))
    return _streamed(services.short.run(commands.hint(), found["text"]))


async def explore(request: Request) -> Response:
    """Survey what an instance's start reaches; its findings come one by one."""
    services, text = await _asked(request, lambda services: services.proofs)
    return _streamed(services.proofs.run(commands.explore(), text))


async def hardest(request: Request) -> Response:
    """The instance whose start is farthest from its goals, of those that this start reaches."""
    services, text = await _asked(request, lambda services: services.proofs)
    path = services.texts.new()
    job = _writing(services.proofs, commands.hardest(str(path)), text, services.texts, path)
    return _streamed(job, commands.of_hardest, last="answer")


async def graph(request: Request) -> Response:
    """A picture of the state graph, of a kind among `commands.GRAPHS`."""
    question = await read_question(request)
    kind = question.get("kind")
    if kind not in commands.GRAPHS:
        raise Refusal(422, f"key 'kind': expected one of {', '.join(commands.GRAPHS)}")
    services, text = await _asked(request, lambda services: services.short, question)
    path = services.pictures.new()

    def change(event: Event) -> Event:
        if event["event"] != "answer" or not path.exists():
            return event
        return {"event": "answer", "picture": f"/api/pictures/{services.pictures.keep(path)}"}

    words = commands.graph(str(path), kind)
    return _streamed(_writing(services.short, words, text, services.pictures, path), change)


async def verify(request: Request) -> Response:
    """Check a certificate that a visitor brings."""
    services, token = services_of(request), object()
    services.short.check_room()
    if len(services.uploads) >= UPLOADS:
        raise Refusal(503, "too many files at once; try again in a moment")
    services.uploads.add(token)
    try:
        data = await read_upload(request)
    finally:
        services.uploads.discard(token)
    path = services.certificates.new()

    def change(event: Event) -> Event:
        return commands.of_check(event, str(path))

    words = commands.verify(str(path))
    job = _writing(services.short, words, "", services.certificates, path, data)
    return _streamed(job, change)


# --- what these have in common --------------------------------------------------------------


async def _asked(
    request: Request, queue: Callable[[Services], Jobs], question: Question | None = None
) -> tuple[Services, str]:
    """The services, and the text of the instance that a request is about, if the queue has room."""
    services = services_of(request)
    question = question or await read_question(request)
    queue(services).check_room()
    found = await _answered(services, {**question, "moves": [], "ask": "restart"})
    return services, found["text"]


async def _answered(services: Services, question: Question) -> dict[str, Any]:
    """The answer of the rules; raises Refusal with their words."""
    found = await services.rules.ask(question)
    if "error" in found:
        raise Refusal(422, found["error"])
    return found


async def _said(event: Event) -> AsyncGenerator[Event]:
    yield event


async def _writing(
    jobs: Jobs, words: list[str], text: str, store: FileStore, path: Path, data: bytes | None = None
) -> AsyncGenerator[Event]:
    """The events of a job with a folder of its own, which goes once its process is gone."""
    path.parent.mkdir()
    if data is not None:
        path.write_bytes(data)
    job = jobs.run(words, text, lambda: store.drop(path))
    async with aclosing(job) as events:
        async for event in events:
            yield event


def _as_it_is(event: Event) -> Event | None:
    return event


def _streamed(
    job: AsyncGenerator[Event],
    change: Callable[[Event], Event | None] = _as_it_is,
    last: str | None = None,
) -> Response:
    """Send events as they come; the job ends with the client, or after the event ``last``."""

    async def lines() -> AsyncGenerator[dict[str, str]]:
        async with aclosing(job) as events:
            async for event in events:
                if (told := change(event)) is None:
                    continue
                yield {"data": json.dumps(told, separators=(",", ":"))}
                if told["event"] == last:
                    return

    return EventSourceResponse(lines(), ping=15, send_timeout=SLOW_SECONDS)
