"""How long the page takes to load while many clients each wait for a proof.

``python -m puzzleproof.benchmarks.page_load`` starts a server, has a few visitors load the page
again and again with nobody else there (the reference), then again while the clients have proofs
made.  A load is the page, each of its files and the library, with nothing in the browser's cache.
It prints one document in JSON; ratios are to the reference of the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

STATIC = Path(__file__).resolve().parents[1] / "web" / "static"
PROVEN = ("frogs-2-2", "hughes", "ane-rouge", "instant-insanity")
"""What the clients have proven, in turn."""
REST_SECONDS = 0.05
"""Between two loads of one visitor."""


class Address(NamedTuple):
    """Where the server listens."""

    host: str
    port: int


async def fetch(to: Address, path: str, question: object = None) -> tuple[int, bytes]:
    """Status and raw body of one request on a connection of its own."""
    reader, writer = await asyncio.open_connection(*to)
    body = b"" if question is None else json.dumps(question).encode()
    lines = [
        f"{'GET' if question is None else 'POST'} {path} HTTP/1.1",
        f"host: {to.host}",
        "connection: close",
        "accept-encoding: gzip",
        "content-type: application/json",
        f"content-length: {len(body)}",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    head, _, found = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split(b" ", 2)[1]), found


async def load(to: Address) -> tuple[float, int]:
    """Seconds of one load of the page, and the requests of it that failed."""
    begin = time.perf_counter()
    names = [f"/static/{path.name}" for path in STATIC.iterdir() if path.name != "index.html"]
    first = await fetch(to, "/")
    rest = await asyncio.gather(*(fetch(to, path) for path in [*names, "/api/library"]))
    failed = sum(status != 200 for status, _ in (first, *rest))
    return time.perf_counter() - begin, failed


async def visits(
    to: Address, number: int, going_on: Callable[[int], bool]
) -> list[tuple[float, int]]:
    """The loads of some visitors, each again and again while ``going_on(loads so far)``."""
    found = list[tuple[float, int]]()

    async def visitor() -> None:
        while going_on(len(found)):
            found.append(await load(to))
            await asyncio.sleep(REST_SECONDS)

    await asyncio.gather(*(visitor() for _ in range(number)))
    return found


async def proof(to: Address, name: str) -> bool:
    """Whether a proof ends with its minimum, proven."""
    status, found = await fetch(to, "/api/prove", {"instance": {"name": name}})
    return status == 200 and b'"status":"optimal"' in found


async def measured(clients: int, visitors: int) -> dict[str, Any]:
    """Figures of the page alone, and of the page while clients have proofs made."""
    async with _server() as to:
        await load(to)
        alone = await visits(to, visitors, lambda so_far: so_far < 100)
        begin = time.perf_counter()
        proofs: list[Awaitable[bool]] = [
            asyncio.ensure_future(proof(to, PROVEN[k % len(PROVEN)])) for k in range(clients)
        ]
        done = asyncio.gather(*proofs)
        busy = await visits(to, visitors, lambda _: not done.done())
        proven = sum(await done)
        seconds = time.perf_counter() - begin
    first, second = _figures(alone), _figures(busy)
    return {
        "clients": clients,
        "visitors": visitors,
        "alone": first,
        "busy": second,
        "ratio_p95": round(second["p95"] / first["p95"], 2),
        "proofs": {"proven": proven, "failed": clients - proven, "seconds": round(seconds, 1)},
    }


def _figures(loads: list[tuple[float, int]]) -> dict[str, Any]:
    times = sorted(seconds for seconds, _ in loads)
    return {
        "loads": len(loads),
        "failed_requests": sum(failed for _, failed in loads),
        "median": round(times[len(times) // 2], 3),
        "p95": round(times[int(len(times) * 0.95)], 3),
    }


@asynccontextmanager
async def _server() -> AsyncGenerator[Address]:
    words = [sys.executable, "-m", "puzzleproof", "serve", "--port", "0", "--json"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url: str = json.loads(server.stdout.readline())["url"]
        parts = urlsplit(url)
        assert parts.hostname
        assert parts.port
        yield Address(parts.hostname, parts.port)
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200, help="proofs at once (default: 200)")
    parser.add_argument("--visitors", type=int, default=4, help="who load the page (default: 4)")
    options = parser.parse_args()
    print(json.dumps(asyncio.run(measured(options.clients, options.visitors))))


if __name__ == "__main__":
    main()
