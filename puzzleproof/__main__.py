"""``python -m puzzleproof``."""

import sys

from puzzleproof.cli.main import main

if __name__ == "__main__":  # not in processes that the page's server starts
    sys.exit(main())
