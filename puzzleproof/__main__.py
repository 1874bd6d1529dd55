"""``python -m puzzleproof``."""

import sys

from puzzleproof.cli import main

sys.exit(main())
