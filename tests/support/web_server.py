"""The page's server as users start it, and requests to it."""

import http.client
import json
import subprocess
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.support.command_line import command, environment

JSON = {"content-type": "application/json"}
BYTES = {"content-type": "application/octet-stream"}


class Reply(NamedTuple):
    """An answer: status, headers in small letters, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What a job has said."""
        lines = self.body.decode().splitlines()
        return [json.loads(line[5:]) for line in lines if line.startswith("data:")]


class WebServer(NamedTuple):
    """A running server."""

    url: str
    process: subprocess.Popen[str]

    def connection(self, timeout: float = 300) -> http.client.HTTPConnection:
        parts = urlsplit(self.url)
        assert parts.hostname
        return http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)

    def request(
        self,
        method: str,
        path: str,
        body: bytes | Iterator[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        connection = self.connection()
        try:
            connection.request(method, path, body, dict(headers or {}))
            reply = connection.getresponse()
            found = {key.lower(): value for key, value in reply.getheaders()}
            return Reply(reply.status, found, reply.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Reply:
        return self.request("GET", path, headers=headers)

    def post(self, path: str, question: object) -> Reply:
        return self.request("POST", path, json.dumps(question).encode(), JSON)


@contextmanager
def serving(
    words: Sequence[str], folder: Path, url: Callable[[str], str] = str.strip
) -> Generator[WebServer]:
    """A server that says on its first line where it is, until the block ends."""
    with open(folder / "serve.err", "w") as errors:
        process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=folder, env=environment()
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, (folder / "serve.err").read_text()
        yield WebServer(url(line), process)
    finally:
        process.terminate()
        try:
            process.wait(120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def web_server(folder: Path, *options: str) -> AbstractContextManager[WebServer]:
    """Serve the page on a free port."""
    words = command("serve", "--port", "0", "--json", *options)
    return serving(words, folder, lambda line: json.loads(line)["url"])
