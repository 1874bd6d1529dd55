"""A site that `serve --static` has written, served by a plain server of files."""

import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from puzzleproof.models.errors import PuzzleProofError
from puzzleproof.web.site import find_pyodide
from tests.support.command_line import command, environment
from tests.support.web_server import WebServer

SERVER = """
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

class Handler(SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("access-control-allow-origin", "*")
        super().end_headers()

server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=sys.argv[1]))
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
"""
"""As hosts of static pages do, it lets other pages read its files."""


def write_site(folder: Path) -> None:
    """Write the site by the command; skip where there is no Pyodide."""
    try:
        find_pyodide(None)
    except PuzzleProofError as error:
        pytest.skip(f"{error} ('make npm')")
    words = command("serve", "--static", folder.name, "-q")
    pyodide = ("--pyodide", str(find_pyodide(None).folder.resolve()))
    subprocess.run([*words, *pyodide], cwd=folder.parent, env=environment(), check=True)


@contextmanager
def file_server(folder: Path) -> Generator[WebServer]:
    """Serve the files of a folder until the block ends."""
    with open(folder / "server.err", "w") as errors:
        words = [sys.executable, "-c", SERVER, str(folder)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert process.stdout is not None
        yield WebServer(process.stdout.readline().strip(), process)
    finally:
        process.kill()
        process.wait()


def certificate_of(name: str, folder: Path) -> Path:
    """A certificate that the command line has written."""
    path = folder / f"{name}.cert"
    words = command("prove", name, "-q", "--certificate", str(path))
    subprocess.run(words, cwd=folder, env=environment(), check=True, capture_output=True)
    return path


def forged(path: Path) -> Path:
    """A certificate that claims one move more."""
    data = path.read_bytes()
    (bound,) = re.findall(rb'"at_least": (\d+)', data)
    other = path.with_name(f"forged-{path.name}")
    wrong = b'"at_least": %d' % (int(bound) + 1)
    other.write_bytes(data.replace(b'"at_least": ' + bound, wrong))
    return other
