"""``puzzleproof serve``: serve the page on this machine or its network, or write it as files."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import print_json
from puzzleproof.models.errors import NotationError
from puzzleproof.options import BYTES, SECONDS, whole
from puzzleproof.release import __version__

HOST, PORT, PROOF_SECONDS, MEMORY, JOBS = "127.0.0.1", 8000, 60.0, "1G", 2
OF_SERVER = ("port", "host", "jobs", "time_limit", "memory_limit", "answers")
OF_STATIC = ("pyodide",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the address and the limits of visitors' proofs, or the folder of a site."""
    whole(0, 65_535).add(parser, "--port", f"the port (default: {PORT}; 0: any free port)")
    parser.add_argument("--host", help=f"the address (default: {HOST}, this machine alone)")
    whole(1, 64).add(parser, "--jobs", f"proofs at once (default: {JOBS})")
    SECONDS.add(parser, "--time-limit", f"seconds per proof (default: {PROOF_SECONDS:g})")
    BYTES.add(parser, "--memory-limit", f"bytes of memory per proof (default: {MEMORY})")
    text = "certify hints by the tables of 'export --to answers' in this folder"
    parser.add_argument("--answers", metavar="FOLDER", help=text)
    text = (
        "write the page as a static site for any web server, and exit; with --force also into a "
        "folder with other files, replacing files of the same names"
    )
    parser.add_argument("--static", metavar="FOLDER", help=text)
    text = "the npm package pyodide for --static (default: node_modules/pyodide)"
    parser.add_argument("--pyodide", metavar="FOLDER", help=text)


def run(options: Context) -> int:
    """Serve until Ctrl-C, or write the site."""
    writes = options.static is not None
    for option in OF_SERVER if writes else OF_STATIC:
        given = getattr(options, option)
        if given is not None and given is not False:
            how = "cannot be combined with" if writes else "needs"
            raise NotationError(f"--{option.replace('_', '-')} {how} --static")
    return _write(options) if writes else _serve(options)


def _write(options: Context) -> int:
    from puzzleproof.web.site import PYODIDE_VERSION, check_folder, find_pyodide, write_site

    path = Path(options.static)
    check_folder(path, force=options.force)
    pyodide = find_pyodide(options.pyodide)
    site = write_site(path, pyodide, __version__)
    if options.wants_json:
        print_json({"output": str(path), "pyodide_version": pyodide.version, **site._asdict()})
        return 0
    parts = {"page": site.page, "library": site.library, "program": site.program}
    sizes = ", ".join(f"{name} {size / 1e6:.2f}" for name, size in parts.items())
    print(f"{path}: {site.files} files; MB: {sizes}, Pyodide {site.pyodide / 1e6:.1f}")
    if not options.quiet:
        print("any web server can serve it, such as 'python -m http.server'; file:// does not work")
        if pyodide.version != PYODIDE_VERSION:
            print(f"note: Pyodide {pyodide.version}; {PYODIDE_VERSION} is the version tested")
    return 0


def _serve(options: Context) -> int:
    from puzzleproof.provers.lookup import tables_in
    from puzzleproof.web.server import serve
    from puzzleproof.web.services import Limits

    def announce(url: str) -> None:
        if options.wants_json:
            print_json({"url": url})
        else:
            print(f"{url} (Ctrl-C ends)")
        sys.stdout.flush()

    memory = options.memory_limit or BYTES.of_text(MEMORY)
    limits = Limits(options.time_limit or PROOF_SECONDS, memory)
    port = PORT if options.port is None else options.port
    if options.answers is not None:
        if not Path(options.answers).is_dir():
            raise NotationError(f"--answers {options.answers!r}: expected a folder of tables")
        tables_in(options.answers)
    with suppress(KeyboardInterrupt):
        serve(options.host or HOST, port, options.jobs or JOBS, limits, announce, options.answers)
    return 0
