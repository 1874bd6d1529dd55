"""``python -m puzzleproof``, and the command ``puzzleproof``."""

import signal
import sys


def run() -> int:
    """Run the command line; while its modules are imported, Ctrl-C ends the process silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from puzzleproof.cli.main import main

    return main()


if __name__ == "__main__":  # not in processes that the page's server starts
    sys.exit(run())
