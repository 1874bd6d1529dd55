"""``python -m puzzleproof``."""

import sys

from puzzleproof.cli.main import main

sys.exit(main())
