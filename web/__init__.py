"""The page on which one plays puzzles, proves minima and checks certificates, and its server.

`questions` answers what the page asks about the rules; it uses only `puzzleproof.models`, so it
also runs in a browser, without a server.  `services` keeps processes that answer within limits, and
runs proofs as commands of the command line.  `server` answers the requests of browsers.  The files
of the page are in ``static/``.
"""
