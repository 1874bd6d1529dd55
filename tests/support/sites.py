"""A site that `serve --static` has written, served by a plain server of files."""

import re
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from puzzleproof.models.errors import PuzzleProofError
from puzzleproof.web.site import find_pyodide
from tests.support.command_line import command, result_of
from tests.support.web_server import WebServer, serving

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
    words = command("serve", "--static", folder.name, "-q", "--pyodide")
    made = result_of([*words, find_pyodide(None).folder.resolve()], folder.parent)
    assert made.returncode == 0, made.stderr


def file_server(folder: Path) -> AbstractContextManager[WebServer]:
    """Serve the files of a folder until the block ends."""
    return serving([sys.executable, "-c", SERVER, str(folder)], folder)


def certificate_of(name: str, folder: Path) -> Path:
    """A certificate that the command line has written."""
    path = folder / f"{name}.cert"
    made = result_of(command("prove", name, "-q", "--certificate", path), folder)
    assert made.returncode == 0, made.stderr
    return path


def forged(path: Path) -> Path:
    """A certificate that claims one move more."""
    data = path.read_bytes()
    (bound,) = re.findall(rb'"at_least": (\d+)', data)
    other = path.with_name(f"forged-{path.name}")
    wrong = b'"at_least": %d' % (int(bound) + 1)
    other.write_bytes(data.replace(b'"at_least": ' + bound, wrong))
    return other
