"""The server: it sends the files of the page, answers questions about the rules, and runs jobs.

Answers to questions are JSON.  A job is one request: its events are the body of the answer
(server-sent events), and the job is ended when the client leaves.  No word of a request becomes a
path, a shell command or a template: `puzzleproof.web.commands` has the words of the commands.

The body of a request has limits of size and time, and the sending of an event has a limit of time.
Against clients that send the head of a request slowly, put a proxy before the server.
"""

import asyncio
import hashlib
import ipaddress
import json
import logging
import mimetypes
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

import uvicorn
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from puzzleproof.models.errors import InstanceError
from puzzleproof.web.commands import JOBS, LAST, Event, Job, is_settled
from puzzleproof.web.questions import answer
from puzzleproof.web.services import Jobs, Limits, Refusal, Services, services_of

STATIC = Path(__file__).with_name("static")
POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""A picture may use the style sheet in its own file, but may not load or run anything."""
SLOW_SECONDS = 20.0
"""A client that takes longer than this to read an event counts as gone."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

QUESTION_LIMIT, UPLOAD_LIMIT = 200_000, 32_000_000
"""Limits on the bytes of a question, and of a certificate."""
QUESTION_SECONDS, UPLOAD_SECONDS = 10.0, 60.0
"""The seconds within which a question, and a certificate, must arrive."""
CONNECTIONS = 1_000
"""The greatest number of connections; any further request is answered with status 503."""


