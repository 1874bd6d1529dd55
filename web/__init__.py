"""The page: choose a puzzle, play it, prove its minimum, check a certificate; and its server.

`questions` answers what the page asks about the rules, from `puzzleproof.models` alone, so that it
also runs where there is no server.  `rules_pool` keeps processes that do so within limits; `jobs`
runs proofs as commands of the command line; `server` is what a browser talks to.  The files of the
page stand in ``static/``.
"""
