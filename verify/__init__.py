"""How an answer is checked: by the rules of `puzzleproof.models` and nothing else."""
