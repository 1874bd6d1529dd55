"""Reads requests within limits of size and time, and checks the name of the host."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import AsyncGenerator
from typing import Any, cast

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

QUESTION_LIMIT, UPLOAD_LIMIT = 200_000, 32_000_000
"""The most bytes of a question, and of a certificate."""
QUESTION_SECONDS, UPLOAD_SECONDS = 10.0, 60.0
"""The seconds in which each must arrive."""


class Refusal(HTTPException):
    """A request that is not served, with a status of HTTP; the text is for the user."""


async def read_question(request: Request) -> dict[str, Any]:
    """The JSON object of a request; raises Refusal for anything else."""
    _check_type(request, "application/json")
    data = await _body(request, QUESTION_LIMIT, QUESTION_SECONDS, "question")
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Refusal(400, "expected an object in JSON")
    return cast("dict[str, Any]", value)


async def read_upload(request: Request) -> bytes:
    """The bytes of a file; raises Refusal if it is too large or too slow."""
    _check_type(request, "application/octet-stream")
    return await _body(request, UPLOAD_LIMIT, UPLOAD_SECONDS, "file")


async def _body(request: Request, limit: int, seconds: float, what: str) -> bytes:
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in _chunks(request, limit):
                data += chunk
    except TimeoutError:
        raise Refusal(408, f"the {what} did not arrive in time") from None
    return bytes(data)


async def _chunks(request: Request, limit: int) -> AsyncGenerator[bytes]:
    """The body in parts; raises Refusal once it is larger than ``limit`` bytes."""
    said, size = request.headers.get("content-length", ""), 0
    if said.isdecimal() and int(said) > limit:
        raise Refusal(413, f"more than {limit:,} bytes")
    try:
        async for chunk in request.stream():
            size += len(chunk)
            if size > limit:
                raise Refusal(413, f"more than {limit:,} bytes")
            yield chunk
    except ClientDisconnect:
        raise Refusal(400, "the client left") from None


def _check_type(request: Request, wanted: str) -> None:
    """Refuse other content types: pages of other sites cannot send ours without permission."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != wanted:
        raise Refusal(415, f"expected content of the type {wanted}")


def is_own_host(header: str) -> bool:
    """Whether the header ``Host`` is an address, or a name of this machine.

    Any other name may belong to a site that has its name lead here (DNS rebinding).

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
