"""The server: the files of the page, questions about the rules, and jobs with their events.

Everything is answered in JSON.  A job is one request: its events are the body of the answer
(server-sent events), and it is ended when the client leaves.  No word of a request becomes a path,
a shell command or a template.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from puzzleproof.web import work
from puzzleproof.web.jobs import Limits
from puzzleproof.web.kept import Kept, kept_files
from puzzleproof.web.refusal import Refusal
from puzzleproof.web.requests import is_own_host, read_question
from puzzleproof.web.services import Services, services_of

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
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""A picture has its own style sheet, and nothing else."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def make_app(places: int, limits: Limits) -> Starlette:
    """The application; at most ``places`` proofs run at once, each within ``limits``."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        services = Services.within(places, limits)
        app.state.services = services
        warming = asyncio.create_task(services.warm_up())
        try:
            yield
        finally:
            warming.cancel()
            await services.close()

    jobs = (work.prove, work.hint, work.explore, work.hardest, work.graph, work.verify)
    return Starlette(
        routes=[
            Route("/", index),
            Route("/api/library", library),
            Route("/api/ask", ask, methods=["POST"]),
            *(Route(f"/api/{job.__name__}", job, methods=["POST"]) for job in jobs),
            Route("/api/certificates/{name}", certificate),
            Route("/api/pictures/{name}", picture),
            Route("/static/{name:path}", static),
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
                headers.setdefault("content-security-policy", POLICY)
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


@cache
def page_files() -> dict[str, Kept]:
    """The files of the page."""
    return kept_files(STATIC)


async def index(request: Request) -> Response:
    """The page."""
    return page_files()["index.html"].answer(request)


async def static(request: Request) -> Response:
    """What the page names."""
    found = page_files().get(request.path_params["name"])
    if found is None:
        raise Refusal(404, "there is no such file")
    return found.answer(request)


async def library(request: Request) -> Response:
    """Every instance of the library, which is read once."""
    services = services_of(request)
    if not services.library:
        await services.warm_up()
    if not services.library:
        raise Refusal(503, "the library is being read; try again in a moment")
    return services.library[0].answer(request)


async def ask(request: Request) -> Response:
    """A question about the rules (`puzzleproof.web.questions`)."""
    found = await services_of(request).rules.ask(await read_question(request))
    return JSONResponse(found, status_code=422 if "error" in found else 200)


async def certificate(request: Request) -> Response:
    """A certificate that a proof has left."""
    path = services_of(request).certificates.find(request.path_params["name"])
    if path is None:
        raise Refusal(404, "this certificate is no longer kept; prove again")
    kind = "application/octet-stream"
    return FileResponse(path, media_type=kind, filename="puzzleproof.cert")


async def picture(request: Request) -> Response:
    """A picture that a job has drawn."""
    path = services_of(request).pictures.find(request.path_params["name"])
    if path is None:
        raise Refusal(404, "this picture is no longer kept; ask for it again")
    headers = {"content-security-policy": PICTURE_POLICY}
    return FileResponse(path, media_type="image/svg+xml", headers=headers)
