"""Playing in a terminal: `game`, `tracks` and `hand` are the game, `app` shows it with Textual.

Nothing but `app`, `widgets` and what they draw with needs Textual; `searches` runs the command line
for hints and proofs, `here` is a search by the rules for states in which no instance begins.
"""
