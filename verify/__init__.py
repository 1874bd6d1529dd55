"""How an answer is checked: by the rules of `puzzleproof.models` and nothing else.

`puzzleproof.verify.function` has the function of this name (`puzzleproof/__init__.py` says how).
"""