def serve(
    host: str,
    port: int,
    places: int,
    limits: Limits,
    announce: Callable[[str], None],
    answers: str | None = None,
) -> None:
    """Serve until the process is told to end; ``announce`` gets the address.

    Port 0 means any free port.  Hints come from the folder of tables ``answers``, or from a search.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        reason = error.strerror or error
        raise InstanceError(f"--host {host!r} --port {port}: {reason}") from None
    # It is no fault that streams are cut off when the server ends, so this is not logged.
    cut_off = "without completing response"
    logging.getLogger("uvicorn.error").addFilter(lambda record: cut_off not in record.getMessage())
    config = uvicorn.Config(
        make_app(places, limits, answers),
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        ws="none",
    )
    shown = seen_from_elsewhere(host)
    shown = f"[{shown}]" if ":" in shown else shown
    with listener:
        announce(f"http://{shown}:{listener.getsockname()[1]}/")
        uvicorn.Server(config).run(sockets=[listener])


def seen_from_elsewhere(host: str) -> str:
    """Return an address under which others reach this machine, if ``host`` means all addresses.

    Nothing is sent: the system only says which of its addresses it would use.  If it does not say,
    the result is the machine's name.
    """
    if host.strip("0.:"):  # neither 0.0.0.0 nor ::
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect(("2001:db8::1" if ":" in host else "192.0.2.1", 9))  # an unused address
        return str(probe.getsockname()[0])
    return socket.gethostname()


def make_app(places: int, limits: Limits, answers: str | None = None) -> Starlette:
    """Build the application; at most ``places`` proofs run at once, each within ``limits``."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        app.state.services = services = Services(places, limits, answers)
        try:
            yield
        finally:
            await services.close()

    mimetypes.add_type("text/javascript", ".js")  # the system's own table may differ
    return Starlette(
        routes=[
            Route("/", index),
            Route("/api/library", library),
            Route("/api/ask", ask, methods=["POST"]),
            *(
                Route(f"/api/{name}", partial(work, job=job), methods=["POST"])
                for name, job in JOBS.items()
            ),
            Route("/api/files/{name}", file),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        lifespan=lifespan,
        middleware=[Middleware(guarded), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={HTTPException: _refused},
    )


def guarded(inner: ASGIApp) -> ASGIApp:
    """Refuse requests for hosts of other names, and add security headers to every answer."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await inner(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for key, value in HEADERS.items():
                    headers[key] = value
                headers.setdefault("content-security-policy", POLICY)
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        own = is_own_host(Request(scope).headers.get("host", ""))
        other = JSONResponse({"error": "this server has another name"}, status_code=421)
        await (inner if own else other)(scope, receive, send_guarded)

    return guard


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, status_code=error.status_code)


async def index(_request: Request) -> Response:
    """Send the page."""
    return FileResponse(STATIC / "index.html")


async def library(request: Request) -> Response:
    """Send the whole library; it is read once, and each browser caches it."""
    data = _library()
    headers = {"etag": f'"{hashlib.sha256(data).hexdigest()[:16]}"'}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type="application/json", headers=headers)


@cache
def _library() -> bytes:
    return json.dumps(answer({"ask": "library"}), separators=(",", ":")).encode()


async def ask(request: Request) -> Response:
    """Answer a question about the rules (`puzzleproof.web.questions`)."""
    found = await services_of(request).rules.ask(await read_question(request))
    return JSONResponse(found, status_code=422 if "error" in found else 200)


async def file(request: Request) -> Response:
    """Send a certificate that a proof has written, or a picture."""
    path = services_of(request).files.find(request.path_params["name"])
    if path is None:
        raise Refusal(404, "this file is no longer kept; ask for it again")
    if path.suffix == ".svg":
        headers = {"content-security-policy": PICTURE_POLICY}
        return FileResponse(path, media_type="image/svg+xml", headers=headers)
    return FileResponse(path, media_type="application/octet-stream", filename="puzzleproof.cert")


# --- reading requests -------------------------------------------------------------------------


async def read_question(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request; raises Refusal for anything else."""
    _check_type(request, "application/json")
    data = await _body(request, QUESTION_LIMIT, QUESTION_SECONDS, "question")
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Refusal(400, "expected an object in JSON")
    return cast("dict[str, Any]", value)


async def _body(request: Request, limit: int, seconds: float, what: str) -> bytes:
    """Return the body of a request; raises Refusal as soon as it is too large or too slow."""
    large, data = Refusal(413, f"more than {limit:,} bytes"), bytearray()
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said) > limit:
        raise large
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limit:
                    raise large
    except TimeoutError:
        raise Refusal(408, f"the {what} did not arrive in time") from None
    except ClientDisconnect:
        raise Refusal(400, "the client left") from None
    return bytes(data)


def _check_type(request: Request, wanted: str) -> None:
    """Refuse any type but ``wanted``, which pages of other sites need permission to send."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != wanted:
        raise Refusal(415, f"expected content of the type {wanted}")


def is_own_host(header: str) -> bool:
    """Tell whether the header ``Host`` is an address, or a name of this machine.

    Any other name may belong to a foreign site that makes its name point to this machine (DNS
    rebinding).

    >>> is_own_host("127.0.0.1:8000"), is_own_host("[::1]"), is_own_host("example.invalid")
    (True, True, False)
    """
    name = header.strip().lower()
    name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
    own = socket.gethostname().lower()
    if name in ("localhost", own, own.partition(".")[0], f"{own.partition('.')[0]}.local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


# --- jobs ---------------------------------------------------------------------------------


async def work(request: Request, job: Job) -> Response:
    """Do a job about the instance of a question, or about the file that a visitor sends."""
    services = services_of(request)
    (services.short if job.short else services.proofs).check_room()
    if not job.ask:
        if services.uploads.locked():
            raise Refusal(503, "too many files at once; try again in a moment")
        async with services.uploads:
            _check_type(request, "application/octet-stream")
            data = await _body(request, UPLOAD_LIMIT, UPLOAD_SECONDS, "file")
        return _streamed(_events(services, job, "", "", data))
    question = await read_question(request)
    kind = question.get("kind") if job.kinds else ""
    if job.kinds and kind not in job.kinds:
        raise Refusal(422, f"key 'kind': expected one of {', '.join(job.kinds)}")
    found = await services.rules.ask(job.question(question))
    if "error" in found:
        raise Refusal(422, found["error"])
    if "text" not in found:
        return _streamed(_answered(found))
    played = found["played"].encode() if "played" in found else None
    return _streamed(_events(services, job, str(kind), found["text"], played))


async def _answered(found: Event) -> AsyncGenerator[Event]:
    yield {"event": "answer", **found}


async def _events(
    services: Services, job: Job, kind: str, text: str, data: bytes | None = None
) -> AsyncGenerator[Event]:
    """Yield the events of a job; a job that would have to wait is first tried for some seconds."""
    queues = [services.short if job.short else services.proofs]
    if queues[0].busy and not job.short:
        queues.insert(0, services.quick)
    for queue in queues:
        async with aclosing(_done(services, queue, job, kind, text, data)) as events:
            async for event in events:
                settled = is_settled(event)
                if settled or queue is queues[-1] or event["event"] not in LAST:
                    yield event
                if settled:
                    return


async def _done(
    services: Services, queue: Jobs, job: Job, kind: str, text: str, data: bytes | None
) -> AsyncGenerator[Event]:
    files = services.files
    path = files.new(job.suffix)
    path.parent.mkdir()
    if data is not None:
        path.write_bytes(data)
    words = job.command(str(path), kind) + (services.answers if job.ask == "hint" else [])
    process = queue.run(words, text, lambda: files.drop(path))
    async with aclosing(process) as events:
        async for event in events:
            told = job.change(event, str(path), lambda: f"/api/files/{files.keep(path)}")
            if told is not None:
                yield told


def _streamed(events: AsyncGenerator[Event]) -> Response:
    """Send events as they come, until the client leaves."""

    async def lines() -> AsyncGenerator[dict[str, str]]:
        async with aclosing(events):
            async for event in events:
                yield {"data": json.dumps(event, separators=(",", ":"))}

    return EventSourceResponse(lines(), ping=15, send_timeout=SLOW_SECONDS)
