"""The server: what it answers, what it refuses, and that nothing ends it."""

import json
import os
import signal
import socket
import time
from collections.abc import Generator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from tests.support.command_line import UNSOLVABLE
from tests.support.web_server import BYTES, JSON, WebServer, web_server

pytest.importorskip("starlette", reason="the extra 'web' is not installed")
pytest.importorskip("uvicorn")
pytest.importorskip("sse_starlette")

PAGE_BYTES = 150_000
FROGS = {"instance": {"name": "frogs-2-2"}}
TOUR = """family = "sliding"
board = "A..\\n..B"
tour = ["..A\\n...", "...\\nA..", "..A\\n..."]
labelled = "A"
"""
ENDLESS = {"instance": {"name": "korf-03"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[WebServer]:
    with web_server(tmp_path_factory.mktemp("web"), "--time-limit", "20", "--jobs", "1") as started:
        yield started


def workers(server: WebServer, word: str) -> list[psutil.Process]:
    """The processes under the server whose command line has this word."""
    found = list[psutil.Process]()
    for process in psutil.Process(server.process.pid).children(recursive=True):
        try:
            if word in process.cmdline():
                found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found


def wait_for_workers(server: WebServer, word: str) -> list[psutil.Process]:
    """The same, once there are some: a process has its command line a moment after its start."""
    deadline = time.monotonic() + 30
    while not (found := workers(server, word)):
        assert time.monotonic() < deadline, word
        time.sleep(0.02)
    return found


def wait_until_gone(server: WebServer, word: str) -> None:
    deadline = time.monotonic() + 30
    while workers(server, word):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def begun(server: WebServer, word: str = "started") -> tuple[HTTPConnection, HTTPResponse]:
    """A client of a proof without end that has heard this word."""
    connection = server.connection()
    connection.request("POST", "/api/prove", json.dumps(ENDLESS).encode(), JSON)
    reply = connection.getresponse()
    while word.encode() not in reply.readline():
        pass
    return connection, reply


# --- the page -----------------------------------------------------------------------------


def test_the_page_and_all_that_it_names_is_served(server: WebServer) -> None:
    page = server.get("/")
    assert page.status == 200
    assert page.headers["content-type"].startswith("text/html")
    folder = Path(__file__).resolve().parents[2] / "web" / "static"
    for path in folder.iterdir():
        assert server.get(f"/static/{path.name}").body == path.read_bytes()


def test_the_page_is_small_and_names_no_other_host() -> None:
    folder = Path(__file__).resolve().parents[2] / "web" / "static"
    files = list(folder.iterdir())
    assert sum(path.stat().st_size for path in files) <= PAGE_BYTES
    for path in files:
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, path
        assert "https://" not in text, path
        assert "style=" not in text, path
        assert "innerHTML" not in text, path


@pytest.mark.parametrize("path", ["/", "/static/page.css", "/api/library", "/nothing"])
def test_every_answer_has_the_headers_of_safety(server: WebServer, path: str) -> None:
    headers = server.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


def test_the_library_is_not_sent_twice(server: WebServer) -> None:
    first = server.get("/api/library")
    assert len(first.json["instances"]) > 70
    again = server.request("GET", "/api/library", headers={"if-none-match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


# --- questions and jobs -------------------------------------------------------------------


def test_a_question_about_the_rules(server: WebServer) -> None:
    found = server.post("/api/ask", {"ask": "view", **FROGS, "moves": []})
    assert found.status == 200
    assert found.json["moves"]
    wrong = server.post("/api/ask", {"ask": "view", **FROGS, "moves": ["1-9"]})
    assert wrong.status == 422
    assert "not on the board" in wrong.json["error"]


def test_a_proof_tells_its_bounds_and_leaves_a_certificate(server: WebServer) -> None:
    events = server.post("/api/prove", {"instance": {"name": "hughes"}}).events
    kinds = [event["event"] for event in events]
    assert "bounds" in kinds
    verdict = events[-1]
    assert (verdict["event"], verdict["status"], verdict["optimum"]) == ("verdict", "optimal", 21)
    certificate = server.get(verdict["certificate"])
    assert certificate.status == 200
    checked = server.request("POST", "/api/verify", certificate.body, BYTES).events[-1]
    assert checked["accepted"]
    assert "minimum 21 moves (metric piece)" in checked["words"]
    middle = len(certificate.body) // 2
    forged = certificate.body[:middle] + b"!" + certificate.body[middle + 1 :]
    refused = server.request("POST", "/api/verify", forged, BYTES).events[-1]
    assert refused["exit"] == 50
    assert "puzzleproof-web-" not in refused["error"]


def test_a_proof_in_another_metric_and_of_a_text(server: WebServer) -> None:
    question = {"instance": {"name": "hughes", "metric": "unit"}}
    assert server.post("/api/prove", question).events[-1]["metric"] == "unit"
    verdict = server.post("/api/prove", {"instance": {"text": UNSOLVABLE}}).events[-1]
    assert verdict["status"] == "unsolvable"


def test_a_hint_is_a_plan_from_here(server: WebServer) -> None:
    found = server.post("/api/hint", {"instance": {"name": "hughes"}, "moves": []}).events[-1]
    moves = [found["plan"][0]]
    later = server.post("/api/hint", {"instance": {"name": "hughes"}, "moves": moves}).events[-1]
    assert later["upper"] == found["upper"] - 1


@pytest.mark.parametrize(
    "instance",
    [
        {"name": "instant-insanity"},
        {"name": "century"},
        {"text": TOUR},
    ],
    ids=["cubes", "half-way", "tour"],
)
def test_hints_lead_on_where_no_drawing_says_it_all(
    server: WebServer, instance: dict[str, str]
) -> None:
    first = server.post("/api/hint", {"instance": instance, "moves": []}).events[-1]
    assert first["lower"] == first["upper"] == len(first["plan"])
    moves = first["plan"][:2]
    later = server.post("/api/hint", {"instance": instance, "moves": moves}).events[-1]
    assert later["upper"] == first["upper"] - 2
    whole = {"ask": "view", "instance": instance, "moves": [*moves, *later["plan"]]}
    assert server.post("/api/ask", whole).json["solved"]


def test_cubes_that_cannot_be_stacked_have_no_hint(server: WebServer) -> None:
    question: dict[str, object] = {"instance": {"name": "one-colour-cubes"}, "moves": []}
    found = server.post("/api/hint", question).events[-1]
    assert (found["plan"], found["status"]) == (None, "unsolvable")


def test_a_survey_tells_its_findings_one_by_one(server: WebServer) -> None:
    events = server.post("/api/explore", {"instance": {"name": "hughes"}}).events
    found = {event["name"]: event["value"] for event in events if event["event"] == "finding"}
    assert (found["states"], found["diameter"]) == (1138, 67)
    assert events[-1]["event"] == "survey"
    cubes = server.post("/api/explore", {"instance": {"name": "instant-insanity"}}).events
    assert "no state graph" in cubes[-1]["error"]


def test_the_hardest_start_is_an_instance(server: WebServer) -> None:
    text = server.post("/api/hardest", {"instance": {"name": "hughes"}}).events[-1]["text"]
    assert "39 moves (metric piece)" in text
    assert server.post("/api/prove", {"instance": {"text": text}}).events[-1]["optimum"] == 39
    assert not workers(server, "explore")
    tour = server.post("/api/hardest", {"instance": {"text": TOUR}}).events[-1]
    assert "a tour has no goal" in tour["error"]


@pytest.mark.parametrize("kind", ["rings", "components", "distances", "degrees"])
def test_a_picture_of_the_state_graph(server: WebServer, kind: str) -> None:
    question = {"instance": {"name": "simplicity"}, "kind": kind}
    found = server.post("/api/graph", question).events[-1]
    reply = server.get(found["picture"])
    assert reply.headers["content-type"] == "image/svg+xml"
    assert reply.headers["content-security-policy"].startswith("default-src 'none';")
    assert b"<svg" in reply.body


def test_what_is_no_picture_is_refused(server: WebServer) -> None:
    for kind in ("x", None, "rings --output /tmp/x"):
        reply = server.post("/api/graph", {"instance": {"name": "hughes"}, "kind": kind})
        assert reply.status == 422
    large = server.post("/api/graph", {"instance": {"name": "hifi"}, "kind": "rings"}).events[-1]
    assert "states" in large["error"]
    assert server.get("/api/files/none").status == 404


def test_a_job_ends_when_its_client_leaves(server: WebServer) -> None:
    connection, reply = begun(server)
    assert wait_for_workers(server, "prove")
    reply.close()
    connection.close()
    wait_until_gone(server, "prove")


def test_a_second_proof_waits_for_the_first(server: WebServer) -> None:
    first = begun(server)
    second = begun(server, "queued")
    wait_for_workers(server, "prove")
    for connection, reply in (first, second):
        reply.close()
        connection.close()
    wait_until_gone(server, "prove")
    assert server.post("/api/prove", FROGS).events[-1]["optimum"] == 8


# --- refusals -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status"),
    [
        ("POST", "/api/ask", b"{}", {}, 415),
        ("POST", "/api/ask", b"{}", {"content-type": "text/plain"}, 415),
        ("POST", "/api/ask", b"not JSON", JSON, 400),
        ("POST", "/api/ask", b"[" * 100_000, JSON, 400),
        ("POST", "/api/ask", b"\xff\xfe", JSON, 400),
        ("POST", "/api/ask", b"[]", JSON, 400),
        ("POST", "/api/ask", b" " * 200_001, JSON, 413),
        ("POST", "/api/prove", b"{}", JSON, 422),
        ("POST", "/api/prove", b'{"instance": {"name": "/etc/passwd"}}', JSON, 422),
        ("POST", "/api/verify", b"x", JSON, 415),
        ("GET", "/api/prove", None, {}, 405),
        ("GET", "/static/../server.py", None, {}, 404),
        ("GET", "/static/%2e%2e/server.py", None, {}, 404),
        ("GET", "/api/files/..%2f..%2fetc%2fpasswd", None, {}, 404),
        ("GET", "/api/files/none", None, {}, 404),
        ("GET", "/", None, {"host": "example.invalid"}, 421),
        ("GET", "/", None, {"host": "127.0.0.1.example.invalid:80"}, 421),
    ],
)
def test_what_is_refused(
    server: WebServer,
    method: str,
    path: str,
    body: bytes | None,
    headers: dict[str, str],
    status: int,
) -> None:
    reply = server.request(method, path, body, headers)
    assert reply.status == status
    assert reply.json["error"]


def test_a_body_without_a_length_is_counted_too(server: WebServer) -> None:
    parts = (b" " * 10_000 for _ in range(30))
    assert server.request("POST", "/api/ask", parts, JSON).status == 413


def test_a_file_that_is_no_certificate_is_rejected(server: WebServer) -> None:
    found = server.request("POST", "/api/verify", b"junk\x00" * 1000, BYTES).events[-1]
    assert found["event"] == "error"
    assert found["exit"] == 50


def test_junk_does_not_end_it(server: WebServer) -> None:
    parts = urlsplit(server.url)
    assert parts.hostname
    for junk in (b"\x00" * 1000, b"GET / HTTP/9.9\r\n\r\n", b"A" * 100_000, b"POST /api/ask"):
        with socket.create_connection((parts.hostname, parts.port or 0), 10) as client:
            client.sendall(junk)
    assert server.get("/").status == 200


def test_a_board_with_too_many_moves_is_given_up(server: WebServer) -> None:
    """One peg may jump in so many orders that no list of its moves ends."""
    rows = [("ox" * 12 + "o"), ("xo" * 12 + "x")] * 12 + ["ox" * 12 + "o"]
    drawn = "\n".join(rows)
    first = drawn.index("o")
    drawn = drawn[:first] + "x" + drawn[first + 1 :]
    text = f'family = "pegs"\nmetric = "move"\nstart = """\n{drawn}\n"""\nfinish = "any"\n'
    reply = server.post("/api/ask", {"ask": "describe", "instance": {"text": text}})
    assert reply.status in (200, 422)
    assert server.post("/api/ask", {"ask": "view", **FROGS}).status == 200


def test_a_process_that_was_killed_is_replaced(server: WebServer) -> None:
    server.post("/api/ask", {"ask": "view", **FROGS})
    found = wait_for_workers(server, "anyio.to_process")
    assert found
    for process in found:
        os.kill(process.pid, signal.SIGKILL)
    for _ in range(3):
        assert server.post("/api/ask", {"ask": "view", **FROGS}).status == 200


def test_a_proof_that_was_killed_says_so(server: WebServer) -> None:
    connection, reply = begun(server)
    (process, *_) = wait_for_workers(server, "prove")
    process.kill()
    rest = reply.read()
    connection.close()
    assert b'"event":"error"' in rest
    assert server.post("/api/prove", FROGS).events[-1]["optimum"] == 8


@pytest.mark.parametrize("how", ["killed", "left"])
def test_a_job_leaves_no_file_when_its_process_is_gone(server: WebServer, how: str) -> None:
    connection, reply = begun(server)
    (process, *_) = wait_for_workers(server, "--certificate")
    words = process.cmdline()
    path = Path(words[words.index("--certificate") + 1])
    unfinished = path.parent / ".puzzleproof-unfinished"
    unfinished.mkdir()
    if how == "killed":
        process.kill()
        reply.read()
    reply.close()
    connection.close()
    wait_until_gone(server, "--certificate")
    deadline = time.monotonic() + 20
    while unfinished.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert server.post("/api/prove", FROGS).events[-1]["certificate"]
    (store,) = (one for one in path.parents if one.name.startswith("puzzleproof-web-"))
    while folders := [one for one in store.iterdir() if one.is_dir()]:
        assert time.monotonic() < deadline, folders
        time.sleep(0.05)


def test_nothing_is_left_when_the_server_ends(tmp_path: Path) -> None:
    with web_server(tmp_path) as server:
        connection, _ = begun(server)
        family = psutil.Process(server.process.pid).children(recursive=True)
        assert family
    assert server.process.returncode == 0
    _, alive = psutil.wait_procs(family, timeout=20)
    assert not alive
    connection.close()
