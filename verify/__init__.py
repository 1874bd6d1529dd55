"""The checkers of answers, which trust the rules of `puzzleproof.models` and nothing else.

The function `verify` is in `puzzleproof.verify.function`; `puzzleproof/__init__.py` makes this
package callable as this function.
"""
