"""The project's own wheel, made from where it is installed or cloned: no build, no network.

It holds what the project's released wheel holds.  The same sources give the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

PARTS = ("encoders", "explore", "models", "provers", "render", "verify", "web")
"""Packages that stand beside the package `puzzleproof` in a clone, and inside it elsewhere."""
SUFFIXES = {".py", ".typed", ".toml", ".cpp", ".js", ".css", ".html", ".svg"}
METADATA = """\
Metadata-Version: 2.1
Name: puzzleproof
Version: VERSION
Summary: Minimum move counts of classic puzzles, with evidence that anyone can check
License: MIT
Requires-Python: >=3.11,<3.15
"""
DESCRIPTION = """\
Wheel-Version: 1.0
Generator: puzzleproof
Root-Is-Purelib: true
Tag: py3-none-any
"""
ENTRY_POINTS = "[console_scripts]\npuzzleproof = puzzleproof.cli.main:main\n"


def wheel_name(version: str) -> str:
    """The name of the file."""
    return f"puzzleproof-{version}-py3-none-any.whl"


def make_wheel(version: str) -> bytes:
    """The wheel of this version; raises OSError where a file of the program cannot be read."""
    files, info = dict(_sources()), f"puzzleproof-{version}.dist-info"
    files[f"{info}/METADATA"] = METADATA.replace("VERSION", version).encode()
    files[f"{info}/WHEEL"] = DESCRIPTION.encode()
    files[f"{info}/entry_points.txt"] = ENTRY_POINTS.encode()
    record = "".join(f"{name},{_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, data in files.items():
                entry = zipfile.ZipInfo(name)  # of 1980, whenever it is made
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(entry, data, compresslevel=9)
        return file.getvalue()


def _digest(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"sha256={digest.rstrip(b'=').decode()}"


def _sources() -> Iterator[tuple[str, bytes]]:
    """Every file of the program, by its name in the wheel, in order."""
    for part in ("", *PARTS):
        package = f"puzzleproof.{part}" if part else "puzzleproof"
        folder = folder_of(package)
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.suffix not in SUFFIXES or (not part and inside.parts[0] in PARTS):
                continue
            yield "/".join((*package.split("."), *inside.parts)), path.read_bytes()


def folder_of(package: str) -> Path:
    """Where the files of a package stand."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(next(iter(spec.submodule_search_locations)))
