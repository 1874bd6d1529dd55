"""The server and its processes under load: many clients, slow ones, junk, limits."""

import asyncio
import http.client
import json
import os
import random
import signal
import socket
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from puzzleproof.web import services
from puzzleproof.web.commands import Event
from puzzleproof.web.services import FileStore, Jobs, Limits, Refusal, RulesPool
from tests.support.web_server import JSON, WebServer, serving

pytest.importorskip("starlette", reason="the extra 'web' is not installed")
pytest.importorskip("uvicorn")
pytest.importorskip("sse_starlette")

FROGS = {"instance": {"name": "frogs-2-2"}}
CLIENTS = 200
DRAWN = "ABCDEF\nGHIJKL\nMNOPQR\n......\n......\nSTUVWX"
GREEDY = f'''family = "sliding"\nlabelled = "*"
board = """\n{DRAWN}\n"""\ngoal = """\n{DRAWN[::-1]}\n"""\n'''
"""More than 10^30 states: far more than 100 GB, if nothing stopped the search."""
STOPS = 'family = "sliding"\nlabelled = "A"\nboard = "A.."\ntour = [{}]\n'


OPTIONS = ("--time-limit", "30", "--memory-limit", "80M", "--jobs", "2")


def opened(server: WebServer, question: object) -> http.client.HTTPConnection:
    """A client that asks for a proof and has not read anything yet."""
    connection = server.connection()
    connection.request("POST", "/api/prove", json.dumps(question).encode(), JSON)
    return connection


def test_a_proof_that_needs_more_memory_than_there_is_says_so(server: WebServer) -> None:
    events = server.post("/api/prove", {"instance": {"text": GREEDY}}).events
    verdict = events[-1]
    assert (verdict["event"], verdict["status"]) == ("verdict", "bounded")
    assert any("memory limit reached" in note for note in verdict["notes"]), verdict["notes"]
    assert server.post("/api/prove", FROGS).events[-1]["optimum"] == 8


def test_a_tour_of_a_thousand_stops_hangs_nothing(server: WebServer) -> None:
    text = STOPS.format(",".join(["'.A.'", "'..A'"] * 500))
    for job, question in (("ask", {"ask": "describe"}), ("prove", {})):
        reply = server.post(f"/api/{job}", {**question, "instance": {"text": text}})
        assert reply.status in (200, 422)
    assert server.post("/api/ask", {"ask": "view", **FROGS}).status == 200


def test_two_hundred_clients_at_once(server: WebServer) -> None:
    """All are heard, the page is served in between, and who leaves takes up no place."""
    clients = [opened(server, FROGS) for _ in range(CLIENTS)]
    replies = [client.getresponse() for client in clients]
    assert {reply.status for reply in replies} == {200}
    for path in ("/", "/static/main.js", "/api/library"):
        assert server.get(path).status == 200
    assert server.post("/api/ask", {"ask": "view", **FROGS}).status == 200
    assert b'"optimum":8' in replies[0].read()
    for reply, client in zip(replies, clients, strict=True):
        reply.close()
        client.close()
    assert server.post("/api/prove", FROGS).events[-1]["optimum"] == 8


