"""The server: the files of the page, questions about the rules, and jobs with their events.

Everything is answered in JSON.  A job is one request: its events are the body of the answer
(server-sent events), and it is ended when the client leaves.  No word of a request becomes a path,
a shell command or a template.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from puzzleproof.web.certificates import CertificateStore
from puzzleproof.web.jobs import Event, Jobs, Limits
from puzzleproof.web.refusal import Refusal
from puzzleproof.web.requests import is_own_host, read_question, read_upload
from puzzleproof.web.rules_pool import RulesPool

STATIC = Path(__file__).with_name("static")
POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SHORT_SECONDS, SHORT_PLACES = 20.0, 2
"""Limit and number of the jobs that somebody waits for: hints and checks."""
UPLOADS = 8
"""Certificates that may be on their way at once."""
SLOW_SECONDS = 20.0
"""A client that takes longer to read an event has left."""


@dataclass(frozen=True, slots=True)
class Services:
    """What the requests use; made when the server starts, closed when it ends."""

    rules: RulesPool
    proofs: Jobs
    short: Jobs
    certificates: CertificateStore
    cards: dict[str, Any] = field(default_factory=dict[str, Any])
    """The library, once it was read."""
    uploads: set[object] = field(default_factory=set[object])

    async def warm_up(self) -> None:
        """Have the processes that know the rules started, and the library read."""
        with suppress(Refusal):
            self.cards.update(await self.rules.ask({"ask": "library"}))

    async def close(self) -> None:
        """End every process and remove every file."""
        await self.proofs.close()
        await self.short.close()
        await self.rules.close()
        self.certificates.close()


def make_app(places: int, limits: Limits) -> Starlette:
    """The application; at most ``places`` proofs run at once, each within ``limits``."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        short = limits._replace(seconds=min(SHORT_SECONDS, limits.seconds))
        services = Services(
            RulesPool(), Jobs(places, limits), Jobs(SHORT_PLACES, short), CertificateStore()
        )
        app.state.services = services
        warming = asyncio.create_task(services.warm_up())
        try:
            yield
        finally:
            warming.cancel()
            await services.close()

    return Starlette(
        routes=[
            Route("/", index),
            Route("/api/library", library),
            Route("/api/ask", ask, methods=["POST"]),
            Route("/api/prove", prove, methods=["POST"]),
            Route("/api/hint", hint, methods=["POST"]),
            Route("/api/verify", verify, methods=["POST"]),
            Route("/api/certificates/{name}", certificate),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        lifespan=lifespan,
        middleware=[Middleware(Guard), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={Refusal: _refused, HTTPException: _no_page},
    )


class Guard:
    """Answers by own names only, and puts the headers of safety on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is for another host."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for key, value in HEADERS.items():
                    headers[key] = value
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        app = self._app
        if not is_own_host(Request(scope).headers.get("host", "")):
            app = JSONResponse({"error": "this server has another name"}, status_code=421)
        await app(scope, receive, send_guarded)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return JSONResponse({"error": error.text}, status_code=error.status)


async def _no_page(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, status_code=error.status_code)


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


# --- the page, and questions about the rules ------------------------------------------------


async def index(_request: Request) -> Response:
    """The page."""
    return FileResponse(STATIC / "index.html")


async def library(request: Request) -> Response:
    """Every instance of the library, which is read once."""
    services = _services(request)
    if not services.cards:
        await services.warm_up()
    data = json.dumps(services.cards, separators=(",", ":")).encode()
    tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    return Response(data, media_type="application/json", headers={"etag": tag})


async def ask(request: Request) -> Response:
    """A question about the rules (`puzzleproof.web.questions`)."""
    found = await _services(request).rules.ask(await read_question(request))
    return JSONResponse(found, status_code=422 if "error" in found else 200)


async def certificate(request: Request) -> Response:
    """A certificate that a proof has left."""
    path = _services(request).certificates.find(request.path_params["name"])
    if path is None:
        raise Refusal(404, "this certificate is no longer kept; prove again")
    kind = "application/octet-stream"
    return FileResponse(path, media_type=kind, filename="puzzleproof.cert")


# --- jobs ---------------------------------------------------------------------------------


async def prove(request: Request) -> Response:
    """Prove the minimum of an instance."""
    services = _services(request)
    question = await read_question(request)
    services.proofs.check_room()
    text = await _text_of(services, {**question, "moves": []})
    path = services.certificates.new()

    async def events() -> AsyncGenerator[Event]:
        words = ["prove", "-", "--json-stream", "--certificate", str(path)]
        kept = False
        try:
            async with aclosing(services.proofs.run(words, text)) as found:
                async for event in found:
                    if event["event"] == "certificate":
                        continue
                    if event["event"] == "verdict" and event["certificate"]:
                        kept = True
                        name = services.certificates.keep(path)
                        event["certificate"] = f"/api/certificates/{name}"
                    yield event
        finally:
            if not kept:
                path.unlink(missing_ok=True)

    return _streamed(events)


async def hint(request: Request) -> Response:
    """A plan from the state to which the moves of a game have led."""
    services = _services(request)
    question = await read_question(request)
    services.short.check_room()
    text = await _text_of(services, question)
    words = ["solve", "-", "--json"]
    return _streamed(lambda: services.short.run(words, text))


async def verify(request: Request) -> Response:
    """Check a certificate that a visitor brings."""
    services, token = _services(request), object()
    services.short.check_room()
    if len(services.uploads) >= UPLOADS:
        raise Refusal(503, "too many files at once; try again in a moment")
    services.uploads.add(token)
    try:
        data = await read_upload(request)
    finally:
        services.uploads.discard(token)
    path = services.certificates.new()

    async def events() -> AsyncGenerator[Event]:
        path.write_bytes(data)
        try:
            words = ["verify", str(path), "--json"]
            async with aclosing(services.short.run(words)) as found:
                async for event in found:
                    event.pop("file", None)
                    if "error" in event:
                        event["error"] = event["error"].replace(f"{path}: ", "")
                    yield event
        finally:
            path.unlink(missing_ok=True)

    return _streamed(events)


async def _text_of(services: Services, question: dict[str, Any]) -> str:
    """The text of the instance, or of the one that begins where the moves lead."""
    found = await services.rules.ask({**question, "ask": "restart"})
    if "error" in found:
        raise Refusal(422, found["error"])
    text: str = found["text"]
    return text


def _streamed(events: Callable[[], AsyncGenerator[Event]]) -> Response:
    async def lines() -> AsyncGenerator[dict[str, str]]:
        async with aclosing(events()) as found:
            async for event in found:
                yield {"data": json.dumps(event, separators=(",", ":"))}

    return EventSourceResponse(lines(), ping=15, send_timeout=SLOW_SECONDS)
