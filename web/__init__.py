"""The page: choose a puzzle, play it, prove its minimum, check a certificate; and its server.

`questions` answers what the page asks about the rules; it uses only `puzzleproof.models`, so that
it also runs without a server.  `services` keeps processes that answer within limits, and runs
proofs as commands of the command line.  A browser talks to `server`.  The files of the page are in
``static/``.
"""