METHODS = ("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "G\x00T", "")
PATHS = ("/", "/api/ask", "/api/prove", "/api/hint", "/api/verify", "/static/..", "*")
VALUES: tuple[Any, ...] = (None, True, -1, 1e308, "", "\ud800", "../..", [], {}, "a" * 999)


def junk(chance: random.Random) -> bytes:
    """A request that is wrong in some places, or no request at all."""
    if chance.random() < 0.2:
        return chance.randbytes(chance.randrange(1, 400))
    body = json.dumps(question(chance)).encode()
    if chance.random() < 0.3:
        body = bytes(byte if chance.random() < 0.97 else chance.randrange(256) for byte in body)
    length = len(body) if chance.random() < 0.8 else chance.randrange(10**6)
    kind = chance.choice(["application/json"] * 5 + ["text/plain", "a" * 3000])
    path = chance.choice(PATHS) + chance.choice(["", "", "?x=%00", "%ff", "/" * 50])
    line = f"{chance.choice(METHODS)} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n"
    head = f"{line}content-type: {kind}\r\ncontent-length: {length}\r\n\r\n"
    return head.encode("latin-1") + body


def question(chance: random.Random) -> dict[str, Any]:
    """A question with some keys that are not what they should be."""
    name = chance.choice(["ane-rouge", "frogs-2-2", "instant-insanity", "english-centre"])
    whole: dict[str, Any] = {
        "ask": chance.choice(["view", "describe", "recount", "restart", "hint"]),
        "instance": {"name": name},
        "moves": [],
    }
    for key in list(whole):
        if chance.random() < 0.25:
            whole[key] = chance.choice([*VALUES, {"name": chance.choice(VALUES)}])
    return whole


def test_many_junk_requests_are_refused_and_end_nothing(server: WebServer) -> None:
    chance = random.Random(20261122)  # noqa: S311  the same junk every time
    parts = urlsplit(server.url)
    assert parts.hostname
    for _ in range(150):
        with socket.create_connection((parts.hostname, parts.port or 0), 20) as client:
            client.sendall(junk(chance))
            client.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: client.recv(65_536), b""))
        assert b"500 Internal" not in answer
        assert b"internal error" not in answer
    assert server.post("/api/ask", {"ask": "view", **FROGS}).status == 200


HASTY = """
from puzzleproof.web import server
server.QUESTION_SECONDS = 0.3
from puzzleproof.cli.main import main
main(["serve", "--port", "0", "--json"])
"""


def test_a_question_that_does_not_arrive_is_given_up(tmp_path: Path) -> None:
    head = "POST /api/ask HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    with serving([sys.executable, "-c", HASTY], tmp_path) as server:
        url: str = json.loads(server.url)["url"]
        address = urlsplit(url)
        with socket.create_connection((address.hostname, address.port), 30) as client:
            client.sendall(f'{head}content-length: 100\r\n\r\n{{"ask": '.encode())
            assert b"408" in client.recv(4096)


VIEW = {"ask": "view", "instance": {"name": "frogs-1-1"}}
LIMITS = Limits(20, 500_000_000)


def refusal(work: Coroutine[Any, Any, object]) -> int:
    with pytest.raises(Refusal) as found:
        asyncio.run(work)
    return found.value.status_code


def test_too_many_or_too_long_questions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        pool = RulesPool(1)
        first = asyncio.ensure_future(pool.ask(VIEW))
        await asyncio.sleep(0)
        try:
            await pool.ask(VIEW)
        finally:
            assert "error" not in await first

    async def soon() -> None:
        await RulesPool(1, seconds=1e-6).ask(VIEW)

    assert refusal(soon()) == 422
    monkeypatch.setattr(services, "WAITING_LIMIT", 1)
    assert refusal(ask()) == 503


def test_a_full_queue_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        queue = Jobs(1, LIMITS)
        first = queue.run(["list", "--json-stream"])
        await anext(first)
        try:
            await anext(queue.run(["list"]))
        finally:
            await first.aclose()
            await queue.close()

    monkeypatch.setattr(services, "WAITING_LIMIT", 0)
    assert refusal(run()) == 503


def test_a_job_that_ignores_its_limit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[Event]:
        queue = Jobs(1, Limits(0.1, 500_000_000))
        try:
            return [event async for event in queue.run(["show", "-"])]
        finally:
            await queue.close()

    async def stopped(process: asyncio.subprocess.Process, _text: str) -> None:
        os.kill(process.pid, signal.SIGSTOP)

    monkeypatch.setattr(services, "GRACE_SECONDS", 0.3)
    monkeypatch.setattr(services, "_write", stopped)
    events = asyncio.run(run())
    assert events[-1] == {"event": "error", "error": "the time limit was reached"}


def test_the_oldest_certificates_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "TOTAL_BYTES", 10)
    files = FileStore()
    names: list[str] = []
    for _ in range(3):
        path = files.new()
        path.parent.mkdir()
        path.write_bytes(b"12345")
        names.append(files.keep(path))
        files.drop(path)
    assert files.find(names[0]) is None
    kept = [files.find(name) for name in names[1:]]
    assert all(path is not None and path.exists() for path in kept)
    folder = Path(str(kept[0])).parent
    assert len(list(folder.iterdir())) == 2
    files.close()
    assert not folder.exists()
