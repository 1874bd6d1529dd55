"""``python -m puzzleproof``, and the command ``puzzleproof``."""

import signal
import sys


def run() -> int:
    """Run the command line; Ctrl-C ends the process silently while modules are imported."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from puzzleproof.cli.main import main

    return main()


if __name__ == "__main__":  # not in worker processes of the page's server
    sys.exit(run())
