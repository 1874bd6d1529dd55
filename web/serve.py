"""Serve the page: bind an address, say where, and answer until Ctrl-C.

Connections of clients that send or read too slowly are closed.  A body has its own limit of time
(`puzzleproof.web.requests`).  Here are the others: the line and the headers of a request, and
answers that the client does not take.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from puzzleproof.models.errors import InstanceError
from puzzleproof.web.jobs import Limits
from puzzleproof.web.server import make_app

CONNECTIONS = 1_000
"""More at once are answered by 503."""
HEAD_SECONDS, UNREAD_SECONDS = 10.0, 60.0
"""In which the head of a request must arrive; in which a client must take some of an answer."""


class PatientProtocol(H11Protocol):
    """HTTP/1.1 that waits so long, and no longer, for the head of a request."""

    head_timer: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Go on waiting while a head has begun; one that is whole may take its time."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        self._stop_waiting()

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self.head_timer is None:
            self.head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None


def listen(host: str, port: int, unread_seconds: float = UNREAD_SECONDS) -> socket.socket:
    """A listening socket; raises OSError for an address that cannot be had.

    Where the system can (Linux), it ends connections whose client takes nothing of what is sent.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family)
    with suppress(AttributeError, OSError):
        milliseconds = int(unread_seconds * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
    return listener


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
        http=PatientProtocol,
        ws="none",
    )
    shown = f"[{host}]" if ":" in host else host
    with listener:
        announce(f"http://{shown}:{listener.getsockname()[1]}/")
        uvicorn.Server(config).run(sockets=[listener])


def _worth_telling(record: logging.LogRecord) -> bool:
    """Streams that are cut off when the server ends are no fault of it."""
    return "without completing response" not in record.getMessage()
