"""Serve the page: bind an address, say where, and answer until Ctrl-C.

The body of a request has a limit of time (`puzzleproof.web.requests`), and so has the sending of an
event.  A proxy helps against clients that send the head of a request slowly.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable

import uvicorn

from puzzleproof.models.errors import InstanceError
from puzzleproof.web.jobs import Limits
from puzzleproof.web.server import make_app

CONNECTIONS = 1_000
"""The most connections; more are answered with status 503."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises OSError for an address that cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def serve(
    host: str, port: int, places: int, limits: Limits, announce: Callable[[str], None]
) -> None:
    """Serve until the process is asked to end; ``announce`` is told the page's address.

    Port 0 is any free one.  Raises InstanceError for an address that cannot be had.
    """
    try:
        listener = listen(host, port)
    except OSError as error:
        reason = error.strerror or error
        raise InstanceError(f"--host {host!r} --port {port}: {reason}") from None
    logging.getLogger("uvicorn.error").addFilter(_worth_telling)
    config = uvicorn.Config(
        make_app(places, limits),
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        ws="none",
    )
    shown = f"[{host}]" if ":" in host else host
    with listener:
        announce(f"http://{shown}:{listener.getsockname()[1]}/")
        uvicorn.Server(config).run(sockets=[listener])


def _worth_telling(record: logging.LogRecord) -> bool:
    """Whether to log a line: streams that are cut off when the server ends are no fault."""
    return "without completing response" not in record.getMessage()
